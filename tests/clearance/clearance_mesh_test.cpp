// SPDX-License-Identifier: MIT
#include <clearway/clearance/clearance_mesh.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <clearway/geometry/polygon.h>
#include <clearway/geometry/predicates.h>

#include "clearance/data.h"
#include "tests/clearance/meshes.h"
#include "tests/oracle/interval_oracle.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::NamedMesh;

/// The smallest distance to the sites of a list.
double distanceToSites(const ClearanceMesh& clearance, std::span<const std::uint32_t> sites, Vec2 p)
{
    double best = std::numeric_limits<double>::infinity();
    for (std::uint32_t site : sites) best = std::min(best, distance(p, clearance.voronoi().sites()[site].shape));
    return best;
}

template <typename Check>
void forEachMesh(int seeds, Check&& check)
{
    for (int seed = 0; seed < seeds * test::testScale(); ++seed)
        for (const NamedMesh& named : test::buildVariousMeshes(static_cast<std::uint64_t>(seed)))
        {
            SCOPED_TRACE(named.name);
            const Result<ClearanceMesh> clearance = buildClearance(named.mesh);
            ASSERT_TRUE(clearance) << clearance.error().message;
            check(named.mesh, *clearance, static_cast<std::uint64_t>(seed));
            if (testing::Test::HasFatalFailure()) return;
        }
}

TEST(ClearanceMesh, TheNearestObstacleOfAnyPointOfAPieceIsInItsList)
{
    forEachMesh(24, [](const NavMesh& mesh, const ClearanceMesh& clearance, std::uint64_t seed) {
        Random random(seed, 1);
        const ClearanceMesh::Data& data = clearance.data();
        for (std::uint32_t index = 0; index < data.pieces.size(); ++index)
        {
            const auto& piece = data.pieces[index];
            const int layer = mesh.cells()[piece.cell].layer;
            for (int i = 0; i < 30; ++i)
            {
                Vec2 sum;
                double weights = 0;
                for (int k = 0; k < 3; ++k)
                {
                    const double w = std::pow(random.uniform(), 3);
                    sum = sum + data.sides[piece.first_side + random.below(piece.side_count)].from * w;
                    weights += w;
                }
                const Vec2 p = data.origin + sum / weights;
                ASSERT_NEAR(distanceToSites(clearance, data.sitesOfPiece(index), p),
                            test::computeObstacleDistance(mesh, layer, p), test::lengthTolerance(mesh))
                    << "piece " << index << " at " << p.x << " " << p.y;
            }
        }
    });
}

TEST(ClearanceMesh, TheNearestObstacleOfAnyPointOfAPortalIsInItsList)
{
    forEachMesh(24, [](const NavMesh& mesh, const ClearanceMesh& clearance, std::uint64_t) {
        for (PortalId portal = 0; portal < mesh.portals().size(); ++portal)
        {
            const Segment s = mesh.segment(mesh.portals()[portal]);
            for (int i = 0; i <= 20; ++i)
            {
                const Vec2 p = interpolate(s.a, s.b, i / 20.0);
                ASSERT_NEAR(distanceToSites(clearance, clearance.sitesNearPortal(portal), p),
                            test::computeObstacleDistance(mesh, mesh.portals()[portal].layer, p), test::lengthTolerance(mesh))
                    << "portal " << portal << " at " << p.x << " " << p.y;
            }
        }
    });
}

TEST(ClearanceMesh, ListsAreShort)
{
    const NavMesh triangles =
        buildNavMesh(buildScene("city500").value(), {.decomposition = NavMeshOptions::Decomposition::triangulation}).value();
    const ClearanceMesh clearance = buildClearance(triangles).value();
    std::size_t sum = 0;
    for (CellId cell = 0; cell < triangles.cells().size(); ++cell)
    {
        const auto sites = clearance.sitesNear(cell);
        EXPECT_TRUE(std::is_sorted(sites.begin(), sites.end()));
        EXPECT_LE(sites.size(), 40u);
        sum += sites.size();
    }
    EXPECT_LT(static_cast<double>(sum) / static_cast<double>(triangles.cells().size()), 6);
}

