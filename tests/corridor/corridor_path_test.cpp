// SPDX-License-Identifier: MIT
#include <clearway/corridor.h>

#include <cmath>

#include <gtest/gtest.h>

#include <clearway/navmesh.h>
#include <clearway/path.h>

#include "tests/corridor/corridor_scenes.h"
#include "tests/support/path_scenes.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::kCorridorScenes;

constexpr CorridorPathOptions::Kind kKinds[] = {CorridorPathOptions::Kind::backbone, CorridorPathOptions::Kind::shortest,
                                                CorridorPathOptions::Kind::roomy, CorridorPathOptions::Kind::smooth};

struct World
{
    explicit World(Scene s) : scene(std::move(s)), walls(test::listWalls(scene)), finder(buildCorridorMap(scene).value()) {}

    Scene scene;
    std::vector<Segment> walls;
    CorridorPathFinder finder;
};

std::string describe(Vec2 start, Vec2 goal, double radius)
{
    char text[160];
    std::snprintf(text, sizeof text, "%.17g,%.17g to %.17g,%.17g radius %.17g", start.x, start.y, goal.x, goal.y, radius);
    return text;
}

/// Every scene that the tests of corridors know, and random ones full of traps.
template <typename Visit>
void forEachWorld(Visit&& visit)
{
    for (const char* name : kCorridorScenes)
    {
        SCOPED_TRACE(name);
        visit(World(buildScene(name).value()));
    }
    for (int kind = 0; kind < test::kPathSceneKindCount; ++kind)
    {
        SCOPED_TRACE(test::toString(static_cast<test::PathSceneKind>(kind)));
        visit(World(test::makePathScene(static_cast<test::PathSceneKind>(kind), 4, 12)));
    }
}

/// Random questions whose discs fit at both ends and that have an answer: ask(start, goal, radius).
template <typename Ask>
void forEachQuestion(World& world, int count, std::uint64_t seed, Ask&& ask)
{
    const double largest = world.finder.map().diagram().largestClearance();
    Random random(seed);
    for (int i = 0; i < count * test::testScale(); ++i)
    {
        const double radius = i % 8 == 0 ? 0 : largest * random.uniform(0, 1) * random.uniform(0, 1);
        const auto start = test::drawPoint(world.scene, world.walls, radius, random);
        const auto goal = test::drawPoint(world.scene, world.walls, radius, random);
        if (start && goal && !::testing::Test::HasFatalFailure()) ask(*start, *goal, radius);
    }
}

/// Points on a path, at most `spacing` apart.
std::vector<Vec2> samplePath(const Path& path, double spacing)
{
    std::vector<Vec2> points;
    for (const Path::Piece& piece : path.pieces())
    {
        const int count = 1 + static_cast<int>(2 * piece.length() / spacing);
        for (int i = 0; i <= count; ++i) points.push_back(planar(piece.pointAt(static_cast<double>(i) / count)));
    }
    return points;
}

double measureClearance(const World& world, const Path& path, double spacing)
{
    double clearance = std::numeric_limits<double>::infinity();
    for (const Vec2 p : samplePath(path, spacing)) clearance = std::min(clearance, test::computeDistance(world.walls, p));
    return clearance;
}

/// From a point to a path: by halving what may hold the nearest point of each piece.
double measureDistance(const Path& path, Vec2 p)
{
    double best = std::numeric_limits<double>::infinity();
    for (const Path::Piece& piece : path.pieces())
    {
        double low = 0, high = 1;
        const auto off = [&](double t) { return distance(p, planar(piece.pointAt(t))); };
        Box2 box = computeBounds(Segment{planar(piece.from), planar(piece.to)});
        if (piece.shape == Path::Piece::Shape::parabola) box.add(planar(piece.center));
        if (!box.inflated(0.01).contains(p)) continue;
        for (int i = 0; i < 60; ++i)
        {
            const double first = low + (high - low) / 3, second = high - (high - low) / 3;
            (off(first) < off(second) ? high : low) = off(first) < off(second) ? second : first;
        }
        best = std::min(best, off(low));
    }
    return best;
}

