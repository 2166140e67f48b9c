// SPDX-License-Identifier: MIT
#include <cmath>

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

TEST(WallDistance, OracleAgreesOnRandomMeshes)
{
    for (int seed = 0; seed < 60 * testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        const NavMesh mesh = buildRandomMesh(static_cast<std::uint64_t>(seed));
        NavMeshQuery query(mesh);
        Random random(static_cast<std::uint64_t>(seed), 20);
        const double slack = 4e-16 * (1 + std::abs(mesh.bounds().max.x) + std::abs(mesh.bounds().max.y)) * 4;
        for (int i = 0; i < 300; ++i)
        {
            const Vec2 p = drawQueryPoint(mesh, random);
            const CellId cell = query.findCell(p);
            if (cell == kNone) continue;
            const NavMeshQuery::WallDistance wall = query.computeWallDistance({p, cell});
            const double expected = oracle::computeWallDistance(mesh, p);
            ASSERT_NEAR(wall.distance, expected, slack);
            ASSERT_NE(wall.obstacle, kNone);
            ASSERT_NEAR(oracle::computeDistance(wall.closest, mesh.obstacles()[wall.obstacle].segment), 0, slack);
            ASSERT_NEAR(distance(p, wall.closest), expected, slack);
            if (expected > 1e-6)
            {
                ASSERT_EQ(query.computeWallDistance({p, cell}, expected * 0.999).obstacle, kNone);
                ASSERT_EQ(query.computeWallDistance({p, cell}, expected * 1.001).obstacle, wall.obstacle);
            }
        }
    }
}

TEST(WallDistance, OfTwoEquallyNearObstaclesTheLowestIsTaken)
{
    PolygonMesh polygons;
    polygons.vertices = {{{0, 0}}, {{2, 0}}, {{2, 2}}, {{0, 2}}};
    polygons.cells = {{0, 1, 2, 3}};
    const NavMesh mesh = buildNavMesh(polygons).value();
    EXPECT_EQ(computeWallDistance(mesh, {1, 1}).obstacle, 0u);
    EXPECT_EQ(computeWallDistance(mesh, {1, 1}).distance, 1);
    EXPECT_EQ(computeWallDistance(mesh, {0, 0}).distance, 0);
}

TEST(Obstacles, OracleAgreesOnRandomMeshes)
{
    std::size_t found = 0;
    for (int seed = 0; seed < 40 * testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        const NavMesh mesh = buildRandomMesh(static_cast<std::uint64_t>(seed));
        NavMeshQuery query(mesh);
        Random random(static_cast<std::uint64_t>(seed), 21);
        std::vector<ObstacleId> obstacles;
        for (int i = 0; i < 100; ++i)
        {
            const Vec2 p = drawQueryPoint(mesh, random);
            const Vec2 q = random.below(4) == 0 ? p : drawQueryPoint(mesh, random);
            const double radius = random.uniform(0, 1.5);
            const CellId cell = query.findCell(p);
            if (cell == kNone) continue;
            query.findObstacles({p, cell}, q, radius, obstacles);
            ASSERT_EQ(obstacles, oracle::findObstacles(mesh, cell, {p, q}, radius));
            found += obstacles.size();
        }
    }
    EXPECT_GT(found, 1000u);
}

} // namespace
} // namespace clearway
