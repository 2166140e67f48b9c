// SPDX-License-Identifier: MIT
// A floor of a public building, 40 m by 24 m inside, drawn so that size decides the way from (1, 1) in the foyer to (38, 21) in
// the library: a disc of radius 0.2 takes the 0.6 m door and cuts through the office and the great hall; 0.5 follows the corridor
// to the 1.2 m doors of the reading room; 1.0 needs the 2.4 m doors and goes round by the gallery. Larger scales join more such
// wings by their corridors and galleries. The seed shifts and turns the furniture.
#include "scene/generators/catalogue.h"
#include "scene/generators/floor_plan.h"
#include "scene/generators/outlines.h"
#include "scene/generators/turn.h"

namespace clearway::generators {

namespace {

// The plan of one wing has its lower left inner corner at the origin; the scene has it at (-0.5, -0.5).
constexpr double kMargin = 0.5;
constexpr double kWingWidth = 40;
constexpr double kWingDepth = 24;
constexpr double kWall = 0.2;

struct Rectangle
{
    double x0, y0, x1, y1;
};

constexpr Rectangle kRooms[] = {
    {0, 0, 8.9, 7.9},         // foyer
    {9.1, 0, 14.9, 7.9},      // office
    {15.1, 0, 20.9, 7.9},     // office
    {21.1, 0, 27.9, 7.9},     // kitchen
    {28.1, 0, 40, 7.9},       // café
    {0, 8.1, 40, 10.9},       // corridor
    {0, 11.1, 9.9, 24},       // gallery
    {10.1, 11.1, 13.9, 13.9}, // washroom
    {10.1, 14.1, 13.9, 16.9}, // store
    {14.1, 11.1, 27.9, 24},   // great hall
    {10.1, 17.1, 14.1, 24},   // its antechamber
    {28.1, 11.1, 33.9, 14.9}, // study
    {34.1, 11.1, 40, 14.9},   // reading room
    {28.1, 15.1, 40, 24},     // library
};

constexpr Rectangle kDoors[] = {
    // 2.4 m
    {5.6, 7.9, 8.0, 8.1},     // foyer - corridor
    {1.2, 10.9, 3.6, 11.1},   // corridor - gallery
    {9.9, 19.6, 10.1, 22.0},  // gallery - great hall
    {27.9, 15.5, 28.1, 17.9}, // great hall - library
    {30.0, 7.9, 32.4, 8.1},   // corridor - café
    // 1.2 m
    {35.4, 10.9, 36.6, 11.1}, // corridor - reading room
    {36.6, 14.9, 37.8, 15.1}, // reading room - library
    {27.9, 4.6, 28.1, 5.8},   // kitchen - café
    {17.4, 7.9, 18.6, 8.1},   // office - corridor
    // 0.9 m
    {12.3, 7.9, 13.2, 8.1},   // office - corridor
    {17.5, 10.9, 18.4, 11.1}, // corridor - great hall
    {24.6, 10.9, 25.5, 11.1}, // corridor - great hall
    {11.6, 10.9, 12.5, 11.1}, // corridor - washroom
    {13.9, 15.0, 14.1, 15.9}, // store - great hall
    {24.0, 7.9, 24.9, 8.1},   // kitchen - corridor
    {30.2, 10.9, 31.1, 11.1}, // corridor - study
    {14.9, 1.2, 15.1, 2.1},   // office - office
    // 0.6 m
    {8.9, 5.3, 9.1, 5.9},     // foyer - office
    {33.9, 12.6, 34.1, 13.2}, // study - reading room
};

/// Built in, so that no dead gap is left behind them.
constexpr Rectangle kFittings[] = {
    {0, 4.4, 0.5, 7.2},                                                       // foyer: cloakroom
    {14.4, 3.4, 14.9, 6.6},                                                   // offices: shelves, back to back
    {15.1, 3.4, 15.6, 6.6},   {20.3, 2.6, 20.9, 5.4},   {21.1, 0, 21.8, 6.2}, // kitchen: worktop
    {21.8, 0, 25.6, 0.7},     {26.9, 0, 27.9, 1.0},                           //   refrigerator
    {28.1, 0, 28.8, 3.2},                                                     // café: bar
    {10.1, 12.4, 11.3, 12.5},                                                 // washroom: cubicles
    {10.1, 13.2, 11.3, 13.3}, {13.4, 11.7, 13.9, 13.4},                       //   basins
    {10.1, 14.1, 10.7, 16.9},                                                 // store: racks
    {11.6, 16.3, 13.9, 16.9}, {28.1, 11.1, 28.6, 14.9},                       // study: bookcase
    {39.4, 11.1, 40, 14.9},                                                   // reading room: bookcase
    {29.6, 21.0, 30.2, 24},                                                   // library: stacks
    {31.8, 21.0, 32.4, 24},   {34.0, 21.4, 34.6, 24},   {28.1, 19.2, 28.6, 24}, {36.2, 23.4, 38.4, 24}, //   window seat
};

enum class Kind
{
    box,
    round,  // sizes are the diameter and the number of corners
    corner, // an L: a sofa or desk
};

struct Furniture
{
    Kind kind;
    double x, y;
    double width, depth;
    double turn;
    double freedom; // how far the seed may move it, metres; also how far it may turn it, in twentieths of a turn
};

constexpr Furniture kFurniture[] = {
    {Kind::corner, 2.4, 5.8, 1.6, 2.0, 0, 0.05}, // foyer: reception desk
    {Kind::box, 7.0, 1.2, 2.2, 0.8, 0, 0.1},     //   sofa
    {Kind::round, 5.2, 1.2, 0.7, 8, 0, 0.1},     //   planter
    {Kind::box, 11.6, 2.0, 1.8, 0.8, 0, 0.15},   // offices: desks
    {Kind::box, 11.0, 6.5, 1.6, 0.8, 0, 0.08},    {Kind::corner, 18.2, 2.4, 2.2, 1.8, 0.5, 0.1},
    {Kind::box, 18.0, 5.4, 2.4, 1.0, 0, 0.1},     {Kind::box, 24.9, 3.3, 2.6, 1.1, 0, 0.08}, // kitchen: island
    {Kind::round, 31.4, 2.0, 1.0, 10, 0, 0.2},                                               // café: tables
    {Kind::round, 34.4, 2.4, 1.3, 12, 0, 0.2},    {Kind::round, 37.6, 1.9, 1.0, 10, 0, 0.2},
    {Kind::round, 34.6, 5.7, 1.0, 10, 0, 0.2},    {Kind::round, 37.5, 5.4, 1.3, 12, 0, 0.2},
    {Kind::box, 7.5, 14.0, 2.8, 0.25, 0.07, 0.1},                                              // gallery: screens
    {Kind::box, 2.6, 17.4, 3.0, 0.25, 0.1, 0.1},  {Kind::box, 5.6, 21.4, 0.8, 0.8, 0.06, 0.1}, //   pedestals
    {Kind::round, 2.2, 21.0, 0.9, 6, 0, 0.1},     {Kind::round, 8.6, 17.0, 0.7, 6, 0, 0.05},
    {Kind::round, 17.0, 13.4, 0.7, 12, 0, 0}, // great hall: pillars
    {Kind::round, 21.0, 13.4, 0.7, 12, 0, 0},     {Kind::round, 25.0, 13.4, 0.7, 12, 0, 0},
    {Kind::round, 17.0, 21.6, 0.7, 12, 0, 0},     {Kind::round, 21.0, 21.6, 0.7, 12, 0, 0},
    {Kind::round, 25.0, 21.6, 0.7, 12, 0, 0},     {Kind::round, 19.6, 16.0, 1.8, 16, 0, 0}, //   fountain
    {Kind::box, 31.6, 13.2, 1.8, 0.8, 0, 0.1},                                              // study: desk
    {Kind::box, 37.4, 12.4, 1.2, 0.8, 0, 0.1},                                              // reading room: table
    {Kind::box, 33.6, 16.8, 1.0, 2.0, 0.25, 0.1},                                           // library: tables
    {Kind::round, 38.9, 17.4, 0.9, 8, 0, 0.1},                                              //   globe
};

Ring makeFurniture(const Furniture& item, Random& random, Vec2 offset)
{
    const Vec2 center =
        offset + Vec2{item.x + random.uniform(-1, 1) * item.freedom, item.y + random.uniform(-1, 1) * item.freedom};
    const double turn = item.turn + random.uniform(-1, 1) * item.freedom / 20;
    const double w = item.width / 2;
    const double d = item.depth / 2;
    constexpr double kArm = 0.7;
    switch (item.kind)
    {
    case Kind::round: return makeRegularPolygon(center, w, static_cast<int>(item.depth), turn + 0.5 / item.depth);
    case Kind::corner:
        return place({{-w, -d}, {w, -d}, {w, -d + kArm}, {-w + kArm, -d + kArm}, {-w + kArm, d}, {-w, d}}, center, turn);
    case Kind::box: break;
    }
    return makeTurnedBox(center, {item.width, item.depth}, turn);
}

/// Which sides of a wing are facades of the building; the others join the next wing.
struct Facades
{
    bool west, east, south, north;
};

class Wing
{
public:
    Wing(FloorPlan& plan, int column, int row)
        : plan_(plan),
          corner_{column * toCentimetres(kWingWidth + kWall) - toCentimetres(kMargin),
                  row * toCentimetres(kWingDepth + kWall) - toCentimetres(kMargin)}
    {
    }

