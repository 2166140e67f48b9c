// SPDX-License-Identifier: MIT
#include <clearway/field/planner.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/field/maps.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using namespace test;

TEST(FieldPlanner, FindsAWayWheneverThereIsOne)
{
    for (int seed = 0; seed < 2 * testScale(); ++seed)
    {
        const auto s = static_cast<std::uint64_t>(seed);
        for (const Map& map :
             {makeBlocks(110, 130, s), makeOffice(120, s), makeMaze(110, 1 + seed % 3, s), makeSerpentine(100, 2)})
        {
            const FieldGrid grid = map.grid();
            const FieldPlanner planner(grid, {.eps = seed % 2 ? 0.7 : 0.0, .coarsest = 24, .tube_width = 6});
            const std::int32_t goal = pickGoal(grid, s);
            for (int i = 0; i < 3; ++i)
            {
                const std::int32_t start = pickGoal(grid, s * 100 + static_cast<std::uint64_t>(i) + 1);
                FieldPlanner::Report report;
                const Path path = planner.find(grid.centerOf(start), grid.centerOf(goal), &report);
                ASSERT_TRUE(path.isComplete()) << toString(path.status()) << " seed " << seed;
                const std::vector<Vec2> points = computePlanarPoints(path);
                EXPECT_TRUE(start == goal || points.front() == grid.centerOf(start));
                EXPECT_TRUE(start == goal || points.back() == grid.centerOf(goal));
                for (const Vec2 p : points) ASSERT_TRUE(grid.cellAt(p) >= 0 && grid.isFree(grid.cellAt(p)));
                EXPECT_GT(report.solved_cells, 0);
            }
        }
    }
}

TEST(FieldPlanner, WhereTubesAreTooNarrowTheyAreWidenedAndInTheEndTheWholeFieldIsSolved)
{
    int widened = 0, full = 0;
    for (int seed = 0; seed < 12; ++seed)
    {
        const auto s = static_cast<std::uint64_t>(seed);
        const FieldGrid grid = makeMaze(90, 1 + seed % 2, s).grid();
        const FieldPlanner planner(grid, {.coarsest = 4, .tube_width = 2});
        FieldPlanner::Report report;
        const Vec2 from = grid.centerOf(pickGoal(grid, s + 40)), to = grid.centerOf(pickGoal(grid, s + 80));
        const Path path = planner.find(from, to, &report);
        ASSERT_TRUE(path.isComplete()) << "seed " << seed;
        widened += report.widened;
        if (!report.used_full_field) continue;
        ++full;
        EXPECT_EQ(computePlanarPoints(path), computePlanarPoints(buildField(grid, to).value().findPath(from)));
    }
    EXPECT_GT(widened, full * 3) << "some tubes are wide enough at the second try";
    EXPECT_GT(full, 0);
}

TEST(FieldPlanner, OnOpenMapsTheWayIsThatOfTheWholeFieldAtAFewCells)
{
    const FieldGrid grid = makeBlocks(256, 256, 3).grid();
    const std::int32_t goal = pickGoal(grid, 1);
    const Field field = buildField(grid, grid.centerOf(goal)).value();
    const FieldPlanner planner(grid, {});
    std::vector<double> errors;
    for (int i = 0; i < 8; ++i)
    {
        const Vec2 from = grid.centerOf(pickGoal(grid, 50 + static_cast<std::uint64_t>(i)));
        FieldPlanner::Report report;
        const Path path = planner.find(from, grid.centerOf(goal), &report);
        ASSERT_TRUE(path.isComplete());
        if (report.used_full_field) continue;
        const std::vector<Vec2> points = computePlanarPoints(path);
        for (std::size_t k = 2; k + 4 < points.size(); ++k)
        {
            const Vec2 step = points[k] - points[k - 1], expected = field.directionAt(points[k - 1]);
            errors.push_back(std::atan2(std::abs(cross(step, expected)), dot(step, expected)) * 180 / 3.14159265358979);
        }
    }
    ASSERT_GT(errors.size(), 100u);
    std::sort(errors.begin(), errors.end());
    EXPECT_LT(errors[errors.size() / 2], 3);
}

TEST(FieldPlanner, BadInputIsAStatus)
{
    Map map = makeOpen(100);
    map.fill(50, 0, 2, 100, 0);
    const FieldPlanner planner(map.grid());
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(planner.find({10, 10}, {90, 90}).status(), PathStatus::unreachable);
    EXPECT_EQ(planner.find({nan, 10}, {90, 90}).status(), PathStatus::invalid);
    EXPECT_EQ(planner.find({10, 10}, {-90, 90}).status(), PathStatus::invalid);
    EXPECT_EQ(planner.find({nan, 10}, {90, 90}).problem(), PathProblem::bad_point);
    EXPECT_EQ(planner.find({10, 10}, {-90, 90}).problem(), PathProblem::goal_outside);
    EXPECT_EQ(planner.find({-10, 10}, {90, 90}).problem(), PathProblem::start_outside);
    EXPECT_TRUE(planner.find({10.5, 10.5}, {10.5, 10.5}).isComplete());
    const FieldPlanner widest(map.grid(), {.tube_width = std::numeric_limits<std::int32_t>::max()});
    EXPECT_TRUE(widest.find({10.5, 10.5}, {40.5, 90.5}).isComplete());
    EXPECT_TRUE(FieldPlanner(makeOpen(3).grid()).find({0.5, 0.5}, {2.5, 2.5}).isComplete());
}

} // namespace
} // namespace clearway
