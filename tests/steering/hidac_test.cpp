// SPDX-License-Identifier: MIT
// The rules one by one, each in a world with nothing else in it.
#include <cmath>
#include <cstring>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/steering.h>
#include <tests/steering/hostile_block.h>
#include <tests/steering/small_world.h>

namespace clearway {
namespace {

using namespace test;

/// The first agent walks to the right at its speed.
SmallAgent walker(Point p = {0, 0})
{
    SmallAgent agent{1, p, p + Point{100, 0}};
    agent.velocity = {1.34, 0};
    return agent;
}

SmallAgent other(std::uint64_t id, Point p, Point velocity = {})
{
    SmallAgent agent{id, p, p};
    agent.velocity = velocity;
    return agent;
}

/// One tick of a model, the state kept from tick to tick; all but the first agent stay as they are.
class Bench
{
public:
    explicit Bench(const HidacOptions& options = {}) : model_(hidac(options)) { state_.resize(64 * model_->needs().state_bytes); }

    std::vector<SmallAgent> agents = {walker()};
    std::vector<SmallWall> walls = {};
    std::vector<std::uint8_t> signs = {}; ///< of the neighbours of the first agent, nearest first
    double dt = 0.1;

    /// What the first agent asks for.
    Point ask()
    {
        SmallWorld world(model_);
        world.agents = agents;
        world.walls = walls;
        BlockArrays arrays = world.makeArrays();
        SteeringBlock block = arrays.makeBlock(0, 1, dt, tick_++, state_.data(), model_->needs().state_bytes);
        signs.resize(64);
        if (model_->needs().shows_sign) block.neighbour_sign = signs.data();
        model_->steer(block);
        return {arrays.asked_x[0], arrays.asked_y[0]};
    }
    /// The sign that others see.
    bool isFallen() const { return state_[0] != std::byte{0}; }

private:
    std::shared_ptr<const Steering> model_;
    std::vector<std::byte> state_;
    std::uint64_t tick_ = 0;
};

/// Discs that touch do not stop or wait.
HidacOptions withoutRules()
{
    HidacOptions options;
    options.stopping_time = 0;
    options.waiting_time = 0;
    return options;
}

TEST(Hidac, AnAgentAloneGetsFasterUntilItHasItsSpeed)
{
    SmallWorld world(hidac());
    world.agents = {{1, {0, 0}, {100, 0}}};
    for (int k = 1; k <= 12; ++k)
    {
        world.step();
        EXPECT_NEAR(world.agents[0].velocity.x, std::min(0.5 + 0.2 * (k - 1), 1.34), 1e-5) << k; // a first step, then 2 m/s^2
        EXPECT_NEAR(world.agents[0].velocity.y, 0, 1e-6);
    }
}

TEST(Hidac, WhoWantsToStandStands)
{
    Bench bench;
    bench.agents[0].goal = bench.agents[0].position;
    EXPECT_EQ(length(bench.ask()), 0);
}

TEST(Hidac, SomebodyExactlyAheadIsPassedOnTheRight)
{
    for (const double angle : {0.0, 1.0, 2.5, 4.0})
    {
        const Point way{std::cos(angle), std::sin(angle)};
        Bench bench;
        bench.agents[0].goal = way * 100;
        bench.agents[0].velocity = way * 1.34;
        bench.agents.push_back(other(2, way * 2, way * -1));
        EXPECT_LT(cross(way, bench.ask()), -0.1) << angle;
    }
}

TEST(Hidac, SomebodyAsideIsPassedOnTheSideWhereThereIsMoreRoom)
{
    Bench left, right;
    left.agents.push_back(other(2, {1.5, 0.4}, {-1, 0}));
    right.agents.push_back(other(2, {1.5, -0.4}, {-1, 0}));
    EXPECT_LT(left.ask().y, -0.1);
    EXPECT_GT(right.ask().y, 0.1);
}

TEST(Hidac, SomebodyWhoWillComeFromTheSideIsAvoidedToo)
{
    // Both would be at (1.5, 0) at the same time; behind its back there is room.
    Bench coming, going;
    coming.agents.push_back(other(2, {1.5, -1.5}, {0, 1.34}));
    going.agents.push_back(other(2, {1.5, -1.5}, {0, -1.34}));
    EXPECT_LT(coming.ask().y, -0.1);
    EXPECT_NEAR(going.ask().y, 0, 1e-6);
}

TEST(Hidac, NobodyWalksIntoSomebodyWhoStands)
{
    for (const double gap : {0.0, 0.05, 0.2})
    {
        Bench bench(withoutRules());
        bench.agents.push_back(other(2, {0.5 + gap, 0}));
        EXPECT_LE(bench.ask().x * 0.1, gap / 2) << gap;
    }
}

TEST(Hidac, WhatIsOutsideTheRectangleAheadIsNotAvoided)
{
    for (const Point p : {Point{2, 0.7}, Point{2, -0.7}, Point{-1, 0}, Point{3.6, 0}, Point{0, 1}})
    {
        Bench bench;
        bench.agents.push_back(other(2, p, {-1, 0}));
        EXPECT_NEAR(bench.ask().y, 0, 1e-6) << p.x << ' ' << p.y;
    }
}

TEST(Hidac, ThoseWhoWalkAwayAreNotAvoidedAndThoseWhoComeMoreThanTheOthers)
{
    const auto aside = [](Point velocity) {
        Bench bench;
        bench.agents.push_back(other(2, {2, 0.1}, velocity));
        const Point asked = bench.ask();
        return std::fabs(asked.y) / asked.x;
    };
    EXPECT_NEAR(aside({1.4, 0}), 0, 1e-6);
    EXPECT_GT(aside({0.5, 0}), 0.05);
    EXPECT_GT(aside({-0.5, 0}), 1.2 * aside({0.5, 0}));
}

TEST(Hidac, TheViewIsShorterInACrowd)
{
    Bench alone, crowded;
    for (Bench* bench : {&alone, &crowded}) bench->agents.push_back(other(2, {2.8, 0}, {-1, 0}));
    for (int k = 0; k < 7; ++k) crowded.agents.push_back(other(10 + static_cast<std::uint64_t>(k), {-0.8, -0.9 + 0.3 * k}));
    EXPECT_LT(alone.ask().y, -0.01);
    EXPECT_NEAR(crowded.ask().y, 0, 1e-6);
}

TEST(Hidac, AWallAheadIsWalkedAlong)
{
    // Free space is above the wall, which rises to the right: one gets on along it.
    Bench bench;
    bench.walls = {{{0.5, -0.5}, {3, 2}}};
    EXPECT_GT(bench.ask().y, 0.1);
    Bench beside; // along the way there is nothing to turn for
    beside.walls = {{{-5, -0.4}, {5, -0.4}}};
    EXPECT_NEAR(beside.ask().y, 0, 1e-6);
}

TEST(Hidac, OnlyDiscsThatOverlapPushAndTheyShareTheWay)
{
    Bench bench;
    bench.agents[0].goal = {0, 0};
    bench.agents.push_back(other(2, {0.53, 0}));
    EXPECT_EQ(length(bench.ask()), 0);
    bench.agents[1].position = {0.42, 0};
    const Point asked = bench.ask();
    EXPECT_NEAR(asked.x * 0.2, -(0.5 + 0.02 - 0.42) / 2, 1e-5);
    EXPECT_EQ(asked.y, 0);
    bench.dt = 0.02; // as fast in short ticks
    EXPECT_NEAR(bench.ask().x, asked.x, 1e-5);
    bench.dt = 0.5; // and not too far in long ones
    EXPECT_NEAR(bench.ask().x * 0.5, -(0.5 + 0.02 - 0.42) / 2, 1e-5);
}

TEST(Hidac, NobodyIsPushedFartherThanItsRadius)
{
    Bench bench;
    bench.agents[0].goal = {0, 0};
    bench.agents[0].max_speed = 1000;
    for (int k = 0; k < 8; ++k) bench.agents.push_back(other(2 + static_cast<std::uint64_t>(k), {0.05 + 0.001 * k, 0}));
    EXPECT_NEAR(length(bench.ask()) * 0.2, 0.25, 1e-5);
    bench.agents[0].max_speed = 1;
    EXPECT_NEAR(length(bench.ask()), 1, 1e-5);
}

TEST(Hidac, PushesOfAgentsCountLessBesideAWall)
{
    Bench bench;
    bench.agents[0].goal = {0, 0};
    bench.agents.push_back(other(2, {0, 0.42}));
    const double free = bench.ask().y;
    bench.walls = {{{-0.26, 10}, {-0.26, -10}}};
    const Point beside = bench.ask();
    EXPECT_NEAR(beside.y, 0.3 * free, 1e-5);
    EXPECT_NEAR(beside.x * 0.2, 0.01, 1e-5);
}

TEST(Hidac, WhoIsPushedBackStopsForAWhileAndThenGoesOn)
{
    HidacOptions options;
    options.stopping_time = 1;
    const Point back{-0.05, 0}; // who stops is only pushed: half of 2 cm, in 0.2 s
    Bench bench(options);
    bench.agents.push_back(other(2, {0.5, 0}));
    int held = 0;
    for (; held < 100 && !(length(bench.ask() - back) > 0.01); ++held)
    {
    }
    EXPECT_GE(held, 1);
    EXPECT_LE(held, 10);
    for (int k = 0; k < 10; ++k) EXPECT_GT(length(bench.ask() - back), 0.01) << k; // going_time
    Bench panic({.stopping_time = 1, .panics = true});
    panic.agents.push_back(other(2, {0.5, 0}));
    EXPECT_GT(length(panic.ask()), 1);
    Bench behind(options); // pushed from behind: no reason to stop
    behind.agents.push_back(other(2, {-0.5, 0}));
    EXPECT_GT(behind.ask().x, 1);
}

TEST(Hidac, AWallBesideTheWayTurnsAndPushesNobodyBack)
{
    // The corner of a box, which the agent is about to touch on its way past it.
    for (const double ahead : {0.0, 0.05, 0.1, 0.2, 0.3})
    {
        Bench bench;
        bench.walls = {{{ahead, -5}, {ahead, -0.25}}, {{ahead, -0.25}, {5, -0.25}}};
        EXPECT_GT(bench.ask().x, 0.9) << ahead;
    }
}

TEST(Hidac, SomebodyRightAheadWhoGoesTheSameWayIsWaitedForButNotForever)
{
    const HidacOptions options{.waiting_time = 1, .going_time = 1};
    Bench bench(options);
    bench.agents.push_back(other(2, {0.56, 0}, {0.5, 0}));
    int held = 0;
    for (; held < 100 && length(bench.ask()) == 0; ++held)
    {
    }
    EXPECT_GE(held, 1);
    EXPECT_LE(held, 10);
    for (int k = 0; k < 8; ++k) EXPECT_GT(length(bench.ask()), 0) << k;
    for (const auto& [p, velocity] : {std::pair{Point{0.56, 0}, Point{0, 0.5}},
                                      {Point{0.56, 0}, Point{-0.5, 0}},
                                      {Point{0.7, 0}, Point{0.5, 0}},
                                      {Point{0, 0.56}, Point{0.5, 0}}})
    {
        Bench free(options);
        free.agents.push_back(other(2, p, velocity));
        EXPECT_GT(length(free.ask()), 1) << p.x << ' ' << velocity.x;
    }
    Bench panic({.waiting_time = 1, .panics = true});
    panic.agents.push_back(other(2, {0.56, 0}, {0.5, 0}));
    EXPECT_GT(length(panic.ask()), 1);
}

TEST(Hidac, InPanicPeopleWalkAsFastAsTheyCan)
{
    SmallWorld world(hidac({.panics = true}));
    world.agents = {{1, {0, 0}, {100, 0}}};
    for (int k = 0; k < 30; ++k) world.step();
    EXPECT_NEAR(world.agents[0].velocity.x, 2.01, 1e-4);
}

TEST(Hidac, WhoIsPushedTooHardFallsAndGetsUpAgain)
{
    HidacOptions options = withoutRules();
    options.falls = true;
    options.fall_time = 1;
    Bench bench(options);
    bench.agents.push_back(other(2, {0.45, 0}));
    bench.ask();
    EXPECT_FALSE(bench.isFallen()); // a push of 35 mm
    bench.agents[1].position = {0.25, 0};
    EXPECT_EQ(length(bench.ask()), 0); // 135 mm
    EXPECT_TRUE(bench.isFallen());
    bench.agents.pop_back();
    int lies = 0;
    for (; lies < 100 && bench.isFallen(); ++lies) EXPECT_EQ(length(bench.ask()), 0);
    EXPECT_NEAR(lies, 10, 1);
    EXPECT_GT(length(bench.ask()), 0.1);

    options.falls = false;
    Bench steady(options);
    steady.agents.push_back(other(2, {0.25, 0}));
    steady.ask();
    EXPECT_FALSE(steady.isFallen());
}

TEST(Hidac, TheFallenAreWalkedRound)
{
    HidacOptions options = withoutRules();
    options.falls = true;
    options.agent_avoidance = 0; // so that nothing else turns anybody
    Bench standing(options), fallen(options), behind(options);
    for (Bench* bench : {&standing, &fallen}) bench->agents.push_back(other(2, {1.5, 0.1}));
    behind.agents.push_back(other(2, {-1.5, 0.1}));
    fallen.signs = {1};
    behind.signs = {1};
    EXPECT_NEAR(standing.ask().y, 0, 1e-6);
    EXPECT_LT(fallen.ask().y, -0.3);
    EXPECT_NEAR(behind.ask().y, 0, 1e-6);
}

TEST(Hidac, TwoWhoMeetHeadOnGetPastWithoutTouching)
{
    SmallWorld world(hidac());
    world.agents = {{1, {-5, 0}, {5, 0}}, {2, {5, 0}, {-5, 0}}};
    EXPECT_TRUE(world.run(20));
    EXPECT_LE(world.max_overlap, 0);
}

TEST(Hidac, TwoAtOnePointComeApart)
{
    SmallWorld world(hidac());
    world.agents = {{1, {0, 0}, {0, 0}}, {2, {0, 0}, {0, 0}}};
    for (int k = 0; k < 10; ++k) world.step();
    EXPECT_GT(length(world.agents[0].position - world.agents[1].position), 0.45); // both want to be there
}

TEST(Hidac, AnswersDoNotDependOnThePlaceInTheBlockOrOnWhatFollows) { expectSameBitsEverywhere(hidac()); }

TEST(Hidac, NumbersThatAreNoneGiveFiniteAnswers)
{
    expectSurvivesAnything(hidac());
    expectSurvivesAnything(hidac({.panics = true, .falls = true}));
}

} // namespace
} // namespace clearway
