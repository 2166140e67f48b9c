// SPDX-License-Identifier: MIT
// Builds the grid that finds the cell of a point.
#pragma once
#include "navmesh/data.h"

namespace clearway {

/// Needs cells, corners and bounds of `data`. O(n + listed squares), about three squares per cell.
LocationGrid buildLocationGrid(const NavMesh::Data& data);

} // namespace clearway
