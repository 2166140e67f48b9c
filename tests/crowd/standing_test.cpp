// SPDX-License-Identifier: MIT
// Arriving, packing round a shared goal, standing still, and being stuck with a reason.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

#include <clearway/base/random.h>
#include <clearway/crowd/crowd.h>
#include <clearway/guide.h>
#include <clearway/navmesh.h>
#include <clearway/scene.h>

#include "tests/crowd/open_world.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::openWorld;

double computeEnergy(const Crowd& crowd)
{
    double energy = 0;
    for (std::size_t i = 0; i < crowd.size(); ++i) energy += lengthSq(crowd.velocity(i)) / 2;
    return energy;
}

double computeDeepestOverlap(const Crowd& crowd)
{
    double deepest = 0;
    for (std::size_t i = 0; i < crowd.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            deepest =
                std::max(deepest, crowd.radii()[i] + crowd.radii()[j] - distance(crowd.positions()[i], crowd.positions()[j]));
    return deepest;
}

bool haveAllArrived(const Crowd& crowd)
{
    return std::ranges::all_of(crowd.statuses(), [](AgentStatus status) { return status == AgentStatus::arrived; });
}

enum class From
{
    two_sides,
    one_side,
    all_around,
};

/// Agents that do not overlap, and where they come from.
Vec2 choosePosition(From from, int i, int count, Random& random)
{
    if (from == From::two_sides) return {(20 + random.uniform(0, 0.4)) * (i % 2 == 0 ? -1 : 1), i / 2 - count / 4.0};
    if (from == From::one_side) return {20 + i % 10 + random.uniform(0, 0.3), i / 10 - count / 20.0};
    const double angle = 2 * 3.141592653589793 * i / count;
    return Vec2{std::cos(angle), std::sin(angle)} * std::max(20.0, 0.12 * count) + Vec2{random.uniform(0, 0.1), 0};
}

class Packing : public testing::TestWithParam<std::tuple<int, From>>
{
};

TEST_P(Packing, ManyAgentsSentToOnePointPackAndStandStill)
{
    const auto [count, from] = GetParam();
    for (int seed = 1; seed <= 2 * test::testScale(); ++seed)
    {
        Crowd crowd(openWorld());
        Random random(static_cast<std::uint64_t>(seed));
        for (int i = 0; i < count; ++i)
            ASSERT_TRUE(crowd.add({.position = choosePosition(from, i, count, random), .goal = Vec2{0, 0}}));
        double deepest = 0;
        int still_ticks = 0;
        for (int tick = 0; tick < 3000 && still_ticks < 50; ++tick)
        {
            crowd.step(0.1);
            if (tick % 10 == 0) deepest = std::max(deepest, computeDeepestOverlap(crowd));
            still_ticks = haveAllArrived(crowd) && computeEnergy(crowd) < 1e-9 ? still_ticks + 1 : 0;
        }
        EXPECT_TRUE(haveAllArrived(crowd)) << seed;
        EXPECT_EQ(still_ticks, 50) << seed;
        EXPECT_LT(deepest, 0.0025) << seed;
        double radius = 0;
        for (const Vec2 p : crowd.positions()) radius = std::max(radius, length(p) + 0.25);
        const double ideal = 0.25 * std::sqrt(count / 0.9069);
        EXPECT_LT(radius, 1.3 * ideal) << seed << ": " << radius / ideal << " times the ideal disc";
    }
}

std::string nameOf(const testing::TestParamInfo<std::tuple<int, From>>& test)
{
    constexpr const char* kNames[] = {"FromTwoSides", "FromOneSide", "FromAllAround"};
    return std::to_string(std::get<0>(test.param)) + kNames[static_cast<int>(std::get<1>(test.param))];
}

INSTANTIATE_TEST_SUITE_P(Sizes, Packing,
                         testing::Combine(testing::Values(1, 7, 19, 60, 100, 200),
                                          testing::Values(From::two_sides, From::one_side, From::all_around)),
                         nameOf);

TEST(Arriving, ThoseWhoStayInAnAreaFillItAndDoNotStandAtItsEdge)
{
    Crowd crowd(openWorld());
    constexpr int kCount = 40;
    for (int i = 0; i < kCount; ++i)
        ASSERT_TRUE(crowd.add(
            {.position = {-12 + 0.7 * (i % 5), -2.8 + 0.8 * (i / 5)}, .goal = Goal::area({{-3, -3}, {3, -3}, {3, 3}, {-3, 3}})}));
    for (int tick = 0; tick < 600; ++tick) crowd.step(0.1);
    int left = 0, right = 0;
    for (std::size_t i = 0; i < crowd.size(); ++i)
    {
        const Vec2 p = crowd.positions()[i];
        EXPECT_EQ(crowd.statuses()[i], AgentStatus::arrived);
        EXPECT_LE(std::max(std::abs(p.x), std::abs(p.y)), 3.3);
        ++(p.x < 0 ? left : right);
    }
    EXPECT_GT(right, kCount / 4) << "the far half is as full as the near one, more or less";
    EXPECT_GT(left, kCount / 4);
}

TEST(Standing, APasserByGetsThroughAndThoseWhoStandComeBack)
{
    Crowd crowd(openWorld());
    std::vector<AgentId> standing;
    for (int i = -3; i <= 3; ++i)
        for (int j = -3; j <= 3; ++j) standing.push_back(crowd.add({.position = {0.56 * i, 0.56 * j}}).value());
    const AgentId passer = crowd.add({.position = {-8, 0.1}, .goal = Vec2{8, 0}}).value();
    for (int i = 0; i < 400; ++i) crowd.step(0.1);
    EXPECT_EQ(crowd.agent(passer).status, AgentStatus::arrived);
    for (int i = 0; i < 200; ++i) crowd.step(0.1);
    EXPECT_LT(computeEnergy(crowd), 1e-9);
    double farthest = 0;
    for (std::size_t i = 0; i < standing.size(); ++i)
    {
        const Vec2 home{0.56 * (static_cast<int>(i) / 7 - 3), 0.56 * (static_cast<int>(i) % 7 - 3)};
        farthest = std::max(farthest, distance(crowd.agent(standing[i]).position, home));
    }
    EXPECT_LT(farthest, 1.0);
}

TEST(Standing, ThoseWhoFillAPassageGoAheadOfWhoWantsThrough)
{
    // Two rooms joined by a passage in which two stand side by side: neither can step aside.
    SceneInput scene;
    scene.areas.push_back(
        {.outline = {.points = {{0, 0}, {12, 0}, {12, -3}, {18, -3}, {18, 4}, {12, 4}, {12, 1.06}, {0, 1.06}}}});
    Crowd crowd(onNavMesh(buildNavMesh(buildScene(scene).value()).value()));
    for (const double y : {0.26, 0.8}) ASSERT_TRUE(crowd.add({.position = {8, y}}));
    const AgentId walker = crowd.add({.position = {2, 0.5}, .goal = Vec2{16, 0.5}}).value();
    for (int i = 0; i < 1200 && crowd.agent(walker).status != AgentStatus::arrived; ++i) crowd.step(0.1);
    EXPECT_EQ(crowd.agent(walker).status, AgentStatus::arrived) << crowd.agent(walker).position.x;
}

TEST(Stuck, AnAgentThatCannotPassNamesWhoIsInTheWay)
{
    // In a ring of giants that touch each other and never move.
    Crowd crowd(openWorld());
    constexpr int kGiants = 12;
    for (int i = 0; i < kGiants; ++i)
    {
        const double angle = 2 * 3.141592653589793 * i / kGiants;
        ASSERT_TRUE(crowd.add({.position = Vec2{std::cos(angle), std::sin(angle)} * 7.7, .radius = 2, .speed = 0}));
    }
    const AgentId walker = crowd.add({.position = {0, 0}, .goal = Vec2{30, 1}}).value();
    for (int i = 0; i < 20; ++i) crowd.step(0.1);
    EXPECT_EQ(crowd.agent(walker).held_up, 0) << "still on its way";
    bool was_stuck = false;
    for (int i = 0; i < 300; ++i)
    {
        crowd.step(0.1);
        const AgentView view = crowd.agent(walker);
        EXPECT_EQ(view.reason == StuckReason::blocked_by_agent, view.blocked_by != kNoAgent);
        if (view.blocked_by == kNoAgent) continue;
        was_stuck = true;
        const AgentView blocker = crowd.agent(view.blocked_by);
        EXPECT_LE(distance(view.position, blocker.position), 1.1 * (view.radius + blocker.radius));
        EXPECT_GT(dot(blocker.position - view.position, view.target - view.position), 0);
    }
    EXPECT_TRUE(was_stuck);
    EXPECT_GT(crowd.agent(walker).held_up, 10);
}

} // namespace
} // namespace clearway
