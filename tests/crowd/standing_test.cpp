// SPDX-License-Identifier: MIT
// Arriving, packing round a shared goal, standing still, and being stuck with a reason.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <clearway/base/random.h>
#include <clearway/crowd/crowd.h>

#include "tests/crowd/open_world.h"

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

/// N agents from all around, or from one side, to one point.
class Packing : public testing::TestWithParam<std::pair<int, bool>>
{
};

TEST_P(Packing, ManyAgentsSentToOnePointPackAndStandStill)
{
    const auto [count, is_from_one_side] = GetParam();
    Crowd crowd(openWorld());
    Random random(1);
    for (int i = 0; i < count; ++i)
    {
        const double x = is_from_one_side ? 20 + (i % 10) : (20 + random.uniform(0, 0.4)) * (i % 2 == 0 ? -1 : 1);
        const double y = is_from_one_side ? i / 10 - count / 20.0 : i - count / 2.0;
        ASSERT_TRUE(crowd.add({.position = {x, y}, .goal = Vec2{0, 0}}));
    }
    int tick = 0;
    double deepest = 0;
    for (; tick < 3000 && !haveAllArrived(crowd); ++tick)
    {
        crowd.step(0.1);
        deepest = std::max(deepest, computeDeepestOverlap(crowd));
    }
    EXPECT_TRUE(haveAllArrived(crowd));
    for (int i = 0; i < 200; ++i) crowd.step(0.1);
    EXPECT_LT(computeEnergy(crowd), 1e-9);
    EXPECT_LT(deepest, 0.0025);

    double radius = 0;
    for (const Vec2 p : crowd.positions()) radius = std::max(radius, length(p) + 0.25);
    const double ideal = 0.25 * std::sqrt(count / 0.9069);
    EXPECT_LT(radius, 1.3 * std::max(ideal, 0.25)) << radius / ideal << " times the ideal disc";
}

INSTANTIATE_TEST_SUITE_P(Sizes, Packing,
                         testing::Values(std::pair(1, false), std::pair(19, false), std::pair(60, true), std::pair(100, false),
                                         std::pair(200, true)),
                         [](const auto& test) {
                             return std::to_string(test.param.first) + (test.param.second ? "FromOneSide" : "FromAllAround");
                         });

TEST(Standing, APasserByGetsThroughAndThoseWhoStandComeBack)
{
    Crowd crowd(openWorld());
    std::vector<AgentId> standing;
    for (int i = -3; i <= 3; ++i)
        for (int j = -3; j <= 3; ++j) standing.push_back(crowd.add({.position = {0.56 * i, 0.56 * j}}).value());
    const AgentId passer = crowd.add({.position = {-8, 0.1}, .goal = Vec2{8, 0}}).value();
    for (int i = 0; i < 400; ++i) crowd.step(0.1);
    EXPECT_EQ(crowd.find(passer).status, AgentStatus::arrived);
    for (int i = 0; i < 200; ++i) crowd.step(0.1);
    EXPECT_LT(computeEnergy(crowd), 1e-9);
    double farthest = 0;
    for (std::size_t i = 0; i < standing.size(); ++i)
    {
        const Vec2 home{0.56 * (static_cast<int>(i) / 7 - 3), 0.56 * (static_cast<int>(i) % 7 - 3)};
        farthest = std::max(farthest, distance(crowd.find(standing[i]).position, home));
    }
    EXPECT_LT(farthest, 1.0);
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
    bool was_stuck = false;
    for (int i = 0; i < 300; ++i)
    {
        crowd.step(0.1);
        const AgentView view = crowd.find(walker);
        EXPECT_EQ(view.reason == StuckReason::blocked_by_agent, view.blocked_by != kNoAgent);
        if (view.blocked_by == kNoAgent) continue;
        was_stuck = true;
        const AgentView blocker = crowd.find(view.blocked_by);
        EXPECT_LE(distance(view.position, blocker.position), 1.1 * (view.radius + blocker.radius));
        EXPECT_GT(dot(blocker.position - view.position, view.target - view.position), 0);
    }
    EXPECT_TRUE(was_stuck);
}

} // namespace
} // namespace clearway
