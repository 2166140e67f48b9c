// SPDX-License-Identifier: MIT
// Where a portal may end inside a wall.
#pragma once
#include <optional>

#include "navmesh/cone_search.h"
#include "navmesh/decompose.h"

namespace clearway {

/// The double nearest to `p`, among its neighbours, that does not lie on the right of the line from a to b. Vertices that are
/// added to a wall never lie on its right: then the corners at both ends of the wall can only become smaller, and no cell leaves
/// free space.
std::optional<Vec2> moveToLeft(Vec2 a, Vec2 b, Vec2 p);

/// The point of a wall nearest to a notch, rounded such that a portal from the notch to it leaves convex corners, exactly. The
/// notch lies on the left of the edge `wall` and sees `part` of it. Nothing when the doubles there are too far apart.
std::optional<Vec2> findWallPoint(const LayerPlan& plan, const ConeSearch& search, const Corner& notch, Triangulation::Edge wall,
                                  const SeenPart& part);

} // namespace clearway
