// SPDX-License-Identifier: MIT
// Clearance of crossings: how large a disc may be that crosses a cell from one portal to another.
// Based on: R. Oliva, N. Pelechano. Clearance for diversity of agents' sizes in navigation meshes. 2014. As published it is a
// property of one cell: a disc that passes every crossing of a way may still be stopped by obstacles on both sides of one portal.
// Whoever needs certainty asks ClearanceMesh::findWidest.
#pragma once
#include <cstdint>
#include <vector>

#include <clearway/base/execution.h>
#include <clearway/clearance/clearance_mesh.h>

namespace clearway::published {

enum class CrossingReach
{
    through_portals, ///< obstacles seen through the cell's other portals count (the published extension)
    cell_only,       ///< only the cell's own border counts
};

/// Half the smallest gap between the obstacles left and right of the crossing: the largest radius that passes them. `entry` and
/// `exit` are different portals of `cell`. Symmetric in them; infinite when one of the sides has no obstacle.
double computeCrossingClearance(const ClearanceMesh& clearance, CellId cell, PortalId entry, PortalId exit,
                                CrossingReach reach = CrossingReach::through_portals);

/// All crossings of all cells, k (k - 1) / 2 for a cell with k portals. Immutable.
class CrossingTable
{
public:
    explicit CrossingTable(const ClearanceMesh& clearance, CrossingReach reach = CrossingReach::through_portals,
                           const Execution& execution = {});

    double find(CellId cell, PortalId entry, PortalId exit) const;
    std::size_t memoryBytes() const;

private:
    NavMesh mesh_;
    std::vector<std::uint32_t> first_; ///< per cell and one more, into clearances_
    std::vector<std::uint32_t> place_; ///< per side: the how-manieth portal of its cell
    std::vector<double> clearances_;
};

} // namespace clearway::published
