// SPDX-License-Identifier: MIT
#pragma once
#include <clearway/plan/planner.h>
#include <clearway/published/raster_corridor_map.h>

namespace clearway::plan {

/// The published corridor map as a planner: to compare with. It answers for paths, and leads no crowd.
Result<Planner> buildRasterPlanner(const PlannerParts& parts, const published::RasterOptions& raster,
                                   const published::RasterCorridorMapOptions& options);

} // namespace clearway::plan
