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

/// Squares from rows of text, the top row first; '.' is passable.
NavMesh buildSquares(const std::vector<std::string>& rows)
{
    SquareGrid grid;
    grid.rows = static_cast<int>(rows.size());
    grid.columns = static_cast<int>(rows[0].size());
    for (std::size_t r = rows.size(); r-- > 0;)
        for (char c : rows[r]) grid.passable.push_back(c == '.');
    return buildNavMesh(grid).value();
}

TEST(CastRay, OracleAgreesOnRandomMeshesThroughVerticesAndAlongWalls)
{
    int stopped = 0, ambiguous = 0, asked = 0;
    for (int seed = 0; seed < 80 * testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        const NavMesh mesh = buildRandomMesh(static_cast<std::uint64_t>(seed));
        const NavMeshQuery query(mesh);
        Random random(static_cast<std::uint64_t>(seed), 10);
        for (int i = 0; i < 400; ++i)
        {
            const Vec2 p = drawQueryPoint(mesh, random);
            const Vec2 q = drawQueryPoint(mesh, random);
            const CellId cell = query.findCell(p);
            if (cell == kNone) continue;
            const oracle::Ray expected = oracle::castRay(mesh, p, q);
            ambiguous += expected.is_ambiguous;
            if (expected.is_ambiguous) continue;
            const NavMeshQuery::RayHit hit = query.castRay({p, cell}, q);
            SCOPED_TRACE(testing::Message() << p.x << " " << p.y << " to " << q.x << " " << q.y);
            ++asked;
            stopped += expected.is_stopped;
            ASSERT_EQ(hit.hit(), expected.is_stopped);
            ASSERT_NEAR(hit.t, expected.t, 1e-9);
            ASSERT_TRUE(oracle::doesCellContain(mesh, hit.end.cell, hit.end.position));
            ASSERT_NEAR(distance(hit.end.position, interpolate(p, q, hit.t)), 0, 1e-8);
            if (!hit.hit())
            {
                ASSERT_EQ(hit.end.position, q);
            }
            if (hit.hit())
            {
                ASSERT_NEAR(oracle::computeDistance(hit.end.position, mesh.obstacles()[hit.obstacle].segment), 0, 1e-8);
            }
        }
    }
    EXPECT_GT(stopped, asked / 4);
    EXPECT_GT(asked - stopped, asked / 20);
    EXPECT_GT(ambiguous, 0);
}

TEST(CastRay, SlidingAlongAWallIsNotBeingStopped)
{
    const NavMesh mesh = buildSquares({"....", ".##.", "...."});
    const NavMeshQuery::RayHit below = castRay(mesh, {0, 1}, {4, 1});
    EXPECT_FALSE(below.hit());
    EXPECT_EQ(below.end.position, (Vec2{4, 1}));
    const NavMeshQuery::RayHit border = castRay(mesh, {0.5, 0}, {3.5, 0});
    EXPECT_FALSE(border.hit());
}

TEST(CastRay, TouchingACornerIsNotBeingStopped)
{
    const NavMesh mesh = buildSquares({"....", ".##.", "...."});
    const NavMeshQuery::RayHit hit = castRay(mesh, {0, 2}, {2, 0}); // grazes the corner (1, 1)
    EXPECT_FALSE(hit.hit());
    EXPECT_EQ(hit.t, 1);
}

TEST(CastRay, APointWhereTwoObstaclesTouchStops)
{
    const NavMesh mesh = buildSquares({".#", "#."}); // two free squares that meet at (1, 1)
    const NavMeshQuery::RayHit hit = castRay(mesh, {0.5, 1.5}, {1.5, 0.5});
    ASSERT_TRUE(hit.hit());
    EXPECT_EQ(hit.t, 0.5);
    EXPECT_EQ(hit.end.position, (Vec2{1, 1}));
}

TEST(CastRay, AWallAheadIsHitWithItsNormalTowardFreeSpace)
{
    const NavMesh mesh = buildSquares({"..", ".."});
    const NavMeshQuery::RayHit hit = castRay(mesh, {0.5, 0.5}, {4.5, 0.5});
    ASSERT_TRUE(hit.hit());
    EXPECT_EQ(hit.t, 0.375);
    EXPECT_EQ(hit.end.position, (Vec2{2, 0.5}));
    EXPECT_EQ(hit.normal, (Vec2{-1, 0}));
    const NavMeshQuery::RayHit out = castRay(mesh, {0, 0.5}, {-1, 0.5}); // stands on the wall, facing it
    EXPECT_TRUE(out.hit());
    EXPECT_EQ(out.t, 0);
    const NavMeshQuery::RayHit corner = castRay(mesh, {1, 1}, {3, 3});
    EXPECT_TRUE(corner.hit());
    EXPECT_EQ(corner.end.position, (Vec2{2, 2}));
}

TEST(CastRay, AGoalBeyondAllNumbersWorks)
{
    const NavMesh mesh = buildSquares({"..", ".."});
    for (const Vec2 far : {Vec2{1e308, 1e307}, Vec2{-1e308, 1e300}, Vec2{1e200, -1e200}, Vec2{5e-324, 0.5}})
    {
        const NavMeshQuery::RayHit hit = castRay(mesh, {0.5, 0.5}, far);
        ASSERT_TRUE(hit.end);
        EXPECT_TRUE(oracle::doesCellContain(mesh, hit.end.cell, hit.end.position));
    }
    EXPECT_NEAR(castRay(mesh, {0.5, 0.5}, {1e308, 0.5}).end.position.x, 2, 1e-12);
}

