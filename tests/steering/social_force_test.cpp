// SPDX-License-Identifier: MIT
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/steering.h>
#include <tests/steering/hostile_block.h>
#include <tests/steering/small_world.h>
#include <tests/support/scale.h>

#include "steering/exponential.h"
#include "steering/repulsion.h"

namespace clearway {
namespace {

using namespace test;

constexpr double kStrength = 2.1, kReach = 0.3;

/// Half of the short axis of the ellipse around the step `s` of the other, through the point `q` from it.
double computeAxis(Point q, Point s)
{
    const double sum = length(q) + length(q - s);
    return std::sqrt(sum * sum - dot(s, s)) / 2;
}

double computePotential(Point q, Point s) { return kStrength * std::exp(-computeAxis(q, s) / kReach); }

/// Minus the gradient of the potential, by differences.
Point computeSlope(Point q, Point s)
{
    constexpr double h = 1e-5;
    return {(computePotential(q - Point{h, 0}, s) - computePotential(q + Point{h, 0}, s)) / (2 * h),
            (computePotential(q - Point{0, h}, s) - computePotential(q + Point{0, h}, s)) / (2 * h)};
}

/// The closed form, as in the paper.
Point computeForce(Point q, Point s)
{
    const double b = computeAxis(q, s);
    const Point u = q - s;
    const double size = kStrength / kReach * std::exp(-b / kReach) * (length(q) + length(u)) / (4 * b);
    return (q * (1 / length(q)) + u * (1 / length(u))) * size;
}

/// The force of one pair by the kernel.
Point computeByKernel(Point q, Point velocity, const steering::EllipticalLaw& law)
{
    const float x[8] = {static_cast<float>(-q.x)}, y[8] = {static_cast<float>(-q.y)};
    const float vx[8] = {static_cast<float>(velocity.x)}, vy[8] = {static_cast<float>(velocity.y)};
    float fx[8], fy[8];
    steering::computeElliptical({1, x, y, vx, vy, nullptr}, law, fx, fy);
    return {static_cast<double>(fx[0]), static_cast<double>(fy[0])};
}

/// What the model adds to the velocity of the first agent, over dt.
Point computePush(const SocialForceOptions& options, const std::vector<SmallAgent>& agents,
                  const std::vector<SmallWall>& walls = {})
{
    SmallWorld world(socialForce(options));
    world.agents = agents;
    world.walls = walls;
    world.dt = 0.01;
    const SmallAgent before = agents[0];
    world.step();
    return (world.agents[0].velocity - before.velocity) * (1 / world.dt);
}

/// Nobody is driven or drawn, and nothing is cut off by a largest speed.
SocialForceOptions pushesOnly()
{
    SocialForceOptions options;
    options.relaxation_time = 100;
    options.fluctuation = 0;
    return options;
}

SmallAgent standing(std::uint64_t id, Point p)
{
    SmallAgent agent{id, p, p};
    agent.max_speed = 1000;
    return agent;
}

TEST(SocialForce, PushesAreMinusTheGradientOfThePotential)
{
    Random random(1);
    const steering::EllipticalLaw law{2.1F, 0.3F, 0.5F, 0.1F};
    int tested = 0;
    for (int k = 0; k < 2000 * testScale(); ++k)
    {
        const Point q{random.uniform(-2, 2), random.uniform(-2, 2)};
        const Point velocity{random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5)};
        const Point s = velocity * 0.5;
        if (computeAxis(q, s) < 0.12 || length(q) < 0.05 || length(q - s) < 0.05) continue; // poles
        ++tested;
        const Point slope = computeSlope(q, s), force = computeForce(q, s), computed = computeByKernel(q, velocity, law);
        ASSERT_LT(length(slope - force), 1e-6 * length(slope)) << k;
        ASSERT_LT(length(computed - force), 2e-5 * length(force) + 1e-6) << k;
    }
    EXPECT_GT(tested, 1000);
}

TEST(SocialForce, SomebodyWhoStandsPushesStraightAway)
{
    const steering::EllipticalLaw law{2.1F, 0.3F, 0.5F, 0.1F};
    for (const double d : {0.01, 0.1, 0.5, 1.0, 2.0})
    {
        const Point q{0.6 * d, -0.8 * d};
        const Point computed = computeByKernel(q, {}, law);
        const double size = kStrength / kReach * std::exp(-d / kReach);
        EXPECT_NEAR(computed.x, size * 0.6, 1e-4 * size);
        EXPECT_NEAR(computed.y, size * -0.8, 1e-4 * size);
    }
}

TEST(SocialForce, NoOneOnTheStepOfAnotherIsPushedWithoutLimit)
{
    Random random(2);
    const steering::EllipticalLaw law{2.1F, 0.3F, 2.0F, 0.1F};
    for (int k = 0; k < 1000; ++k)
    {
        const Point velocity{random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5)};
        const Point q = velocity * (2 * random.uniform()) + Point{random.uniform(-1e-3, 1e-3), random.uniform(-1e-3, 1e-3)};
        EXPECT_LT(length(computeByKernel(q, velocity, law)), 2 * 7 * 3 / 0.1);
    }
}

