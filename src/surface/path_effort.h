// SPDX-License-Identifier: MIT
// Moving the crossings of a path along their edges until it costs no less.
#pragma once
#include <span>
#include <vector>

#include "surface/path_search.h"
#include "surface/strip.h"

namespace clearway::surfacing {

/// Lowers the cost of the way that crosses each portal at its fraction, 0 at the right end. Cost is that of the straight lines
/// between crossings, with a load that is linear between the ends of an edge. A way that has room keeps it.
void relaxCrossings(const SurfaceView& view, std::span<const StripPortal> portals, const PathCost& cost, const PathRoom& room,
                    const SurfacePlace& start, const SurfacePlace& goal, std::span<double> fractions);

double computeCost(const SurfaceView& view, std::span<const StripPortal> portals, const PathCost& cost, const SurfacePlace& start,
                   const SurfacePlace& goal, std::span<const double> fractions);

/// Whether all of the way has room.
bool hasRoom(const SurfaceView& view, std::span<const StripPortal> portals, const PathRoom& room, const SurfacePlace& start,
             const SurfacePlace& goal, std::span<const double> fractions);

} // namespace clearway::surfacing
