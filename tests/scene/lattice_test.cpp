// SPDX-License-Identifier: MIT
#include "scene/lattice.h"

#include <algorithm>

#include <gtest/gtest.h>

#include <clearway/base/random.h>

namespace clearway::overlay {

namespace {

/// Clips the segment to the half-open square by the parameter interval along it, in whole fractions; open and closed ends kept
/// apart.
bool passesPixelSlowly(LatticePoint a, LatticePoint b, LatticePoint q)
{
    // Parameter t = n / d in [0, 1]; each side of the square gives n * direction >= bound or < bound.
    struct Limit
    {
        __int128 numerator = 0, denominator = 1;
        bool is_closed = true;
    };
    Limit low{0, 1, true}, high{1, 1, true};
    const auto raise = [&](__int128 n, __int128 d, bool is_closed) {
        const __int128 difference = n * low.denominator - low.numerator * d;
        if (difference > 0 || (difference == 0 && !is_closed)) low = {n, d, is_closed};
    };
    const auto lower = [&](__int128 n, __int128 d, bool is_closed) {
        const __int128 difference = n * high.denominator - high.numerator * d;
        if (difference < 0 || (difference == 0 && !is_closed)) high = {n, d, is_closed};
    };
    for (int axis = 0; axis < 2; ++axis)
    {
        const __int128 start = 2 * (axis == 0 ? __int128(a.x) - q.x : __int128(a.y) - q.y);
        const __int128 step = 2 * (axis == 0 ? __int128(b.x) - a.x : __int128(b.y) - a.y);
        // -1 <= start + t * step < 1
        if (step == 0)
        {
            if (start < -1 || start >= 1) return false;
        }
        else if (step > 0)
        {
            raise(-1 - start, step, true);
            lower(1 - start, step, false);
        }
        else
        {
            raise(start - 1, -step, false);
            lower(start + 1, -step, true);
        }
    }
    const __int128 difference = high.numerator * low.denominator - low.numerator * high.denominator;
    return difference > 0 || (difference == 0 && low.is_closed && high.is_closed);
}

} // namespace

TEST(Lattice, ASegmentPassesAPixelWhenClippingItLeavesSomething)
{
    int passed_count = 0;
    for (std::uint64_t seed = 0; seed < 400000; ++seed)
    {
        Random random(seed);
        const std::uint64_t range = seed % 3 == 0 ? 4 : seed % 3 == 1 ? 12 : 60;
        const auto draw = [&] { return static_cast<std::int32_t>(random.below(range)); };
        const LatticePoint a{draw(), draw()}, b{draw(), draw()}, q{draw(), draw()};
        if (a == b || a == q || b == q) continue;
        ASSERT_EQ(passesPixel(a, b, q), passesPixelSlowly(a, b, q)) << seed;
        passed_count += passesPixel(a, b, q) ? 1 : 0;
    }
    EXPECT_GT(passed_count, 10000);
}

TEST(Lattice, PixelsOfLongSegmentsAreExactToo)
{
    for (std::uint64_t seed = 0; seed < 100000; ++seed)
    {
        Random random(seed, 1);
        const auto draw = [&] { return static_cast<std::int32_t>(random.below(2ull * kCoordinateLimit)) - kCoordinateLimit; };
        const LatticePoint a{draw(), draw()}, b{draw(), draw()};
        const double t = random.uniform();
        const auto near = [&](std::int32_t from, std::int32_t to) {
            return static_cast<std::int32_t>(from + t * (static_cast<double>(to) - from)) +
                   static_cast<std::int32_t>(random.below(3)) - 1;
        };
        const LatticePoint q{near(a.x, b.x), near(a.y, b.y)};
        if (a == b || a == q || b == q) continue;
        ASSERT_EQ(passesPixel(a, b, q), passesPixelSlowly(a, b, q)) << seed;
    }
}

} // namespace clearway::overlay
