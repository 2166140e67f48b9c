// SPDX-License-Identifier: MIT
// The same questions on meshes that the library cut from scenes itself. There, portal ends inside an oblique obstacle are
// rounded, so borders of cells and obstacles may differ by an ulp; nothing of that may show.
#include <cmath>

#include <gtest/gtest.h>

#include <clearway/navmesh/query.h>
#include <clearway/navmesh/verify.h>

#include "tests/navmesh/random_mesh.h"
#include "tests/oracle/navmesh_oracle.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::buildRandomSceneMesh;
using test::testScale;

/// Anywhere around, or on an end of an obstacle.
Vec2 drawPoint(const NavMesh& mesh, Random& random)
{
    if (random.below(3) == 0) return mesh.obstacles()[random.below(mesh.obstacles().size())].segment.a;
    const Box2 box = mesh.bounds();
    return {random.uniform(box.min.x, box.max.x), random.uniform(box.min.y, box.max.y)};
}

TEST(SceneQueries, LocateNearestAndDistancesAgreeWithTheOracle)
{
    for (int seed = 0; seed < 30 * testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        const NavMesh mesh = buildRandomSceneMesh(static_cast<std::uint64_t>(seed));
        NavMeshQuery query(mesh);
        Random random(static_cast<std::uint64_t>(seed), 50);
        for (int i = 0; i < 300; ++i)
        {
            const Vec2 p = drawPoint(mesh, random);
            ASSERT_EQ(query.findCell(p), oracle::findCell(mesh, p));
            const Place place = query.findNearest(p);
            ASSERT_NEAR(distance(place.position, p), oracle::computeMeshDistance(mesh, p), 1e-8);
            ASSERT_TRUE(oracle::doesCellContain(mesh, place.cell, place.position));
            ASSERT_NEAR(query.computeWallDistance(place).distance, oracle::computeWallDistance(mesh, place.position), 1e-8);
        }
    }
}

TEST(SceneQueries, RaysAgreeWithTheOracle)
{
    int stopped = 0, asked = 0;
    for (int seed = 0; seed < 60 * testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        const NavMesh mesh = buildRandomSceneMesh(static_cast<std::uint64_t>(seed));
        const NavMeshQuery query(mesh);
        Random random(static_cast<std::uint64_t>(seed), 51);
        for (int i = 0; i < 300; ++i)
        {
            const Vec2 p = drawPoint(mesh, random);
            const Vec2 q = drawPoint(mesh, random);
            const CellId cell = query.findCell(p);
            if (cell == kNone) continue;
            const oracle::Ray expected = oracle::castRay(mesh, p, q);
            if (expected.is_ambiguous) continue;
            const NavMeshQuery::RayHit hit = query.castRay({p, cell}, q);
            SCOPED_TRACE(testing::Message() << p.x << " " << p.y << " to " << q.x << " " << q.y);
            ++asked;
            stopped += hit.hit();
            ASSERT_EQ(hit.hit(), expected.is_stopped);
            ASSERT_NEAR(hit.t, expected.t, 1e-9);
            ASSERT_TRUE(oracle::doesCellContain(mesh, hit.end.cell, hit.end.position));
            ASSERT_NEAR(distance(hit.end.position, interpolate(p, q, hit.t)), 0, 1e-8);
        }
    }
    EXPECT_GT(stopped, 1000);
    EXPECT_GT(asked - stopped, 1000);
}

TEST(SceneQueries, EveryObstacleCanBeWalkedAlongFromEndToEndBothWays)
{
    int walked = 0;
    for (int seed = 0; seed < 60 * testScale(); ++seed)
    {
        const NavMesh mesh = buildRandomSceneMesh(static_cast<std::uint64_t>(seed));
        const NavMeshQuery query(mesh);
        for (CellId c = 0; c < mesh.cells().size(); ++c)
        {
            const NavMesh::Cell& cell = mesh.cells()[c];
            for (SideId s = cell.first_side; s < cell.first_side + cell.side_count; ++s)
            {
                const ObstacleId id = mesh.sides()[s].obstacle;
                if (id == kNone) continue;
                const Segment& wall = mesh.obstacles()[id].segment;
                const Vec2 from = mesh.segment(s).a;
                for (const Vec2 to : {wall.a, wall.b})
                {
                    const NavMeshQuery::RayHit hit = query.castRay({from, c}, to);
                    ASSERT_FALSE(hit.hit()) << "seed " << seed << " obstacle " << id << " cell " << c;
                    ASSERT_EQ(hit.end.position, to);
                    ++walked;
                }
            }
        }
    }
    EXPECT_GT(walked, 1000);
}

TEST(SceneQueries, DiscsKeepTheirDistance)
{
    int moved = 0;
    for (int seed = 0; seed < 40 * testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        const NavMesh mesh = buildRandomSceneMesh(static_cast<std::uint64_t>(seed));
        NavMeshQuery query(mesh);
        Random random(static_cast<std::uint64_t>(seed), 52);
        const double reach = std::abs(mesh.bounds().max.x) + std::abs(mesh.bounds().max.y);
        const double slack = 2 * kDiscMoveToleranceUlps * 2.3e-16 * reach;
        for (std::uint64_t i = 0; i < 60; ++i)
        {
            const double radius = random.uniform(0.05, 0.4);
            const Place start = query.findRandomPoint({.seed = 1, .index = i, .radius = radius});
            if (!start) continue;
            const Vec2 to = drawPoint(mesh, random);
            const Place end = query.moveDiscAlong(start, to, radius);
            ASSERT_TRUE(oracle::doesCellContain(mesh, end.cell, end.position));
            ASSERT_GE(oracle::computeWallDistance(mesh, end.position), radius - slack);
            const NavMeshQuery::RayHit hit = query.castDisc(start, to, radius);
            ASSERT_GE(oracle::computeWallDistance(mesh, hit.end.position), radius - slack);
            ASSERT_LE(distance(end.position, to), distance(hit.end.position, to) + slack) << "sliding is no worse than stopping";
            const Place slid = query.moveAlong(start, to);
            ASSERT_TRUE(oracle::doesCellContain(mesh, slid.cell, slid.position));
            moved += distance(start.position, end.position) > 0.01;
        }
    }
    EXPECT_GT(moved, 500);
}

TEST(SceneQueries, VerifyFindsNothingWrongWithThem)
{
    for (int seed = 0; seed < 40 * testScale(); ++seed)
    {
        const Scene scene = buildScene(test::makeRandomScene(static_cast<std::uint64_t>(seed))).value();
        const NavMesh mesh = buildNavMesh(scene).value();
        const auto problems = verify(mesh, {.scene = &scene});
        ASSERT_TRUE(problems.empty()) << "seed " << seed << ": " << problems[0].message;
    }
}

} // namespace
} // namespace clearway
