// SPDX-License-Identifier: MIT
// The kernel of the fast engine without a crowd around it: walkers at random places that go to one random goal after the other.
#pragma once
#include <bit>

#include <clearway/base/hash.h>
#include <clearway/corridor.h>

#include "walkers/kernel.h"

namespace clearway::test {

class Wanderers final : public walkers::Wishes
{
public:
    explicit Wanderers(const CorridorMap& map, double radius = 0.25) : kernel(makeOptions(map, radius), *this) {}
    Wanderers(const Wanderers&) = delete;

    walkers::Wish computeWish(std::uint32_t) const override { return {.is_anywhere = true, .seed = 1, .point = {}}; }
    bool isInArea(std::uint32_t, Vec2) const override { return false; }

    /// Everybody starts with a random goal that it can reach.
    void add(walkers::Id count)
    {
        for (walkers::Id id = kernel.ids.size() + 1, last = id + count; id < last; ++id)
        {
            Random random = walkers::Kernel::makeRandom(1, id, 0, walkers::Kernel::Purpose::start);
            LatticePoint at;
            walkers::Spot from;
            walkers::Trip trip;
            do from = kernel.drawSpot(random, at);
            while (!from || !kernel.chooseRandomGoal(*kernel.planners[0], random, from, trip));
            kernel.insert(id, at, from, trip, {});
        }
    }

    void step(double dt)
    {
        kernel.walk(dt);
        for (const std::uint32_t place : kernel.arrived)
            kernel.trips[kernel.now.card[place].slot].state = walkers::Trip::State::setting_out;
        kernel.planWaiting();
    }

    /// Of where everybody is, how fast, and on which way.
    std::uint64_t computeHash() const
    {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < kernel.count; ++i)
        {
            const walkers::Card& card = kernel.now.card[i];
            const walkers::Trip& trip = kernel.trips[card.slot];
            Hasher hasher(kernel.ids[card.slot] - 1);
            for (const std::int32_t value : {kernel.now.x[i], kernel.now.y[i], trip.goal_x, trip.goal_y}) hasher.add(value);
            for (const float value : {kernel.now.vx[i], kernel.now.vy[i]}) hasher.add(static_cast<double>(value));
            for (const std::uint32_t value : {card.ball, card.last, trip.link, trip.goal_link, trip.goal.ball, trip.number})
                hasher.add(value);
            for (const std::uint64_t turns : trip.turns) hasher.add(turns);
            const bool has_arrived = trip.state != walkers::Trip::State::walking;
            for (const int value : {int{trip.next_bit}, int{trip.bit_count}, int{trip.is_last_link}, int{has_arrived}})
                hasher.add(value);
            sum += hasher.value();
        }
        Hasher hasher;
        hasher.add(sum);
        return hasher.value();
    }

    walkers::Kernel kernel;

private:
    static walkers::KernelOptions makeOptions(const CorridorMap& map, double radius)
    {
        walkers::KernelOptions options{map};
        options.radius = radius;
        options.speed = 1.2;
        options.law = {2.1F, 0.3F, 0.5F, 0.1F};
        options.sight = steering::makeSight(100, 0.5F);
        return options;
    }
};

} // namespace clearway::test
