// SPDX-License-Identifier: MIT
// What a field promises as a whole: right directions at any distance, and a way down from everywhere.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/field/field.h>
#include <clearway/published/potential.h>

#include "tests/field/maps.h"
#include "tests/oracle/field_oracle.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using namespace test;

Vec2 atAngle(double angle) { return {std::cos(angle), std::sin(angle)}; }

double angleBetween(Vec2 a, Vec2 b) { return std::atan2(std::abs(cross(a, b)), dot(a, b)) * 180 / std::numbers::pi; }

/// The potential by the method, and the angles between its directions and those of the log-space solution, sorted.
std::vector<double> compareWithLogSpace(const FieldGrid& grid, std::int32_t goal, const FieldEquation& equation,
                                        FieldSolverOptions::Method method)
{
    const Potential u = buildFieldSolver(grid, equation, {.method = method}).value().solve(goal).value();
    const std::vector<double> logs = oracle::solveInLogSpace(grid, equation, {goal});
    std::vector<double> angles;
    for (std::int32_t cell = 0; cell < grid.cellCount(); ++cell)
        if (u.hasWay(cell) && !u.isGoal(cell))
            angles.push_back(angleBetween(u.directionAt(cell), oracle::directionInLogSpace(grid, logs, cell)));
    std::sort(angles.begin(), angles.end());
    return angles;
}

TEST(FieldMustHold, DirectionsAreThoseOfTheLogSpaceSolution)
{
    const auto check = [](const Map& map, double eps, double angle, FieldSolverOptions::Method method, const char* what) {
        const FieldGrid grid = map.grid();
        const std::vector<double> angles =
            compareWithLogSpace(grid, pickGoal(grid, 3), {.eps = eps, .v = atAngle(angle)}, method);
        ASSERT_FALSE(angles.empty());
        EXPECT_LT(angles.back(), 5) << what << " eps " << eps;
        EXPECT_LT(angles[angles.size() / 2], 1) << what << " eps " << eps;
        EXPECT_LT(angles.back(), method == FieldSolverOptions::Method::elimination ? 0.1 : 5) << what << " eps " << eps;
    };
    for (int seed = 0; seed < 2 * testScale(); ++seed)
        for (const double eps : {0.0, 0.7, 1.9, 2.0, 6.0})
        {
            const auto s = static_cast<std::uint64_t>(seed);
            check(makeBlocks(40, 36, s), eps, seed, FieldSolverOptions::Method::elimination, "blocks");
            check(makeOffice(40, s), eps, seed + 1, FieldSolverOptions::Method::elimination, "office");
            check(makeMaze(48, 1 + seed % 3, s), eps, seed + 2, FieldSolverOptions::Method::elimination, "maze");
            check(makeSerpentine(36, 2), eps, seed + 3, FieldSolverOptions::Method::elimination, "serpentine");
        }
    check(makeOpen(32), 0, 0, FieldSolverOptions::Method::elimination, "open");
    check(makeOpen(32), 0, 0, FieldSolverOptions::Method::aggregation, "open");
    check(makeBlocks(40, 36, 1), 0, 0, FieldSolverOptions::Method::aggregation, "blocks");
}

TEST(FieldMustHold, FromEveryFreeCellOfAHundredMapsTheWayDownArrives)
{
    // Mostly small; a few of a million cells, all of them with a larger scale.
    for (int i = 0; i < 100; ++i)
    {
        const auto seed = static_cast<std::uint64_t>(i);
        const std::int32_t sizes[] = {24, 40, 64, 96, 128};
        const bool is_large = i % (testScale() > 1 ? 10 : 50) == 7;
        const std::int32_t n = is_large ? (testScale() > 1 || i == 7 ? 1024 : 512) : sizes[i % 5];
        const Map map = i % 4 == 0   ? makeMaze(n, 1 + i % 3, seed)
                        : i % 4 == 1 ? makeOffice(n, seed)
                        : i % 4 == 2 ? makeBlocks(n, n, seed)
                                     : makeBlocks(n, n - n / 5, seed);
        constexpr double kEps[] = {0, 0, 0.7, 1.9, -1.2, 3};
        const FieldGrid grid = map.grid();
        const FieldEquation equation = {.eps = kEps[i % 6], .v = atAngle(i)};
        const Potential u = buildFieldSolver(grid, equation).value().solve(pickGoal(grid, seed)).value();
        EXPECT_EQ(oracle::countStuck(u), 0) << i;
        // By the gradient between cells too: from every cell of small maps, from some of large ones.
        const Field field(u);
        const std::int32_t step = std::max(1, grid.cellCount() / (is_large ? 60 : 250 * testScale()));
        for (std::int32_t cell = 0; cell < grid.cellCount(); cell += step)
        {
            if (!u.hasWay(cell)) continue;
            const Path path = field.findPath(grid.centerOf(cell));
            EXPECT_TRUE(path.isComplete()) << "map " << i << " cell " << cell << " " << toString(path.status());
        }
    }
}

