// SPDX-License-Identifier: MIT
// Directions from fractions of a full turn, with the same bits on every compiler and machine.
// Why: std::sin and std::cos differ between libraries in the last place, and built-in scenes must not.
// Within 2^-52 of the true values; exact at multiples of an eighth of a turn except for the rounding of sqrt(1/2). Pure
// functions.
#pragma once
#include <cmath>

#include <clearway/geometry/vec.h>

namespace clearway::generators {

/// (cos, sin) of an angle in radians, 0 <= angle <= pi/4: Taylor series, whose remainder is below half an ulp here.
constexpr Vec2 computeDirectionInFirstOctant(double angle)
{
    const double sq = angle * angle;
    double cosine = 0;
    double sine = 0;
    // 1 - x²/2 (1 - x²/12 (…)) from the innermost factor outwards.
    for (int k = 9; k >= 1; --k)
    {
        cosine = sq / ((2.0 * k - 1) * (2.0 * k)) * (1 - cosine);
        sine = sq / ((2.0 * k) * (2.0 * k + 1)) * (1 - sine);
    }
    return {1 - cosine, angle * (1 - sine)};
}

/// The unit vector at `turn` full turns counter-clockwise from the x axis; any finite number.
inline Vec2 computeDirection(double turn)
{
    constexpr double kTurn = 6.283185307179586476925286766559;
    const double eighths = (turn - std::floor(turn)) * 8;
    const int octant = static_cast<int>(eighths) & 7;
    const double rest = eighths - std::floor(eighths);
    const bool is_mirrored = octant % 2 == 1;
    Vec2 d = computeDirectionInFirstOctant((is_mirrored ? 1 - rest : rest) * (kTurn / 8));
    if (is_mirrored) d = {d.y, d.x};
    for (int quarter = 0; quarter < octant / 2; ++quarter) d = perpendicular(d);
    return d;
}

/// v turned counter-clockwise so that the x axis becomes `axis`, a unit vector.
constexpr Vec2 rotate(Vec2 v, Vec2 axis) { return axis * v.x + perpendicular(axis) * v.y; }

} // namespace clearway::generators
