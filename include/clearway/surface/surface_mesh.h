// SPDX-License-Identifier: MIT
// SurfaceMesh: the part of a triangle mesh on which a character can walk, as triangles that lie on those of the mesh.
// Why: characters need to know where the ground ends and what continues it; on a surface this is all of a navigation mesh.
// What holds for every SurfaceMesh: every triangle lies on the triangle of the source that it names and runs the same way round;
// neighbours share two vertices; points on edges of the source are shared by all triangles that touch them there; every vertex
// has one fan of triangles. Metres. An immutable handle: cheap to copy, free to share between threads. About 45 bytes per
// triangle, apart from the source, which it keeps.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include <clearway/scene/triangle_mesh.h>

namespace clearway {

class SurfaceMesh
{
public:
    /// What was left out of the source when a surface mesh was built, and why. A vertex may count twice.
    struct Removal
    {
        std::int64_t bent_vertices = 0;         ///< acceleration too large
        std::int64_t low_vertices = 0;          ///< too little height above
        std::int64_t non_manifold_vertices = 0; ///< several sheets meet there
        std::int64_t steep_triangles = 0;
    };

    /// Triangles of the source that are in the way of who walks, though no edges join them to the ground they stand on: things
    /// put on a floor, walls through it. A surface is one skin and knows nothing of them: ways lead through.
    struct Standing
    {
        /// That reach into the room above walkable ground: between a twentieth of the height and the height, inside a triangle of
        /// the ground. Without a height only those that touch the ground or cut through it.
        std::int64_t triangle_count = 0;
        Vec3 at; ///< on the ground under the first of them; means something if there are any
    };

    /// One closed border: half-edges [first, first + count) of borderHalfedges(), each ending where the next starts.
    struct BorderLoop
    {
        std::uint32_t first = 0;
        std::uint32_t count = 0;
    };

    /// The mesh that this is a part of.
    const TriangleMesh& source() const;
    double speed() const;           ///< for which it was built; m/s
    double maxAcceleration() const; ///< m/s^2
    const Removal& removal() const;
    /// Nothing for meshes of an editor, which does not look for it.
    const std::optional<Standing>& standing() const;

    std::span<const Vec3> positions() const;
    std::span<const MeshTriangle> triangles() const;
    std::size_t vertexCount() const { return positions().size(); }
    std::size_t triangleCount() const { return triangles().size(); }
    bool isEmpty() const { return triangles().empty(); }
    /// The half-edge on the other side of each half-edge, or kNone at a border.
    std::span<const std::uint32_t> opposites() const;
    std::uint32_t origin(std::uint32_t halfedge) const { return triangles()[halfedge / 3][halfedge % 3]; }
    std::uint32_t target(std::uint32_t halfedge) const { return origin(nextHalfedge(halfedge)); }

    /// Of each vertex at speed(): below maxAcceleration() at vertices of the source and split points, equal to it where an edge
    /// was cut, or to that of the end that is kept if the maximum is infinite. Finite; m/s^2.
    std::span<const double> accelerations() const;
    /// The triangle of source() that each triangle lies on.
    std::span<const std::uint32_t> sourceTriangles() const;

    /// Parts between which there is no way; numbered by their first triangle, unless an editor made the mesh.
    std::uint32_t componentCount() const;
    std::span<const std::uint32_t> components() const; ///< of each triangle

    /// Borders; walkable ground on the left of each half-edge.
    std::span<const BorderLoop> borderLoops() const;
    std::span<const std::uint32_t> borderHalfedges() const;

    double area() const; ///< O(n)
    /// Memory held, without the source and without the search tree that SurfaceQuery keeps here.
    std::size_t memoryBytes() const;
    /// Of positions, triangles, neighbours and accelerations.
    std::uint64_t computeHash() const;

    /// With its source, as TriangleMesh does.
    void write(ByteWriter& writer) const;
    static Result<SurfaceMesh> read(ByteReader& reader);

    struct Data;
    explicit SurfaceMesh(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
    const Data& data() const { return *data_; } ///< for the library itself

private:
    std::shared_ptr<const Data> data_;
};

/// Says what is wrong with a surface mesh, one sentence each; empty when every promise above holds. Slow and obvious.
std::vector<std::string> verify(const SurfaceMesh& mesh);

} // namespace clearway
