// SPDX-License-Identifier: MIT
// `shortest` is the optimum, whatever the cells look like; `fast` is close to it.
#include <algorithm>

#include "tests/path/support.h"

namespace clearway {
namespace {

using test::drawFreePoint;
using test::drawHalfIntegerPoint;
using test::PathMeshKind;
using test::PathSceneKind;
using test::PathWorld;
using test::sampleWidest;

struct Ratios
{
    int count = 0;
    int unclear = 0; ///< whether there is a way depends on a quantum
    double worst_fast = 1;
    double sum_fast = 0;
};

/// What the oracle allows when a gap may be passed by a quantum or not.
bool isUnclear(const PathWorld& world, Vec2 start, Vec2 goal, double radius, double optimum)
{
    const double off = std::max(2.5 * world.quantum, 1e-9);
    const double wide = oracle::TangentGraph(world.boundary, radius + off).computeLength(start, goal);
    const double narrow = radius > off ? oracle::TangentGraph(world.boundary, radius - off).computeLength(start, goal) : optimum;
    return !(std::abs(wide - narrow) <= 1e-6 * (1 + optimum));
}

void compareWithTangents(PathWorld& world, const oracle::TangentGraph& graph, Vec2 start, std::span<const Vec2> goals,
                         double radius, Ratios& ratios)
{
    const std::vector<double> optima = graph.computeLengths(start, goals);
    for (std::size_t i = 0; i < goals.size(); ++i)
    {
        const Path path = world.find(start, goals[i], radius),
                   fast = world.find(start, goals[i], radius, PathOptions::Quality::fast);
        const std::string question = world.describe(start, goals[i], radius);
        const bool is_right = std::isfinite(optima[i]) ? path.isComplete() && path.length() <= optima[i] * (1 + 1e-6) &&
                                                             path.length() >= optima[i] - 1e-6
                                                       : path.status() == PathStatus::unreachable;
        if (!is_right && isUnclear(world, start, goals[i], radius, optima[i]))
        {
            ++ratios.unclear;
            continue;
        }
        ASSERT_TRUE(is_right) << question << ": " << toString(path.status()) << ", length " << path.length() << ", optimum "
                              << optima[i];
        ASSERT_EQ(toString(fast.status()), toString(path.status())) << question;
        if (!path.isComplete()) continue;
        ASSERT_EQ(world.faults(path, start, goals[i], radius), "") << question;
        ASSERT_EQ(world.faults(fast, start, goals[i], radius), "") << question;
        const double ratio = optima[i] > 1e-3 ? fast.length() / optima[i] : 1;
        ASSERT_LE(ratio, 1.05 + 1e-6) << question;
        ratios.worst_fast = std::max(ratios.worst_fast, ratio);
        ratios.sum_fast += ratio;
        ++ratios.count;
    }
}

template <typename DrawPoint>
void compareScene(PathWorld& world, std::span<const double> radii, int start_count, Random& random, Ratios& ratios,
                  const DrawPoint& drawPoint)
{
    for (const double radius : radii)
    {
        const oracle::TangentGraph graph(world.boundary, radius);
        for (int i = 0; i < start_count; ++i)
        {
            const auto start = drawPoint(world.scene, world.boundary, radius, random);
            std::vector<Vec2> goals;
            for (int k = 0; start && k < 6; ++k)
                if (const auto goal = drawPoint(world.scene, world.boundary, radius, random)) goals.push_back(*goal);
            if (start) compareWithTangents(world, graph, *start, goals, radius, ratios);
            if (testing::Test::HasFatalFailure()) return;
        }
    }
}

void expectSound(const Ratios& ratios, int least_count)
{
    EXPECT_GE(ratios.count, least_count);
    EXPECT_LE(ratios.unclear, ratios.count / 200);
    EXPECT_LE(ratios.sum_fast / ratios.count, 1.01);
    testing::Test::RecordProperty("compared", ratios.count);
    testing::Test::RecordProperty("unclear", ratios.unclear);
    testing::Test::RecordProperty("worst_fast", std::to_string(ratios.worst_fast));
    testing::Test::RecordProperty("mean_fast", std::to_string(ratios.sum_fast / ratios.count));
}

/// Scenes of 40 to 400 vertices, meshes of every kind.
TEST(ShortestPath, ThereIsNoShorterOneByBruteForce)
{
    const int scene_count = test::testScale() == 1 ? 15 : 45;
    Random random(31, 1);
    Ratios ratios;
    for (int i = 0; i < scene_count; ++i)
    {
        const auto kind = static_cast<PathSceneKind>(i % test::kPathSceneKindCount);
        const auto mesh_kind = static_cast<PathMeshKind>((2 * i + i / test::kPathSceneKindCount) % test::kPathMeshKindCount);
        PathWorld world = test::makePathWorld(kind, static_cast<std::uint64_t>(700 + i), 8 + (i * 7) % 23, mesh_kind);
        const double widest = sampleWidest(world.scene, world.boundary);
        const double radii[] = {0, 1e-5, 0.03 * widest, 0.15 * widest, 0.4 * widest, 0.7 * widest};
        compareScene(world, radii, 3 * std::min(test::testScale(), 4), random, ratios, drawFreePoint);
        if (HasFatalFailure()) return;
    }
    expectSound(ratios, 500 * std::min(test::testScale(), 10));
}

/// Boxes on whole numbers: gaps of exactly twice the radius, tangents along walls, starts on portals and vertices.
TEST(ShortestPath, ThereIsNoShorterOneOnALattice)
{
    Random random(31, 2);
    Ratios ratios;
    const double radii[] = {0, 0.25, 0.5, 0.75, 1, 1.5};
    for (int i = 0; i < 10 * test::testScale(); ++i)
    {
        const auto mesh_kind = static_cast<PathMeshKind>(i % test::kPathMeshKindCount);
        PathWorld world = test::makePathWorld(PathSceneKind::lattice, static_cast<std::uint64_t>(900 + i), 6 + i % 20, mesh_kind);
        compareScene(world, radii, 2, random, ratios, drawHalfIntegerPoint);
        compareScene(world, radii, 2, random, ratios, drawFreePoint);
        if (HasFatalFailure()) return;
    }
    expectSound(ratios, 500 * test::testScale());
}

TEST(ShortestPath, ThereIsNoShorterOneOnAGridOfSquares)
{
    Random random(31, 3);
    Ratios ratios;
    for (int i = 0; i < 5 * test::testScale(); ++i)
    {
        SquareGrid grid{static_cast<int>(6 + random.below(8)), static_cast<int>(6 + random.below(8)), {0, 0}, 1, {}};
        for (int k = 0; k < grid.columns * grid.rows; ++k) grid.passable.push_back(random.below(6) > 0);
        grid.passable[0] = 1;
        PathWorld world = test::makeGridWorld(grid);
        const double radii[] = {0, 0.2, 0.5, 0.9, 1};
        compareScene(world, radii, 2, random, ratios, drawHalfIntegerPoint);
        compareScene(world, radii, 2, random, ratios, drawFreePoint);
        if (HasFatalFailure()) return;
    }
    expectSound(ratios, 100 * test::testScale());
}

/// Larger than the random ones: up to 804 vertices.
TEST(ShortestPath, ThereIsNoShorterOneInBuiltInScenes)
{
    Random random(31, 8);
    Ratios ratios;
    int i = 0;
    for (const char* name : {"mckenna", "cross", "rooms", "fig17", "ill_conditioned", "city500"})
    {
        const Scene scene = buildScene(name).value();
        const bool is_large = scene.points().size() > 700;
        for (int k = 0; k < (test::testScale() == 1 ? 1 : test::kPathMeshKindCount); ++k, ++i)
        {
            const auto mesh_kind = static_cast<PathMeshKind>(i % test::kPathMeshKindCount);
            PathWorld world(std::string(name) + " " + toString(mesh_kind), scene, test::buildPathMesh(scene, mesh_kind, 2));
            const double all_radii[] = {0.3, 0, 1, 2.5};
            compareScene(world, std::span(all_radii).first(is_large && test::testScale() == 1 ? 1 : 4), 4, random, ratios,
                         drawFreePoint);
            if (HasFatalFailure()) return;
        }
    }
    expectSound(ratios, 200);
}

TEST(ShortestPath, TheLengthDoesNotDependOnHowTheMeshWasCut)
{
    Random random(31, 4);
    int compared = 0;
    for (int i = 0; i < 8 * test::testScale(); ++i)
    {
        const auto kind = static_cast<PathSceneKind>((4 * i) % test::kPathSceneKindCount);
        const Scene scene = test::makePathScene(kind, static_cast<std::uint64_t>(1100 + i), 12);
        std::vector<PathWorld> worlds;
        for (int m = 0; m < test::kPathMeshKindCount; ++m)
            for (int seed = 0; seed < (m + 1 == test::kPathMeshKindCount ? 3 : 1); ++seed)
                worlds.emplace_back(scene, static_cast<PathMeshKind>(m), static_cast<std::uint64_t>(seed));
        for (int k = 0; k < 15; ++k)
        {
            const double radius = k % 5 == 0 ? 0 : random.uniform(0, 1.2);
            const auto start = drawFreePoint(scene, worlds[0].boundary, radius, random);
            const auto goal = drawFreePoint(scene, worlds[0].boundary, radius, random);
            if (!start || !goal) continue;
            const Path first = worlds[0].find(*start, *goal, radius);
            for (PathWorld& world : worlds)
            {
                const Path path = world.find(*start, *goal, radius);
                ASSERT_EQ(toString(path.status()), toString(first.status())) << world.describe(*start, *goal, radius);
                ASSERT_NEAR(path.length(), first.length(), 1e-7 * (1 + first.length())) << world.describe(*start, *goal, radius);
                ++compared;
            }
        }
    }
    EXPECT_GT(compared, 300);
}

/// Meshes of somebody else need not lie on a lattice: everything is divided by three.
TEST(ShortestPath, ThereIsNoShorterOneOnMeshesOffTheLattice)
{
    Random random(31, 9);
    int compared = 0;
    for (int i = 0; i < 15 * test::testScale(); ++i)
    {
        const auto kind = static_cast<PathSceneKind>(i % test::kPathSceneKindCount);
        const Scene scene = test::makePathScene(kind, static_cast<std::uint64_t>(1700 + i), 4 + i % 9);
        const NavMesh whole = test::buildPathMesh(scene, i % 2 ? PathMeshKind::flipped : PathMeshKind::merged, 3);
        PolygonMesh polygons;
        const Vec2 origin = scene.points()[0];
        for (const NavMesh::Vertex& vertex : whole.vertices()) polygons.vertices.push_back({(vertex.position - origin) / 3, 0});
        for (CellId c = 0; c < whole.cells().size(); ++c)
        {
            polygons.cells.emplace_back();
            for (const NavMesh::Side& side : whole.sides(c)) polygons.cells.back().push_back(side.from);
        }
        const auto mesh = buildNavMesh(polygons);
        if (!mesh) continue; // a sliver was turned inside out
        const double quantum = mesh->frame().quantum;
        PathFinder finder(buildClearance(*mesh).value());
        const std::vector<Segment> boundary = oracle::findBoundary(*mesh);
        for (const double radius : {0.0, quantum / 4, 3 * quantum, 0.05, 0.2})
        {
            const oracle::TangentGraph graph(boundary, radius, std::max(1e-9, 2.5 * quantum));
            for (int k = 0; k < 8; ++k)
            {
                const double room = 3 * radius + 9 * quantum;
                const auto drawn_start = drawFreePoint(scene, oracle::findBoundary(scene), room, random);
                const auto drawn_goal = drawFreePoint(scene, oracle::findBoundary(scene), room, random);
                if (!drawn_start || !drawn_goal) continue;
                const Vec2 start = (*drawn_start - origin) / 3, goal = (*drawn_goal - origin) / 3;
                const double optimum = graph.computeLength(start, goal);
                const Path path = finder.find(start, goal, {.radius = radius, .fit_tolerance = 0});
                std::ostringstream question;
                question.precision(17);
                question << toString(kind) << " " << i << " (" << start.x << ", " << start.y << ") to (" << goal.x << ", "
                         << goal.y << "), radius " << radius;
                ASSERT_EQ(path.status() == PathStatus::complete, std::isfinite(optimum)) << question.str();
                if (!path.isComplete()) continue;
                ++compared;
                ASSERT_NEAR(path.length(), optimum, 1e-6 * (1 + optimum)) << question.str();
                ASSERT_EQ(oracle::findFaults(path, boundary, {start, goal, radius, quantum}), "") << question.str();
            }
        }
    }
    EXPECT_GT(compared, 150);
}

/// d(a,c) <= d(a,b) + d(b,c), d(a,b) = d(b,a), at least the straight line, and longer for the larger disc.
TEST(ShortestPath, LengthsAreDistances)
{
    Random random(31, 5);
    int tried = 0;
    for (int i = 0; i < 20 * test::testScale(); ++i)
    {
        const auto kind = static_cast<PathSceneKind>((7 * i) % test::kPathSceneKindCount);
        const auto mesh_kind = static_cast<PathMeshKind>(i % test::kPathMeshKindCount);
        PathWorld world = test::makePathWorld(kind, static_cast<std::uint64_t>(1300 + i), 15, mesh_kind);
        for (int k = 0; k < 20; ++k)
        {
            const double radius = k % 4 == 0 ? 0 : random.uniform(0, 0.8);
            Vec2 p[3];
            bool is_drawn = true;
            for (Vec2& q : p)
            {
                const auto drawn = drawFreePoint(world.scene, world.boundary, radius, random);
                is_drawn = is_drawn && drawn;
                if (drawn) q = *drawn;
            }
            if (!is_drawn) continue;
            const Path ab = world.find(p[0], p[1], radius), bc = world.find(p[1], p[2], radius),
                       ac = world.find(p[0], p[2], radius);
            const Path ba = world.find(p[1], p[0], radius);
            const std::string question = world.describe(p[0], p[1], radius);
            ASSERT_EQ(toString(ab.status()), toString(ba.status())) << question;
            ASSERT_NEAR(ab.length(), ba.length(), 1e-9 * (1 + ab.length())) << question;
            if (!ab.isComplete() || !bc.isComplete()) continue;
            ++tried;
            ASSERT_TRUE(ac.isComplete()) << question << ", then to " << p[2].x << " " << p[2].y;
            ASSERT_LE(ac.length(), ab.length() + bc.length() + 1e-9 * (1 + ac.length())) << question;
            ASSERT_GE(ab.length(), distance(p[0], p[1]) * (1 - 1e-12)) << question;
            const Path smaller = world.find(p[0], p[1], radius * random.uniform(0.2, 0.999));
            ASSERT_TRUE(smaller.isComplete()) << question;
            ASSERT_LE(smaller.length(), ab.length() + 1e-9 * (1 + ab.length())) << question;
        }
    }
    EXPECT_GT(tried, 150 * test::testScale());
}

TEST(ShortestPath, AVerySmallDiscGoesAlmostLikeAPoint)
{
    Random random(31, 6);
    for (int i = 0; i < 8 * test::testScale(); ++i)
    {
        const auto kind = static_cast<PathSceneKind>((2 * i) % test::kPathSceneKindCount);
        PathWorld world = test::makePathWorld(kind, static_cast<std::uint64_t>(1500 + i), 15, PathMeshKind::triangulation);
        for (int k = 0; k < 20; ++k)
        {
            const auto start = drawFreePoint(world.scene, world.boundary, 1e-3, random);
            const auto goal = drawFreePoint(world.scene, world.boundary, 1e-3, random);
            if (!start || !goal) continue;
            const Path point = world.find(*start, *goal, 0);
            for (const double radius : {world.quantum / 100, world.quantum / 2, 1e-6})
            {
                const Path disc = world.find(*start, *goal, radius);
                const std::string question = world.describe(*start, *goal, radius);
                ASSERT_EQ(toString(disc.status()), toString(point.status())) << question;
                // Every bend costs at most an arc, and there are no more bends than pieces.
                const double allowed = static_cast<double>(disc.pieces().size() + 1) * 4 * radius + 1e-9 * (1 + point.length());
                ASSERT_NEAR(disc.length(), point.length(), allowed) << question;
            }
        }
    }
}

TEST(FastPath, IsAtMostATwentiethLongerInACity)
{
    const Scene scene = buildScene("city500").value();
    Random random(31, 7);
    double sum = 0;
    int count = 0;
    PathWorld world("city500", scene, test::buildPathMesh(scene, PathMeshKind::notches, 1));
    for (int i = 0; i < 60 * test::testScale(); ++i)
    {
        const double radius = i % 3 == 0 ? 0 : random.uniform(0, 3);
        const auto start = drawFreePoint(scene, world.boundary, radius, random);
        const auto goal = drawFreePoint(scene, world.boundary, radius, random);
        if (!start || !goal) continue;
        const Path shortest = world.find(*start, *goal, radius),
                   fast = world.find(*start, *goal, radius, PathOptions::Quality::fast);
        ASSERT_EQ(toString(shortest.status()), toString(fast.status()));
        if (!shortest.isComplete()) continue;
        const std::string question = world.describe(*start, *goal, radius);
        ASSERT_EQ(world.faults(shortest, *start, *goal, radius), "") << question;
        ASSERT_EQ(world.faults(fast, *start, *goal, radius), "") << question;
        ASSERT_GE(fast.length(), shortest.length() * (1 - 1e-9)) << question;
        ASSERT_LE(fast.length(), shortest.length() * 1.05) << question;
        sum += fast.length() / shortest.length();
        ++count;
    }
    ASSERT_GT(count, 40);
    EXPECT_LE(sum / count, 1.01);
}

} // namespace
} // namespace clearway
