// SPDX-License-Identifier: MIT
#include <clearway/group/stroke.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include <gtest/gtest.h>

#include <clearway/field/planner.h>

#include "tests/field/maps.h"
#include "tests/group/drawings.h"
#include "tests/oracle/polyline_oracle.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using namespace test;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kRadius = 0.3;
constexpr double kStep = 0.05; // of the oracle's samples

const std::vector<Ring>& obstacles()
{
    static const std::vector<Ring> rings = {makeBox(10, 8, 12, 10),   makeBox(20, 15, 24, 19), makeBox(30, 5, 30.2, 18),
                                            makeBox(6, 20, 14, 20.2), makeBox(28, 22, 31, 25), makeBox(17, 4, 19, 6)};
    return rings;
}

std::vector<Vec2> pins()
{
    std::vector<Vec2> middles;
    for (const Ring& ring : obstacles()) middles.push_back(computeCentroid(ring));
    return middles;
}

FieldGrid yardGrid() { return buildFieldGrid(makeYard(obstacles()), {.cell_size = 0.5, .radius = kRadius}).value(); }

/// How near a line comes to walls and obstacles, by points 1 cm apart.
double computeClearance(std::span<const Vec2> line, const std::vector<Ring>& rings, double width, double height)
{
    double nearest = std::numeric_limits<double>::infinity();
    const auto look = [&](Vec2 p) {
        nearest = std::min({nearest, p.x, p.y, width - p.x, height - p.y});
        for (Ring ring : rings)
        {
            if (classifyPoint(ring, p) == Side::inside) nearest = -1;
            ring.push_back(ring.front());
            nearest = std::min(nearest, oracle::computeDistance(p, ring));
        }
    };
    for (std::size_t i = 1; i < line.size(); ++i)
    {
        const int count = static_cast<int>(std::ceil(distance(line[i - 1], line[i]) / 0.01));
        for (int k = 0; k <= count; ++k) look(interpolate(line[i - 1], line[i], static_cast<double>(k) / std::max(count, 1)));
    }
    return nearest;
}

bool has(const StrokeRoute& route, StrokeReport::NoteKind kind)
{
    return std::any_of(route.report.notes.begin(), route.report.notes.end(),
                       [kind](const StrokeReport::Note& note) { return note.kind == kind; });
}

TEST(Stroke, ALineInTheOpenStaysWhereItWasDrawn)
{
    const FieldGrid grid = buildFieldGrid(makeYard({}), {.cell_size = 0.5, .radius = kRadius}).value();
    for (int seed = 0; seed < 20 * testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed), 1);
        const StrokeInput stroke = draw(makeKnots(random, 6), 300);
        const StrokeRoute route = cleanStroke(grid, stroke).value();
        ASSERT_EQ(route.status, StrokeRoute::Status::complete) << "seed " << seed;
        EXPECT_EQ(route.points.front(), stroke.points.front());
        EXPECT_EQ(route.points.back(), stroke.points.back());
        EXPECT_LT(oracle::computeFrechetDistance(route.points, stroke.points, kStep), 0.25 + kStep) << "seed " << seed;
        EXPECT_LT(route.points.size(), 60u);
        EXPECT_EQ(route.report.bridges, 0);
    }
}

/// Down the potential of the gap's far end, as an order to go there would lead.
StrokeBridge bridgeByField(const FieldGrid& grid)
{
    return [planner = std::make_shared<const FieldPlanner>(grid)](Vec2 from, Vec2 to) {
        const Path path = planner->find(from, to);
        std::vector<Vec2> way = computePlanarPoints(path);
        if (path.isUsable() && way.empty()) way = {from}; // both are in one cell
        return way;
    };
}

