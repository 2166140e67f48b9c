// SPDX-License-Identifier: MIT
// Builds the grid that finds the cell of a point: a point of a cell always falls in a bin that lists the cell.
#pragma once
#include "navmesh/data.h"

namespace clearway {

/// Needs cells, corners and bounds of `data`. O(n + listed squares), about three squares per cell.
BinGrid buildLocationGrid(const NavMesh::Data& data);

} // namespace clearway