/// Whether two paths with the same ends enclose no wall between them.
bool encloseNothing(const std::vector<Vec2>& first, const std::vector<Vec2>& second, const std::vector<Segment>& walls)
{
    std::vector<Vec2> loop = first;
    loop.insert(loop.end(), second.rbegin(), second.rend());
    for (const Segment& wall : walls)
    {
        const Vec2 along = wall.b - wall.a;
        const Vec2 behind = interpolate(wall.a, wall.b, 0.5) - perpendicular(along) * (1e-5 / length(along));
        int winding = 0;
        for (std::size_t i = 0; i < loop.size(); ++i)
        {
            const Vec2 a = loop[i] - behind, b = loop[(i + 1) % loop.size()] - behind;
            if ((a.y <= 0) == (b.y <= 0)) continue;
            const double side = cross(b - a, -a);
            if (b.y > a.y && side > 0) ++winding;
            if (b.y < a.y && side < 0) --winding;
        }
        if (winding != 0) return false;
    }
    return true;
}

TEST(CorridorPath, EveryKindLeadsFromStartToGoalWithoutGapsAndKeepsItsRadius)
{
    int found = 0;
    forEachWorld([&](World world) {
        forEachQuestion(world, 12, 41, [&](Vec2 start, Vec2 goal, double radius) {
            for (const CorridorPathOptions::Kind kind : kKinds)
            {
                SCOPED_TRACE(toString(kind));
                const Path path = world.finder.find(start, goal, {.kind = kind, .radius = radius, .preferred_clearance = 1});
                if (!path.isComplete()) return;
                ++found;
                ASSERT_FALSE(path.pieces().empty());
                ASSERT_EQ(planar(path.pieces().front().from), start);
                ASSERT_EQ(planar(path.pieces().back().to), goal);
                double length = 0;
                for (std::size_t i = 0; i < path.pieces().size(); ++i)
                {
                    length += path.pieces()[i].length();
                    if (i == 0) continue;
                    ASSERT_LT(distance(path.pieces()[i - 1].to, path.pieces()[i].from), 1e-9);
                }
                ASSERT_NEAR(length, path.length(), 1e-9 * (1 + length));
                const double clearance = measureClearance(world, path, 0.1);
                ASSERT_GE(clearance, radius - 1e-6) << describe(start, goal, radius);
                ASSERT_GE(path.clearance(), radius - 1e-6) << describe(start, goal, radius);
                ASSERT_LE(path.clearance(), clearance + 1e-9) << describe(start, goal, radius);
                ASSERT_GE(path.clearance(), clearance - 0.06) << describe(start, goal, radius);
            }
        });
    });
    EXPECT_GT(found, 400);
}

TEST(CorridorPath, TheShortestIsThatOfTheMeshWheneverNoObstacleIsBetweenThem)
{
    int same = 0, other = 0;
    forEachWorld([&](World world) {
        PathFinder meshes(buildClearance(buildNavMesh(world.scene).value()).value());
        forEachQuestion(world, 60, 43, [&](Vec2 start, Vec2 goal, double radius) {
            const Path path = world.finder.find(start, goal, {.kind = CorridorPathOptions::Kind::shortest, .radius = radius});
            const Path shortest = meshes.find(start, goal, {.radius = radius});
            ASSERT_EQ(path.isComplete(), shortest.isComplete());
            if (!path.isComplete()) return;
            ASSERT_GE(path.length(), shortest.length() - 1e-6) << describe(start, goal, radius);
            const bool is_same =
                encloseNothing(computePlanarPoints(path, 1e-6), computePlanarPoints(shortest, 1e-6), world.walls);
            (is_same ? same : other) += 1;
            if (!is_same) return;
            ASSERT_NEAR(path.length(), shortest.length(), 1e-6) << describe(start, goal, radius);
        });
    });
    EXPECT_GT(same, 450);
    EXPECT_GT(other, 20);
}

