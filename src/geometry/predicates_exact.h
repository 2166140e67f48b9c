// SPDX-License-Identifier: MIT
// The last stage of the predicates: signs of determinants of any finite doubles, by wide integers. No filter, no precondition.
#pragma once
#include <clearway/geometry/vec.h>

namespace clearway::detail {

/// The difference to - from of two coordinates, not yet taken.
struct Difference
{
    double from = 0;
    double to = 0;
};

/// The sign of a * b - c * d.
int computeProductDifferenceSign(Difference a, Difference b, Difference c, Difference d);

/// The sign of a * a + b * b - c * c - d * d.
int computeSquareDifferenceSign(Difference a, Difference b, Difference c, Difference d);

/// The sign of the distance from p to the line through a and b, minus radius; a and b differ, radius >= 0.
int computeLineDistanceSign(Vec2 p, Vec2 a, Vec2 b, double radius);

/// computeInCircle, without the filter.
int computeInCircleWidely(Vec2 a, Vec2 b, Vec2 c, Vec2 d);

} // namespace clearway::detail
