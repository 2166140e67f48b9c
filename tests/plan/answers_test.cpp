// SPDX-License-Identifier: MIT
// 10,000 answers of every planner, pinned: whoever changes how planners are asked changes no bit of what they say.
#include <gtest/gtest.h>

#include <clearway/base/hash.h>
#include <clearway/base/random.h>
#include <clearway/clearance.h>
#include <clearway/corridor.h>
#include <clearway/field.h>
#include <clearway/path.h>
#include <clearway/scene/generators.h>
#include <clearway/scene/mesh_generators.h>
#include <clearway/surface.h>

namespace clearway {
namespace {

constexpr std::uint32_t kQueryCount = 10'000;

/// What is kept of all answers.
struct Tally
{
    Hasher hasher;
    int complete = 0;

    void add(bool is_complete, double length, std::span<const Vec2> points)
    {
        complete += is_complete;
        hasher.add(static_cast<std::uint32_t>(is_complete));
        hasher.add(length);
        for (const Vec2 p : points)
        {
            hasher.add(p.x);
            hasher.add(p.y);
        }
    }
};

constexpr const char* kScenes[] = {"rooms", "cross", "city500", "maze"};
constexpr std::uint32_t kSceneCount = 4;

struct Pair
{
    Vec2 start;
    Vec2 goal;
    double radius;
};

Pair choosePair(const NavMesh& mesh, std::uint32_t i)
{
    Random random(7, i);
    Pair pair;
    pair.radius = i % 4 == 0 ? 0 : random.uniform(0, 1);
    const double room = i % 9 == 0 ? 0 : pair.radius; // now and then too tight
    pair.start = Place(findRandomPoint(mesh, {.seed = 21, .index = i, .radius = room})).position;
    pair.goal = Place(findRandomPoint(mesh, {.seed = 22, .index = i, .radius = room})).position;
    return pair;
}

TEST(PlannerAnswers, OfTheNavMesh)
{
    Tally tally;
    for (std::uint32_t s = 0; s < kSceneCount; ++s)
    {
        const NavMesh mesh = buildNavMesh(buildScene(kScenes[s]).value()).value();
        PathFinder finder(buildClearance(mesh).value());
        for (std::uint32_t i = 0; i < kQueryCount / kSceneCount; ++i)
        {
            const Pair pair = choosePair(mesh, i);
            const Path path = finder.find(pair.start, pair.goal, {.radius = pair.radius, .allow_partial = i % 3 == 0});
            tally.add(path.isComplete(), path.length(), computePlanarPoints(path));
        }
    }
    EXPECT_GT(tally.complete, 5000);
    EXPECT_EQ(tally.hasher.value(), 0xe6ef988a5b01f684u);
}

TEST(PlannerAnswers, OfTheCorridorMap)
{
    Tally tally;
    for (std::uint32_t s = 0; s < kSceneCount; ++s)
    {
        const Scene scene = buildScene(kScenes[s]).value();
        const NavMesh mesh = buildNavMesh(scene).value();
        CorridorPathFinder finder(buildCorridorMap(scene).value());
        for (std::uint32_t i = 0; i < kQueryCount / kSceneCount; ++i)
        {
            const Pair pair = choosePair(mesh, i);
            const auto kind = static_cast<CorridorPathOptions::Kind>(i % 4);
            const Path path = finder.find(pair.start, pair.goal, {.kind = kind, .radius = pair.radius});
            tally.add(path.isComplete(), path.length(), computePlanarPoints(path));
        }
    }
    EXPECT_GT(tally.complete, 5000);
    EXPECT_EQ(tally.hasher.value(), 0x59c78ceef5cdf591u);
}

TEST(PlannerAnswers, OfTheField)
{
    constexpr std::uint32_t kGoalCount = 10;
    Tally tally;
    for (const char* name : {"rooms", "cross"})
    {
        const Scene scene = buildScene(name).value();
        const NavMesh mesh = buildNavMesh(scene).value();
        FieldGridOptions options;
        options.radius = 0.3;
        const FieldGrid grid = buildFieldGrid(scene, options).value();
        for (std::uint32_t g = 0; g < kGoalCount; ++g)
        {
            const Vec2 goal = Place(findRandomPoint(mesh, {.seed = 31, .index = g, .radius = 0.6})).position;
            const Field field = buildField(grid, goal).value();
            for (std::uint32_t i = 0; i < kQueryCount / 2 / kGoalCount; ++i)
            {
                const Vec2 start = Place(findRandomPoint(mesh, {.seed = 32, .index = i, .radius = 0.3})).position;
                Field::Streamline line;
                field.follow(start, line);
                tally.add(line.status == PathStatus::complete, line.length(), line.points);
                const Path path = field.findPath(start);
                ASSERT_EQ(path.status(), line.status);
                ASSERT_EQ(path.length(), line.length());
                ASSERT_EQ(path.pieces().size(), std::max<std::size_t>(line.points.size(), 1) - 1);
                for (std::size_t k = 0; k < path.pieces().size(); ++k)
                {
                    ASSERT_EQ(planar(path.pieces()[k].from), line.points[k]);
                    ASSERT_EQ(planar(path.pieces()[k].to), line.points[k + 1]);
                }
            }
        }
    }
    EXPECT_GT(tally.complete, 5000);
    EXPECT_EQ(tally.hasher.value(), 0x5efd93e51d63d3f3u);
}

TEST(PlannerAnswers, OfTheSurface)
{
    Tally tally;
    for (const char* name : {"terrain", "sphere"})
    {
        SurfacePathFinder finder(buildSurfaceMesh(buildTriangleMesh(name).value()).value());
        for (std::uint32_t i = 0; i < kQueryCount / 2; ++i)
        {
            const SurfacePlace start = finder.query().findRandomPlace({.seed = 41, .index = i});
            const SurfacePlace goal = finder.query().findRandomPlace({.seed = 42, .index = i});
            SurfacePathOptions options;
            options.radius = i % 8 == 0 ? 0.3 : 0;
            if (i % 5 == 0) options.method = SurfacePathOptions::Method::vertex_graph;
            const Path path = finder.find(start, goal, options);
            std::vector<Vec2> points;
            const auto add = [&](Vec3 p, std::uint32_t triangle) {
                points.push_back(planar(p));
                points.push_back({p.z, static_cast<double>(triangle)});
            };
            for (std::size_t k = 0; k < path.pieces().size(); ++k) add(path.pieces()[k].from, path.faces()[k]);
            if (!path.pieces().empty()) add(path.pieces().back().to, path.faces().back());
            tally.add(path.isComplete(), path.length(), points);
        }
    }
    EXPECT_GT(tally.complete, 5000);
    EXPECT_EQ(tally.hasher.value(), 0x43a217b18b8c2b11u);
}

} // namespace
} // namespace clearway
