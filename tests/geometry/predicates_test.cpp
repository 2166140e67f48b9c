// SPDX-License-Identifier: MIT
#include <clearway/geometry/predicates.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <tests/oracle/rational.h>
#include <tests/support/scale.h>

namespace clearway::test {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

using Quad = std::array<Vec2, 4>;
using LatticeQuad = std::array<LatticePoint, 4>;

std::string describe(const Quad& points)
{
    std::ostringstream text;
    text << std::hexfloat;
    for (Vec2 p : points) text << "{" << p.x << ", " << p.y << "} ";
    return text.str();
}

/// A few representable numbers up or down.
double nudge(Random& random, double value)
{
    for (std::uint64_t step = random.below(4); step > 0; --step)
        value = std::nextafter(value, random.below(2) == 0 ? kInfinity : -kInfinity);
    return value;
}

Vec2 nudge(Random& random, Vec2 p) { return {nudge(random, p.x), nudge(random, p.y)}; }

Vec2 randomPoint(Random& random, double extent) { return {random.uniform(-extent, extent), random.uniform(-extent, extent)}; }

/// Any finite double: sign, exponent and mantissa uniform; now and then zero or an extreme.
double wildNumber(Random& random, int lowest_exponent, int highest_exponent)
{
    static constexpr double kSpecial[] = {
        0.0, -0.0, DBL_MAX, -DBL_MAX, DBL_MIN, 4.9406564584124654e-324, -4.9406564584124654e-324, 1.0};
    if (random.below(16) == 0) return kSpecial[random.below(std::size(kSpecial))];
    const int exponent =
        lowest_exponent + static_cast<int>(random.below(static_cast<std::uint64_t>(highest_exponent - lowest_exponent + 1)));
    // Few bits now and then, so that sums cancel exactly.
    const double mantissa = random.below(2) == 0 ? 1 + random.uniform() : 1 + static_cast<double>(random.below(4)) / 4;
    return std::ldexp(random.below(2) == 0 ? mantissa : -mantissa, exponent);
}

double clampToFinite(double value) { return std::isfinite(value) ? value : std::copysign(DBL_MAX, value); }
Vec2 clampToFinite(Vec2 p) { return {clampToFinite(p.x), clampToFinite(p.y)}; }

/// Ranges of exponents: everything, both extremes, and around those where a product of two or four differences underflows.
constexpr int kExponentRanges[][2] = {{-1074, 1023}, {-1074, -1000}, {1000, 1023}, {-300, 300}, {-545, -530},
                                      {-540, -536},  {-272, -262},   {-270, -267}, {230, 270},  {-60, 60}};

Quad wildQuad(Random& random)
{
    const auto pickRange = [&] { return kExponentRanges[random.below(std::size(kExponentRanges))]; };
    const int* range = pickRange();
    const bool mixes = random.below(8) == 0;
    const auto number = [&] {
        if (mixes) range = pickRange();
        return wildNumber(random, range[0], range[1]);
    };
    Quad points;
    for (Vec2& p : points) p = {number(), number()};
    const double t = random.uniform(-1, 2);
    switch (random.below(7))
    {
    case 5: // two points almost as far from the first, by a turn of 3-4-5
    {
        const Vec2 arm = points[1] - points[0];
        points[2] = clampToFinite(nudge(random, points[0] + Vec2{arm.x * 0.6 - arm.y * 0.8, arm.x * 0.8 + arm.y * 0.6}));
        break;
    }
    case 0: points[2] = clampToFinite(nudge(random, interpolate(points[0], points[1], t))); break;
    case 1: points[2] = clampToFinite(points[1] + (points[1] - points[0])); break;
    case 2: points[3] = clampToFinite(points[2] + perpendicular(points[1] - points[0])); break;
    case 3: points[3] = clampToFinite(nudge(random, points[2] + (points[1] - points[0]))); break;
    case 4: points[random.below(4)] = points[random.below(4)]; break;
    default: break;
    }
    return points;
}

/// The five predicates of four points, in a row.
std::array<int, 5> predicates(const Quad& p)
{
    return {computeOrientation(p[0], p[1], p[2]), computeInCircle(p[0], p[1], p[2], p[3]), computeDotSign(p[0], p[1], p[2], p[3]),
            computeCrossSign(p[0], p[1], p[2], p[3]), compareDistances(p[0], p[1], p[2])};
}

template <typename Points>
std::array<int, 5> oracles(const Points& p)
{
    return {orientationOracle(p[0], p[1], p[2]), inCircleOracle(p[0], p[1], p[2], p[3]), dotSignOracle(p[0], p[1], p[2], p[3]),
            crossSignOracle(p[0], p[1], p[2], p[3]), compareDistancesOracle(p[0], p[1], p[2])};
}

/// Counts how often each answer was zero, so that a test can say that it met the degenerate cases it is about.
struct ZeroCount
{
    std::array<int, 5> counts{};
    void add(const std::array<int, 5>& signs)
    {
        for (std::size_t i = 0; i < signs.size(); ++i) counts[i] += signs[i] == 0;
    }
};

std::int64_t latticeNumber(Random& random, int bits)
{
    const std::int64_t limit = std::int64_t{1} << bits;
    return static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(2 * limit + 1))) - limit;
}

