// SPDX-License-Identifier: MIT
#include <algorithm>
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

/// The slack that moveDiscAlong promises not to exceed, and as much again for the oracle's own rounding.
double computeSlack(const NavMesh& mesh)
{
    const Box2 box = mesh.bounds();
    const double reach = std::max({std::abs(box.min.x), std::abs(box.min.y), std::abs(box.max.x), std::abs(box.max.y)});
    return 2 * kDiscMoveToleranceUlps * reach * std::numeric_limits<double>::epsilon();
}

/// Directions around the circle, without trigonometry.
std::vector<Vec2> makeDirections()
{
    std::vector<Vec2> directions;
    for (int i = -8; i < 8; ++i)
        for (Vec2 d : {Vec2{8, double(i)}, Vec2{-8, double(-i)}, Vec2{double(-i), 8}, Vec2{double(i), -8}})
            directions.push_back(d / length(d));
    return directions;
}

NavMesh buildRoom(double width, double height)
{
    PolygonMesh polygons;
    polygons.vertices = {{{0, 0}}, {{width, 0}}, {{width, height}}, {{0, height}}};
    polygons.cells = {{0, 1, 2, 3}};
    return buildNavMesh(polygons).value();
}

/// A 10 by 10 room with a square pillar from (4, 4) to (6, 6).
NavMesh buildPillarRoom()
{
    PolygonMesh polygons;
    polygons.vertices = {{{0, 0}}, {{10, 0}}, {{10, 10}}, {{0, 10}}, {{4, 4}}, {{6, 4}}, {{6, 6}}, {{4, 6}}};
    polygons.cells = {{0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
    return buildNavMesh(polygons).value();
}

TEST(MoveAlong, SlidesAlongAWallToTheFootOfTheGoal)
{
    const NavMesh mesh = buildRoom(10, 10);
    EXPECT_NEAR(distance(moveAlong(mesh, {1, 1}, {5, -3}).position, Vec2{5, 0}), 0, 1e-12);
    EXPECT_NEAR(distance(moveAlong(mesh, {1, 1}, {-3, -3}).position, Vec2{0, 0}), 0, 1e-12) << "into the corner";
    EXPECT_NEAR(distance(moveAlong(mesh, {1, 1}, {20, -3}).position, Vec2{10, 0}), 0, 1e-12) << "along one wall into the corner";
    EXPECT_EQ(moveAlong(mesh, {1, 1}, {5, 5}).position, (Vec2{5, 5}));
    EXPECT_EQ(moveAlong(mesh, {1, 1}, {1, 1}).position, (Vec2{1, 1}));
}

TEST(MoveAlong, GoesOnBehindTheEndOfAWall)
{
    const NavMesh mesh = buildPillarRoom();
    // Down onto the pillar's top, along it to its corner, then straight to the goal.
    EXPECT_EQ(moveAlong(mesh, {5, 8}, {6.5, 2}).position, (Vec2{6.5, 2}));
    // Straight above the goal the wall leads nowhere nearer.
    EXPECT_NEAR(distance(moveAlong(mesh, {5, 8}, {5, 2}).position, Vec2{5, 6}), 0, 1e-12);
}

TEST(MoveAlong, EndsWhereNoDirectionLeadsNearerOnRandomMeshes)
{
    const std::vector<Vec2> directions = makeDirections();
    for (int seed = 0; seed < 50 * testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        const NavMesh mesh = buildRandomMesh(static_cast<std::uint64_t>(seed));
        const NavMeshQuery query(mesh);
        Random random(static_cast<std::uint64_t>(seed), 30);
        for (int i = 0; i < 200; ++i)
        {
            const Vec2 p = drawQueryPoint(mesh, random);
            const Vec2 q = drawQueryPoint(mesh, random);
            const CellId cell = query.findCell(p);
            if (cell == kNone) continue;
            SCOPED_TRACE(testing::Message() << p.x << " " << p.y << " to " << q.x << " " << q.y);
            const Place end = query.moveAlong({p, cell}, q);
            ASSERT_TRUE(oracle::doesCellContain(mesh, end.cell, end.position));
            ASSERT_EQ(mesh.cells()[end.cell].component, mesh.cells()[cell].component);
            ASSERT_LE(distance(end.position, q), distance(p, q));
            if (!query.castRay({p, cell}, q).hit())
            {
                ASSERT_EQ(end.position, q);
            }
            const double step = std::min(1e-3, 0.1 * distance(end.position, q));
            if (step < 1e-6) continue;
            for (const Vec2 d : directions)
            {
                const NavMeshQuery::RayHit hit = query.castRay(end, end.position + d * step);
                ASSERT_GT(distance(hit.end.position, q), distance(end.position, q) - 0.01 * step);
            }
        }
    }
}

TEST(MoveDiscAlong, SlidesAtOneRadiusFromTheWall)
{
    NavMeshQuery query(buildRoom(10, 10));
    const auto move = [&](Vec2 from, Vec2 to, double radius) { return query.moveDiscAlong({from, 0}, to, radius).position; };
    EXPECT_NEAR(distance(move({1, 1}, {5, -3}, 0.5), Vec2{5, 0.5}), 0, 1e-12);
    EXPECT_NEAR(distance(move({1, 1}, {-3, -3}, 0.5), Vec2{0.5, 0.5}), 0, 1e-12);
    EXPECT_NEAR(distance(move({1, 1}, {20, -3}, 0.5), Vec2{9.5, 0.5}), 0, 1e-12);
    EXPECT_EQ(move({1, 1}, {5, 5}, 0.5), (Vec2{5, 5}));
    EXPECT_EQ(move({1, 1}, {5, 5}, 0), (Vec2{5, 5}));
}

TEST(MoveDiscAlong, GoalsBeyondAllNumbersWork)
{
    NavMeshQuery query(buildRoom(10, 10));
    for (const double far : {1e15, 1e100, 1e200, 1e308})
    {
        SCOPED_TRACE(far);
        EXPECT_NEAR(distance(query.moveDiscAlong({{1, 1}, 0}, {far, -far / 2}, 0.5).position, Vec2{9.5, 0.5}), 0, 1e-6);
        EXPECT_NEAR(distance(query.moveAlong({{1, 1}, 0}, {far, -far / 2}).position, Vec2{10, 0}), 0, 1e-6);
        const NavMeshQuery::RayHit hit = query.castDisc({{1, 1}, 0}, {far, 1}, 0.5);
        EXPECT_TRUE(hit.hit());
        EXPECT_NEAR(distance(hit.end.position, Vec2{9.5, 1}), 0, 1e-9);
        EXPECT_FALSE(query.isCapsuleFree({{1, 1}, 0}, {far, far}, 0.1));
        std::vector<ObstacleId> obstacles;
        query.findObstacles({{5, 1}, 0}, {far, 1}, 0.5, obstacles);
        EXPECT_EQ(obstacles, std::vector<ObstacleId>{1});
    }
}

TEST(MoveDiscAlong, SlidesAroundCorners)
{
    NavMeshQuery query(buildPillarRoom());
    const Place start = {{5.5, 8}, query.findCell({5.5, 8})};
    const Place end = query.moveDiscAlong(start, {7.5, 2}, 1);
    EXPECT_EQ(end.position, (Vec2{7.5, 2}));
    // The goal is inside the pillar's corner: the disc ends where its arc is nearest to it.
    const Place near = query.moveDiscAlong({{8, 9}, query.findCell({8, 9})}, {5.5, 5.75}, 1);
    EXPECT_NEAR(computeWallDistance(query.mesh(), near.position).distance, 1, 1e-12);
}

TEST(MoveDiscAlong, ADiscThatBeginsTooNearComesNoNearer)
{
    NavMeshQuery query(buildRoom(10, 10));
    const Place end = query.moveDiscAlong({{1, 0.25}, 0}, {8, -2}, 0.5);
    EXPECT_NEAR(distance(end.position, Vec2{8, 0.25}), 0, 1e-12);
    const Place away = query.moveDiscAlong({{1, 0.25}, 0}, {8, 5}, 0.5);
    EXPECT_EQ(away.position, (Vec2{8, 5}));
    const Place on_wall = query.moveDiscAlong({{1, 0}, 0}, {8, -2}, 0.5);
    EXPECT_NEAR(distance(on_wall.position, Vec2{8, 0}), 0, 1e-9);
    EXPECT_NEAR(query.moveDiscAlong({{1, 0.25}, 0}, {20, -2}, 0.5).position.x, 9.5, 1e-12)
        << "the other walls keep the whole radius";
}

TEST(MoveDiscAlong, KeepsItsDistanceAndEndsNearestOnRandomMeshes)
{
    const std::vector<Vec2> directions = makeDirections();
    int moved = 0, improvable = 0, ends = 0;
    for (int seed = 0; seed < 60 * testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        const NavMesh mesh = buildRandomMesh(static_cast<std::uint64_t>(seed));
        NavMeshQuery query(mesh);
        Random random(static_cast<std::uint64_t>(seed), 31);
        const double slack = computeSlack(mesh);
        std::vector<ObstacleId> seen;
        for (int i = 0; i < 120; ++i)
        {
            const Vec2 p = drawQueryPoint(mesh, random);
            const Vec2 q = drawQueryPoint(mesh, random);
            const double radius = random.uniform(0.02, 0.5);
            const CellId cell = query.findCell(p);
            if (cell == kNone) continue;
            SCOPED_TRACE(testing::Message() << p.x << " " << p.y << " to " << q.x << " " << q.y << " radius " << radius);
            const Place end = query.moveDiscAlong({p, cell}, q, radius);
            ASSERT_TRUE(oracle::doesCellContain(mesh, end.cell, end.position));
            ASSERT_EQ(mesh.cells()[end.cell].component, mesh.cells()[cell].component);
            ASSERT_LE(distance(end.position, q), distance(p, q) + slack);
            moved += distance(end.position, p) > 1e-3;
            const double at_start = oracle::computeWallDistance(mesh, p);
            if (at_start >= radius)
            {
                ASSERT_GE(oracle::computeWallDistance(mesh, end.position), radius - slack);
            }
            // Obstacles behind a wall are nobody's business; those in sight keep their distance each for itself.
            query.findObstacles(end, end.position, radius, seen);
            for (const ObstacleId id : seen)
            {
                const Segment& s = mesh.obstacles()[id].segment;
                ASSERT_GE(oracle::computeDistance(end.position, s), std::min(radius, oracle::computeDistance(p, s)) - slack);
            }
            // Never through a wall: a free disc ends where a free disc can be led by its own small steps.
            if (at_start < radius || distance(end.position, q) < 1e-6) continue;
            ++ends;
            const double step = 1e-4;
            double best = distance(end.position, q);
            for (const Vec2 d : directions)
            {
                const NavMeshQuery::RayHit hit = query.castDisc(end, end.position + d * step, radius - slack);
                if (oracle::computeWallDistance(mesh, hit.end.position) >= radius - slack)
                    best = std::min(best, distance(hit.end.position, q));
            }
            improvable += best < distance(end.position, q) - 0.05 * step;
        }
    }
    EXPECT_GT(moved, 500);
    EXPECT_GT(ends, 100);
    EXPECT_LE(improvable, ends / 100) << "of " << ends;
    RecordProperty("improvable", improvable);
}

TEST(MoveDiscAlong, ManySmallStepsNeverLoseTheRadius)
{
    // A disc is pushed about in small random steps; errors must not add up.
    for (std::uint64_t seed = 0; seed < 20; ++seed)
    {
        const NavMesh mesh = buildRandomMesh(seed);
        NavMeshQuery query(mesh);
        const double radius = 0.2;
        Place at = query.findRandomPoint({.seed = seed, .radius = radius});
        if (!at) continue;
        Random random(seed, 32);
        for (int i = 0; i < 500; ++i)
        {
            at = query.moveDiscAlong(at, at.position + Vec2{random.uniform(-1, 1), random.uniform(-1, 1)}, radius);
            ASSERT_TRUE(at);
            ASSERT_GE(oracle::computeWallDistance(mesh, at.position), radius - computeSlack(mesh)) << "seed " << seed;
        }
    }
}

} // namespace
} // namespace clearway
