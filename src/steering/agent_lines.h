// SPDX-License-Identifier: MIT
// The velocities that other agents take away: one half-plane for each neighbour, and another for each that is so near that the
// next tick could bring contact.
// Based on: J. van den Berg, S. J. Guy, M. Lin, D. Manocha. Reciprocal n-body collision avoidance. 2011 (section 4)
#pragma once
#include <cstdint>

#include "velocity_program.h"

namespace clearway::steering {

/// The agent itself, its numbers sane.
struct Self
{
    std::uint64_t id = 0;
    Velocity velocity;
    float radius = 0;
    float max_speed = 0;
    bool meets_others = false; // people come against it
    float crowding = 1;        // how crowded it is around it: 0 to 1
    float side = 1;            // on which it passes others: signOf() of clearway/yielding
};

/// Neighbours of one agent; floats may be read up to padded(count).
struct Neighbours
{
    int count = 0;
    const float* offset_x = nullptr;
    const float* offset_y = nullptr;
    const float* velocity_x = nullptr;
    const float* velocity_y = nullptr;
    const float* radius = nullptr;
    const std::uint64_t* id = nullptr;
    const std::uint8_t* stands = nullptr; ///< may be missing: then nobody does
    const float* wish_x = nullptr;        ///< may be missing: then nobody wants to get anywhere
    const float* wish_y = nullptr;
    const std::uint8_t* keeps_on = nullptr; ///< 1 for those who do not make way; may be missing: everybody does
};

struct AgentHorizon
{
    float time = 0;   ///< for which collisions are looked for; seconds, > 0
    float dt = 0;     ///< in which discs that overlap come apart; seconds, > 0
    float margin = 0; ///< kept between discs; metres, >= 0
    float size = 1;   ///< part of the radii that counts
};

/// One line for each neighbour, into the arrays from their beginning; zeros follow up to padded(count).
void computeAgentLines(const Self& self, const Neighbours& neighbours, const AgentHorizon& horizon, const Lines& lines);

/// Lines that keep the agent, for one tick, out of the discs next to it; all allow to stand still. Neighbours come nearest first.
/// Returns how many lines there are; room for all neighbours is needed.
int computeContactLines(const Self& self, const Neighbours& neighbours, const AgentHorizon& horizon, const Lines& lines);

} // namespace clearway::steering
