// SPDX-License-Identifier: MIT
// Axis-aligned boxes in space. Closed: their border belongs to them. A default box is empty and grows by what is added.
// Value type; metres.
#pragma once
#include <algorithm>
#include <limits>
#include <span>

#include <clearway/geometry/vec.h>

namespace clearway {

struct Box3
{
    Vec3 min = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
                std::numeric_limits<double>::infinity()};
    Vec3 max = {-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
                -std::numeric_limits<double>::infinity()};

    bool isEmpty() const { return !(min.x <= max.x && min.y <= max.y && min.z <= max.z); }
    Vec3 size() const { return max - min; }
    Vec3 center() const { return min + (max - min) * 0.5; }
    bool contains(Vec3 p) const
    {
        return min.x <= p.x && p.x <= max.x && min.y <= p.y && p.y <= max.y && min.z <= p.z && p.z <= max.z;
    }
    bool overlaps(const Box3& other) const
    {
        return min.x <= other.max.x && other.min.x <= max.x && min.y <= other.max.y && other.min.y <= max.y &&
               min.z <= other.max.z && other.min.z <= max.z;
    }

    void add(Vec3 p)
    {
        min = {(std::min)(min.x, p.x), (std::min)(min.y, p.y), (std::min)(min.z, p.z)};
        max = {(std::max)(max.x, p.x), (std::max)(max.y, p.y), (std::max)(max.z, p.z)};
    }
    /// An empty box adds nothing.
    void add(const Box3& other)
    {
        min = {(std::min)(min.x, other.min.x), (std::min)(min.y, other.min.y), (std::min)(min.z, other.min.z)};
        max = {(std::max)(max.x, other.max.x), (std::max)(max.y, other.max.y), (std::max)(max.z, other.max.z)};
    }
    Box3 inflated(double margin) const
    {
        const Vec3 m = {margin, margin, margin};
        return {min - m, max + m};
    }

    friend bool operator==(const Box3&, const Box3&) = default;
};

inline Box3 computeBounds(std::span<const Vec3> points)
{
    Box3 box;
    for (Vec3 p : points) box.add(p);
    return box;
}

/// The distance from a point to a box, squared; 0 inside.
inline double distanceSq(Vec3 p, const Box3& box)
{
    const double dx = (std::max)({box.min.x - p.x, 0.0, p.x - box.max.x});
    const double dy = (std::max)({box.min.y - p.y, 0.0, p.y - box.max.y});
    const double dz = (std::max)({box.min.z - p.z, 0.0, p.z - box.max.z});
    return dx * dx + dy * dy + dz * dz;
}

} // namespace clearway
