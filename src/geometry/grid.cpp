// SPDX-License-Identifier: MIT
#include <clearway/geometry/grid.h>

#include <cmath>

#include <clearway/base/assert.h>

namespace clearway {

namespace {

constexpr double kMaxCells = 1 << 24;

/// How many cells of a size cover an extent, or too many.
double countAlong(double extent, double cell_size) { return std::floor(extent / cell_size) + 1; }

/// Calls list(cell) for the cells of some columns of a row; false as soon as list is false.
template <typename List>
bool listRow(const UniformGrid& grid, int row, int first_column, int last_column, const List& list)
{
    const std::size_t row_start = static_cast<std::size_t>(row) * static_cast<std::size_t>(grid.columns());
    for (int column = first_column; column <= last_column; ++column)
        if (!list(row_start + static_cast<std::size_t>(column))) return false;
    return true;
}

template <typename List>
bool listBox(const UniformGrid& grid, const Box2& box, const List& list)
{
    if (box.isEmpty()) return true;
    const int first_column = grid.columnOf(box.min.x), last_column = grid.columnOf(box.max.x);
    for (int row = grid.rowOf(box.min.y), last_row = grid.rowOf(box.max.y); row <= last_row; ++row)
        if (!listRow(grid, row, first_column, last_column, list)) return false;
    return true;
}

/// Row by row, the columns between the places where the segment enters and leaves the row. All is widened by far more than
/// rounding can shift it, so that no cell is missed for which columnOf and rowOf would give a point of the segment.
template <typename List>
bool listSegment(const UniformGrid& grid, const Segment& segment, const List& list)
{
    const Box2 box = computeBounds(segment);
    const int first_column = grid.columnOf(box.min.x), last_column = grid.columnOf(box.max.x);
    const int first_row = grid.rowOf(box.min.y), last_row = grid.rowOf(box.max.y);
    if (first_column == last_column || first_row == last_row) return listBox(grid, box, list);

    const Box2& bounds = grid.bounds();
    const double largest =
        std::max({std::abs(bounds.min.x), std::abs(bounds.max.x), std::abs(bounds.min.y), std::abs(bounds.max.y)});
    const double slack = (largest + grid.cellSize()) * 0x1p-45;
    const double slope = (segment.b.x - segment.a.x) / (segment.b.y - segment.a.y);
    if (!std::isfinite(slope)) return listBox(grid, box, list);
    const auto xAt = [&](double y) { return segment.a.x + (std::clamp(y, box.min.y, box.max.y) - segment.a.y) * slope; };
    for (int row = first_row; row <= last_row; ++row)
    {
        const double x_low = xAt(bounds.min.y + row * grid.cellSize() - slack);
        const double x_high = xAt(bounds.min.y + (row + 1) * grid.cellSize() + slack);
        const int from = std::max(first_column, grid.columnOf(std::min(x_low, x_high) - slack));
        const int to = std::min(last_column, grid.columnOf(std::max(x_low, x_high) + slack));
        if (!listRow(grid, row, from, to, list)) return false;
    }
    return true;
}

} // namespace

void UniformGrid::layOut(const Box2& bounds, double cell_count)
{
    bounds_ = bounds;
    const Vec2 size = bounds.size();
    // Square cells of the area; a world without area, or thinner than its cells would be, counts along its length.
    cell_count = std::min(cell_count, kMaxCells);
    double cell_size =
        std::max(std::sqrt(size.x) * std::sqrt(size.y) / std::sqrt(cell_count), std::max(size.x, size.y) / cell_count);
    // One cell for what is empty, a point, or beyond the range of doubles.
    const bool has_cells = cell_size > 0 && std::isfinite(cell_size) && std::isfinite(1 / cell_size);
    while (has_cells && countAlong(size.x, cell_size) * countAlong(size.y, cell_size) > kMaxCells) cell_size *= 1.25;
    cell_size_ = has_cells ? cell_size : 1;
    inverse_cell_size_ = has_cells ? 1 / cell_size : 0;
    columns_ = has_cells ? static_cast<int>(countAlong(size.x, cell_size)) : 1;
    rows_ = has_cells ? static_cast<int>(countAlong(size.y, cell_size)) : 1;
}

template <typename ForEachCell>
void UniformGrid::listItems(std::size_t item_count, const ForEachCell& forEachCell)
{
    CLEARWAY_ASSERT(item_count < (std::size_t{1} << 28), "too many items for one grid");
    for (;;)
    {
        const std::size_t cell_count = static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_);
        const std::size_t limit = cell_count == 1 ? item_count : 8 * item_count + cell_count;
        std::size_t listings = 0;
        first_.assign(cell_count + 1, 0);
        bool fits = true;
        for (std::size_t item = 0; item < item_count && fits; ++item)
            fits = forEachCell(*this, item, [&](std::size_t cell) {
                ++first_[cell];
                return ++listings <= limit;
            });
        if (!fits)
        {
            layOut(bounds_, static_cast<double>(cell_count) / 4);
            continue;
        }
        items_.resize(listings);
        break;
    }
    // Counts become ends; filling backwards turns these into starts and leaves each cell in increasing order.
    for (std::size_t cell = 1; cell < first_.size(); ++cell) first_[cell] += first_[cell - 1];
    for (std::size_t item = item_count; item-- > 0;)
        forEachCell(*this, item, [&](std::size_t cell) {
            items_[--first_[cell]] = static_cast<std::uint32_t>(item);
            return true;
        });
}

UniformGrid UniformGrid::build(std::span<const Box2> items, double items_per_cell)
{
    UniformGrid grid;
    Box2 bounds;
    for (const Box2& item : items)
        if (!item.isEmpty()) bounds.add(item);
    if (bounds.isEmpty()) return grid;
    grid.layOut(bounds, std::max(1.0, static_cast<double>(items.size()) / items_per_cell));
    grid.listItems(items.size(),
                   [&](const UniformGrid& in, std::size_t item, const auto& list) { return listBox(in, items[item], list); });
    return grid;
}

UniformGrid UniformGrid::build(std::span<const Segment> items, double items_per_cell)
{
    UniformGrid grid;
    Box2 bounds;
    for (const Segment& item : items) bounds.add(computeBounds(item));
    if (bounds.isEmpty()) return grid;
    grid.layOut(bounds, std::max(1.0, static_cast<double>(items.size()) / items_per_cell));
    grid.listItems(items.size(),
                   [&](const UniformGrid& in, std::size_t item, const auto& list) { return listSegment(in, items[item], list); });
    return grid;
}

} // namespace clearway
