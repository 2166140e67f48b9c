// SPDX-License-Identifier: MIT
// Fewer triangles where the ground is flat: what to draw, to send and to search when detail does not matter.
// Metres, degrees. Roughly linear in the number of triangles. The same answer on every machine; const and thread-safe.
#pragma once
#include <cstdint>
#include <vector>

#include <clearway/base/execution.h>
#include <clearway/base/result.h>
#include <clearway/surface/query.h>

namespace clearway {

struct SimplifyOptions
{
    /// A vertex may go when the triangles around it, before and after, are within this angle of its normal; 0 to 45.
    double max_angle_degrees = 1;
    double max_load = 0.1; ///< and its acceleration is below this share of the largest allowed; 0 to 1
    Execution execution = {};
};

/// Some of the vertices of a surface mesh, joined by larger triangles. Borders, and vertices on them, are all there. Triangles
/// run the same way round, and an edge that two triangles had in common before lies between two triangles still.
struct SimplifiedSurface
{
    std::vector<Vec3> positions;
    std::vector<MeshTriangle> triangles;
    std::vector<std::uint32_t> vertices; ///< which vertex of the surface mesh each of positions is
    std::vector<SurfacePlace> places;    ///< where each vertex of the surface mesh is now: triangle of `triangles`, nearest point
};

/// Fails when an option is out of its range or progress says stop.
Result<SimplifiedSurface> simplifyFlatParts(const SurfaceMesh& mesh, const SimplifyOptions& options = {});

/// A simplified surface to walk on and to search: triangles are those of `simple`, in its order, and its source is `simple`
/// itself. Accelerations, speed and borders are those of `mesh`, which was simplified. To come here, take a vertex's place from
/// `simple.places`; to go back, `simple.vertices` or the place of `mesh` that is nearest. Fails when `simple` is of another mesh.
Result<SurfaceMesh> buildSimplifiedMesh(const SurfaceMesh& mesh, const SimplifiedSurface& simple);

} // namespace clearway
