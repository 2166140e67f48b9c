// SPDX-License-Identifier: MIT
// Who is stuck: whoever does not get nearer to its goal, however fast it walks.
#include <gtest/gtest.h>

#include <clearway/guide.h>
#include <clearway/navmesh.h>
#include <clearway/scene/scene.h>

#include "tests/crowd/puppets.h"

namespace clearway {
namespace {

/// An agent in a hall of 20 x 20 m, 15 m from its goal, that walks as told for some seconds.
AgentStatus walk(const test::Script& script, double seconds)
{
    SceneInput input;
    input.areas.emplace_back().outline.points = {{0, 0}, {20, 0}, {20, 20}, {0, 20}};
    Crowd crowd = test::makePuppetCrowd(script, onNavMesh(buildNavMesh(buildScene(input).value()).value()));
    const AgentId id = crowd.add({.position = {2, 10}, .goal = Vec2{17, 10}, .speed = 1}).value();
    for (double time = 0; time < seconds; time += 0.1) crowd.step(0.1);
    return crowd.agent(id).status;
}

TEST(Progress, WhoWalksToAndFroIsStuck)
{
    const auto script = [](AgentId, std::uint64_t tick) { return Vec2{0, tick / 5 % 2 == 0 ? 1.0 : -1.0}; };
    EXPECT_EQ(walk(script, 4.5), AgentStatus::moving);
    EXPECT_EQ(walk(script, 6), AgentStatus::stuck);
}

TEST(Progress, WhoWalksInCirclesIsStuck)
{
    const auto script = [](AgentId, std::uint64_t tick) {
        const Vec2 sides[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
        return sides[tick / 10 % 4];
    };
    EXPECT_EQ(walk(script, 12), AgentStatus::stuck);
}

TEST(Progress, WhoWalksSlowlyTowardItsGoalIsNot)
{
    EXPECT_EQ(walk([](AgentId, std::uint64_t) { return Vec2{0.1, 0}; }, 20), AgentStatus::moving);
    EXPECT_EQ(walk([](AgentId, std::uint64_t) { return Vec2{0.04, 0}; }, 6), AgentStatus::stuck) << "0.2 m in 5 s";
}

} // namespace
} // namespace clearway