TEST(SocialForce, TheModelAddsUpWhatNeighboursPush)
{
    SocialForceOptions options = pushesOnly();
    options.sight_degrees = 180;
    std::vector<SmallAgent> agents = {standing(1, {0, 0}), standing(2, {0.7, 0.1}), standing(3, {-0.2, 0.9}),
                                      standing(4, {0.4, -1.1})};
    agents[2].velocity = {0.5, -0.6};
    Point sum;
    for (int k = 1; k < 4; ++k) sum = sum + computeForce(agents[k].position * -1, agents[k].velocity * 0.5);
    const Point push = computePush(options, agents);
    EXPECT_NEAR(push.x, sum.x, 1e-4);
    EXPECT_NEAR(push.y, sum.y, 1e-4);
}

TEST(SocialForce, ThoseOutOfSightPushHalfAsMuch)
{
    SmallAgent walker = standing(1, {0, 0});
    walker.goal = {10, 0};
    walker.velocity = {1.34, 0};
    const auto pushOf = [&](double degrees, float sight_degrees) {
        SocialForceOptions options = pushesOnly();
        options.sight_degrees = sight_degrees;
        options.keep_right = 0;
        const double angle = degrees * 3.14159265358979 / 180;
        const Point drive = computePush(options, std::vector{walker}); // what is left of it, far from everybody
        return length(computePush(options, {walker, standing(2, {1.2 * std::cos(angle), 1.2 * std::sin(angle)})}) - drive);
    };
    // The angle is that of the push, which is against the way to the other one only where that is ahead or behind.
    EXPECT_NEAR(pushOf(0, 100), pushOf(0, 180), 2e-4 * pushOf(0, 180));
    EXPECT_NEAR(pushOf(60, 100), pushOf(60, 180), 2e-4 * pushOf(60, 180));
    EXPECT_NEAR(pushOf(-60, 100), pushOf(-60, 180), 2e-4 * pushOf(-60, 180));
    EXPECT_NEAR(pushOf(180, 100), pushOf(180, 180) / 2, 2e-4 * pushOf(180, 180));
    EXPECT_NEAR(pushOf(150, 100), pushOf(150, 180) / 2, 2e-4 * pushOf(150, 180));
    EXPECT_NEAR(pushOf(60, 10), pushOf(60, 180) / 2, 2e-4 * pushOf(60, 180));
}

TEST(SocialForce, SomebodyWhoComesIsSeenAsByOneWhoStandsAndIsMetTwiceAsFast)
{
    SocialForceOptions options = pushesOnly();
    options.keep_right = 0;
    std::vector<SmallAgent> both = {standing(1, {0, 0}), standing(2, {1.5, 0.3})};
    both[0].velocity = {0.6, 0};
    both[1].velocity = {-0.6, 0};
    const Point drive = computePush(options, std::vector{both[0]});
    std::vector<SmallAgent> one = both;
    one[0].velocity = {};
    one[1].velocity = {-1.2, 0};
    const Point twice = computePush(options, one), push = computePush(options, both) - drive;
    EXPECT_NEAR(push.x, twice.x, 1e-4);
    EXPECT_NEAR(push.y, twice.y, 1e-4);
}

TEST(SocialForce, LargeOnesPushAsPeopleDoWhoAreAsFarApart)
{
    const SocialForceOptions options = pushesOnly();
    const double people = computePush(options, {standing(1, {0, 0}), standing(2, {1, 0})}).x;
    std::vector<SmallAgent> large = {standing(1, {0, 0}), standing(2, {5.5, 0})};
    for (SmallAgent& agent : large) agent.radius = 2.5;
    EXPECT_NEAR(computePush(options, large).x, people, 1e-4);
}

TEST(SocialForce, WhoMeetsSomebodyMakesWayToTheRight)
{
    for (const double angle : {0.0, 1.0, 2.5, 4.0})
    {
        const Point way{std::cos(angle), std::sin(angle)};
        SocialForceOptions options;
        options.fluctuation = 0;
        SmallAgent walker{1, {0, 0}, way * 10};
        walker.velocity = way * 1.34;
        SmallAgent other{2, way * 1.5, way * -10};
        other.velocity = way * -1.34;
        EXPECT_LT(cross(way, computePush(options, {walker, other})), -0.1) << angle;
    }
}

