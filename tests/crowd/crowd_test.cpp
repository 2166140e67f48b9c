// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <clearway/crowd/crowd.h>
#include <clearway/steering/parameters.h>
#include <clearway/steering/seek.h>

#include "tests/crowd/open_world.h"

namespace clearway {
namespace {

using test::openWorld;
using testing::HasSubstr;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

AgentOptions walker(Vec2 from, Goal goal) { return {.position = from, .goal = std::move(goal)}; }

int countEvents(const Crowd& crowd, CrowdEvent::Kind kind)
{
    return static_cast<int>(std::ranges::count(crowd.events(), kind, &CrowdEvent::kind));
}

TEST(Crowd, AnAgentWalksToItsGoalAndStays)
{
    Crowd crowd(openWorld());
    const AgentId id = crowd.add(walker({0, 0}, Vec2{10, 0})).value();
    int arrived = 0;
    for (int i = 0; i < 100; ++i)
    {
        crowd.step(0.1);
        arrived += countEvents(crowd, CrowdEvent::Kind::arrived);
    }
    EXPECT_EQ(arrived, 1);
    EXPECT_LT(distance(crowd.agent(id).position, {10, 0}), 0.04);
    EXPECT_EQ(crowd.agent(id).status, AgentStatus::arrived);
    EXPECT_EQ(crowd.agent(id).reason, StuckReason::arrived);
    EXPECT_EQ(crowd.agent(id).velocity, (Vec2{0, 0}));
    EXPECT_EQ(crowd.tick(), 100u);
    EXPECT_NEAR(crowd.time(), 10, 1e-9);
}

TEST(Crowd, PointsAreVisitedInTurnAndBegunAgain)
{
    Crowd crowd(openWorld());
    const std::vector<Vec2> square = {{5, 0}, {5, 5}, {0, 5}};
    const AgentId once = crowd.add(walker({0, 0}, Goal::points(square))).value();
    const AgentId ever = crowd.add(walker({50, 0}, Goal::points({{55, 0}, {50, 0}}, Goal::AtTheEnd::begin_again))).value();
    int next_of_once = 0, next_of_ever = 0;
    for (int i = 0; i < 300; ++i)
    {
        crowd.step(0.1);
        for (const CrowdEvent& event : crowd.events())
            if (event.kind == CrowdEvent::Kind::next_goal) ++(event.id == once ? next_of_once : next_of_ever);
    }
    EXPECT_EQ(next_of_once, 2);
    EXPECT_LT(distance(crowd.agent(once).position, square.back()), 0.04);
    EXPECT_GE(next_of_ever, 7);
    EXPECT_EQ(crowd.agent(ever).status, AgentStatus::moving);
}

TEST(Crowd, WhoGoesStraightIsLedFromPointToPointAndNeverArrives)
{
    Crowd crowd(openWorld());
    const AgentId id = crowd.add(walker({0, 0}, Goal::straight({1, 0}))).value();
    for (int i = 0; i < 100; ++i)
    {
        const Vec2 ahead{1 + 0.1 * i, 0};
        ASSERT_TRUE(crowd.setGoal(id, Goal::straight(ahead)));
        crowd.step(0.1);
        EXPECT_EQ(crowd.agent(id).target, ahead);
        EXPECT_EQ(crowd.agent(id).status, AgentStatus::moving);
        EXPECT_EQ(countEvents(crowd, CrowdEvent::Kind::planned), 0);
    }
    EXPECT_LT(distance(crowd.agent(id).position, {10.9, 0}), 0.2); // it keeps up at 1 m/s
    for (int i = 0; i < 100; ++i) crowd.step(0.1);
    EXPECT_LT(distance(crowd.agent(id).position, {10.9, 0}), 1e-6); // and waits there, which is not being stuck
    EXPECT_EQ(crowd.agent(id).status, AgentStatus::moving);
    ASSERT_TRUE(crowd.setGoal(id, Vec2{12, 0}));
    for (int i = 0; i < 50; ++i) crowd.step(0.1);
    EXPECT_EQ(crowd.agent(id).status, AgentStatus::arrived);
    EXPECT_FALSE(crowd.setGoal(id, Goal::straight({kNaN, 0})));
}

TEST(Crowd, WhoGoesStraightIntoAWallIsStuckEvenWhenToldAgainAndAgain)
{
    Crowd crowd(openWorld(20));
    const AgentId id = crowd.add(walker({19, 0}, Goal::straight({30, 0}))).value();
    for (int i = 0; i < 100; ++i)
    {
        ASSERT_TRUE(crowd.setGoal(id, Goal::straight({30, 0.001 * i})));
        crowd.step(0.1);
    }
    EXPECT_EQ(crowd.agent(id).status, AgentStatus::stuck);
    EXPECT_EQ(crowd.agent(id).reason, StuckReason::waiting);
}

TEST(Crowd, AnAreaIsLeftWhereverOneEntersItAndStayedInAtAPlaceOfOnesOwn)
{
    Crowd crowd(openWorld());
    const std::vector<Vec2> area = {{10, -5}, {20, -5}, {20, 5}, {10, 5}};
    AgentOptions leaver = walker({0, 3}, Goal::area(area));
    leaver.leaves_at_goal = true;
    const AgentId leaving = crowd.add(leaver).value();
    const AgentId staying = crowd.add(walker({0, -3}, Goal::area(area))).value();
    int left = 0;
    for (int i = 0; i < 200; ++i)
    {
        crowd.step(0.1);
        left += countEvents(crowd, CrowdEvent::Kind::left);
        EXPECT_TRUE(!crowd.has(leaving) || crowd.agent(leaving).position.x < 10.2);
    }
    EXPECT_EQ(left, 1);
    EXPECT_FALSE(crowd.has(leaving));
    EXPECT_EQ(crowd.agent(staying).status, AgentStatus::arrived);
    EXPECT_GE(crowd.agent(staying).position.x, 10);
    EXPECT_LT(distance(crowd.agent(staying).position, crowd.agent(staying).goal_point), 0.1);
}

TEST(Crowd, RandomGoalsAreAFunctionOfSeedAndAgent)
{
    const auto run = [](std::uint64_t seed) {
        Crowd crowd(openWorld(10), {.steering = seek()});
        for (int i = 0; i < 3; ++i) EXPECT_TRUE(crowd.add(walker({0.0 + i, 0}, Goal::random(seed))));
        for (int i = 0; i < 500; ++i) crowd.step(0.1);
        return crowd.computeHash();
    };
    EXPECT_EQ(run(1), run(1));
    EXPECT_NE(run(1), run(2));
}

TEST(Crowd, WhatMakesNoSenseIsRefusedWithAReason)
{
    Crowd crowd(openWorld(10));
    const auto message = [&](const AgentOptions& agent) { return crowd.add(agent).error().message; };
    EXPECT_THAT(message({.position = {kNaN, 0}}), HasSubstr("not finite"));
    EXPECT_THAT(message({.position = {20, 0}}), HasSubstr("(20, 0) is not in free space"));
    EXPECT_THAT(message({.position = {0, 0}, .radius = 0}), HasSubstr("radius 0"));
    EXPECT_THAT(message({.position = {0, 0}, .radius = kNaN}), HasSubstr("radius nan"));
    EXPECT_THAT(message({.position = {0, 0}, .radius = 1e9}), HasSubstr("radius"));
    EXPECT_THAT(message({.position = {0, 0}, .speed = -1}), HasSubstr("speed -1"));
    EXPECT_THAT(message({.position = {0, 0}, .max_speed = kNaN}), HasSubstr("max_speed"));
    EXPECT_THAT(message({.position = {0, 0}, .goal = Vec2{0, kNaN}}), HasSubstr("goal"));
    EXPECT_THAT(message({.position = {0, 0}, .goal = Goal::points({})}), HasSubstr("goal"));
    EXPECT_EQ(crowd.size(), 0u);
    EXPECT_TRUE(crowd.add({.position = {0, 0}, .id = 7}));
    EXPECT_THAT(message({.position = {1, 0}, .id = 7}), HasSubstr("id 7 is taken"));
    EXPECT_THAT(crowd.setGoal(8, Vec2{1, 1}).error().message, HasSubstr("no agent 8"));
    EXPECT_FALSE(crowd.setGoal(7, Vec2{kNaN, 1}));
    EXPECT_FALSE(crowd.setSpeed(7, -1));
    EXPECT_FALSE(crowd.remove(8));
    EXPECT_TRUE(crowd.remove(7));
}

TEST(Crowd, AnEqualGoalChangesNothing)
{
    const std::vector<Vec2> tour = {{5, 0}, {5, 5}};
    for (const Goal& goal : {Goal(Vec2{10, 0}), Goal::points(tour), Goal::area({{8, -1}, {10, -1}, {10, 1}, {8, 1}})})
    {
        Crowd told(openWorld()), left_alone(openWorld());
        const AgentId id = told.add(walker({0, 0}, goal)).value();
        ASSERT_TRUE(left_alone.add(walker({0, 0}, goal)));
        int arrived = 0, plans = 0;
        for (int i = 0; i < 150; ++i)
        {
            ASSERT_TRUE(told.setGoal(id, goal));
            told.step(0.1);
            left_alone.step(0.1);
            arrived += countEvents(told, CrowdEvent::Kind::arrived);
            plans += countEvents(told, CrowdEvent::Kind::planned);
            ASSERT_EQ(told.computeHash(), left_alone.computeHash());
        }
        EXPECT_EQ(arrived, 1);
        EXPECT_EQ(plans, goal.kind() == Goal::Kind::points ? 2 : 1);
        ASSERT_TRUE(told.setGoal(id, Vec2{0, 0})); // another one does
        told.step(0.1);
        EXPECT_EQ(told.agent(id).status, AgentStatus::moving);
    }
}

TEST(Crowd, WhoIsToldToStandStandsWhereItIsNow)
{
    Crowd crowd(openWorld());
    const AgentId id = crowd.add(walker({0, 0}, Goal{})).value();
    ASSERT_TRUE(crowd.push(id, {3, 0}));
    ASSERT_TRUE(crowd.setGoal(id, Goal{}));
    for (int i = 0; i < 50; ++i) crowd.step(0.1);
    EXPECT_EQ(crowd.agent(id).position, (Vec2{3, 0}));
}

TEST(Crowd, SomebodyWhoHasLeftIsNotFound)
{
    Crowd crowd(openWorld());
    const AgentId id = crowd.add(walker({0, 0}, Vec2{10, 0})).value();
    ASSERT_TRUE(crowd.find(id));
    EXPECT_EQ(crowd.find(id)->goal_point, (Vec2{10, 0}));
    EXPECT_TRUE(crowd.remove(id));
    EXPECT_FALSE(crowd.find(id));
    EXPECT_FALSE(crowd.find(kNoAgent));
    EXPECT_FALSE(Crowd(openWorld()).find(1));
}

TEST(Crowd, AnyStretchOfTimeCanBeStepped)
{
    Crowd crowd(openWorld());
    const AgentId id = crowd.add(walker({0, 0}, Vec2{50, 0})).value();
    for (const double dt : {0.0, -1.0, 1e-300, 9e-10, kNaN, std::numeric_limits<double>::infinity()}) crowd.step(dt);
    EXPECT_EQ(crowd.tick(), 0u);
    crowd.step(10); // in a hundred parts
    EXPECT_EQ(crowd.tick(), 100u);
    EXPECT_NEAR(crowd.agent(id).position.x, 13.4, 1e-3);
    crowd.step(1e-9);
    EXPECT_EQ(crowd.tick(), 101u);
}

TEST(Crowd, TheShortestStepMovesNobodyByMoreThanItsSpeed)
{
    for (const std::string_view model : steeringNames())
    {
        SCOPED_TRACE(model);
        Crowd crowd(openWorld(), {.steering = findSteering(model)});
        ASSERT_TRUE(crowd.add(walker({0, 0}, Vec2{50, 0})));
        ASSERT_TRUE(crowd.add(walker({0.6, 0.1}, Vec2{-50, 0})));
        for (int i = 0; i < 20; ++i) crowd.step(1e-9);
        EXPECT_EQ(crowd.tick(), 20u);
        EXPECT_EQ(crowd.faults().bad_answer_count, 0u);
        EXPECT_LT(distance(crowd.agent(1).position, {0, 0}), 1e-6);
        EXPECT_LT(length(crowd.agent(1).velocity), 3);
    }
}

TEST(Crowd, AnEmptyCrowdSteps)
{
    Crowd crowd(openWorld());
    crowd.step(0.1);
    EXPECT_EQ(crowd.size(), 0u);
    EXPECT_EQ(crowd.computeHash(), 0u);
}

TEST(Crowd, AgentsThatOverlapAtTheStartMoveApart)
{
    Crowd crowd(openWorld());
    const AgentId a = crowd.add({.position = {0, 0}}).value();
    const AgentId b = crowd.add({.position = {0, 0}}).value();
    const AgentId c = crowd.add({.position = {0.1, 0}, .goal = Vec2{5, 0}}).value();
    for (int i = 0; i < 100; ++i) crowd.step(0.1);
    EXPECT_GT(distance(crowd.agent(a).position, crowd.agent(b).position), 0.4999);
    EXPECT_GT(distance(crowd.agent(a).position, crowd.agent(c).position), 0.4999);
}

TEST(Crowd, AGoalThatCannotBeReachedIsSaidOnceAndTheAgentStands)
{
    Crowd crowd(openWorld());
    const AgentId id = crowd.add(walker({0, 0}, Vec2{1e7, 0})).value();
    int said = 0, stuck = 0;
    for (int i = 0; i < 100; ++i)
    {
        crowd.step(0.1);
        said += countEvents(crowd, CrowdEvent::Kind::unreachable);
        stuck += countEvents(crowd, CrowdEvent::Kind::got_stuck);
    }
    EXPECT_EQ(said, 1);
    EXPECT_EQ(stuck, 1);
    EXPECT_EQ(crowd.agent(id).reason, StuckReason::unreachable);
    EXPECT_EQ(crowd.agent(id).status, AgentStatus::stuck);
    EXPECT_EQ(crowd.agent(id).position, (Vec2{0, 0}));
    EXPECT_TRUE(crowd.setGoal(id, Vec2{3, 0}));
    for (int i = 0; i < 50; ++i) crowd.step(0.1);
    EXPECT_EQ(crowd.agent(id).status, AgentStatus::arrived);
}

TEST(Crowd, EventsComeInTheOrderOfIds)
{
    Crowd crowd(openWorld(), {.steering = seek()});
    for (const AgentId id : {AgentId{9}, AgentId{2}, AgentId{5}})
        EXPECT_TRUE(crowd.add({.position = {static_cast<double>(id), 0}, .goal = Vec2{static_cast<double>(id), 1}, .id = id}));
    crowd.step(0.1);
    std::vector<AgentId> ids;
    for (const CrowdEvent& event : crowd.events()) ids.push_back(event.id);
    EXPECT_THAT(ids, testing::ElementsAre(2, 5, 9)); // all planned
}

TEST(Crowd, TimeIsTheNumberOfStepsTimesTheirLength)
{
    Crowd crowd(openWorld());
    for (int i = 1; i <= 3000; ++i)
    {
        crowd.step(0.1);
        ASSERT_EQ(crowd.time(), i / 10.0); // i * 0.1 has rounding noise
    }
    const double before = crowd.time();
    for (int i = 1; i <= 100; ++i)
    {
        crowd.step(0.25); // divided into three ticks
        ASSERT_EQ(crowd.time(), before + i * 0.25);
    }
}

TEST(Crowd, TimeIsTheDoubleNearestToTheDecimalSum)
{
    const auto timeAfter = [](int count, double dt) {
        Crowd crowd(openWorld());
        for (int i = 0; i < count; ++i) crowd.step(dt);
        return crowd;
    };
    EXPECT_EQ(timeAfter(2999, 0.04).time(), 119.96); // the product is 119.96000000000001
    Crowd crowd = timeAfter(1714, 0.07);
    EXPECT_EQ(crowd.time(), 119.98); // the product is 119.98000000000002
    for (int i = 0; i < 2; ++i) crowd.step(0.005);
    EXPECT_EQ(crowd.time(), 119.99); // and so is the sum, 119.99000000000001
    EXPECT_EQ(timeAfter(700, 1.0 / 60).time(), 700 * (1.0 / 60)) << "a step that is no short decimal is multiplied as it is";
}

/// Nothing on it has room, and somebody counts how hard it is looked for.
class FullGround : public test::OpenGround
{
public:
    using OpenGround::OpenGround;
    bool drawRandomPoint(std::uint64_t, std::uint64_t, double, std::uint32_t, int max_tries, Vec2&) const override
    {
        tries += max_tries;
        return false;
    }
    mutable int tries = 0;
};

TEST(Crowd, LooksForARandomGoalABitInEveryTickWhereThereIsNoRoom)
{
    const auto ground = std::make_shared<FullGround>(100);
    Crowd crowd(World{ground, std::make_shared<test::StraightGuide>()});
    AgentOptions agent;
    agent.goal = Goal::random(7);
    ASSERT_TRUE(crowd.add(agent));
    constexpr int kTicks = 50;
    for (int i = 0; i < kTicks; ++i) crowd.step(0.1);
    EXPECT_GT(ground->tries, 0);
    EXPECT_LE(ground->tries, 64 * (kTicks + 1));
    EXPECT_EQ(crowd.positions()[0], agent.position);
}

} // namespace
} // namespace clearway
