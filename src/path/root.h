// SPDX-License-Identifier: MIT
// Roots: what the rays of a search start from. A path is taut: it leaves the start straight, and after that every corner along a
// tangent of the circle around it. So all that can be reached from one root without another bend are its tangent rays, told apart
// by their direction alone. Directions are unit vectors; nothing here needs an angle but the length of an arc.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include <clearway/geometry/vec.h>

namespace clearway {

/// The start of the path, or an arrival at the circle around a corner.
struct Root
{
    Vec2 center;
    /// The radius with a sign: positive when the path turns left around the centre, negative when right; 0 for the start.
    double offset = 0;
    Vec2 arrival;             ///< direction in which the path arrives
    double cost = 0;          ///< length of the path up to the arrival
    double least = 0;         ///< no path to the goal through here is shorter
    int side = 0;             ///< +1: turns left, -1: right, 0: the start
    std::uint32_t site = 0;   ///< the corner
    std::uint32_t parent = 0; ///< the root that the path comes from
    std::uint32_t node = 0;   ///< the node whose family found it
};

/// Where the tangent ray of direction d touches the circle.
inline Vec2 computeTangentPoint(const Root& root, Vec2 d) { return root.center - perpendicular(d) * root.offset; }

/// A tangent: its direction, and how far it is from the circle of the root to where it ends.
struct Tangent
{
    Vec2 direction;
    double length = 0;
};

/// The tangent through x. A point inside the circle counts as on it.
inline Tangent computeTangent(const Root& root, Vec2 x)
{
    const Vec2 w = x - root.center;
    const double size_sq = lengthSq(w);
    if (size_sq == 0) return {root.arrival, 0};
    const double t = std::sqrt(std::max(0.0, size_sq - root.offset * root.offset));
    const Vec2 along = w * t + perpendicular(w) * root.offset;
    return {along / length(along), t};
}

/// The tangent that touches the circle of the same radius around `center` with that circle on its left (`offset` positive) or
/// right (negative). Not a number when the circles overlap and no such tangent exists.
inline Tangent computeBitangent(const Root& root, Vec2 center, double offset)
{
    const Vec2 w = center - root.center;
    const double size_sq = lengthSq(w);
    const double across = offset - root.offset;
    double room = size_sq - across * across;
    if (room < 0 && room > -1e-12 * size_sq) room = 0; // circles that touch
    const double t = std::sqrt(room);
    const Vec2 along = w * t - perpendicular(w) * across;
    return {along / length(along), size_sq > 0 ? t : std::numeric_limits<double>::quiet_NaN()};
}

/// How far the path turns on the circle until it leaves in direction d; never more than the truth, and within a thousandth of it
/// up to a right angle. For keys, where an arc tangent would cost too much.
inline double computeTurnBound(const Root& root, Vec2 d)
{
    const double chord_sq = distanceSq(root.arrival, d);
    const double chord = std::sqrt(chord_sq);
    return chord * (1 + chord_sq * (1. / 24 + chord_sq * (3. / 640 + chord_sq * (5. / 7168))));
}

} // namespace clearway
