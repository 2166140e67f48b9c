// SPDX-License-Identifier: MIT
// Tints for cells so that neighbours differ, as on a political map.
// Based on: D. W. Matula, L. L. Beck. Smallest-last ordering and clustering and graph coloring algorithms. 1983
// O(cells + portals). The same mesh always gets the same tints.
#pragma once
#include <cstdint>
#include <vector>

#include <clearway/navmesh/navmesh.h>

namespace clearway {

/// One number below `tint_count` per cell. Cells that share a portal differ wherever six tints suffice, which is on every planar
/// mesh; elsewhere (layers may tangle portals) a cell takes the tint that fewest of its neighbours have.
std::vector<std::uint8_t> computeCellTints(const NavMesh& mesh, int tint_count);

} // namespace clearway
