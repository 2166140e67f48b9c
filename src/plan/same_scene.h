// SPDX-License-Identifier: MIT
// Whether parts that are given together are of one scene. Why: each alone answers well, and together they would answer for a
// scene that is not there. See guide/same_walls.h for corridor maps.
#pragma once
#include <clearway/grid/field_grid.h>
#include <clearway/navmesh/navmesh.h>

#include "plan/walls.h"

namespace clearway::plan {

/// Fails where the free space of the mesh is not that of the scene. Looks at some hundred walls.
Result<void> compareMesh(const NavMesh& mesh, const Scene& scene);

/// Fails where the grid is smaller than the scene, or free where the scene is not; `walls` are those of its only layer. Looks at
/// some hundred cells.
Result<void> compareGrid(const FieldGrid& grid, const Scene& scene, const Walls& walls);

} // namespace clearway::plan