TEST(Stroke, EveryRouteKeepsTheRadiusFromEverything)
{
    const FieldGrid grid = yardGrid();
    int bridges = 0, moved = 0;
    for (int seed = 0; seed < 40 * testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed), 2);
        for (const StrokeBridge& bridge : {StrokeBridge(), bridgeByField(grid)})
        {
            const StrokeRoute route = cleanStroke(grid, draw(makeKnots(random, 8), 200), {.bridge = bridge}).value();
            ASSERT_TRUE(route) << "seed " << seed;
            EXPECT_GE(computeClearance(route.points, obstacles(), 40, 30), kRadius - 1e-6) << "seed " << seed;
            bridges += route.report.bridges;
            moved += route.report.moved;
        }
    }
    EXPECT_GT(bridges, 20);
    EXPECT_GT(moved, 20);
}

TEST(Stroke, TheSameLineAtTenRatesIsTheSameRoute)
{
    const FieldGrid grid = yardGrid();
    double worst = 0;
    for (int seed = 0; seed < 20 * testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed), 77);
        const auto knots = makeKnots(random, 8);
        const StrokeRoute expected = cleanStroke(grid, draw(knots, 2000)).value();
        // 70 m in 70 to 4000 points, steadily or by fits and starts.
        const int rates[10] = {70, 90, 130, 200, 300, 450, 700, 1000, 2000, 4000};
        for (int i = 0; i < 10; ++i)
        {
            const StrokeRoute route = cleanStroke(grid, draw(knots, rates[i], i % 2 ? 0.5 : 0.0)).value();
            ASSERT_EQ(route.status, expected.status);
            const double apart = oracle::computeFrechetDistance(expected.points, route.points, kStep);
            worst = std::max(worst, apart);
            EXPECT_LT(apart, 0.5) << "seed " << seed << " rate " << rates[i];
            EXPECT_TRUE(oracle::isSameHomotopy(expected.points, route.points, pins())) << "seed " << seed << " rate " << rates[i];
        }
    }
    RecordProperty("worst_millimetres", static_cast<int>(worst * 1000));
}

TEST(Stroke, FiveCentimetresOfNoiseMakeNoDifferenceOnFreeGroundAndHardlyAnyElsewhere)
{
    // On free ground always. Where the drawing goes through obstacles a few of a hundred hang on less than the noise: they end on
    // the border of a wall, or lead through the middle of an obstacle.
    const FieldGrid grid = yardGrid();
    int on_ground = 0, different = 0, other_side = 0;
    const int count = 100 * testScale();
    for (int seed = 0; seed < count; ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed), 77);
        const auto knots = makeKnots(random, seed % 2 ? 8 : 4);
        const StrokeRoute expected = cleanStroke(grid, draw(knots, 500)).value();
        const StrokeRoute route = cleanStroke(grid, shake(draw(knots, 100 << seed % 4), 0.05, random)).value();
        const double apart = oracle::computeFrechetDistance(expected.points, route.points, kStep);
        const bool is_same = oracle::isSameHomotopy(expected.points, route.points, pins());
        different += apart > 0.5;
        other_side += !is_same;
        if (expected.report.moved + expected.report.left_out + route.report.moved + route.report.left_out > 0) continue;
        ++on_ground;
        EXPECT_LT(apart, 0.25) << "seed " << seed;
        EXPECT_TRUE(is_same) << "seed " << seed;
    }
    EXPECT_GT(on_ground, count / 8);
    EXPECT_LE(different, count * 3 / 100);
    EXPECT_LE(other_side, count / 100);
}

TEST(Stroke, ToldBackwardsInTimeItIsTheSameStroke)
{
    const FieldGrid grid = yardGrid();
    for (int seed = 0; seed < 10 * testScale(); ++seed)
    {
        Random random(static_cast<std::uint64_t>(seed), 5);
        const StrokeInput stroke = draw(makeKnots(random, 8), 200);
        StrokeInput backwards = stroke;
        std::reverse(backwards.points.begin(), backwards.points.end());
        std::reverse(backwards.times.begin(), backwards.times.end());
        const StrokeRoute route = cleanStroke(grid, stroke).value(), same = cleanStroke(grid, backwards).value();
        EXPECT_EQ(route.points, same.points);
        EXPECT_EQ(same.report.reordered, 199);
        // Without times it is the way back.
        backwards.times.clear();
        StrokeRoute back = cleanStroke(grid, backwards).value();
        std::reverse(back.points.begin(), back.points.end());
        EXPECT_LT(oracle::computeFrechetDistance(route.points, back.points, kStep), 0.5) << "seed " << seed;
        EXPECT_TRUE(oracle::isSameHomotopy(route.points, back.points, pins())) << "seed " << seed;
    }
}

