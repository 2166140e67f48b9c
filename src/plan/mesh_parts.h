// SPDX-License-Identifier: MIT
// Parts of planners in the plane, built where they are missing.
#pragma once
#include <clearway/navmesh/build.h>
#include <clearway/plan/planner.h>

namespace clearway::plan {

/// Whether there is free space in the plane: a scene, or a mesh of one.
inline bool hasPlane(const PlannerParts& parts) { return parts.scene || parts.mesh || parts.clearance; }

/// The same parts with a scene, which of a mesh is the union of its cells.
Result<PlannerParts> prepareScene(PlannerParts parts, const Execution& execution);
/// With a mesh.
Result<PlannerParts> prepareMesh(PlannerParts parts, const NavMeshOptions& options);
/// With a mesh and its clearance.
Result<PlannerParts> prepareClearance(PlannerParts parts, const NavMeshOptions& options);

} // namespace clearway::plan
