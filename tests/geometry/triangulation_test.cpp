// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/geometry/predicates.h>
#include <clearway/geometry/triangulation.h>

#include "tests/oracle/triangulation_oracle.h"
#include "tests/support/scale.h"

namespace clearway::test {
namespace {

using Constraint = std::array<std::uint32_t, 2>;

Triangulation build(const std::vector<Vec2>& points, const std::vector<Constraint>& constraints = {})
{
    auto result = buildTriangulation(points, constraints);
    EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().message);
    return std::move(result).value();
}

std::vector<Vec2> makeRandomPoints(Random& random, std::size_t count, std::uint64_t lattice)
{
    std::vector<Vec2> points(count);
    for (Vec2& p : points) p = {double(random.below(lattice)), double(random.below(lattice))};
    return points;
}

std::vector<Vec2> makeGrid(int columns, int rows)
{
    std::vector<Vec2> points;
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) points.push_back({double(x), double(y)});
    return points;
}

/// Segments between random points that do not cross or touch one another, except at ends.
std::vector<Constraint> makeRandomConstraints(Random& random, const std::vector<Vec2>& points, int tries)
{
    std::vector<Constraint> chosen;
    for (int i = 0; i < tries; ++i)
    {
        const Constraint c = {static_cast<std::uint32_t>(random.below(points.size())),
                              static_cast<std::uint32_t>(random.below(points.size()))};
        const Vec2 a = points[c[0]], b = points[c[1]];
        if (a == b) continue;
        const bool crosses = std::any_of(chosen.begin(), chosen.end(), [&](Constraint other) {
            const Vec2 p = points[other[0]], q = points[other[1]];
            if (a == p || a == q || b == p || b == q)
            {
                // From a common end they may not run on top of one another.
                const Vec2 common = a == p || a == q ? a : b;
                return computeOrientation(a, b, common == p ? q : p) == 0;
            }
            return doSegmentsTouch(a, b, p, q);
        });
        if (!crosses) chosen.push_back(c);
    }
    return chosen;
}

TEST(Triangulation, ThreePointsMakeOneTriangle)
{
    const Triangulation t = build({{0, 0}, {0, 1}, {1, 0}});
    EXPECT_EQ(oracle::countTriangles(t), 1u);
    EXPECT_EQ(oracle::findStructureProblem(t), "");
}

TEST(Triangulation, PointsOnOneLineGiveNoTriangles)
{
    for (const auto& points : std::vector<std::vector<Vec2>>{{},
                                                             {{1, 1}},
                                                             {{1, 1}, {1, 1}},
                                                             {{0, 0}, {3, 1}},
                                                             {{0, 0}, {3, 1}, {6, 2}},
                                                             {{0, 0}, {0, 0}, {1, 1}, {1, 1}, {-5, -5}}})
    {
        const Triangulation t = build(points);
        EXPECT_EQ(t.triangleCount(), 0u) << points.size() << " points";
    }
    const std::vector<Constraint> constraints = {{0, 1}};
    EXPECT_FALSE(buildTriangulation(std::vector<Vec2>{{0, 0}, {1, 1}, {2, 2}}, constraints).ok());
}

TEST(Triangulation, APointOfALineAndOneBesideItMakeAFan)
{
    std::vector<Vec2> points;
    for (int i = 0; i < 50; ++i) points.push_back({double(i), 0});
    points.push_back({20.5, 1e-300});
    const Triangulation t = build(points);
    EXPECT_EQ(oracle::countTriangles(t), 49u);
    EXPECT_EQ(oracle::findStructureProblem(t), "");
}

TEST(Triangulation, CoordinatesThatAreNotNumbersAreRefusedByIndex)
{
    const auto result = buildTriangulation(std::vector<Vec2>{{0, 0}, {1, 0}, {0, std::numeric_limits<double>::quiet_NaN()}});
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().place.index, 2);
}

TEST(Triangulation, EqualPointsBecomeTheFirstOfThem)
{
    Random random(7);
    std::vector<Vec2> points = makeRandomPoints(random, 400, 12);
    const Triangulation t = build(points);
    EXPECT_EQ(oracle::findStructureProblem(t), "");
    for (std::uint32_t i = 0; i < points.size(); ++i)
    {
        const auto first = std::find(points.begin(), points.end(), points[i]) - points.begin();
        EXPECT_EQ(t.vertexOf(i), std::uint32_t(first)) << "point " << i;
        EXPECT_EQ(t.outgoing(i) != kNone, std::uint32_t(first) == i) << "point " << i;
    }
}

