// SPDX-License-Identifier: MIT
#include <clearway/published/crossing.h>

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/clearance/meshes.h"
#include "tests/oracle/interval_oracle.h"
#include "tests/support/scale.h"

namespace clearway::published {
namespace {

std::vector<PortalId> portalsOf(const NavMesh& mesh, CellId cell)
{
    std::vector<PortalId> portals;
    for (const NavMesh::Side& side : mesh.sides(cell))
        if (side.portal != kNone) portals.push_back(side.portal);
    return portals;
}

/// The portal with an end at both points.
PortalId findPortal(const NavMesh& mesh, Vec2 a, Vec2 b)
{
    for (PortalId portal = 0; portal < mesh.portals().size(); ++portal)
    {
        const Segment s = mesh.segment(mesh.portals()[portal]);
        if ((s.a == a && s.b == b) || (s.a == b && s.b == a)) return portal;
    }
    return kNone;
}

TEST(Crossing, SamplingTheBorderOfTheCellAgrees)
{
    int crossings = 0;
    constexpr double kStep = 0.02;
    for (std::uint64_t seed = 0; seed < 12 * static_cast<std::uint64_t>(test::testScale()); ++seed)
        for (const auto& named : test::buildVariousMeshes(seed))
        {
            SCOPED_TRACE(named.name);
            const ClearanceMesh clearance = buildClearance(named.mesh).value();
            Random random(seed);
            for (CellId cell = 0; cell < named.mesh.cells().size(); ++cell)
            {
                const auto portals = portalsOf(named.mesh, cell);
                if (portals.size() < 2 || random.below(4) != 0) continue;
                const PortalId entry = portals[random.below(portals.size())], exit = portals[random.below(portals.size())];
                if (entry == exit) continue;
                const double found = 2 * computeCrossingClearance(clearance, cell, entry, exit, CrossingReach::cell_only);
                const double sampled = test::sampleCrossingGap(named.mesh, cell, entry, exit, kStep);
                ++crossings;
                if (std::isinf(sampled))
                    ASSERT_TRUE(std::isinf(found));
                else
                {
                    ASSERT_LE(found, sampled + 1e-6) << "cell " << cell;
                    ASSERT_GE(found, sampled - 2 * kStep) << "cell " << cell;
                }
                ASSERT_EQ(found, 2 * computeCrossingClearance(clearance, cell, exit, entry, CrossingReach::cell_only));
                const double through = computeCrossingClearance(clearance, cell, entry, exit);
                ASSERT_LE(through, found / 2);
                ASSERT_EQ(through, computeCrossingClearance(clearance, cell, exit, entry));
            }
        }
    EXPECT_GT(crossings, 300);
}

TEST(Crossing, ATriangleIsAsWideAsTheDistanceFromItsApexToTheOppositeWall)
{
    // The cell (0,0) (4,0) (1,3): the wall from (0,0) to (4,0), portals on both other sides.
    PolygonMesh polygons;
    polygons.vertices = {{{0, 0}, 0}, {{4, 0}, 0}, {{1, 3}, 0}, {{-2, 3}, 0}, {{5, 3}, 0}};
    polygons.cells = {{0, 1, 2}, {0, 2, 3}, {1, 4, 2}};
    const NavMesh mesh = buildNavMesh(polygons).value();
    const ClearanceMesh clearance = buildClearance(mesh).value();
    const PortalId entry = findPortal(mesh, {0, 0}, {1, 3}), exit = findPortal(mesh, {4, 0}, {1, 3});
    EXPECT_NEAR(computeCrossingClearance(clearance, 0, entry, exit), 1.5, 1e-7);
    EXPECT_NEAR(CrossingTable(clearance).find(0, entry, exit), 1.5, 1e-7);
}

TEST(Crossing, AnObstacleBehindAThirdPortalCounts)
{
    // A corridor 4 m high from x = 0 to x = 12 whose floor opens, between x = 4 and x = 8, into a shallow pit 1 m deep. A pillar
    // stands in the pit and its tip comes up to y = -0.2.
    PolygonMesh polygons;
    polygons.vertices = {{{0, 0}, 0}, {{4, 0}, 0},  {{8, 0}, 0},    {{12, 0}, 0},   {{12, 4}, 0},   {{8, 4}, 0}, {{4, 4}, 0},
                         {{0, 4}, 0}, {{4, -1}, 0}, {{5.5, -1}, 0}, {{6, -0.2}, 0}, {{6.5, -1}, 0}, {{8, -1}, 0}};
    polygons.cells = {{0, 1, 6, 7}, {1, 2, 5, 6}, {2, 3, 4, 5}, {8, 9, 10, 11, 12, 2, 1}};
    const NavMesh mesh = buildNavMesh(polygons).value();
    const ClearanceMesh clearance = buildClearance(mesh).value();
    const PortalId entry = findPortal(mesh, {4, 0}, {4, 4}), exit = findPortal(mesh, {8, 0}, {8, 4});
    EXPECT_NEAR(computeCrossingClearance(clearance, 1, entry, exit), 2, 1e-7) << "the portals themselves are 4 m wide";
    EXPECT_NEAR(computeCrossingClearance(clearance, 1, entry, exit, CrossingReach::cell_only), 2, 1e-7);
    // With a lower ceiling above the pit the tip is the nearest thing across.
    polygons.vertices[5].position.y = polygons.vertices[6].position.y = 4;
    polygons.vertices.push_back({{6, 3}, 0});
    polygons.cells[1] = {1, 2, 5, 13, 6};
    const NavMesh lower = buildNavMesh(polygons).value();
    const ClearanceMesh lower_clearance = buildClearance(lower).value();
    const PortalId lower_entry = findPortal(lower, {4, 0}, {4, 4}), lower_exit = findPortal(lower, {8, 0}, {8, 4});
    EXPECT_NEAR(computeCrossingClearance(lower_clearance, 1, lower_entry, lower_exit), 1.6, 1e-7);
    EXPECT_NEAR(computeCrossingClearance(lower_clearance, 1, lower_entry, lower_exit, CrossingReach::cell_only),
                4 / std::sqrt(5.0), 1e-7)
        << "from a corner of the pit to the ceiling that comes down to (6, 3)";
}

TEST(Crossing, ATableHoldsEveryCrossingAndWorkersDoNotChangeIt)
{
    const NavMesh mesh = buildNavMesh(buildScene("rooms").value()).value();
    const ClearanceMesh clearance = buildClearance(mesh).value();
    WorkerPool pool(3);
    const CrossingTable table(clearance), shared(clearance, CrossingReach::through_portals, {.task_hook = pool.hook()});
    for (CellId cell = 0; cell < mesh.cells().size(); ++cell)
        for (PortalId entry : portalsOf(mesh, cell))
            for (PortalId exit : portalsOf(mesh, cell))
            {
                if (entry == exit) continue;
                const double expected = computeCrossingClearance(clearance, cell, entry, exit);
                ASSERT_EQ(table.find(cell, entry, exit), expected);
                ASSERT_EQ(shared.find(cell, entry, exit), expected);
            }
    EXPECT_GT(table.memoryBytes(), 0u);
}

TEST(Crossing, NoWayIsWiderThanTheCrossingsOnIt)
{
    // Along a corridor without branches the widest way passes every crossing.
    const NavMesh mesh = buildNavMesh(buildScene("spiral").value()).value();
    const ClearanceMesh clearance = buildClearance(mesh).value();
    int corridors = 0;
    for (CellId cell = 0; cell < mesh.cells().size(); ++cell)
    {
        const auto portals = portalsOf(mesh, cell);
        if (portals.size() != 2) continue;
        const auto middle = [&](PortalId portal) {
            const Segment s = mesh.segment(mesh.portals()[portal]);
            return Place{interpolate(s.a, s.b, 0.5), cell};
        };
        const double crossing = computeCrossingClearance(clearance, cell, portals[0], portals[1]);
        ASSERT_LE(clearance.findWidest(middle(portals[0]), middle(portals[1])).radius, crossing + 1e-9);
        ++corridors;
    }
    EXPECT_GT(corridors, 50);
}

} // namespace
} // namespace clearway::published
