// SPDX-License-Identifier: MIT
#include <clearway/clearance/intervals.h>

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/clearance/meshes.h"
#include "tests/oracle/interval_oracle.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::NamedMesh;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double portalLength(const NavMesh& mesh, PortalId portal)
{
    const Segment s = mesh.segment(mesh.portals()[portal]);
    return distance(s.a, s.b);
}

TEST(FreeIntervals, TheSamplingOracleAgreesOnEveryKindOfMesh)
{
    test::IntervalProbes probes;
    const std::uint64_t wanted = 200000 * static_cast<std::uint64_t>(test::testScale());
    std::vector<Interval> intervals;
    for (std::uint64_t seed = 0; probes.count < wanted; ++seed)
        for (const NamedMesh& named : test::buildVariousMeshes(seed))
        {
            const ClearanceMesh clearance = buildClearance(named.mesh).value();
            Random random(seed, 3);
            for (PortalId portal = 0; portal < named.mesh.portals().size(); ++portal)
            {
                const double radius = random.uniform(0, 1.2) * portalLength(named.mesh, portal) / 2;
                computeFreeIntervals(clearance, portal, radius, intervals);
                test::probeIntervals(named.mesh, portal, radius, intervals, 15, 1e-6, probes);
            }
            ASSERT_EQ(probes.wrong, 0u) << named.name << ": portal " << probes.worst_portal << " radius " << probes.worst_radius
                                        << " off by " << probes.worst;
        }
    EXPECT_GE(probes.count, wanted);
}

TEST(FreeIntervals, NothingFreeIsNearerThanTheRadiusByMoreThanTenNanometres)
{
    for (std::uint64_t seed = 100; seed < 100 + 12 * static_cast<std::uint64_t>(test::testScale()); ++seed)
        for (const NamedMesh& named : test::buildVariousMeshes(seed))
        {
            SCOPED_TRACE(named.name);
            const ClearanceMesh clearance = buildClearance(named.mesh).value();
            Random random(seed, 4);
            for (PortalId portal = 0; portal < named.mesh.portals().size(); ++portal)
            {
                const double radius = random.uniform(0, 0.5) * portalLength(named.mesh, portal);
                const Segment s = named.mesh.segment(named.mesh.portals()[portal]);
                for (const Interval& interval : computeFreeIntervals(clearance, portal, radius))
                    for (double t : {interval.begin, (interval.begin + interval.end) / 2, interval.end})
                    {
                        const Vec2 p = s.a + (s.b - s.a) * (t / distance(s.a, s.b));
                        const int layer = named.mesh.portals()[portal].layer;
                        ASSERT_GE(test::computeObstacleDistance(named.mesh, layer, p),
                                  radius - 1e-8 - 3 * named.mesh.frame().quantum)
                            << "portal " << portal;
                    }
            }
        }
}

TEST(FreeIntervals, TheyShrinkAsTheRadiusGrows)
{
    for (std::uint64_t seed = 0; seed < 12 * static_cast<std::uint64_t>(test::testScale()); ++seed)
        for (const NamedMesh& named : test::buildVariousMeshes(seed))
        {
            SCOPED_TRACE(named.name);
            const ClearanceMesh clearance = buildClearance(named.mesh).value();
            const double slack = 1e-9 + 2 * named.mesh.frame().quantum;
            for (PortalId portal = 0; portal < named.mesh.portals().size(); ++portal)
            {
                std::vector<Interval> wider = {{0, portalLength(named.mesh, portal)}};
                for (double share : {0.0, 0.01, 0.1, 0.2, 0.35, 0.45, 0.5, 0.6})
                {
                    const auto now = computeFreeIntervals(clearance, portal, share * portalLength(named.mesh, portal));
                    for (std::size_t i = 0; i < now.size(); ++i)
                    {
                        ASSERT_LE(now[i].begin, now[i].end);
                        if (i > 0)
                        {
                            ASSERT_LT(now[i - 1].end, now[i].begin);
                        }
                        ASSERT_TRUE(std::any_of(
                            wider.begin(), wider.end(),
                            [&](const Interval& w) { return w.begin <= now[i].begin + slack && now[i].end <= w.end + slack; }))
                            << "portal " << portal << " share " << share;
                    }
                    wider = now;
                }
            }
        }
}

