// SPDX-License-Identifier: MIT
// Numbers about a mesh that `info` and `build` tell.
#pragma once
#include <cstddef>
#include <limits>

#include <clearway/navmesh/navmesh.h>

#include "output.h"

namespace clearway::cli {

struct MeshStatistics
{
    std::size_t islands = 0;                                  ///< boundary loops with free space all round them
    double widest = std::numeric_limits<double>::quiet_NaN(); ///< portal; metres; NaN without portals
    double narrowest = std::numeric_limits<double>::quiet_NaN();
    Vec2 narrowest_at; ///< its middle
};

/// O(sides).
MeshStatistics computeStatistics(const NavMesh& mesh);

/// The fields that every document about a mesh has.
Value::Fields describe(const NavMesh& mesh, const MeshStatistics& statistics);

} // namespace clearway::cli
