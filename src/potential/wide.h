// SPDX-License-Identifier: MIT
// Numbers that cannot underflow: a double with an exponent of its own. A potential falls by a factor per corridor width, so a
// kilometre of corridor is 10^-85,000, far below what a double holds.
// Only sums, products and quotients of numbers >= 0, so that every result keeps its relative accuracy.
// Exponents are taken apart by bits: the same on every machine.
#pragma once
#include <bit>
#include <cstdint>

namespace clearway {

/// Exponent of an empty sum, far below every other, with room to add two of them.
inline constexpr std::int32_t kLowestExponent = -(1 << 29);

/// floor(log2(x)) for a normal x > 0; -1023 for zeros and subnormal numbers.
inline std::int32_t exponentOf(double x)
{
    return static_cast<std::int32_t>((std::bit_cast<std::uint64_t>(x) >> 52) & 0x7ff) - 1023;
}

/// 2^e; 0 below the range of normal doubles. e <= 1023.
inline double powerOfTwo(std::int32_t e)
{
    return e < -1022 ? 0.0 : std::bit_cast<double>(static_cast<std::uint64_t>(e + 1023) << 52);
}

/// m * 2^e, m in [1, 2), or m = 0.
struct Wide
{
    double m = 0;
    std::int32_t e = kLowestExponent;

    bool isZero() const { return m == 0; }
};

/// x * 2^e for x >= 0; a subnormal x counts as 0.
inline Wide makeWide(double x, std::int32_t e = 0)
{
    const std::int32_t shift = exponentOf(x);
    if (shift == -1023) return {};
    return {std::bit_cast<double>((std::bit_cast<std::uint64_t>(x) & 0x000fffffffffffffu) | 0x3ff0000000000000u), e + shift};
}

inline Wide operator*(Wide a, Wide b)
{
    if (a.isZero() || b.isZero()) return {};
    const double m = a.m * b.m;
    return m >= 2 ? Wide{m * 0.5, a.e + b.e + 1} : Wide{m, a.e + b.e};
}

inline Wide operator/(Wide a, Wide b)
{
    if (a.isZero()) return {};
    const double m = a.m / b.m;
    return m < 1 ? Wide{m * 2, a.e - b.e - 1} : Wide{m, a.e - b.e};
}

inline Wide operator+(Wide a, Wide b)
{
    if (a.e < b.e) return b + a;
    const std::int32_t shift = b.e - a.e;
    if (shift < -60) return a;
    const double m = a.m + b.m * powerOfTwo(shift);
    return m >= 2 ? Wide{m * 0.5, a.e + 1} : Wide{m, a.e};
}

inline bool operator<(Wide a, Wide b) { return a.e != b.e ? a.e < b.e : a.m < b.m; }

/// As a double, relative to 2^e; 0 when too small for that.
inline double toDouble(Wide a, std::int32_t e = 0)
{
    const std::int32_t shift = a.e - e;
    if (a.isZero() || shift < -1022) return 0;
    return a.m * powerOfTwo(shift > 1023 ? 1023 : shift);
}

/// base^count for base > 0, by squaring: count multiplications at most twice its binary length.
inline Wide computePower(double base, std::int32_t count)
{
    Wide result = makeWide(1), square = count < 0 ? makeWide(1) / makeWide(base) : makeWide(base);
    for (std::uint32_t rest = count < 0 ? 0u - static_cast<std::uint32_t>(count) : static_cast<std::uint32_t>(count); rest != 0;
         rest >>= 1, square = square * square)
        if (rest & 1) result = result * square;
    return result;
}

} // namespace clearway
