// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <clearway/navmesh/query.h>

#include "tests/navmesh/random_mesh.h"
#include "tests/oracle/navmesh_oracle.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::buildRandomMesh;
using test::drawQueryPoint;
using test::testScale;

TEST(Locate, OracleAgreesOnRandomMeshesOnEdgesAndVerticesToo)
{
    for (int seed = 0; seed < 60 * testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        const NavMesh mesh = buildRandomMesh(static_cast<std::uint64_t>(seed));
        const NavMeshQuery query(mesh);
        Random random(static_cast<std::uint64_t>(seed), 1);
        for (int i = 0; i < 1000; ++i)
        {
            const Vec2 p = drawQueryPoint(mesh, random);
            ASSERT_EQ(query.findCell(p), oracle::findCell(mesh, p)) << p.x << ", " << p.y;
        }
    }
}

TEST(Nearest, OracleAgreesOnRandomMeshesAndPlacesAreInTheirCells)
{
    for (int seed = 0; seed < 60 * testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        const NavMesh mesh = buildRandomMesh(static_cast<std::uint64_t>(seed));
        const NavMeshQuery query(mesh);
        Random random(static_cast<std::uint64_t>(seed), 2);
        const double slack = 1e-9 * (1 + std::abs(mesh.bounds().max.x));
        for (int i = 0; i < 400; ++i)
        {
            Vec2 p = drawQueryPoint(mesh, random);
            if (random.below(10) == 0) p = mesh.bounds().center() + (p - mesh.bounds().center()) * 1000;
            const double expected = oracle::computeMeshDistance(mesh, p);
            const Place place = query.findNearest(p);
            ASSERT_TRUE(place);
            ASSERT_TRUE(oracle::doesCellContain(mesh, place.cell, place.position));
            ASSERT_NEAR(distance(p, place.position), expected, slack + 1e-12 * expected);
            if (expected == 0)
            {
                ASSERT_EQ(place.position, p);
                ASSERT_EQ(place.cell, oracle::findCell(mesh, p));
            }
            else if (expected > slack)
            {
                ASSERT_FALSE(query.findNearest(p, {.max_distance = expected * 0.99}));
                ASSERT_TRUE(query.findNearest(p, {.max_distance = expected * 1.01 + slack}));
            }
        }
    }
}

TEST(Nearest, OfEquallyNearCellsTheLowestIsTaken)
{
    // Two squares meet at (1, 0)-(1, 1); straight below their common corner both are equally near.
    PolygonMesh polygons;
    polygons.vertices = {{{0, 0}}, {{1, 0}}, {{2, 0}}, {{0, 1}}, {{1, 1}}, {{2, 1}}};
    polygons.cells = {{1, 2, 5, 4}, {0, 1, 4, 3}};
    const NavMesh mesh = buildNavMesh(polygons).value();
    EXPECT_EQ(findNearest(mesh, {1, -1}), (Place{{1, 0}, 0}));
    EXPECT_EQ(findNearest(mesh, {0.5, -1}), (Place{{0.5, 0}, 1}));
    EXPECT_EQ(findPlace(mesh, {1, 0.5}).cell, 0u);
}

TEST(CellsInCircle, OracleAgreesOnRandomMeshes)
{
    for (int seed = 0; seed < 40 * testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        const NavMesh mesh = buildRandomMesh(static_cast<std::uint64_t>(seed));
        NavMeshQuery query(mesh);
        Random random(static_cast<std::uint64_t>(seed), 3);
        std::vector<CellId> cells;
        for (int i = 0; i < 200; ++i)
        {
            const Vec2 p = drawQueryPoint(mesh, random);
            const double radius = random.uniform(0, 3);
            query.findCellsInCircle(p, radius, cells);
            ASSERT_EQ(cells, oracle::findCellsInCircle(mesh, p, radius));
        }
    }
}

TEST(CellsInCircle, ACircleThatJustTouchesACellFindsIt)
{
    PolygonMesh polygons;
    polygons.vertices = {{{0, 0}}, {{1, 0}}, {{1, 1}}, {{0, 1}}};
    polygons.cells = {{0, 1, 2, 3}};
    const NavMesh mesh = buildNavMesh(polygons).value();
    EXPECT_EQ(findCellsInCircle(mesh, {3, 0.5}, 2), std::vector<CellId>{0});
    EXPECT_EQ(findCellsInCircle(mesh, {4, 5}, 5), std::vector<CellId>{0}); // 3-4-5 to the corner
    EXPECT_TRUE(findCellsInCircle(mesh, {3, 0.5}, std::nextafter(2.0, 0.0)).empty());
    EXPECT_EQ(findCellsInCircle(mesh, {0.5, 0.5}, 0), std::vector<CellId>{0});
}