TEST(SocialForce, AWallBesideTheWayPushesAsideAndNeverBack)
{
    // The corner of a box, which the agent is about to touch on its way past it.
    for (const double ahead : {0.0, 0.05, 0.1, 0.2, 0.3})
    {
        SocialForceOptions options;
        options.fluctuation = 0;
        SmallAgent walker{1, {0, 0}, {10, 0}};
        const Point push =
            computePush(options, std::vector{walker}, {{{ahead, -5}, {ahead, -0.25}}, {{ahead, -0.25}, {5, -0.25}}});
        EXPECT_GE(push.x, 1.34 / 0.5 - 1e-3) << ahead;
        EXPECT_GT(push.y, 0.1) << ahead;
    }
}

TEST(SocialForce, FluctuationsAddUpToTheSameInShortTicks)
{
    const auto wander = [](double dt) {
        double sum = 0;
        for (std::uint64_t id = 1; id <= 200; ++id)
        {
            SmallWorld world(socialForce());
            world.dt = dt;
            world.agents.push_back({id, {0, 0}, {100, 0}});
            for (int k = 0; k < static_cast<int>(10 / dt + 0.5); ++k) world.step();
            sum += std::fabs(world.agents[0].position.y) / 200;
        }
        return sum;
    };
    const double usual = wander(0.1);
    EXPECT_GT(usual, 0.01);
    EXPECT_NEAR(wander(0.02), usual, 0.2 * usual);
}

TEST(SocialForce, AnAgentAloneTakesUpItsVelocity)
{
    SocialForceOptions options;
    options.fluctuation = 0;
    SmallWorld world(socialForce(options));
    world.agents = {{1, {0, 0}, {100, 0}}};
    for (int k = 1; k <= 20; ++k)
    {
        world.step();
        EXPECT_NEAR(world.agents[0].velocity.x, 1.34 * (1 - std::pow(0.8, k)), 1e-5) << k; // 0.1 s of 0.5 s
        EXPECT_EQ(world.agents[0].velocity.y, 0);
    }
}

TEST(SocialForce, AWallPushesByItsNearestPointHoweverManyPiecesItIsMadeOf)
{
    const SocialForceOptions options = pushesOnly();
    const std::vector<SmallAgent> agents = {standing(1, {0, 0.5})};
    const double size = 2 / 0.2 * std::exp(-0.5 / 0.2);
    const auto expectSame = [&](const std::vector<SmallWall>& walls) {
        const Point push = computePush(options, agents, walls);
        EXPECT_NEAR(push.x, 0, 1e-5);
        EXPECT_NEAR(push.y, size, 1e-4);
    };
    expectSame({{{-3, 0}, {3, 0}}});
    expectSame({{{-3, 0}, {0.1, 0}}, {{0.1, 0}, {3, 0}}});
    expectSame({{{-3, 0}, {0, 0}}, {{0, 0}, {3, 0}}});
    expectSame({{{-3, 0}, {-0.3, 0}}, {{-0.3, 0}, {-0.1, 0}}, {{-0.1, 0}, {0.1, 0}}, {{0.1, 0}, {0.2, 0}}, {{0.2, 0}, {3, 0}}});
    // A corner that sticks out counts once; one that encloses, twice.
    expectSame({{{-2, -2}, {0, 0}}, {{0, 0}, {2, -2}}});
    const Point inside = computePush(options, agents, {{{-0.5, 3}, {-0.5, 0}}, {{-0.5, 0}, {3, 0}}});
    EXPECT_NEAR(inside.x, size, 1e-4);
    EXPECT_NEAR(inside.y, size, 1e-4);
    // From behind there is no wall.
    const Point behind = computePush(options, agents, {{{3, 0}, {-3, 0}}});
    EXPECT_NEAR(behind.y, 0, 1e-6);
}

TEST(SocialForce, TheCircularShapePushesByTheGapBetweenDiscs)
{
    SocialForceOptions options = pushesOnly();
    options.shape = SocialForceOptions::Shape::circular;
    for (const double d : {0.5, 0.6, 0.8})
    {
        const Point push = computePush(options, {standing(1, {0, 0}), standing(2, {d, 0})});
        EXPECT_NEAR(push.x, -25 * std::exp((0.5 - d) / 0.08), 1e-3) << d;
        EXPECT_NEAR(push.y, 0, 1e-5);
    }
}