TEST(CorridorPath, TheShortestIsNoLongerThanTheOthers)
{
    forEachWorld([&](World world) {
        forEachQuestion(world, 40, 47, [&](Vec2 start, Vec2 goal, double radius) {
            const auto lengthOf = [&](CorridorPathOptions::Kind kind) {
                return world.finder.find(start, goal, {.kind = kind, .radius = radius}).length();
            };
            const double shortest = lengthOf(CorridorPathOptions::Kind::shortest);
            for (const CorridorPathOptions::Kind kind : kKinds)
                ASSERT_LE(shortest, lengthOf(kind) + 1e-6) << toString(kind) << " " << describe(start, goal, radius);
        });
    });
}

/// Farther than the preferred clearance from both ends a roomy path keeps that clearance, or it is on the backbone. Beside a
/// point of the path is the backbone point it lies on; where it lies on none, there is room.
TEST(CorridorPath, ARoomyPathKeepsThePreferredClearanceOrTheMiddle)
{
    int in_room = 0, squeezed = 0;
    forEachWorld([&](World world) {
        forEachQuestion(world, 6, 53, [&](Vec2 start, Vec2 goal, double radius) {
            for (const double preferred : {0.5, 2.0})
            {
                const CorridorPathOptions options{
                    .kind = CorridorPathOptions::Kind::roomy, .radius = radius, .preferred_clearance = preferred};
                const Path path = world.finder.find(start, goal, options);
                if (!path.isComplete()) continue;
                const double wanted = std::max(preferred, radius);
                CorridorPathOptions middle = options;
                middle.kind = CorridorPathOptions::Kind::backbone;
                const Path backbone = world.finder.find(start, goal, middle);
                for (const Vec2 p : samplePath(path, 0.3))
                {
                    if (distance(p, start) <= wanted || distance(p, goal) <= wanted) continue;
                    const double clearance = test::computeDistance(world.walls, p);
                    if (clearance >= wanted - 1e-6)
                    {
                        ++in_room;
                        continue;
                    }
                    ++squeezed;
                    ASSERT_LE(measureDistance(backbone, p), 1e-6)
                        << clearance << " of " << wanted << " " << describe(start, goal, radius);
                }
            }
        });
    });
    EXPECT_GT(in_room, 1000);
    EXPECT_GT(squeezed, 1000);
}

TEST(CorridorPath, ASmoothPathNeverTurnsOnTheSpot)
{
    double sharpest = 0;
    forEachWorld([&](World world) {
        forEachQuestion(world, 40, 59, [&](Vec2 start, Vec2 goal, double radius) {
            const Path path = world.finder.find(start, goal, {.kind = CorridorPathOptions::Kind::smooth, .radius = radius});
            if (!path.isComplete()) return;
            const double digits =
                std::abs(start.x) + std::abs(start.y) > 1e5 ? 1e-3 : 1e-6; // far out a nanometre is the last one
            ASSERT_LE(computeLargestTurn(path), digits) << describe(start, goal, radius);
            // Measured, not told: the direction between points near each other turns no more than the curvature allows.
            for (const Path::Piece& piece : path.pieces())
            {
                const double bend = std::abs(cross(planar(piece.directionAt(0.5)), planar(piece.directionAt(0.5 + 1e-3))));
                ASSERT_LE(bend, 1e-3 * piece.length() * computeLargestCurvature(path) * 1.01 + 1e-9);
            }
            sharpest = std::max(sharpest, computeLargestTurn(path));
            ASSERT_LE(computeLargestCurvature(path) * radius, 1 + 1e-3) << describe(start, goal, radius);
        });
    });
    RecordProperty("sharpest", std::to_string(sharpest));
}

