// SPDX-License-Identifier: MIT
// SurfaceEditor: a surface mesh whose ground changes. Vertices move, triangles come and go; only what they touch is done again.
// Why: craters, bridges and rising bumps should not cost a whole build each.
// Repair equals rebuild: publish() gives what buildSurfaceMesh gives for the changed mesh, the same points and triangles bit for
// bit, the same components, borders and counts of what was left out. Numbers of vertices, triangles, components and loops may
// differ.
// Based on: G. Berseth, M. Kapadia, P. Faloutsos. ACCLMesh. 2015 (that changes stay local)
// Metres. Time follows what is touched: the triangles around a moved vertex, two rings for CurvatureOptions::Method::quadric,
// everything within the averaging length when curvature is averaged, and what stands within the height below and above when
// height counts. Adding and removing also lists anew which corners meet where, in time linear in the mesh but a small part of a
// build. One thread at a time; what was published is immutable and free to share.
#pragma once
#include <cstdint>
#include <memory>
#include <span>

#include <clearway/surface/build.h>

namespace clearway {

/// Vertices and triangles are known by ids that never change: those of the mesh that the editor was built with are its indices,
/// new ones count on from there. `source()` of what is published says which id each of its elements has, by sourceVertex() and
/// sourceTriangle().
class SurfaceEditor
{
public:
    struct Move
    {
        std::uint32_t vertex = 0; ///< id
        Vec3 position;
    };
    /// What the last publish() did.
    struct Repair
    {
        std::size_t moved_vertices = 0;    ///< of the source
        std::size_t changed_vertices = 0;  ///< of the source: moved, or of another acceleration than before
        std::size_t cut_triangles = 0;     ///< of the source, that were cut again
        std::size_t changed_triangles = 0; ///< of the surface mesh: new ones, renumbered ones and neighbours of such
        /// Whether memory of an earlier version was brought up to date. Otherwise everything was copied, since every earlier
        /// version is still held by someone.
        bool reused_memory = false;
    };

    ~SurfaceEditor();
    SurfaceEditor(SurfaceEditor&&) noexcept;
    SurfaceEditor& operator=(SurfaceEditor&&) noexcept;

    const SurfaceOptions& options() const;
    std::uint32_t vertexIdCount() const; ///< ids are below this; some may be removed
    std::uint32_t triangleIdCount() const;
    bool hasVertex(std::uint32_t vertex) const;
    bool hasTriangle(std::uint32_t triangle) const;
    Vec3 position(std::uint32_t vertex) const;           ///< of a vertex that there is
    MeshTriangle triangle(std::uint32_t triangle) const; ///< ids of the corners of a triangle that there is

    /// Each of these fails without having changed anything: for an id that there is not, or a position that is not finite or too
    /// large. All moves of a list are checked before any is made.
    Result<void> moveVertex(std::uint32_t vertex, Vec3 position);
    Result<void> moveVertices(std::span<const Move> moves);
    /// Not part of the mesh until a triangle has it.
    Result<std::uint32_t> addVertex(Vec3 position);
    /// Fails also when two corners are the same, when such a triangle is there already, when two triangles have one of its edges
    /// already, or when a neighbour runs along their edge in the same direction.
    Result<std::uint32_t> addTriangle(const MeshTriangle& vertices);
    /// Vertices that no triangle has any more stay, but are no part of the mesh. The last triangle cannot be removed.
    Result<void> removeTriangle(std::uint32_t triangle);
    /// With all triangles that have it.
    Result<void> removeVertex(std::uint32_t vertex);

    /// Repairs what changed since the last time and hands out the result. The editor keeps one copy for itself and one for each
    /// version that is in use, and reuses those that nobody holds any more: as long as readers let go of old versions, the cost
    /// follows the change; otherwise it is that of copying everything once. If an earlier version has a search tree (SurfaceQuery
    /// builds it when first asked), the new one gets it too, brought up to date; unless so much changed since that a new one is
    /// better.
    SurfaceMesh publish();
    const Repair& lastRepair() const;
    std::size_t memoryBytes() const; ///< memory of the editor's own copy, without published ones

    struct Work;
    explicit SurfaceEditor(std::unique_ptr<Work> work);

private:
    std::unique_ptr<Work> work_;
};

/// Fails when buildSurfaceMesh would.
Result<SurfaceEditor> buildSurfaceEditor(const TriangleMesh& mesh, const SurfaceOptions& options = {});

} // namespace clearway
