// SPDX-License-Identifier: MIT
#include <vector>

#include <clearway/base/random.h>

#include "tests/path/support.h"

namespace clearway {
namespace {

/// A maze without cycles: rooms on even squares, joined by a walk that goes on until it is stuck and then starts from a room
/// before.
SquareGrid makePerfectMaze(int rooms, std::uint64_t seed)
{
    const int size = 2 * rooms - 1;
    SquareGrid grid{size, size, {0, 0}, 1, std::vector<std::uint8_t>(static_cast<std::size_t>(size * size), 0)};
    const auto at = [&](int x, int y) { return static_cast<std::size_t>(y * size + x); };
    Random random(seed, 5);
    std::vector<int> walk(1, 0);
    grid.passable[0] = 1;
    while (!walk.empty())
    {
        const int x = walk.back() % rooms, y = walk.back() / rooms;
        std::vector<std::pair<int, int>> next;
        for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}})
        {
            const int nx = x + dx, ny = y + dy;
            if (nx < 0 || ny < 0 || nx >= rooms || ny >= rooms || grid.passable[at(2 * nx, 2 * ny)]) continue;
            next.emplace_back(dx, dy);
        }
        if (next.empty())
        {
            walk.pop_back();
            continue;
        }
        const auto [dx, dy] = next[random.below(next.size())];
        grid.passable[at(2 * x + dx, 2 * y + dy)] = grid.passable[at(2 * (x + dx), 2 * (y + dy))] = 1;
        walk.push_back((y + dy) * rooms + x + dx);
    }
    return grid;
}

TEST(DeadEnds, APointSearchesOnlyWhatLiesBetweenItsEnds)
{
    test::PathWorld world = test::makeGridWorld(makePerfectMaze(30, 3));
    std::uint64_t point = 0, disc = 0;
    for (int i = 0; i < 30; ++i)
    {
        const Vec2 start{0.5 + 2 * i, 0.5}, goal{58.5 - 2 * i, 58.5};
        const Path path = world.find(start, goal, 0);
        ASSERT_TRUE(path) << i;
        EXPECT_EQ(world.faults(path, start, goal, 0), "") << i;
        point += world.finder.expandedCount();
        const Path wide = world.find(start, goal, 1e-4); // a disc may cross a door twice, so it looks everywhere
        ASSERT_TRUE(wide) << i;
        disc += world.finder.expandedCount();
        EXPECT_NEAR(path.length(), wide.length(), 0.1) << i;
        EXPECT_LE(path.length(), wide.length()) << i;
    }
    EXPECT_LT(3 * point, disc);
}

} // namespace
} // namespace clearway
