// SPDX-License-Identifier: MIT
// Questions without a full answer: partial paths, nearest places that fit, and questions that make no sense.
#include <algorithm>

#include "tests/oracle/free_space.h"
#include "tests/path/support.h"

namespace clearway {
namespace {

using test::drawFreePoint;
using test::PathMeshKind;
using test::PathSceneKind;
using test::PathWorld;
using test::sampleWidest;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNaN = std::numeric_limits<double>::quiet_NaN();

oracle::FreeSpace makeFineSpace(const PathWorld& world, double radius)
{
    oracle::FreeSpace::Options options;
    options.segments_per_turn = 512;
    options.slack = 2.5 * world.quantum;
    return {world.scene, radius, options};
}

Vec2 endOf(const Path& path, Vec2 start) { return path.pieces().empty() ? start : planar(path.pieces().back().to); }

/// Walks are the shortest to where they end, and nothing that can be reached is nearer to the goal.
void expectNearest(PathWorld& world, const oracle::FreeSpace& space, Vec2 start, Vec2 goal, double radius, int& compared)
{
    const std::string question = world.describe(start, goal, radius);
    const Path path = world.findPartial(start, goal, radius);
    ASSERT_EQ(toString(path.status()), toString(PathStatus::partial)) << question;
    EXPECT_FALSE(path.isComplete());
    const Vec2 end = endOf(path, start);
    ASSERT_EQ(world.faults(path, start, end, radius), "") << question;
    const oracle::FreeSpace::Range range = space.computeReachableDistance(start, goal);
    const double off = 1e-6 + 4 * world.quantum;
    ASSERT_GE(distance(end, goal), range.low - off) << question << ", ends at " << end.x << " " << end.y;
    ASSERT_LE(distance(end, goal), range.high + off) << question << ", ends at " << end.x << " " << end.y;
    if (range.high - range.low < 0.01) ++compared;
    const double optimum =
        world.computeOptimum(start, end, radius - world.quantum - 1e-9 > 0 ? radius - world.quantum - 1e-9 : radius);
    ASSERT_LE(path.length(), optimum + 1e-5 * (1 + optimum)) << question << ", ends at " << end.x << " " << end.y;
}

TEST(PartialPath, EndsAtTheReachablePointNearestToTheGoal)
{
    Random random(41, 1);
    int asked = 0, compared = 0;
    for (int i = 0; i < 20 * test::testScale(); ++i)
    {
        constexpr PathSceneKind kKinds[] = {PathSceneKind::rooms, PathSceneKind::squares, PathSceneKind::lattice,
                                            PathSceneKind::crosses, PathSceneKind::stars};
        PathWorld world = test::makePathWorld(kKinds[i % 5], static_cast<std::uint64_t>(2000 + i), 12,
                                              static_cast<PathMeshKind>((i + i / 5) % test::kPathMeshKindCount));
        const double radius = random.uniform(0.1, 0.6) * sampleWidest(world.scene, world.boundary);
        const oracle::FreeSpace space = makeFineSpace(world, radius);
        for (int k = 0; k < 60; ++k)
        {
            // Goals in reach of the disc, too tight for it, and anywhere: in walls and outside.
            const auto start = drawFreePoint(world.scene, world.boundary, radius, random);
            auto goal = drawFreePoint(world.scene, world.boundary, k % 3 == 0 ? radius : 0, random);
            const Box2 box = world.scene.bounds().inflated(2);
            if (k % 3 == 2) goal = {{random.uniform(box.min.x, box.max.x), random.uniform(box.min.y, box.max.y)}};
            if (!start || !goal || space.connects(*start, *goal) != oracle::Answer::no) continue;
            if (space.fits(*start) != oracle::Answer::yes) continue;
            ++asked;
            expectNearest(world, space, *start, *goal, radius, compared);
            if (HasFatalFailure()) return;
        }
    }
    EXPECT_GT(asked, 300 * test::testScale());
    EXPECT_GT(compared, asked / 2);
}

TEST(PartialPath, OfAPointReachesTheWallInFrontOfTheGoal)
{
    // Two rooms without a door.
    const Scene scene = test::makeWktScene("MULTIPOLYGON(((0 0,4 0,4 4,0 4)),((5 0,9 0,9 4,5 4)))");
    for (int kind = 0; kind < test::kPathMeshKindCount; ++kind)
    {
        PathWorld world(scene, static_cast<PathMeshKind>(kind));
        const Path path = world.findPartial({1, 1}, {6, 2}, 0);
        ASSERT_EQ(path.status(), PathStatus::partial);
        EXPECT_EQ(path.widest(), -1);
        EXPECT_NEAR(distance(endOf(path, {1, 1}), Vec2{4, 2}), 0, 1e-9);
        const Path disc = world.findPartial({1, 1}, {6, 2}, 0.5);
        ASSERT_EQ(disc.status(), PathStatus::partial);
        EXPECT_NEAR(distance(endOf(disc, {1, 1}), Vec2{3.5, 2}), 0, 1e-7);
    }
}

TEST(PartialPath, ToAReachableGoalIsComplete)
{
    PathWorld world(buildScene("rooms").value());
    Random random(41, 2);
    for (int i = 0; i < 100; ++i)
    {
        const auto start = drawFreePoint(world.scene, world.boundary, 0.3, random);
        const auto goal = drawFreePoint(world.scene, world.boundary, 0.3, random);
        const Path path = world.find(*start, *goal, 0.3), partial = world.findPartial(*start, *goal, 0.3);
        if (path.isComplete())
        {
            EXPECT_EQ(partial.status(), PathStatus::complete);
            EXPECT_EQ(path.length(), partial.length());
        }
        else
            EXPECT_EQ(partial.status(), PathStatus::partial);
    }
}

TEST(PathSuggestion, IsTheNearestPlaceThatFits)
{
    Random random(41, 3);
    int asked = 0;
    for (int i = 0; i < 15 * test::testScale(); ++i)
    {
        const auto kind = static_cast<PathSceneKind>(i % test::kPathSceneKindCount);
        PathWorld world = test::makePathWorld(kind, static_cast<std::uint64_t>(2300 + i), 10,
                                              static_cast<PathMeshKind>(i % test::kPathMeshKindCount));
        const double radius = random.uniform(0.02, 0.7) * sampleWidest(world.scene, world.boundary);
        const oracle::FreeSpace space = makeFineSpace(world, radius);
        const auto fitting = drawFreePoint(world.scene, world.boundary, radius, random);
        if (!fitting) continue;
        for (int k = 0; k < 40; ++k)
        {
            const Box2 box = world.scene.bounds().inflated(1);
            const Vec2 p{random.uniform(box.min.x, box.max.x), random.uniform(box.min.y, box.max.y)};
            if (space.fits(p) != oracle::Answer::no) continue;
            ++asked;
            const Path bad_start = world.find(p, *fitting, radius), bad_goal = world.find(*fitting, p, radius);
            const std::string question = world.describe(p, *fitting, radius);
            const bool is_outside = !test::isInFreeSpace(world.scene, p);
            ASSERT_EQ(toString(bad_start.status()), toString(PathStatus::invalid)) << question;
            ASSERT_EQ(toString(bad_start.problem()),
                      toString(is_outside ? PathProblem::start_outside : PathProblem::start_too_tight))
                << question;
            ASSERT_EQ(toString(bad_goal.problem()),
                      toString(is_outside ? PathProblem::goal_outside : PathProblem::goal_too_tight))
                << question;
            ASSERT_TRUE(bad_start.hasSuggestion() && bad_goal.hasSuggestion()) << question;
            ASSERT_EQ(bad_start.suggestion(), bad_goal.suggestion()) << question;
            const Vec2 q = planar(bad_start.suggestion());
            ASSERT_TRUE(test::isInFreeSpace(world.scene, q) || oracle::computeBoundaryDistance(world.boundary, q) < 1e-8)
                << question;
            ASSERT_GE(oracle::computeBoundaryDistance(world.boundary, q), radius - std::max(1e-6, 2 * world.quantum)) << question;
            const oracle::FreeSpace::Range range = space.computeDistance(p);
            const double off = 1e-6 + 4 * world.quantum;
            ASSERT_GE(distance(p, q), range.low - off) << question << ": " << q.x << " " << q.y;
            ASSERT_LE(distance(p, q), range.high + off) << question << ": " << q.x << " " << q.y;
            // What is suggested is good enough for the next question.
            const Path next = world.find(q, *fitting, radius);
            ASSERT_NE(toString(next.status()), toString(PathStatus::invalid)) << question << ": " << q.x << " " << q.y;
        }
    }
    EXPECT_GT(asked, 100);
}

TEST(BadPathInput, RadiiThatAreNoneAreInvalid)
{
    PathWorld world(buildScene("rooms").value());
    Random random(41, 4);
    const Vec2 a = *drawFreePoint(world.scene, world.boundary, 0.5, random),
               b = *drawFreePoint(world.scene, world.boundary, 0.5, random);
    for (const double radius : {-1.0, -1e-300, kNaN, kInfinity, -kInfinity})
        for (const bool allow_partial : {false, true})
        {
            const Path path = world.finder.find(a, b, {.radius = radius, .allow_partial = allow_partial});
            EXPECT_EQ(toString(path.status()), toString(PathStatus::invalid)) << radius;
            EXPECT_EQ(toString(path.problem()), toString(PathProblem::bad_radius)) << radius;
            EXPECT_TRUE(path.pieces().empty() && path.faces().empty());
            EXPECT_EQ(path.length(), 0);
            EXPECT_EQ(path.clearance(), 0);
            EXPECT_FALSE(path.hasSuggestion());
        }
    EXPECT_TRUE(world.find(a, b, -0.0).isComplete()) << "minus zero is zero";
}

TEST(BadPathInput, AnEnormousDiscFitsNowhere)
{
    PathWorld world(buildScene("rooms").value());
    Random random(41, 5);
    const Vec2 a = *drawFreePoint(world.scene, world.boundary, 0.5, random),
               b = *drawFreePoint(world.scene, world.boundary, 0.5, random);
    for (const double radius : {1e3, 1e9, 1e150, 1e300, std::numeric_limits<double>::max()})
        for (const bool allow_partial : {false, true})
        {
            const Path path = world.finder.find(a, b, {.radius = radius, .allow_partial = allow_partial});
            EXPECT_EQ(toString(path.status()), toString(PathStatus::invalid)) << radius;
            EXPECT_EQ(toString(path.problem()), toString(PathProblem::start_too_tight)) << radius;
            EXPECT_FALSE(path.hasSuggestion()) << radius;
        }
}

TEST(BadPathInput, PointsThatAreNoneAreInvalid)
{
    PathWorld world(buildScene("rooms").value());
    Random random(41, 6);
    const Vec2 a = *drawFreePoint(world.scene, world.boundary, 0.5, random);
    for (const Vec2 p : {Vec2{kNaN, 0}, Vec2{0, kNaN}, Vec2{kInfinity, 0}, Vec2{0, -kInfinity}})
        for (const bool allow_partial : {false, true})
        {
            const PathOptions options{.radius = 0.2, .allow_partial = allow_partial};
            EXPECT_EQ(toString(world.finder.find(a, p, options).problem()), toString(PathProblem::bad_point));
            EXPECT_EQ(toString(world.finder.find(p, a, options).problem()), toString(PathProblem::bad_point));
            EXPECT_EQ(toString(world.finder.find(p, p, options).status()), toString(PathStatus::invalid));
        }
    for (const Vec2 p : {Vec2{1e300, 0}, Vec2{-1e30, 1e30}, Vec2{1e9, 0}})
    {
        const Path path = world.find(a, p, 0.2);
        EXPECT_EQ(toString(path.problem()), toString(PathProblem::goal_outside)) << p.x;
        EXPECT_EQ(toString(world.find(p, a, 0.2).problem()), toString(PathProblem::start_outside)) << p.x;
    }
    EXPECT_EQ(toString(world.findPartial(a, {1e9, 0}, 0.2).status()), toString(PathStatus::partial));
    EXPECT_EQ(toString(world.findPartial({1e9, 0}, a, 0.2).problem()), toString(PathProblem::start_outside));
}

TEST(BadPathInput, AWallAVertexAndTheOutsideAreNamed)
{
    // A room with a pillar.
    const Scene scene = test::makeWktScene("POLYGON((0 0,10 0,10 10,0 10),(4 4,6 4,6 6,4 6))");
    for (int kind = 0; kind < test::kPathMeshKindCount; ++kind)
    {
        PathWorld world(scene, static_cast<PathMeshKind>(kind));
        EXPECT_EQ(world.find({5, 5}, {1, 1}, 0).problem(), PathProblem::start_outside) << "inside the pillar";
        EXPECT_EQ(world.find({1, 1}, {5, 5}, 0.5).problem(), PathProblem::goal_outside);
        EXPECT_EQ(world.find({-1, 5}, {1, 1}, 0.5).problem(), PathProblem::start_outside);
        EXPECT_EQ(world.find({4, 4}, {1, 1}, 0.5).problem(), PathProblem::start_too_tight) << "on a vertex";
        EXPECT_EQ(world.find({1, 1}, {0, 5}, 0.5).problem(), PathProblem::goal_too_tight) << "on a wall";
        EXPECT_EQ(world.find({1, 1}, {0.4, 5}, 0.5).problem(), PathProblem::goal_too_tight);
        EXPECT_EQ(world.find({4, 4}, {6, 6}, 0).status(), PathStatus::complete) << "a point may stand on vertices";
        EXPECT_NEAR(world.find({4, 4}, {6, 6}, 0).length(), 4, 1e-12);
        EXPECT_EQ(world.find({0, 0}, {10, 10}, 0).status(), PathStatus::complete) << "and in corners";
        EXPECT_EQ(world.find({-1, -1}, {5, 5}, -1).problem(), PathProblem::bad_radius) << "the radius comes first";
        EXPECT_EQ(world.find({-1, -1}, {5, 5}, 1).problem(), PathProblem::start_outside) << "then the start";
        EXPECT_EQ(world.finder.find({1, 1}, {2, 2}, {.radius = 0.1, .layer = 3}).problem(), PathProblem::start_outside);
        EXPECT_EQ(world.finder.find({1, 1}, {2, 2}, {.radius = 0.1, .layer = 0}).status(), PathStatus::complete);
    }
}

TEST(BadPathInput, TheStartMayBeTheGoal)
{
    const Scene scene = test::makeWktScene("POLYGON((0 0,10 0,10 10,0 10),(4 4,6 4,6 6,4 6))");
    for (int kind = 0; kind < test::kPathMeshKindCount; ++kind)
    {
        PathWorld world(scene, static_cast<PathMeshKind>(kind));
        for (const double radius : {0.0, 0.5, 2.0})
        {
            const Path path = world.find({2, 2}, {2, 2}, radius);
            EXPECT_EQ(path.status(), PathStatus::complete) << radius;
            EXPECT_EQ(path.length(), 0);
            EXPECT_NEAR(path.clearance(), 2, 1e-12);
            EXPECT_NEAR(path.widest(), 2, 1e-7);
            EXPECT_FALSE(path.faces().empty());
        }
        EXPECT_EQ(world.find({2, 2}, {2, 2}, 2.01).problem(), PathProblem::start_too_tight);
        EXPECT_EQ(world.find({5, 5}, {5, 5}, 0).problem(), PathProblem::start_outside);
    }
}

TEST(BadPathInput, EveryStatusAndProblemHasAName)
{
    for (const PathStatus status : {PathStatus::complete, PathStatus::partial, PathStatus::unreachable, PathStatus::invalid})
        EXPECT_FALSE(toString(status).empty());
    EXPECT_EQ(toString(PathStatus::partial), "partial");
    for (const PathProblem problem :
         {PathProblem::bad_radius, PathProblem::bad_point, PathProblem::bad_mesh, PathProblem::start_outside,
          PathProblem::goal_outside, PathProblem::start_too_tight, PathProblem::goal_too_tight})
        EXPECT_FALSE(toString(problem).empty());
}

TEST(BadPathInput, AMeshWithoutClearanceIsNamed)
{
    // Two floors joined at a side.
    PolygonMesh polygons;
    polygons.vertices = {{{0, 0}, 0}, {{1, 0}, 0}, {{2, 0}, 0}, {{2, 1}, 0}, {{1, 1}, 0}, {{0, 1}, 0}};
    polygons.cells = {{0, 1, 4, 5}, {1, 2, 3, 4}};
    polygons.layers = {0, 1};
    const Path path = findPath(buildNavMesh(polygons).value(), {0.5, 0.5}, {1.5, 0.5});
    EXPECT_EQ(toString(path.status()), toString(PathStatus::invalid));
    EXPECT_EQ(toString(path.problem()), toString(PathProblem::bad_mesh));
}

} // namespace
} // namespace clearway
