// SPDX-License-Identifier: MIT
// Based on: J. R. Shewchuk. Adaptive precision floating-point arithmetic and fast robust geometric predicates. 1997
// Three stages: a filter with a bound on its own error; 64 and 128-bit integers when all differences are multiples of one
// power of two and at most 2^30 of it, as those of scene vertices are; integers of any width.
// Departures: integers instead of floating-point expansions. They need no care about overflow and underflow, are faster on
// lattice points, where most of the hard cases come from, and cost about the same elsewhere. The filters' bounds are rounded
// up to powers of two and hold in the presence of underflow.
#include <clearway/geometry/predicates.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <geometry/predicates_exact.h>

namespace clearway {

using detail::Difference;

namespace {

__extension__ using Int128 = __int128;

template <typename T>
int signOf(T value)
{
    return (value > 0) - (value < 0);
}

/// Whether to - from is `rounded` without a rounding error (Knuth's two-sum).
bool isExact(Difference difference, double rounded)
{
    const double from_part = difference.to - rounded;
    const double to_part = rounded + from_part;
    return (difference.to - to_part) + (from_part - difference.from) == 0;
}

/// The differences as integers of at most 2^30 times a common power of two; false if they are none.
template <std::size_t kCount>
bool toLattice(const std::array<Difference, kCount>& differences, std::array<std::int64_t, kCount>& result)
{
    std::array<double, kCount> rounded;
    double largest = 0;
    bool exact = true;
    for (std::size_t i = 0; i < kCount; ++i)
    {
        rounded[i] = differences[i].to - differences[i].from;
        largest = std::max(largest, std::abs(rounded[i]));
        exact = exact && isExact(differences[i], rounded[i]);
    }
    if (!exact || !(largest <= 0x1p400)) return false;
    result.fill(0);
    if (largest == 0) return true;
    if (largest < 0x1p-400) return false;
    // The power of two not below the largest becomes 2^30.
    const std::uint64_t exponent = ((std::bit_cast<std::uint64_t>(largest) - 1) >> 52) + 1;
    const double scale = std::bit_cast<double>((2046 + 30 - exponent) << 52);
    const double unit = std::bit_cast<double>((exponent - 30) << 52);
    for (std::size_t i = 0; i < kCount; ++i)
    {
        result[i] = static_cast<std::int64_t>(rounded[i] * scale);
        if (static_cast<double>(result[i]) * unit != rounded[i]) return false;
    }
    return true;
}

int productDifferenceSign(Difference a, Difference b, Difference c, Difference d)
{
    std::array<std::int64_t, 4> v;
    if (toLattice<4>({a, b, c, d}, v)) return signOf(v[0] * v[1] - v[2] * v[3]);
    return detail::computeProductDifferenceSign(a, b, c, d);
}

/// The sign of a * b - c * d through the same filter as computeOrientation's.
int filteredProductDifferenceSign(Difference a, Difference b, Difference c, Difference d)
{
    const double left = (a.to - a.from) * (b.to - b.from);
    const double right = (c.to - c.from) * (d.to - d.from);
    const double difference = left - right;
    const double bound = (std::abs(left) + std::abs(right)) * 0x1p-51 + 0x1p-1000;
    if (difference > bound) return 1;
    if (difference < -bound) return -1;
    return productDifferenceSign(a, b, c, d);
}

} // namespace

int detail::computeOrientationExactly(Vec2 a, Vec2 b, Vec2 c)
{
    return productDifferenceSign({c.x, a.x}, {c.y, b.y}, {c.y, a.y}, {c.x, b.x});
}

int detail::computeInCircleExactly(Vec2 a, Vec2 b, Vec2 c, Vec2 d)
{
    std::array<std::int64_t, 6> v;
    if (!toLattice<6>({{{d.x, a.x}, {d.y, a.y}, {d.x, b.x}, {d.y, b.y}, {d.x, c.x}, {d.y, c.y}}}, v))
        return detail::computeInCircleWidely(a, b, c, d);
    // Lifts and minors are at most 2^61, the sum at most 3 * 2^122.
    const auto [ax, ay, bx, by, cx, cy] = v;
    const Int128 a_term = Int128{ax * ax + ay * ay} * (bx * cy - by * cx);
    const Int128 b_term = Int128{bx * bx + by * by} * (cx * ay - cy * ax);
    const Int128 c_term = Int128{cx * cx + cy * cy} * (ax * by - ay * bx);
    return signOf(a_term + b_term + c_term);
}

int computeDotSign(Vec2 a, Vec2 b, Vec2 c, Vec2 d)
{
    return filteredProductDifferenceSign({a.x, b.x}, {c.x, d.x}, {b.y, a.y}, {c.y, d.y});
}

int computeCrossSign(Vec2 a, Vec2 b, Vec2 c, Vec2 d)
{
    return filteredProductDifferenceSign({a.x, b.x}, {c.y, d.y}, {a.y, b.y}, {c.x, d.x});
}

int compareDistances(Vec2 p, Vec2 a, Vec2 b)
{
    const double to_a = distanceSq(p, a);
    const double to_b = distanceSq(p, b);
    const double difference = to_a - to_b;
    const double bound = (to_a + to_b) * 0x1p-50 + 0x1p-1000;
    if (difference > bound) return 1;
    if (difference < -bound) return -1;
    std::array<std::int64_t, 4> v;
    if (toLattice<4>({{{p.x, a.x}, {p.y, a.y}, {p.x, b.x}, {p.y, b.y}}}, v))
        return signOf(v[0] * v[0] + v[1] * v[1] - v[2] * v[2] - v[3] * v[3]);
    return detail::computeSquareDifferenceSign({p.x, a.x}, {p.y, a.y}, {p.x, b.x}, {p.y, b.y});
}

bool doSegmentsTouch(Vec2 a, Vec2 b, Vec2 c, Vec2 d)
{
    if (std::max(a.x, b.x) < std::min(c.x, d.x) || std::max(c.x, d.x) < std::min(a.x, b.x)) return false;
    if (std::max(a.y, b.y) < std::min(c.y, d.y) || std::max(c.y, d.y) < std::min(a.y, b.y)) return false;
    // With overlapping boxes two collinear segments touch, and others do when each one's line has the other's ends on both sides.
    // A point is on no side of itself, so that its own line excludes nothing: the other's line and the boxes decide.
    return computeOrientation(a, b, c) * computeOrientation(a, b, d) <= 0 &&
           computeOrientation(c, d, a) * computeOrientation(c, d, b) <= 0;
}

bool doSegmentsCross(Vec2 a, Vec2 b, Vec2 c, Vec2 d)
{
    return computeOrientation(a, b, c) * computeOrientation(a, b, d) < 0 &&
           computeOrientation(c, d, a) * computeOrientation(c, d, b) < 0;
}

} // namespace clearway
