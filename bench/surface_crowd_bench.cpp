// SPDX-License-Identifier: MIT
// A crowd on a surface: everybody walks between random places of a terrain, planning included. Beside it the same number of
// people as dense on flat ground, in the same run; there is no other library that does this to compare with.
#include <cmath>
#include <string>
#include <vector>

#include <clearway/crowd.h>
#include <clearway/plan.h>
#include <clearway/scene.h>
#include <clearway/scene/mesh_generators.h>
#include <clearway/surface.h>

#include "bench.h"
#include "crowd_run.h"

namespace clearway::bench {
namespace {

constexpr int kCount = 10'000;
constexpr double kDt = 0.1;
constexpr double kRadius = 0.25;
constexpr double kSpeed = 1.34;

CrowdRun measure(const World& world, int ticks)
{
    Crowd crowd(world, {.steering = orca()});
    crowd.reserve(kCount);
    for (std::uint64_t i = 0; crowd.size() < kCount && i < 10 * kCount; ++i)
    {
        Vec2 position;
        if (!world.ground->findRandomPoint(1, i, kRadius + 0.01, kNone, position)) continue;
        require(crowd.add({.position = position, .radius = kRadius, .goal = clearway::Goal::random(7), .speed = kSpeed}));
    }
    return measureCrowd(crowd, kDt, ticks);
}

/// Flat ground with as much room.
World makePlain(double area)
{
    const double width = std::sqrt(area / 2);
    SceneInput input;
    input.areas.push_back({.outline = {{{0, 0}, {width, 0}, {width, 2 * width}, {0, 2 * width}}}});
    return require(buildWorld(require(buildScene(input))));
}

} // namespace

std::vector<BenchResult> benchSurfaceCrowd()
{
    constexpr int kTicks = 1000;
    const SurfaceMesh mesh = require(buildSurfaceMesh(require(buildTriangleMesh("terrain"))));
    const CrowdRun run = measure(require(buildWorld(PlannerParts{.surface = mesh}, "surface")), kTicks);
    const CrowdRun plain = measure(makePlain(mesh.area()), kTicks);
    return {{.name = "surface crowd/terrain 10,000, orca, planning included",
             .value = run.mean / kCount * 1e9,
             .unit = "ns per agent-step",
             .peer = "the same on flat ground of equal area",
             .peer_value = plain.mean / kCount * 1e9,
             .checksum = run.hash,
             .goal_kind = Goal::at_most_time,
             .goal = 2000},
            {.name = "surface crowd/terrain 10,000, orca, after the first plans",
             .value = run.median / kCount * 1e9,
             .unit = "ns per agent-step",
             .peer = "the same on flat ground of equal area",
             .peer_value = plain.median / kCount * 1e9,
             .checksum = run.hash},
            {.name = "surface crowd/terrain 10,000, first plans",
             .value = run.first / kCount * 1e6,
             .unit = "us per agent",
             .checksum = run.hash}};
}

} // namespace clearway::bench
