// SPDX-License-Identifier: MIT
// The last step of every builder: cells as vertex loops become a NavMesh with portals, components and search structures.
#pragma once
#include <vector>

#include <clearway/navmesh/navmesh.h>

namespace clearway {

/// Cells that meet exactly at shared sides.
struct CellSoup
{
    Frame frame;
    std::vector<NavMesh::Vertex> vertices;
    std::vector<std::uint32_t> first_side; ///< one per cell and one more: cell c has corners [first_side[c], first_side[c + 1])
    std::vector<VertexId> corners;         ///< counter-clockwise loops, one after the other
    std::vector<ObstacleId> side_obstacle; ///< one per corner, for the side that starts there; kNone: a portal
    std::vector<int> layers;               ///< one per cell
    std::vector<NavMesh::Obstacle> obstacles;
};

/// Pairs the portal sides (each must have exactly one opposite: asserted), numbers components in order of their first cell,
/// builds the search structures. Portals are numbered in the order of their first side, whose cell is their `left` and gives them
/// its layer. O(n).
NavMesh assembleNavMesh(CellSoup soup);

/// The same for cells that nobody has checked: fails when a portal side has no opposite, or more than one. Ids must be in range
/// and cells simple.
Result<NavMesh> assembleUncheckedNavMesh(CellSoup soup);

} // namespace clearway
