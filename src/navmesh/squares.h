// SPDX-License-Identifier: MIT
// Squares of a grid by column and row, with everything outside impassable.
#pragma once
#include <clearway/navmesh/build.h>

namespace clearway {

inline constexpr std::uint64_t kMaxSquareCount = std::uint64_t{1} << 28;

struct Vec2Int
{
    int x = 0;
    int y = 0;

    friend bool operator==(Vec2Int, Vec2Int) = default;
};

class Squares
{
public:
    explicit Squares(const SquareGrid& grid) : grid_(grid) {}

    std::size_t index(int column, int row) const
    {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(grid_.columns) + static_cast<std::size_t>(column);
    }
    bool isFree(int column, int row) const
    {
        return column >= 0 && row >= 0 && column < grid_.columns && row < grid_.rows && grid_.passable[index(column, row)] != 0;
    }
    /// The corner of the grid at the lower left of square (column, row).
    Vec2 position(int column, int row) const
    {
        return {grid_.origin.x + column * grid_.square_size, grid_.origin.y + row * grid_.square_size};
    }
    /// From a square to the one across its side: 0 below, 1 right, 2 above, 3 left.
    static Vec2Int outward(int side)
    {
        constexpr Vec2Int kOutward[4] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
        return kOutward[side];
    }

private:
    const SquareGrid& grid_;
};

} // namespace clearway