TEST(Stroke, AWallThatIsDrawnThroughIsPassedByItsNearerEnd)
{
    // A wall from y = 5 to y = 18 in the way; drawn through it near the lower end.
    const FieldGrid grid = yardGrid();
    const StrokeRoute route = cleanStroke(grid, {.points = {{25, 8}, {35, 8}}}).value();
    EXPECT_EQ(route.status, StrokeRoute::Status::complete);
    EXPECT_EQ(route.report.bridges, 1);
    ASSERT_EQ(route.report.notes.size(), 1u);
    const StrokeReport::Note& note = route.report.notes[0];
    EXPECT_EQ(note.kind, StrokeReport::NoteKind::bridged);
    EXPECT_NEAR(note.place.x, 29.4, 0.6);
    EXPECT_NEAR(note.other.x, 30.8, 0.6);
    EXPECT_GT(note.length, 5);
    EXPECT_LT(note.length, 12);
    const std::vector<Vec2> below = {{25, 8}, {30, 3}, {35, 8}}, above = {{25, 8}, {30, 21}, {35, 8}};
    EXPECT_TRUE(oracle::isSameHomotopy(route.points, below, pins()));
    EXPECT_FALSE(oracle::isSameHomotopy(route.points, above, pins()));
}

TEST(Stroke, AlongAWallItIsMovedAside)
{
    const FieldGrid grid = yardGrid();
    const StrokeRoute route = cleanStroke(grid, {.points = {{5, 0.1}, {30, 0.1}}}).value();
    EXPECT_EQ(route.status, StrokeRoute::Status::complete);
    EXPECT_EQ(route.report.bridges, 0);
    EXPECT_TRUE(has(route, StrokeReport::NoteKind::moved));
    EXPECT_EQ(route.points.size(), 2u);
    EXPECT_LT(route.points.front().y, 0.8);
}

TEST(Stroke, OnePlaceIsAGoal)
{
    const FieldGrid grid = yardGrid();
    for (const std::vector<Vec2>& points :
         {std::vector<Vec2>{{5, 5}}, std::vector<Vec2>(50, {5, 5}), std::vector<Vec2>{{5, 5}, {5.05, 5.02}, {5, 5}}})
    {
        const StrokeRoute route = cleanStroke(grid, {.points = points}).value();
        EXPECT_EQ(route.status, StrokeRoute::Status::point);
        ASSERT_EQ(route.points.size(), 1u);
        EXPECT_EQ(route.points[0], (Vec2{5, 5}));
    }
    const StrokeRoute inside = cleanStroke(grid, {.points = {{22, 17}}}).value();
    EXPECT_EQ(inside.status, StrokeRoute::Status::blocked);
    EXPECT_FALSE(inside);
    const StrokeRoute near = cleanStroke(grid, {.points = {{22, 19.1}}}).value();
    ASSERT_EQ(near.status, StrokeRoute::Status::point);
    EXPECT_GT(near.points[0].y, 19.3 - 1e-9);
}

TEST(Stroke, InsideWallsNothingIsLeftAndItIsSaid)
{
    const FieldGrid grid = yardGrid();
    const StrokeRoute route = cleanStroke(grid, {.points = {{21.5, 16.5}, {22.5, 17.5}}}).value();
    EXPECT_EQ(route.status, StrokeRoute::Status::blocked);
    EXPECT_EQ(route.report.left_out, route.report.samples);
    EXPECT_TRUE(route.points.empty());
}

