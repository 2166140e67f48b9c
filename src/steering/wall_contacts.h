// SPDX-License-Identifier: MIT
// Where walls are nearest to an agent: one point for each stretch of wall that faces it. A straight wall counts once, however
// many pieces it is made of, and so does a corner.
#pragma once
#include "wall_lines.h"

namespace clearway::steering {

inline constexpr int kMaxWallContacts = 32;

struct WallContact
{
    float away_x = 0; ///< unit vector from the wall to the agent
    float away_y = 0;
    float distance = 0; ///< from the centre
};

/// The contacts within `reach` of the centre, the nearest kMaxWallContacts when there are more. Returns how many.
int findWallContacts(const WallSpan& walls, float reach, WallContact* contacts);

} // namespace clearway::steering
