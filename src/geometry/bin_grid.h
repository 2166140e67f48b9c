// SPDX-License-Identifier: MIT
// Square bins over a rectangle, each with a list of items: which points, boxes or segments may be near here.
// Filled by counting sort into two arrays. O(bins + listings) to fill, which allocates nothing once the arrays are large enough;
// queries are const, thread-safe and allocate nothing.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <clearway/geometry/box.h>
#include <clearway/geometry/shapes.h>

namespace clearway {

/// Where the bins are. The last column and row may reach beyond the bounds.
struct BinLayout
{
    Box2 bounds = {};
    double size = 1;         ///< of a bin; metres
    double inverse_size = 0; ///< 0 when there is one bin only
    std::uint32_t columns = 1;
    std::uint32_t rows = 1;

    /// The whole part of `index`, clamped to 0 ... count - 1; NaN gives 0.
    static std::uint32_t clampIndex(double index, std::uint32_t count)
    {
        if (!(index > 0)) return 0;
        return index >= static_cast<double>(count) ? count - 1 : static_cast<std::uint32_t>(index);
    }
    /// The column or row of a coordinate, clamped to the grid; never decreases as the coordinate grows. NaN gives 0.
    std::uint32_t columnOf(double x) const { return clampIndex((x - bounds.min.x) * inverse_size, columns); }
    std::uint32_t rowOf(double y) const { return clampIndex((y - bounds.min.y) * inverse_size, rows); }
    std::size_t binOf(std::uint32_t column, std::uint32_t row) const { return std::size_t{row} * columns + column; }
    std::size_t binCount() const { return std::size_t{columns} * rows; }
};

class BinGrid : public BinLayout
{
public:
    /// One bin without items.
    BinGrid() = default;

    /// Empties all bins and fills them: list(add) calls add(bin, item) for each listing. It is called twice and must do the same
    /// both times; the items of a bin keep this order. add() returns false from the first listing beyond `max_listings` on,
    /// after which `list` may stop: then the bins stay empty, and fill() returns false.
    template <typename List>
    bool fill(const BinLayout& layout, const List& list, std::size_t max_listings = std::numeric_limits<std::uint32_t>::max())
    {
        static_cast<BinLayout&>(*this) = layout;
        first_.assign(binCount() + 1, 0);
        items_.clear();
        std::size_t listings = 0;
        list([&](std::size_t bin, std::uint32_t) {
            ++first_[bin + 1];
            return ++listings <= max_listings;
        });
        if (listings > max_listings)
        {
            first_.assign(binCount() + 1, 0);
            return false;
        }
        for (std::size_t bin = 1; bin < first_.size(); ++bin) first_[bin] += first_[bin - 1];
        items_.resize(listings);
        list([&](std::size_t bin, std::uint32_t item) {
            items_[first_[bin]++] = item;
            return true;
        });
        // Each start has moved to the end of its bin, which is the start of the next one.
        for (std::size_t bin = first_.size() - 1; bin > 0; --bin) first_[bin] = first_[bin - 1];
        first_[0] = 0;
        return true;
    }

    std::span<const std::uint32_t> itemsAt(std::uint32_t column, std::uint32_t row) const
    {
        const std::size_t bin = binOf(column, row);
        return {items_.data() + first_[bin], items_.data() + first_[bin + 1]};
    }

    /// Calls visit(item) for each item listed in a bin that `box` touches. An item may be visited more than once.
    template <typename Visit>
    void forEachIn(const Box2& box, Visit&& visit) const
    {
        if (items_.empty() || !box.overlaps(bounds)) return;
        for (std::uint32_t row = rowOf(box.min.y), last_row = rowOf(box.max.y); row <= last_row; ++row)
            for (std::uint32_t column = columnOf(box.min.x), last = columnOf(box.max.x); column <= last; ++column)
                for (const std::uint32_t item : itemsAt(column, row)) visit(item);
    }

    /// Of the arrays, without this object.
    std::size_t memoryBytes() const { return (first_.capacity() + items_.capacity()) * sizeof(std::uint32_t); }

private:
    std::vector<std::uint32_t> first_ = {0, 0}; ///< of each bin, in items_; one more at the end
    std::vector<std::uint32_t> items_;
};

/// Bins with about `items_per_bin` (> 0) items each, and increasing items in each; at most 2^24 bins. An item is listed in every
/// bin that its box touches; where that would be more than eight listings per item and one per bin, the bins are made larger.
/// Empty boxes are listed nowhere.
BinGrid buildBinGrid(std::span<const Box2> items, double items_per_bin = 1.0);
/// As above for segments (with finite ends): listed only in bins that the segment itself passes, now and then in a neighbour.
BinGrid buildBinGrid(std::span<const Segment> items, double items_per_bin = 1.0);

} // namespace clearway
