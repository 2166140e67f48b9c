// SPDX-License-Identifier: MIT
// Many threads on one mesh, batches, and warm queries that allocate nothing.
#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include <clearway/base/hash.h>
#include <clearway/navmesh/query.h>

#include "tests/navmesh/random_mesh.h"
#include "tests/support/count_allocations.h"

namespace clearway {
namespace {

using test::allocation_count;

NavMesh buildLargeMesh()
{
    test::RandomMeshOptions options;
    options.columns = 30;
    options.rows = 30;
    return buildNavMesh(test::RandomMeshMaker(11, options).make()).value();
}

/// Everything a query can be asked, hashed.
std::uint64_t askEverything(NavMeshQuery& query, int count, std::vector<CellId>& cells, std::vector<ObstacleId>& obstacles)
{
    Hasher hash;
    const auto add = [&](const Place& place) {
        hash.add(place.position.x);
        hash.add(place.position.y);
        hash.add(place.cell);
    };
    const auto addHit = [&](const NavMeshQuery::RayHit& hit) {
        add(hit.end);
        hash.add(hit.t);
        hash.add(hit.obstacle);
        hash.add(hit.normal.x);
    };
    Random random(3);
    for (int i = 0; i < count; ++i)
    {
        const Vec2 p = test::drawQueryPoint(query.mesh(), random);
        const Vec2 q = test::drawQueryPoint(query.mesh(), random);
        hash.add(query.findCell(p));
        const Place place = query.findNearest(p);
        add(place);
        addHit(query.castRay(place, q));
        addHit(query.castDisc(place, q, 0.2));
        hash.add(query.isCapsuleFree(place, q, 0.1));
        add(query.moveAlong(place, q));
        add(query.moveDiscAlong(place, q, 0.15));
        hash.add(query.computeWallDistance(place).distance);
        query.findObstacles(place, q, 0.3, obstacles);
        for (ObstacleId id : obstacles) hash.add(id);
        query.findCellsInCircle(q, 1.5, cells);
        for (CellId id : cells) hash.add(id);
        add(query.findRandomPoint({.seed = 2, .index = static_cast<std::uint64_t>(i), .radius = 0.1}));
    }
    return hash.value();
}

TEST(Sharing, EightThreadsOnOneMeshGetTheSameAnswers)
{
    const NavMesh mesh = buildLargeMesh();
    std::vector<std::uint64_t> hashes(9, 0);
    const auto work = [&](std::size_t i) {
        NavMeshQuery query(mesh);
        std::vector<CellId> cells;
        std::vector<ObstacleId> obstacles;
        hashes[i] = askEverything(query, 300, cells, obstacles);
    };
    work(8);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < 8; ++i) threads.emplace_back(work, i);
    for (std::thread& thread : threads) thread.join();
    for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(hashes[i], hashes[8]);
}

TEST(Sharing, WarmQueriesAllocateNothing)
{
    NavMeshQuery query(buildLargeMesh());
    std::vector<CellId> cells;
    std::vector<ObstacleId> obstacles;
    const long before_cold = allocation_count;
    const std::uint64_t cold = askEverything(query, 500, cells, obstacles);
    EXPECT_GT(allocation_count, before_cold) << "the counter counts";
    const long before = allocation_count;
    const std::uint64_t warm = askEverything(query, 500, cells, obstacles);
    EXPECT_EQ(allocation_count - before, 0);
    EXPECT_EQ(warm, cold);
}

TEST(Sharing, BatchesAnswerLikeSingleQuestionsForAnyNumberOfWorkers)
{
    const NavMesh mesh = buildLargeMesh();
    NavMeshQuery query(mesh);
    Random random(4);
    std::vector<Vec2> points, goals;
    for (int i = 0; i < 3000; ++i)
    {
        points.push_back(test::drawQueryPoint(mesh, random));
        goals.push_back(test::drawQueryPoint(mesh, random));
    }
    for (const int workers : {0, 1, 2, 3, 8})
    {
        std::optional<WorkerPool> pool;
        if (workers > 0) pool.emplace(workers);
        const TaskHook hook = pool ? pool->hook() : TaskHook{};
        std::vector<Place> places(points.size());
        std::vector<NavMeshQuery::WallDistance> distances(points.size());
        std::vector<NavMeshQuery::RayHit> hits(points.size());
        findPlaces(mesh, points, places, {.task_hook = hook});
        computeWallDistances(mesh, places, distances, {.task_hook = hook});
        castRays(mesh, places, goals, hits, {.task_hook = hook});
        for (std::size_t i = 0; i < points.size(); ++i)
        {
            ASSERT_EQ(places[i].cell, query.findCell(points[i]));
            ASSERT_EQ(distances[i].distance, query.computeWallDistance(places[i]).distance);
            ASSERT_EQ(hits[i].end, query.castRay(places[i], goals[i]).end);
        }
    }
    findPlaces(mesh, {}, {});
}

} // namespace
} // namespace clearway
