// SPDX-License-Identifier: MIT
// Exact answers about signs, for any finite doubles, huge, tiny and denormal ones included. No epsilon anywhere.
// Why: every decision of the library (left or right, inside or outside, crossing or not) rests on these and must not contradict itself.
// Based on: J. R. Shewchuk. Adaptive precision floating-point arithmetic and fast robust geometric predicates. 1997
// A floating-point filter answers nearly always in a few nanoseconds; an exact computation follows where it cannot.
// Pure functions; arguments must be finite.
#pragma once
#include <clearway/geometry/vec.h>

namespace clearway {

/// +1 when c lies to the left of the line from a to b, -1 to the right, 0 on it (or when a equals b).
int computeOrientation(Vec2 a, Vec2 b, Vec2 c);

/// +1 when d lies inside the circle through a, b, c given counter-clockwise, -1 outside, 0 on it. Clockwise turns the sign.
int computeInCircle(Vec2 a, Vec2 b, Vec2 c, Vec2 d);

/// The sign of dot(b - a, d - c): +1 when the two directions agree, 0 at a right angle.
int computeDotSign(Vec2 a, Vec2 b, Vec2 c, Vec2 d);

/// The sign of cross(b - a, d - c): +1 when d - c points to the left of b - a, 0 when they are parallel.
int computeCrossSign(Vec2 a, Vec2 b, Vec2 c, Vec2 d);

/// The sign of distance(p, a) - distance(p, b): -1 when a is nearer.
int compareDistances(Vec2 p, Vec2 a, Vec2 b);

/// Whether p lies on the closed segment from a to b, exactly.
bool isOnSegment(Vec2 p, Vec2 a, Vec2 b);

/// Whether two closed segments have a point in common, exactly.
bool doSegmentsTouch(Vec2 a, Vec2 b, Vec2 c, Vec2 d);

/// Whether two segments cross at one point inside both, exactly.
bool doSegmentsCross(Vec2 a, Vec2 b, Vec2 c, Vec2 d);

} // namespace clearway
