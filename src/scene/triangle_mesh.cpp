// SPDX-License-Identifier: MIT
#include <clearway/scene/triangle_mesh.h>

#include <clearway/base/hash.h>

#include "scene/triangle_mesh_data.h"

namespace clearway {

const std::string& TriangleMesh::name() const { return data_->name; }
std::span<const Vec3> TriangleMesh::positions() const { return data_->positions; }
std::span<const MeshTriangle> TriangleMesh::triangles() const { return data_->triangles; }
std::span<const std::uint32_t> TriangleMesh::opposites() const { return data_->opposites.span(); }
std::span<const std::uint32_t> TriangleMesh::corners(std::uint32_t vertex) const { return data_->cornersOf(vertex); }
std::span<const std::uint32_t> TriangleMesh::cornerOffsets() const { return data_->corner_offsets.span(); }
std::span<const std::uint32_t> TriangleMesh::cornerList() const { return data_->corners.span(); }
bool TriangleMesh::isBorder(std::uint32_t vertex) const { return data_->vertex_flags[vertex] & Data::kBorder; }
bool TriangleMesh::isManifold(std::uint32_t vertex) const { return !(data_->vertex_flags[vertex] & Data::kNotManifold); }
std::uint32_t TriangleMesh::sourceTriangle(std::uint32_t triangle) const { return data_->sourceTriangle(triangle); }
std::uint32_t TriangleMesh::sourceVertex(std::uint32_t vertex) const { return data_->sourceVertex(vertex); }
Box3 TriangleMesh::bounds() const { return computeBounds(positions()); }

double TriangleMesh::area() const
{
    double twice = 0;
    for (const MeshTriangle& t : triangles())
    {
        const Vec3 a = positions()[t[0]];
        twice += length(cross(positions()[t[1]] - a, positions()[t[2]] - a));
    }
    return twice / 2;
}

std::size_t TriangleMesh::memoryBytes() const
{
    return data_->positions.capacity() * sizeof(Vec3) + data_->triangles.capacity() * sizeof(MeshTriangle) +
           (data_->opposites.size() + data_->corner_offsets.size() + data_->corners.size() + data_->source_triangles.size() +
            data_->source_vertices.size()) *
               4 +
           data_->vertex_flags.size();
}

std::uint64_t TriangleMesh::computeHash() const
{
    Hasher hasher;
    hasher.add(positions().size());
    for (const Vec3 p : positions())
        for (const double x : {p.x, p.y, p.z}) hasher.add(x);
    hasher.add(triangles().size());
    for (const MeshTriangle& t : triangles())
        for (const std::uint32_t v : t) hasher.add(v);
    for (const std::uint32_t h : opposites()) hasher.add(h);
    return hasher.value();
}

} // namespace clearway
