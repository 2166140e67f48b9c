// SPDX-License-Identifier: MIT
// Where a line crosses another, right also where they are nearly parallel: the walk has decided exactly that they do cross, and
// the point should not be metres from where that is true. Based on: T. J. Dekker. A floating-point technique for extending the
// available precision. 1971
#pragma once
#include <cmath>

#include <clearway/geometry/shapes.h>

namespace clearway {

/// A number as a sum of two doubles, the second below half an ulp of the first.
struct TwoDoubles
{
    double high = 0;
    double low = 0;
};

inline TwoDoubles subtractExactly(double a, double b)
{
    const double difference = a - b;
    const double b_part = a - difference;
    const double a_part = difference + b_part;
    return {difference, (a - a_part) + (b_part - b)};
}

inline TwoDoubles multiply(const TwoDoubles& a, const TwoDoubles& b)
{
    constexpr double kSplitter = 0x1p27 + 1;
    const double a_big = a.high * kSplitter, b_big = b.high * kSplitter;
    const double a_head = a_big - (a_big - a.high), b_head = b_big - (b_big - b.high);
    const double a_tail = a.high - a_head, b_tail = b.high - b_head;
    const double product = a.high * b.high;
    const double error = ((a_head * b_head - product) + a_head * b_tail + a_tail * b_head) + a_tail * b_tail;
    return {product, error + (a.high * b.low + a.low * b.high)};
}

/// Twice the area of the triangle a, b, c to some hundred bits of its largest term, then rounded; for coordinates below 1e100.
inline double computeAccurateArea(Vec2 a, Vec2 b, Vec2 c)
{
    const TwoDoubles left = multiply(subtractExactly(a.x, c.x), subtractExactly(b.y, c.y));
    const TwoDoubles right = multiply(subtractExactly(a.y, c.y), subtractExactly(b.x, c.x));
    const TwoDoubles difference = subtractExactly(left.high, right.high);
    return difference.high + (difference.low + (left.low - right.low));
}

/// The parameter along p-q at which it crosses the line of `segment`, which has p and q on different sides; in [0, 1].
inline double computeCrossingParameter(Vec2 p, Vec2 q, const Segment& segment)
{
    const double before = std::abs(computeAccurateArea(segment.a, segment.b, p));
    const double after = std::abs(computeAccurateArea(segment.a, segment.b, q));
    const double t = before / (before + after);
    return t >= 0 ? t : 0; // NaN: both so near that they underflow
}

} // namespace clearway
