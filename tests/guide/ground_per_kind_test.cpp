// SPDX-License-Identifier: MIT
// A ground with kinds of walkers answers for each agent as the ground of its kind does.
#include "guide/ground_per_kind.h"

#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/guide/on_navmesh.h>
#include <clearway/navmesh/build.h>

#include "tests/guide/support.h"

namespace clearway {
namespace {

std::shared_ptr<const Ground> makeGround(std::vector<Ring> obstacles)
{
    SceneInput input;
    input.areas.push_back({.outline = {.points = {{0, 0}, {20, 0}, {20, 20}, {0, 20}}}});
    for (Ring& ring : obstacles) input.obstacles.push_back({.outline = {.points = std::move(ring)}});
    return onNavMesh(buildNavMesh(buildScene(input).value()).value()).ground;
}

TEST(GroundPerKind, AnswersForEachAgentAsTheGroundOfItsKind)
{
    const std::vector<std::shared_ptr<const Ground>> grounds = {
        makeGround({}), makeGround({{{5, 5}, {15, 5}, {15, 15}, {5, 15}}}), makeGround({{{8, 0}, {12, 0}, {12, 18}, {8, 18}}})};
    const GroundPerKind all(grounds);
    ASSERT_EQ(all.kindCount(), 3u);
    constexpr double kRadius = 0.3;
    Random random(5);
    std::vector<Vec2> positions, targets, alone;
    std::vector<Footing> footings;
    std::vector<double> radii;
    std::vector<float> ranges;
    while (positions.size() < 200)
    {
        const auto kind = static_cast<std::uint16_t>(random.below(3));
        const Vec2 p{random.uniform(0, 20), random.uniform(0, 20)};
        Footing footing;
        if (!all.forKind(kind).hasRoom(p, kRadius, -1, footing)) continue;
        footing.kind = kind;
        positions.push_back(p);
        targets.push_back({random.uniform(-5, 25), random.uniform(-5, 25)});
        footings.push_back(footing);
        radii.push_back(kRadius);
        ranges.push_back(2);
    }
    WallList walls, own;
    all.findWalls(positions, footings, ranges, walls);
    for (std::size_t i = 0; i < positions.size(); ++i)
    {
        const Ground& ground = all.forKind(footings[i].kind);
        ground.findWalls({&positions[i], 1}, {&footings[i], 1}, {&ranges[i], 1}, own);
        ASSERT_EQ(walls.first[i + 1] - walls.first[i], own.walls.size());
        for (std::size_t k = 0; k < own.walls.size(); ++k) EXPECT_EQ(walls.walls[walls.first[i] + k].ax, own.walls[k].ax);
        EXPECT_EQ(all.computeWallDistance(positions[i], footings[i], 30),
                  ground.computeWallDistance(positions[i], footings[i], 30));
        Vec2 p = positions[i];
        Footing footing = footings[i];
        ground.move({{&p, 1}, {&targets[i], 1}, {&radii[i], 1}, {&footing, 1}});
        alone.push_back(p);
    }
    const std::vector<Footing> before = footings;
    all.move({positions, targets, radii, footings});
    EXPECT_EQ(positions, alone);
    for (std::size_t i = 0; i < positions.size(); ++i)
    {
        EXPECT_EQ(footings[i].kind, before[i].kind);
        EXPECT_TRUE(all.isOn(positions[i], footings[i]));
    }
}

} // namespace
} // namespace clearway
