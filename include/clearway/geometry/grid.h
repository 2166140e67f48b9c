// SPDX-License-Identifier: MIT
// Uniform grid over boxes: which items may be near here. Built once by counting sort, then read-only and compact.
// O(n) to build for items of similar size; long items are listed in every cell that their box (or their segment) touches.
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
    UniformGrid() = default;
    /// Cells are squares, about `items_per_cell` items each; at most 2^24 cells.
    static UniformGrid build(std::span<const Box2> items, double items_per_cell = 1.0);
    /// As above for segments: listed only in cells that the segment itself passes.
    static UniformGrid build(std::span<const Segment> items, double items_per_cell = 1.0);

    int columns() const { return columns_; }
    int rows() const { return rows_; }
    const Box2& bounds() const { return bounds_; }
    double cellSize() const { return cell_size_; }

    /// The column or row of a coordinate, clamped to the grid.
    int columnOf(double x) const;
    int rowOf(double y) const;
    /// Indices of the items listed in one cell, in increasing order.
    std::span<const std::uint32_t> itemsAt(int column, int row) const
    {
        const std::size_t cell = static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
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
    Box2 bounds_;
    double cell_size_ = 1;
    int columns_ = 0;
    int rows_ = 0;
    std::vector<std::uint32_t> first_;
    std::vector<std::uint32_t> items_;
};

} // namespace clearway
