// SPDX-License-Identifier: MIT
#include "geometry/space_order.h"

#include <algorithm>
#include <utility>

namespace clearway {

namespace {

constexpr std::uint32_t kHilbertBits = 13; ///< per axis

/// Position of a cell of a 2^13 by 2^13 grid along the Hilbert curve.
std::uint32_t computeHilbertIndex(std::uint32_t x, std::uint32_t y)
{
    std::uint32_t index = 0;
    for (std::uint32_t bit = kHilbertBits; bit-- > 0;)
    {
        const std::uint32_t right = (x >> bit) & 1;
        const std::uint32_t upper = (y >> bit) & 1;
        index = (index << 2) | ((3 * right) ^ upper);
        if (upper == 0)
        {
            if (right == 1)
            {
                x = ~x;
                y = ~y;
            }
            std::swap(x, y);
        }
    }
    return index;
}

} // namespace

HilbertCurve::HilbertCurve(const Box2& box)
    : corner_(box.min), extent_(std::max(box.max.x / 2 - box.min.x / 2, box.max.y / 2 - box.min.y / 2))
{
}

std::uint32_t HilbertCurve::computeIndex(Vec2 p) const
{
    constexpr double kCells = double((1u << kHilbertBits) - 1);
    // Halves, so that no difference of two finite numbers overflows.
    const auto toCell = [&](double value, double low) {
        const double fraction = extent_ > 0 ? (value / 2 - low / 2) / extent_ : 0;
        return static_cast<std::uint32_t>(std::clamp(fraction, 0.0, 1.0) * kCells);
    };
    return computeHilbertIndex(toCell(p.x, corner_.x), toCell(p.y, corner_.y));
}

std::vector<std::uint32_t> sortByKeys(std::vector<std::uint64_t>& keys)
{
    std::sort(keys.begin(), keys.end());
    std::vector<std::uint32_t> order(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) order[i] = static_cast<std::uint32_t>(keys[i]);
    return order;
}

std::vector<std::uint32_t> computeHilbertOrder(std::span<const Vec2> points)
{
    const HilbertCurve curve(computeBounds(points));
    std::vector<std::uint64_t> keys(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) keys[i] = (std::uint64_t{curve.computeIndex(points[i])} << 32) | i;
    return sortByKeys(keys);
}

} // namespace clearway
