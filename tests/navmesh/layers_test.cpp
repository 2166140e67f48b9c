// SPDX-License-Identifier: MIT
// Floors above floors in one mesh: a ring of eight wedges that climbs from layer 0 to layer 1, and goes round twice.
#include <gtest/gtest.h>

#include <clearway/navmesh/build.h>
#include <clearway/navmesh/query.h>
#include <clearway/navmesh/verify.h>

namespace clearway {
namespace {

constexpr Vec2 kAround[8] = {{2, 0}, {2, 2}, {0, 2}, {-2, 2}, {-2, 0}, {-2, -2}, {0, -2}, {2, -2}};

/// Sixteen cells between the square of radius 1 and that of radius 2, twice round; cells 8 to 15 lie above cells 0 to 7.
PolygonMesh makeSpiral()
{
    PolygonMesh polygons;
    for (int i = 0; i <= 16; ++i)
    {
        const Vec2 outer = kAround[i % 8];
        polygons.vertices.push_back({outer * 0.5, i * 0.25});
        polygons.vertices.push_back({outer, i * 0.25});
    }
    for (std::uint32_t i = 0; i < 16; ++i)
    {
        polygons.cells.push_back({2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2});
        polygons.layers.push_back(i < 8 ? 0 : 1);
    }
    return polygons;
}

TEST(Layers, ASpiralIsOneComponentWhoseFloorsDoNotJoin)
{
    const NavMesh mesh = buildNavMesh(makeSpiral()).value();
    EXPECT_EQ(mesh.componentCount(), 1u);
    EXPECT_EQ(mesh.portals().size(), 15u) << "one between each cell and the next, none between floors";
    EXPECT_EQ(mesh.vertices().size(), 34u) << "vertices above each other stay apart";
    const auto problems = verify(mesh);
    EXPECT_TRUE(problems.empty()) << problems[0].message;
    EXPECT_EQ(mesh.vertices()[33].height, 4);
}

TEST(Layers, TheLayerSaysOnWhichFloorAPointIs)
{
    const NavMesh mesh = buildNavMesh(makeSpiral()).value();
    const NavMeshQuery query(mesh);
    const Vec2 p{1.5, 0.5};
    EXPECT_EQ(query.findCell(p), 0u);
    EXPECT_EQ(query.findCell(p, 0), 0u);
    EXPECT_EQ(query.findCell(p, 1), 8u);
    EXPECT_EQ(query.findCell(p, 2), kNone);
    EXPECT_EQ(query.findNearest({5, 0.5}, {.layer = 1}).cell, 8u);
    NavMeshQuery circles(mesh);
    std::vector<CellId> cells;
    circles.findCellsInCircle(p, 0.01, cells);
    EXPECT_EQ(cells, (std::vector<CellId>{0, 8}));
    circles.findCellsInCircle(p, 0.01, cells, 1);
    EXPECT_EQ(cells, (std::vector<CellId>{8}));
}

TEST(Layers, ARayGoesUpTheRampThroughPortalsAndEndsOnItsOwnFloor)
{
    const NavMesh mesh = buildNavMesh(makeSpiral()).value();
    const NavMeshQuery query(mesh);
    // From the last cell of the lower floor over the seam to the first of the upper one.
    const NavMeshQuery::RayHit up = query.castRay({{1.5, -0.5}, 7}, {1.5, 0.5});
    EXPECT_FALSE(up.hit());
    EXPECT_EQ(up.end.cell, 8u);
    // From the first cell of the lower floor the other way there is the end of the ramp.
    const NavMeshQuery::RayHit down = query.castRay({{1.5, 0.5}, 0}, {1.5, -0.5});
    EXPECT_TRUE(down.hit());
    EXPECT_EQ(down.end.position, (Vec2{1.5, 0}));
    EXPECT_EQ(query.moveAlong({{1.5, -0.5}, 7}, {1.5, 0.5}).cell, 8u);
}

TEST(Layers, WallsOfOtherFloorsAreNotSeen)
{
    // A second floor that is a plain slab over the ramp's lower end.
    PolygonMesh polygons = makeSpiral();
    const NavMesh mesh = buildNavMesh(polygons).value();
    NavMeshQuery query(mesh);
    // Halfway along the ramp near its seam: the ends of the ramp (between cells 0 and 15) are just above and below, but far along
    // the floor.
    const NavMeshQuery::WallDistance wall = query.computeWallDistance({{1.5, -0.125}, 7});
    EXPECT_EQ(wall.distance, 0.5) << "the sides of the ramp, not its ends";
    const NavMeshQuery::WallDistance at_end = query.computeWallDistance({{1.5, 0.125}, 0});
    EXPECT_EQ(at_end.distance, 0.125) << "the end of the ramp itself";
    std::vector<ObstacleId> obstacles;
    query.findObstacles({{1.5, -0.125}, 7}, {1.5, -0.125}, 0.3, obstacles);
    EXPECT_TRUE(obstacles.empty());
    EXPECT_TRUE(query.isCapsuleFree({{1.5, -0.25}, 7}, {1.5, 0.25}, 0.25));
    EXPECT_FALSE(query.isCapsuleFree({{1.5, 0.5}, 0}, {1.5, 0.25}, 0.3));
    const Place moved = query.moveDiscAlong({{1.5, -0.5}, 7}, {1.5, 0.5}, 0.25);
    EXPECT_EQ(moved, (Place{{1.5, 0.5}, 8}));
}

TEST(Layers, SamePositionsJoinOnlyWithinALayer)
{
    // Two squares that share positions but no vertices: joined on one layer, apart on two.
    PolygonMesh polygons;
    polygons.vertices = {{{0, 0}}, {{1, 0}}, {{1, 1}}, {{0, 1}}, {{1, 0}}, {{2, 0}}, {{2, 1}}, {{1, 1}}};
    polygons.cells = {{0, 1, 2, 3}, {4, 5, 6, 7}};
    EXPECT_EQ(buildNavMesh(polygons)->portals().size(), 1u);
    polygons.layers = {0, 1};
    EXPECT_EQ(buildNavMesh(polygons)->portals().size(), 0u);
    polygons.cells[1] = {1, 5, 6, 2};
    EXPECT_EQ(buildNavMesh(polygons)->portals().size(), 1u) << "the same vertices join across layers";
}

} // namespace
} // namespace clearway