TEST(Triangulation, EveryCircleOfRandomPointsIsEmpty)
{
    for (int seed = 0; seed < 150 * testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed), 1);
        const std::uint64_t lattice = seed % 3 == 0 ? 6 : seed % 3 == 1 ? 50 : std::uint64_t{1} << 30;
        const std::vector<Vec2> points = makeRandomPoints(random, 4 + random.below(60), lattice);
        const Triangulation t = build(points);
        ASSERT_EQ(oracle::findStructureProblem(t), "") << "seed " << seed;
        ASSERT_EQ(oracle::findDelaunayProblem(t), "") << "seed " << seed;
    }
}

TEST(Triangulation, GridsAndCirclesWhereManyCirclesAreSharedAreTriangulated)
{
    const Triangulation grid = build(makeGrid(25, 20));
    EXPECT_EQ(oracle::findStructureProblem(grid), "");
    EXPECT_EQ(oracle::findDelaunayProblem(grid), "");
    EXPECT_EQ(oracle::countTriangles(grid), 2u * 24u * 19u);

    // All integer points on the circle of radius 5 * 13 * 17 * 29, exactly on it.
    std::vector<Vec2> circle;
    const int radius = 32045;
    for (int x = -radius; x <= radius; ++x)
    {
        const int y = int(std::sqrt(double(radius) * radius - double(x) * x));
        if (std::int64_t{x} * x + std::int64_t{y} * y != std::int64_t{radius} * radius) continue;
        circle.push_back({double(x), double(y)});
        if (y != 0) circle.push_back({double(x), -double(y)});
    }
    ASSERT_GT(circle.size(), 300u);
    const Triangulation round = build(circle);
    EXPECT_EQ(oracle::findStructureProblem(round), "");
    EXPECT_EQ(oracle::findDelaunayProblem(round), "");
    EXPECT_EQ(oracle::countTriangles(round), circle.size() - 2);
}

TEST(Triangulation, HugeTinyAndMixedCoordinatesAreTriangulated)
{
    Random random(11);
    for (int round = 0; round < 40; ++round)
    {
        std::vector<Vec2> points;
        for (int i = 0; i < 25; ++i)
        {
            const double scale = std::ldexp(1.0, int(random.below(600)) - 300);
            points.push_back({(random.uniform() - 0.5) * scale, (random.uniform() - 0.5) * scale});
        }
        const Triangulation t = build(points);
        ASSERT_EQ(oracle::findStructureProblem(t), "") << "round " << round;
        ASSERT_EQ(oracle::findDelaunayProblem(t), "") << "round " << round;
    }
}

TEST(Triangulation, ConstraintsAreEdgesAndTheRestIsDelaunayAsFarAsOneSees)
{
    for (int seed = 0; seed < 200 * testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed), 2);
        const std::uint64_t lattice = seed % 3 == 0 ? 7 : seed % 3 == 1 ? 40 : 1000000;
        const std::vector<Vec2> points = makeRandomPoints(random, 5 + random.below(40), lattice);
        if (build(points).triangleCount() == 0) continue;
        const std::vector<Constraint> constraints = makeRandomConstraints(random, points, 30);
        const Triangulation t = build(points, constraints);
        ASSERT_EQ(oracle::findStructureProblem(t), "") << "seed " << seed;
        ASSERT_EQ(oracle::findConstraintProblem(t, points, constraints), "") << "seed " << seed;
        ASSERT_EQ(oracle::findDelaunayProblem(t), "") << "seed " << seed;
    }
}

TEST(Triangulation, AConstraintThroughPointsIsSplitThere)
{
    const std::vector<Vec2> points = makeGrid(9, 9);
    // The diagonal passes through nine points.
    const std::vector<Constraint> diagonal = {{0, 80}};
    const Triangulation t = build(points, diagonal);
    EXPECT_EQ(oracle::findConstraintProblem(t, points, diagonal), "");
    int constrained = 0;
    for (std::uint32_t i = 0; i < t.triangleCount(); ++i)
        for (std::uint32_t k = 0; k < 3; ++k) constrained += t.isConstrained(Triangulation::edge(i, k));
    EXPECT_EQ(constrained, 16);
}

TEST(Triangulation, CrossingConstraintsAreRefusedByIndex)
{
    const std::vector<Vec2> points = {{0, 0}, {2, 0}, {2, 2}, {0, 2}, {5, 5}};
    const std::vector<Constraint> constraints = {{0, 2}, {1, 3}};
    const auto result = buildTriangulation(points, constraints);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, ErrorCode::invalid_geometry);
    EXPECT_EQ(result.error().place.ring, 1);
}

