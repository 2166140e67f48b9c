// SPDX-License-Identifier: MIT
// The library's own planners, one source file each.
#pragma once
#include <clearway/plan/planners.h>

namespace clearway::plan {

PlannerKind makeNavMeshKind();
PlannerKind makeCorridorKind();
PlannerKind makeFieldKind();
PlannerKind makeSurfaceKind();
PlannerKind makeStraightKind();

} // namespace clearway::plan
