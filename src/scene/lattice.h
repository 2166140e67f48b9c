// SPDX-License-Identifier: MIT
// Exact arithmetic on lattice points, and the hot pixel test of snap rounding.
// Coordinates stay within ±kCoordinateLimit, so products of differences fit 64 bits.
#pragma once
#include <cstdint>

#include <clearway/scene/frame.h>

namespace clearway::overlay {

/// What reaches beyond the frame (parts of holes and obstacles outside every area) is clipped to this.
inline constexpr std::int32_t kCoordinateLimit = (1 << 30) - 4;

/// cross(b - a, c - a): positive when c lies to the left of the line from a to b.
inline std::int64_t cross(LatticePoint a, LatticePoint b, LatticePoint c)
{
    return (std::int64_t{b.x} - a.x) * (std::int64_t{c.y} - a.y) - (std::int64_t{b.y} - a.y) * (std::int64_t{c.x} - a.x);
}

/// dot(b - a, d - c).
inline std::int64_t dot(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d)
{
    return (std::int64_t{b.x} - a.x) * (std::int64_t{d.x} - c.x) + (std::int64_t{b.y} - a.y) * (std::int64_t{d.y} - c.y);
}
/// Whether a way from a over b to c turns back at b.
inline bool isSpike(LatticePoint a, LatticePoint b, LatticePoint c) { return cross(a, b, c) == 0 && dot(a, b, b, c) < 0; }

/// Whether the segment from `low` to `high` (any two different lattice points other than q) passes through the pixel of q: the
/// square [q - 1/2, q + 1/2) in both coordinates.
inline bool passesPixel(LatticePoint low, LatticePoint high, LatticePoint q)
{
    std::int64_t dx = std::int64_t{high.x} - low.x, dy = std::int64_t{high.y} - low.y;
    std::int64_t x = std::int64_t{low.x} - q.x, y = std::int64_t{low.y} - q.y;
    const auto absolute = [](std::int64_t v) { return v < 0 ? -v : v; };
    const auto swap = [](std::int64_t& a, std::int64_t& b) {
        const std::int64_t t = a;
        a = b;
        b = t;
    };
    if (absolute(dy) > absolute(dx)) swap(dx, dy), swap(x, y);
    if (dx < 0) x += dx, y += dy, dx = -dx, dy = -dy;
    if (x > 0 || x + dx < 0) return false;
    const std::int64_t offset = y * dx - x * dy; // height above q at q's column, times dx
    if (absolute(offset) > dx + absolute(dy)) return false;

    // Twice the coordinates relative to q: the pixel is [-1, 1) x [-1, 1), the part of the segment over it runs from first to
    // last.
    const std::int64_t first = x == 0 ? 0 : -1;
    const bool ends_inside = x + dx == 0;
    const std::int64_t last = ends_inside ? 0 : 1;
    const std::int64_t height_first = 2 * offset + first * dy; // times dx
    const std::int64_t height_last = 2 * offset + last * dy;
    if (dy >= 0) return height_first < dx && (height_last > -dx || (height_last == -dx && ends_inside));
    return height_first >= -dx && height_last < dx;
}

} // namespace clearway::overlay
