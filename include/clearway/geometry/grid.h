// SPDX-License-Identifier: MIT
// Uniform grid over boxes: which items may be near here. Built once by counting sort, then read-only and compact.
// O(n) to build for items of similar size; long items are listed in every cell that their box (or their segment) touches, and
// where that would be more than eight listings per item and one per cell, the cells are made larger.
// Const and thread-safe; queries allocate nothing.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/geometry/box.h>
#include <clearway/geometry/shapes.h>

namespace clearway {

class UniformGrid
{
public:
    /// One cell without items.
    UniformGrid() = default;
    /// Cells are squares, about `items_per_cell` (> 0) items each; at most 2^24 cells. Empty boxes are listed nowhere.
    static UniformGrid build(std::span<const Box2> items, double items_per_cell = 1.0);
    /// As above for segments (with finite ends): listed only in cells that the segment itself passes, now and then in a
    /// neighbour.
    static UniformGrid build(std::span<const Segment> items, double items_per_cell = 1.0);

    int columns() const { return columns_; }
    int rows() const { return rows_; }
    const Box2& bounds() const { return bounds_; }
    double cellSize() const { return cell_size_; }

    /// The column or row of a coordinate, clamped to the grid; never decreases as the coordinate grows. NaN gives 0.
    int columnOf(double x) const { return cellOf((x - bounds_.min.x) * inverse_cell_size_, columns_); }
    int rowOf(double y) const { return cellOf((y - bounds_.min.y) * inverse_cell_size_, rows_); }
    /// Indices of the items listed in one cell, in increasing order.
    std::span<const std::uint32_t> itemsAt(int column, int row) const
    {
        const std::size_t cell =
            static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
        return {items_.data() + first_[cell], items_.data() + first_[cell + 1]};
    }

    /// Calls visit(item) for each item listed in a cell that `box` touches. An item may be visited more than once.
    template <typename Visit>
    void forEachIn(const Box2& box, Visit&& visit) const
    {
        if (items_.empty() || !box.overlaps(bounds_)) return;
        for (int row = rowOf(box.min.y), last_row = rowOf(box.max.y); row <= last_row; ++row)
            for (int column = columnOf(box.min.x), last = columnOf(box.max.x); column <= last; ++column)
                for (std::uint32_t item : itemsAt(column, row)) visit(item);
    }

private:
    static int cellOf(double position, int count)
    {
        if (!(position > 0)) return 0;
        return position < count ? static_cast<int>(position) : count - 1;
    }

    /// The grid over `bounds` with about `cell_count` cells, still without listings.
    void layOut(const Box2& bounds, double cell_count);
    /// Lists the items that forEachCell(grid, item, list) names; with larger cells while there are too many listings.
    template <typename ForEachCell>
    void listItems(std::size_t item_count, const ForEachCell& forEachCell);

    Box2 bounds_;
    double cell_size_ = 1;
    double inverse_cell_size_ = 0;
    int columns_ = 1;
    int rows_ = 1;
    std::vector<std::uint32_t> first_ = {0, 0}; ///< of each cell, in items_; one more at the end
    std::vector<std::uint32_t> items_;
};

} // namespace clearway
