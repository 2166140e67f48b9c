// SPDX-License-Identifier: MIT
#include "potential/front.h"

#include <utility>

namespace clearway {

void TileTriangle::allocate(const FrontLayout& layout)
{
    tile_count = layout.tileCount();
    pivot_tiles = layout.pivot_tiles;
    infos.assign(index(tile_count, tile_count), {});
    heights.resize(static_cast<std::size_t>(tile_count));
    first_rows.resize(static_cast<std::size_t>(tile_count));
    std::size_t rows[2] = {};
    for (std::int32_t i = 0; i < tile_count; ++i)
    {
        const bool is_pivot = i < pivot_tiles;
        heights[static_cast<std::size_t>(i)] = is_pivot ? (layout.cellsOfTile(i) + 3) / 4 * 4 : kTile;
        first_rows[static_cast<std::size_t>(i)] = rows[is_pivot];
        rows[is_pivot] += static_cast<std::size_t>((tile_count - i) * heights[static_cast<std::size_t>(i)]);
    }
    pivots = TileBlock(rows[true]);
    rest = TileBlock(rows[false]);
}

std::int64_t Front::bytes() const
{
    const auto bytesOf = [](const auto& list) { return static_cast<std::int64_t>(list.capacity() * sizeof(list[0])); };
    std::int64_t sum = bytesOf(layout.cells) + bytesOf(rate) + bytesOf(loss) + bytesOf(wide_cells) + bytesOf(wide_loss);
    for (const TileTriangle* triangle : {&upper, &lower})
        sum += triangle->pivots.bytes() + triangle->rest.bytes() + bytesOf(triangle->infos) + bytesOf(triangle->heights) +
               bytesOf(triangle->first_rows);
    for (const auto* list : {&wide_upper, &wide_lower, &wide_rest}) sum += bytesOf(*list);
    return sum + static_cast<std::int64_t>(sizeof(Front));
}

void Front::dropRest()
{
    for (TileTriangle* triangle : {&upper, &lower})
    {
        triangle->rest = {};
        if (triangle->infos.empty()) continue;
        triangle->infos.resize(triangle->pivotCount());
        triangle->infos.shrink_to_fit();
    }
    wide_rest = {};
    wide_loss = {};
    loss = {};
}

SlotMap::SlotMap(const Region& region, std::int32_t width, const std::vector<std::int32_t>& cells)
    : region_(region), width_(width)
{
    const auto columns = static_cast<std::size_t>(region.x1 - region.x0 + 1),
               rows = static_cast<std::size_t>(region.y1 - region.y0 + 1);
    slots_.assign(region.isLeaf() ? columns * rows : 2 * (columns + rows) + (columns > rows ? columns : rows), -1);
    for (std::size_t slot = 0; slot < cells.size(); ++slot)
        if (cells[slot] >= 0) slots_[place(cells[slot])] = static_cast<std::int32_t>(slot);
}

std::size_t SlotMap::place(std::int32_t cell) const
{
    const std::int32_t x = cell % width_ - region_.x0, y = cell / width_ - region_.y0;
    const std::int32_t columns = region_.x1 - region_.x0 + 1, rows = region_.y1 - region_.y0 + 1;
    if (region_.isLeaf()) return static_cast<std::size_t>(y * columns + x);
    if (y == 0) return static_cast<std::size_t>(x);
    if (y == rows - 1) return static_cast<std::size_t>(columns + x);
    if (x == 0) return static_cast<std::size_t>(2 * columns + y);
    if (x == columns - 1) return static_cast<std::size_t>(2 * columns + rows + y);
    return static_cast<std::size_t>(2 * (columns + rows) + (region_.is_column ? y : x));
}

std::shared_ptr<Front> eliminateRegion(const FrontSource& source, const Region& region, const Front* const children[2],
                                       const SplitLoop& split)
{
    const FieldGrid& grid = source.stencil->grid();
    auto front = std::make_shared<Front>();
    front->is_symmetric = source.stencil->isSymmetric();
    front->layout = layOutFront(region, grid.width(), grid.height(), [&](std::int32_t cell) { return source.isUnknown(cell); });
    assembleTiles(source, region, children, *front, split);
    if (eliminateTiles(*front, split)) return front;
    front->upper = {};
    front->lower = {};
    front->rate = {};
    front->loss = {};
    eliminateWide(source, region, children, *front);
    return front;
}

} // namespace clearway
