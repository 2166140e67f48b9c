// SPDX-License-Identifier: MIT
#include <clearway/potential/solver.h>

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "tests/field/maps.h"
#include "tests/oracle/field_oracle.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using namespace test;

constexpr double kEps[] = {0, 0.7, 1.9, -1.2, 10};

Vec2 atAngle(double angle) { return {std::cos(angle), std::sin(angle)}; }

Potential solve(const FieldGrid& grid, std::vector<std::int32_t> goals, const FieldEquation& equation = {},
                const FieldSolverOptions& options = {.method = FieldSolverOptions::Method::elimination})
{
    return buildFieldSolver(grid, equation, options).value().solve(goals).value();
}

void expectSame(const Potential& a, const Potential& b)
{
    for (std::int32_t cell = 0; cell < a.grid().cellCount(); ++cell)
    {
        ASSERT_EQ(a.mantissa(cell), b.mantissa(cell)) << "cell " << cell;
        ASSERT_EQ(a.exponent(cell), b.exponent(cell)) << "cell " << cell;
    }
}

TEST(FieldSolver, EverySolverAgreesWithADirectSolve)
{
    for (int seed = 0; seed < 4 * testScale(); ++seed)
        for (const double eps : kEps)
        {
            const FieldGrid grid = makeBlocks(19, 15, static_cast<std::uint64_t>(seed)).grid();
            const FieldEquation equation = {.eps = eps, .v = atAngle(seed)};
            const std::int32_t goal = pickGoal(grid, static_cast<std::uint64_t>(seed));
            const std::vector<double> expected = oracle::solveDirectly(grid, equation, {goal});
            for (const FieldSolverOptions::Method method :
                 {FieldSolverOptions::Method::elimination, FieldSolverOptions::Method::gauss_seidel,
                  FieldSolverOptions::Method::red_black, FieldSolverOptions::Method::over_relaxation,
                  FieldSolverOptions::Method::aggregation})
            {
                const Potential u = solve(grid, {goal}, equation, {.method = method, .tolerance = 1e-13});
                for (std::int32_t cell = 0; cell < grid.cellCount(); ++cell)
                {
                    if (!u.hasWay(cell)) continue;
                    ASSERT_NEAR(u.value(cell), expected[static_cast<std::size_t>(cell)], 1e-8)
                        << "seed " << seed << " eps " << eps << " method " << static_cast<int>(method);
                    ASSERT_LE(u.value(cell), 1);
                }
            }
        }
}

TEST(FieldSolver, EliminationKeepsRelativeAccuracyWithSeveralGoalsDriftPerCellAndCosts)
{
    for (int seed = 0; seed < 12 * testScale(); ++seed)
    {
        const Map map = makeBlocks(17, 18, static_cast<std::uint64_t>(seed));
        Random random(static_cast<std::uint64_t>(seed), 5);
        std::vector<Terrain> terrain(map.is_free.size());
        for (Terrain& t : terrain) t = static_cast<Terrain>(random.below(kTerrainCount));
        const FieldGrid grid = map.grid(seed % 3 == 0 ? FieldMaskOptions{} : FieldMaskOptions{.terrain = terrain});
        std::vector<double> eps(map.is_free.size());
        std::vector<Vec2> v(map.is_free.size());
        for (std::size_t i = 0; i < eps.size(); ++i)
        {
            eps[i] = random.uniform(-3, 3);
            v[i] = {random.uniform(-1, 1), random.uniform(-1, 1)};
        }
        FieldEquation equation = {.eps = seed % 2 ? 1.1 : 0.0, .v = {0.6, -0.8}};
        if (seed % 4 == 3) equation.cell_eps = eps, equation.cell_v = v;
        std::vector<std::int32_t> goals;
        for (int i = 0; i <= seed % 3; ++i) goals.push_back(pickGoal(grid, static_cast<std::uint64_t>(seed * 10 + i)));
        const std::vector<double> expected = oracle::solveDirectly(grid, equation, goals);
        for (const bool is_editable : {false, true})
        {
            const Potential u = solve(grid, goals, equation, {.is_editable = is_editable});
            for (std::int32_t cell = 0; cell < grid.cellCount(); ++cell)
                if (u.hasWay(cell) && expected[static_cast<std::size_t>(cell)] > 1e-12)
                {
                    ASSERT_NEAR(u.value(cell) / expected[static_cast<std::size_t>(cell)], 1, 1e-6) << "seed " << seed;
                }
            EXPECT_LT(oracle::computeResidual(u, equation), 1e-12) << "seed " << seed;
        }
    }
}

