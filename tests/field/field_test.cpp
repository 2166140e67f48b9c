// SPDX-License-Identifier: MIT
#include <clearway/field/cache.h>
#include <clearway/field/field.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <clearway/scene/generators.h>

#include "tests/field/maps.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using namespace test;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(Field, PathsFromEverywhereArriveAndTouchNoWall)
{
    for (const char* name : {"rooms", "donut"})
        for (const double eps : {0.0, 1.2})
        {
            const Scene scene = buildScene(name, {.scale = 0.5}).value();
            const double radius = 0.3;
            const FieldGrid grid = buildFieldGrid(scene, {.cell_size = 0.4, .radius = radius}).value();
            const std::int32_t goal = pickGoal(grid, 3);
            const Field field = buildField(grid, grid.centerOf(goal), {.equation = {.eps = eps, .v = {0.6, 0.8}}}).value();
            Random random(7);
            for (int i = 0; i < 60 * testScale(); ++i)
            {
                const std::int32_t start = below(random, grid.cellCount());
                if (!field.potential().hasWay(start)) continue;
                const Path path = field.findPath(grid.centerOf(start));
                ASSERT_TRUE(path.isComplete()) << toString(path.status());
                EXPECT_TRUE(start == goal || planar(path.pieces().back().to) == grid.centerOf(goal));
                for (const Path::Piece& line : path.pieces())
                {
                    const Segment piece = {planar(line.from), planar(line.to)};
                    for (std::uint32_t e = 0; e < scene.points().size(); ++e)
                        ASSERT_GE(distance(piece, scene.edge(e)), radius - 1e-6) << name << " start " << start;
                }
            }
        }
}

TEST(Field, PathsArriveFromEveryCellOfMazesAndMapsAsNarrowAsCells)
{
    for (int seed = 0; seed < 4 * testScale(); ++seed)
        for (const Map& map :
             {makeMaze(41, 1 + seed % 3, static_cast<std::uint64_t>(seed)), makeOffice(40, static_cast<std::uint64_t>(seed)),
              makeBlocks(40, 33, static_cast<std::uint64_t>(seed))})
            for (const double eps : {0.0, 1.9})
            {
                const FieldGrid grid = map.grid();
                const Field field =
                    buildField(grid, grid.centerOf(pickGoal(grid, 1)), {.equation = {.eps = eps, .v = {0.8, 0.6}}}).value();
                for (std::int32_t cell = 0; cell < grid.cellCount(); ++cell)
                {
                    if (!field.potential().hasWay(cell)) continue;
                    ASSERT_TRUE(field.findPath(grid.centerOf(cell)).isComplete()) << "seed " << seed << " cell " << cell;
                    const Vec2 d = field.directionAt(grid.centerOf(cell));
                    ASSERT_TRUE(field.potential().isGoal(cell) || std::abs(length(d) - 1) < 1e-9);
                }
            }
}

TEST(Field, OnAnOpenMapAPathIsNearlyStraight)
{
    const FieldGrid grid = Map(101, 101, 1).grid();
    const Field field = buildField(grid, {50.5, 50.5}).value();
    const Path path = field.findPath({20.5, 50.5});
    ASSERT_TRUE(path.isComplete());
    EXPECT_NEAR(path.length(), 30, 0.01);
    EXPECT_GT(path.pieces().size(), 100u);
}

TEST(Field, SeveralGoalsAndAreasAreAllGoals)
{
    const FieldGrid grid = makeOpen(40).grid();
    const FieldGoal goals[] = {
        {.position = {5.2, 5.7}}, {.position = {30, 30}, .radius = 2}, {.area = {{33, 3}, {36, 3}, {36, 8}, {33, 8}}}};
    const Field field = buildField(grid, goals).value();
    EXPECT_EQ(field.potential().goals().size(), 1u + 12u + 15u);
    const auto endFrom = [&](Vec2 p) { return planar(field.findPath(p).pieces().back().to); };
    EXPECT_EQ(endFrom({7.5, 9.5}), (Vec2{5.5, 5.5}));
    EXPECT_LT(distance(endFrom({27, 27}), Vec2{30, 30}), 2.1);
    EXPECT_GT(endFrom({30.5, 6.5}).x, 33);
    EXPECT_EQ(field.potential().value(field.grid().cellAt({34.5, 5.5})), 1);
}

