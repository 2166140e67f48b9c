// SPDX-License-Identifier: MIT
// Axis-aligned boxes in the plane. Closed: their border belongs to them. A default box is empty and grows by what is added.
// Value type; metres.
#pragma once
#include <algorithm>
#include <limits>
#include <span>

#include <clearway/geometry/vec.h>

namespace clearway {

struct Box2
{
    Vec2 min = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    Vec2 max = {-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

    bool isEmpty() const { return !(min.x <= max.x && min.y <= max.y); }
    Vec2 size() const { return max - min; }
    Vec2 center() const { return {min.x + (max.x - min.x) / 2, min.y + (max.y - min.y) / 2}; }
    bool contains(Vec2 p) const { return min.x <= p.x && p.x <= max.x && min.y <= p.y && p.y <= max.y; }
    bool overlaps(const Box2& other) const
    {
        return min.x <= other.max.x && other.min.x <= max.x && min.y <= other.max.y && other.min.y <= max.y;
    }

    void add(Vec2 p)
    {
        min = {(std::min)(min.x, p.x), (std::min)(min.y, p.y)};
        max = {(std::max)(max.x, p.x), (std::max)(max.y, p.y)};
    }
    /// An empty box adds nothing.
    void add(const Box2& other)
    {
        min = {(std::min)(min.x, other.min.x), (std::min)(min.y, other.min.y)};
        max = {(std::max)(max.x, other.max.x), (std::max)(max.y, other.max.y)};
    }
    Box2 inflated(double margin) const { return {{min.x - margin, min.y - margin}, {max.x + margin, max.y + margin}}; }

    friend bool operator==(const Box2&, const Box2&) = default;
};

inline Box2 computeBounds(std::span<const Vec2> points)
{
    Box2 box;
    for (Vec2 p : points) box.add(p);
    return box;
}

/// The distance from a point to a box, squared; 0 inside.
inline double distanceSq(Vec2 p, const Box2& box)
{
    const double dx = (std::max)({box.min.x - p.x, 0.0, p.x - box.max.x});
    const double dy = (std::max)({box.min.y - p.y, 0.0, p.y - box.max.y});
    return dx * dx + dy * dy;
}

} // namespace clearway
