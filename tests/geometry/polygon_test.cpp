// SPDX-License-Identifier: MIT
#include <clearway/geometry/polygon.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/geometry/box.h>
#include <clearway/geometry/predicates.h>
#include <tests/oracle/rational.h>
#include <tests/support/scale.h>

namespace clearway::test {

namespace {

Vec2 latticePoint(Random& random, std::uint64_t extent)
{
    return {static_cast<double>(random.below(extent)), static_cast<double>(random.below(extent))};
}

Ring randomRing(Random& random, std::size_t count, std::uint64_t extent)
{
    Ring ring(count);
    for (Vec2& p : ring) p = latticePoint(random, extent);
    return ring;
}

Vec2 cyclic(const Ring& ring, std::size_t i) { return ring[i % ring.size()]; }

/// No two sides touch, but neighbours in their common corner.
bool isSimple(const Ring& ring)
{
    const std::size_t n = ring.size();
    for (std::size_t i = 0; i < n; ++i)
    {
        const Vec2 a = ring[i], b = cyclic(ring, i + 1), c = cyclic(ring, i + 2);
        if (a == b || isOnSegmentOracle(c, a, b) || isOnSegmentOracle(a, b, c)) return false;
        for (std::size_t j = i + 2; j < n && (j + 1) % n != i; ++j)
            if (doSegmentsTouchOracle(a, b, ring[j], cyclic(ring, j + 1))) return false;
    }
    return true;
}

/// A simple counter-clockwise ring of lattice points, winding and full of straight corners; empty if this seed gives none.
Ring randomSimpleRing(Random& random)
{
    Ring ring = randomRing(random, 3 + random.below(14), 3 + random.below(9));
    // Reversing the part between two crossing sides shortens the ring, so this ends.
    for (int pass = 0; pass < 50; ++pass)
        for (std::size_t i = 0; i < ring.size(); ++i)
            for (std::size_t j = i + 2; j < ring.size(); ++j)
                if (doSegmentsCross(ring[i], ring[i + 1], ring[j], cyclic(ring, j + 1)))
                    std::reverse(ring.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                 ring.begin() + static_cast<std::ptrdiff_t>(j) + 1);
    if (!isSimple(ring)) return {};
    if (computeSignedArea(ring) < 0) std::reverse(ring.begin(), ring.end());
    // Straight corners: the middles of some sides.
    Ring result;
    for (std::size_t i = 0; i < ring.size(); ++i)
    {
        result.push_back(ring[i]);
        if (random.below(3) == 0) result.push_back((ring[i] + cyclic(ring, i + 1)) / 2);
    }
    return result;
}

/// Parity of the sides above p, along a vertical ray (the library looks along a horizontal one).
Side sideOracle(const Ring& ring, Vec2 p)
{
    bool inside = false;
    for (std::size_t i = 0; i < ring.size(); ++i)
    {
        Vec2 a = ring[i], b = cyclic(ring, i + 1);
        if (isOnSegmentOracle(p, a, b)) return Side::boundary;
        if (b.x < a.x) std::swap(a, b);
        if (a.x <= p.x && p.x < b.x && orientationOracle(a, b, p) < 0) inside = !inside;
    }
    return inside ? Side::inside : Side::outside;
}

/// All points on the left of every side, and once round the middle of them.
bool isConvexOracle(const Ring& ring)
{
    Vec2 middle;
    for (std::size_t i = 0; i < ring.size(); ++i)
    {
        middle = middle + ring[i] / static_cast<double>(ring.size());
        for (Vec2 p : ring)
            if (orientationOracle(ring[i], cyclic(ring, i + 1), p) < 0) return false;
    }
    double angle = 0;
    for (std::size_t i = 0; i < ring.size(); ++i)
    {
        const Vec2 a = ring[i] - middle, b = cyclic(ring, i + 1) - middle;
        angle += std::atan2(cross(a, b), dot(a, b));
    }
    return computeSignedArea(ring) > 0 && std::abs(angle - 2 * std::numbers::pi) < 1;
}

/// Every side of the ring bounds one triangle, every other side two, and the areas add up: nothing overlaps, nothing is missing.
void expectTriangulation(const Ring& ring, const std::vector<std::array<std::uint32_t, 3>>& triangles)
{
    ASSERT_EQ(triangles.size(), ring.size() - 2);
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> sides;
    double area = 0;
    for (const auto& t : triangles)
    {
        ASSERT_EQ(orientationOracle(ring[t[0]], ring[t[1]], ring[t[2]]), 1);
        area += computeSignedArea(Ring{ring[t[0]], ring[t[1]], ring[t[2]]});
        for (std::size_t i = 0; i < 3; ++i) ASSERT_EQ(++sides[std::make_pair(t[i], t[(i + 1) % 3])], 1);
    }
    ASSERT_EQ(area, computeSignedArea(ring)); // exact: halves of small whole numbers
    for (const auto& [side, count] : sides)
    {
        const bool is_of_ring = (side.first + 1) % ring.size() == side.second;
        const std::pair<std::uint32_t, std::uint32_t> opposite(side.second, side.first);
        ASSERT_NE(is_of_ring, sides.contains(opposite));
    }
}

} // namespace

TEST(Polygon, PointsAreClassifiedExactly)
{
    std::map<Side, int> seen;
    for (int seed = 0; seed < 1000 * testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed), 1);
        Ring ring = randomRing(random, random.below(12), 9);
        if (random.below(2) == 0) ring = randomSimpleRing(random);
        for (int i = 0; i < 30; ++i)
        {
            Vec2 p = latticePoint(random, 10);
            if (i % 3 == 0 && !ring.empty())
            {
                // On a side, or as near as doubles come.
                const std::size_t at = random.below(ring.size());
                p = interpolate(ring[at], cyclic(ring, at + 1), random.uniform());
            }
            const Side expected = sideOracle(ring, p);
            ++seen[expected];
            ASSERT_EQ(classifyPoint(ring, p), expected) << "seed " << seed << ", point " << p.x << " " << p.y;
            std::reverse(ring.begin(), ring.end());
            ASSERT_EQ(classifyPoint(ring, p), expected) << "seed " << seed << ", reversed";
        }
    }
    for (Side side : {Side::inside, Side::boundary, Side::outside}) EXPECT_GT(seen[side], 1000);
}

