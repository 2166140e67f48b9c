// SPDX-License-Identifier: MIT
// The steps of building a SurfaceMesh.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include <clearway/surface/build.h>

#include "surface/height_search.h"
#include "surface/surface_mesh_data.h"

namespace clearway::surfacing {

using SurfaceData = SurfaceMesh::Data;

/// What the vertices and triangles of the source are worth, when cutting starts.
struct CutInput
{
    Buffer<double> accelerations; ///< infinity where something other than curvature blocks
    Buffer<std::uint8_t> steep;   ///< of each triangle; empty: none
    /// Whether there is too little height at a fraction of the edge from a vertex to one that is low: asked to find where low
    /// ground begins. Empty: nobody knows.
    std::function<bool(std::uint32_t vertex, std::uint32_t low_vertex, double fraction)> is_low_on_edge;
    std::vector<std::uint8_t> low; ///< of each vertex; empty: none
};

/// Why a vertex of the source is left out; a vertex may have several reasons. Counted by SurfaceMesh::Removal.
enum Reason : std::uint8_t
{
    kBent = 1,
    kLow = 2,
    kManySheets = 4,
};

/// What building computed on the way and repairing goes on with. `search` refers to the mesh and the options.
struct BuildParts
{
    CutInput input;
    std::vector<Vec3> ups; ///< of vertices, where heights are looked at
    std::optional<HeightSearch> search;
    std::vector<std::uint8_t> reasons; ///< of vertices
};

/// Cuts away what is blocked: fills positions, accelerations, triangles, neighbours and sources. Returns how many biased edges
/// were split.
std::int64_t cutSurface(const TriangleMesh& mesh, const CutInput& input, const SurfaceOptions& options, SurfaceData& surface);

/// Gives each fan of triangles at a vertex a vertex of its own; needed where steep triangles were left out.
void splitSurfaceFans(SurfaceData& surface);

/// Whether there is too little height at a fraction of the edge from a vertex to one that is low.
bool isLowOnEdge(const TriangleMesh& mesh, std::span<const Vec3> ups, const HeightSearch& search, std::uint32_t vertex,
                 std::uint32_t low_vertex, double fraction);

/// buildSurfaceMesh that also hands over what it computed on the way. `mesh` and `options` must live as long as `parts`.
Result<SurfaceMesh> buildForEditing(const TriangleMesh& mesh, const SurfaceOptions& options, BuildParts& parts);

void findComponents(SurfaceData& surface, const TaskHook& hook);
void findBorderLoops(SurfaceData& surface, const TaskHook& hook);

} // namespace clearway::surfacing
