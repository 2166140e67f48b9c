// SPDX-License-Identifier: MIT
#include <clearway/steering/seek.h>

#include "velocity_program.h"

namespace clearway {

namespace {

class Seek final : public Steering
{
public:
    const char* name() const override { return "seek"; }

    Steering::Needs needs() const override
    {
        return {.neighbour_range = 0, .neighbour_count = 0, .wall_range = 0, .state_bytes = 0, .keeps_apart = false};
    }

    void steer(const SteeringBlock& block) const override
    {
        for (int i = 0; i < block.count; ++i)
        {
            const float max_speed = steering::sane(block.max_speed[i]);
            const steering::Velocity preferred{steering::sane(block.preferred_x[i]), steering::sane(block.preferred_y[i])};
            const steering::Velocity asked = steering::limit(preferred, max_speed > 0 ? max_speed : 0);
            block.asked_x[i] = asked.x;
            block.asked_y[i] = asked.y;
        }
    }
};

} // namespace

std::shared_ptr<const Steering> seek() { return std::make_shared<Seek>(); }

} // namespace clearway
