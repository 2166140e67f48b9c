// SPDX-License-Identifier: MIT
// What a SurfaceMesh holds.
#pragma once
#include <clearway/surface/surface_mesh.h>

#include "base/chunks.h"
#include "surface/search_tree.h"

namespace clearway {

/// Filled by whoever builds a surface mesh, constant afterwards but for the search tree, which is built when first asked for.
struct SurfaceMesh::Data
{
    explicit Data(TriangleMesh mesh) : source(std::move(mesh)) {}

    TriangleMesh source;
    double speed = 0;
    double max_acceleration = 0;
    SurfaceMesh::Removal removal;
    std::optional<SurfaceMesh::Standing> standing;
    Buffer<Vec3> positions;
    Buffer<double> accelerations;
    Buffer<MeshTriangle> triangles;
    Buffer<std::uint32_t> opposites;
    Buffer<std::uint32_t> source_triangles;
    Buffer<std::uint32_t> components;
    std::uint32_t component_count = 0;
    std::vector<BorderLoop> loops;
    std::vector<std::uint32_t> border_halfedges;
    mutable surfacing::SearchTree search;

    surfacing::SearchTree::Items items() const { return {positions.span(), triangles.span()}; }
    std::uint32_t origin(std::uint32_t halfedge) const { return triangles[halfedge / 3][halfedge % 3]; }
};

} // namespace clearway
