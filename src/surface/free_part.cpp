// SPDX-License-Identifier: MIT
// What is near to a segment is a capsule: two balls and a cylinder between them. A line meets each in one part, and the part of
// the capsule reaches from the first to the last of them.
#include "surface/free_part.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearway::surfacing {

namespace {

constexpr double kEndless = std::numeric_limits<double>::infinity();
constexpr LinePart kNoPart = {1, 0};

/// Where |m + f d| is below `distance`.
LinePart findNearPoint(Vec3 m, Vec3 d, double distance)
{
    const double a = lengthSq(d), b = dot(d, m), c = lengthSq(m) - distance * distance;
    const double square = b * b - a * c;
    if (!(a > 0)) return c < 0 ? LinePart{-kEndless, kEndless} : kNoPart;
    if (!(square > 0)) return kNoPart;
    const double root = std::sqrt(square);
    return {(-b - root) / a, (-b + root) / a};
}

LinePart intersect(const LinePart& a, const LinePart& b)
{
    if (a.isEmpty() || b.isEmpty()) return kNoPart;
    return {std::max(a.low, b.low), std::min(a.high, b.high)};
}

LinePart unite(const LinePart& a, const LinePart& b)
{
    if (a.isEmpty()) return b;
    if (b.isEmpty()) return a;
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

/// Where low <= m + f d <= high.
LinePart findBetween(double m, double d, double low, double high)
{
    if (d == 0) return m >= low && m <= high ? LinePart{-kEndless, kEndless} : kNoPart;
    const double x = (low - m) / d, y = (high - m) / d;
    return {std::min(x, y), std::max(x, y)};
}

} // namespace

LinePart findNearPart(Vec3 a, Vec3 b, Vec3 c, Vec3 d, double distance)
{
    const Vec3 along = b - a;
    LinePart near = unite(findNearPoint(a - c, along, distance), findNearPoint(a - d, along, distance));
    const double size = length(d - c);
    if (!(size > 0)) return near;
    const Vec3 axis = (d - c) / size, m = a - c;
    const double m_axis = dot(m, axis), along_axis = dot(along, axis);
    const LinePart side = findNearPoint(m - axis * m_axis, along - axis * along_axis, distance);
    return unite(near, intersect(side, findBetween(m_axis, along_axis, 0, size)));
}

/// Calls visit(part) for the parts of a line that are too near to the borders near some triangles.
template <typename Visit>
static void forEachNearPart(const BorderClearance& borders, std::span<const std::uint32_t> triangles, Vec3 a, Vec3 b,
                            double distance, Visit&& visit)
{
    const SurfaceView view(borders.mesh());
    for (const std::uint32_t t : triangles)
        for (const std::uint32_t h : borders.borders(t))
            if (const LinePart near = findNearPart(a, b, view.originAt(h), view.targetAt(h), distance); !near.isEmpty())
                visit(near);
}

/// The nearest end of all that is too near around a fraction: that on the line, if only one is.
static double leaveNearParts(const BorderClearance& borders, std::span<const std::uint32_t> triangles, Vec3 a, Vec3 b,
                             double distance, double at)
{
    LinePart near{at, at};
    for (bool grows = true; grows;)
    {
        grows = false;
        forEachNearPart(borders, triangles, a, b, distance, [&](const LinePart& part) {
            if (part.low > near.high || part.high < near.low || (part.low >= near.low && part.high <= near.high)) return;
            near = unite(near, part);
            grows = true;
        });
    }
    const bool has_below = near.low > 0, has_above = near.high < 1;
    if (has_below != has_above) return has_below ? near.low : near.high;
    return at - near.low < near.high - at ? near.low : near.high;
}

LinePart findFreePart(const BorderClearance& borders, std::span<const std::uint32_t> triangles, Vec3 a, Vec3 b, double distance,
                      double at)
{
    LinePart part;
    bool is_near = false;
    const auto limit = [&](const LinePart& near) {
        if (near.low < at && near.high > at)
            is_near = true;
        else if (near.low >= at)
            part.high = std::min(part.high, near.low);
        else
            part.low = std::max(part.low, near.high);
    };
    forEachNearPart(borders, triangles, a, b, distance, limit);
    if (!is_near) return part;
    at = leaveNearParts(borders, triangles, a, b, distance, at);
    if (!(at >= 0 && at <= 1)) return kNoPart;
    part = {};
    is_near = false;
    forEachNearPart(borders, triangles, a, b, distance, limit);
    return is_near ? kNoPart : part;
}

} // namespace clearway::surfacing
