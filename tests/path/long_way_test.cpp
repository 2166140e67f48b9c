// SPDX-License-Identifier: MIT
// Ways round through clutter: the search for the shortest would look at nearly everything first.
#include <gtest/gtest.h>

#include "tests/path/support.h"
#include "tests/support/path_scenes.h"

namespace clearway {
namespace {

using test::PathWorld;

constexpr double kRadius = 0.2;

/// A way from one side of the wall in the middle of a grove to the other, all along it and back.
TEST(LongWays, LeadToTheGoalWhenTheSearchForTheShortestIsTooLong)
{
    const int side = 12;
    PathWorld world(test::makeGrove(side));
    for (const double x : {4.0, 12.0, 20.0, 32.0})
    {
        const Vec2 start{x, 2 * side - 1}, goal{x, 2 * side + 1};
        const Path shortest = world.find(start, goal, kRadius);
        ASSERT_TRUE(shortest.isComplete());
        const Path path = world.finder.find(start, goal, {.radius = kRadius, .max_nodes = 1500});
        ASSERT_EQ(toString(path.status()), "out_of_budget") << "x = " << x;
        ASSERT_FALSE(path.pieces().empty());
        EXPECT_EQ(planar(path.pieces().front().from), start);
        EXPECT_EQ(planar(path.pieces().back().to), goal);
        EXPECT_EQ(world.faults(path, start, goal, kRadius), "");
        EXPECT_GE(path.length(), shortest.length() * (1 - 1e-9));
        EXPECT_LE(path.length(), shortest.length() * 1.2);
        EXPECT_LE(world.finder.expandedCount(), 3 * 1500u);

        const Path again = world.finder.find(start, goal, {.radius = kRadius, .max_nodes = 1500});
        EXPECT_EQ(again.length(), path.length());
        EXPECT_EQ(world.find(start, goal, kRadius).length(), shortest.length()) << "another answer after a long way";
    }
}

TEST(LongWays, AreFoundAmongTenThousandPillarsInBoundedMemory)
{
    const int side = 100;
    const NavMesh mesh = buildNavMesh(test::makeGrove(side)).value();
    PathFinder finder(buildClearance(mesh).value());
    const Vec2 start{4, 2 * side - 1}, goal{4, 2 * side + 1};
    const Path path = finder.find(start, goal, {.radius = kRadius});
    ASSERT_TRUE(path.isUsable());
    EXPECT_EQ(planar(path.pieces().back().to), goal);
    EXPECT_GT(path.length(), 2 * 4 * side - 10.0);
    EXPECT_LT(path.length(), 2.5 * 4 * side);
    EXPECT_GE(path.clearance(), kRadius - 1e-6);
    EXPECT_LE(finder.expandedCount(), 3 * PathOptions().max_nodes);
}

} // namespace
} // namespace clearway
