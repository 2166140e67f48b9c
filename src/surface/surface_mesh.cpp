// SPDX-License-Identifier: MIT
#include <clearway/surface/surface_mesh.h>

#include <clearway/base/hash.h>

#include "surface/surface_mesh_data.h"

namespace clearway {

const TriangleMesh& SurfaceMesh::source() const { return data_->source; }
double SurfaceMesh::speed() const { return data_->speed; }
double SurfaceMesh::maxAcceleration() const { return data_->max_acceleration; }
const SurfaceMesh::Removal& SurfaceMesh::removal() const { return data_->removal; }
const std::optional<SurfaceMesh::Standing>& SurfaceMesh::standing() const { return data_->standing; }
std::span<const Vec3> SurfaceMesh::positions() const { return data_->positions.span(); }
std::span<const MeshTriangle> SurfaceMesh::triangles() const { return data_->triangles.span(); }
std::span<const std::uint32_t> SurfaceMesh::opposites() const { return data_->opposites.span(); }
std::span<const double> SurfaceMesh::accelerations() const { return data_->accelerations.span(); }
std::span<const std::uint32_t> SurfaceMesh::sourceTriangles() const { return data_->source_triangles.span(); }
std::uint32_t SurfaceMesh::componentCount() const { return data_->component_count; }
std::span<const std::uint32_t> SurfaceMesh::components() const { return data_->components.span(); }
std::span<const SurfaceMesh::BorderLoop> SurfaceMesh::borderLoops() const { return data_->loops; }
std::span<const std::uint32_t> SurfaceMesh::borderHalfedges() const { return data_->border_halfedges; }

double SurfaceMesh::area() const
{
    double twice = 0;
    for (const MeshTriangle& t : triangles())
    {
        const Vec3 a = positions()[t[0]];
        twice += length(cross(positions()[t[1]] - a, positions()[t[2]] - a));
    }
    return twice / 2;
}

std::size_t SurfaceMesh::memoryBytes() const
{
    return vertexCount() * (sizeof(Vec3) + sizeof(double)) + triangleCount() * (sizeof(MeshTriangle) + 5 * 4) +
           data_->loops.capacity() * sizeof(BorderLoop) + data_->border_halfedges.capacity() * 4;
}

std::uint64_t SurfaceMesh::computeHash() const
{
    Hasher hasher;
    hasher.add(vertexCount());
    for (std::size_t v = 0; v < vertexCount(); ++v)
        for (const double x : {positions()[v].x, positions()[v].y, positions()[v].z, accelerations()[v]}) hasher.add(x);
    hasher.add(triangleCount());
    for (std::size_t t = 0; t < triangleCount(); ++t)
    {
        for (const std::uint32_t v : triangles()[t]) hasher.add(v);
        hasher.add(sourceTriangles()[t]);
        hasher.add(components()[t]);
    }
    for (const std::uint32_t h : opposites()) hasher.add(h);
    for (const std::uint32_t h : borderHalfedges()) hasher.add(h);
    return hasher.value();
}

} // namespace clearway
