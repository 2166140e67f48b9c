// SPDX-License-Identifier: MIT
// Builds the table from which points uniform by area are drawn.
#pragma once
#include "navmesh/data.h"

namespace clearway {

/// Needs cells with components, corners and is_convex of `data`.
AreaTable buildAreaTable(const NavMesh::Data& data);

} // namespace clearway