/// A wall across a box, with a door from y = 4 to y = 4 + width; the mesh has one portal there, or two and a cell between them.
ClearanceMesh buildDoor(double width)
{
    SceneInput input;
    input.areas.push_back({{{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, {}}, {}, 0});
    input.obstacles.push_back({{{{5, 0}, {5.25, 0}, {5.25, 4}, {5, 4}}, {}}, 0});
    input.obstacles.push_back({{{{5, 4 + width}, {5.25, 4 + width}, {5.25, 10}, {5, 10}}, {}}, 0});
    return buildClearance(buildNavMesh(buildScene(input).value()).value()).value();
}

TEST(FreeIntervals, ADoorInAWallLosesOneRadiusAtEachEnd)
{
    const ClearanceMesh clearance = buildDoor(1);
    int doors = 0;
    for (PortalId portal = 0; portal < clearance.mesh().portals().size(); ++portal)
    {
        if (std::abs(portalLength(clearance.mesh(), portal) - 1) > 1e-6) continue;
        ++doors;
        const auto intervals = computeFreeIntervals(clearance, portal, 0.3);
        ASSERT_EQ(intervals.size(), 1u);
        EXPECT_NEAR(intervals[0].begin, 0.3, 1e-6);
        EXPECT_NEAR(intervals[0].end, 0.7, 1e-6);
        EXPECT_EQ(computeFreeIntervals(clearance, portal, 0.5).size(), 1u) << "touching both sides is free";
        EXPECT_TRUE(computeFreeIntervals(clearance, portal, 0.50001).empty());
        EXPECT_EQ(computeCriticalRadius(clearance, portal), kInfinity);
    }
    EXPECT_GE(doors, 1);
}

TEST(FreeIntervals, ASpikeBesideAPortalLeavesTwoIntervals)
{
    // A portal along y = 0 from (0, 0) to (10, 0), and the tip of an obstacle 1.2 m above its middle.
    PolygonMesh polygons;
    polygons.vertices = {{{0, 0}, 0},   {{10, 0}, 0},  {{10, -6}, 0}, {{0, -6}, 0}, {{10, 6}, 0},
                         {{5.5, 6}, 0}, {{5, 1.2}, 0}, {{4.5, 6}, 0}, {{0, 6}, 0}};
    polygons.cells = {{3, 2, 1, 0}, {0, 1, 4, 5, 6, 7, 8}};
    const ClearanceMesh clearance = buildClearance(buildNavMesh(polygons).value()).value();
    const double radius = 1.5, half = std::sqrt(radius * radius - 1.2 * 1.2);
    const auto exact = computeFreeIntervals(clearance, 0, radius);
    ASSERT_EQ(exact.size(), 2u);
    EXPECT_NEAR(exact[0].begin, radius, 1e-6);
    EXPECT_NEAR(exact[0].end, 5 - half, 1e-6);
    EXPECT_NEAR(exact[1].begin, 5 + half, 1e-6);
    EXPECT_NEAR(exact[1].end, 10 - radius, 1e-6);
    EXPECT_NEAR(computeCriticalRadius(clearance, 0), 1.2, 1e-6);
}

TEST(FreeIntervals, ARadiusThatMakesNoSenseLeavesNothing)
{
    const ClearanceMesh clearance = buildDoor(1);
    for (double radius : {-1.0, -1e-300, kInfinity, -kInfinity, std::nan(""), 1e300, 1e9})
        EXPECT_TRUE(computeFreeIntervals(clearance, 0, radius).empty()) << radius;
    const auto all = computeFreeIntervals(clearance, 0, 0);
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0], (Interval{0, all[0].end}));
    EXPECT_NEAR(all[0].end, portalLength(clearance.mesh(), 0), 1e-12);
}