TEST(Field, BadGoalsAndStartsAreSaid)
{
    Map map = makeOpen(20);
    map.fill(8, 0, 4, 20, 0);
    const FieldGrid grid = map.grid();
    EXPECT_FALSE(buildField(grid, std::span<const FieldGoal>())) << "no goal";
    EXPECT_FALSE(buildField(grid, {10, 10}, {.goal_reach = 0.4})) << "in a wall";
    EXPECT_TRUE(buildField(grid, {8.2, 10}, {.goal_reach = 1})) << "at the edge of one";
    EXPECT_FALSE(buildField(grid, {kNan, 0}));
    EXPECT_FALSE(buildField(grid, {500, 0}));
    EXPECT_FALSE(buildField(Map(9, 9, 0).grid(), {4, 4}));
    const Field field = buildField(grid, {2.5, 2.5}).value();
    EXPECT_EQ(field.findPath({15, 15}).status(), PathStatus::unreachable);
    EXPECT_EQ(field.findPath({10, 10}).status(), PathStatus::invalid);
    EXPECT_EQ(field.findPath({kNan, 10}).status(), PathStatus::invalid);
    EXPECT_EQ(field.findPath({kNan, 10}).problem(), PathProblem::bad_point);
    EXPECT_EQ(field.findPath({6, 18}, {.step = 0}).problem(), PathProblem::bad_option);
    EXPECT_EQ(field.findPath({-50, 10}).problem(), PathProblem::start_outside);
    EXPECT_EQ(field.findPath({-50, 10}).status(), PathStatus::invalid);
    EXPECT_EQ(field.findPath({6, 18}, {.max_points = 5}).status(), PathStatus::out_of_budget);
    EXPECT_EQ(field.directionAt({15, 15}), Vec2{});
    EXPECT_EQ(field.directionAt({kNan, 0}), Vec2{});
    EXPECT_EQ(field.potentialAt({15, 15}), 1);
    EXPECT_EQ(field.potentialAt({2.5, 2.5}), 0);
}

TEST(Field, NobodyIsLedThroughTheWallBesideACellWithoutAWay)
{
    // Two rooms that touch at a corner, and two with a wall thinner than a cell between them.
    Map corner(2, 2, 0);
    corner.fill(0, 0, 1, 1, 1);
    corner.fill(1, 1, 1, 1, 1);
    const Field diagonal = buildField(corner.grid(), {1.5, 1.5}).value();
    EXPECT_EQ(diagonal.findPath({0.5, 0.5}).status(), PathStatus::unreachable);
    EXPECT_EQ(diagonal.directionAt({0.7, 0.7}), Vec2{});
    SceneInput input;
    input.areas.push_back({.outline = {.points = {{0, 0}, {10, 0}, {10, 10}, {0, 10}}}});
    input.areas.push_back({.outline = {.points = {{10.01, 0}, {20, 0}, {20, 10}, {10.01, 10}}}});
    const FieldGrid grid = buildFieldGrid(buildScene(input).value(), {.cell_size = 1, .radius = 0.2}).value();
    const Field field = buildField(grid, {15, 5}).value();
    EXPECT_EQ(field.findPath({9.5, 5}).status(), PathStatus::unreachable);
    EXPECT_EQ(field.directionAt({9.5, 5}), Vec2{});
    EXPECT_EQ(field.startCell({9.5, 5}), FieldGrid::kNone);
    EXPECT_TRUE(field.findPath({10.6, 5}).isComplete());
}

TEST(Field, AWayThatAnUnfinishedPotentialLosesKeepsItsPoints)
{
    const FieldGrid grid = Map(60, 1, 1).grid();
    const FieldSolver solver =
        buildFieldSolver(grid, {}, {.method = FieldSolverOptions::Method::red_black, .max_sweeps = 5}).value();
    const Field field(solver.solve(0).value());
    ASSERT_FALSE(field.potential().hasConverged());
    const Path lost = field.findPath({50.2, 0.5});
    EXPECT_EQ(lost.status(), PathStatus::unreachable);
    EXPECT_FALSE(lost.pieces().empty());
    EXPECT_TRUE(field.findPath({4.5, 0.5}).isComplete()) << "where it is good enough";
}

