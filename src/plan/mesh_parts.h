// SPDX-License-Identifier: MIT
// Parts of planners in the plane, built where they are missing. What was built for one planner serves all whose parts come from
// the same: see PlannerParts::built_later.
#pragma once
#include <clearway/navmesh/build.h>
#include <clearway/plan/planner.h>

namespace clearway::plan {

/// Whether there is free space in the plane: a scene, or a mesh of one.
inline bool hasPlane(const PlannerParts& parts) { return parts.scene || parts.mesh || parts.clearance; }

/// The same parts, with a place for what is built later.
PlannerParts withBuiltLater(PlannerParts parts);

/// Fails when there are both a scene and a mesh, and they are not of the same scene.
Result<void> checkScene(const PlannerParts& parts);

/// The same parts with a scene, which of a mesh is the union of its cells.
Result<PlannerParts> prepareScene(PlannerParts parts, const Execution& execution);
/// With a mesh.
Result<PlannerParts> prepareMesh(PlannerParts parts, const NavMeshOptions& options);
/// With a mesh and its clearance.
Result<PlannerParts> prepareClearance(PlannerParts parts, const NavMeshOptions& options);
/// The Voronoi diagram of the parts' clearance, or else of their scene.
Result<VoronoiDiagram> prepareDiagram(PlannerParts parts, const Execution& execution);

} // namespace clearway::plan
