// SPDX-License-Identifier: MIT
// After: R. Oliva, N. Pelechano. Clearance for diversity of agents' sizes in navigation meshes. 2014, figures 20 to 22.
// The paper drew its bad cells by hand. Here the geometry itself is awkward, so that any decomposition meets slivers, portals
// close to walls and cells narrower than an agent: corners that just miss each other, plates almost parallel to walls, a fan of
// shards.
#include "scene/generators/catalogue.h"
#include "scene/generators/outlines.h"
#include "scene/generators/turn.h"

namespace clearway::generators {

namespace {

constexpr double kWidth = 44;
constexpr double kDepth = 26;

/// A hall whose long walls have teeth that almost face each other, and bulge by a hand's breadth elsewhere.
Ring makeHall()
{
    Ring ring = {{0, 0}, {4, 0.06}, {8, 0}};
    for (int k = 0; k < 5; ++k)
    {
        const double x = 14.5 + 3.2 * k;
        ring.insert(ring.end(), {{x - 1.1, 0}, {x, 6.5 + 0.4 * (k % 2)}, {x + 1.1, 0}});
    }
    ring.insert(ring.end(),
                {{34, 0.05}, {39, 0}, {kWidth, 0}, {kWidth + 0.08, 13}, {kWidth, kDepth}, {38, kDepth - 0.05}, {33, kDepth}});
    for (int k = 4; k >= 0; --k)
    {
        const double x = 14.5 + 3.2 * k + 0.15 * (k + 1);
        ring.insert(ring.end(), {{x + 0.9, kDepth}, {x, kDepth - 7.5 - 0.3 * (k % 3)}, {x - 1.3, kDepth}});
    }
    ring.insert(ring.end(), {{8, kDepth}, {4, kDepth - 0.06}, {0, kDepth}, {-0.05, 17}, {0, 9}});
    return ring;
}

/// A shard: a long thin triangle with its tip at distance `near` from the centre of the fan.
Ring makeShard(Vec2 center, double turn, double near, double far)
{
    const Vec2 axis = computeDirection(turn);
    const Vec2 tip = center + axis * near;
    const Vec2 tail = center + axis * far;
    const Vec2 side = perpendicular(axis) * 0.35;
    return {tip, tail - side, tail + side};
}

} // namespace

SceneInput buildIllConditioned(const GeneratorOptions& options)
{
    Random random(options.seed);
    SceneInput one;
    addArea(one, makeHall());
    // Each number has a name: compilers may evaluate the arguments of one call in any order.
    // A fan of shards in the west: tips close together, wedges between them.
    for (int k = 0; k < 11; ++k)
    {
        const double turn = (k + random.uniform(-0.12, 0.12)) / 11;
        const double near = random.uniform(1.5, 1.9);
        const double far = random.uniform(4, 4.8);
        addObstacle(one, makeShard({6.2, 13}, turn, near, far));
    }
    // Splinters in the aisle between the rows of teeth.
    for (int k = 0; k < 5; ++k)
    {
        const Vec2 center = {14.5 + 3.3 * k, 12.2 + random.uniform(-0.3, 0.3)};
        const double turn = random.uniform(-0.02, 0.02);
        addObstacle(one, makeTurnedBox(center, {2.3, 0.12}, turn));
    }
    // Plates in the east, almost parallel to the walls and to each other.
    for (int k = 0; k < 6; ++k)
        addObstacle(one, makeTurnedBox({33.8 + 1.7 * k, 13}, {0.25, 22.6 - 1.4 * (k % 3)}, random.uniform(-0.004, 0.004)));
    return repeat(one, options.scale, 4);
}

} // namespace clearway::generators