TEST(FieldSolver, FromEveryCellOfRandomMapsTheWayDownLeadsToTheGoal)
{
    for (int seed = 0; seed < 12 * testScale(); ++seed)
    {
        const auto s = static_cast<std::uint64_t>(seed);
        // The largest ones take seconds each.
        const std::int32_t n = testScale() == 1 ? 32 << seed % 3 : seed % 20 == 19 ? 1024 : 64 << seed % 4;
        const Map maps[] = {makeBlocks(n, n - 7, s), makeOffice(n, s), makeMaze(n, 1 + seed % 3, s)};
        for (const Map& map : maps)
        {
            const FieldGrid grid = map.grid();
            const FieldEquation equation = {.eps = kEps[seed % std::size(kEps)], .v = atAngle(seed)};
            const Potential u = solve(grid, {pickGoal(grid, s)}, equation);
            EXPECT_EQ(oracle::countStuck(u), 0) << "seed " << seed;
            EXPECT_LT(oracle::computeResidual(u, equation), 1e-12) << "seed " << seed;
        }
    }
}

TEST(FieldSolver, MazesWithAStrongDriftLoseNothing)
{
    for (int seed = 0; seed < 40 * testScale(); ++seed)
    {
        const FieldGrid grid = makeMaze(128, 1 + seed % 3, static_cast<std::uint64_t>(seed)).grid();
        const FieldEquation equation = {.eps = seed % 2 ? 22.0 : 10.0, .v = atAngle(seed)};
        const Potential u = solve(grid, {pickGoal(grid, static_cast<std::uint64_t>(seed))}, equation);
        EXPECT_EQ(oracle::countStuck(u), 0) << "seed " << seed;
        EXPECT_LT(oracle::computeResidual(u, equation), 1e-12) << "seed " << seed;
    }
}

TEST(FieldSolver, WhatWasLeftOutOfATileIsNotForgottenWhenSmallerNumbersCome)
{
    // Here two numbers are too small for the exponent of a tile, and the next ones that come there are smaller still.
    const FieldGrid grid = makeMaze(384, 2, 31).grid();
    const Potential u = solve(grid, {pickGoal(grid, 31)});
    EXPECT_EQ(oracle::countStuck(u), 0);
    EXPECT_LT(oracle::computeResidual(u, {}), 1e-12);
}

TEST(FieldSolver, ACorridorOfHundredsOfWidthsLosesNothing)
{
    for (const std::int32_t wide : {1, 2, 3, 5})
        for (const double eps : {0.0, 1.9})
        {
            const FieldGrid grid = makeSerpentine(160, wide).grid();
            const Potential u = solve(grid, {0}, {.eps = eps, .v = atAngle(0.5)});
            EXPECT_EQ(oracle::countStuck(u), 0);
            EXPECT_LT(oracle::computeResidual(u, {.eps = eps, .v = atAngle(0.5)}), 1e-12);
        }
    // u falls by the known factor per cell: cosh k = 2 - cos(pi / (w + 1)).
    const std::int32_t wide = 3;
    const FieldGrid straight = Map(4000, wide, 1).grid();
    const Potential u = solve(straight, {4000 + 20});
    const double k = std::acosh(2 - std::cos(std::numbers::pi / (wide + 1)));
    EXPECT_NEAR((u.log2Of(4000 + 100) - u.log2Of(4000 + 3100)) / 3000, k / std::numbers::ln2, 1e-9);
    EXPECT_LT(u.exponent(4000 + 3900), -4000);
}

