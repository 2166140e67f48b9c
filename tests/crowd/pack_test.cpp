// SPDX-License-Identifier: MIT
// Packs beside walls: people who share a goal stand round it on its side of the wall.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <clearway/crowd.h>
#include <clearway/guide.h>
#include <clearway/navmesh.h>

namespace clearway {
namespace {

constexpr double kRadius = 0.3;
constexpr int kCount = 40;

/// A hall of 30 by 24 m. A wall of 10 cm at x = 15 leaves a gap of 2 m at the upper end.
World makeHallWithAWall()
{
    SceneInput input;
    input.areas.emplace_back().outline.points = {{0, 0}, {30, 0}, {30, 24}, {0, 24}};
    input.obstacles.emplace_back().outline.points = {{15, 0}, {15.1, 0}, {15.1, 22}, {15, 22}};
    return onNavMesh(buildNavMesh(buildScene(input).value()).value());
}

class PacksBesideAWall : public testing::TestWithParam<std::string>
{
};

TEST_P(PacksBesideAWall, StandOnTheSideOfTheGoal)
{
    const Vec2 goal{14.2, 8};
    for (std::uint64_t seed = 1; seed <= 3; ++seed)
    {
        SCOPED_TRACE(seed);
        Crowd crowd(makeHallWithAWall(), {.steering = findSteering(GetParam()), .seed = seed});
        for (int i = 0; i < kCount; ++i)
            ASSERT_TRUE(crowd.add({.position = {1 + 0.8 * (i % 8) + 0.1 * static_cast<double>(seed), 1 + 0.9 * (i / 8)},
                                   .radius = kRadius,
                                   .goal = goal}));
        for (int tick = 0; tick < 1100; ++tick) crowd.step(0.1);
        const std::vector<Vec2> before(crowd.positions().begin(), crowd.positions().end());
        const std::vector<AgentId> ids(crowd.ids().begin(), crowd.ids().end());
        for (int tick = 0; tick < 100; ++tick) crowd.step(0.1);
        // Half a disc of people as near to each other as in a lattice.
        const double ideal = kRadius * std::sqrt(2 * kCount * 2 * std::sqrt(3.0) / std::numbers::pi);
        for (std::size_t i = 0; i < ids.size(); ++i)
        {
            const AgentId id = ids[i];
            const AgentView agent = crowd.agent(id);
            EXPECT_EQ(agent.status, AgentStatus::arrived) << id;
            EXPECT_LT(agent.position.x, 15) << id;
            EXPECT_LT(agent.target.x, 15) << id << ": its place too is before the wall";
            EXPECT_LT(distance(agent.position, goal), 1.6 * ideal) << id;
            EXPECT_LT(distance(agent.position, before[i]), kRadius / 2) << id << " has not come to rest";
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Models, PacksBesideAWall, testing::Values("orca", "social_force", "hidac"),
                         [](const auto& param) { return param.param; });

} // namespace
} // namespace clearway
