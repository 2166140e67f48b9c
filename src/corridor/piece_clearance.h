// SPDX-License-Identifier: MIT
// How near pieces of a path come to obstacles.
#pragma once
#include <clearway/corridor/corridor_path.h>
#include <clearway/geometry/shapes.h>

namespace clearway::corridor {

/// The smallest distance between an arc and a segment; 0 when they touch. Exact but for rounding.
double computeArcDistance(const CorridorPathPiece& arc, const Segment& wall);

/// The smaller of `limit` and the distance between a line or an arc and the obstacles of a layer. O(log n) and the obstacles
/// within `limit`.
double computeClearance(const VoronoiDiagram& diagram, const CorridorPathPiece& piece, int layer, double limit);

} // namespace clearway::corridor
