// SPDX-License-Identifier: MIT
// Sums of two products rounded as if there were no cancellation: for lengths and parameters that must be right where lines
// are nearly parallel or points nearly on a line. No fused multiply-add, so that the bits are the same everywhere.
// Based on: T. J. Dekker. A floating-point technique for extending the available precision. 1971
#pragma once
#include <cmath>

#include <clearway/geometry/vec.h>

namespace clearway::detail {

struct Product
{
    double value = 0;
    double error = 0; ///< value + error is the product exactly, unless something over- or underflows
};

inline Product multiplyExactly(double a, double b)
{
    constexpr double kSplitter = 0x1p27 + 1;
    const double a_big = a * kSplitter, b_big = b * kSplitter;
    const double a_high = a_big - (a_big - a), b_high = b_big - (b_big - b);
    const double a_low = a - a_high, b_low = b - b_high;
    const double value = a * b;
    return {value, ((a_high * b_high - value) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

/// a * b + c * d to about an ulp of itself.
inline double sumOfProducts(double a, double b, double c, double d)
{
    const double left = a * b, right = c * d;
    const double plain = left + right;
    // Without cancellation the plain sum is as good.
    if (std::abs(plain) * 4 >= std::abs(left) + std::abs(right)) return plain;
    const Product first = multiplyExactly(a, b), second = multiplyExactly(c, d);
    return (first.value + second.value) + (first.error + second.error);
}

inline double accurateCross(Vec2 a, Vec2 b) { return sumOfProducts(a.x, b.y, -a.y, b.x); }
inline double accurateDot(Vec2 a, Vec2 b) { return sumOfProducts(a.x, b.x, a.y, b.y); }

} // namespace clearway::detail
