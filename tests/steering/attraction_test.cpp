// SPDX-License-Identifier: MIT
// The attraction of a corridor as a drive of the social force: the published numbers, and what keeps a disc in its ball.
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/steering.h>
#include <tests/steering/hostile_block.h>
#include <tests/steering/small_world.h>
#include <tests/support/scale.h>

#include "steering/attraction.h"

namespace clearway {
namespace {

using namespace test;
using steering::computeAttracted;
using steering::computePull;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
using Drive = SocialForceOptions::Drive;

/// The force alone: no walls, no fluctuations.
SocialForceOptions published(float limit = 5)
{
    return {.drive = Drive::attraction, .attraction_limit = limit, .wall_strength = 0, .fluctuation = 0};
}

/// One agent and its attraction point.
struct Lone
{
    SmallAgent agent{1, {0, 0}, {100, 0}};
    Point target{2, 0};
    float room = 3;
    float horizon = kInfinity;

    Point steer(const Steering& model, double dt = 0.1)
    {
        BlockArrays arrays;
        const Point way = target - agent.position;
        const double rest = length(way);
        arrays.addAgent(agent, rest > 0 ? way * (std::min(agent.speed, rest / dt) / rest) : Point{});
        arrays.endAgent();
        SteeringBlock block = arrays.makeBlock(0, 1, dt, 0, nullptr, 0);
        const std::array<float, 17> x{static_cast<float>(way.x)}, y{static_cast<float>(way.y)}, rooms{room};
        const std::array<float, 17> speeds{static_cast<float>(agent.speed)}, horizons{horizon};
        block.target_x = x.data();
        block.target_y = y.data();
        block.room = rooms.data();
        block.speed = speeds.data();
        block.horizon = horizons.data();
        model.steer(block);
        return {block.asked_x[0], block.asked_y[0]};
    }
};

TEST(Attraction, IsThePublishedForce)
{
    for (const double big : {0.6, 1.0, 4.0, 20.0})
        for (const double part : {0.01, 0.3, 0.7, 0.99})
        {
            const double r = 0.25, d = part * (big - r);
            const double expected = std::min(5.0, 1 / (big - r - d) - 1 / (big - r));
            const steering::CorridorPull pull{static_cast<float>(d), 0, static_cast<float>(big - r), 5};
            EXPECT_NEAR(static_cast<double>(computePull(pull, static_cast<float>(d))), expected, 1e-4 * (1 + expected));
        }
    EXPECT_EQ(computePull({0, 0, 1, 5}, 0), 0);
    EXPECT_EQ(computePull({2, 0, 1, 5}, 2), 5);         // pushed out of the ball
    EXPECT_EQ(computePull({2, 0, kInfinity, 5}, 2), 5); // no ball at all
    EXPECT_EQ(computePull({2, 0, -1, 5}, 2), 5);
}

/// x+ = 2 x - x- + F dt^2; where the speed is too high, x- is moved.
struct Verlet
{
    Point position;
    Point before;

