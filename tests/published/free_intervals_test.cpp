// SPDX-License-Identifier: MIT
// Portals shrunk as published and as games often do: the cases they know, and obstacles that they overlook.
#include <clearway/published/free_intervals.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <clearway/navmesh/build.h>

namespace clearway::published {
namespace {

using Method = ShrinkOptions::Method;

ClearanceMesh buildClearanceOf(const std::vector<Vec2>& points, const std::vector<std::vector<VertexId>>& cells)
{
    PolygonMesh polygons;
    for (const Vec2 point : points) polygons.vertices.push_back({point, 0});
    polygons.cells = cells;
    return buildClearance(buildNavMesh(polygons).value()).value();
}

/// A square and behind it a wedge, whose upper wall comes down to the portal from (4, 0) to (4, 4).
ClearanceMesh buildWedge()
{
    return buildClearanceOf({{0, 0}, {4, 0}, {4, 4}, {0, 4}, {8, 0}, {8, 0.5}}, {{0, 1, 2, 3}, {1, 4, 5, 2}});
}

TEST(ShrunkPortals, ThePaperFollowsItsFirstAndThirdCase)
{
    const ClearanceMesh clearance = buildWedge();
    const double radius = 0.5;
    const auto paper = computeFreeIntervals(clearance, 0, {.radius = radius});
    ASSERT_EQ(paper.size(), 1u);
    const double slope = 3.5 / 4; // of the wall from (8, 0.5) to (4, 4)
    EXPECT_NEAR(paper[0].begin, radius, 1e-6);
    EXPECT_NEAR(paper[0].end, 4 - radius * std::sqrt(1 + slope * slope), 1e-6);
    const auto exact = clearway::computeFreeIntervals(clearance, 0, radius);
    ASSERT_EQ(exact.size(), 1u);
    EXPECT_NEAR(paper[0].begin, exact[0].begin, 1e-6);
    EXPECT_NEAR(paper[0].end, exact[0].end, 1e-6);
}

TEST(ShrunkPortals, ThePaperAvoidsTheEndsOfTheNextPortal)
{
    // Two portals at right angles around the corner (4, 0); the second one ends at (4, 0) and (4.3, 3).
    const ClearanceMesh clearance =
        buildClearanceOf({{0, 0}, {4, 0}, {4, 3}, {0, 3}, {4.3, 2.5}, {6, 0}, {6, 2.5}}, {{0, 1, 2, 3}, {1, 4, 2}, {1, 5, 6, 4}});
    const NavMesh& mesh = clearance.mesh();
    PortalId first = kNone, second = kNone;
    for (PortalId portal = 0; portal < mesh.portals().size(); ++portal)
        (mesh.portals()[portal].left == 0 || mesh.portals()[portal].right == 0 ? first : second) = portal;
    const std::vector<PortalId> exits = {second};
    const auto with = computeFreeIntervals(clearance, first, {.radius = 0.6, .from = 0, .exits = exits});
    ASSERT_EQ(with.size(), 1u);
    const Segment s = mesh.segment(mesh.portals()[first]);
    const double top = s.a.y > s.b.y ? distance(s.a, s.b) - with[0].begin : with[0].end;
    const double bottom = s.a.y > s.b.y ? distance(s.a, s.b) - with[0].end : with[0].begin;
    EXPECT_NEAR(bottom, 0.6, 1e-6);
    EXPECT_NEAR(top, 2.5 - std::sqrt(0.36 - 0.09), 1e-6) << "the disc around (4.3, 2.5)";
}

TEST(ShrunkPortals, ThePaperOverlooksASpikeBesideThePortal)
{
    // A portal along y = 0 from (0, 0) to (10, 0), and the tip of an obstacle 1.2 m above its middle.
    const ClearanceMesh clearance =
        buildClearanceOf({{0, 0}, {10, 0}, {10, -6}, {0, -6}, {10, 6}, {5.5, 6}, {5, 1.2}, {4.5, 6}, {0, 6}},
                         {{3, 2, 1, 0}, {0, 1, 4, 5, 6, 7, 8}});
    EXPECT_EQ(clearway::computeFreeIntervals(clearance, 0, 1.5).size(), 2u);
    const auto paper = computeFreeIntervals(clearance, 0, {.radius = 1.5});
    ASSERT_EQ(paper.size(), 1u);
    EXPECT_LT(paper[0].begin, 5);
    EXPECT_GT(paper[0].end, 5);
}

TEST(ShrunkPortals, TheSimpleWayMovesBothEndsInWhateverLeansOverThePortal)
{
    const ClearanceMesh clearance = buildWedge();
    for (const double radius : {0.25, 0.5, 1.0, 1.9, 2.0})
    {
        const auto simple = computeFreeIntervals(clearance, 0, {.radius = radius, .method = Method::simple});
        ASSERT_EQ(simple.size(), 1u) << "radius " << radius;
        EXPECT_NEAR(simple[0].begin, radius, 1e-8);
        EXPECT_NEAR(simple[0].end, 4 - radius, 1e-8);
    }
    EXPECT_TRUE(computeFreeIntervals(clearance, 0, {.radius = 2.001, .method = Method::simple}).empty());
}

TEST(ShrunkPortals, ARadiusThatMakesNoSenseLeavesNothing)
{
    const ClearanceMesh clearance = buildWedge();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    for (const Method method : {Method::paper, Method::simple})
    {
        for (const double radius : {-1.0, -1e-300, kInfinity, -kInfinity, std::nan(""), 1e300, 1e9})
            EXPECT_TRUE(computeFreeIntervals(clearance, 0, {.radius = radius, .method = method}).empty()) << radius;
        const auto all = computeFreeIntervals(clearance, 0, {.radius = 0, .method = method});
        ASSERT_EQ(all.size(), 1u);
        EXPECT_EQ(all[0].begin, 0);
        EXPECT_NEAR(all[0].end, 4, 1e-12);
    }
}

} // namespace
} // namespace clearway::published
