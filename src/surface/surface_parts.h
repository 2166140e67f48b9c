// SPDX-License-Identifier: MIT
// The steps of building a SurfaceMesh.
#pragma once
#include <clearway/surface/build.h>

#include "surface/surface_mesh_data.h"

namespace clearway::surfacing {

using SurfaceData = SurfaceMesh::Data;

/// What the vertices and triangles of the source are worth, when cutting starts.
struct CutInput
{
    Buffer<double> accelerations; ///< infinity where something other than curvature blocks
    Buffer<std::uint8_t> steep;   ///< of each triangle; empty: none
};

/// Cuts away what is blocked: fills positions, accelerations, triangles, neighbours and sources. Returns how many biased edges
/// were split.
std::int64_t cutSurface(const TriangleMesh& mesh, const CutInput& input, const SurfaceOptions& options, SurfaceData& surface);

/// Gives each fan of triangles at a vertex a vertex of its own; needed where steep triangles were left out.
void splitSurfaceFans(SurfaceData& surface);

void findComponents(SurfaceData& surface, const TaskHook& hook);
void findBorderLoops(SurfaceData& surface, const TaskHook& hook);

} // namespace clearway::surfacing