TEST(Triangulation, ABlockedTraceNamesTheConstraintAndAnInsertionChangesNothing)
{
    const std::vector<Vec2> points = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
    const std::vector<Constraint> constraints = {{0, 2}};
    Triangulation t = build(points, constraints);
    const Triangulation::Trace trace = t.trace(1, 3);
    ASSERT_EQ(trace.status, Triangulation::Trace::Status::blocked);
    EXPECT_EQ(t.origin(trace.blocker) + t.target(trace.blocker), 2u);
    EXPECT_EQ(t.insertConstraint(1, 3).status, Triangulation::Trace::Status::blocked);
    EXPECT_EQ(oracle::findStructureProblem(t), "");
    EXPECT_EQ(t.trace(0, 2).status, Triangulation::Trace::Status::edge);
}

TEST(Triangulation, ALongConstraintThroughAThousandTrianglesIsFilled)
{
    std::vector<Vec2> points = {{-1, 0}, {1001, 0.125}};
    Random random(3);
    for (int i = 0; i < 1000; ++i)
    {
        points.push_back({i + random.uniform(), 0.5 + random.uniform()});
        points.push_back({i + random.uniform(), -0.5 - random.uniform()});
    }
    const std::vector<Constraint> constraints = {{0, 1}};
    const Triangulation t = build(points, constraints);
    EXPECT_EQ(oracle::findStructureProblem(t), "");
    EXPECT_EQ(oracle::findConstraintProblem(t, points, constraints), "");
    EXPECT_EQ(oracle::findLocalDelaunayProblem(t), "");
}

TEST(Triangulation, SplitEdgesStayConstrainedAndDelaunay)
{
    for (int seed = 0; seed < 50 * testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed), 3);
        const std::vector<Vec2> points = makeRandomPoints(random, 30, 1000);
        std::vector<Constraint> constraints = makeRandomConstraints(random, points, 10);
        Triangulation t = build(points, constraints);
        int split_count = 0;
        for (int i = 0; i < 20; ++i)
        {
            const Triangulation::Edge e =
                Triangulation::edge(std::uint32_t(random.below(t.triangleCount())), std::uint32_t(random.below(3)));
            if (!t.isConstrained(e)) continue;
            const Vec2 middle = interpolate(t.position(t.origin(e)), t.position(t.target(e)), 0.5);
            if (!t.canSplit(e, middle)) continue;
            const std::uint32_t from = t.origin(e), to = t.target(e);
            const std::uint32_t vertex = t.splitEdge(e, middle);
            ++split_count;
            EXPECT_TRUE(t.isConstrained(t.findEdge(from, vertex)));
            EXPECT_TRUE(t.isConstrained(t.findEdge(vertex, to)));
        }
        ASSERT_EQ(oracle::findStructureProblem(t), "") << "seed " << seed;
        ASSERT_EQ(oracle::findLocalDelaunayProblem(t), "") << "seed " << seed << " after " << split_count << " splits";
    }
}

TEST(Triangulation, AReleasedConstraintLeavesNoTrace)
{
    for (int seed = 0; seed < 50 * testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed), 4);
        const std::vector<Vec2> points = makeRandomPoints(random, 40, 1000);
        const std::vector<Constraint> constraints = makeRandomConstraints(random, points, 20);
        Triangulation t = build(points);
        for (const Constraint c : constraints)
        {
            if (t.vertexOf(c[0]) != c[0] || t.vertexOf(c[1]) != c[1]) continue;
            const auto end = t.insertConstraint(c[0], c[1]).end;
            ASSERT_NE(t.findEdge(c[0], end), kNone);
            t.releaseConstraint(t.findEdge(c[0], end));
        }
        ASSERT_EQ(oracle::findStructureProblem(t), "") << "seed " << seed;
        ASSERT_EQ(oracle::findDelaunayProblem(t), "") << "seed " << seed;
        ASSERT_EQ(oracle::findConstraintProblem(t, points, {}), "") << "seed " << seed;
    }
}

TEST(Triangulation, TheSameInputGivesTheSameTriangles)
{
    Random random(5);
    const std::vector<Vec2> points = makeRandomPoints(random, 5000, 4000);
    const Triangulation first = build(points), second = build(points);
    ASSERT_EQ(first.triangleCount(), second.triangleCount());
    for (std::uint32_t t = 0; t < first.triangleCount(); ++t) ASSERT_EQ(first.vertices(t), second.vertices(t));
}

TEST(Triangulation, CancellingStopsTheWork)
{
    Random random(6);
    const std::vector<Vec2> points = makeRandomPoints(random, 20000, 1u << 30);
    int calls = 0;
    const auto result = buildTriangulation(points, {}, {.progress = [&](std::string_view, double) { return ++calls < 2; }});
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, ErrorCode::cancelled);
    EXPECT_EQ(calls, 2);
}

} // namespace
} // namespace clearway::test
