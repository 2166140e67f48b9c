// SPDX-License-Identifier: MIT
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/steering.h>
#include <tests/steering/small_world.h>
#include <tests/support/count_allocations.h>
#include <tests/support/scale.h>

namespace clearway {
namespace {

using test::BlockArrays;
using test::Point;
using test::SmallWorld;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

/// Everybody to the other side of a circle.
SmallWorld makeCircle(int count, double circle)
{
    SmallWorld world(orca());
    for (int k = 0; k < count; ++k)
    {
        const double angle = 2 * std::numbers::pi * k / count;
        const Point p{circle * std::cos(angle), circle * std::sin(angle)};
        world.agents.push_back({static_cast<std::uint64_t>(k) + 1, p, p * -1});
    }
    return world;
}

/// A throng with walls, after some ticks, so that velocities are those of people who avoid each other.
SmallWorld makeThrong(std::shared_ptr<const Steering> model)
{
    SmallWorld world(std::move(model));
    world.addLoop({{0, 0}, {8, 0}, {8, 6}, {0, 6}});
    Random random(4);
    for (int k = 0; k < 70; ++k)
    {
        const Point p{0.5 + 0.7 * (k % 10), 0.5 + 0.7 * (k / 10)};
        world.agents.push_back(
            {static_cast<std::uint64_t>(k) + 1, p, {random.uniform(0, 8), random.uniform(0, 6)}, {}, random.uniform(0.15, 0.3)});
    }
    for (int k = 0; k < 20; ++k) world.step();
    return world;
}

TEST(Orca, AnAgentAloneWalksAsItPrefers)
{
    SmallWorld world(orca());
    world.agents = {{1, {0, 0}, {10, 5}}};
    world.step();
    const Point way{10, 5};
    EXPECT_NEAR(world.agents[0].velocity.x, 1.34 * way.x / length(way), 1e-6);
    EXPECT_NEAR(world.agents[0].velocity.y, 1.34 * way.y / length(way), 1e-6);
}

TEST(Orca, TwoWhoMeetHeadOnPassEachOtherOnTheRight)
{
    for (const double angle : {0.0, 0.7, 1.5707963267948966, 3.0, 4.4})
    {
        SmallWorld world(orca());
        const Point p{5 * std::cos(angle), 5 * std::sin(angle)};
        world.agents = {{1, p, p * -1}, {2, p * -1, p}};
        double side = 0;
        for (int k = 0; k < 45; ++k)
        {
            world.step();
            // Left of the other's way is its right.
            if (std::fabs(dot(world.agents[0].position, p)) < 3) side = cross(p * -1, world.agents[0].position);
        }
        EXPECT_LT(side, 0) << angle;
        EXPECT_TRUE(world.run(10)) << angle;
        EXPECT_LE(world.max_overlap, 0) << angle;
    }
}

TEST(Orca, TwoWhoCrossDoNotTouch)
{
    SmallWorld world(orca());
    world.agents = {{1, {-5, 0}, {5, 0}}, {2, {0, -5}, {0, 5}}};
    EXPECT_TRUE(world.run(12));
    EXPECT_LE(world.max_overlap, 0);
}

TEST(Orca, SomebodyWhoStandsInTheWayIsPassedAndComesBack)
{
    SmallWorld world(orca());
    world.agents = {{1, {-4, 0}, {4, 0}}, {2, {0, 0}, {0, 0}}};
    EXPECT_TRUE(world.run(10));
    EXPECT_LE(world.max_overlap, 0);
    EXPECT_LT(length(world.agents[1].position), 0.3);
}

TEST(Orca, AHundredOnACircleChangeSidesWithoutTouching)
{
    SmallWorld world = makeCircle(100, 20);
    EXPECT_TRUE(world.run(80));
    EXPECT_LE(world.max_overlap, 1e-4);
}

TEST(Orca, TwoGroupsGetPastEachOtherInACorridor)
{
    SmallWorld world(orca());
    world.walls = {{{-300, -2}, {300, -2}}, {{300, 2}, {-300, 2}}};
    for (int k = 0; k < 40; ++k)
    {
        const double x = 4 + 1.1 * (k / 4);
        const double y = -1.5 + 0.9 * (k % 4);
        world.agents.push_back({static_cast<std::uint64_t>(2 * k) + 1, {-x, y}, {250, y}});
        world.agents.push_back({static_cast<std::uint64_t>(2 * k) + 2, {x, -y}, {-250, -y}});
    }
    for (test::SmallAgent& agent : world.agents) agent.counterflow = 1;
    const auto isPast = [](const test::SmallAgent& a) { return a.position.x * (a.goal.x > 0 ? 1 : -1) > 10; };
    for (int k = 0; k < 1200 && !std::all_of(world.agents.begin(), world.agents.end(), isPast); ++k) world.step();
    EXPECT_TRUE(std::all_of(world.agents.begin(), world.agents.end(), isPast));
    EXPECT_LE(world.max_overlap, 1e-4);
    EXPECT_LE(world.max_wall_overlap, 1e-4);
}

TEST(Orca, DiscsThatOverlapAtTheStartComeApartWithoutJumps)
{
    SmallWorld world(orca());
    Random random(3);
    for (int k = 0; k < 12; ++k)
    {
        const Point p{random.uniform(-0.2, 0.2), k < 3 ? 0 : random.uniform(-0.2, 0.2)};
        world.agents.push_back({static_cast<std::uint64_t>(k) + 1, k < 2 ? Point{} : p, k < 2 ? Point{} : p * 30});
    }
    for (int k = 0; k < 100; ++k)
    {
        world.step();
        for (const test::SmallAgent& a : world.agents) EXPECT_LE(length(a.velocity), a.max_speed * (1 + 1e-6));
    }
    world.max_overlap = 0;
    world.step();
    EXPECT_LE(world.max_overlap, 1e-4);
}

TEST(Orca, ImpatientPeopleSqueezeThroughWherePatientOnesBlockEachOther)
{
    for (const bool is_patient : {false, true})
    {
        OrcaOptions options;
        options.patience = is_patient ? kInfinity : 3.0F;
        SmallWorld world(orca(options));
        // A passage for one, in which two meet.
        world.walls = {{{-30, -0.3}, {30, -0.3}}, {{30, 0.3}, {-30, 0.3}}};
        world.agents = {{1, {-4, 0}, {6, 0}}, {2, {4, 0}, {-6, 0}}};
        EXPECT_EQ(world.run(40), !is_patient);
        EXPECT_EQ(world.max_overlap > 0, !is_patient);
        EXPECT_EQ(orca(options)->needs().keeps_apart, is_patient);
    }
}

TEST(Orca, BlocksOfAnySizeGiveTheSameAnswers)
{
    const auto model = orca();
    const SmallWorld world = makeThrong(model);
    const int count = static_cast<int>(world.agents.size());
    const std::size_t bytes = model->needs().state_bytes;
    std::vector<float> expected;
    for (const int size : {1, 2, 7, 16, count})
    {
        BlockArrays arrays = world.makeArrays();
        std::vector<std::byte> state(bytes * world.agents.size());
        for (int from = 0; from < count; from += size)
            model->steer(arrays.makeBlock(from, std::min(from + size, count), 0.1, 7, state.data(), bytes));
        std::vector<float> asked = arrays.asked_x;
        asked.insert(asked.end(), arrays.asked_y.begin(), arrays.asked_y.end());
        if (expected.empty()) expected = asked;
        for (std::size_t k = 0; k < asked.size(); ++k)
            EXPECT_EQ(std::bit_cast<std::uint32_t>(asked[k]), std::bit_cast<std::uint32_t>(expected[k])) << size;
    }
}

TEST(Orca, SteeringAllocatesNothing)
{
    for (const auto& model : {orca(), seek()})
    {
        const SmallWorld world = makeThrong(model);
        BlockArrays arrays = world.makeArrays();
        std::vector<std::byte> state(model->needs().state_bytes * world.agents.size());
        const SteeringBlock block =
            arrays.makeBlock(0, static_cast<int>(world.agents.size()), 0.1, 0, state.data(), model->needs().state_bytes);
        const long before = test::allocation_count;
        model->steer(block);
        EXPECT_EQ(test::allocation_count, before) << model->name();
    }
}

TEST(Orca, WhateverComesInTheAnswerIsFiniteAndNotTooFast)
{
    const std::vector<float> numbers{0,    -0.0F, 1,     -1,        0.5F,       0.25F, -0.25F, 1e-20F, 1e-38F,
                                     1e6F, -1e6F, 1e20F, kInfinity, -kInfinity, kNaN,  1.34F,  0.3F};
    for (const auto& model : {orca(), orca({.patience = 0}), orca({kNaN, -1, kInfinity, 99, kNaN, kNaN, kNaN}), seek()})
    {
        const std::size_t bytes = model->needs().state_bytes;
        for (int seed = 0; seed < 3000 * test::testScale(); ++seed)
        {
            SCOPED_TRACE(seed);
            Random random(static_cast<std::uint64_t>(seed), 11);
            const auto any = [&] { return static_cast<double>(numbers[random.below(numbers.size())]); };
            BlockArrays arrays;
            test::SmallAgent a{1, {0, 0}, {}, {any(), any()}, any(), 1, any()};
            arrays.addAgent(a, {any(), any()});
            for (std::uint64_t k = random.below(34); k > 0; --k)
                arrays.addNeighbour(a, {random.below(3), {any(), any()}, {}, {any(), any()}, any()});
            for (std::uint64_t k = random.below(20); k > 0; --k) arrays.addWall(a, {{any(), any()}, {any(), any()}});
            arrays.endAgent();
            std::vector<std::byte> state(bytes);
            for (std::byte& b : state) b = static_cast<std::byte>(random.below(2) ? random.below(256) : 0);
            const SteeringBlock block = arrays.makeBlock(0, 1, any(), random.bits(), state.data(), bytes);
            model->steer(block);
            const double speed = std::hypot(double{block.asked_x[0]}, double{block.asked_y[0]});
            ASSERT_TRUE(std::isfinite(speed));
            const double limit = std::isfinite(a.max_speed) ? std::max(a.max_speed, 0.0) : 0.0;
            EXPECT_LE(speed, limit * (1 + 1e-6));
        }
    }
}

TEST(Seek, WalksAsItPrefersWhoeverIsThere)
{
    SmallWorld world(seek());
    world.agents = {{1, {-2, 0}, {2, 0}}, {2, {2, 0}, {-2, 0}}};
    EXPECT_TRUE(world.run(4));
    EXPECT_GT(world.max_overlap, 0.4);
    EXPECT_FALSE(seek()->needs().keeps_apart);
}

TEST(Seek, IsNotFasterThanTheAgentMay)
{
    SmallWorld world(seek());
    world.agents = {{1, {0, 0}, {20, 0}, {}, 0.25, 5, 2}};
    world.step();
    EXPECT_NEAR(world.agents[0].velocity.x, 2, 1e-6);
}

} // namespace
} // namespace clearway
