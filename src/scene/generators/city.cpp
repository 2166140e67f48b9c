// SPDX-License-Identifier: MIT
// After: R. Geraerts, M. H. Overmars. Enhancing corridor maps for real-time path planning in virtual environments. 2008, figure 2
// (City). The paper's city: 500 m by 500 m, 2122 triangles of footprint, 173 islands in its corridor map, alternative routes,
// ample spaces and narrow passages. The layout is our own: avenues from a central square, ring roads that turn from round to
// square, blocks between them; some blocks have a courtyard, some are a round building or only a kiosk on a plaza.
#include <algorithm>
#include <cmath>

#include "scene/generators/catalogue.h"
#include "scene/generators/outlines.h"
#include "scene/generators/turn.h"

namespace clearway::generators {

namespace {

constexpr double kIslandCount = 173;
constexpr double kVertexCount = 2122 + 2 * 173; // an island of n corners has n - 2 triangles
constexpr double kSquareRadius = 36;
constexpr double kEdgeStreet = 5;
constexpr int kAvenueCount = 7;

/// Streets are drawn in (turn, radius): round near the centre, square at the rim of the city.
class StreetMap
{
public:
    explicit StreetMap(double half_size) : half_size_(half_size) {}

    /// Distance from the centre to the ring of this radius in this direction, as a multiple of the radius.
    double stretchAt(Vec2 direction, double radius) const
    {
        const double x = direction.x * direction.x;
        const double y = direction.y * direction.y;
        const double norm =
            std::sqrt(std::sqrt(std::sqrt(x * x * x * x + y * y * y * y))); // the 8-norm: a square with soft corners
        const double t = std::clamp((radius - kSquareRadius) / (0.8 * half_size_), 0.0, 0.9); // 1 would have straight parts
        return 1 + t * (1 / norm - 1);
    }
    Vec2 pointAt(double turn, double radius) const
    {
        const Vec2 direction = computeDirection(turn);
        return Vec2{half_size_, half_size_} + direction * (radius * stretchAt(direction, radius));
    }
    /// How much of a turn a width in metres takes up on a ring, about.
    double toTurns(double width, double turn, double radius) const
    {
        constexpr double kTurn = 6.283185307179586;
        return width / (kTurn * radius * stretchAt(computeDirection(turn), radius));
    }

private:
    double half_size_;
};

/// The ground of one block, between two streets and two rings.
struct Plot
{
    double first_turn, last_turn;     ///< where the middle of the streets beside it runs
    double first_street, last_street; ///< half of their widths
    double inner_radius, outer_radius;
};

enum class Kind
{
    block,
    courtyard, ///< a block with a yard open to the ring road
    round,
    kiosk,
};

struct Block
{
    Plot plot;
    Kind kind = Kind::block;
    int outer_segments = 1; ///< of the side that faces outwards
    int inner_segments = 1; ///< of the side that faces the centre, on each side of a courtyard's gate
    double gate = 0;        ///< where the gate is: a fraction of the side
    double size = 0;        ///< of a round building or kiosk, metres
};

int countCorners(const Block& block)
{
    switch (block.kind)
    {
    case Kind::block: return block.outer_segments + 1 + block.inner_segments + 1;
    case Kind::courtyard: return block.outer_segments + 1 + 2 * (block.inner_segments + 1) + 2;
    case Kind::round:
    case Kind::kiosk: break;
    }
    return block.outer_segments;
}

/// Points along one side of a plot, from fraction `from` to fraction `to` of it.
void addSide(Ring& ring, const StreetMap& map, const Plot& plot, double radius, double from, double to, int segment_count)
{
    const double first = plot.first_turn + map.toTurns(plot.first_street, plot.first_turn, radius);
    const double last = plot.last_turn - map.toTurns(plot.last_street, plot.last_turn, radius);
    for (int k = 0; k <= segment_count; ++k)
    {
        const double t = from + (to - from) * k / segment_count;
        ring.push_back(map.pointAt(first + (last - first) * t, radius));
    }
}

Ring makeOutline(const StreetMap& map, const Block& block)
{
    const Plot& plot = block.plot;
    const double middle_turn = (plot.first_turn + plot.last_turn) / 2;
    const double middle_radius = (plot.inner_radius + plot.outer_radius) / 2;
    Ring ring;
    switch (block.kind)
    {
    case Kind::block:
        addSide(ring, map, plot, plot.outer_radius, 0, 1, block.outer_segments);
        addSide(ring, map, plot, plot.inner_radius, 1, 0, block.inner_segments);
        return ring;
    case Kind::courtyard:
        addSide(ring, map, plot, plot.outer_radius, 0, 1, block.outer_segments);
        addSide(ring, map, plot, plot.inner_radius, 1, block.gate + 0.18, block.inner_segments);
        addSide(ring, map, plot, middle_radius, block.gate + 0.22, block.gate - 0.22, 1);
        addSide(ring, map, plot, plot.inner_radius, block.gate - 0.18, 0, block.inner_segments);
        return ring;
    case Kind::round:
    case Kind::kiosk: break;
    }
    return makeRegularPolygon(map.pointAt(middle_turn, middle_radius), block.size, block.outer_segments, middle_turn);
}

struct RingRoad
{
    double inner_radius = 0; ///< of the blocks on it
    double outer_radius = 0;
};

std::vector<RingRoad> makeRingRoads(double half_size, Random& random)
{
    const double limit = half_size - kEdgeStreet;
    const int count = std::max(1, static_cast<int>(std::floor((limit - kSquareRadius) / 34 + 0.5)));
    std::vector<double> borders;
    for (int k = 0; k <= count; ++k)
    {
        const double jitter = k == 0 || k == count ? 0 : random.uniform(-4, 4);
        borders.push_back(kSquareRadius + (limit - kSquareRadius) * k / count + jitter);
    }
    std::vector<RingRoad> roads;
    double street = 0;
    for (int k = 0; k < count; ++k)
    {
        // Every third ring is a boulevard; the streets between are narrow or very narrow.
        const double next_street = k + 1 == count ? 0 : k % 3 == 1 ? 14 : random.uniform(3.5, 8);
        roads.push_back({borders[k] + street / 2, borders[k + 1] - next_street / 2});
        street = next_street;
    }
    return roads;
}

/// Divides the ground between two avenues along one ring into plots.
void addPlots(std::vector<Plot>& plots, const RingRoad& road, double first_turn, double last_turn, int count,
              const StreetMap& map, Random& random)
{
    constexpr double kAvenue = 5.5; // half of its width
    std::vector<double> borders;
    for (int k = 0; k <= count; ++k)
        borders.push_back(first_turn +
                          (last_turn - first_turn) * (k + (k == 0 || k == count ? 0 : random.uniform(-0.15, 0.15))) / count);
    double street = kAvenue;
    for (int k = 0; k < count; ++k)
    {
        double next_street = k + 1 == count            ? kAvenue
                             : random.uniform() < 0.45 ? random.uniform(0.8, 1.6)
                                                       : random.uniform(2, 4.5);
        // A street takes no more than a fifth of the plot beside it, so that the smallest plots keep a building.
        const double width = (borders[k + 1] - borders[k]) / map.toTurns(1, borders[k], road.inner_radius);
        next_street = std::min(next_street, 0.2 * width);
        const double set_back = random.uniform(0, 2.5);
        plots.push_back({borders[k], borders[k + 1], std::min(street, 0.3 * width), next_street, road.inner_radius + set_back,
                         road.outer_radius - random.uniform(0, 1.5)});
        street = next_street;
    }
}

std::vector<Plot> makePlots(int count, double half_size, const StreetMap& map, Random& random)
{
    const std::vector<RingRoad> roads = makeRingRoads(half_size, random);
    double total_weight = 0;
    const auto weightOf = [&map](const RingRoad& road) {
        const double radius = (road.inner_radius + road.outer_radius) / 2;
        return radius * (1 + map.stretchAt(computeDirection(0.125), radius)) / 2;
    };
    for (const RingRoad& road : roads) total_weight += weightOf(road);

    // Plots are shared out over rings and sectors by the length of street they have; rounding the running sum keeps the total
    // exact.
    std::vector<Plot> plots;
    double weight = 0;
    int given = 0;
    for (const RingRoad& road : roads)
    {
        const double road_weight = weightOf(road);
        for (int sector = 0; sector < kAvenueCount; ++sector)
        {
            const int wanted =
                static_cast<int>(std::floor(count * (weight + road_weight * (sector + 1) / kAvenueCount) / total_weight + 0.5));
            const bool is_last = &road == &roads.back() && sector + 1 == kAvenueCount;
            const int here = (is_last ? count : wanted) - given;
            const double first = (sector + 0.3) / kAvenueCount;
            if (here > 0) addPlots(plots, road, first, first + 1.0 / kAvenueCount, here, map, random);
            given += here;
        }
        weight += road_weight;
    }
    return plots;
}

Block makeBlock(const Plot& plot, const StreetMap& map, Random& random)
{
    Block block;
    block.plot = plot;
    const double depth = plot.outer_radius - plot.inner_radius;
    const double width = (plot.last_turn - plot.first_turn) / map.toTurns(1, plot.first_turn, plot.inner_radius);
    const double draw = random.uniform();
    block.kind = draw < 0.08                               ? Kind::kiosk
                 : draw < 0.2                              ? Kind::round
                 : draw < 0.62 && width > 22 && depth > 14 ? Kind::courtyard
                                                           : Kind::block;
    block.gate = random.uniform(0.42, 0.58);
    block.outer_segments = 4;
    block.inner_segments = block.kind == Kind::courtyard ? 2 : 4;
    if (block.kind == Kind::round)
    {
        block.size = 0.38 * std::min(depth, width);
        block.outer_segments = 16;
    }
    if (block.kind == Kind::kiosk)
    {
        block.size = random.uniform(2, 4);
        block.outer_segments = 6 + 2 * static_cast<int>(random.below(2));
    }
    return block;
}

/// Adds or takes away corners on curved sides, one block after the other, until there are `wanted` in all.
void adjustCorners(std::vector<Block>& blocks, int wanted)
{
    // Kiosks stay as they are, but a very small city may have nothing else.
    if (blocks.front().kind == Kind::kiosk) blocks.front().kind = Kind::round;
    int count = 0;
    for (const Block& block : blocks) count += countCorners(block);
    for (std::size_t k = 0; count != wanted; k = (k + 1) % blocks.size())
    {
        Block& block = blocks[k];
        if (block.kind == Kind::kiosk) continue;
        const int step = count < wanted ? 1 : -1;
        if (block.outer_segments + step < 1) continue;
        block.outer_segments += step;
        count += step;
    }
}

} // namespace

SceneInput buildCity(const GeneratorOptions& options)
{
    const int island_count = computeCount(kIslandCount, options.scale, 8);
    const double half_size = 250 * std::sqrt(island_count / kIslandCount);
    const StreetMap map(half_size);
    Random random(options.seed);

    SceneInput input;
    addArea(input, makeBox({0, 0}, {2 * half_size, 2 * half_size}));
    // The monument on the central square is an island, too.
    constexpr int kMonumentCorners = 24;
    addObstacle(input, makeRegularPolygon({half_size, half_size}, 7, kMonumentCorners));
    std::vector<Block> blocks;
    for (const Plot& plot : makePlots(island_count - 1, half_size, map, random)) blocks.push_back(makeBlock(plot, map, random));
    adjustCorners(blocks, static_cast<int>(std::floor(kVertexCount * island_count / kIslandCount + 0.5)) - kMonumentCorners);
    for (const Block& block : blocks) addObstacle(input, makeOutline(map, block));
    return input;
}

} // namespace clearway::generators