TEST(Stroke, ThatBeginsOrEndsInAnObstacleIsCutThere)
{
    const FieldGrid grid = yardGrid();
    const StrokeRoute from = cleanStroke(grid, {.points = {{22, 17}, {22, 28}}}).value();
    EXPECT_EQ(from.status, StrokeRoute::Status::partial);
    EXPECT_TRUE(has(from, StrokeReport::NoteKind::start_cut));
    EXPECT_NEAR(from.points.front().y, 19.5, 0.4);
    const StrokeRoute to = cleanStroke(grid, {.points = {{22, 28}, {22, 17}}}).value();
    EXPECT_EQ(to.status, StrokeRoute::Status::partial);
    EXPECT_TRUE(has(to, StrokeReport::NoteKind::end_cut));
    EXPECT_NEAR(to.points.back().y, 19.5, 0.4);
}

TEST(Stroke, PartsOfTheMapWithoutAWayAreBridged)
{
    // A closed court of 4 by 4 metres: free inside, but nobody gets in.
    const std::vector<Ring> walls = {makeBox(15, 10, 20, 10.5), makeBox(15, 15, 20, 15.5), makeBox(15, 10, 15.5, 15.5),
                                     makeBox(19.5, 10, 20, 15.5)};
    const FieldGrid grid = buildFieldGrid(makeYard(walls), {.cell_size = 0.5, .radius = kRadius}).value();
    ASSERT_EQ(grid.componentCount(), 2);
    const StrokeRoute route = cleanStroke(grid, {.points = {{5, 12}, {35, 12}}}).value();
    EXPECT_EQ(route.status, StrokeRoute::Status::complete);
    EXPECT_EQ(route.report.bridges, 1);
    EXPECT_GE(computeClearance(route.points, walls, 40, 30), kRadius - 1e-6);
    EXPECT_NEAR(route.points.back().x, 35, 1e-9);
}

TEST(Stroke, APassageAsNarrowAsACellIsFollowed)
{
    Map map(20, 20, 0);
    map.fill(2, 2, 1, 15, 1);
    map.fill(2, 16, 12, 1, 1);
    const FieldGrid grid = map.grid();
    const StrokeRoute route = cleanStroke(grid, {.points = {{2.4, 2.6}, {2.7, 16.4}, {13.5, 16.6}}}).value();
    EXPECT_EQ(route.status, StrokeRoute::Status::complete);
    EXPECT_EQ(route.report.bridges, 0);
    for (std::size_t i = 1; i < route.points.size(); ++i)
        EXPECT_TRUE(route.points[i].x == route.points[i - 1].x || route.points[i].y == route.points[i - 1].y);
    EXPECT_NEAR(route.length(), 25, 1);
}

TEST(Stroke, LoopsAndCrossingsAreKeptAndSaid)
{
    const FieldGrid grid = buildFieldGrid(makeYard({}), {.cell_size = 0.5, .radius = kRadius}).value();
    StrokeInput eight, circle;
    for (int i = 0; i <= 200; ++i)
    {
        const double a = i * 2 * 3.14159265358979 / 200;
        eight.points.push_back({20 + 8 * std::sin(a + 0.8), 15 + 5 * std::sin(2 * a + 1.6)});
        circle.points.push_back({20 + 6 * std::cos(a), 15 + 6 * std::sin(a)});
    }
    const StrokeRoute crossing = cleanStroke(grid, eight).value();
    EXPECT_EQ(crossing.report.self_crossings, 1);
    EXPECT_TRUE(has(crossing, StrokeReport::NoteKind::self_crossing));
    for (const StrokeReport::Note& note : crossing.report.notes)
        if (note.kind == StrokeReport::NoteKind::self_crossing)
        {
            EXPECT_NEAR(note.place.x, 20, 0.3);
            EXPECT_NEAR(note.place.y, 15, 0.3);
        }
    const StrokeRoute loop = cleanStroke(grid, circle).value();
    EXPECT_TRUE(has(loop, StrokeReport::NoteKind::loop));
    EXPECT_NEAR(loop.length(), 2 * 3.14159265358979 * 6, 1);
}

