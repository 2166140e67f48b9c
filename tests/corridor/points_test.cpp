// SPDX-License-Identifier: MIT
// Paths of all planners in the plane, as points: a disc that follows them from point to point touches no obstacle.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <clearway/corridor.h>
#include <clearway/field.h>
#include <clearway/path.h>

#include "geometry/arc_points.h"
#include "tests/corridor/corridor_scenes.h"
#include "tests/support/path_scenes.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::PathSceneKind;

constexpr double kRounding = 1e-9;    ///< metres; the scenes are some tens of metres large
constexpr double kWithoutRoom = 1e-4; ///< metres by which points may come nearer where nothing but the exact path passes
constexpr double kDeviation = 0.001;

/// The smallest distance between walls and the connections of points, from the point `first` on.
double computeClearance(std::span<const Segment> walls, std::span<const Vec2> points, std::size_t first = 0)
{
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t i = first + 1; i < points.size(); ++i)
        for (const Segment& wall : walls) best = std::min(best, distance(Segment{points[i - 1], points[i]}, wall));
    return best;
}

/// Expects that the points keep what the exact path keeps, up to the radius.
template <typename AnyPath>
void expectClear(const AnyPath& path, std::span<const Segment> walls, double radius, bool is_tight)
{
    const double promised = std::min(radius, path.clearance());
    const double found = computeClearance(walls, computePlanarPoints(path, kDeviation));
    EXPECT_GE(found, promised - (is_tight ? kWithoutRoom : kRounding));
}

bool isTight(const Path::Piece& piece) { return piece.shape != Path::Piece::Shape::line && piece.room < kDeviation; }

struct Counts
{
    int asked = 0;
    int with_room = 0; ///< of them: nowhere tight, so that nothing is forgiven
};

template <typename AnyPath>
void check(const AnyPath& path, std::span<const Segment> walls, double radius, Counts& counts)
{
    if (!path.isComplete()) return;
    const bool is_tight =
        std::any_of(path.pieces().begin(), path.pieces().end(), [](const auto& piece) { return isTight(piece); });
    expectClear(path, walls, radius, is_tight);
    ++counts.asked;
    counts.with_room += !is_tight;
}

void checkScene(const Scene& scene, std::uint64_t seed, Counts& counts)
{
    const std::vector<Segment> walls = test::listWalls(scene);
    CorridorPathFinder corridors(buildCorridorMap(scene).value());
    PathFinder finder(buildClearance(buildNavMesh(scene).value()).value());
    const double largest = corridors.map().diagram().largestClearance();
    Random random(seed, 91);
    for (int i = 0; i < 12; ++i)
    {
        const double radius = largest * random.uniform(0.02, 0.6);
        const auto start = test::drawPoint(scene, walls, radius, random);
        const auto goal = test::drawPoint(scene, walls, radius, random);
        if (!start || !goal) continue;
        SCOPED_TRACE(testing::Message() << "seed " << seed << " question " << i);
        check(finder.find(*start, *goal, {.radius = radius}), walls, radius, counts);
        for (const CorridorPathOptions::Kind kind : {CorridorPathOptions::Kind::backbone, CorridorPathOptions::Kind::shortest,
                                                     CorridorPathOptions::Kind::roomy, CorridorPathOptions::Kind::smooth})
            check(corridors.find(*start, *goal, {.kind = kind, .radius = radius, .preferred_clearance = 1.3 * radius}), walls,
                  radius, counts);
    }
}

TEST(PathsAsPoints, NeverComeNearerToAWallThanTheRadius)
{
    Counts counts;
    for (const PathSceneKind kind : {PathSceneKind::stars, PathSceneKind::rough, PathSceneKind::crosses, PathSceneKind::boxes,
                                     PathSceneKind::round, PathSceneKind::rooms})
        for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(3 * test::testScale()); ++seed)
        {
            SCOPED_TRACE(test::toString(kind));
            checkScene(test::makePathScene(kind, seed, 10), seed, counts);
        }
    EXPECT_GT(counts.asked, 500);
    EXPECT_GT(counts.with_room, counts.asked / 2);
}

TEST(PathsAsPoints, WaysDownFieldsKeepTheRadiusFromTheirSecondPointOn)
{
    int asked = 0;
    for (const PathSceneKind kind : {PathSceneKind::stars, PathSceneKind::rough, PathSceneKind::boxes})
    {
        const Scene scene = test::makePathScene(kind, 5, 10);
        const std::vector<Segment> walls = test::listWalls(scene);
        Random random(7, 92);
        for (int i = 0; i < 10 * test::testScale(); ++i)
        {
            const double radius = random.uniform(0.05, 0.5);
            const auto start = test::drawPoint(scene, walls, radius, random);
            const auto goal = test::drawPoint(scene, walls, radius, random);
            if (!start || !goal) continue;
            const FieldGrid grid = buildFieldGrid(scene, {.cell_size = 0.3, .radius = radius}).value();
            const auto field = buildField(grid, *goal);
            if (!field) continue;
            const Path path = field->findPath(*start);
            if (!path.isComplete()) continue;
            EXPECT_GE(computeClearance(walls, computePlanarPoints(path), 1), radius - kRounding)
                << test::toString(kind) << " question " << i;
            ++asked;
        }
    }
    EXPECT_GT(asked, 10);
}

/// A corner of a box, and an arc of 90 degrees around it: chords of the arc would cut 1 mm off.
TEST(PathsAsPoints, TheShortestPathThroughACorridorGoesAroundACornerAndNotOverIt)
{
    const Scene scene =
        test::makeRoom({{0, 0}, {30, 0}, {30, 30}, {0, 30}}, {{{0.001, 0.001}, {10, 0.001}, {10, 10}, {0.001, 10}}});
    const std::vector<Segment> walls = test::listWalls(scene);
    CorridorPathFinder finder(buildCorridorMap(scene).value());
    const double radius = 2;
    const Path path = finder.find({3, 12.5}, {12.5, 3}, {.kind = CorridorPathOptions::Kind::shortest, .radius = radius});
    ASSERT_TRUE(path.isComplete());
    EXPECT_NEAR(path.clearance(), radius, kRounding);
    EXPECT_GE(computeClearance(walls, computePlanarPoints(path, kDeviation)), radius - kRounding);
}

TEST(PathsAsPoints, AnArcOfMoreThanHalfATurnIsGoneAroundOnItsOwnSide)
{
    for (const double angle : {0.3, 2.0, std::numbers::pi, 3.3, 4.5, 6.0, -3.3, -6.0})
    {
        std::vector<Vec2> points = {{2, 0}};
        const ArcOfPath arc{{}, {2, 0}, {2 * std::cos(angle), 2 * std::sin(angle)}, angle};
        addPointsAroundArc(arc, 0.01, points);
        points.push_back(arc.to);
        double turned = 0, nearest = 9, farthest = 0;
        for (std::size_t i = 1; i < points.size(); ++i)
        {
            turned += std::atan2(cross(points[i - 1], points[i]), dot(points[i - 1], points[i]));
            nearest = std::min(nearest, distance(Vec2{}, Segment{points[i - 1], points[i]}));
            farthest = std::max(farthest, length(points[i]));
        }
        EXPECT_NEAR(turned, angle, 1e-9);
        EXPECT_GE(nearest, 2 - 1e-12) << angle;
        EXPECT_LE(farthest, 2.01 + 1e-12) << angle;
    }
}

} // namespace
} // namespace clearway
