// SPDX-License-Identifier: MIT
// Paths over surfaces: from place to place on the ground, never through what was removed.
// Based on: G. Berseth, M. Kapadia, P. Faloutsos. ACCLMesh. 2015 (`vertex_graph`; acceleration as effort); S.-Q. Xin, G.-J. Wang.
// Efficiently determining a locally exact shortest path on polyhedral surfaces. 2007 (`shortest`; with a radius: ours)
// On large meshes (5,000 triangles and more) `shortest` looks at few nodes more than those of the way; where a body is round, it
// first measures its distances from twelve landmarks, once for all finders that are copies of each other.
// Metres. Three tiers: a one-shot function; a finder whose scratch stays warm and then allocates nothing; copies of a finder
// share what was built (about 75 bytes per triangle) and may search at the same time. The same bits on every machine.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <clearway/geometry/path.h>
#include <clearway/surface/query.h>
#include <clearway/surface/surface_mesh.h>

namespace clearway {

struct SurfacePathOptions
{
    enum class Method
    {
        /// Locally shortest: no small change makes it shorter. Which of the ways round hills and holes it takes is decided by a
        /// search over points on edges; in tests 99 of 100 are within 2 % of the shortest there is, none is 10 % longer. With a
        /// radius it is pulled taut around what borders keep it away from: arcs around their corners become polygons that are up
        /// to 0.2 % longer.
        shortest,
        vertex_graph, ///< along the edges of the mesh, as published; 1.05 to 1.2 times longer on most meshes, 1.5 on coarse ones
    };

    Method method = Method::shortest;
    /// A metre costs 1 + effort_weight * a / a_max metres, where a is the acceleration there and a_max the largest allowed. 0: by
    /// length alone.
    double effort_weight = 0;
    /// Of the character: the path keeps this distance from borders everywhere, to a part in 1e9 (see BorderClearance: measured
    /// through space to borders that connected ground leads to). Its search goes over points of edges, more of them near borders;
    /// a gap that is hardly wider than twice the radius may be missed. Metres, >= 0.
    double radius = 0;
    /// How far points given in space may be from the surface; they are moved to its nearest point. Metres, >= 0.
    double reach = 0.5;
};

class SurfacePathFinder
{
public:
    /// Builds nothing yet: what a method needs is built when it is first asked for.
    explicit SurfacePathFinder(SurfaceMesh mesh);
    ~SurfacePathFinder();
    SurfacePathFinder(const SurfacePathFinder& other); ///< shares what was built, has scratch of its own
    SurfacePathFinder& operator=(const SurfacePathFinder&) = delete;
    SurfacePathFinder(SurfacePathFinder&&) noexcept;
    SurfacePathFinder& operator=(SurfacePathFinder&&) noexcept;

    const SurfaceQuery& query() const;

    /// The way back is the same way. A path has a piece for every triangle that it crosses, and more where one with a radius
    /// bends around a border; faces() are the triangles of the pieces, and that of the goal. Its cost is the effort.
    Path find(const SurfacePlace& start, const SurfacePlace& goal, const SurfacePathOptions& options = {});
    Path find(Vec3 start, Vec3 goal, const SurfacePathOptions& options = {});
    /// The same into `path`, whose memory is reused: once warm, nothing is allocated.
    void find(const SurfacePlace& start, const SurfacePlace& goal, const SurfacePathOptions& options, Path& path);

    /// Builds what a method needs, if that has not happened. What a radius needs is built when one larger than all before is
    /// asked for, by every finder for itself and those copied from it later.
    void prepare(SurfacePathOptions::Method method = SurfacePathOptions::Method::shortest, double radius = 0);
    std::uint64_t expandedCount() const; ///< nodes that the last search looked at; what its time follows
    std::size_t memoryBytes() const;     ///< of what was built and of scratch, without the mesh

    struct State;

private:
    std::unique_ptr<State> state_;
};

/// The acceleration of the ground, between the vertices, where each piece of a path over the mesh begins, and at its end; m/s^2.
std::vector<double> computeAccelerations(const SurfaceMesh& mesh, const Path& path);

/// One-shot form: for a single question.
Path findSurfacePath(const SurfaceMesh& mesh, Vec3 start, Vec3 goal, const SurfacePathOptions& options = {});

} // namespace clearway
