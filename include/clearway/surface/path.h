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
#include <string_view>
#include <vector>

#include <clearway/surface/query.h>
#include <clearway/surface/surface_mesh.h>

namespace clearway {

enum class SurfacePathMethod
{
    /// Locally shortest: no small change makes it shorter. Which of the ways round hills and holes it takes is decided by a
    /// search over points on edges; in tests 99 of 100 are within 2 % of the shortest there is, none is 10 % longer. With a
    /// radius it is pulled taut around what borders keep it away from: arcs around their corners become polygons that are up to
    /// 0.2 % longer.
    shortest,
    vertex_graph, ///< along the edges of the mesh, as published; 1.05 to 1.2 times longer on most meshes, 1.5 on coarse ones
};

enum class SurfacePathStatus
{
    complete,    ///< from start to goal
    unreachable, ///< start and goal lie on parts that do not hang together, for this radius
    invalid,     ///< the question makes no sense; `problem` says why
};

enum class SurfacePathProblem
{
    none,
    bad_number,      ///< a point is not finite; radius or weight is negative, not finite, or far too large
    start_outside,   ///< the start is not on the walkable surface: in the air, or on a removed part
    goal_outside,    ///< the goal is not
    start_too_tight, ///< the start is nearer to a border than the radius
    goal_too_tight,  ///< the goal is
};

std::string_view toText(SurfacePathStatus status);
std::string_view toText(SurfacePathProblem problem);

struct SurfacePathOptions
{
    SurfacePathMethod method = SurfacePathMethod::shortest;
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

/// A point of a path. The straight line from it to the next one lies in `triangle`; that of the last holds the goal.
struct SurfacePathPoint
{
    Vec3 position;
    std::uint32_t triangle = kNoTriangle;
    double acceleration = 0; ///< of the ground there, between the vertices; m/s^2
};

/// What a search found. Reused by a finder, it keeps its memory.
class SurfacePath
{
public:
    SurfacePathStatus status() const { return status_; }
    SurfacePathProblem problem() const { return problem_; }
    explicit operator bool() const { return status_ == SurfacePathStatus::complete; }

    /// From start to goal, with a point wherever an edge is crossed, and inside triangles where a path with a radius bends around
    /// a border: the path lies on the surface.
    std::span<const SurfacePathPoint> points() const { return points_; }
    double length() const { return length_; } ///< 0 when there is no path
    double effort() const { return effort_; } ///< what it costs; equal to the length when the effort weight is 0

private:
    friend class SurfacePathWriter; // of the module: fills in what a search found
    SurfacePathStatus status_ = SurfacePathStatus::invalid;
    SurfacePathProblem problem_ = SurfacePathProblem::none;
    std::vector<SurfacePathPoint> points_;
    double length_ = 0;
    double effort_ = 0;
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

    /// The way back is the same way.
    SurfacePath find(const SurfacePlace& start, const SurfacePlace& goal, const SurfacePathOptions& options = {});
    SurfacePath find(Vec3 start, Vec3 goal, const SurfacePathOptions& options = {});
    /// The same into `path`, whose memory is reused: once warm, nothing is allocated.
    void find(const SurfacePlace& start, const SurfacePlace& goal, const SurfacePathOptions& options, SurfacePath& path);

    /// Builds what a method needs, if that has not happened. What a radius needs is built when one larger than all before is
    /// asked for, by every finder for itself and those copied from it later.
    void prepare(SurfacePathMethod method = SurfacePathMethod::shortest, double radius = 0);
    std::uint64_t expandedCount() const; ///< nodes that the last search looked at; what its time follows
    std::size_t byteCount() const;       ///< of what was built and of scratch, without the mesh

    struct State;

private:
    std::unique_ptr<State> state_;
};

/// One-shot form: for a single question.
SurfacePath findSurfacePath(const SurfaceMesh& mesh, Vec3 start, Vec3 goal, const SurfacePathOptions& options = {});

} // namespace clearway
