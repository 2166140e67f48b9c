// SPDX-License-Identifier: MIT
// One shape cut into triangles of four sizes: with averaging, the same ground is walkable.
#include <algorithm>

#include <gtest/gtest.h>

#include <clearway/scene/mesh_generators.h>
#include <clearway/surface.h>

namespace clearway {
namespace {

SurfaceMesh buildRamp(double detail, double averaging_length)
{
    return buildSurfaceMesh(buildTriangleMesh("ramp", {.detail = detail}).value(),
                            {.max_acceleration = 0.5,
                             .curvature = {.averaging_length = averaging_length},
                             .gravity = {.kind = Gravity::Kind::direction}}) // without the walls, whose coarse edges are 2 m
        .value();
}

/// How far the farthest of many places of `a` is from `b`.
double measureExcess(const SurfaceQuery& a, const SurfaceQuery& b)
{
    double excess = 0;
    for (std::uint64_t i = 0; i < 3000; ++i)
    {
        const Vec3 p = a.findRandomPlace({.seed = 5, .index = i}).position;
        excess = std::max(excess, distance(p, b.findNearest(p).position));
    }
    return excess;
}

TEST(Resolution, WithAveragingTheWalkableRampIsTheSameWithinOneCoarseEdge)
{
    constexpr double kCoarseEdge = 1; // of detail 0.25, without its diagonals
    std::vector<SurfaceQuery> ramps;
    for (const double detail : {0.25, 1.0, 4.0, 9.0}) ramps.emplace_back(buildRamp(detail, 0.5));
    for (std::size_t i = 0; i < ramps.size(); ++i)
    {
        EXPECT_LT(ramps[i].mesh().area(), 0.95 * 576); // something is cut
        for (std::size_t k = 0; k < ramps.size(); ++k)
            EXPECT_LT(measureExcess(ramps[i], ramps[k]), kCoarseEdge) << i << " against " << k;
        EXPECT_NEAR(ramps[i].mesh().area(), ramps.back().mesh().area(), 0.12 * ramps.back().mesh().area());
    }
}

TEST(Resolution, WithoutAveragingFinerTrianglesMakeTheSameCreaseAnObstacle)
{
    // The foot of the ramp bends by 11 degrees: a = v^2 sin(5.6 degrees) / h.
    const auto isFootWalkable = [](double detail) {
        const SurfaceQuery ramp(buildRamp(detail, 0));
        return distance(ramp.findNearest({3, 11.75, 0}).position, {3, 11.75, 0}) < 1e-6;
    };
    EXPECT_TRUE(isFootWalkable(1));
    EXPECT_FALSE(isFootWalkable(16));
}

} // namespace
} // namespace clearway
