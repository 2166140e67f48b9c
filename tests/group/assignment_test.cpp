// SPDX-License-Identifier: MIT
#include <clearway/group/assignment.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/base/random.h>

#include "tests/support/scale.h"

namespace clearway {
namespace {

/// The least sum over all ways to give every row of the shorter side another column.
double computeLeastSum(const std::vector<double>& costs, std::size_t n, std::size_t m)
{
    const std::size_t shorter = std::min(n, m), longer = std::max(n, m);
    std::vector<std::size_t> order(longer);
    std::iota(order.begin(), order.end(), 0u);
    double least = std::numeric_limits<double>::infinity();
    do
    {
        double sum = 0;
        for (std::size_t i = 0; i < shorter; ++i) sum += n <= m ? costs[i * m + order[i]] : costs[order[i] * m + i];
        least = std::min(least, sum);
    } while (std::next_permutation(order.begin(), order.end()));
    return least;
}

double computeSum(const std::vector<double>& costs, std::size_t m, std::span<const std::int32_t> column_of)
{
    double sum = 0;
    for (std::size_t i = 0; i < column_of.size(); ++i)
        if (column_of[i] != Assigner::kNone) sum += costs[i * m + static_cast<std::size_t>(column_of[i])];
    return sum;
}

void expectEachAtMostOnce(std::span<const std::int32_t> column_of, std::size_t m)
{
    std::vector<int> taken(m, 0);
    std::size_t count = 0;
    for (const std::int32_t column : column_of)
    {
        if (column == Assigner::kNone) continue;
        ASSERT_LT(static_cast<std::size_t>(column), m);
        EXPECT_EQ(taken[static_cast<std::size_t>(column)]++, 0);
        ++count;
    }
    EXPECT_EQ(count, std::min(column_of.size(), m));
}

TEST(Assignment, TheSumIsTheLeastOfAllForSmallGroups)
{
    Assigner assigner;
    for (int seed = 0; seed < 150 * test::testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        Random random(static_cast<std::uint64_t>(seed));
        const std::size_t n = 1 + random.below(7), m = seed % 3 == 0 ? n : 1 + random.below(7);
        std::vector<double> costs(n * m);
        // Whole numbers make ties; some costs are negative.
        for (double& cost : costs) cost = seed % 2 == 0 ? random.uniform(-5, 100) : static_cast<double>(random.below(5));
        const auto column_of = assigner.assign(costs, n, m);
        expectEachAtMostOnce(column_of, m);
        EXPECT_NEAR(computeSum(costs, m, column_of), computeLeastSum(costs, n, m), 1e-9);
    }
}

TEST(Assignment, EightMembersOnALatticeTakeTheLeastSumInSpiteOfTies)
{
    Assigner assigner;
    for (int seed = 0; seed < 6 * test::testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        Random random(static_cast<std::uint64_t>(seed), 1);
        std::vector<Vec2> points(8), targets(8);
        for (Vec2& p : points) p = {static_cast<double>(random.below(4)), static_cast<double>(random.below(4))};
        for (Vec2& p : targets) p = {static_cast<double>(random.below(4)), static_cast<double>(random.below(4))};
        std::vector<double> costs;
        for (const Vec2 p : points)
            for (const Vec2 q : targets) costs.push_back(distanceSq(p, q));
        const auto target_of = assigner.assign(points, targets);
        expectEachAtMostOnce(target_of, 8);
        EXPECT_EQ(computeSum(costs, 8, target_of), computeLeastSum(costs, 8, 8));
    }
}

TEST(Assignment, NoExchangeOfTwoMakesALargeGroupCheaper)
{
    Assigner assigner;
    for (const auto& [n, m] : {std::pair<std::size_t, std::size_t>{200, 200}, {120, 200}, {200, 120}})
    {
        Random random(n * 1000 + m);
        std::vector<Vec2> points(n), targets(m);
        for (Vec2& p : points) p = {random.uniform(0, 30), random.uniform(0, 30)};
        for (Vec2& p : targets) p = {random.uniform(20, 60), random.uniform(-10, 10)};
        const auto target_of = assigner.assign(points, targets);
        expectEachAtMostOnce(target_of, m);
        const auto target = [&](std::size_t i) { return targets[static_cast<std::size_t>(target_of[i])]; };
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < i; ++j)
            {
                if (target_of[i] == Assigner::kNone || target_of[j] == Assigner::kNone) continue;
                EXPECT_LE(distanceSq(points[i], target(i)) + distanceSq(points[j], target(j)),
                          distanceSq(points[i], target(j)) + distanceSq(points[j], target(i)) + 1e-9);
            }
    }
}

TEST(Assignment, NobodyMeetsOnStraightWaysWalkedTogether)
{
    Assigner assigner;
    for (int seed = 0; seed < 20 * test::testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        Random random(static_cast<std::uint64_t>(seed), 2);
        const std::size_t n = 2 + random.below(60);
        std::vector<Vec2> points(n), targets(n);
        for (Vec2& p : points) p = {random.uniform(0, 20), random.uniform(0, 20)};
        for (Vec2& p : targets) p = {random.uniform(0, 20), random.uniform(0, 20)};
        const auto target_of = assigner.assign(points, targets);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < i; ++j)
            {
                const Vec2 before = points[i] - points[j];
                const Vec2 after =
                    targets[static_cast<std::size_t>(target_of[i])] - targets[static_cast<std::size_t>(target_of[j])];
                double nearest = length(before);
                for (int k = 1; k <= 64; ++k) nearest = std::min(nearest, length(interpolate(before, after, k / 64.0)));
                EXPECT_GE(nearest, std::min(length(before), length(after)) * (std::sqrt(0.5) - 1e-9));
            }
    }
}

TEST(Assignment, WhoStandsInItsSlotKeepsIt)
{
    Assigner assigner;
    std::vector<Vec2> points;
    for (int y = 0; y < 10; ++y)
        for (int x = 0; x < 10; ++x) points.push_back({x * 0.7, y * 0.7});
    std::vector<Vec2> targets(points.rbegin(), points.rend());
    const auto target_of = assigner.assign(points, targets);
    for (std::size_t i = 0; i < points.size(); ++i) EXPECT_EQ(target_of[i], static_cast<std::int32_t>(99 - i));
}

TEST(Assignment, NobodyAndNowhereAreAnswered)
{
    Assigner assigner;
    EXPECT_TRUE(assigner.assign(std::span<const Vec2>{}, std::span<const Vec2>{}).empty());
    const std::vector<Vec2> one = {{1, 2}};
    EXPECT_EQ(assigner.assign(one, std::span<const Vec2>{})[0], Assigner::kNone);
    EXPECT_EQ(assigner.assign(one, one)[0], 0);
    const std::vector<Vec2> same(5, Vec2{3, 3});
    expectEachAtMostOnce(assigner.assign(same, same), 5);
}

} // namespace
} // namespace clearway
