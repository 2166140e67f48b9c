// SPDX-License-Identifier: MIT
// Places that are what they say: every Place a query returns lies exactly inside its cell, and whatever a caller hands in is
// checked.
#pragma once
#include <clearway/navmesh/query.h>

#include "navmesh/data.h"

namespace clearway {

/// The lowest cell that contains p; kNone outside. `layer` may be kAnyLayer.
CellId findCellOf(const NavMesh::Data& data, Vec2 p, int layer);

/// `place` if its cell contains its position, else the same position in a cell next to it or elsewhere on its layer; no Place if
/// there is none.
Place checkPlace(const NavMesh::Data& data, const Place& place);

/// A place within a few ulp of p, which rounding may have pushed out of `cell`: tried are p and points further and further along
/// `inward` (unit length), in `cell` and its neighbours. No Place if none of them holds it: cells thinner than the doubles around
/// them.
Place settle(const NavMesh::Data& data, CellId cell, Vec2 p, Vec2 inward);

/// The distance between neighbouring doubles near p.
double computeUlp(Vec2 p);

/// The unit normal of an obstacle, toward free space.
Vec2 computeNormal(const Segment& segment);

} // namespace clearway