TEST(Polygon, ConvexRingsAreThoseWithAllPointsOnTheLeftOfEverySide)
{
    int convex = 0;
    for (int seed = 0; seed < 100000 * testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed), 2);
        const Ring ring = randomRing(random, random.below(7), 2 + random.below(3));
        const bool expected = ring.size() >= 3 && isConvexOracle(ring);
        convex += expected;
        ASSERT_EQ(isConvex(ring), expected) << "seed " << seed;
    }
    EXPECT_GT(convex, 1000);
}

TEST(Polygon, AConvexRingWindsOnceAndHasArea)
{
    const Ring square = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    EXPECT_TRUE(isConvex(square));
    EXPECT_TRUE(isConvex(Ring{{0, 0}, {0.5, 0}, {1, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}}));
    EXPECT_FALSE(isConvex(Ring{{0, 1}, {1, 1}, {1, 0}, {0, 0}}));
    EXPECT_FALSE(isConvex(Ring{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}, {1, 0}, {1, 1}, {0, 1}}));
    EXPECT_FALSE(isConvex(Ring{{0, 0}, {1, 0}, {2, 0}, {1, 0}}));
    EXPECT_FALSE(isConvex(Ring{{0, 0}, {1, 0}}));
    EXPECT_FALSE(isConvex(Ring(5, Vec2{1, 1})));
    // A pentagram turns left everywhere and winds twice.
    EXPECT_FALSE(isConvex(Ring{{0, 3}, {-2, -3}, {3, 1}, {-3, 1}, {2, -3}}));
}

TEST(Polygon, SimpleRingsAreCutIntoTrianglesWithArea)
{
    int rings = 0;
    for (int seed = 0; seed < 4000 * testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed), 3);
        const Ring ring = randomSimpleRing(random);
        if (ring.empty()) continue;
        ++rings;
        ASSERT_NO_FATAL_FAILURE(expectTriangulation(ring, triangulateRing(ring))) << "seed " << seed;
    }
    EXPECT_GT(rings, 1000);
}

TEST(Polygon, ACombOfManyTeethIsCutUp)
{
    Ring comb = {{0, -10}, {400, -10}};
    for (int i = 400; i >= 0; --i) comb.push_back({static_cast<double>(i), i % 2 == 0 ? 0.0 : 50.0});
    expectTriangulation(comb, triangulateRing(comb));
}

