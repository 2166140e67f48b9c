// SPDX-License-Identifier: MIT
// A crowd whose agents do exactly as they are told: for observers, which must see what was put there.
#pragma once
#include <functional>
#include <memory>
#include <utility>

#include <clearway/crowd/crowd.h>

#include "tests/crowd/open_world.h"

namespace clearway::test {

/// The velocity of an agent in a tick.
using Script = std::function<Vec2(AgentId id, std::uint64_t tick)>;

class PuppetSteering : public Steering
{
public:
    explicit PuppetSteering(Script script) : script_(std::move(script)) {}

    const char* name() const override { return "puppets"; }
    Steering::Needs needs() const override { return {.neighbour_count = 0, .keeps_apart = false}; }
    void steer(const SteeringBlock& block) const override
    {
        for (int i = 0; i < block.count; ++i)
        {
            const Vec2 velocity = script_(block.id[i], block.tick);
            block.asked_x[i] = static_cast<float>(velocity.x);
            block.asked_y[i] = static_cast<float>(velocity.y);
        }
    }

private:
    Script script_;
};

/// Never at its goal, so that it counts as moving.
inline AgentOptions puppet(Vec2 position, double radius = 0.25, double speed = 1)
{
    return {.position = position, .radius = radius, .goal = Vec2{90000, 90000}, .speed = speed, .max_speed = 100};
}

inline Crowd makePuppetCrowd(Script script, World world = openWorld())
{
    return Crowd(std::move(world), {.steering = std::make_shared<PuppetSteering>(std::move(script)), .max_step = 100});
}

} // namespace clearway::test