LatticePoint latticePoint(Random& random, int bits) { return {latticeNumber(random, bits), latticeNumber(random, bits)}; }

bool fits(LatticePoint p)
{
    constexpr std::int64_t kLimit = std::int64_t{1} << 29;
    return std::abs(p.x) <= kLimit && std::abs(p.y) <= kLimit;
}

/// Three points on one line, the fourth at a right angle to it or anywhere; all within 2^29, one unit off now and then.
LatticeQuad nearlyCollinear(Random& random)
{
    for (;;)
    {
        const int bits = 3 + static_cast<int>(random.below(27));
        const LatticePoint a = latticePoint(random, bits);
        const LatticePoint step = latticePoint(random, 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(bits))));
        const std::int64_t i = latticeNumber(random, 5), j = latticeNumber(random, 10);
        LatticePoint b{a.x + i * step.x, a.y + i * step.y}, c{a.x + j * step.x, a.y + j * step.y};
        LatticePoint d{c.x - i * step.y, c.y + i * step.x};
        if (random.below(2) == 0) d = {c.x + i * step.x, c.y + i * step.y};
        if (random.below(2) == 0) c.x += latticeNumber(random, 0);
        if (random.below(4) == 0) d.y += latticeNumber(random, 0);
        if (fits(a) && fits(b) && fits(c) && fits(d)) return {a, b, c, d};
    }
}

/// Four points on one circle, or three and its centre: products of two Gaussian integers, their conjugates and units, all of the
/// same norm.
LatticeQuad nearlyCocircular(Random& random)
{
    for (;;)
    {
        const int bits = 1 + static_cast<int>(random.below(14));
        const LatticePoint u = latticePoint(random, bits), v = latticePoint(random, bits);
        const LatticePoint center = latticePoint(random, 29);
        LatticeQuad result;
        for (LatticePoint& p : result)
        {
            const std::int64_t sign = random.below(2) == 0 ? 1 : -1;
            p = {u.x * v.x - sign * u.y * v.y, u.x * v.y * sign + u.y * v.x};
            for (std::uint64_t turn = random.below(4); turn > 0; --turn) p = {-p.y, p.x};
            if (random.below(2) == 0) p.y = -p.y;
            p = {p.x + center.x, p.y + center.y};
        }
        if (random.below(2) == 0) result[random.below(4)].x += latticeNumber(random, 0);
        if (random.below(4) == 0) result[0] = center; // for distances from it
        if (fits(result[0]) && fits(result[1]) && fits(result[2]) && fits(result[3])) return result;
    }
}

/// Scene coordinates: origin + k * quantum, computed without rounding.
Quad placed(const LatticeQuad& lattice, Vec2 origin, double quantum)
{
    Quad result;
    for (std::size_t i = 0; i < 4; ++i)
        result[i] = {origin.x + static_cast<double>(lattice[i].x) * quantum,
                     origin.y + static_cast<double>(lattice[i].y) * quantum};
    return result;
}

struct Frame
{
    Vec2 origin;
    double quantum = 1;
};
// From 40 m to 64 km across, at the origin and far from it: UTM, and as far as the numbers still hold the lattice.
constexpr Frame kFrames[] = {{{0, 0}, 1},
                             {{0, 0}, 0x1p-24},
                             {{500000, 5500000}, 0x1p-21},
                             {{-4194304, 0x1p22}, 0x1p-14},
                             {{0x1p45, -0x1p45}, 0x1p-6},
                             {{0, 0}, 0x1p300},
                             {{0, 0}, 0x1p-600}};

int parity(const std::vector<std::size_t>& permutation)
{
    int sign = 1;
    for (std::size_t i = 0; i < permutation.size(); ++i)
        for (std::size_t j = i + 1; j < permutation.size(); ++j)
            if (permutation[i] > permutation[j]) sign = -sign;
    return sign;
}

} // namespace

