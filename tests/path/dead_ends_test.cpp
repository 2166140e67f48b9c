// SPDX-License-Identifier: MIT
#include <vector>

#include <clearway/base/random.h>

#include "path/dead_ends.h"
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

/// The pieces from one to another where there is one way only.
std::vector<bool> findWay(const ClearanceMesh::Data& data, std::uint32_t from, std::uint32_t to)
{
    std::vector<std::uint32_t> before(data.pieces.size(), kNone), waiting(1, from);
    before[from] = from;
    for (std::size_t next = 0; next < waiting.size(); ++next)
    {
        const ClearanceMesh::Data::Piece& piece = data.pieces[waiting[next]];
        for (std::uint32_t i = 0; i < piece.side_count; ++i)
        {
            const std::uint32_t neighbour = data.sides[piece.first_side + i].neighbour;
            if (neighbour == kNone || before[neighbour] != kNone) continue;
            before[neighbour] = waiting[next];
            waiting.push_back(neighbour);
        }
    }
    std::vector<bool> is_on_way(data.pieces.size(), false);
    for (std::uint32_t piece = to; !is_on_way[piece]; piece = before[piece]) is_on_way[piece] = true;
    return is_on_way;
}

TEST(DeadEnds, WhatLiesBetweenTwoSquaresOfAMazeIsTheWayBetweenThem)
{
    test::PathWorld world = test::makeGridWorld(makePerfectMaze(20, 3));
    const ClearanceMesh::Data& data = world.clearance.data();
    DeadEnds dead_ends(data);
    Random random(4, 5);
    for (int i = 0; i < 100; ++i)
    {
        const auto from = static_cast<std::uint32_t>(random.below(data.pieces.size()));
        const auto to = static_cast<std::uint32_t>(random.below(data.pieces.size()));
        const std::vector<bool> way = findWay(data, from, to);
        dead_ends.clear();
        dead_ends.mark(from, to);
        for (std::uint32_t piece = 0; piece < data.pieces.size(); ++piece)
            ASSERT_EQ(dead_ends.isMarked(piece), way[piece]) << from << " to " << to << ", piece " << piece;
    }
}

/// The same, and branches that come back: everything on a cycle between the two counts.
TEST(DeadEnds, APointFindsItsWayInAMazeWithCycles)
{
    SquareGrid grid = makePerfectMaze(12, 9);
    Random random(6, 5);
    for (int i = 0; i < 40; ++i) grid.passable[random.below(grid.passable.size())] = 1;
    test::PathWorld world = test::makeGridWorld(grid);
    for (int i = 0; i < 12; ++i)
    {
        const Vec2 start{0.5 + 2 * i, 0.5}, goal{22.5 - 2 * i, 22.5};
        test::expectShortest(world, start, goal, 0);
    }
}

} // namespace
} // namespace clearway
