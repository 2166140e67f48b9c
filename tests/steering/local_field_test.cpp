// SPDX-License-Identifier: MIT
#include <clearway/steering/local_field.h>

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/steering/parameters.h>
#include <tests/steering/hostile_block.h>

namespace clearway::test {
namespace {

TEST(LocalField, GivesTheSameBitsWhereverAnAgentIsInABlock)
{
    expectSameBitsEverywhere(localField());
    expectSameBitsEverywhere(localField({.behaviour = Behaviour::personal, .map_size = 17, .exact = true}));
    expectSameBitsEverywhere(localField({.map_size = 17, .remembers = true}));
}

TEST(LocalField, SurvivesAnything)
{
    expectSurvivesAnything(localField({.map_size = 9}));
    expectSurvivesAnything(localField({.map_size = 9, .remembers = true}));
}

TEST(LocalField, GoesAroundSomebodyWhoStands)
{
    for (const Behaviour behaviour : {Behaviour::right_hand, Behaviour::left_hand})
    {
        SmallWorld world(localField({.behaviour = behaviour}));
        world.agents.push_back({1, {0, 0}, {10, 0}});
        world.agents.push_back({2, {5, 0}, {5, 0}});
        double aside = 0;
        for (int tick = 0; tick < 200 && length(world.agents[0].position - Point{10, 0}) > 0.3; ++tick)
        {
            world.step();
            aside = std::abs(world.agents[0].position.y) > std::abs(aside) ? world.agents[0].position.y : aside;
        }
        EXPECT_LT(length(world.agents[0].position - Point{10, 0}), 0.3);
        EXPECT_LT(world.max_overlap, 0.01);
        EXPECT_EQ(aside < 0, behaviour == Behaviour::right_hand);
        EXPECT_GT(std::abs(aside), 0.45);
    }
}

/// How fast somebody turns at most on the way past somebody who stands: of its velocity, radians per second, over 0.1 s.
double measureSharpestTurn(double dt)
{
    SmallWorld world(localField());
    world.dt = dt;
    world.agents.push_back({1, {0, 0}, {10, 0}});
    world.agents.push_back({2, {5, 0.01}, {5, 0.01}});
    const int ticks = static_cast<int>(0.1 / dt + 0.5);
    double sharpest = 0;
    Point before = {1, 0};
    for (int k = 0; k < 150 && length(world.agents[0].position - Point{10, 0}) > 0.5; ++k)
    {
        for (int tick = 0; tick < ticks; ++tick) world.step();
        const Point now = world.agents[0].velocity;
        sharpest = std::max(sharpest, std::abs(std::atan2(cross(before, now), dot(before, now))) / 0.1);
        before = now;
    }
    EXPECT_LT(length(world.agents[0].position - Point{10, 0}), 0.6) << dt;
    return sharpest;
}

TEST(LocalField, TurnsWithoutKinksWhateverTheLengthOfATick)
{
    for (const double dt : {0.1, 0.05, 1.0 / 60}) EXPECT_LT(measureSharpestTurn(dt), 3) << dt;
}

TEST(LocalField, TwoWhoMeetPassOnTheSideTheyKeepTo)
{
    SmallWorld world(localField());
    world.agents.push_back({1, {0, 0}, {12, 0}});
    world.agents.push_back({2, {12, 0}, {0, 0}});
    EXPECT_TRUE(world.run(20));
    EXPECT_LT(world.max_overlap, 0.01);
}

TEST(LocalField, TakesADoorThatIsNarrowerThanItsCells)
{
    // 0.6 m for a disc of 0.5 m, cells of 0.25 m.
    SmallWorld world(localField());
    world.addLoop(
        {{0, -4}, {4, -4}, {4, -0.3}, {4.2, -0.3}, {4.2, -4}, {8, -4}, {8, 4}, {4.2, 4}, {4.2, 0.3}, {4, 0.3}, {4, 4}, {0, 4}});
    world.agents.push_back({1, {2, 0.02}, {6, 0.0}});
    EXPECT_TRUE(world.run(20));
}

TEST(LocalField, WhoWantsToStayStays)
{
    SmallWorld world(localField());
    world.agents.push_back({1, {0, 0}, {0, 0}});
    world.agents.push_back({2, {1, 0}, {1, 0}});
    for (int tick = 0; tick < 20; ++tick) world.step();
    EXPECT_EQ(world.agents[0].position.x, 0);
    EXPECT_EQ(world.agents[1].position.x, 1);
}

TEST(LocalField, AMannerOfTheUsersTakesThePlaceOfTheBehaviour)
{
    const auto aside = [](const MannerOfTime& manner) {
        SmallWorld world(localField({.manner = manner}));
        world.agents.push_back({1, {0, 0}, {12, 0}});
        for (int tick = 0; tick < 40; ++tick) world.step();
        return world.agents[0].position.y;
    };
    EXPECT_GT(aside([](double, std::uint64_t) { return Manner{2, {0, 1}}; }), 0.5);
    EXPECT_LT(aside([](double, std::uint64_t) { return Manner{2, {0, -1}}; }), -0.5);
    const double nan = std::nan("");
    EXPECT_NEAR(aside([nan](double, std::uint64_t) { return Manner{nan, {0, -1}}; }), 0, 0.2);
    EXPECT_LT(aside([](double time, std::uint64_t) { return Manner{2, {0, time < 2 ? -1.0 : 1.0}}; }),
              aside([](double, std::uint64_t) { return Manner{2, {0, 1}}; }));
}

} // namespace
} // namespace clearway::test
