// SPDX-License-Identifier: MIT
// Constrained Delaunay triangulation that can be changed: points and constraints are added one by one, each locally.
// Why: the same structure serves meshing (all triangles inside), the decomposition into cells (whose portals are constraints) and walking.
// Based on: S. W. Sloan. A fast algorithm for generating constrained Delaunay triangulations. 1993; M. V. Anglada. An improved incremental algorithm. 1997
// Exact decisions for any doubles. Points are inserted in a space-filling order: O(n log n) in practice. The result is the same everywhere.
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <clearway/base/result.h>
#include <clearway/geometry/vec.h>

namespace clearway {

class Triangulation
{
public:
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    /// One triangle, counter-clockwise. Side i runs from vertices[i] to vertices[(i + 1) % 3].
    struct Triangle
    {
        std::array<std::uint32_t, 3> vertices;
        std::array<std::uint32_t, 3> neighbours; ///< across side i; kNone outside the convex hull
        std::array<bool, 3> constrained;         ///< whether side i is a constraint
    };
};

} // namespace clearway