TEST(FieldMustHold, InCorridorsOfHundredsOfWidthsEveryCellHasAWayDown)
{
    for (const std::int32_t wide : {1, 2, 4})
        for (const double eps : {0.0, 0.7, 2.0})
        {
            const Map map = makeSerpentine(wide * 40, wide);
            const FieldGrid grid = map.grid();
            const Potential u = buildFieldSolver(grid, {.eps = eps, .v = atAngle(1)}).value().solve(0).value();
            EXPECT_EQ(oracle::countStuck(u), 0);
            const Field field(u);
            for (std::int32_t cell = 0; cell < grid.cellCount(); cell += 397 / testScale())
                if (u.hasWay(cell))
                {
                    EXPECT_TRUE(field.findPath(grid.centerOf(cell)).isComplete()) << wide << " " << eps << " " << cell;
                }
            EXPECT_GT(field.findPath(grid.centerOf(grid.cellCount() - 1)).length(), 300 * wide) << "a long way";
        }
}

TEST(FieldMustHold, AMirroredDriftMirrorsThePath)
{
    const std::int32_t n = 61;
    Map map(n, n, 1);
    map.fill(20, 26, 3, 9, 0);
    map.fill(38, 24, 4, 13, 0);
    const FieldGrid grid = map.grid();
    // Off the lines between middles, where either square beside them may be taken.
    const Vec2 from = {4.61, 30.63}, mirrored = {4.61, 61 - 30.63};
    for (const double eps : {0.3, 0.7, 1.9, 2.5, 8.0})
        for (const double angle : {0.4, 1.2, 2.2})
        {
            const auto pathFor = [&](Vec2 start, Vec2 v) {
                const Field field = buildField(grid, grid.centerOf(30 * n + 56), {.equation = {.eps = eps, .v = v}}).value();
                return computePlanarPoints(field.findPath(start));
            };
            const Vec2 v = atAngle(angle);
            const std::vector<Vec2> up = pathFor(from, v), down = pathFor(mirrored, {v.x, -v.y});
            ASSERT_EQ(up.size(), down.size()) << eps << " " << angle;
            double side = 0;
            for (std::size_t i = 0; i < up.size(); ++i)
            {
                EXPECT_NEAR(up[i].x, down[i].x, 1e-6) << eps << " " << angle;
                EXPECT_NEAR(up[i].y - 30.5, 30.5 - down[i].y, 1e-6) << eps << " " << angle;
                side = std::abs(up[i].y - 30.5) > std::abs(side) ? up[i].y - 30.5 : side;
            }
            EXPECT_GT(side, 3) << "toward v";
        }
}

TEST(FieldMustHold, AtTheStabilityBoundAndBeyondThereIsNoLocalMinimum)
{
    for (int seed = 0; seed < 4 * testScale(); ++seed)
        for (const double eps : {1.999, 2.0, 2.001, 4.0, 10.0, -10.0, 100.0})
            for (const double angle : {0.0, 0.5, std::numbers::pi / 4})
            {
                const auto s = static_cast<std::uint64_t>(seed);
                const FieldGrid grid = makeBlocks(48, 40, s).grid();
                const FieldEquation equation = {.eps = eps, .v = atAngle(angle + seed)};
                const Potential u = buildFieldSolver(grid, equation).value().solve(pickGoal(grid, s)).value();
                EXPECT_EQ(oracle::countStuck(u), 0) << eps << " " << angle;
                if (eps < 16) // beyond, the weights stay as they are
                {
                    EXPECT_LT(oracle::computeResidual(u, equation), 1e-11) << eps << " " << angle;
                }
                // The maximum principle: nothing is above the goal.
                for (std::int32_t cell = 0; cell < grid.cellCount(); ++cell)
                    if (u.hasWay(cell) && !u.isGoal(cell))
                    {
                        ASSERT_LT(u.log2Of(cell), 0) << eps << " " << angle;
                    }
            }
}

TEST(FieldMustHold, ThePublishedPotentialInFloatIsFlatWhereOursIsNot)
{
    // Rooms in a row behind doors: after a few widths the published one has no way down, and gives up with cells untouched.
    const FieldGrid grid = makeSerpentine(64, 4).grid();
    const std::int32_t goal = 0;
    const published::FloatPotential p = published::computeFloatPotential(grid, {&goal, 1}, {.tolerance = 1e-6});
    const Potential u = buildFieldSolver(grid).value().solve(goal).value();
    int theirs = 0, ours = 0, cells = 0;
    for (std::int32_t cell = 1; cell < grid.cellCount(); ++cell)
    {
        if (!u.hasWay(cell)) continue;
        ++cells;
        theirs += published::findLower(grid, p, cell) == FieldGrid::kNone ? 1 : 0;
        ours += u.nextToward(cell) == FieldGrid::kNone ? 1 : 0;
    }
    EXPECT_TRUE(p.has_converged);
    EXPECT_EQ(ours, 0);
    EXPECT_GT(theirs, cells / 2);
}

} // namespace
} // namespace clearway
