// SPDX-License-Identifier: MIT
// The exponential function in loops over arrays: no branch, no call, the same bits everywhere.
#pragma once
#include <bit>
#include <cstdint>

namespace clearway::steering {

/// e^x for x in [-80, 80], to 4e-7 (1 + |x|) of its value; what is outside counts as the nearer end.
/// 2^n by adding to the exponent, 2^f for f in [-1/2, 1/2] by the polynomial of degree 5 through its Chebyshev nodes.
inline float computeExponential(float x)
{
    constexpr float kLog2E = 1.44269504F;
    constexpr float kRound = 12582912; // 1.5 * 2^23: the sum has no bits left for a fraction
    x = x < -80 ? -80 : x;
    x = x > 80 ? 80 : x;
    const float t = x * kLog2E;
    const float shifted = t + kRound;
    const float whole = shifted - kRound;
    const float f = t - whole;
    const float p =
        ((((0.0013390863F * f + 0.0096760318F) * f + 0.0555035695F) * f + 0.2402210683F) * f + 0.6931471825F) * f + 1.0000001192F;
    const std::int32_t exponent = std::bit_cast<std::int32_t>(shifted) - std::bit_cast<std::int32_t>(kRound);
    return std::bit_cast<float>(std::bit_cast<std::int32_t>(p) + exponent * (1 << 23));
}

} // namespace clearway::steering