TEST(Queries, NothingIsFoundForPointsAndRadiiThatAreNoNumbers)
{
    const NavMesh mesh = buildRandomMesh(1);
    NavMeshQuery query(mesh);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double inf = std::numeric_limits<double>::infinity();
    const Place place = query.findNearest(mesh.bounds().center());
    std::vector<CellId> cells;
    std::vector<ObstacleId> obstacles;
    for (const Vec2 bad : {Vec2{nan, 0}, Vec2{0, inf}, Vec2{-inf, nan}})
    {
        EXPECT_EQ(query.findCell(bad), kNone);
        EXPECT_FALSE(query.findNearest(bad));
        query.findCellsInCircle(bad, 1, cells);
        EXPECT_TRUE(cells.empty());
        EXPECT_FALSE(query.castRay(place, bad).end);
        EXPECT_EQ(query.castRay(place, bad).t, 0);
        EXPECT_FALSE(query.castDisc(place, bad, 1).end);
        EXPECT_FALSE(query.isCapsuleFree(place, bad, 1));
        EXPECT_EQ(query.moveAlong(place, bad), place);
        EXPECT_EQ(query.moveDiscAlong(place, bad, 0.1), place);
        EXPECT_FALSE(query.castRay({bad, place.cell}, place.position).end);
        EXPECT_FALSE(query.moveAlong({bad, place.cell}, place.position));
        EXPECT_EQ(query.computeWallDistance({bad, place.cell}).obstacle, kNone);
        query.findObstacles(place, bad, 1, obstacles);
        EXPECT_TRUE(obstacles.empty());
    }
    for (const double bad : {nan, -1.0})
    {
        query.findCellsInCircle(place.position, bad, cells);
        EXPECT_TRUE(cells.empty());
        EXPECT_FALSE(query.findNearest(place.position, {.max_distance = bad}));
        EXPECT_FALSE(query.castDisc(place, {0, 0}, bad).end);
        EXPECT_FALSE(query.isCapsuleFree(place, place.position, bad));
        EXPECT_EQ(query.moveDiscAlong(place, {0, 0}, bad), place);
        EXPECT_EQ(query.computeWallDistance(place, bad).obstacle, kNone);
        EXPECT_FALSE(query.findRandomPoint({.radius = bad}));
        query.findObstacles(place, place.position, bad, obstacles);
        EXPECT_TRUE(obstacles.empty());
    }
    query.findCellsInCircle(place.position, inf, cells);
    EXPECT_EQ(cells.size(), mesh.cells().size());
    EXPECT_TRUE(query.findNearest({1e300, -1e300}));
    EXPECT_FALSE(query.findNearest(place.position, {.layer = 7}));
}

TEST(Queries, APlaceOfAnotherCellIsLookedUpAgain)
{
    for (int seed = 0; seed < 30; ++seed)
    {
        SCOPED_TRACE(seed);
        const NavMesh mesh = buildRandomMesh(static_cast<std::uint64_t>(seed));
        NavMeshQuery query(mesh);
        Random random(static_cast<std::uint64_t>(seed), 4);
        for (int i = 0; i < 200; ++i)
        {
            const Vec2 p = drawQueryPoint(mesh, random);
            const Vec2 q = drawQueryPoint(mesh, random);
            const auto wrong = static_cast<CellId>(random.below(mesh.cells().size() + 3));
            const bool is_inside = oracle::findCell(mesh, p) != kNone;
            const NavMeshQuery::RayHit hit = query.castRay({p, wrong}, q);
            ASSERT_EQ(bool{hit.end}, is_inside);
            if (hit.end)
            {
                ASSERT_TRUE(oracle::doesCellContain(mesh, hit.end.cell, hit.end.position));
            }
            const Place moved = query.moveAlong({p, wrong}, q);
            ASSERT_EQ(bool{moved}, is_inside);
            ASSERT_EQ(query.computeWallDistance({p, wrong}).obstacle != kNone, is_inside);
            ASSERT_EQ(bool{query.moveDiscAlong({p, wrong}, q, 0.1)}, is_inside);
        }
    }
}

} // namespace
} // namespace clearway
