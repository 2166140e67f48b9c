// SPDX-License-Identifier: MIT
// Exact answers about signs, for any finite doubles, huge, tiny and denormal ones included. No epsilon anywhere.
// Why: every decision of the library (left or right, inside or outside, crossing or not) rests on these and must not contradict
// itself. Based on: J. R. Shewchuk. Adaptive precision floating-point arithmetic and fast robust geometric predicates. 1997 (the
// filters) A floating-point filter answers nearly always in a few nanoseconds. Where it cannot, integers decide: in some ten
// nanoseconds for points of one lattice (as the vertices of a scene are), in a microsecond or so for others, in tens of
// microseconds where the exponents lie hundreds apart. Pure functions, no allocation; arguments must be finite.
#pragma once
#include <algorithm>

#include <clearway/geometry/vec.h>

namespace clearway {

namespace detail {
// The answers of computeOrientation and computeInCircle, without their filters.
int computeOrientationExactly(Vec2 a, Vec2 b, Vec2 c);
int computeInCircleExactly(Vec2 a, Vec2 b, Vec2 c, Vec2 d);
} // namespace detail

/// +1 when c lies to the left of the line from a to b, -1 to the right, 0 on it (or when a equals b).
inline int computeOrientation(Vec2 a, Vec2 b, Vec2 c)
{
    const double left = (a.x - c.x) * (b.y - c.y);
    const double right = (a.y - c.y) * (b.x - c.x);
    const double determinant = left - right;
    // Differences and products carry at most three roundings of 2^-53, and the subtraction one more; the constant covers
    // products that underflow. An overflow makes the bound infinite or NaN, so that neither comparison holds.
    const double bound = (std::abs(left) + std::abs(right)) * 0x1p-51 + 0x1p-1000;
    if (determinant > bound) return 1;
    if (determinant < -bound) return -1;
    return detail::computeOrientationExactly(a, b, c);
}

/// +1 when d lies inside the circle through a, b, c given counter-clockwise, -1 outside, 0 on it. Clockwise turns the sign.
/// When a, b, c lie on one line that is a half-plane, whose side depends on their order; 0 when any two of the four are equal.
inline int computeInCircle(Vec2 a, Vec2 b, Vec2 c, Vec2 d)
{
    const double ax = a.x - d.x, ay = a.y - d.y;
    const double bx = b.x - d.x, by = b.y - d.y;
    const double cx = c.x - d.x, cy = c.y - d.y;
    const double a_lift = ax * ax + ay * ay, b_lift = bx * bx + by * by, c_lift = cx * cx + cy * cy;
    const double bc = bx * cy, cb = by * cx;
    const double ca = cx * ay, ac = cy * ax;
    const double ab = ax * by, ba = ay * bx;
    const double determinant = a_lift * (bc - cb) + b_lift * (ca - ac) + c_lift * (ab - ba);
    const double permanent =
        a_lift * (std::abs(bc) + std::abs(cb)) + b_lift * (std::abs(ca) + std::abs(ac)) + c_lift * (std::abs(ab) + std::abs(ba));
    // Eleven roundings of 2^-53 reach the determinant. An underflowing product loses up to 2^-1075 and is then multiplied by
    // no more than the sum of the lifts, which must be below 2^500 for the constant to cover that.
    const double bound = permanent * 0x1p-49 + 0x1p-500;
    if (a_lift + b_lift + c_lift < 0x1p500)
    {
        if (determinant > bound) return 1;
        if (determinant < -bound) return -1;
    }
    return detail::computeInCircleExactly(a, b, c, d);
}

/// The sign of dot(b - a, d - c): +1 when the two directions agree, 0 at a right angle or when one of them is zero.
int computeDotSign(Vec2 a, Vec2 b, Vec2 c, Vec2 d);

/// The sign of cross(b - a, d - c): +1 when d - c points to the left of b - a, 0 when they are parallel or one is zero.
int computeCrossSign(Vec2 a, Vec2 b, Vec2 c, Vec2 d);

/// The sign of distance(p, a) - distance(p, b): -1 when a is nearer.
int compareDistances(Vec2 p, Vec2 a, Vec2 b);

/// Whether p lies on the closed segment from a to b, exactly. A segment of no length is a point.
inline bool isOnSegment(Vec2 p, Vec2 a, Vec2 b)
{
    return (std::min)(a.x, b.x) <= p.x && p.x <= (std::max)(a.x, b.x) && (std::min)(a.y, b.y) <= p.y &&
           p.y <= (std::max)(a.y, b.y) && computeOrientation(a, b, p) == 0;
}

/// Whether two closed segments have a point in common, exactly. A segment of no length is a point.
bool doSegmentsTouch(Vec2 a, Vec2 b, Vec2 c, Vec2 d);

/// Whether two segments cross at one point inside both, exactly: neither an end of one on the other nor an overlap counts.
bool doSegmentsCross(Vec2 a, Vec2 b, Vec2 c, Vec2 d);

} // namespace clearway