    Vec2 offset() const { return toMetres(corner_); }

    void addRooms()
    {
        for (const Rectangle& r : kRooms) plan_.add(r.x0, r.y0, r.x1, r.y1, corner_);
        for (const Rectangle& r : kDoors) plan_.add(r.x0, r.y0, r.x1, r.y1, corner_);
        for (const Rectangle& r : kFittings) plan_.subtract(r.x0, r.y0, r.x1, r.y1, corner_);
    }

    void addFacades(const Facades& facades)
    {
        if (facades.south) addSouthFacade();
        if (facades.north) addNorthFacade();
        if (facades.west)
            for (double y : {12.6, 16.6, 19.8}) plan_.add(-0.4, y, 0, y + 1.8, corner_);
        if (facades.east)
        {
            addApse({40, 9.5}, 1.1, -0.25, 8); // at the end of the corridor
            for (double y : {16.4, 19.8}) plan_.add(40, y, 40.4, y + 2.0, corner_);
        }
        else
            plan_.add(40, 8.3, 40 + kWall, 10.7, corner_);
        // The gallery of this wing opens into the foyer of the next.
        if (!facades.north) plan_.add(1.4, 24, 3.8, 24 + kWall, corner_);
    }

private:
    void addSouthFacade()
    {
        plan_.add(3.0, -1.2, 6.0, 0, corner_); // porch
        for (double x : {10.4, 16.4})          // bay windows of the offices
            addBay({x, 0}, {x + 3.2, 0}, {{x + 0.7, -0.8}, {x + 2.5, -0.8}});
        addBow({31.0, 0}, {38.0, 0}, 1.2, 12); // the café's window
    }

