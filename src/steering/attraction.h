// SPDX-License-Identifier: MIT
// The pull of a corridor on a disc in one of its balls.
// Based on:
// R. Geraerts, M. Overmars. Enhancing corridor maps for real-time path planning in virtual environments. 2008 (F = f (alpha - x)
// / d with f = 1 / (R - r - d) - 1 / (R - r))
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

#include "velocity_program.h"

namespace clearway::steering {

struct CorridorPull
{
    float x = 0; ///< of the attraction point, from the centre of the disc
    float y = 0;
    float room = 0;  ///< of the ball around it beyond the radius of the disc: R - r
    float limit = 0; ///< of the acceleration
};

/// m/s^2, toward the attraction point; `distance` to it.
inline float computePull(const CorridorPull& pull, float distance)
{
    if (!(distance > 0)) return 0;
    if (!(pull.room > distance) || !(pull.room < std::numeric_limits<float>::infinity())) return pull.limit;
    return std::min(pull.limit, 1 / (pull.room - distance) - 1 / pull.room);
}

/// The velocity after a tick. What begins in the ball stays there, and what would pass the attraction point stops at it.
inline Velocity computeAttracted(Velocity v, const CorridorPull& pull, float dt)
{
    constexpr float kInside = 1 - 1e-5F; ///< of the ball: rounding must not carry a disc out
    constexpr float kRounding = 1e-4F;
    const float distance_sq = pull.x * pull.x + pull.y * pull.y;
    const float distance = std::sqrt(distance_sq);
    if (!(distance > 0) || !(dt > 0)) return v;
    const float gain = computePull(pull, distance) * dt / distance;
    v.x += gain * pull.x;
    v.y += gain * pull.y;
    const float step_x = v.x * dt, step_y = v.y * dt;
    if (step_x * pull.x + step_y * pull.y >= distance_sq) return {pull.x / dt, pull.y / dt};
    // From where the step would end to the attraction point.
    const float x = pull.x - step_x, y = pull.y - step_y;
    const float left = std::sqrt(x * x + y * y);
    const float border = std::max(distance, pull.room * kInside);
    if (!(distance <= pull.room + kRounding && left > border)) return v;
    const float part = border / left;
    return {(pull.x - part * x) / dt, (pull.y - part * y) / dt};
}

} // namespace clearway::steering
