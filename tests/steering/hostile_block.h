// SPDX-License-Identifier: MIT
// What every steering model must bear: senseless numbers, any place in a block, anything behind the ends of arrays.
#pragma once
#include <bit>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <tests/steering/small_world.h>
#include <tests/support/scale.h>

namespace clearway::test {

/// A throng in a room, its velocities as the model made them.
inline SmallWorld makeThrong(std::shared_ptr<const Steering> model)
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

/// All at once, one by one, and with other numbers behind the arrays: the same bits.
inline void expectSameBitsEverywhere(const std::shared_ptr<const Steering>& model)
{
    const SmallWorld world = makeThrong(model);
    const int count = static_cast<int>(world.agents.size());
    const std::size_t state_bytes = model->needs().state_bytes;
    std::vector<std::byte> state_a(state_bytes * world.agents.size()), state_b = state_a;
    BlockArrays a = world.makeArrays(), b = world.makeArrays();
    b.makeBlock(0, 0, 0.1, 5, state_b.data(), state_bytes); // makes room behind the ends
    for (std::vector<float>* column :
         {&b.offset_x, &b.offset_y, &b.neighbour_velocity_x, &b.neighbour_velocity_y, &b.neighbour_radius, &b.velocity_x})
        std::fill(column->end() - 16, column->end(), std::numeric_limits<float>::quiet_NaN());
    model->steer(a.makeBlock(0, count, 0.1, 5, state_a.data(), state_bytes));
    for (int i = 0; i < count; ++i) model->steer(b.makeBlock(i, i + 1, 0.1, 5, state_b.data(), state_bytes));
    for (int i = 0; i < count; ++i)
    {
        const auto at = static_cast<std::size_t>(i);
        ASSERT_EQ(std::bit_cast<std::uint32_t>(a.asked_x[at]), std::bit_cast<std::uint32_t>(b.asked_x[at])) << i;
        ASSERT_EQ(std::bit_cast<std::uint32_t>(a.asked_y[at]), std::bit_cast<std::uint32_t>(b.asked_y[at])) << i;
    }
    EXPECT_EQ(state_a, state_b);
}

/// Any number may stand anywhere; answers are finite and not too fast, tick after tick with the state that came of it.
inline void expectSurvivesAnything(const std::shared_ptr<const Steering>& model)
{
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const float strange[] = {
        std::numeric_limits<float>::quiet_NaN(), kInfinity, -kInfinity, 1e38F, -1e30F, 1e6F, 0, -0.0F, 1e-40F, -1};
    const SmallWorld world = makeThrong(model);
    const int count = static_cast<int>(world.agents.size());
    const std::size_t state_bytes = model->needs().state_bytes;
    for (int seed = 0; seed < 200 * testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed));
        BlockArrays arrays = world.makeArrays();
        std::vector<std::byte> state(state_bytes * world.agents.size());
        for (std::byte& byte : state) byte = static_cast<std::byte>(random.uniform(0, seed % 2 == 0 ? 1 : 256));
        SteeringBlock block = arrays.makeBlock(0, count, 0.1, static_cast<std::uint64_t>(seed), state.data(), state_bytes);
        for (std::vector<float>* column :
             {&arrays.velocity_x, &arrays.velocity_y, &arrays.preferred_x, &arrays.preferred_y, &arrays.radius, &arrays.max_speed,
              &arrays.held_up, &arrays.neighbour_wish_x, &arrays.neighbour_wish_y, &arrays.offset_x, &arrays.offset_y,
              &arrays.neighbour_velocity_x, &arrays.neighbour_velocity_y, &arrays.neighbour_radius, &arrays.wall_ax,
              &arrays.wall_ay, &arrays.wall_bx, &arrays.wall_by})
            for (float& x : *column)
                if (random.uniform() < 0.05) x = strange[static_cast<std::size_t>(random.uniform(0, 10))];
        if (seed % 3 == 1) block.dt = strange[static_cast<std::size_t>(random.uniform(0, 10))];
        for (int tick = 0; tick < 3; ++tick)
        {
            model->steer(block);
            for (int i = 0; i < count; ++i)
            {
                const auto at = static_cast<std::size_t>(i);
                const Point asked{arrays.asked_x[at], arrays.asked_y[at]};
                const double given = static_cast<double>(arrays.max_speed[at]);
                const double most = given > 0 && given <= 1e6 ? given : 0;
                ASSERT_TRUE(std::isfinite(asked.x) && std::isfinite(asked.y)) << seed << ' ' << i;
                ASSERT_LE(length(asked), most * 1.00001 + 1e-9) << seed << ' ' << i;
            }
        }
    }
}

} // namespace clearway::test