TEST(Predicates, LatticePointsNearlyOnOneLineGetTheExactSigns)
{
    Random random(1);
    ZeroCount zeros;
    for (int i = 0; i < 400000 * testScale(); ++i)
    {
        const LatticeQuad lattice = nearlyCollinear(random);
        const Frame& frame = kFrames[random.below(std::size(kFrames))];
        const Quad points = placed(lattice, frame.origin, frame.quantum);
        const auto expected = oracles(lattice);
        zeros.add(expected);
        ASSERT_EQ(predicates(points), expected) << "input " << i << ": " << describe(points);
    }
    for (int count : zeros.counts) EXPECT_GT(count, 1000);
}

TEST(Predicates, LatticePointsNearlyOnOneCircleGetTheExactSigns)
{
    Random random(2);
    ZeroCount zeros;
    for (int i = 0; i < 400000 * testScale(); ++i)
    {
        const LatticeQuad lattice = nearlyCocircular(random);
        const Frame& frame = kFrames[random.below(std::size(kFrames))];
        const Quad points = placed(lattice, frame.origin, frame.quantum);
        const auto expected = oracles(lattice);
        zeros.add(expected);
        ASSERT_EQ(predicates(points), expected) << "input " << i << ": " << describe(points);
    }
    EXPECT_GT(zeros.counts[1], 100000);
    EXPECT_GT(zeros.counts[4], 10000);
}

TEST(Predicates, TheCornersOfTheLargestLatticeDoNotOverflow)
{
    constexpr std::int64_t kFar = std::int64_t{1} << 29;
    std::vector<LatticePoint> corners;
    for (std::int64_t x : {-kFar, -kFar + 1, std::int64_t{0}, kFar - 1, kFar})
        for (std::int64_t y : {-kFar, -kFar + 1, std::int64_t{0}, kFar - 1, kFar}) corners.push_back({x, y});
    Random random(3);
    for (int i = 0; i < 200000; ++i)
    {
        LatticeQuad lattice;
        for (LatticePoint& p : lattice) p = corners[random.below(corners.size())];
        const Quad points = placed(lattice, {500000, 5500000}, 0x1p-20);
        ASSERT_EQ(predicates(points), oracles(lattice)) << describe(points);
    }
}

TEST(Predicates, PointsAFewUlpOffALineOrCircleGetTheExactSigns)
{
    Random random(4);
    for (int i = 0; i < 60000 * testScale(); ++i)
    {
        const double extent = std::ldexp(1.0, static_cast<int>(random.below(60)) - 30);
        const Vec2 offset = random.below(2) == 0 ? Vec2{} : randomPoint(random, 1000 * extent);
        Quad points;
        const Vec2 a = randomPoint(random, extent), b = randomPoint(random, extent);
        points[0] = offset + a;
        points[1] = offset + b;
        const double scale = length(a) / length(b);
        switch (random.below(3))
        {
        case 0: // a line
            points[2] = nudge(random, interpolate(points[0], points[1], random.uniform(-1, 2)));
            points[3] = nudge(random, points[2] + (points[1] - points[0]) * random.uniform(-1, 1));
            break;
        case 1: // a circle
            points[1] = nudge(random, offset + b * scale);
            points[2] = nudge(random, offset + perpendicular(a));
            points[3] = nudge(random, offset - b * scale);
            break;
        default: // a centre, and points around it
            points = {offset, nudge(random, offset + a), nudge(random, offset + b * scale), nudge(random, offset - a)};
            break;
        }
        ASSERT_EQ(predicates(points), oracles(points)) << "input " << i << ": " << describe(points);
    }
}

TEST(Predicates, AnyExponentsGetTheExactSigns)
{
    Random random(5);
    ZeroCount zeros;
    for (int i = 0; i < 60000 * testScale(); ++i)
    {
        const Quad points = wildQuad(random);
        const auto expected = oracles(points);
        zeros.add(expected);
        ASSERT_EQ(predicates(points), expected) << "input " << i << ": " << describe(points);
    }
    for (int count : zeros.counts) EXPECT_GT(count, 1000);
}

TEST(Predicates, ExchangingTwoPointsTurnsTheSign)
{
    Random random(6);
    for (int i = 0; i < 20000 * testScale(); ++i)
    {
        Quad points = wildQuad(random);
        if (i % 4 == 0) points = placed(nearlyCollinear(random), {500000, 5500000}, 0x1p-21);
        if (i % 4 == 1) points = placed(nearlyCocircular(random), {500000, 5500000}, 0x1p-21);
        std::vector<std::size_t> order = {0, 1, 2, 3};
        const int in_circle = computeInCircle(points[0], points[1], points[2], points[3]);
        do
            ASSERT_EQ(computeInCircle(points[order[0]], points[order[1]], points[order[2]], points[order[3]]),
                      parity(order) * in_circle)
                << describe(points);
        while (std::next_permutation(order.begin(), order.end()));
        order = {0, 1, 2};
        const int orientation = computeOrientation(points[0], points[1], points[2]);
        do
            ASSERT_EQ(computeOrientation(points[order[0]], points[order[1]], points[order[2]]), parity(order) * orientation)
                << describe(points);
        while (std::next_permutation(order.begin(), order.end()));
        ASSERT_EQ(compareDistances(points[0], points[1], points[2]), -compareDistances(points[0], points[2], points[1]));
    }
}

