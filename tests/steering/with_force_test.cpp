// SPDX-License-Identifier: MIT
#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include <clearway/steering.h>
#include <tests/steering/hostile_block.h>
#include <tests/steering/small_world.h>

namespace clearway {
namespace {

using namespace test;

const UserForce kWind = [](const SteeringBlock&, int) { return Acceleration{0, 0.5F}; };

TEST(WithForce, WindTurnsAnyModel)
{
    for (const std::string_view name : {"orca", "seek", "hidac", "social_force"})
    {
        SmallWorld calm(findSteering(name)), windy(withForce(findSteering(name), kWind));
        for (SmallWorld* world : {&calm, &windy})
        {
            world->agents = {{1, {0, 0}, {100, 0}}};
            world->agents[0].velocity = {1.34, 0};
            world->step();
        }
        EXPECT_NEAR(windy.agents[0].velocity.x, calm.agents[0].velocity.x, 1e-6) << name;
        EXPECT_NEAR(windy.agents[0].velocity.y, calm.agents[0].velocity.y + 0.05, 1e-6) << name;
    }
}

TEST(WithForce, NoForceLeavesEveryBit)
{
    for (const std::string_view name : steeringNames())
    {
        const auto none = [](const SteeringBlock&, int) { return Acceleration{}; };
        const SmallWorld with = makeThrong(withForce(findSteering(name), none)), without = makeThrong(findSteering(name));
        for (std::size_t i = 0; i < with.agents.size(); ++i)
        {
            ASSERT_EQ(std::bit_cast<std::uint64_t>(with.agents[i].position.x),
                      std::bit_cast<std::uint64_t>(without.agents[i].position.x));
            ASSERT_EQ(std::bit_cast<std::uint64_t>(with.agents[i].position.y),
                      std::bit_cast<std::uint64_t>(without.agents[i].position.y));
        }
    }
}

TEST(WithForce, TheSumIsNotFasterThanTheAgentCanBe)
{
    for (const float strength : {1.0F, 100.0F, 1e30F})
    {
        SmallWorld world(withForce(seek(), [=](const SteeringBlock&, int) { return Acceleration{strength, strength}; }));
        world.agents = {{1, {0, 0}, {100, 0}}};
        world.step();
        EXPECT_LE(length(world.agents[0].velocity), 2.01 + 1e-6);
        EXPECT_GT(length(world.agents[0].velocity), 1.34);
    }
}

TEST(WithForce, TheForceSeesTheAgentAndTheAnswerOfTheModel)
{
    const auto push_first = [](const SteeringBlock& block, int i) {
        return block.id[i] == 1 ? Acceleration{-block.asked_x[i] / block.dt, 0} : Acceleration{};
    };
    SmallWorld world(withForce(seek(), push_first));
    world.agents = {{1, {0, 0}, {100, 0}}, {2, {0, 5}, {100, 5}}};
    world.step();
    EXPECT_NEAR(world.agents[0].velocity.x, 0, 1e-6);
    EXPECT_NEAR(world.agents[1].velocity.x, 1.34, 1e-6);
    EXPECT_EQ(std::string(withForce(seek(), push_first)->name()), "seek with force");
}

TEST(WithForce, WhatIsNoNumberIsNotHidden)
{
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()})
    {
        SmallWorld world(withForce(seek(), [=](const SteeringBlock&, int) { return Acceleration{bad, 0}; }));
        world.agents = {{1, {0, 0}, {100, 0}}};
        world.step();
        EXPECT_FALSE(std::isfinite(world.agents[0].velocity.x)); // for the crowd to say so
    }
}

} // namespace
} // namespace clearway
