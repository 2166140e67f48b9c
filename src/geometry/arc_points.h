// SPDX-License-Identifier: MIT
// Arcs as polylines that stay outside: what paths of all planners use to become points.
#pragma once
#include <vector>

#include <clearway/geometry/vec.h>

namespace clearway {

/// An arc of a path around a corner.
struct ArcOfPath
{
    Vec2 center;
    Vec2 from;
    Vec2 to;
    double angle = 0; ///< how far it turns, positive to the left; less than a whole turn either way
};

/// How far an arc or a curve may be left: no farther than asked for and no farther than there is room, but 1e-4 m where there is
/// none, since nothing but the curve itself passes there. Never less than 1e-9 m, so that the points can be counted.
double limitDeviation(double deviation, double room);

/// Appends the corners of a polyline around the arc, without the arc's ends. No point of the polyline is nearer to the centre
/// than the arc, and none is farther than `deviation` outside it.
void addPointsAroundArc(const ArcOfPath& arc, double deviation, std::vector<Vec2>& points);

} // namespace clearway
