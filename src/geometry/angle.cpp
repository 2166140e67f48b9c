// SPDX-License-Identifier: MIT
// The arc tangent by its series around the nearest of five known angles.
#include "geometry/angle.h"

#include <array>
#include <cmath>

namespace clearway {

namespace {

/// The arc tangent of x in [0, 1].
double computeArcTangent(double x)
{
    constexpr std::array<double, 5> kKnown = {0, 0.24497866312686415417, 0.46364760900080611621, 0.64350110879328438680,
                                              0.78539816339744830962}; // of 0, 1/4, 2/4, 3/4 and 1
    const auto nearest = static_cast<std::size_t>(x * 4 + 0.5);
    const double c = static_cast<double>(nearest) * 0.25;
    const double y = (x - c) / (1 + x * c); // at most 1/8 in size: the term of y^17 is below the last bit
    const double s = y * y;
    const double tail =
        s * (-1. / 3 + s * (1. / 5 + s * (-1. / 7 + s * (1. / 9 + s * (-1. / 11 + s * (1. / 13 - s * (1. / 15)))))));
    return kKnown[nearest] + (y + y * tail);
}

} // namespace

double computeTurn(Vec2 from, Vec2 to)
{
    const double x = dot(from, to);
    const double y = cross(from, to);
    const double ax = std::abs(x);
    const double ay = std::abs(y);
    if (ax == 0 && ay == 0) return 0;
    const double ratio = ay <= ax ? ay / ax : ax / ay;
    if (!(ratio <= 1)) return 0; // not a number: the vectors are too large to be multiplied
    double angle = ay <= ax ? computeArcTangent(ratio) : kPi / 2 - computeArcTangent(ratio);
    if (x < 0) angle = kPi - angle;
    return y < 0 ? -angle : angle;
}

} // namespace clearway