TEST(Field, DearGroundIsAvoidedAndRoadsAreTaken)
{
    Map map = makeOpen(41);
    std::vector<Terrain> terrain(map.is_free.size(), Terrain::walk);
    for (int y = 12; y < 29; ++y)
        for (int x = 18; x < 23; ++x) terrain[static_cast<std::size_t>(y * 41 + x)] = Terrain::swamp;
    const auto lengthInSwamp = [&](double cost, double y) {
        const FieldGrid grid = map.grid({.terrain = terrain, .costs = {1, cost, 1, 1}});
        const Path path = buildField(grid, {38.5, 20.5}).value().findPath({3.5, y});
        EXPECT_TRUE(path.isComplete());
        double sum = 0;
        for (const Path::Piece& piece : path.pieces())
            if (grid.terrainOf(grid.cellAt(planar(piece.to))) == Terrain::swamp) sum += piece.length();
        return sum;
    };
    for (const double y : {14.5, 17.5, 23.5})
    {
        EXPECT_GT(lengthInSwamp(1, y), 4.5);
        EXPECT_LT(lengthInSwamp(200, y), 3) << "at most the corner of it";
    }
    // A road that leads past the straight line is worth the detour.
    for (int x = 0; x < 41; ++x) terrain[static_cast<std::size_t>(28 * 41 + x)] = Terrain::road;
    const auto highest = [&](double cost) {
        const Path path =
            buildField(map.grid({.terrain = terrain, .costs = {1, 1, 1, cost}}), {38.5, 26.5}).value().findPath({3.5, 26.5});
        double y = 0;
        for (const Vec2 p : computePlanarPoints(path)) y = std::max(y, p.y);
        return y;
    };
    EXPECT_LT(highest(1), 27);
    EXPECT_GT(highest(0.05), 28);
}

TEST(FieldCache, SharesFieldsPerGoalRadiusClassAndTerrainClass)
{
    const Scene scene = buildScene("rooms", {.scale = 0.5}).value();
    const FieldGrid grid = buildFieldGrid(scene, {.radius = 0.3}).value();
    const FieldGoal goal = {.position = grid.centerOf(pickGoal(grid, 1))}, other = {.position = grid.centerOf(pickGoal(grid, 2))};
    FieldCache cache(scene, {.radius_step = 0.1, .max_fields = 3});
    const Field first = cache.find({.goals = {goal}, .radius = 0.22}).value();
    EXPECT_EQ(cache.fieldHits(), 0);
    EXPECT_EQ(cache.find({.goals = {goal}, .radius = 0.29}).value().grid().radius(), first.grid().radius()) << "the same class";
    EXPECT_EQ(cache.fieldHits(), 1);
    EXPECT_GE(first.grid().radius(), 0.29);
    EXPECT_TRUE(cache.find({.goals = {other}, .radius = 0.25}));
    EXPECT_EQ(cache.solverHits(), 1) << "a new goal on the same grid";
    EXPECT_TRUE(cache.find({.goals = {goal}, .radius = 0.45}));
    EXPECT_TRUE(cache.find({.goals = {goal}, .radius = 0.25, .costs = {1, 1, 1, 1}}));
    EXPECT_EQ(cache.solverHits(), 1);
    EXPECT_FALSE(cache.find({.goals = {}, .radius = 0.25}));
    EXPECT_FALSE(cache.find({.goals = {goal}, .radius = kNan}));
    // The first field was used least recently and had to go.
    EXPECT_TRUE(cache.find({.goals = {goal}, .radius = 0.25}));
    EXPECT_EQ(cache.fieldHits(), 1);
}

TEST(FieldCache, RadiusClassesThatLeaveTheSameCellsFreeShareASolver)
{
    SceneInput room;
    room.areas.push_back({.outline = {.points = {{0, 0}, {10, 0}, {10, 10}, {0, 10}}}});
    const Scene scene = buildScene(room).value();
    FieldCache cache(scene, {.cell_size = 0.5, .radius_step = 0.05, .max_solvers = 1});
    const FieldGoal goal = {.position = {5.25, 5.25}};
    // Middles are 0.25 m from the walls, then 0.75 m.
    const Field first = cache.find({.goals = {goal}, .radius = 0.3}).value();
    EXPECT_EQ(cache.solverHits(), 0);
    for (const double radius : {0.4, 0.5, 0.7, 0.4})
    {
        const Field field = cache.find({.goals = {goal}, .radius = radius}).value();
        for (std::int32_t cell = 0; cell < field.grid().cellCount(); ++cell)
            ASSERT_EQ(field.potential().value(cell), first.potential().value(cell));
    }
    EXPECT_EQ(cache.solverHits(), 3);
    EXPECT_EQ(cache.fieldHits(), 1);
    EXPECT_TRUE(cache.find({.goals = {goal}, .radius = 0.2}));
    EXPECT_EQ(cache.solverHits(), 3) << "more cells are free";
    EXPECT_TRUE(cache.find({.goals = {goal}, .radius = 0.5, .eps = 0.5}));
    EXPECT_EQ(cache.solverHits(), 3) << "another equation";
}

} // namespace
} // namespace clearway
