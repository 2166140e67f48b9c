// SPDX-License-Identifier: MIT
#include <clearway/geometry/shapes.h>

#include <array>
#include <cfloat>
#include <sstream>

#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/geometry/predicates.h>
#include <tests/oracle/rational.h>
#include <tests/support/scale.h>

namespace clearway::test {

namespace {

constexpr double kUlp = DBL_EPSILON;

/// Two segments, or a path and a segment, with a radius.
struct Situation
{
    Segment path;
    Segment segment;
    double radius = 0;
    double size = 1; ///< the largest difference of coordinates
    bool is_lattice = false;
};

std::ostream& operator<<(std::ostream& out, const Situation& s)
{
    out << std::hexfloat << "path {" << s.path.a.x << ", " << s.path.a.y << "} {" << s.path.b.x << ", " << s.path.b.y
        << "} segment {" << s.segment.a.x << ", " << s.segment.a.y << "} {" << s.segment.b.x << ", " << s.segment.b.y
        << "} radius " << s.radius;
    return out;
}

/// A few lattice points, where touching, grazing, parallel and degenerate situations are common, near the origin or far from
/// it; or anything up to 1000 m, with starts in or near contact.
Situation randomSituation(Random& random)
{
    Situation s;
    s.is_lattice = random.below(2) == 0;
    if (s.is_lattice)
    {
        const Vec2 origin = random.below(2) == 0 ? Vec2{} : Vec2{500000, 5500000};
        const auto point = [&] {
            return origin + Vec2{static_cast<double>(random.below(13)), static_cast<double>(random.below(13))} * 0.25;
        };
        s.path = {point(), point()};
        s.segment = {point(), point()};
        s.radius = static_cast<double>(random.below(8)) * 0.25;
        s.size = 3;
        return s;
    }
    s.size = std::ldexp(1.0, static_cast<int>(random.below(20)) - 9);
    const auto point = [&] { return Vec2{random.uniform(0, s.size), random.uniform(0, s.size)}; };
    s.path = {point(), point()};
    s.segment = {point(), point()};
    s.radius = random.below(8) == 0 ? 0 : random.uniform(0, s.size / 3);
    if (random.below(4) == 0) s.radius = distance(s.path.a, s.segment);
    if (random.below(4) == 0) s.segment.b = interpolate(s.segment.a, s.segment.b, 1e-6);
    if (random.below(8) == 0) s.path.b = interpolate(s.segment.a, s.segment.b, random.uniform());
    return s;
}

} // namespace

TEST(Shapes, DistancesToASegmentAreRightToAFewUlp)
{
    Random random(1);
    for (int i = 0; i < 6000 * testScale(); ++i)
    {
        const Situation s = randomSituation(random);
        const double expected = nearestDistance(s.path.a, s.segment);
        // With exact differences the error is relative to the distance itself.
        const double tolerance = s.is_lattice ? 4 * kUlp * expected : 4 * kUlp * s.size;
        ASSERT_NEAR(distance(s.path.a, s.segment), expected, tolerance) << s;
        ASSERT_NEAR(distanceSq(s.path.a, s.segment), expected * expected, 3 * tolerance * (expected + tolerance)) << s;
        const Vec2 closest = computeClosestPoint(s.segment, s.path.a);
        const double rounding = 4 * kUlp * (std::abs(closest.x) + std::abs(closest.y) + s.size);
        ASSERT_NEAR(distance(s.path.a, closest), expected, rounding) << s;
        ASSERT_LE(distance(closest, interpolate(s.segment.a, s.segment.b, computeClosestParameter(s.segment, s.path.a))),
                  rounding)
            << s;
    }
}

TEST(Shapes, TheClosestPointBeyondAnEndIsThatEndToTheBit)
{
    const Segment segment{{0.1, 0.2}, {0.7, 0.9}};
    EXPECT_EQ(computeClosestPoint(segment, {-1, -1}), segment.a);
    EXPECT_EQ(computeClosestPoint(segment, {2, 2}), segment.b);
    EXPECT_EQ(computeClosestParameter(segment, {-1, -1}), 0.0);
    EXPECT_EQ(computeClosestParameter(segment, {2, 2}), 1.0);
    // At a right angle to the end, where the foot is the end itself.
    const Segment slanted{{500000, 5500000}, {500003, 5500001}};
    EXPECT_EQ(computeClosestPoint(slanted, slanted.a + Vec2{-5, 15}), slanted.a);
    EXPECT_EQ(computeClosestPoint(slanted, slanted.b + Vec2{-5, 15}), slanted.b);
    Random random(2);
    for (int i = 0; i < 20000 * testScale(); ++i)
    {
        const Situation s = randomSituation(random);
        const Vec2 closest = computeClosestPoint(s.segment, s.path.a);
        const bool is_start = dotSignOracle(s.segment.a, s.segment.b, s.segment.a, s.path.a) <= 0;
        const bool is_end = dotSignOracle(s.segment.b, s.segment.a, s.segment.b, s.path.a) <= 0;
        ASSERT_TRUE(!is_start || closest == s.segment.a) << s;
        ASSERT_TRUE(is_start || !is_end || closest == s.segment.b) << s;
    }
}

TEST(Shapes, AxisParallelWallsGiveExactDistances)
{
    Random random(7);
    for (int i = 0; i < 1000; ++i)
    {
        const double low = random.uniform(-1, 0), high = random.uniform(1, 1000), level = random.uniform(-1, 1),
                     off = random.uniform(-2, 2);
        const double x = random.uniform(0, 1);
        ASSERT_EQ(distance(Vec2{x, off}, Segment{{low, level}, {high, level}}), std::abs(off - level));
        ASSERT_EQ(distance(Vec2{off, x}, Segment{{level, low}, {level, high}}), std::abs(off - level));
        ASSERT_EQ(computeClosestPoint(Segment{{low, level}, {high, level}}, {x, off}), (Vec2{x, level}));
        ASSERT_EQ(computeClosestPoint(Segment{{level, high}, {level, low}}, {off, x}), (Vec2{level, x}));
    }
}

TEST(Shapes, ASegmentOfNoLengthIsAPoint)
{
    const Segment point{{3, 4}, {3, 4}};
    EXPECT_EQ(distance(Vec2{0, 0}, point), 5);
    EXPECT_EQ(computeClosestPoint(point, {7, 7}), (Vec2{3, 4}));
    EXPECT_EQ(computeClosestParameter(point, {7, 7}), 0);
    EXPECT_EQ(distance(point, Segment{{3, 4}, {9, 9}}), 0);
    EXPECT_EQ(distance(point, Segment{{0, 0}, {0, 0}}), 5);
    EXPECT_FALSE(overlaps(Disc{{0, 0}, 5}, point));
    EXPECT_TRUE(overlaps(Disc{{0, 0}, std::nextafter(5.0, 6.0)}, point));
    // So short that its length squared underflows.
    const Segment tiny{{0, 0}, {1e-170, 1e-170}};
    EXPECT_EQ(distance(Vec2{1, 0}, tiny), 1);
    EXPECT_LT(distance(Vec2{0.5e-170, 0.6e-170}, tiny), 1e-169);
    EXPECT_LT(length(computeClosestPoint(tiny, {0.5e-170, 0.6e-170})), 1e-169);
}

TEST(Shapes, SegmentsAreApartExactlyWhenTheyDoNotTouch)
{
    Random random(3);
    int touching = 0;
    for (int i = 0; i < 6000 * testScale(); ++i)
    {
        const Situation s = randomSituation(random);
        const bool touch = doSegmentsTouchOracle(s.path.a, s.path.b, s.segment.a, s.segment.b);
        const double expected = touch ? 0
                                      : std::min({nearestDistance(s.path.a, s.segment), nearestDistance(s.path.b, s.segment),
                                                  nearestDistance(s.segment.a, s.path), nearestDistance(s.segment.b, s.path)});
        touching += touch;
        ASSERT_EQ(distance(s.path, s.segment) == 0, touch) << s;
        ASSERT_NEAR(distance(s.path, s.segment), expected, 4 * kUlp * s.size) << s;
    }
    EXPECT_GT(touching, 1000);
    // One end off the other segment by less than the distance can express relative to its size.
    const Segment along{{0, 0}, {3e15, 1e15}};
    const Segment near{{1.5e15, 5e14 + 0.0625}, {1.5e15, 1e15}};
    EXPECT_GT(distance(along, near), 0);
}

TEST(Shapes, OverlapIsDecidedAsFractionsDecide)
{
    Random random(4);
    std::array<int, 3> seen{};
    for (int i = 0; i < 6000 * testScale(); ++i)
    {
        const Situation s = randomSituation(random);
        const int expected = compareDistanceOracle(s.path.a, s.segment, s.radius);
        ++seen[static_cast<std::size_t>(expected + 1)];
        ASSERT_EQ(compareDistance(s.path.a, s.segment, s.radius), expected) << s;
        ASSERT_EQ(overlaps(Disc{s.path.a, s.radius}, s.segment), expected < 0) << s;
        ASSERT_EQ(overlaps(Capsule{s.path, s.radius}, s.segment), compareDistanceOracle(s.path, s.segment, s.radius) < 0) << s;
    }
    for (int count : seen) EXPECT_GT(count, 50);
}

TEST(Shapes, OverlapIsExactAtTheExtremes)
{
    const Segment wall{{-DBL_MAX, 1}, {DBL_MAX, 1}};
    EXPECT_EQ(compareDistance({0, 0}, wall, 1), 0);
    EXPECT_EQ(compareDistance({0, 0}, wall, std::nextafter(1.0, 2.0)), -1);
    EXPECT_EQ(compareDistance({0, DBL_MIN}, wall, 1), -1);
    const Segment tiny{{5e-324, 0}, {0, 5e-324}};
    EXPECT_EQ(compareDistance({0, 0}, tiny, 5e-324), -1);
    EXPECT_EQ(compareDistance({0, 0}, tiny, 0), 1);
    EXPECT_EQ(compareDistance({DBL_MAX, DBL_MAX}, tiny, DBL_MAX), 1);
}

TEST(Shapes, LinesMeetWhereFractionsSay)
{
    Random random(5);
    int parallel = 0;
    for (int i = 0; i < 6000 * testScale(); ++i)
    {
        const Situation s = randomSituation(random);
        const std::optional<double> t = computeLineIntersection(s.path.a, s.path.b, s.segment);
        const bool are_parallel = crossSignOracle(s.path.a, s.path.b, s.segment.a, s.segment.b) == 0;
        parallel += are_parallel;
        ASSERT_EQ(t.has_value(), !are_parallel) << s;
        if (!t) continue;
        const double expected = lineIntersectionOracle(s.path.a, s.path.b, s.segment);
        // Rounded differences are off by an ulp of themselves and count in proportion to how nearly parallel the lines are.
        const double sine = std::abs(cross(s.path.b - s.path.a, s.segment.b - s.segment.a)) /
                            (length(s.path.b - s.path.a) * length(s.segment.b - s.segment.a));
        const double tolerance =
            s.is_lattice
                ? 8 * kUlp * std::abs(expected)
                : 8 * kUlp * (std::abs(expected) + distance(s.path.a, s.segment.a) / distance(s.path.a, s.path.b)) / sine;
        ASSERT_NEAR(*t, expected, tolerance) << s;
    }
    EXPECT_GT(parallel, 100);
}

TEST(Shapes, AMovingDiscHitsWhenFractionsSayAndTouchesThere)
{
    Random random(6);
    std::array<int, 3> seen{};
    for (int i = 0; i < 6000 * testScale(); ++i)
    {
        const Situation s = randomSituation(random);
        const Vec2 from = s.path.a, to = s.path.b;
        const std::optional<double> t = findFirstContact(from, to, s.radius, s.segment);
        if (compareDistanceOracle(from, s.segment, s.radius) <= 0)
        {
            const bool nearer = movesNearerOracle(from, from, to, s.segment);
            ++seen[0];
            ASSERT_EQ(t.has_value(), nearer) << s;
            ASSERT_EQ(t.value_or(0), 0) << s;
            continue;
        }
        const int least = compareDistanceOracle(s.path, s.segment, s.radius);
        const bool arrives = s.radius == 0 ? least == 0
                                           : least < 0 || (compareDistanceOracle(to, s.segment, s.radius) == 0 &&
                                                           movesNearerOracle(to, from, to, s.segment));
        ++seen[arrives ? 1 : 2];
        ASSERT_EQ(t.has_value(), arrives) << s;
        if (!t) continue;
        ASSERT_GE(*t, 0) << s;
        ASSERT_LE(*t, 1) << s;
        const double tolerance = 1e-14 * s.size;
        ASSERT_NEAR(distanceOnTheWay(from, to, *t, s.segment), s.radius, tolerance) << s << " t " << *t;
        for (int k = 0; k < 4; ++k)
            ASSERT_GE(distanceOnTheWay(from, to, *t * k / 4, s.segment), s.radius - tolerance) << s << " t " << *t;
    }
    for (int count : seen) EXPECT_GT(count, 1000);
}

TEST(Shapes, ADiscAtAWallHitsOnlyWhenItMovesIntoIt)
{
    const Segment wall{{0, 0}, {10, 0}};
    EXPECT_EQ(findFirstContact({5, 1}, {5, 0.5}, 1, wall), 0.0);
    EXPECT_EQ(findFirstContact({5, 1}, {9, 0.999}, 1, wall), 0.0);
    EXPECT_FALSE(findFirstContact({5, 1}, {9, 1}, 1, wall));
    EXPECT_FALSE(findFirstContact({5, 1}, {5, 2}, 1, wall));
    EXPECT_FALSE(findFirstContact({5, 1}, {5, 1}, 1, wall));
    // Overlapping already: deeper is a hit, out is not.
    EXPECT_EQ(findFirstContact({5, 0.5}, {5, 0.25}, 1, wall), 0.0);
    EXPECT_FALSE(findFirstContact({5, 0.5}, {5, 2}, 1, wall));
    EXPECT_FALSE(findFirstContact({5, 0}, {5, 2}, 1, wall));
    // Round its end: from the right angle on, along the circle's tangent.
    EXPECT_FALSE(findFirstContact({11, 0}, {11, 5}, 1, wall));
    EXPECT_EQ(findFirstContact({12, 0}, {10, 0}, 1, wall), 0.5);
    EXPECT_FALSE(findFirstContact({11, -5}, {11, 5}, 1, wall));
    EXPECT_FALSE(findFirstContact({-5, 1}, {15, 1}, 1, wall));
    EXPECT_EQ(findFirstContact({5, 3}, {5, 1}, 1, wall), 1.0);
    EXPECT_FALSE(findFirstContact({5, 3}, {5, 1.25}, 1, wall));
}

TEST(Shapes, APointHitsASegmentByArrivingAtIt)
{
    const Segment wall{{0, 0}, {10, 0}};
    EXPECT_EQ(findFirstContact({5, 1}, {5, -1}, 0, wall), 0.5);
    EXPECT_EQ(findFirstContact({-1, 1}, {1, -1}, 0, wall), 0.5);
    EXPECT_EQ(findFirstContact({-1, 0}, {3, 0}, 0, wall), 0.25);
    EXPECT_EQ(findFirstContact({-1, 1}, {0, 0}, 0, wall), 1.0);
    EXPECT_FALSE(findFirstContact({5, 0}, {5, -1}, 0, wall));
    EXPECT_FALSE(findFirstContact({5, 0}, {9, 0}, 0, wall));
    EXPECT_FALSE(findFirstContact({-1, 0.001}, {11, 0.001}, 0, wall));
}

TEST(Shapes, BoundsHoldTheShape)
{
    EXPECT_EQ(computeBounds(Segment{{3, 1}, {2, 5}}), (Box2{{2, 1}, {3, 5}}));
    EXPECT_EQ(computeBounds(Disc{{3, 1}, 0.5}), (Box2{{2.5, 0.5}, {3.5, 1.5}}));
    EXPECT_EQ(computeBounds(Capsule{{{3, 1}, {2, 5}}, 0.5}), (Box2{{1.5, 0.5}, {3.5, 5.5}}));
}

} // namespace clearway::test