TEST(FieldSolver, TheFrontsThatNeedAnExponentPerNumberAreSolvedToo)
{
    const FieldGrid grid = makeMaze(120, 1, 3).grid();
    const FieldSolver solver = buildFieldSolver(grid, {}, {.method = FieldSolverOptions::Method::elimination}).value();
    EXPECT_GT(solver.wideFrontCount(), 0) << "the test needs a map that is worse";
    const Potential u = solver.solve(pickGoal(grid, 1)).value();
    EXPECT_EQ(oracle::countStuck(u), 0);
    EXPECT_LT(oracle::computeResidual(u, {}), 1e-12);
}

TEST(FieldSolver, AMirroredDriftMirrorsThePotential)
{
    const std::int32_t n = 48;
    Map map = makeBlocks(n, n, 4);
    for (std::int32_t y = 0; y < n; ++y)
        for (std::int32_t x = 0; x < n / 2; ++x)
            map.is_free[static_cast<std::size_t>(y * n + n - 1 - x)] = map.is_free[static_cast<std::size_t>(y * n + x)];
    map.fill(n / 2 - 2, 0, 4, n, 1);
    const FieldGrid grid = map.grid();
    for (const double eps : {0.7, 1.9, 5.0})
    {
        const Potential a = solve(grid, {5 * n + n / 2}, {.eps = eps, .v = {0.6, 0.8}});
        const Potential b = solve(grid, {5 * n + n - 1 - n / 2}, {.eps = eps, .v = {-0.6, 0.8}});
        for (std::int32_t cell = 0; cell < grid.cellCount(); ++cell)
        {
            if (!a.hasWay(cell)) continue;
            const std::int32_t mirrored = cell / n * n + n - 1 - cell % n;
            ASSERT_NEAR(a.log2Of(cell), b.log2Of(mirrored), 1e-9);
        }
    }
}

TEST(FieldSolver, WaysBendTowardV)
{
    // The room of 41 x 21 cells: from (3, 10) to (38, 10) at eps 0.7.
    const FieldGrid grid = Map(41, 21, 1).grid();
    const auto heightAtMiddle = [&](Vec2 v) {
        const Potential u = solve(grid, {10 * 41 + 38}, {.eps = 0.7, .v = v});
        Vec2 p = {3.5, 10.5};
        while (p.x < 20.5) p = p + 0.1 * u.directionAt(grid.cellAt(p));
        return p.y - 0.5;
    };
    EXPECT_GT(heightAtMiddle({0, 1}), 14);
    EXPECT_LT(heightAtMiddle({0, -1}), 6);
    EXPECT_NEAR(heightAtMiddle({1, 0}), 10, 1e-6);
}

TEST(FieldSolver, TheSameBitsForEveryWorkerCount)
{
    for (const double eps : {0.0, 1.9})
    {
        const FieldGrid grid = makeBlocks(230, 210, 9).grid();
        const std::int32_t goal = pickGoal(grid, 2);
        for (const FieldSolverOptions::Method method :
             {FieldSolverOptions::Method::elimination, FieldSolverOptions::Method::red_black})
        {
            FieldSolverOptions options = {.method = method, .max_sweeps = 200};
            const Potential one = solve(grid, {goal}, {.eps = eps}, options);
            for (const int workers : {2, 3, 8})
            {
                options.execution.worker_count = workers;
                expectSame(one, solve(grid, {goal}, {.eps = eps}, options));
            }
        }
    }
}

TEST(FieldSolver, AnEditGivesTheBitsOfANewEliminationOnTheSameSubdivision)
{
    for (const double eps : {0.0, 1.9})
        for (int seed = 0; seed < 6; ++seed)
        {
            const FieldGrid grid = makeOffice(90, static_cast<std::uint64_t>(seed)).grid();
            const FieldSolver editable =
                buildFieldSolver(grid, {.eps = eps}, {.method = FieldSolverOptions::Method::elimination, .is_editable = true})
                    .value();
            const FieldSolver rebuilt =
                buildFieldSolver(grid, {.eps = eps}, {.method = FieldSolverOptions::Method::elimination}).value();
            Random random(static_cast<std::uint64_t>(seed), 3);
            std::vector<std::int32_t> cells;
            const std::int32_t first = below(random, 87) * 90 + below(random, 87);
            for (std::int32_t i = 0; i < 9; ++i) cells.push_back(first + i / 3 * 90 + i % 3);
            const FieldGrid changed = grid.withBlocked(cells);
            const std::int32_t goal = pickGoal(changed, static_cast<std::uint64_t>(seed));
            const Potential a = editable.withGrid(changed).value().solve(goal).value();
            expectSame(a, rebuilt.withGrid(changed).value().solve(goal).value());
            EXPECT_EQ(oracle::countStuck(a), 0);
            // And back again.
            expectSame(editable.withGrid(changed).value().withGrid(grid).value().solve(goal).value(),
                       editable.solve(goal).value());
        }
}