TEST(Polygon, AnyRingGivesTwoTrianglesLessThanPoints)
{
    for (int seed = 0; seed < 5000 * testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed), 4);
        const Ring ring = randomRing(random, random.below(20), 1 + random.below(6));
        ASSERT_EQ(triangulateRing(ring).size(), ring.size() < 3 ? 0 : ring.size() - 2) << "seed " << seed;
    }
    EXPECT_EQ(triangulateRing(Ring(100, Vec2{1, 1})).size(), 98u);
}

TEST(Polygon, AHoleJoinedByABridgeIsCutUp)
{
    // A square with a square hole, joined along a bridge that is walked twice.
    const Ring keyhole = {{0, 0}, {8, 0}, {8, 8}, {0, 8}, {0, 0}, {2, 2}, {2, 6}, {6, 6}, {6, 2}, {2, 2}};
    double area = 0;
    for (const auto& t : triangulateRing(keyhole))
    {
        const Ring triangle = {keyhole[t[0]], keyhole[t[1]], keyhole[t[2]]};
        EXPECT_GE(computeSignedArea(triangle), 0);
        area += computeSignedArea(triangle);
        EXPECT_NE(classifyPoint(triangle, {4, 4}), Side::inside);
    }
    EXPECT_EQ(area, 48);
}

TEST(Polygon, AreaAndCentroidKeepTheirDigitsFarAway)
{
    const Vec2 far = {500000, 5500000};
    const Ring ring = {far, far + Vec2{0.25, 0}, far + Vec2{0.25, 0.5}, far + Vec2{0, 0.5}};
    EXPECT_EQ(computeSignedArea(ring), 0.125);
    EXPECT_EQ(computeCentroid(ring), far + (Vec2{0.125, 0.25}));
    EXPECT_EQ(computeSignedArea(Ring{ring[3], ring[2], ring[1], ring[0]}), -0.125);
    const Ring triangle = {{0, 0}, {3, 0}, {0, 6}};
    EXPECT_EQ(computeCentroid(triangle), (Vec2{1, 2}));
}

TEST(Polygon, TheCentroidIsTheMeanOfTheTriangles)
{
    for (int seed = 0; seed < 300 * testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed), 5);
        const Ring ring = randomSimpleRing(random);
        if (ring.empty()) continue;
        Vec2 moment;
        for (const auto& t : triangulateRing(ring))
        {
            const Ring triangle = {ring[t[0]], ring[t[1]], ring[t[2]]};
            moment = moment + (triangle[0] + triangle[1] + triangle[2]) / 3 * computeSignedArea(triangle);
        }
        ASSERT_LT(distance(computeCentroid(ring), moment / computeSignedArea(ring)), 1e-12) << "seed " << seed;
    }
}

TEST(Polygon, RingsWithoutAreaHaveAMiddle)
{
    EXPECT_EQ(computeCentroid(Ring{}), (Vec2{}));
    EXPECT_EQ(computeCentroid(Ring{{3, 4}}), (Vec2{3, 4}));
    EXPECT_EQ(computeCentroid(Ring{{1, 1}, {3, 5}}), (Vec2{2, 3}));
    EXPECT_EQ(computeSignedArea(Ring{{1, 1}, {3, 5}}), 0);
    EXPECT_EQ(computeSignedArea(Ring{}), 0);
    EXPECT_EQ(classifyPoint(Ring{}, {0, 0}), Side::outside);
    EXPECT_EQ(classifyPoint(Ring{{1, 1}, {3, 5}}, {2, 3}), Side::boundary);
    EXPECT_EQ(classifyPoint(Ring{{1, 1}}, {1, 1}), Side::boundary);
}

TEST(Box, AnEmptyBoxAddsNothingAndHoldsNothing)
{
    Box2 box{{1, 2}, {3, 4}};
    box.add(Box2{});
    EXPECT_EQ(box, (Box2{{1, 2}, {3, 4}}));
    EXPECT_TRUE(Box2{}.isEmpty());
    EXPECT_FALSE(Box2{}.contains({0, 0}));
    EXPECT_FALSE(Box2{}.overlaps(box));
    Box2 grown;
    grown.add(Box2{{1, 2}, {3, 4}});
    EXPECT_EQ(grown, box);
    EXPECT_EQ(distanceSq(Vec2{0, 0}, box), 5);
    EXPECT_EQ(distanceSq(Vec2{3, 3}, box), 0);
}

} // namespace clearway::test
