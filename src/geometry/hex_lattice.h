// SPDX-License-Identifier: MIT
// The hexagonal lattice: the closest packing of equal discs. Each point has six neighbours at the distance `spacing`.
#pragma once
#include <cmath>
#include <cstdint>

#include <clearway/geometry/box.h>
#include <clearway/geometry/vec.h>

namespace clearway {

/// The distance of rows, in spacings; also the area of a point's cell, in squares of the spacing: sqrt(3) / 2.
inline constexpr double kHexRowHeight = 0.8660254037844386;

/// A point of the lattice with one point in the origin. Columns are skewed: a row begins half a spacing further right than the
/// row below it. So the neighbours of (column, row) are (+-1, 0), (0, +-1), (1, -1) and (-1, 1) away.
inline Vec2 computeHexPoint(int column, int row, double spacing)
{
    return {(column + 0.5 * row) * spacing, row * (kHexRowHeight * spacing)};
}

/// Calls visit(point) for each point in a box of the lattice with one point in `origin`, row by row, and for some beside the box.
template <typename Visit>
void forEachHexPoint(const Box2& box, Vec2 origin, double spacing, const Visit& visit)
{
    const double height = spacing * kHexRowHeight;
    const auto first_row = static_cast<std::int64_t>(std::floor((box.min.y - origin.y) / height));
    const auto last_row = static_cast<std::int64_t>(std::ceil((box.max.y - origin.y) / height));
    for (std::int64_t row = first_row; row <= last_row; ++row)
    {
        const double start = origin.x + (row % 2 == 0 ? 0 : spacing / 2);
        const double y = origin.y + static_cast<double>(row) * height;
        const auto first = static_cast<std::int64_t>(std::floor((box.min.x - start) / spacing));
        const auto last = static_cast<std::int64_t>(std::ceil((box.max.x - start) / spacing));
        for (std::int64_t column = first; column <= last; ++column) visit(Vec2{start + static_cast<double>(column) * spacing, y});
    }
}

} // namespace clearway
