// SPDX-License-Identifier: MIT
// What a TriangleMesh holds.
#pragma once
#include <clearway/scene/triangle_mesh.h>

#include "base/chunks.h"

namespace clearway {

/// Filled by whoever builds a mesh, constant afterwards.
struct TriangleMesh::Data
{
    static constexpr std::uint8_t kBorder = 1;
    static constexpr std::uint8_t kNotManifold = 2;

    std::string name;
    std::vector<Vec3> positions;
    std::vector<MeshTriangle> triangles;
    Buffer<std::uint32_t> opposites;
    Buffer<std::uint32_t> corner_offsets; ///< one per vertex, and the end
    Buffer<std::uint32_t> corners;
    Buffer<std::uint8_t> vertex_flags;
    std::vector<std::uint32_t> source_triangles; ///< empty: the same
    std::vector<std::uint32_t> source_vertices;  ///< empty: the same

    std::uint32_t origin(std::uint32_t halfedge) const { return triangles[halfedge / 3][halfedge % 3]; }
    std::uint32_t target(std::uint32_t halfedge) const { return origin(nextHalfedge(halfedge)); }
    std::span<const std::uint32_t> cornersOf(std::uint32_t vertex) const
    {
        return corners.span().subspan(corner_offsets[vertex], corner_offsets[vertex + 1] - corner_offsets[vertex]);
    }
    std::uint32_t sourceTriangle(std::uint32_t t) const { return source_triangles.empty() ? t : source_triangles[t]; }
    std::uint32_t sourceVertex(std::uint32_t v) const { return source_vertices.empty() ? v : source_vertices[v]; }
};

} // namespace clearway
