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
    std::size_t islands = 0;                                          ///< boundary loops with free space all round them
    double longest_portal = std::numeric_limits<double>::quiet_NaN(); ///< metres; NaN without portals
    double shortest_portal = std::numeric_limits<double>::quiet_NaN();
};

/// O(sides).
MeshStatistics computeStatistics(const NavMesh& mesh);

/// The fields that every document about a mesh has.
Value::Fields describe(const NavMesh& mesh, const MeshStatistics& statistics);

} // namespace clearway::cli
