// SPDX-License-Identifier: MIT
// Cells as convex pieces, and the doors between them.
#pragma once
#include "clearance/data.h"

namespace clearway {

/// Fills in pieces, sides, doors and first_piece of `data`, whose mesh, origin, snap_error and is_on_obstacle are set. A convex
/// cell is one piece; others are cut along diagonals into a few. O(n log n).
void buildPieces(ClearanceMesh::Data& data);

} // namespace clearway
