// SPDX-License-Identifier: MIT
// Many threads on one mesh, batches, warm searches that allocate nothing, and what else a Path says of itself.
#include <atomic>
#include <numbers>
#include <thread>

#include <clearway/base/hash.h>

#include "tests/oracle/navmesh_oracle.h"
#include "tests/path/support.h"
#include "tests/support/count_allocations.h"

namespace clearway {
namespace {

using test::allocation_count;

using test::drawFreePoint;
using test::PathMeshKind;
using test::PathSceneKind;
using test::PathWorld;

std::vector<PathQuery> makeQueries(const PathWorld& world, int count, std::uint64_t seed)
{
    Random random(seed, 61);
    std::vector<PathQuery> queries;
    for (int i = 0; i < count; ++i)
    {
        // Now and then a point in a wall, or too little room.
        const double radius = i % 5 == 0 ? 0 : random.uniform(0, 1.2), room = i % 11 == 3 ? 0 : radius;
        const auto start = drawFreePoint(world.scene, world.boundary, room, random);
        const auto goal = drawFreePoint(world.scene, world.boundary, room, random);
        if (start && goal) queries.push_back({*start, i % 17 == 5 ? Vec2{-100, -100} : *goal, radius});
    }
    return queries;
}

std::uint64_t computeHash(const Path& path)
{
    Hasher hash;
    hash.add(static_cast<std::uint32_t>(path.status()));
    hash.add(static_cast<std::uint32_t>(path.problem()));
    for (const Path::Piece& piece : path.pieces())
        for (const double x : {piece.from.x, piece.from.y, piece.to.x, piece.to.y, piece.center.x, piece.center.y, piece.angle})
            hash.add(x);
    for (const CellId cell : path.faces()) hash.add(cell);
    for (const double x :
         {path.length(), path.clearance(), path.radius(), path.widest(), path.narrowestAt().x, path.narrowestAt().y})
        hash.add(x);
    if (path.hasSuggestion()) hash.add(path.suggestion().x);
    return hash.value();
}

PathWorld makeLargeWorld(PathMeshKind kind = PathMeshKind::notches)
{
    return test::makePathWorld(PathSceneKind::rooms, 4000, 40, kind);
}

TEST(PathSharing, WarmSearchesAllocateNothing)
{
    for (int kind = 0; kind < test::kPathMeshKindCount; ++kind)
    {
        PathWorld world = makeLargeWorld(static_cast<PathMeshKind>(kind));
        const std::vector<PathQuery> queries = makeQueries(world, 200, 1);
        Path path;
        const auto askAll = [&] {
            Hasher hash;
            for (const PathQuery& query : queries)
                for (const PathOptions::Quality quality : {PathOptions::Quality::shortest, PathOptions::Quality::fast})
                    for (const bool allow_partial : {false, true})
                    {
                        world.finder.find(query.start, query.goal,
                                          {.radius = query.radius, .quality = quality, .allow_partial = allow_partial}, path);
                        hash.add(computeHash(path));
                    }
            return hash.value();
        };
        const long before_cold = allocation_count;
        const std::uint64_t cold = askAll();
        EXPECT_GT(allocation_count, before_cold) << "the counter counts";
        const long before = allocation_count;
        EXPECT_EQ(askAll(), cold) << "and what was asked before does not matter";
        EXPECT_EQ(allocation_count, before) << world.name;
    }
}

TEST(PathSharing, AReusedPathForgetsWhatItWas)
{
    PathWorld world = makeLargeWorld();
    const std::vector<PathQuery> queries = makeQueries(world, 100, 2);
    Path reused;
    for (const PathQuery& query : queries)
    {
        world.finder.find(query.start, query.goal, {.radius = query.radius}, reused);
        PathFinder fresh(world.clearance);
        ASSERT_EQ(computeHash(reused), computeHash(fresh.find(query.start, query.goal, {.radius = query.radius})));
        ASSERT_EQ(computeHash(reused), computeHash(findPath(world.clearance, query.start, query.goal, {.radius = query.radius})));
    }
    const PathQuery& query = queries[1];
    const Path one_shot = findPath(world.clearance.mesh(), query.start, query.goal, {.radius = query.radius});
    EXPECT_EQ(computeHash(one_shot), computeHash(world.find(query.start, query.goal, query.radius)));
}

TEST(PathSharing, EightThreadsGetTheSameAnswers)
{
    const PathWorld world = makeLargeWorld();
    const std::vector<PathQuery> queries = makeQueries(world, 400, 3);
    std::vector<std::uint64_t> hashes(9, 0);
    const auto work = [&](std::size_t i) {
        PathFinder finder(world.clearance);
        Hasher hash;
        for (const PathQuery& query : queries)
            hash.add(computeHash(finder.find(query.start, query.goal, {.radius = query.radius})));
        hashes[i] = hash.value();
    };
    work(8);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < 8; ++i) threads.emplace_back(work, i);
    for (std::thread& thread : threads) thread.join();
    for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(hashes[i], hashes[8]);
}

TEST(PathSharing, ABatchAnswersLikeOneByOneForEveryWorkerCount)
{
    PathWorld world = makeLargeWorld();
    const std::vector<PathQuery> queries = makeQueries(world, 300, 4);
    for (const bool allow_partial : {false, true})
    {
        const PathOptions options{.radius = 99, .quality = PathOptions::Quality::fast, .allow_partial = allow_partial};
        std::vector<std::uint64_t> expected;
        for (const PathQuery& query : queries)
        {
            PathOptions own = options;
            own.radius = query.radius;
            expected.push_back(computeHash(world.finder.find(query.start, query.goal, own)));
        }
        for (const int workers : {0, 1, 2, 8})
        {
            std::vector<Path> paths(queries.size());
            WorkerPool pool(std::max(1, workers));
            findPaths(world.clearance, queries, options, paths, {.task_hook = workers > 0 ? pool.hook() : TaskHook{}});
            for (std::size_t i = 0; i < paths.size(); ++i)
                ASSERT_EQ(computeHash(paths[i]), expected[i]) << workers << " workers, " << i;
        }
    }
    findPaths(world.clearance, {}, {}, {});
}

TEST(PathSharing, MemoryDoesNotDependOnTheRadiiAsked)
{
    PathWorld world = makeLargeWorld();
    const std::size_t clearance_bytes = world.clearance.memoryBytes(), mesh_bytes = world.clearance.mesh().memoryBytes();
    Random random(61, 5);
    for (int i = 0; i < 300; ++i)
    {
        const double radius = random.uniform(0, 2);
        const auto start = drawFreePoint(world.scene, world.boundary, radius, random);
        const auto goal = drawFreePoint(world.scene, world.boundary, radius, random);
        if (start && goal) world.find(*start, *goal, radius);
    }
    EXPECT_EQ(world.clearance.memoryBytes(), clearance_bytes);
    EXPECT_EQ(world.clearance.mesh().memoryBytes(), mesh_bytes);
}

/// Points along the exact path, close together.
std::vector<Vec2> sample(const Path& path, double step)
{
    std::vector<Vec2> points;
    for (const Path::Piece& piece : path.pieces())
    {
        const int count = 1 + static_cast<int>(oracle::computeLength(piece) / step);
        for (int i = 0; i <= count; ++i)
        {
            const double t = static_cast<double>(i) / count, c = std::cos(piece.angle * t), s = std::sin(piece.angle * t);
            const Vec2 v = planar(piece.from - piece.center);
            points.push_back(piece.isArc() ? planar(piece.center) + Vec2{c * v.x - s * v.y, s * v.x + c * v.y}
                                           : planar(interpolate(piece.from, piece.to, t)));
        }
    }
    return points;
}

TEST(PathCells, AreNeighboursAndHoldThePathInOrder)
{
    Random random(61, 6);
    int compared = 0;
    for (int kind = 0; kind < test::kPathMeshKindCount; ++kind)
    {
        PathWorld world = test::makePathWorld(PathSceneKind::crosses, 4100, 12, static_cast<PathMeshKind>(kind));
        const NavMesh& mesh = world.clearance.mesh();
        for (int i = 0; i < 40; ++i)
        {
            const double radius = i % 4 == 0 ? 0 : random.uniform(0, 0.7);
            const auto start = drawFreePoint(world.scene, world.boundary, radius, random);
            const auto goal = drawFreePoint(world.scene, world.boundary, radius, random);
            if (!start || !goal) continue;
            const Path path = world.find(*start, *goal, radius);
            if (!path.isComplete()) continue;
            ++compared;
            const std::string question = world.describe(*start, *goal, radius);
            const auto cells = path.faces();
            ASSERT_FALSE(cells.empty()) << question;
            ASSERT_LT(oracle::computeCellDistance(mesh, cells.front(), *start), 1e-9) << question;
            ASSERT_LT(oracle::computeCellDistance(mesh, cells.back(), *goal), 1e-9) << question;
            for (std::size_t k = 1; k < cells.size(); ++k)
            {
                bool is_neighbour = false;
                for (const NavMesh::Side& side : mesh.sides(cells[k - 1]))
                    is_neighbour |= mesh.neighbour(cells[k - 1], side) == cells[k];
                ASSERT_TRUE(is_neighbour) << question << ": cells " << cells[k - 1] << " and " << cells[k];
            }
            std::size_t at = 0;
            for (const Vec2 p : sample(path, 0.05))
            {
                while (at < cells.size() && oracle::computeCellDistance(mesh, cells[at], p) > 1e-7) ++at;
                ASSERT_LT(at, cells.size()) << question << ": (" << p.x << ", " << p.y << ") is in none of the cells that follow";
            }
        }
    }
    EXPECT_GT(compared, 100);
}

TEST(PathPoints, RunOutsideTheArcsAndNotFarFromThem)
{
    Random random(61, 7);
    PathWorld world = test::makePathWorld(PathSceneKind::boxes, 4200, 20, PathMeshKind::notches);
    int arcs = 0;
    for (int i = 0; i < 100; ++i)
    {
        const double radius = random.uniform(0.1, 0.8), deviation = i % 2 ? 0.001 : 0.05;
        const auto start = drawFreePoint(world.scene, world.boundary, radius, random);
        const auto goal = drawFreePoint(world.scene, world.boundary, radius, random);
        if (!start || !goal) continue;
        const Path path = world.find(*start, *goal, radius);
        if (!path.isComplete()) continue;
        const std::vector<Vec2> points = computePlanarPoints(path, deviation);
        const std::string question = world.describe(*start, *goal, radius);
        ASSERT_GE(points.size(), 2u) << question;
        ASSERT_EQ(points.front(), *start) << question;
        ASSERT_NEAR(distance(points.back(), *goal), 0, 1e-9) << question;
        const std::vector<Vec2> dense = sample(path, 0.01);
        for (std::size_t k = 1; k < points.size(); ++k)
        {
            // Not nearer to the corners than the arcs, nor farther from the path than allowed.
            for (const Path::Piece& piece : path.pieces())
            {
                if (!piece.isArc()) continue;
                ASSERT_GE(distance(planar(piece.center), Segment{points[k - 1], points[k]}), radius - 1e-7) << question;
            }
            double off = 1e9;
            for (const Vec2 p : dense) off = std::min(off, distance(p, points[k]));
            ASSERT_LE(off, deviation + 0.01) << question;
        }
        for (const Path::Piece& piece : path.pieces()) arcs += piece.isArc();
    }
    EXPECT_GT(arcs, 50);
}

TEST(PathSharing, AWorldWithoutObstaclesInTheWayIsStraight)
{
    PathWorld world(test::makeWktScene("POLYGON((0 0,10 0,10 10,0 10))"));
    const Path path = world.find({1, 1}, {9, 9}, 0.5);
    ASSERT_TRUE(path.isComplete());
    ASSERT_EQ(path.pieces().size(), 1u);
    EXPECT_EQ(path.pieces()[0].from, (Vec3{1, 1, 0}));
    EXPECT_EQ(path.pieces()[0].to, (Vec3{9, 9, 0}));
    EXPECT_FALSE(path.pieces()[0].isArc());
    EXPECT_NEAR(path.length(), 8 * std::numbers::sqrt2, 1e-12);
    EXPECT_NEAR(path.clearance(), 1, 1e-12);
    EXPECT_EQ(path.radius(), 0.5);
    EXPECT_NEAR(path.widest(), 1, 1e-7);
    EXPECT_GE(world.finder.expandedCount(), 0u);
}

} // namespace
} // namespace clearway
