// SPDX-License-Identifier: MIT
// The velocities that walls take away: half-planes that all contain standing still, so that walls alone never contradict each
// other.
// Based on: J. van den Berg, S. J. Guy, M. Lin, D. Manocha. Reciprocal n-body collision avoidance. 2011 (section 4.4)
#pragma once
#include "agent_lines.h"

namespace clearway::steering {

inline constexpr int kMaxWallLines = 8;

/// Walls around one agent: ends from its centre, free space on the left.
struct WallSpan
{
    int count = 0;
    const float* ax = nullptr;
    const float* ay = nullptr;
    const float* bx = nullptr;
    const float* by = nullptr;
};

/// Lines of the nearest walls that matter, at most kMaxWallLines, nearest first, from the beginning of the arrays. Returns how
/// many. `horizon` in seconds, > 0. Walls seen from behind are no walls.
int computeWallLines(const Self& self, const WallSpan& walls, float horizon, const Lines& lines);

/// Whether the disc meets no wall when it goes on with `velocity` for `time` seconds. Walls seen from behind are no walls. A line
/// takes away more than a wall does: a gap as wide as the disc would never be entered.
bool hasClearStep(const Self& self, const WallSpan& walls, Velocity velocity, float time);

} // namespace clearway::steering
