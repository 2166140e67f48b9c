// SPDX-License-Identifier: MIT
#include <clearway/published/potential.h>

#include <gtest/gtest.h>

#include <clearway/potential/solver.h>

#include "tests/field/maps.h"
#include "tests/oracle/field_oracle.h"

namespace clearway::published {
namespace {

using namespace test;

TEST(FloatPotential, AgreesWithADirectSolveOnSmallGrids)
{
    for (int seed = 0; seed < 5; ++seed)
    {
        const FieldGrid grid = makeBlocks(14, 13, static_cast<std::uint64_t>(seed)).grid();
        const std::int32_t goal = pickGoal(grid, 1);
        for (const DriftSign sign : {DriftSign::corrected, DriftSign::printed})
        {
            const FloatPotential p =
                computeFloatPotential(grid, {&goal, 1}, {.eps = 0.9, .v = {0.8, 0.6}, .sign = sign, .tolerance = 1e-6});
            EXPECT_TRUE(p.has_converged);
            const FieldEquation equation = {.eps = 0.9, .v = {sign == DriftSign::printed ? -0.8 : 0.8, 0.6}};
            const std::vector<double> u = oracle::solveDirectly(grid, equation, {goal});
            for (std::size_t i = 0; i < u.size(); ++i) ASSERT_NEAR(1 - static_cast<double>(p.p[i]), u[i], 1e-4);
        }
    }
}

TEST(FloatPotential, LosesItsSlopeAFewCorridorWidthsFromTheGoalWhereTheOthersDoNot)
{
    const std::int32_t wide = 8;
    const FieldGrid grid = Map(160, wide, 1).grid();
    const std::int32_t goal = wide / 2 * 160 + 4;
    const FloatPotential p = computeFloatPotential(grid, {&goal, 1}, {.tolerance = 1e-9, .max_sweeps = 20000});
    const Potential u = buildFieldSolver(grid).value().solve(goal).value();
    int lost = 0;
    for (std::int32_t x = 5; x < 160; ++x)
    {
        const std::int32_t cell = wide / 2 * 160 + x;
        EXPECT_NE(u.nextToward(cell), FieldGrid::kNone);
        const bool has_slope = findLower(grid, p, cell) != FieldGrid::kNone;
        EXPECT_TRUE(has_slope || x - 4 >= 4 * wide) << x;
        if (x - 4 > 7 * wide && !has_slope) ++lost;
    }
    EXPECT_GT(lost, 40) << "float p keeps a slope for about 5.3 widths";
}

} // namespace
} // namespace clearway::published