TEST(ClearanceMesh, TheDistanceToTheNearestObstacleIsTheSmallestOfAll)
{
    forEachMesh(12, [](const NavMesh& mesh, const ClearanceMesh& clearance, std::uint64_t seed) {
        NavMeshQuery query(mesh);
        for (std::uint64_t i = 0; i < 100; ++i)
        {
            const Place place = query.findRandomPoint({.seed = seed, .index = i});
            if (!place) continue;
            const auto nearest = clearance.findNearestSite(place);
            ASSERT_NEAR(nearest.distance, test::computeObstacleDistance(mesh, mesh.cells()[place.cell].layer, place.position),
                        test::lengthTolerance(mesh));
            ASSERT_NEAR(distance(place.position, nearest.closest), nearest.distance, 1e-9);
        }
    });
}

TEST(ClearanceMesh, PiecesAreConvexAndCoverTheirCells)
{
    forEachMesh(12, [](const NavMesh& mesh, const ClearanceMesh& clearance, std::uint64_t) {
        const ClearanceMesh::Data& data = clearance.data();
        for (CellId cell = 0; cell < mesh.cells().size(); ++cell)
        {
            double area = 0;
            for (std::uint32_t p = data.first_piece[cell]; p < data.first_piece[cell + 1]; ++p)
            {
                const auto& piece = data.pieces[p];
                ASSERT_EQ(piece.cell, cell);
                std::vector<Vec2> ring;
                for (std::uint32_t i = 0; i < piece.side_count; ++i)
                {
                    const auto& side = data.sides[piece.first_side + i];
                    ring.push_back(side.from);
                    if (side.door == kNone) continue;
                    const auto& door = data.doors[side.door];
                    const Vec2 to = data.sides[piece.first_side + (i + 1) % piece.side_count].from;
                    ASSERT_EQ(door.left == p ? door.right : door.left, side.neighbour);
                    ASSERT_EQ(door.left == p ? door.a : door.b, side.from);
                    ASSERT_EQ(door.left == p ? door.b : door.a, to);
                }
                for (std::size_t i = 0; i < ring.size(); ++i)
                {
                    const Vec2 a = ring[i], b = ring[(i + 1) % ring.size()], c = ring[(i + 2) % ring.size()];
                    // Moving a far-away piece to the frame's origin may round.
                    ASSERT_GE(cross(b - a, c - b), -1e-9 * distance(a, b) * distance(b, c) - 1e-12);
                }
                area += computeSignedArea(ring);
            }
            ASSERT_NEAR(area, mesh.area(cell), 1e-6 * mesh.area(cell));
        }
    });
}

TEST(ClearanceMesh, ANotchKnowsItsWallsAndTheRoomAroundIt)
{
    forEachMesh(12, [](const NavMesh& mesh, const ClearanceMesh& clearance, std::uint64_t) {
        const ClearanceMesh::Data& data = clearance.data();
        for (std::uint32_t i = 0; i < data.sites.size(); ++i)
        {
            const auto& site = data.sites[i];
            if (!site.is_point) continue;
            ASSERT_NEAR(length(site.incoming), 1, 1e-12);
            ASSERT_NEAR(length(site.outgoing), 1, 1e-12);
            // Free space turns right around it, or comes straight back at the end of a thin wall.
            ASSERT_LE(cross(site.incoming, site.outgoing), 1e-12);
            double room = std::numeric_limits<double>::infinity();
            const Vec2 p = data.origin + site.a;
            for (const VoronoiDiagram::Site& wall : clearance.voronoi().sites()) // straight walls are one, whoever cut them
            {
                if (wall.kind != VoronoiDiagram::Site::Kind::segment || wall.layer != clearance.voronoi().sites()[i].layer)
                    continue;
                if (wall.shape.a != p && wall.shape.b != p) room = std::min(room, distance(p, wall.shape));
            }
            if (std::isinf(room))
                ASSERT_EQ(site.room, room);
            else
                ASSERT_NEAR(site.room, room, test::lengthTolerance(mesh));
        }
    });
}

