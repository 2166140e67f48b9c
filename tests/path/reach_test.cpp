// SPDX-License-Identifier: MIT
// A path is found if and only if there is one, and it keeps its distance: on all kinds of scenes and meshes, for all radii.
#include <algorithm>
#include <sstream>

#include <clearway/navmesh/query.h>

#include "tests/oracle/free_space.h"
#include "tests/path/support.h"

namespace clearway {
namespace {

using test::drawFreePoint;
using test::PathMeshKind;
using test::PathSceneKind;
using test::PathWorld;
using test::sampleWidest;

struct Tally
{
    int asked = 0;
    int found = 0;
    int unknown = 0;
};

/// Asks `count` random questions of one radius and compares with the polygons of GEOS.
void compareWithPolygons(PathWorld& world, double radius, int count, Random& random, Tally& tally)
{
    oracle::FreeSpace::Options options;
    options.segments_per_turn = 128;
    options.slack = radius > 0 ? std::max(1e-9, 2.5 * world.quantum) : 0;
    const oracle::FreeSpace space(world.scene, radius, options);
    for (int i = 0; i < count; ++i)
    {
        // Most points have room for the disc; the others must be refused.
        const bool is_tight = i % 8 == 7;
        const auto start = drawFreePoint(world.scene, world.boundary, is_tight && i % 16 == 7 ? 0 : radius, random);
        const auto goal = drawFreePoint(world.scene, world.boundary, is_tight && i % 16 == 15 ? 0 : radius, random);
        if (!start || !goal) return;
        ++tally.asked;
        const PathOptions::Quality quality = i % 3 == 0 ? PathOptions::Quality::fast : PathOptions::Quality::shortest;
        const Path path = world.find(*start, *goal, radius, quality);
        const std::string question = world.describe(*start, *goal, radius);
        const oracle::Answer start_fits = space.fits(*start), goal_fits = space.fits(*goal),
                             connects = space.connects(*start, *goal);
        if (path.status() == PathStatus::complete)
        {
            ++tally.found;
            ASSERT_EQ(world.faults(path, *start, *goal, radius), "") << question;
        }
        if (start_fits == oracle::Answer::unknown || goal_fits == oracle::Answer::unknown || connects == oracle::Answer::unknown)
        {
            ++tally.unknown;
            continue;
        }
        const PathProblem problem = start_fits == oracle::Answer::no  ? PathProblem::start_too_tight
                                    : goal_fits == oracle::Answer::no ? PathProblem::goal_too_tight
                                                                      : PathProblem::none;
        const PathStatus status = problem != PathProblem::none      ? PathStatus::invalid
                                  : connects == oracle::Answer::yes ? PathStatus::complete
                                                                    : PathStatus::unreachable;
        ASSERT_EQ(toString(path.problem()), toString(problem)) << question;
        ASSERT_EQ(toString(path.status()), toString(status)) << question << ", widest " << path.widest();
    }
}

void compareForAllRadii(PathWorld& world, int radius_count, int count, Random& random, Tally& tally)
{
    const double widest = sampleWidest(world.scene, world.boundary);
    for (int i = 0; i < radius_count; ++i)
    {
        const double share = (i + random.uniform()) / radius_count;
        compareWithPolygons(world, i == 0 ? 0 : widest * share * share, count, random, tally);
        if (testing::Test::HasFatalFailure()) return;
    }
}

void expectSound(const Tally& tally)
{
    EXPECT_GT(tally.found, tally.asked / 4);
    EXPECT_LT(tally.found, tally.asked * 95 / 100);
    EXPECT_LT(tally.unknown, tally.asked / 100 + 1);
    testing::Test::RecordProperty("asked", tally.asked);
    testing::Test::RecordProperty("found", tally.found);
    testing::Test::RecordProperty("unknown", tally.unknown);
}

/// 10,000 questions on 30 scenes; ten times as many on 100 in the deep tests.
TEST(PathReach, APathIsFoundExactlyWhenTheDiscCanTravel)
{
    const int scale = test::testScale(), scene_count = scale == 1 ? 30 : 100;
    const int radius_count = scale == 1 ? 4 : 8, count = 10000 * scale / scene_count / radius_count + 1;
    Tally tally;
    Random random(2026, 1);
    for (int i = 0; i < scene_count; ++i)
    {
        const auto kind = static_cast<PathSceneKind>(i % test::kPathSceneKindCount);
        const auto mesh_kind = static_cast<PathMeshKind>((i + i / test::kPathSceneKindCount) % test::kPathMeshKindCount);
        PathWorld world = test::makePathWorld(kind, static_cast<std::uint64_t>(100 + i), 6 + i % 13, mesh_kind);
        compareForAllRadii(world, radius_count, count, random, tally);
        if (HasFatalFailure()) return;
    }
    EXPECT_GE(tally.asked, 9000 * scale);
    expectSound(tally);
}

TEST(PathReach, TheSameHoldsOnGridsOfSquares)
{
    Tally tally;
    Random random(2026, 2);
    for (int i = 0; i < 6 * test::testScale(); ++i)
    {
        SquareGrid grid{static_cast<int>(5 + random.below(10)), static_cast<int>(5 + random.below(10)), {0.1, -3.75}, 0.75, {}};
        for (int k = 0; k < grid.columns * grid.rows; ++k) grid.passable.push_back(random.below(5) > 0);
        grid.passable[0] = 1;
        PathWorld world = test::makeGridWorld(grid);
        compareForAllRadii(world, 3, 60, random, tally);
        if (HasFatalFailure()) return;
    }
    expectSound(tally);
}

/// Imported cells: walls in many straight pieces, no corner on the lattice, rooms that are symmetric up to a quantum.
TEST(PathReach, TheSameHoldsOnSquareCellsOffTheLattice)
{
    Random random(2026, 6);
    int found = 0, unreachable = 0;
    for (int i = 0; i < 60 * test::testScale(); ++i)
    {
        const auto columns = static_cast<VertexId>(2 + random.below(6)), rows = static_cast<VertexId>(1 + random.below(6));
        const double sizes[] = {1 / 3.0, 1 / 7.0, 0.1, 0.3, 1};
        const double size = sizes[random.below(5)];
        PolygonMesh polygons;
        for (VertexId y = 0; y <= rows; ++y)
            for (VertexId x = 0; x <= columns; ++x) polygons.vertices.push_back({{x * size, y * size}, 0});
        for (VertexId y = 0; y < rows; ++y)
            for (VertexId x = 0; x < columns; ++x)
            {
                const VertexId v = (columns + 1) * y + x;
                if (random.below(4) > 0 || x + y == 0) polygons.cells.push_back({v, v + 1, v + columns + 2, v + columns + 1});
            }
        const NavMesh mesh = buildNavMesh(polygons).value();
        const std::vector<Segment> boundary = oracle::findBoundary(mesh);
        PathFinder finder(buildClearance(mesh).value());
        const double radius = i % 3 == 0 ? 0 : random.uniform(0, 0.6) * size;
        const oracle::TangentGraph graph(boundary, radius);
        for (std::uint64_t k = 0; k < 12; ++k)
        {
            const RandomPointOptions options{.seed = 5, .index = 2 * k, .radius = radius},
                next{.seed = 5, .index = 2 * k + 1, .radius = radius};
            const Place start = findRandomPoint(mesh, options), goal = findRandomPoint(mesh, next);
            if (!start || !goal) continue;
            const double optimum = graph.computeLength(start, goal);
            const Path path = finder.find(start, goal, {.radius = radius, .fit_tolerance = 0});
            std::ostringstream question;
            question.precision(17);
            question << i << ": " << columns << " x " << rows << " of " << size << ", (" << start.position.x << ", "
                     << start.position.y << ") to (" << goal.position.x << ", " << goal.position.y << "), radius " << radius;
            ASSERT_EQ(toString(path.status()), toString(std::isfinite(optimum) ? PathStatus::complete : PathStatus::unreachable))
                << question.str();
            ++(path.isComplete() ? found : unreachable);
            if (!path.isComplete()) continue;
            ASSERT_NEAR(path.length(), optimum, 1e-6 * (1 + optimum)) << question.str();
            ASSERT_EQ(oracle::findFaults(path, boundary, {start, goal, radius, mesh.frame().quantum}), "") << question.str();
        }
    }
    EXPECT_GT(found, 200);
    EXPECT_GT(unreachable, 20);
}

TEST(PathReach, BuiltInScenesAreAnsweredRight)
{
    Tally tally;
    Random random(2026, 3);
    int i = 0;
    for (const char* name :
         {"rooms", "cross", "donut", "doors", "maze", "comb", "ill_conditioned", "fig2", "fig7", "fig10", "fig11"})
    {
        const Scene scene = buildScene(name).value();
        const auto mesh_kind = static_cast<PathMeshKind>(i++ % test::kPathMeshKindCount);
        PathWorld world(std::string(name) + " " + toString(mesh_kind), scene, buildPathMesh(scene, mesh_kind, 1));
        compareForAllRadii(world, 2 * test::testScale(), 60, random, tally);
        if (HasFatalFailure()) return;
    }
    expectSound(tally);
}

/// The widest radius by the library, tried with the tangents of the oracle just below and just above.
TEST(PathReach, TheWidestRadiusIsWhereTheOracleStopsFindingAWay)
{
    Random random(2026, 4);
    int tried = 0;
    for (int i = 0; i < 15 * test::testScale(); ++i)
    {
        const auto kind = static_cast<PathSceneKind>(i % test::kPathSceneKindCount);
        PathWorld world = test::makePathWorld(kind, static_cast<std::uint64_t>(300 + i), 8, PathMeshKind::notches);
        for (int k = 0; k < 4; ++k)
        {
            const auto start = drawFreePoint(world.scene, world.boundary, 0.05, random);
            const auto goal = drawFreePoint(world.scene, world.boundary, 0.05, random);
            if (!start || !goal) break;
            const Path point_path = world.find(*start, *goal, 0);
            if (point_path.status() == PathStatus::unreachable)
            {
                EXPECT_EQ(point_path.widest(), -1);
                continue;
            }
            const double widest = point_path.widest();
            const std::string question = world.describe(*start, *goal, widest);
            ASSERT_GT(widest, 0) << question;
            ++tried;
            const double margin = 1e-7 * widest + 3 * world.quantum;
            ASSERT_TRUE(std::isfinite(world.computeOptimum(*start, *goal, widest - margin))) << question;
            ASSERT_FALSE(std::isfinite(world.computeOptimum(*start, *goal, widest + margin))) << question;
            ASSERT_NEAR(oracle::computeBoundaryDistance(world.boundary, planar(point_path.narrowestAt())), widest, margin)
                << question;

            const Path path = world.find(*start, *goal, widest);
            ASSERT_TRUE(path.isComplete()) << question;
            ASSERT_EQ(world.faults(path, *start, *goal, widest), "") << question;
            ASSERT_FALSE(world.find(*start, *goal, widest + 2.5 * world.quantum + 1e-9).isComplete()) << question;
        }
    }
    EXPECT_GT(tried, 20);
}

TEST(PathReach, TheWidestRadiusAgreesWithBisectionOverPaths)
{
    Random random(2026, 5);
    for (int i = 0; i < 10 * test::testScale(); ++i)
    {
        const auto kind = static_cast<PathSceneKind>((3 * i) % test::kPathSceneKindCount);
        const auto mesh_kind = static_cast<PathMeshKind>(i % test::kPathMeshKindCount);
        PathWorld world = test::makePathWorld(kind, static_cast<std::uint64_t>(500 + i), 10, mesh_kind);
        for (int k = 0; k < 3; ++k)
        {
            const auto start = drawFreePoint(world.scene, world.boundary, 0, random);
            const auto goal = drawFreePoint(world.scene, world.boundary, 0, random);
            if (!start || !goal || !world.find(*start, *goal, 0).isComplete()) continue;
            const double widest = world.find(*start, *goal, 0).widest();
            double passes = 0, fails = 100;
            while (fails - passes > world.quantum / 8)
            {
                const double radius = (passes + fails) / 2;
                (world.find(*start, *goal, radius, PathOptions::Quality::fast).isComplete() ? passes : fails) = radius;
            }
            ASSERT_NEAR(passes, widest, 1.5 * world.quantum + 1e-9) << world.describe(*start, *goal, widest);
        }
    }
}

} // namespace
} // namespace clearway