TEST(CorridorPath, AroundACornerItIsTwoTangentsAndAnArc)
{
    // An L: from the left end to the upper end, around the corner at (2, 2).
    const Scene scene = test::makeRoom({{-8, 0}, {4, 0}, {4, 12}, {2, 12}, {2, 2}, {-8, 2}});
    const CorridorMap map = buildCorridorMap(scene).value();
    const Path path = findCorridorPath(map, {-6, 1}, {3, 10}, {.kind = CorridorPathOptions::Kind::shortest, .radius = 0.5});
    ASSERT_TRUE(path.isComplete());
    ASSERT_EQ(path.pieces().size(), 3u);
    EXPECT_EQ(path.pieces()[1].shape, Path::Piece::Shape::arc);
    EXPECT_LT(distance(path.pieces()[1].center, Vec3{2, 2, 0}), 1e-9);
    EXPECT_GT(path.pieces()[1].angle, 0);
    EXPECT_NEAR(path.clearance(), 0.5, 1e-9);
    EXPECT_NEAR(computeLargestCurvature(path), 2, 1e-9);
    EXPECT_LT(computeLargestTurn(path), 1e-9);
    // With more room wanted than there is, it follows the middle of the hall.
    const Path roomy = findCorridorPath(map, {-6, 0.5}, {3, 10},
                                        {.kind = CorridorPathOptions::Kind::roomy, .radius = 0.4, .preferred_clearance = 5});
    ASSERT_TRUE(roomy.isComplete());
    EXPECT_NEAR(roomy.pieces()[1].from.y, 1, 1e-9);
    // A smooth path rounds the corner as far as the start, the goal and the outer corner allow.
    const Path smooth = findCorridorPath(map, {-6, 1}, {3, 10},
                                         {.kind = CorridorPathOptions::Kind::smooth, .radius = 0.1, .preferred_clearance = 5});
    EXPECT_LT(computeLargestTurn(smooth), 1e-6);
    EXPECT_LT(computeLargestCurvature(smooth), 1.1);
    EXPECT_GT(smooth.clearance(), 0.5);
}

TEST(CorridorPath, ItSaysWhyThereIsNone)
{
    const CorridorMap map = buildCorridorMap(test::makeRoom({{0, 0}, {20, 0}, {20, 4}, {0, 4}})).value();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const CorridorPathOptions::Kind kind : kKinds)
    {
        const auto problemOf = [&](Vec2 start, Vec2 goal, CorridorPathOptions options) {
            options.kind = kind;
            const Path path = findCorridorPath(map, start, goal, options);
            EXPECT_EQ(path.status(), PathStatus::invalid);
            EXPECT_TRUE(path.pieces().empty());
            EXPECT_EQ(path.length(), 0);
            return path.problem();
        };
        EXPECT_EQ(problemOf({nan, 1}, {2, 2}, {}), PathProblem::bad_point);
        EXPECT_EQ(problemOf({-3, 1}, {2, 2}, {}), PathProblem::start_outside);
        EXPECT_EQ(problemOf({3, 1}, {2, 9}, {}), PathProblem::goal_outside);
        EXPECT_EQ(problemOf({3, 1}, {2, 2}, {.radius = 50}), PathProblem::start_too_tight);
        EXPECT_EQ(problemOf({3, 1}, {2, 2}, {.radius = nan}), PathProblem::bad_radius);
        EXPECT_EQ(problemOf({3, 1}, {2, 2}, {.preferred_clearance = nan}), PathProblem::bad_option);
        // Less than the radius counts as the radius; from a place to itself is no way at all.
        EXPECT_TRUE(
            findCorridorPath(map, {3, 1}, {17, 2}, {.kind = kind, .radius = 0.5, .preferred_clearance = -1}).isComplete());
        const Path still = findCorridorPath(map, {3, 1}, {3, 1}, {.kind = kind});
        EXPECT_TRUE(still.isComplete());
        EXPECT_TRUE(still.pieces().empty());
        EXPECT_NEAR(still.clearance(), 1, 1e-9);
        EXPECT_EQ(findCorridorPathKind(toString(kind)), kind);
    }
    EXPECT_FALSE(findCorridorPathKind("straight"));
    CorridorPathFinder finder(map);
    const Corridor corridor = findCorridor(map, {3, 1}, {17, 2}, {.radius = 0.3});
    EXPECT_TRUE(finder.findWithin(corridor, {3, 1}, {17, 2}, {.radius = 0.3}).isComplete());
    EXPECT_EQ(finder.findWithin(corridor, {3, 1}, {17, 2}, {.radius = 0.4}).problem(), PathProblem::bad_radius);
    EXPECT_EQ(finder.findWithin(Corridor(), {3, 1}, {17, 2}).status(), PathStatus::invalid);
}

} // namespace
} // namespace clearway