/// Two rooms beside each other, at different heights, with the same wall between them; a doorway where they share a vertex pair.
PolygonMesh makeThinWall()
{
    PolygonMesh polygons;
    const double heights[] = {0, 1};
    for (double height : heights)
        for (double x : {0.0, 4.0, 8.0})
            for (double y : {0.0, 1.0, 4.0}) polygons.vertices.push_back({{x, y}, height});
    // The left room is on the floor and the right one a step above it, but for a passage along the bottom.
    polygons.cells = {{0, 3, 4, 1}, {3, 6, 7, 4}, {1, 4, 5, 2}, {13, 16, 17, 14}, {4, 7, 16, 13}};
    polygons.cells.pop_back();
    return polygons;
}

TEST(ClearanceMesh, AThinWallIsSeenFromBothSides)
{
    const NavMesh mesh = buildNavMesh(makeThinWall()).value();
    const ClearanceMesh clearance = buildClearance(mesh).value();
    NavMeshQuery query(mesh);
    // Left of the wall at x = 4, above y = 1, and right of it.
    for (double x : {3.5, 4.5})
    {
        const Place place = findPlace(mesh, {x, 3});
        ASSERT_TRUE(place);
        EXPECT_NEAR(clearance.findNearestSite(place).distance, 0.5, 1e-7);
    }
    // Below the end of the wall the passage is one metre wide, and both rooms end at its top.
    const Place left = findPlace(mesh, {2, 0.5}), right = findPlace(mesh, {6, 0.5});
    EXPECT_NEAR(clearance.findWidest(left, right).radius, 0.5, 1e-7);
    EXPECT_EQ(clearance.findWidest(findPlace(mesh, {2, 3}), findPlace(mesh, {6, 3})).radius, -1)
        << "the right room stands on its own";
}

TEST(ClearanceMesh, AWallWithAFreeEndIsANotchOfAFullTurn)
{
    // A square cut open from its left side to the middle by a slit of no width.
    PolygonMesh polygons;
    polygons.vertices = {{{0, 0}, 0}, {{4, 0}, 0}, {{4, 4}, 0}, {{0, 4}, 0}, {{0, 2}, 0}, {{2, 2}, 0}, {{0, 2}, 5}, {{4, 2}, 0}};
    polygons.cells = {{0, 1, 7, 5, 4}, {6, 5, 7, 2, 3}};
    const NavMesh mesh = buildNavMesh(polygons).value();
    const ClearanceMesh clearance = buildClearance(mesh).value();
    const Place below = findPlace(mesh, {0.5, 1}), above = findPlace(mesh, {0.5, 3});
    ASSERT_TRUE(below && above);
    EXPECT_NE(below.cell, above.cell);
    EXPECT_NEAR(clearance.findNearestSite(below).distance, 0.5, 1e-7);
    // Round the end of the slit, which leaves two metres to the right side.
    EXPECT_NEAR(clearance.findWidest(findPlace(mesh, {1, 1}), findPlace(mesh, {1, 3})).radius, 1, 1e-7);
    std::size_t ends = 0;
    for (const auto& site : clearance.data().sites)
        if (site.is_point && dot(site.incoming, site.outgoing) < -0.999)
        {
            ++ends;
            EXPECT_NEAR(site.room, 2, 1e-7);
        }
    EXPECT_EQ(ends, 1u);
}