TEST(Predicates, SegmentsTouchAndCrossAsFractionsSay)
{
    Random random(7);
    std::array<int, 3> yes{};
    const auto check = [&](const Quad& p) {
        const std::array<bool, 3> expected = {isOnSegmentOracle(p[2], p[0], p[1]), doSegmentsTouchOracle(p[0], p[1], p[2], p[3]),
                                              doSegmentsCrossOracle(p[0], p[1], p[2], p[3])};
        const std::array<bool, 3> found = {isOnSegment(p[2], p[0], p[1]), doSegmentsTouch(p[0], p[1], p[2], p[3]),
                                           doSegmentsCross(p[0], p[1], p[2], p[3])};
        for (std::size_t i = 0; i < 3; ++i) yes[i] += expected[i];
        ASSERT_EQ(found, expected) << describe(p);
    };
    for (int i = 0; i < 20000 * testScale(); ++i)
    {
        // A lattice of few points has every way of touching; wild ones have every exponent.
        LatticeQuad small;
        for (LatticePoint& p : small) p = latticePoint(random, 2);
        ASSERT_NO_FATAL_FAILURE(check(placed(small, {3, -5}, 0.125)));
        ASSERT_NO_FATAL_FAILURE(check(placed(nearlyCollinear(random), {500000, 5500000}, 0x1p-21)));
        ASSERT_NO_FATAL_FAILURE(check(wildQuad(random)));
    }
    for (int count : yes) EXPECT_GT(count, 500);
}

TEST(Predicates, DegenerateInputsGiveTheDocumentedAnswers)
{
    const Vec2 a{1e308, -3}, b{2, 4.9406564584124654e-324}, c{0.1, 0.3};
    EXPECT_EQ(computeOrientation(a, a, b), 0);
    EXPECT_EQ(computeOrientation(a, b, b), 0);
    EXPECT_EQ(computeOrientation(a, a, a), 0);
    EXPECT_EQ(computeInCircle(a, a, b, c), 0);
    EXPECT_EQ(computeInCircle(a, b, c, a), 0);
    EXPECT_EQ(computeDotSign(a, a, b, c), 0);
    EXPECT_EQ(computeCrossSign(a, b, c, c), 0);
    EXPECT_EQ(compareDistances(c, a, a), 0);
    EXPECT_EQ(compareDistances(a, a, b), -1);
    EXPECT_TRUE(isOnSegment(a, a, a));
    EXPECT_FALSE(isOnSegment(b, a, a));
    EXPECT_TRUE(doSegmentsTouch(a, a, a, a));
    EXPECT_TRUE(doSegmentsTouch(a, a, b, a));
    EXPECT_FALSE(doSegmentsTouch(b, b, c, c));
    EXPECT_FALSE(doSegmentsCross(a, a, a, a));
    EXPECT_FALSE(doSegmentsCross(a, b, a, b));
}

TEST(Predicates, TheExtremesOfTheNumbersAreExact)
{
    constexpr double kTiny = 4.9406564584124654e-324;
    EXPECT_EQ(computeOrientation({0, 0}, {kTiny, 0}, {0, kTiny}), 1);
    EXPECT_EQ(computeOrientation({-DBL_MAX, -DBL_MAX}, {DBL_MAX, DBL_MAX}, {0, kTiny}), 1);
    EXPECT_EQ(computeOrientation({-DBL_MAX, -DBL_MAX}, {DBL_MAX, DBL_MAX}, {kTiny, kTiny}), 0);
    EXPECT_EQ(computeInCircle({DBL_MAX, 0}, {0, DBL_MAX}, {-DBL_MAX, 0}, {0, -DBL_MAX}), 0);
    EXPECT_EQ(computeInCircle({DBL_MAX, 0}, {0, DBL_MAX}, {-DBL_MAX, 0}, {kTiny, -DBL_MAX}), -1);
    EXPECT_EQ(computeInCircle({kTiny, 0}, {0, kTiny}, {-kTiny, 0}, {0, 0}), 1);
    EXPECT_EQ(compareDistances({0, 0}, {DBL_MAX, kTiny}, {DBL_MAX, 0}), 1);
    EXPECT_EQ(computeDotSign({0, 0}, {DBL_MAX, kTiny}, {0, 0}, {-kTiny, DBL_MAX}), 0);
}

} // namespace clearway::test