TEST(CastDisc, OracleAgreesOnRandomMeshes)
{
    int stopped = 0, free_starts = 0;
    for (int seed = 0; seed < 60 * testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        const NavMesh mesh = buildRandomMesh(static_cast<std::uint64_t>(seed));
        NavMeshQuery query(mesh);
        Random random(static_cast<std::uint64_t>(seed), 11);
        for (int i = 0; i < 150; ++i)
        {
            const Vec2 p = drawQueryPoint(mesh, random);
            const Vec2 q = drawQueryPoint(mesh, random);
            const double radius = random.uniform(0.05, 0.6);
            const CellId cell = query.findCell(p);
            if (cell == kNone || p == q) continue;
            const oracle::Ray ray = oracle::castRay(mesh, p, q);
            if (ray.is_ambiguous) continue;
            SCOPED_TRACE(testing::Message() << p.x << " " << p.y << " to " << q.x << " " << q.y << " radius " << radius);
            const NavMeshQuery::RayHit hit = query.castDisc({p, cell}, q, radius);
            const Vec2 end = interpolate(p, q, ray.t);
            const auto obstacles = oracle::findObstacles(mesh, cell, {p, end}, radius);
            const double expected = std::min(ray.t, oracle::castDisc(mesh, obstacles, p, q, radius));
            // Grazing contacts come early or late for hardly any difference in depth: what counts is the depth at the time.
            double depth = 0;
            for (const ObstacleId id : obstacles)
            {
                const Segment& s = mesh.obstacles()[id].segment;
                const double allowed = std::min(radius, oracle::computeDistance(p, s));
                depth = std::max(depth, allowed - oracle::computeDistance(interpolate(p, q, hit.t), s));
            }
            ASSERT_LE(depth, 1e-9);
            if (std::abs(hit.t - expected) > 1e-6)
            {
                double later = 0;
                const double t = std::max(hit.t, expected);
                for (const ObstacleId id : obstacles)
                    later = std::max(later, std::min(radius, oracle::computeDistance(p, mesh.obstacles()[id].segment)) -
                                                oracle::computeDistance(interpolate(p, q, t), mesh.obstacles()[id].segment));
                ASSERT_LE(later, 1e-8);
            }
            ASSERT_TRUE(oracle::doesCellContain(mesh, hit.end.cell, hit.end.position));
            stopped += hit.t < 1;
            const bool is_free_start = oracle::computeWallDistance(mesh, p) > radius + 1e-9;
            free_starts += is_free_start;
            if (is_free_start)
            {
                ASSERT_GE(oracle::computeWallDistance(mesh, hit.end.position), radius - 1e-9);
            }
        }
    }
    EXPECT_GT(stopped, 1000);
    EXPECT_GT(free_starts, 100);
}

TEST(CastDisc, StopsOneRadiusBeforeTheWall)
{
    const NavMesh mesh = buildSquares({"....", "....", "...."});
    const NavMeshQuery::RayHit hit = castDisc(mesh, {1, 1.5}, {5, 1.5}, 0.5);
    ASSERT_TRUE(hit.hit());
    EXPECT_EQ(hit.end.position, (Vec2{3.5, 1.5}));
    EXPECT_EQ(hit.t, 0.625);
    EXPECT_EQ(hit.normal, (Vec2{-1, 0}));
}

TEST(CastDisc, SlidingAlongAWallInContactIsFree)
{
    const NavMesh mesh = buildSquares({"....", "....", "...."});
    EXPECT_FALSE(castDisc(mesh, {0.5, 0.5}, {3.25, 0.5}, 0.5).hit());
    EXPECT_FALSE(castDisc(mesh, {0.5, 0.25}, {3.25, 0.25}, 0.5).hit());
}

TEST(CastDisc, ADiscThatOverlapsMayLeaveButNotGoDeeper)
{
    const NavMesh mesh = buildSquares({"....", "....", "...."});
    EXPECT_FALSE(castDisc(mesh, {2, 0.25}, {2, 1}, 0.5).hit());
    const NavMeshQuery::RayHit deeper = castDisc(mesh, {2, 0.25}, {2, 0.1}, 0.5);
    EXPECT_TRUE(deeper.hit());
    EXPECT_EQ(deeper.t, 0);
}

TEST(CapsuleFree, AgreesWithDistancesToAllObstacles)
{
    int free = 0, blocked = 0;
    for (int seed = 0; seed < 60 * testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        const NavMesh mesh = buildRandomMesh(static_cast<std::uint64_t>(seed));
        NavMeshQuery query(mesh);
        Random random(static_cast<std::uint64_t>(seed), 12);
        for (int i = 0; i < 200; ++i)
        {
            const Vec2 p = drawQueryPoint(mesh, random);
            const Vec2 q = drawQueryPoint(mesh, random);
            const double radius = random.uniform(0, 0.3);
            const CellId cell = query.findCell(p);
            if (cell == kNone) continue;
            const oracle::Ray ray = oracle::castRay(mesh, p, q);
            double gap = ray.is_stopped ? -1 : 1e9;
            for (const NavMesh::Obstacle& obstacle : mesh.obstacles())
                gap = std::min(gap, oracle::computeDistance(obstacle.segment, {p, q}));
            if (ray.is_ambiguous || std::abs(gap - radius) < 1e-9) continue;
            ASSERT_EQ(query.isCapsuleFree({p, cell}, q, radius), gap > radius);
            (gap > radius ? free : blocked) += 1;
        }
    }
    EXPECT_GT(free, 100);
    EXPECT_GT(blocked, 100);
}

} // namespace
} // namespace clearway
