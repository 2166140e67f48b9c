// SPDX-License-Identifier: MIT
// Agents whose position misses fitting by rounding.
#include <string>

#include <gtest/gtest.h>

#include <clearway/crowd.h>
#include <clearway/guide.h>
#include <clearway/navmesh.h>
#include <clearway/plan.h>
#include <clearway/scene/generators.h>

#include "tests/support/path_scenes.h"

namespace clearway {
namespace {

/// A character slides along walls, and its engine keeps its position as floats.
TEST(Fitting, AnAgentThatSlidAndWasRoundedToFloatIsAdded)
{
    const NavMesh mesh = buildNavMesh(buildScene("rooms").value()).value();
    NavMeshQuery query(mesh);
    Crowd crowd(onNavMesh(mesh), {});
    int moved = 0;
    for (std::uint64_t i = 0; i < 100; ++i)
    {
        const Place from = findRandomPoint(mesh, {.seed = i, .radius = 0.3});
        const Place slid = query.moveDiscAlong(from, findRandomPoint(mesh, {.seed = i + 1000}).position, 0.3);
        const volatile auto x = static_cast<float>(slid.position.x), y = static_cast<float>(slid.position.y); // really stored
        const Vec2 position{static_cast<double>(x), static_cast<double>(y)};
        const Result<AgentId> id = crowd.add({.position = position, .radius = 0.3});
        ASSERT_TRUE(id) << id.error().message;
        EXPECT_LE(distance(crowd.agent(*id).position, position), 0.001);
        moved += crowd.agent(*id).position != position;
        crowd.remove(*id);
    }
    EXPECT_GT(moved, 10) << "nothing was rounded into a wall";
}

TEST(Fitting, AnAgentThatMissesByMoreThanTheToleranceIsRefused)
{
    const NavMesh mesh = buildNavMesh(test::makeWktScene("POLYGON((0 0,10 0,10 10,0 10))")).value();
    Crowd crowd(onNavMesh(mesh), {});
    EXPECT_TRUE(crowd.add({.position = {0.9995, 5}, .radius = 1}));
    EXPECT_FALSE(crowd.add({.position = {0.998, 5}, .radius = 1}));
    EXPECT_FALSE(crowd.add({.position = {0.9995, 5}, .radius = 1, .fit_tolerance = 0}));
    EXPECT_TRUE(crowd.add({.position = {0.998, 5}, .radius = 1, .fit_tolerance = 0.01}));
}

// ---- goals

constexpr double kRadius = 0.3;

/// Whether an agent arrives at a goal in a hall of 20 m within half a minute; where it stands then.
testing::AssertionResult arrives(const std::string& guide, const Goal& goal, AgentView& view)
{
    const Scene hall = test::makeWktScene("POLYGON((0 0,20 0,20 20,0 20))");
    Crowd crowd(buildWorld(hall, guide).value(), {});
    const AgentId id = crowd.add({.position = {12, 5}, .radius = kRadius, .goal = goal}).value();
    for (int tick = 0; tick < 300 && crowd.agent(id).status != AgentStatus::arrived; ++tick) crowd.step(0.1);
    view = crowd.agent(id);
    if (view.status == AgentStatus::arrived && view.reason == StuckReason::arrived) return testing::AssertionSuccess();
    return testing::AssertionFailure() << guide << ": at (" << view.position.x << ", " << view.position.y << "), "
                                       << toString(view.reason);
}

TEST(Fitting, AGoalThatMissesByRoundingIsReachedWithEveryGuide)
{
    for (const std::string guide : {"lanes", "exact", "path", "corridor", "field"})
        for (const double x : {static_cast<double>(19.7F), 19.7004, 19.7009})
        {
            AgentView view;
            EXPECT_TRUE(arrives(guide, Goal(Vec2{x, 5}), view)) << "to x = " << x;
            EXPECT_NEAR(view.goal_point.x, 20 - kRadius, 1e-6) << guide << ": the goal it went to";
            EXPECT_LE(distance(view.position, view.goal_point), 0.1 * kRadius + 0.01);
        }
}

TEST(Fitting, PointsOfAListThatMissByRoundingAreReached)
{
    AgentView view;
    EXPECT_TRUE(arrives("lanes", Goal::points({{19.7004, 5}, {12, 19.7004}}), view));
    EXPECT_NEAR(view.goal_point.y, 20 - kRadius, 1e-6);
}

TEST(Fitting, AGoalThatWasMovedIsStillTheGoalThatWasGiven)
{
    const NavMesh mesh = buildNavMesh(test::makeWktScene("POLYGON((0 0,20 0,20 20,0 20))")).value();
    const Goal goal(Vec2{19.7004, 5});
    Crowd crowd(onNavMesh(mesh), {});
    const AgentId id = crowd.add({.position = {12, 5}, .radius = kRadius, .goal = goal}).value();
    crowd.step(0.1);
    EXPECT_TRUE(crowd.options(id).goal == goal);
    const std::uint64_t hash = crowd.computeHash();
    ASSERT_TRUE(crowd.setGoal(id, goal));
    EXPECT_EQ(crowd.computeHash(), hash) << "an equal goal changed something";

    Crowd other(crowd.world(), {});
    ASSERT_TRUE(other.put(crowd.copy(id)));
    EXPECT_EQ(other.computeHash(), hash);
    EXPECT_TRUE(other.options(id).goal == goal);

    ASSERT_TRUE(crowd.setRadius(id, 0.2)) << "now it fits at the goal itself";
    EXPECT_EQ(crowd.agent(id).goal_point.x, 19.7004);
    ASSERT_TRUE(crowd.setRadius(id, kRadius));
    EXPECT_NEAR(crowd.agent(id).goal_point.x, 20 - kRadius, 1e-6);
}

TEST(Fitting, WithoutAToleranceNoGoalIsMoved)
{
    const NavMesh mesh = buildNavMesh(test::makeWktScene("POLYGON((0 0,20 0,20 20,0 20))")).value();
    Crowd crowd(onNavMesh(mesh), {});
    const Goal goals[] = {Goal(Vec2{19.7004, 5}), Goal::points({{19.7004, 5}})};
    for (const Goal& goal : goals)
    {
        const AgentId exact = crowd.add({.position = {12, 5}, .radius = kRadius, .goal = goal, .fit_tolerance = 0}).value();
        EXPECT_EQ(crowd.agent(exact).goal_point.x, 19.7004);
        EXPECT_EQ(crowd.options(exact).fit_tolerance, 0);
        const AgentId far = crowd.add({.position = {12, 6}, .radius = kRadius, .goal = Goal(Vec2{19.8, 5})}).value();
        EXPECT_EQ(crowd.agent(far).goal_point.x, 19.8) << "it misses by much more than rounding";
    }
}

} // namespace
} // namespace clearway