TEST(ClearanceMesh, FloorsAboveFloorsDoNotSeeEachOther)
{
    SceneInput input;
    input.areas.push_back({{{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, {}}, {}, 0});
    input.areas.push_back({{{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, {}}, {}, 3});
    input.obstacles.push_back({{{{4, 1}, {6, 1}, {6, 10}, {4, 10}}, {}}, 3});
    const Scene scene = buildScene(input).value();
    const NavMesh mesh = buildNavMesh(scene).value();
    const ClearanceMesh clearance = buildClearance(mesh).value();
    EXPECT_NEAR(clearance.findWidest(findPlace(mesh, {2, 5}, 0), findPlace(mesh, {8, 5}, 0)).radius, 2, 1e-7);
    EXPECT_NEAR(clearance.findWidest(findPlace(mesh, {2, 5}, 3), findPlace(mesh, {8, 5}, 3)).radius, 0.5, 1e-7);
    EXPECT_EQ(clearance.findWidest(findPlace(mesh, {2, 5}, 0), findPlace(mesh, {2, 5}, 3)).radius, -1);
    EXPECT_NEAR(clearance.findNearestSite(findPlace(mesh, {3, 5}, 3)).distance, 1, 1e-7);
    EXPECT_NEAR(clearance.findNearestSite(findPlace(mesh, {3, 5}, 0)).distance, 3, 1e-7);
    const VoronoiDiagram& voronoi = clearance.voronoi();
    EXPECT_NEAR(voronoi.findWidest({2, 5}, {8, 5}, 3).radius, 0.5, 1e-7);
    EXPECT_NEAR(voronoi.findNearest({3.5, 5}, 0).distance, 3.5, 1e-7);
    EXPECT_NEAR(voronoi.findNearest({3.5, 5}).distance, 0.5, 1e-7);
    EXPECT_EQ(voronoi.findNearest({3.5, 5}, 1).site, kNone);
    for (const auto& site : voronoi.sites()) EXPECT_TRUE(site.layer == 0 || site.layer == 3);
}

TEST(ClearanceMesh, JoinedLayersAreRefusedWithTheirNumbers)
{
    PolygonMesh polygons;
    polygons.vertices = {{{0, 0}, 0}, {{1, 0}, 0}, {{1, 1}, 0}, {{0, 1}, 0}, {{2, 0}, 1}, {{2, 1}, 1}};
    polygons.cells = {{0, 1, 2, 3}, {1, 4, 5, 2}};
    polygons.layers = {0, 7};
    const Result<ClearanceMesh> clearance = buildClearance(buildNavMesh(polygons).value());
    ASSERT_FALSE(clearance);
    EXPECT_NE(clearance.error().message.find("layers 0 and 7"), std::string::npos) << clearance.error().message;
    EXPECT_TRUE(clearance.error().place.has_coordinate);
}

TEST(ClearanceMesh, ObstaclesThatCrossAreRefusedWithAPlace)
{
    // A bridge over a road, both on layer 0.
    PolygonMesh polygons;
    polygons.vertices = {{{0, 4}, 0}, {{10, 4}, 0}, {{10, 6}, 0}, {{0, 6}, 0},
                         {{4, 0}, 3}, {{6, 0}, 3},  {{6, 10}, 3}, {{4, 10}, 3}};
    polygons.cells = {{0, 1, 2, 3}, {4, 5, 6, 7}};
    const Result<ClearanceMesh> clearance = buildClearance(buildNavMesh(polygons).value());
    ASSERT_FALSE(clearance);
    EXPECT_NE(clearance.error().message.find("cross"), std::string::npos);
    EXPECT_TRUE(clearance.error().place.has_coordinate);
}

TEST(ClearanceMesh, TheWidestWayIsTheSameThroughTheMeshAndTheDiagram)
{
    forEachMesh(8, [](const NavMesh& mesh, const ClearanceMesh& clearance, std::uint64_t seed) {
        NavMeshQuery query(mesh);
        for (std::uint64_t i = 0; i < 60; ++i)
        {
            const Place a = query.findRandomPoint({.seed = seed, .index = 2 * i});
            const Place b = query.findRandomPoint({.seed = seed, .index = 2 * i + 1});
            if (!a || !b || mesh.cells()[a.cell].layer != mesh.cells()[b.cell].layer) continue;
            const auto widest = clearance.findWidest(a, b);
            ASSERT_NEAR(widest.radius, clearance.voronoi().findWidest(a, b, mesh.cells()[a.cell].layer).radius, 1e-9);
            ASSERT_NEAR(widest.radius, clearance.findWidest(b, a).radius, 1e-12);
            if (mesh.cells()[a.cell].component == mesh.cells()[b.cell].component)
            {
                ASSERT_GE(widest.radius, 0);
                ASSERT_NEAR(test::computeObstacleDistance(mesh, mesh.cells()[a.cell].layer, widest.narrowest_at), widest.radius,
                            test::lengthTolerance(mesh));
            }
        }
    });
}

TEST(ClearanceMesh, CancellingStopsTheWork)
{
    const NavMesh mesh = buildNavMesh(buildScene("rooms").value()).value();
    const Result<ClearanceMesh> clearance = buildClearance(mesh, {.progress = [](std::string_view, double) { return false; }});
    ASSERT_FALSE(clearance);
    EXPECT_EQ(clearance.error().code, ErrorCode::cancelled);
}

} // namespace
} // namespace clearway
