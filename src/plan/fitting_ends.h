// SPDX-License-Identifier: MIT
// Starts and goals that miss fitting by rounding, for planners that do not know the cells of a navigation mesh: they are moved to
// where the disc fits, by no more than PathOptions::fit_tolerance. PathFinder does the same by itself.
#pragma once
#include <clearway/geometry/path.h>
#include <clearway/voronoi/diagram.h>

#include "plan/walls.h"

namespace clearway::plan {

/// Where the disc fits beside p; p itself where it fits there, or nowhere so near.
Vec2 fitEnd(const VoronoiDiagram& diagram, Vec2 p, double radius, int layer);
Vec2 fitEnd(const Walls& walls, Vec2 p, double radius);

/// Tells how far the ends of an answered question were moved.
void tellShifts(Path& path, Vec2 start, Vec2 moved_start, Vec2 goal, Vec2 moved_goal);

} // namespace clearway::plan
