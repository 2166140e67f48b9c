// SPDX-License-Identifier: MIT
// After: R. Geraerts, M. H. Overmars. Enhancing corridor maps for real-time path planning in virtual environments. 2008, figure 2
// (McKenna). The paper's model of a training village: 200 m by 200 m, 46 triangles of footprint. Its corridor map has 15 islands,
// so: 8 boxes of 2 triangles, 6 L-shapes of 4 and a church of 6. The layout is our own: a main street, a square before the
// church, farms at the edge.
#include "scene/generators/catalogue.h"
#include "scene/generators/outlines.h"

namespace clearway::generators {

namespace {

constexpr double kSize = 200;

struct House
{
    Vec2 center;
    Vec2 size;
    double turn;
};

constexpr House kBoxes[] = {
    {{27, 71}, {28, 15}, -0.008},  // south side of the main street, from west to east: smithy
    {{86, 70}, {19, 17}, 0},       //   inn, at the corner of the square
    {{121, 71}, {24, 15}, 0.006},  //   school
    {{171, 77}, {30, 14}, 0.022},  //   shops
    {{61, 114}, {14, 24}, 0},      // west of the square: town hall
    {{139, 117}, {14, 26}, 0.012}, // east of the square: post office
    {{101, 177}, {34, 12}, 0},     // behind the church: barn
    {{82, 33}, {15, 26}, 0},       // on the south road: cottages
};

struct Corner
{
    Vec2 center;
    Vec2 size;
    Vec2 arms; ///< widths of the arm along x and of the arm along y
    double turn;
};

constexpr Corner kCorners[] = {
    {{58, 67}, {24, 22}, {10, 9}, 0.5},      // south side of the main street, its yard behind
    {{28, 116}, {30, 28}, {11, 10}, 0.742},  // west end of the main street: farm
    {{172, 124}, {30, 28}, {11, 10}, 0.268}, // east end
    {{46, 164}, {36, 28}, {11, 11}, 0},      // north of the church: vicarage
    {{154, 168}, {34, 26}, {11, 10}, 0.258}, //   almshouse
    {{124, 32}, {36, 28}, {12, 10}, 0.75},   // on the south road: farm
};

/// An L around the origin: its arms lie along the lower and the left side of its box.
Ring makeCorner(const Corner& corner)
{
    const double w = corner.size.x / 2;
    const double d = corner.size.y / 2;
    const Ring shape = {
        {-w, -d}, {w, -d}, {w, -d + corner.arms.x}, {-w + corner.arms.y, -d + corner.arms.x}, {-w + corner.arms.y, d}, {-w, d}};
    return place(shape, corner.center, corner.turn);
}

/// A church as a T: its nave and tower point south to the square, its transept closes it to the north.
Ring makeChurch()
{
    const Ring shape = {{-5.5, -18}, {5.5, -18}, {5.5, 5}, {14, 5}, {14, 15}, {-14, 15}, {-14, 5}, {-5.5, 5}};
    return place(shape, {100, 137}, 0);
}

} // namespace

SceneInput buildMckenna(const GeneratorOptions& options)
{
    const Layout layout = computeLayout(computeCount(1, options.scale, 1));
    SceneInput input;
    addArea(input, makeBox({0, 0}, {kSize * layout.columns, kSize * layout.rows}));
    for (int row = 0; row < layout.rows; ++row)
        for (int column = 0; column < layout.columns; ++column)
        {
            const Vec2 offset = {kSize * column, kSize * row};
            const auto add = [&input, offset](Ring ring) {
                for (Vec2& p : ring) p = p + offset;
                addObstacle(input, std::move(ring));
            };
            for (const House& house : kBoxes) add(makeTurnedBox(house.center, house.size, house.turn));
            for (const Corner& corner : kCorners) add(makeCorner(corner));
            add(makeChurch());
        }
    return input;
}

} // namespace clearway::generators
