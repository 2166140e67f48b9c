// SPDX-License-Identifier: MIT
#include <clearway/group/group_map.h>

#include <cmath>
#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/base/random.h>

#include "tests/group/yards.h"

namespace clearway {
namespace {

/// A room of 20 x 12 cells with a block in it, and a field to its right end.
GroupMap makeMap(std::vector<std::uint8_t>& is_free)
{
    constexpr int kWidth = 20, kHeight = 12;
    is_free.assign(kWidth * kHeight, 1);
    for (int y = 5; y < 7; ++y)
        for (int x = 9; x < 11; ++x) is_free[static_cast<std::size_t>(y * kWidth + x)] = 0;
    const FieldGrid grid = buildFieldGrid(kWidth, kHeight, is_free).value();
    return GroupMap(buildField(grid, {18.5, 6}).value());
}

TEST(GroupMap, WeightsFallWithTheCellsToTheNearestObstacle)
{
    std::vector<std::uint8_t> is_free;
    const GroupMap map = makeMap(is_free);
    for (int y = 0; y < 12; ++y)
        for (int x = 0; x < 20; ++x)
        {
            // Cells to the border, or to any blocked cell, whichever is nearer.
            int cells = std::min({x + 1, y + 1, 20 - x, 12 - y});
            for (int v = 0; v < 12; ++v)
                for (int u = 0; u < 20; ++u)
                    if (is_free[static_cast<std::size_t>(v * 20 + u)] == 0)
                        cells = std::min(cells, std::max(std::abs(u - x), std::abs(v - y)));
            const double expected = cells <= 1 ? 1 : cells == 2 ? 0.66 : cells == 3 ? 0.33 : 0;
            EXPECT_EQ(map.weightAt({x + 0.5, y + 0.5}), expected) << x << ", " << y;
        }
    EXPECT_EQ(map.weightAt({-5, 3}), 1);
}

TEST(GroupMap, FarFromObstaclesTheSlotLeadsAndBesideThemTheField)
{
    std::vector<std::uint8_t> is_free;
    const GroupMap map = makeMap(is_free);
    const Vec2 open = {4.5, 5.5}, slot = {4.5, 9};
    ASSERT_EQ(map.weightAt(open), 0);
    EXPECT_NEAR(map.directionAt(open, slot).y, 1, 1e-12);
    const Vec2 beside = {8.5, 5.5};
    ASSERT_EQ(map.weightAt(beside), 1);
    EXPECT_EQ(map.directionAt(beside, {8.5, 0}), map.field().directionAt(beside));
    const Vec2 between = {6.5, 5.5};
    ASSERT_EQ(map.weightAt(between), 0.33);
    const Vec2 sum = Vec2{0, -1} * (1 - 0.33) + map.field().directionAt(between) * 0.33;
    EXPECT_NEAR(distance(map.directionAt(between, {6.5, 0}), sum / length(sum)), 0, 1e-12);
    EXPECT_EQ(map.directionAt(open, open), Vec2{});
}

TEST(GroupMap, OrdersBentByItLeadRoundAPillarThatStandsInTheWayOfASlot)
{
    // The slot is straight behind the pillar: without the map the disc would stand still against it.
    const Scene scene = test::makeYard(test::makeBox(0, 0, 20, 12), {test::makeBox(9, 5, 11, 7)});
    const FieldGrid grid = buildFieldGrid(scene, {.cell_size = 0.5, .radius = 0.25}).value();
    const GroupMap map(buildField(grid, {17, 6}).value());
    test::Discs discs;
    for (std::uint32_t i = 0; i < scene.points().size(); ++i) discs.walls.push_back(scene.edge(i));
    discs.add({4, 6}, 0.25);
    const Vec2 slot = {14, 6};
    for (int i = 0; i < 600; ++i)
    {
        const std::vector<MemberOrder> orders = {map.bend({slot, 1.4, false}, discs.positions[0])};
        discs.step(orders, 1.0 / 30);
        ASSERT_LT(discs.computeOverlap(), 1e-6);
    }
    EXPECT_LT(distance(discs.positions[0], slot), 0.3);
}

} // namespace
} // namespace clearway
