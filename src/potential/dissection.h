// SPDX-License-Identifier: MIT
// Nested dissection: the grid halved again and again by lines of single cells.
// Based on: A. George. Nested dissection of a regular finite element mesh. 1973
// Departures: a line may lie anywhere in the middle part and takes the place with the fewest free cells, so walls make it short.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include <clearway/grid/field_grid.h>

namespace clearway {

/// A box of cells, its outline included. The cells inside are eliminated, those on the outline are left. A line that halves a
/// region belongs to the outline of both halves. The box of the root has its outline outside the grid.
struct Region
{
    std::int32_t x0 = 0;
    std::int32_t y0 = 0;
    std::int32_t x1 = 0;
    std::int32_t y1 = 0;
    std::int32_t child[2] = {-1, -1}; ///< -1: a leaf
    std::int32_t parent = -1;
    std::int32_t line = -1;   ///< the column or row between the children
    bool is_column = false;   ///< what `line` is
    double multiply_adds = 0; ///< predicted, of this region alone
    double subtree_multiply_adds = 0;

    bool isLeaf() const { return child[0] < 0; }
};

/// Children come before their parents; the root is last.
struct Dissection
{
    std::vector<Region> regions;
    double multiply_adds = 0;
    std::int64_t factor_bytes = 0;
    std::int64_t schur_bytes = 0; ///< what an editable elimination keeps besides
};

Dissection buildDissection(const FieldGrid& grid);

/// Cells in front order: those to eliminate, then those of the outline, in tiles of kTile; -1 fills up a tile.
inline constexpr std::int32_t kTile = 16;
struct FrontLayout
{
    std::vector<std::int32_t> cells;
    std::int32_t pivot_tiles = 0;

    std::int32_t tileCount() const { return static_cast<std::int32_t>(cells.size()) / kTile; }
    /// The number of real cells of a tile; they are the first ones.
    std::int32_t cellsOfTile(std::int32_t tile) const
    {
        std::int32_t count = 0;
        while (count < kTile && cells[static_cast<std::size_t>(tile * kTile + count)] >= 0) ++count;
        return count;
    }
};

/// `is_unknown(cell)` says which cells take part.
template <typename IsUnknown>
FrontLayout layOutFront(const Region& region, std::int32_t width, std::int32_t height, IsUnknown&& is_unknown)
{
    // A tile has one exponent: its cells must not lie too far apart.
    constexpr std::int32_t kFarthest = 128;
    FrontLayout layout;
    std::int32_t first_x = 0, first_y = 0;
    const auto fill = [&] {
        while (layout.cells.size() % kTile != 0) layout.cells.push_back(-1);
    };
    const auto add = [&](std::int32_t x, std::int32_t y) {
        if (x < 0 || y < 0 || x >= width || y >= height || !is_unknown(y * width + x)) return;
        if (layout.cells.size() % kTile != 0 &&
            (x > first_x ? x - first_x : first_x - x) + (y > first_y ? y - first_y : first_y - y) > kFarthest)
            fill();
        if (layout.cells.size() % kTile == 0) first_x = x, first_y = y;
        layout.cells.push_back(y * width + x);
    };
    if (region.isLeaf())
        for (std::int32_t y = region.y0 + 1; y < region.y1; ++y)
            for (std::int32_t x = region.x0 + 1; x < region.x1; ++x) add(x, y);
    else if (region.is_column)
        for (std::int32_t y = region.y0 + 1; y < region.y1; ++y) add(region.line, y);
    else
        for (std::int32_t x = region.x0 + 1; x < region.x1; ++x) add(x, region.line);
    fill();
    layout.pivot_tiles = layout.tileCount();
    for (std::int32_t x = region.x0; x < region.x1; ++x) add(x, region.y0);
    for (std::int32_t y = region.y0; y < region.y1; ++y) add(region.x1, y);
    for (std::int32_t x = region.x1; x > region.x0; --x) add(x, region.y1);
    for (std::int32_t y = region.y1; y > region.y0; --y) add(region.x0, y);
    fill();
    return layout;
}

} // namespace clearway
