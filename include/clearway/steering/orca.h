// SPDX-License-Identifier: MIT
// Optimal reciprocal collision avoidance: every neighbour and every wall takes a half-plane of velocities away; of what is left
// the velocity nearest to the preferred one is taken, by an exact linear program.
// What an agent asks for brings its disc, within the next tick, into no wall and into no neighbour's disc, as long as the
// neighbour does likewise: such lines are never given up. Lines for collisions that are farther ahead give way when they
// contradict each other. An agent that finds somebody in the way passes on the side of its crowd (SteeringBlock::side); one that
// is held up in a throng makes way for those next to it whose turn it is, and turns to that side where crowds meet, so that lanes
// form: clearway/yielding says when.
//
// Based on: J. van den Berg, S. J. Guy, M. Lin, D. Manocha. Reciprocal n-body collision avoidance. 2011
//
// Numbers that are not finite, or beyond a million, count as zero.
#pragma once
#include <limits>
#include <memory>
#include <span>

#include <clearway/steering/steering.h>

namespace clearway {

struct OrcaOptions
{
    float time_horizon = 5;         ///< to other agents; seconds, > 0
    float wall_time_horizon = 0.5F; ///< seconds, > 0
    float neighbour_range = 5;      ///< gap between discs; metres
    int neighbour_count = 10;       ///< 0 to kMaxNeighbours
    float margin = 0.02F;           ///< kept beyond touching, between agents; metres
    /// By how much an agent turns its preferred velocity, to the side of its crowd, when somebody in its way comes head-on.
    /// Radians, 0 to 1.
    float turn = 0.3F;
    /// How long an agent that is held up by oncoming people waits before it squeezes through them: then discs overlap, deeply,
    /// and also where people only come together from two sides of a door. Seconds. Infinite: never; then groups that meet in a
    /// crowded place may take long to get past each other, or not get past.
    float patience = std::numeric_limits<float>::infinity();
};

std::shared_ptr<const Steering> orca(const OrcaOptions& options = {});

/// A half-plane of velocities: those on the left of the line through `x, y` along `dx, dy` (unit length), the line included.
struct VelocityLine
{
    /// What solveVelocity() finds.
    struct Solution
    {
        float x = 0;
        float y = 0;
        bool is_feasible = true;
    };

    float x = 0;
    float y = 0;
    float dx = 1;
    float dy = 0;
};

/// The velocity nearest to `preferred` that is at most `max_speed` and satisfies all lines; when there is none, the one that
/// satisfies the first `hard_count` and violates the others least (by its worst violation). When even the hard ones contradict
/// each other, it is the one that violates them least.
VelocityLine::Solution solveVelocity(std::span<const VelocityLine> lines, int hard_count, float preferred_x, float preferred_y,
                                     float max_speed);

} // namespace clearway