TEST(SocialForce, TwoAtOnePointArePushedApartInOppositeDirections)
{
    for (const auto shape : {SocialForceOptions::Shape::elliptical, SocialForceOptions::Shape::circular})
    {
        SocialForceOptions options = pushesOnly();
        options.shape = shape;
        SmallWorld world(socialForce(options));
        world.agents = {standing(7, {0, 0}), standing(9, {0, 0})};
        world.step();
        const Point a = world.agents[0].velocity, b = world.agents[1].velocity;
        EXPECT_GT(length(a), 0.5);
        EXPECT_LT(length(a + b), 1e-5 * length(a));
        for (int k = 0; k < 100; ++k) world.step();
        EXPECT_GT(length(world.agents[0].position - world.agents[1].position), 0.5);
    }
}

TEST(SocialForce, ForcesThatBlowUpAreClampedAndSaidSo)
{
    SocialForceOptions options = pushesOnly();
    options.max_force = 1;
    SmallWorld world(socialForce(options));
    world.agents = {standing(1, {0, 0}), standing(2, {0.3, 0}), standing(3, {20, 0}), standing(4, {21.5, 0})};
    BlockArrays arrays = world.makeArrays();
    SteeringBlock block = arrays.makeBlock(0, 4, 0.1, 0, nullptr, 0);
    std::vector<SteeringBlock::Fault> faults(4, SteeringBlock::Fault::none);
    block.fault = faults.data();
    socialForce(options)->steer(block);
    EXPECT_EQ(faults, (std::vector{SteeringBlock::Fault::clamped, SteeringBlock::Fault::clamped, SteeringBlock::Fault::none,
                                   SteeringBlock::Fault::none}));
    EXPECT_NEAR(block.asked_x[0], -0.1, 1e-5);
    block.fault = nullptr; // may be missing
    socialForce(options)->steer(block);
    EXPECT_NEAR(block.asked_x[1], 0.1, 1e-5);
}

TEST(SocialForce, WhatIsCutOffAtTheRangeIsBelowAHundredthOfAMetrePerSecondSquared)
{
    const SocialForceOptions options;
    const steering::EllipticalLaw law{options.strength, options.reach, options.look_ahead, options.least_axis};
    const double d = static_cast<double>(options.neighbour_range) + 2 * 0.25;
    for (int k = 0; k < 360; ++k)
    {
        const double angle = k * 3.14159265358979 / 180;
        EXPECT_LT(length(computeByKernel({d, 0}, {1.34 * std::cos(angle), 1.34 * std::sin(angle)}, law)), 0.01);
    }
    const double wall = static_cast<double>(options.wall_range) + 0.25;
    EXPECT_LT(static_cast<double>(options.wall_strength / options.wall_reach) *
                  std::exp(-wall / static_cast<double>(options.wall_reach)),
              0.01);
}

TEST(SocialForce, TwoWhoMeetHeadOnGetPast)
{
    SmallWorld world(socialForce());
    world.agents = {{1, {-5, 0}, {5, 0}}, {2, {5, 0}, {-5, 0}}};
    EXPECT_TRUE(world.run(30));
}

TEST(SocialForce, AnswersDoNotDependOnThePlaceInTheBlockOrOnWhatFollows) { expectSameBitsEverywhere(socialForce()); }

TEST(SocialForce, NumbersThatAreNoneGiveFiniteAnswers)
{
    for (const auto shape : {SocialForceOptions::Shape::elliptical, SocialForceOptions::Shape::circular})
        expectSurvivesAnything(socialForce({.shape = shape}));
}

TEST(SocialForce, OptionsThatAreNoneAreBroughtIntoRange)
{
    SocialForceOptions options;
    options.reach = std::numeric_limits<float>::quiet_NaN();
    options.relaxation_time = 0;
    options.strength = std::numeric_limits<float>::infinity();
    options.neighbour_count = 1000;
    EXPECT_EQ(socialForce(options)->needs().neighbour_count, kMaxNeighbours);
    expectSurvivesAnything(socialForce(options));
}

TEST(Exponential, IsThatOfTheLibraryToAFewUnitsOfTheLastPlace)
{
    double worst = 0;
    for (double x = -80; x <= 80; x += 0.00137)
    {
        const auto rounded = static_cast<double>(static_cast<float>(x));
        const double computed = static_cast<double>(steering::computeExponential(static_cast<float>(x)));
        // The rounding of x log2(e) grows with x; forces only use what is near zero.
        worst = std::max(worst, std::fabs(computed / std::exp(rounded) - 1) / (1 + std::fabs(x)));
    }
    EXPECT_LT(worst, 4e-7);
    EXPECT_EQ(steering::computeExponential(-1e30F), steering::computeExponential(-80));
    EXPECT_NEAR(steering::computeExponential(0), 1, 2e-7);
}

} // namespace
} // namespace clearway
