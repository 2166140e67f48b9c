// SPDX-License-Identifier: MIT
#include "scene/generators/packing.h"

#include <algorithm>
#include <cmath>

namespace clearway::generators {

/// The largest distance by which all of `second` lies beyond one edge of `first`.
static double computeSeparationFrom(const Ring& first, const Ring& second)
{
    double best = -std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < first.size(); ++k)
    {
        const Vec2 edge = first[(k + 1) % first.size()] - first[k];
        const Vec2 outward = -perpendicular(edge) / length(edge);
        double nearest = std::numeric_limits<double>::infinity();
        for (Vec2 p : second) nearest = std::min(nearest, dot(p - first[k], outward));
        best = std::max(best, nearest);
    }
    return best;
}

double computeSeparation(const Ring& first, const Ring& second)
{
    return std::max(computeSeparationFrom(first, second), computeSeparationFrom(second, first));
}

Packing::Packing(const Box2& bounds, double largest_extent, double gap)
    : bounds_(bounds),
      cell_size_(largest_extent + gap),
      gap_(gap),
      columns_(static_cast<int>(std::floor(bounds.size().x / cell_size_)) + 1),
      rows_(static_cast<int>(std::floor(bounds.size().y / cell_size_)) + 1),
      first_in_cell_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_), kNone)
{
}

int Packing::columnOf(double x) const
{
    return std::clamp(static_cast<int>(std::floor((x - bounds_.min.x) / cell_size_)), 0, columns_ - 1);
}

int Packing::rowOf(double y) const
{
    return std::clamp(static_cast<int>(std::floor((y - bounds_.min.y) / cell_size_)), 0, rows_ - 1);
}

bool Packing::isFree(const Ring& outline, const Disc& around, int column, int row) const
{
    if (column < 0 || row < 0 || column >= columns_ || row >= rows_) return true;
    const std::size_t cell =
        static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
    for (std::uint32_t other = first_in_cell_[cell]; other != kNone; other = items_[other].next)
    {
        const double reach = around.radius + items_[other].around.radius + gap_;
        if (distanceSq(around.center, items_[other].around.center) > reach * reach) continue;
        if (computeSeparation(outline, outlines_[other]) < gap_) return false;
    }
    return true;
}

bool Packing::tryAdd(const Ring& outline)
{
    // Boxes around two outlines nearer than the gap have centres less than a cell apart in x and in y.
    Disc around = {computeBounds(outline).center(), 0};
    for (Vec2 p : outline) around.radius = std::max(around.radius, distance(p, around.center));
    const int column = columnOf(around.center.x);
    const int row = rowOf(around.center.y);
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            if (!isFree(outline, around, column + dx, row + dy)) return false;
    const std::size_t cell =
        static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
    items_.push_back({around, first_in_cell_[cell]});
    first_in_cell_[cell] = static_cast<std::uint32_t>(outlines_.size());
    outlines_.push_back(outline);
    return true;
}

} // namespace clearway::generators
