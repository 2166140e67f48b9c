// SPDX-License-Identifier: MIT
// Forces of your own on top of any model: wind, a slope, a magnet, a leader.
//   Crowd crowd(world, {.steering = withForce(orca(), [](const SteeringBlock&, int) { return Acceleration{0.2F, 0}; })});
// What is added to the answer of the model is an acceleration times the length of the tick; the sum is shortened to the agent's
// max_speed. The model does not know: with a force, what `orca` asks for may touch somebody (the crowd keeps discs apart all the
// same when the model wants that), and the model only takes the force back in so far as it steers by the velocity that came of
// it.
#pragma once
#include <functional>
#include <memory>

#include <clearway/steering/steering.h>

namespace clearway {

/// m/s^2
struct Acceleration
{
    float x = 0;
    float y = 0;
};

/// The acceleration of agent i of a block. Reads the block only, whose answers are those of the model; draws what it draws from
/// hashes of (id, tick); called from several threads at once. Numbers that are not finite make the answer none: the agent stands
/// still for a tick, and the crowd says so.
using UserForce = std::function<Acceleration(const SteeringBlock& block, int i)>;

/// A model whose answers are those of `model`, accelerated. Its name is that of `model` with " with force". An agent whose force
/// is zero gets the answer of the model, bit by bit.
std::shared_ptr<const Steering> withForce(std::shared_ptr<const Steering> model, UserForce force);

} // namespace clearway
