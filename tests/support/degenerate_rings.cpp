// SPDX-License-Identifier: MIT
#include "tests/support/degenerate_rings.h"

#include <cmath>
#include <limits>
#include <utility>

#include <clearway/base/random.h>

namespace clearway::test {

namespace {

const double kNaN = std::numeric_limits<double>::quiet_NaN();
const double kInfinity = std::numeric_limits<double>::infinity();

Ring square(double x, double y, double size) { return {{x, y}, {x + size, y}, {x + size, y + size}, {x, y + size}}; }

Ring reversed(Ring ring) { return {ring.rbegin(), ring.rend()}; }

Ring movedBy(Ring ring, Vec2 offset)
{
    for (Vec2& p : ring) p = p + offset;
    return ring;
}

Ring scaledBy(Ring ring, double factor)
{
    for (Vec2& p : ring) p = p * factor;
    return ring;
}

/// The i-th of n points around a circle, not quite evenly spaced, by fractions that every machine computes alike.
Vec2 pointOnCircle(int i, int n, double radius)
{
    const double turn = 4.0 * i / n, s = turn - std::floor(turn);
    const Vec2 p{radius * ((1 - s * s) / (1 + s * s)), radius * (2 * s / (1 + s * s))};
    switch (static_cast<int>(turn))
    {
    case 0: return p;
    case 1: return perpendicular(p);
    case 2: return -p;
    default: return -perpendicular(p);
    }
}

SceneInput area(Ring outline, std::vector<Ring> holes = {})
{
    SceneInput::AreaInput result{{std::move(outline), {}}, {}, 0};
    for (Ring& hole : holes) result.holes.push_back({std::move(hole), {}});
    SceneInput input;
    input.areas.push_back(std::move(result));
    return input;
}

SceneInput areas(std::vector<Ring> outlines)
{
    SceneInput input;
    for (Ring& outline : outlines) input.areas.push_back({{std::move(outline), {}}, {}, 0});
    return input;
}

SceneInput withObstacles(SceneInput input, std::vector<Ring> obstacles)
{
    for (Ring& ring : obstacles) input.obstacles.push_back({{std::move(ring), {}}, 0});
    return input;
}

class List
{
public:
    void scene(std::string name, SceneInput input, double expected_area = -1)
    {
        input.name = name;
        cases_.push_back({std::move(name), std::move(input), Expected::scene, expected_area});
    }
    void refusal(std::string name, SceneInput input)
    {
        input.name = name;
        cases_.push_back({std::move(name), std::move(input), Expected::refusal, -1});
    }
    std::vector<DegenerateCase> take() { return std::move(cases_); }

private:
    std::vector<DegenerateCase> cases_;
};

void addNothing(List& list)
{
    list.refusal("no areas", {});
    list.refusal("obstacles without areas", withObstacles({}, {square(0, 0, 1)}));
    list.refusal("an empty outline", area({}));
    list.refusal("one point", area({{1, 2}}));
    list.refusal("two points", area({{1, 2}, {3, 4}}));
    list.refusal("one point three times", area({{1, 2}, {1, 2}, {1, 2}}));
    list.refusal("three points on a line", area({{0, 0}, {1, 1}, {2, 2}}));
    list.refusal("many points on a level line", area({{0, 5}, {3, 5}, {1, 5}, {9, 5}, {4, 5}, {0, 5}}));
    list.refusal("out and back on the same way", area({{0, 0}, {4, 1}, {6, 5}, {9, 2}, {6, 5}, {4, 1}}));
    list.refusal("only empty outlines", areas({{}, {}, {}}));
    list.refusal("a hole like the outline", area(square(0, 0, 4), {square(0, 0, 4)}));
    list.refusal("a hole around the outline", area(square(0, 0, 4), {square(-1, -1, 9)}));
    list.refusal("an obstacle over everything",
                 withObstacles(areas({square(0, 0, 4), square(9, 9, 2)}), {square(-100, -100, 500)}));
    list.refusal("two obstacles that cover the area together",
                 withObstacles(area(square(0, 0, 4)), {{{0, 0}, {3, 0}, {3, 4}, {0, 4}}, {{2, -1}, {5, -1}, {5, 5}, {2, 5}}}));
    list.scene("an empty outline beside a real one", areas({{}, square(0, 0, 2)}), 4);
    list.scene("an empty hole", area(square(0, 0, 2), {{}}), 4);
    list.scene("a hole of one point", area(square(0, 0, 2), {{{1, 1}}}), 4);
    list.scene("a hole that is a line", area(square(0, 0, 2), {{{0.5, 0.5}, {1.5, 1.5}, {1, 1}}}), 4);
    list.scene("an obstacle that is a line across", withObstacles(area(square(0, 0, 2)), {{{-1, 1}, {3, 1}}}), 4);
}

void addNumbers(List& list)
{
    list.refusal("x is not a number", area({{0, 0}, {kNaN, 0}, {1, 1}}));
    list.refusal("y is not a number", area({{0, 0}, {1, 0}, {1, kNaN}}));
    list.refusal("x is infinite", area({{0, 0}, {kInfinity, 0}, {1, 1}}));
    list.refusal("y is minus infinity", area({{0, 0}, {1, -kInfinity}, {1, 1}}));
    list.refusal("all coordinates are not numbers", area({{kNaN, kNaN}, {kNaN, kNaN}, {kNaN, kNaN}}));
    list.refusal("a hole with an infinite point", area(square(0, 0, 4), {{{1, 1}, {2, 1}, {2, kInfinity}}}));
    list.refusal("an obstacle that is not a number", withObstacles(area(square(0, 0, 4)), {{{1, 1}, {2, kNaN}, {2, 2}}}));
    list.refusal("coordinates of 1e300", area(scaledBy(square(-1, -1, 2), 1e300)));
    list.refusal("the largest doubles", area(scaledBy(square(-1, -1, 2), std::numeric_limits<double>::max() / 2)));
    list.refusal("an obstacle at 1e300", withObstacles(area(square(0, 0, 4)), {scaledBy(square(-1, -1, 2), 1e300)}));
    list.refusal("denormal size", area(scaledBy(square(0, 0, 1), 5e-324)));
    list.refusal("too far out for its size", area(movedBy(square(0, 0, 1), {1e17, 1e17})));
    list.scene("huge: 1e15 in size", area(scaledBy(square(-1, -1, 2), 1e15)), 4e30);
    list.scene("far: 1e15 from the origin", area(movedBy(square(0, 0, 8), {1e15, -1e15})), 64);
    list.scene("far UTM",
               area(movedBy(square(0, 0, 40), {500123.25, 5800456.5}), {movedBy(square(10, 10, 5), {500123.25, 5800456.5})}),
               1575);
    list.scene("tiny: 1e-9 in size", area(scaledBy(square(0, 0, 1), 1e-9)));
    list.scene("tiny and away from the origin", area(movedBy(scaledBy(square(0, 0, 1), 1e-9), {3, 7})));
    list.scene("negative zero", area({{-0.0, -0.0}, {1, -0.0}, {1, 1}, {-0.0, 1}}), 1);
    list.scene("an obstacle that reaches to 1e30", withObstacles(area(square(0, 0, 4)), {{{2, -1e30}, {1e30, 2}, {2, 1e30}}}));
    list.scene("a hole that reaches to 1e12", area(square(0, 0, 4), {{{-1e12, 3}, {1e12, 3}, {1e12, 1e12}, {-1e12, 1e12}}}), 12);
    list.scene("one point of the outline far away", area({{0, 0}, {1e7, 0}, {1, 1}, {0, 1}}));
    list.scene("on the edge of a power of two", area(movedBy(square(-4, -4, 8), {0x1p40, 0x1p40})), 64);
    list.scene("as wide as the earth, a metre high", area({{0, 0}, {4e7, 0}, {4e7, 1}, {0, 1}}), 4e7);
    list.refusal("as wide as the earth, a millimetre high", area({{0, 0}, {4e7, 0}, {4e7, 1e-3}, {0, 1e-3}}));
    SceneInput heights = area(square(0, 0, 4));
    heights.areas[0].outline.heights = {0, 1, kNaN, 2};
    list.refusal("a height that is not a number", heights);
    heights.areas[0].outline.heights = {0, 1};
    list.refusal("fewer heights than points", heights);
    heights.areas[0].outline.heights = {0, 1, 2, 3};
    list.scene("heights", heights, 16);
    SceneInput layers = area(square(0, 0, 4));
    layers.areas[0].layer = -1;
    list.refusal("a negative layer", layers);
    layers.areas[0].layer = 1 << 30;
    list.refusal("a layer beyond all floors", layers);
}

void addPoints(List& list)
{
    list.scene("clockwise outline", area(reversed(square(0, 0, 4))), 16);
    list.scene("counter-clockwise hole", area(square(0, 0, 4), {square(1, 1, 2)}), 12);
    list.scene("first point repeated at the end", area({{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}}), 16);
    list.scene("every point three times",
               area({{0, 0}, {0, 0}, {0, 0}, {4, 0}, {4, 0}, {4, 0}, {4, 4}, {4, 4}, {4, 4}, {0, 4}, {0, 4}, {0, 4}}), 16);
    list.scene("points on straight sides", area({{0, 0}, {1, 0}, {2, 0}, {4, 0}, {4, 1}, {4, 4}, {3, 4}, {0, 4}, {0, 2}}), 16);
    list.scene("starts in the middle of a side", area({{2, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}}), 16);
    list.scene("a spike outwards", area({{0, 0}, {4, 0}, {4, 4}, {4, 9}, {4, 4}, {0, 4}}), 16);
    list.scene("a slanted spike outwards", area({{0, 0}, {4, 0}, {4, 4}, {7, 9}, {4, 4}, {0, 4}}), 16);
    list.scene("a spike inwards", area({{0, 0}, {4, 0}, {4, 4}, {2, 2}, {4, 4}, {0, 4}}), 16);
    list.scene("a spike from the middle of a side", area({{0, 0}, {2, 0}, {2, 3}, {2, 0}, {4, 0}, {4, 4}, {0, 4}}), 16);
    list.scene("a spike along a side", area({{0, 0}, {9, 0}, {4, 0}, {4, 4}, {0, 4}}), 16);
    list.scene("a spike through the opposite side", area({{0, 0}, {2, 0}, {2, 9}, {2, 0}, {4, 0}, {4, 4}, {0, 4}}), 16);
    list.scene("a spike at the first point", area({{-5, -5}, {0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}}), 16);
    list.scene("a bent spike", area({{0, 0}, {4, 0}, {4, 4}, {5, 6}, {8, 6}, {5, 6}, {4, 4}, {0, 4}}), 16);
    list.scene("side run three times", area({{0, 0}, {4, 0}, {0, 0}, {4, 0}, {4, 4}, {0, 4}}), 16);
    list.scene("sides shorter than the quantum", area({{0, 0}, {4, 0}, {4, 1e-12}, {4, 4}, {4 - 1e-12, 4}, {0, 4}, {0, 1e-13}}));
}

void addSelfCrossings(List& list)
{
    const Ring pentagram = {{0, 10}, {6, -8}, {-9, 3}, {9, 3}, {-6, -8}};
    list.scene("bow-tie", area({{0, 0}, {4, 4}, {4, 0}, {0, 4}}), 8);
    list.scene("figure of eight", area({{0, 0}, {2, 0}, {2, 3}, {4, 3}, {4, 1}, {1, 1}, {1, 2}, {0, 2}}));
    list.scene("pentagram", area(pentagram));
    list.scene("pentagram as a hole", area(square(-20, -20, 40), {pentagram}));
    list.scene("pentagram as an obstacle", withObstacles(area(square(-20, -20, 40)), {pentagram}));
    list.scene("two loops the same way round",
               area({{0, 0}, {8, 0}, {8, 8}, {0, 8}, {0, 0}, {2, 2}, {6, 2}, {6, 6}, {2, 6}, {2, 2}}), 64);
    list.scene("two loops opposite ways round",
               area({{0, 0}, {8, 0}, {8, 8}, {0, 8}, {0, 0}, {2, 2}, {2, 6}, {6, 6}, {6, 2}, {2, 2}}), 48);
    list.scene("the same square run twice", area({{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}, {4, 0}, {4, 4}, {0, 4}}), 16);
    list.refusal("the same square run forth and back", area({{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}, {0, 4}, {4, 4}, {4, 0}}));
    list.scene("a ring that touches itself at a vertex", area({{0, 0}, {4, 0}, {4, 4}, {2, 2}, {0, 4}, {0, 3}, {2, 2}, {0, 1}}));
    list.scene("a ring that touches its own side", area({{0, 0}, {4, 0}, {4, 4}, {2, 0}, {0, 4}}), 8);
    list.scene("a ring with a slit to its hole",
               area({{0, 0}, {8, 0}, {8, 8}, {0, 8}, {0, 4}, {2, 4}, {2, 6}, {6, 6}, {6, 2}, {2, 2}, {2, 4}, {0, 4}}), 48);
    list.scene("a cross of bars in one ring",
               area({{0, 3}, {9, 3}, {9, 5}, {0, 5}, {0, 4}, {4, 4}, {4, 9}, {6, 9}, {6, 0}, {4, 0}, {4, 4}, {0, 4}}));
    Ring star;
    for (int i = 0; i < 41; ++i) star.push_back(pointOnCircle((i * 19) % 41, 41, 100));
    list.scene("a star of long chords", area(star));
    Random random(5);
    Ring scribble;
    for (int i = 0; i < 120; ++i) scribble.push_back({random.uniform(0, 10), random.uniform(0, 10)});
    list.scene("a scribble of 120 points", area(scribble));
}

void addHoles(List& list)
{
    const Ring outline = square(0, 0, 10);
    list.scene("a hole outside the outline", area(outline, {square(20, 20, 2)}), 100);
    list.scene("a hole across the outline", area(outline, {square(8, 4, 4)}), 92);
    list.scene("a hole that cuts the area in two", area(outline, {{{4, -1}, {6, -1}, {6, 11}, {4, 11}}}), 80);
    list.scene("a hole along a side of the outline", area(outline, {square(0, 4, 2)}), 96);
    list.scene("a hole in a corner of the outline", area(outline, {square(0, 0, 2)}), 96);
    list.scene("a hole that touches the outline at a vertex", area(outline, {{{0, 5}, {3, 3}, {3, 7}}}), 94);
    list.scene("a hole whose side a vertex of the outline touches",
               area({{0, 0}, {10, 0}, {10, 10}, {5, 6}, {0, 10}}, {{{2, 4}, {8, 4}, {8, 6}, {2, 6}}}), 68);
    list.scene("a hole that touches a corner of the outline", area(outline, {{{0, 0}, {4, 2}, {2, 4}}}), 94);
    list.scene("holes that overlap", area(outline, {square(2, 2, 4), square(4, 4, 4)}), 72);
    list.scene("holes that touch at a vertex", area(outline, {square(2, 2, 3), square(5, 5, 3)}), 82);
    list.scene("holes that share an edge", area(outline, {square(2, 2, 3), square(5, 2, 3)}), 82);
    list.scene("holes that share a part of an edge", area(outline, {square(2, 2, 3), square(5, 4, 3)}), 82);
    list.scene("a vertex of one hole on an edge of another", area(outline, {square(2, 2, 4), {{6, 4}, {8, 3}, {8, 5}}}), 82);
    list.scene("a hole in a hole", area(outline, {square(2, 2, 6), square(4, 4, 2)}), 64);
    list.scene("the same hole twice", area(outline, {square(2, 2, 6), square(2, 2, 6)}), 64);
    list.scene("the same hole twice, once turned round", area(outline, {square(2, 2, 6), reversed(square(2, 2, 6))}), 64);
    list.scene("a ring of holes around free space",
               area(outline, {{{2, 2}, {8, 2}, {8, 3}, {2, 3}},
                              {{7, 3}, {8, 3}, {8, 7}, {7, 7}},
                              {{2, 7}, {8, 7}, {8, 8}, {2, 8}},
                              {{2, 3}, {3, 3}, {3, 7}, {2, 7}}}),
               80);
    list.scene("holes that enclose free space and touch at vertices only",
               area(outline, {{{5, 1}, {9, 5}, {7, 5}, {5, 3}},
                              {{9, 5}, {5, 9}, {5, 7}, {7, 5}},
                              {{5, 9}, {1, 5}, {3, 5}, {5, 7}},
                              {{1, 5}, {5, 1}, {5, 3}, {3, 5}}}),
               76);
    std::vector<Ring> grid;
    for (int i = 0; i < 12; ++i)
    {
        for (int j = 0; j < 12; ++j) grid.push_back(square(i, j, 1));
    }
    list.scene("a chessboard of holes that share edges", area(square(-1, -1, 14), grid), 52);
    std::vector<Ring> board;
    for (int i = 0; i < 12; ++i)
    {
        for (int j = i % 2; j < 12; j += 2) board.push_back(square(i, j, 1));
    }
    list.scene("a chessboard of holes that touch at vertices", area(square(-1, -1, 14), board), 124);
    list.scene("a chessboard that fills its area", area(square(0, 0, 12), board), 72);
}

void addAreas(List& list)
{
    list.scene("two areas with a common edge", areas({square(0, 0, 4), square(4, 0, 4)}), 32);
    list.scene("two areas with a part of an edge in common", areas({square(0, 0, 4), square(4, 2, 4)}), 32);
    list.scene("two areas that touch at a vertex", areas({square(0, 0, 4), square(4, 4, 4)}), 32);
    list.scene("two areas, a vertex on an edge", areas({square(0, 0, 4), {{4, 2}, {6, 1}, {6, 3}}}), 18);
    list.scene("two areas that overlap", areas({square(0, 0, 4), square(2, 2, 4)}), 28);
    list.scene("the same area twice", areas({square(0, 0, 4), square(0, 0, 4)}), 16);
    list.scene("the same area twice, once turned round", areas({square(0, 0, 4), reversed(square(0, 0, 4))}), 16);
    list.scene("an area inside another", areas({square(0, 0, 8), square(2, 2, 3)}), 64);
    list.scene("four areas around a point", areas({square(0, 0, 2), square(2, 0, 2), square(0, 2, 2), square(2, 2, 2)}), 16);
    list.scene("areas in a ring around a gap",
               areas({{{0, 0}, {6, 0}, {6, 2}, {0, 2}},
                      {{4, 0}, {6, 0}, {6, 6}, {4, 6}},
                      {{0, 4}, {6, 4}, {6, 6}, {0, 6}},
                      square(0, 0, 2),
                      {{0, 0}, {2, 0}, {2, 6}, {0, 6}}}),
               32);
    SceneInput island = area(square(0, 0, 10), {square(2, 2, 6)});
    island.areas.push_back({{square(4, 4, 2), {}}, {}, 0});
    list.scene("an island in a hole", island, 68);
    SceneInput filling = area(square(0, 0, 10), {square(2, 2, 6)});
    filling.areas.push_back({{square(2, 2, 6), {}}, {}, 0});
    list.scene("an area that fills another's hole", filling, 100);
    SceneInput overlap = area(square(0, 0, 10), {square(2, 2, 6)});
    overlap.areas.push_back({{square(1, 1, 8), {}}, {{square(3, 3, 4), {}}}, 0});
    list.scene("the holes of overlapping areas", overlap, 84);
    SceneInput floors = area(square(0, 0, 4));
    floors.areas.push_back({{square(2, 2, 4), {}}, {}, 1});
    floors.obstacles.push_back({{square(1, 1, 2), {}}, 0});
    floors.obstacles.push_back({{square(100, 100, 2), {}}, 7});
    list.scene("two floors", floors, 28);
}

void addObstacles(List& list)
{
    const SceneInput room = area(square(0, 0, 10));
    list.scene("an obstacle outside", withObstacles(room, {square(20, 20, 4)}), 100);
    list.scene("an obstacle across the outline", withObstacles(room, {square(8, 8, 9)}), 96);
    list.scene("obstacles that cross like a plus",
               withObstacles(room, {{{4, 1}, {6, 1}, {6, 9}, {4, 9}}, {{1, 4}, {9, 4}, {9, 6}, {1, 6}}}), 72);
    list.scene("an obstacle that cuts the room in two", withObstacles(room, {{{4, 0}, {5, 0}, {5, 10}, {4, 10}}}), 90);
    list.scene("an obstacle in a hole", withObstacles(area(square(0, 0, 10), {square(2, 2, 6)}), {square(4, 4, 2)}), 64);
    list.scene("an obstacle in an obstacle", withObstacles(room, {square(2, 2, 6), square(4, 4, 2)}), 64);
    list.scene("obstacles with opposite orientation over each other",
               withObstacles(room, {square(2, 2, 6), reversed(square(4, 4, 6))}), 44);
    list.scene("two rooms joined by touching obstacles",
               withObstacles(room, {{{5, 0}, {6, 5}, {4, 5}}, {{4, 5}, {6, 5}, {5, 10}}}), 90);
    list.scene("a corridor as wide as a quantum",
               withObstacles(room, {{{0, 0}, {5, 0}, {5, 9}, {0, 9}}, {{5 + 0x1p-26, 0}, {10, 0}, {10, 9}, {5 + 0x1p-26, 9}}}));
    list.scene("a wall thinner than a quantum", withObstacles(room, {{{5, 1}, {5 + 1e-12, 1}, {5 + 1e-12, 9}, {5, 9}}}), 100);
    list.scene("a wedge that ends below the quantum", withObstacles(room, {{{0, 5}, {10, 5 + 1e-9}, {10, 5}}}));
    list.scene("edges that almost lie on each other",
               withObstacles(room, {{{1, 1}, {9, 1 + 3e-9}, {9, 2}, {1, 2}}, {{1, 1}, {9, 1}, {5, 1 + 2e-9}}}));
    list.scene("vertices that almost lie on an edge",
               withObstacles(room, {{{1, 1}, {9, 2}, {5, 1.5 + 4e-9}, {3, 4}}, {{3, 1.25 - 5e-9}, {7, 1.75 - 5e-9}, {5, 0.2}}}));
}

void addLarge(List& list)
{
    Ring comb;
    for (int i = 0; i < 500; ++i)
    {
        comb.push_back({i + 0.0, i % 2 == 0 ? 0.0 : 1000.0});
        comb.push_back({i + 0.5, i % 2 == 0 ? 0.0 : 1000.0});
    }
    comb.push_back({500, -10});
    comb.push_back({-1, -10});
    list.scene("a comb with long teeth", area(comb));

    Ring zigzag;
    for (int i = 0; i < 5000; ++i) zigzag.push_back({i + 0.0, i % 2 == 0 ? 0.0 : 1.0});
    for (int i = 5000; i-- > 0;) zigzag.push_back({i + 0.0, i % 2 == 0 ? 2.0 : 3.0});
    list.scene("a zig-zag of 10,000 points", area(zigzag));

    Ring crossing;
    for (int i = 0; i < 5000; ++i) crossing.push_back({i + 0.0, i % 2 == 0 ? 0.0 : 2.0});
    for (int i = 5000; i-- > 0;) crossing.push_back({i + 0.0, i % 2 == 0 ? 1.0 : 3.0});
    list.scene("a zig-zag band of 10,000 points", area(crossing));
    for (std::size_t i = 5000; i < 10000; ++i) crossing[i].y = 3 - crossing[i].y;
    list.scene("a zig-zag that crosses itself 5,000 times", area(crossing));

    Ring fan;
    for (int i = 0; i < 200; ++i)
    {
        fan.push_back({0, 0});
        fan.push_back({1000.0 - i, 5.0 * i});
        fan.push_back({999.0 - i, 5.0 * i + 2});
    }
    list.scene("two hundred blades from one point", area(fan));

    Ring circle;
    for (int i = 0; i < 3000; ++i) circle.push_back(pointOnCircle(i, 3000, 1e6));
    list.scene("a circle of 3,000 points", area(circle));
}

} // namespace

std::vector<DegenerateCase> buildDegenerateCases()
{
    List list;
    addNothing(list);
    addNumbers(list);
    addPoints(list);
    addSelfCrossings(list);
    addHoles(list);
    addAreas(list);
    addObstacles(list);
    addLarge(list);
    return list.take();
}

} // namespace clearway::test
