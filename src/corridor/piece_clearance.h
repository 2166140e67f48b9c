// SPDX-License-Identifier: MIT
// How near pieces of a path come to obstacles.
#pragma once
#include <clearway/corridor/corridor_path.h>
#include <clearway/geometry/shapes.h>

namespace clearway::corridor {

/// The smallest distance between an arc and a segment; 0 when they touch. Exact but for rounding.
double computeArcDistance(const Path::Piece& arc, const Segment& wall);

/// The smaller of `limit` and the distance between a line or an arc and the obstacles of a layer. O(log n) and the obstacles
/// within `limit`.
double computeClearance(const VoronoiDiagram& diagram, const Path::Piece& piece, int layer, double limit);

/// How much more than `radius` the arc keeps from all obstacles of a layer but the corner it goes around, up to kMostRoom.
/// Points around the arc stay between the walls that meet in the corner, so these do not count.
double computeRoom(const VoronoiDiagram& diagram, const Path::Piece& arc, int layer, double radius);
inline constexpr double kMostRoom = 0.1; ///< metres; a polyline is never farther from its arc

} // namespace clearway::corridor