    void step(Point force, double dt, double max_speed)
    {
        Point next = position * 2 - before + force * (dt * dt);
        const Point velocity = (next - position) * (1 / dt);
        const double speed = length(velocity);
        if (speed > max_speed) next = position + velocity * (max_speed / speed * dt);
        before = position;
        position = next;
    }
};

TEST(Attraction, WithVelocitiesIsVerletIntegration)
{
    // Through a row of balls along an arc; the attraction point is that of the literal loop.
    const auto model = socialForce(published());
    constexpr double kRadius = 0.25, kBig = 2, kDt = 0.1, kMaxSpeed = 1.2;
    std::vector<Point> centers;
    for (int i = 0; i <= 60; ++i)
    {
        const double x = 0.5 * i;
        centers.push_back({x, 0.05 * x * x});
    }
    Lone lone;
    lone.agent.speed = kMaxSpeed;
    lone.agent.position = {0.1, 0.3};
    Verlet verlet{lone.agent.position, lone.agent.position};
    double error = 0;
    int at_limit = 0;
    for (int tick = 0; tick < 200; ++tick)
    {
        Point alpha = centers.front();
        for (const Point& center : centers)
            if (length(center - verlet.position) < kBig - kRadius) alpha = center;
        const Point way = alpha - verlet.position;
        const double d = length(way), f = std::min(5.0, 1 / (kBig - kRadius - d) - 1 / (kBig - kRadius));
        at_limit += f == 5.0;
        lone.target = alpha;
        lone.room = kBig;
        lone.agent.velocity = lone.steer(*model, kDt);
        lone.agent.position = lone.agent.position + lone.agent.velocity * kDt;
        verlet.step(way * (f / d), kDt, kMaxSpeed);
        error = std::max(error, length(lone.agent.position - verlet.position));
        lone.agent.position = verlet.position; // step by step: small differences grow where the attraction point jumps
        lone.agent.velocity = (verlet.position - verlet.before) * (1 / kDt);
    }
    EXPECT_LT(error, 1e-5);
    EXPECT_GT(verlet.position.x, 15);
    EXPECT_GT(at_limit, 3);
}

TEST(Attraction, AForceOfTheUserIsAddedInTheSamePlace)
{
    const UserForce wind = [](const SteeringBlock&, int) { return Acceleration{0, 0.5F}; };
    const auto model = withForce(socialForce(published()), wind);
    Lone calm, windy;
    calm.agent.velocity = windy.agent.velocity = {0.5, 0};
    const Point without = calm.steer(*socialForce(published())), with = windy.steer(*model);
    EXPECT_NEAR(with.x, without.x, 1e-6);
    EXPECT_NEAR(with.y, without.y + 0.05, 1e-6);
    // Beside it: F = F_a + F_u, then one step.
    const double f = 1 / (3 - 0.25 - 2) - 1 / (3 - 0.25);
    EXPECT_NEAR(with.x, 0.5 + 0.1 * f, 1e-5);
}

TEST(Attraction, AStepNeverLeavesTheBallItBeganIn)
{
    Random random(3);
    for (int i = 0; i < 100'000 * testScale(); ++i)
    {
        const double room = random.uniform(0.001, 5), dt = random.uniform(0.01, 0.2);
        const double d = room * random.uniform(0, 1), slope = random.uniform(-1, 1);
        const double x = d / std::sqrt(1 + slope * slope), y = slope * x;
        const steering::Velocity v =
            computeAttracted({static_cast<float>(random.uniform(-3, 3)), static_cast<float>(random.uniform(-3, 3))},
                             {static_cast<float>(x), static_cast<float>(y), static_cast<float>(room), 5}, static_cast<float>(dt));
        const double left_x = x - static_cast<double>(v.x) * dt, left_y = y - static_cast<double>(v.y) * dt;
        ASSERT_LE(std::sqrt(left_x * left_x + left_y * left_y), room + 1e-6) << i;
    }
}

TEST(Attraction, EndsAtThePointThatAStepWouldPass)
{
    const steering::Velocity v = computeAttracted({1.2F, 0}, {0.05F, 0.01F, 0.3F, 5}, 0.1F);
    EXPECT_FLOAT_EQ(v.x, 0.5F);
    EXPECT_FLOAT_EQ(v.y, 0.1F);
}

TEST(Attraction, IsNotFasterThanTheAgentLikes)
{
    Lone lone;
    lone.agent.max_speed = 3;
    lone.agent.speed = 1.2;
    lone.agent.velocity = {1.2, 0.3};
    lone.room = 2.26F;
    EXPECT_NEAR(length(lone.steer(*socialForce(published()))), 1.2, 1e-5);
}

TEST(Attraction, WhoSeesItsGoalWalksStraightAtItAndStops)
{
    const auto model = socialForce(published());
    Lone lone;
    lone.agent.velocity = {0.5, 0.8};
    lone.horizon = 2;
    for (int tick = 0; tick < 100; ++tick)
    {
        lone.agent.velocity = lone.steer(*model);
        EXPECT_NEAR(lone.agent.velocity.y, 0, 1e-6);
        lone.agent.position = lone.agent.position + lone.agent.velocity * 0.1;
        EXPECT_LE(lone.agent.position.x, 2 + 1e-6);
    }
    EXPECT_NEAR(lone.agent.position.x, 2, 0.01);
    EXPECT_LT(length(lone.agent.velocity), 0.02);
}

TEST(Attraction, WhoStandsRelaxes)
{
    Lone lone;
    lone.agent.velocity = {0.5, 0.5};
    lone.target = lone.agent.position;
    lone.horizon = 0.1F;
    const Point a = lone.steer(*socialForce({.wall_strength = 0, .fluctuation = 0})), b = lone.steer(*socialForce(published()));
    EXPECT_EQ(a.x, b.x);
    EXPECT_EQ(a.y, b.y);
}

TEST(Attraction, OnlyTheModelThatWantsTheTargetIsToldOfIt)
{
    EXPECT_TRUE(socialForce(published())->needs().wants_target);
    for (const std::string_view name : steeringNames())
        EXPECT_EQ(findSteering(name)->needs().wants_target, name == "field") << name;
}

TEST(Attraction, WithoutATargetItIsTheRelaxation)
{
    // As in blocks of a caller that knows nothing of targets.
    expectSameBitsEverywhere(socialForce(published()));
    expectSurvivesAnything(socialForce(published()));
}

TEST(Attraction, SurvivesSenselessNumbers)
{
    const auto model = socialForce(published());
    const float values[] = {0, -1, 1e-30F, 1e30F, kInfinity, -kInfinity, std::numeric_limits<float>::quiet_NaN(), 0.25F, 2};
    for (const float x : values)
        for (const float room : values)
            for (const float speed : values)
            {
                Lone lone;
                lone.target = {x, 0.5};
                lone.room = room;
                lone.agent.speed = static_cast<double>(speed);
                const Point asked = lone.steer(*model);
                ASSERT_TRUE(std::isfinite(asked.x) && std::isfinite(asked.y)) << x << ' ' << room << ' ' << speed;
                ASSERT_LE(length(asked), 2.01 + 1e-5);
            }
}

} // namespace
} // namespace clearway
