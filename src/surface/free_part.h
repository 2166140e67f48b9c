// SPDX-License-Identifier: MIT
// Where on a line a character keeps its distance from borders.
#pragma once
#include <span>

#include "surface/path_search.h"

namespace clearway::surfacing {

/// A part of a line from 0 to 1; empty when `low` is above `high`.
struct LinePart
{
    double low = 0, high = 1;
    bool isAll() const { return low <= 0 && high >= 1; }
    bool isEmpty() const { return low > high; }
};

/// The part of the line from a to b, beyond its ends too, that is nearer than `distance` to the segment from c to d; empty when
/// there is none. It is one part, since what is near to a segment is convex.
LinePart findNearPart(Vec3 a, Vec3 b, Vec3 c, Vec3 d, double distance);

/// The part of a line around the fraction `at` that keeps `distance` from the borders near the triangles that it lies in. Where
/// `at` itself is too near to a border, the part nearest to it; empty when there is none.
LinePart findFreePart(const BorderClearance& borders, std::span<const std::uint32_t> triangles, Vec3 a, Vec3 b, double distance,
                      double at);

} // namespace clearway::surfacing