TEST(FieldSolver, AnEditMayBringCostsAndFreeAlmostEverything)
{
    // Swamp that was blocked at first, and other prices for the same ground.
    Map map = makeBlocks(50, 50, 4);
    std::vector<Terrain> terrain(map.is_free.size(), Terrain::walk);
    for (std::size_t i = 0; i < terrain.size(); i += 7) terrain[i] = Terrain::swamp;
    const FieldGrid plain = map.grid({.terrain = terrain, .costs = {1, kMayNotEnter, 1, 1}});
    const FieldGrid swamp = map.grid({.terrain = terrain, .costs = {1, 4, 1, 1}});
    const FieldGrid mire = map.grid({.terrain = terrain, .costs = {1, 9, 1, 1}});
    for (const double eps : {0.0, 0.7})
        for (const bool is_editable : {false, true})
        {
            const FieldSolverOptions options = {.method = FieldSolverOptions::Method::elimination, .is_editable = is_editable};
            const FieldSolver before = buildFieldSolver(plain, {.eps = eps}, options).value();
            const FieldSolver in_swamp = before.withGrid(swamp).value();
            for (const auto& [solver, grid] : {std::pair{in_swamp, swamp}, {in_swamp.withGrid(mire).value(), mire}})
            {
                const std::int32_t goal = pickGoal(plain, 1);
                const Potential a = solver.solve(goal).value(), b = solve(grid, {goal}, {.eps = eps});
                for (std::int32_t cell = 0; cell < grid.cellCount(); ++cell)
                {
                    ASSERT_EQ(a.hasWay(cell), b.hasWay(cell));
                    if (!b.hasWay(cell)) continue;
                    ASSERT_NEAR(a.log2Of(cell), b.log2Of(cell), 1e-8) << "cell " << cell << " eps " << eps;
                }
            }
        }
    // One leaf holds all of a blocked grid: opened, it is too large for a dense piece.
    Map closed(300, 300, 0);
    closed.fill(0, 0, 5, 5, 1);
    const FieldSolver few = buildFieldSolver(closed.grid(), {}, {.method = FieldSolverOptions::Method::elimination}).value();
    EXPECT_EQ(oracle::countStuck(few.withGrid(makeOpen(300).grid()).value().solve(0).value()), 0);
}

TEST(FieldSolver, ARelaxationThatUnderflowsHasNotConverged)
{
    // Two thousand cells of corridor: u falls to 10^-1143.
    const FieldGrid grid = Map(2000, 1, 1).grid();
    const Potential u =
        solve(grid, {0}, {}, {.method = FieldSolverOptions::Method::red_black, .tolerance = 1e-3, .max_sweeps = 10000});
    EXPECT_FALSE(u.hasConverged());
    EXPECT_EQ(u.value(1999), 0);
}

TEST(FieldSolver, CellsWithoutAWayAreSaidToHaveNone)
{
    Map map = makeOpen(20);
    map.fill(10, 0, 1, 20, 0);
    const FieldGrid grid = map.grid();
    for (const FieldSolverOptions::Method method :
         {FieldSolverOptions::Method::elimination, FieldSolverOptions::Method::gauss_seidel,
          FieldSolverOptions::Method::over_relaxation})
    {
        const Potential u = solve(grid, {5}, {}, {.method = method});
        EXPECT_TRUE(u.hasWay(0));
        EXPECT_FALSE(u.hasWay(10)) << "a wall";
        EXPECT_FALSE(u.hasWay(15));
        EXPECT_EQ(u.directionAt(15), Vec2{});
        EXPECT_EQ(u.nextToward(15), FieldGrid::kNone);
        EXPECT_EQ(u.value(15), 0);
    }
}

