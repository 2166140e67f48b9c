// SPDX-License-Identifier: MIT
// Walking over a surface and being near on it, the slow and obvious way.
#pragma once
#include <clearway/surface/query.h>

namespace clearway::test {

struct SlowWalk
{
    SurfacePlace place;
    Vec3 way;                  ///< carried along, as long as it was
    bool meets_vertex = false; ///< it passed a vertex so near that rounding decides the side
};

/// Walks a vector: in each triangle to the edge it leaves through, where it is turned about that edge into the next triangle.
/// There must be no border on the way.
SlowWalk walkSlowly(const SurfaceMesh& mesh, const SurfacePlace& from, Vec3 way);

/// Whether triangles lead from one place to the other that all come within three quarters of their distance of the point half
/// way between.
bool isNearOnSurface(const SurfaceMesh& mesh, const SurfacePlace& a, const SurfacePlace& b);

} // namespace clearway::test
