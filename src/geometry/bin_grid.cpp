// SPDX-License-Identifier: MIT
#include "geometry/bin_grid.h"

#include <algorithm>
#include <cmath>

#include <clearway/base/assert.h>

namespace clearway {

namespace {

constexpr double kMaxBins = 1 << 24;

/// How many bins of a size cover an extent, or too many.
double countAlong(double extent, double size) { return std::floor(extent / size) + 1; }

BinLayout layOut(const Box2& bounds, double bin_count)
{
    const Vec2 extent = bounds.size();
    // Square bins of the area; a world without area, or thinner than its bins would be, counts along its length.
    bin_count = std::min(bin_count, kMaxBins);
    double size =
        std::max(std::sqrt(extent.x) * std::sqrt(extent.y) / std::sqrt(bin_count), std::max(extent.x, extent.y) / bin_count);
    // One bin for what is empty, a point, or beyond the range of doubles.
    if (!(size > 0 && std::isfinite(size) && std::isfinite(1 / size))) return {.bounds = bounds};
    while (countAlong(extent.x, size) * countAlong(extent.y, size) > kMaxBins) size *= 1.25;
    return {bounds, size, 1 / size, static_cast<std::uint32_t>(countAlong(extent.x, size)),
            static_cast<std::uint32_t>(countAlong(extent.y, size))};
}

/// Calls visit(bin) for the bins of some columns of a row; false as soon as visit is false.
template <typename Visit>
bool visitRow(const BinLayout& bins, std::uint32_t row, std::uint32_t first_column, std::uint32_t last_column, const Visit& visit)
{
    for (std::uint32_t column = first_column; column <= last_column; ++column)
        if (!visit(bins.binOf(column, row))) return false;
    return true;
}

template <typename Visit>
bool visitBins(const BinLayout& bins, const Box2& box, const Visit& visit)
{
    if (box.isEmpty()) return true;
    const std::uint32_t first_column = bins.columnOf(box.min.x), last_column = bins.columnOf(box.max.x);
    for (std::uint32_t row = bins.rowOf(box.min.y), last_row = bins.rowOf(box.max.y); row <= last_row; ++row)
        if (!visitRow(bins, row, first_column, last_column, visit)) return false;
    return true;
}

/// Row by row, the columns between the places where the segment enters and leaves the row. All is widened by far more than
/// rounding can shift it, so that no bin is missed for which columnOf and rowOf would give a point of the segment.
template <typename Visit>
bool visitBins(const BinLayout& bins, const Segment& segment, const Visit& visit)
{
    const Box2 box = computeBounds(segment);
    const std::uint32_t first_column = bins.columnOf(box.min.x), last_column = bins.columnOf(box.max.x);
    const std::uint32_t first_row = bins.rowOf(box.min.y), last_row = bins.rowOf(box.max.y);
    if (first_column == last_column || first_row == last_row) return visitBins(bins, box, visit);

    const Box2& bounds = bins.bounds;
    const double largest =
        std::max({std::abs(bounds.min.x), std::abs(bounds.max.x), std::abs(bounds.min.y), std::abs(bounds.max.y)});
    const double slack = (largest + bins.size) * 0x1p-45;
    const double slope = (segment.b.x - segment.a.x) / (segment.b.y - segment.a.y);
    if (!std::isfinite(slope)) return visitBins(bins, box, visit);
    const auto xAt = [&](double y) { return segment.a.x + (std::clamp(y, box.min.y, box.max.y) - segment.a.y) * slope; };
    for (std::uint32_t row = first_row; row <= last_row; ++row)
    {
        const double x_low = xAt(bounds.min.y + row * bins.size - slack);
        const double x_high = xAt(bounds.min.y + (row + 1) * bins.size + slack);
        const std::uint32_t from = std::max(first_column, bins.columnOf(std::min(x_low, x_high) - slack));
        const std::uint32_t to = std::min(last_column, bins.columnOf(std::max(x_low, x_high) + slack));
        if (!visitRow(bins, row, from, to, visit)) return false;
    }
    return true;
}

template <typename Item>
BinGrid build(std::span<const Item> items, const Box2& bounds, double items_per_bin)
{
    CLEARWAY_ASSERT(items.size() < (std::size_t{1} << 28), "too many items for one grid");
    BinGrid grid;
    if (bounds.isEmpty()) return grid;
    for (double bin_count = std::max(1.0, static_cast<double>(items.size()) / items_per_bin);;)
    {
        const BinLayout bins = layOut(bounds, bin_count);
        const std::size_t limit = bins.binCount() == 1 ? items.size() : 8 * items.size() + bins.binCount();
        const auto list = [&](const auto& add) {
            for (std::uint32_t i = 0; i < items.size(); ++i)
                if (!visitBins(bins, items[i], [&](std::size_t bin) { return add(bin, i); })) return;
        };
        if (grid.fill(bins, list, limit)) return grid;
        bin_count = static_cast<double>(bins.binCount()) / 4;
    }
}

} // namespace

BinGrid buildBinGrid(std::span<const Box2> items, double items_per_bin)
{
    Box2 bounds;
    for (const Box2& item : items)
        if (!item.isEmpty()) bounds.add(item);
    return build(items, bounds, items_per_bin);
}

BinGrid buildBinGrid(std::span<const Segment> items, double items_per_bin)
{
    Box2 bounds;
    for (const Segment& item : items) bounds.add(computeBounds(item));
    return build(items, bounds, items_per_bin);
}

} // namespace clearway