TEST(FieldSolver, BadInputIsRefusedWithAMessage)
{
    Map map = makeOpen(5);
    map.fill(2, 2, 1, 1, 0);
    const FieldGrid grid = map.grid();
    const FieldSolver solver = buildFieldSolver(grid).value();
    EXPECT_FALSE(solver.solve(std::span<const std::int32_t>()));
    EXPECT_FALSE(solver.solve(12)) << "in a wall";
    EXPECT_NE(solver.solve(12).error().message.find("blocked"), std::string::npos);
    EXPECT_FALSE(solver.solve(-1));
    EXPECT_FALSE(solver.solve(25));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(buildFieldSolver(grid, {.eps = nan}));
    EXPECT_FALSE(buildFieldSolver(grid, {.eps = 1, .v = {nan, 0}}));
    EXPECT_FALSE(buildFieldSolver(grid, {.cell_eps = std::span<const double>(&nan, 1)}));
    EXPECT_FALSE(buildFieldSolver(grid, {}, {.method = FieldSolverOptions::Method::elimination, .max_bytes = 10}));
    EXPECT_FALSE(solver.withGrid(makeOpen(6).grid()));
    const FieldGrid blocked = Map(4, 4, 0).grid();
    EXPECT_FALSE(buildFieldSolver(blocked).value().solve(3));
}

TEST(FieldSolver, TinyAndStrangeGridsAreSolved)
{
    EXPECT_EQ(solve(Map(1, 1, 1).grid(), {0}).value(0), 1);
    const Potential three = solve(Map(3, 1, 1).grid(), {2}, {.eps = 10, .v = {0, 0}});
    EXPECT_NEAR(three.value(1), 0.25 / (1 - 0.0625), 1e-15);
    for (const double eps : {10.0, -10.0, 1e6})
    {
        const FieldGrid grid = makeBlocks(40, 3, 1).grid();
        const Potential u = solve(grid, {pickGoal(grid, 1)}, {.eps = eps, .v = {0.6, 0.8}});
        EXPECT_EQ(oracle::countStuck(u), 0);
    }
}

TEST(FieldSolver, TheAutomaticChoiceTakesTheIterativeMethodWhereEliminationIsTooDear)
{
    const FieldGrid grid = makeOpen(60).grid();
    EXPECT_EQ(buildFieldSolver(grid).value().method(), FieldSolverOptions::Method::elimination);
    const FieldSolver large = buildFieldSolver(grid, {}, {.max_operations = 1000}).value();
    EXPECT_EQ(large.method(), FieldSolverOptions::Method::aggregation);
    EXPECT_EQ(oracle::countStuck(large.solve(30 * 60 + 30).value()), 0);
    EXPECT_GT(predictCost(grid).multiply_adds, 1000);
}

TEST(FieldSolver, CancellingIsAnError)
{
    const auto solver =
        buildFieldSolver(makeOpen(40).grid(), {}, {.execution = {.progress = [](std::string_view, double) { return false; }}});
    ASSERT_FALSE(solver);
    EXPECT_EQ(solver.error().code, ErrorCode::cancelled);
    for (const FieldSolverOptions::Method method :
         {FieldSolverOptions::Method::gauss_seidel, FieldSolverOptions::Method::red_black,
          FieldSolverOptions::Method::aggregation})
    {
        const std::int32_t goal = 7;
        const auto relaxed =
            buildFieldSolver(makeOpen(40).grid(), {},
                             {.method = method, .execution = {.progress = [](std::string_view, double) { return false; }}})
                .value()
                .solve({&goal, 1});
        ASSERT_FALSE(relaxed);
        EXPECT_EQ(relaxed.error().code, ErrorCode::cancelled);
    }
}

} // namespace
} // namespace clearway
