// SPDX-License-Identifier: MIT
// The cells of decomposed layers, numbered and ready to be assembled.
#pragma once
#include <clearway/base/result.h>
#include <clearway/navmesh/build.h>

#include "navmesh/assemble.h"
#include "navmesh/cell_graph.h"

namespace clearway {

/// Appends the cells of a layer: each starts at its lowest corner (the leftmost of these), and cells come in the order of that
/// corner, then of the next one. Vertices come in the order of the scene's corners, then the added ones along the scene's edges.
void appendCells(const CellGraph& graph, CellSoup& soup);
/// Of two decompositions of one layer the cells of `graph`, and in the areas marked those of `other`.
void appendCells(const CellGraph& graph, const CellGraph& other, const std::vector<bool>& takes_other, CellSoup& soup);

/// Everything that buildNavMesh does before the last step.
Result<CellSoup> buildCellSoup(const Scene& scene, const NavMeshOptions& options);

} // namespace clearway
