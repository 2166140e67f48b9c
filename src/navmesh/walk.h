// SPDX-License-Identifier: MIT
// Walking straight through cells, by exact decisions only: what every cast and move rests on.
#pragma once
#include "navmesh/data.h"

namespace clearway {

/// How a straight walk ended. When it did not arrive, it stopped on the side `blocking`, or at a corner where it could turn
/// neither left nor right: then `blocking` was met turning left-hand and `blocking_right` turning right-hand.
struct Walk
{
    bool arrived = false;
    CellId cell = kNone; ///< the last cell; it contains the end exactly
    SideId blocking = kNone;
    SideId blocking_right = kNone;
    bool at_corner = false;
    Vec2 corner; ///< where it stopped, if at_corner
};

/// Walks from p, which must lie in `cell`, to q; both finite. O(sides of the cells passed).
/// The walk goes on where the surface of cells and portals does: along walls, along portals, past corners; not through a point
/// where obstacles touch.
Walk walkStraight(const NavMesh::Data& data, CellId cell, Vec2 p, Vec2 q);

} // namespace clearway