TEST(Stroke, BadPointsAreDroppedAndCounted)
{
    const FieldGrid grid = yardGrid();
    const double inf = std::numeric_limits<double>::infinity();
    const StrokeRoute route =
        cleanStroke(grid, {.points = {{kNan, 1}, {2, 2}, {2, 2}, {4, inf}, {5, 2}, {1e9, 3}, {8, 2}, {8, 2}}}).value();
    EXPECT_EQ(route.report.given, 8);
    EXPECT_EQ(route.report.not_finite, 2);
    EXPECT_EQ(route.report.repeated, 2);
    EXPECT_EQ(route.report.outside, 1);
    EXPECT_EQ(route.points, (std::vector<Vec2>{{2, 2}, {8, 2}}));
    EXPECT_EQ(cleanStroke(grid, {}).value().status, StrokeRoute::Status::empty);
    EXPECT_EQ(cleanStroke(grid, {.points = {{kNan, kNan}}}).value().status, StrokeRoute::Status::empty);
    const StrokeRoute untimely = cleanStroke(grid, {.points = {{2, 2}, {5, 2}, {8, 2}}, .times = {0, kNan, 1}}).value();
    EXPECT_EQ(untimely.report.not_finite, 1);
}

TEST(Stroke, OptionsOutOfRangeAndEndlessStrokesAreErrors)
{
    const FieldGrid grid = yardGrid();
    const StrokeInput line = {.points = {{2, 2}, {8, 2}}};
    EXPECT_FALSE(cleanStroke(grid, line, {.spacing = 0}));
    EXPECT_FALSE(cleanStroke(grid, line, {.spacing = kNan}));
    EXPECT_FALSE(cleanStroke(grid, line, {.smoothing = -1}));
    EXPECT_FALSE(cleanStroke(grid, line, {.tolerance = kNan}));
    EXPECT_FALSE(cleanStroke(grid, line, {.reach = 1e9}));
    EXPECT_FALSE(cleanStroke(grid, line, {.max_samples = 1}));
    EXPECT_FALSE(cleanStroke(grid, {.points = line.points, .times = {1}}));
    StrokeInput endless;
    for (int i = 0; i < 10000; ++i) endless.points.push_back({i % 2 ? 39.0 : 1.0, 15});
    const auto route = cleanStroke(grid, endless);
    ASSERT_FALSE(route);
    EXPECT_EQ(route.error().code, ErrorCode::out_of_range);
}

TEST(Stroke, PointsInSpaceAreLaidOnTheGround)
{
    // A camera at (0, -10, 10) that looks at a plane which rises by 1 in 8 toward +y.
    const GroundPlane ground = {.point = {0, 0, 0}, .normal = {0, -0.125, 1}};
    const Vec3 eye = {0, -10, 10};
    for (const Vec2 target : {Vec2{3, 5}, Vec2{-4, 12}})
    {
        const Vec3 on_ground = {target.x, target.y, 0.125 * target.y};
        const auto found = findGroundPoint(ground, eye, eye + (on_ground - eye) * 0.01);
        ASSERT_TRUE(found);
        EXPECT_NEAR(found->x, target.x, 1e-9);
        EXPECT_NEAR(found->y, target.y, 1e-9);
    }
    EXPECT_FALSE(findGroundPoint(ground, eye, eye + Vec3{0, 1, 1}));
    EXPECT_FALSE(findGroundPoint(ground, eye, eye + Vec3{0, 1, 0.125}));
    EXPECT_FALSE(findGroundPoint(ground, eye, eye));
    const std::vector<Vec3> points = {{1, 2, 7}, {3, 4, 5}};
    EXPECT_EQ(projectStroke(points).points, (std::vector<Vec2>{{1, 2}, {3, 4}}));
    const StrokeInput seen =
        projectStroke(points, [&](Vec3 p) { return p.z > 6 ? std::nullopt : findGroundPoint({}, {0, 0, 10}, p); });
    EXPECT_TRUE(std::isnan(seen.points[0].x));
    EXPECT_EQ(seen.points[1], (Vec2{6, 8}));
}

} // namespace
} // namespace clearway