TEST(CriticalRadius, UpToItThePortalLosesOneRadiusAtEachEndAndBeyondItMore)
{
    int finite = 0, infinite = 0;
    for (std::uint64_t seed = 0; seed < 24 * static_cast<std::uint64_t>(test::testScale()); ++seed)
        for (const NamedMesh& named : test::buildVariousMeshes(seed))
        {
            SCOPED_TRACE(named.name);
            const ClearanceMesh clearance = buildClearance(named.mesh).value();
            const double off = 1e-6 + 4 * named.mesh.frame().quantum;
            for (PortalId portal = 0; portal < named.mesh.portals().size(); ++portal)
            {
                const Segment s = named.mesh.segment(named.mesh.portals()[portal]);
                const int layer = named.mesh.portals()[portal].layer;
                if (test::computeObstacleDistance(named.mesh, layer, s.a) > off ||
                    test::computeObstacleDistance(named.mesh, layer, s.b) > off)
                    continue; // ends in free space lose nothing
                const double size = distance(s.a, s.b), critical = computeCriticalRadius(clearance, portal);
                ++(std::isinf(critical) ? infinite : finite);
                for (double share : {0.1, 0.5, 0.9, 0.999})
                {
                    const double radius = std::min(critical, size / 2) * share;
                    if (radius < 1e-6) continue; // below what rounding to the lattice may move
                    const auto intervals = computeFreeIntervals(clearance, portal, radius);
                    ASSERT_EQ(intervals.size(), 1u) << "portal " << portal << " radius " << radius << " of " << critical;
                    ASSERT_NEAR(intervals[0].begin, radius, off);
                    ASSERT_NEAR(intervals[0].end, size - radius, off);
                }
                if (std::isinf(critical)) continue;
                // Somewhat above it something else is cut as well.
                const double radius = critical + std::max({1e-3 * size, 1e-4, 20 * named.mesh.frame().quantum});
                const auto intervals = computeFreeIntervals(clearance, portal, radius);
                const bool same = intervals.size() == 1 && std::abs(intervals[0].begin - radius) < 1e-10 &&
                                  std::abs(intervals[0].end - (size - radius)) < 1e-10;
                ASSERT_TRUE(!same || radius > size / 2) << "portal " << portal << " critical " << critical;
            }
        }
    EXPECT_GT(finite, 100);
    EXPECT_GT(infinite, 100);
}

TEST(CriticalRadius, NoSampleIsCutByLess)
{
    for (std::uint64_t seed = 0; seed < 6 * static_cast<std::uint64_t>(test::testScale()); ++seed)
        for (const NamedMesh& named : test::buildVariousMeshes(seed))
        {
            SCOPED_TRACE(named.name);
            const ClearanceMesh clearance = buildClearance(named.mesh).value();
            for (PortalId portal = 0; portal < named.mesh.portals().size(); ++portal)
            {
                const Segment s = named.mesh.segment(named.mesh.portals()[portal]);
                const double size = distance(s.a, s.b), critical = computeCriticalRadius(clearance, portal);
                constexpr int kSteps = 400;
                double sampled = kInfinity;
                for (int i = 0; i <= kSteps; ++i)
                {
                    const double t = size * i / kSteps;
                    const double c = test::computeObstacleDistance(named.mesh, named.mesh.portals()[portal].layer,
                                                                   interpolate(s.a, s.b, t / size));
                    if (c < std::min(t, size - t) - 1e-6 - 5 * named.mesh.frame().quantum) sampled = std::min(sampled, c);
                }
                ASSERT_LE(critical, sampled + 1e-7 + 3 * named.mesh.frame().quantum) << "portal " << portal;
            }
        }
}

} // namespace
} // namespace clearway