    void addNorthFacade()
    {
        addApse({21, 24}, 3.2, 0, 14); // of the great hall
        for (double x : {1.0, 4.2, 7.4}) plan_.add(x, 24, x + 1.6, 24.4, corner_);
    }

    void addBay(Vec2 from, Vec2 to, Ring between)
    {
        for (Vec2& p : between) p = p + offset();
        plan_.addBay({toPlan(from), toPlan(to), std::move(between)});
    }

    /// Half a circle, from `turn` on.
    void addApse(Vec2 center, double radius, double turn, int segment_count)
    {
        const Ring arc = makeArc(center, radius, turn, turn + 0.5, segment_count);
        addBay(arc.front(), arc.back(), Ring(arc.begin() + 1, arc.end() - 1));
    }

    /// A shallow arc that reaches `rise` beyond the wall.
    void addBow(Vec2 from, Vec2 to, double rise, int segment_count)
    {
        const double half_width = distance(from, to) / 2;
        const Vec2 along = (to - from) / (2 * half_width);
        const double radius = (half_width * half_width + rise * rise) / (2 * rise);
        const Vec2 center = (from + to) / 2 + perpendicular(along) * (radius - rise);
        Ring between;
        for (int k = 1; k < segment_count; ++k)
        {
            // The tangent of half the angle from the middle of the arc gives its sine and cosine without trigonometry.
            const double s = (2.0 * k / segment_count - 1) * rise / half_width;
            between.push_back(center + (along * (2 * s) - perpendicular(along) * (1 - s * s)) * (radius / (1 + s * s)));
        }
        addBay(from, to, std::move(between));
    }

    PlanPoint toPlan(Vec2 p) const { return {toCentimetres(p.x) + corner_.x, toCentimetres(p.y) + corner_.y}; }

    FloorPlan& plan_;
    PlanPoint corner_;
};

} // namespace

SceneInput buildRooms(const GeneratorOptions& options)
{
    const Layout layout = computeLayout(computeCount(1, options.scale, 1));
    Random random(options.seed);
    FloorPlan plan;
    SceneInput input;
    for (int row = 0; row < layout.rows; ++row)
        for (int column = 0; column < layout.columns; ++column)
        {
            Wing wing(plan, column, row);
            wing.addRooms();
            wing.addFacades({column == 0, column + 1 == layout.columns, row == 0, row + 1 == layout.rows});
            for (const Furniture& item : kFurniture) addObstacle(input, makeFurniture(item, random, wing.offset()));
        }
    input.areas.push_back(plan.buildArea());
    return input;
}

} // namespace clearway::generators
