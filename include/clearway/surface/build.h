// SPDX-License-Identifier: MIT
// Building a SurfaceMesh: ground that bends too much for a character's speed is cut away, then what is too steep or too low.
// Based on: G. Berseth, M. Kapadia, P. Faloutsos. ACCLMesh: curvature-based navigation mesh generation. 2015
// Metres, seconds. Linear in the number of triangles; height clearance and looking for what stands on the ground O(n log n). The
// result is the same for any worker count.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include <clearway/base/execution.h>
#include <clearway/surface/curvature.h>
#include <clearway/surface/height_clearance.h>
#include <clearway/surface/surface_mesh.h>

namespace clearway {

/// An edge from a vertex where one can walk to one where one cannot.
struct CutEdge
{
    Vec3 walkable;
    Vec3 blocked;
    double walkable_acceleration = 0; ///< below the maximum
    double blocked_acceleration = 0;  ///< at least the maximum; twice that where something other than curvature blocks
    double max_acceleration = 0;
};

/// Ground that is too steep to stand on. Off unless a kind is chosen: on asteroids, down is where the ground is.
struct Gravity
{
    enum class Kind
    {
        none,
        direction,     ///< `vector` is the direction in which things fall
        toward_center, ///< things fall towards the point `vector`
    };
    Kind kind = Kind::none;
    Vec3 vector = {0, 0, -1};
    double max_slope_degrees = 45; ///< of ground that is kept; 0 to 180
};

struct SurfaceOptions
{
    /// Where such an edge is cut, as a fraction of it from the walkable end. Answers are kept between 1e-6 and 1 - 1e-6.
    struct CutFunction
    {
        enum class Kind
        {
            linear,   ///< where the acceleration, taken as linear along the edge, reaches the maximum
            constant, ///< always at `fraction`: near 1 only the blocked vertices themselves are left out
            user,     ///< what `function` says; called from several threads at once if there are workers
        };
        Kind kind = Kind::linear;
        double fraction = 0.9; ///< of `constant`; above 0, below 1
        std::function<double(const CutEdge&)> function = {};
    };

    /// An edge between two blocked vertices whose triangles have one walkable vertex in all hides what the other diagonal would
    /// show.
    enum class BiasedEdges
    {
        /// Split where the other diagonal would cross it, with the acceleration there: the border is the same for both diagonals,
        /// and exact where acceleration is linear.
        cross_diagonal,
        published, ///< split in the middle, with the accelerations around weighted by inverse distance
        keep,      ///< not split
    };

    double speed = 1.4;          ///< of the character; m/s, >= 0
    double max_acceleration = 3; ///< that it stands; m/s^2, >= 0: 0 leaves nothing, infinity cuts nothing
    CurvatureOptions curvature = {};
    BiasedEdges biased_edges = BiasedEdges::cross_diagonal;
    CutFunction cut = {};
    Gravity gravity = {};
    HeightOptions height = {}; ///< height 0: not looked at. Up is against gravity, or along the normal without it
    Execution execution = {};
};

/// What building a surface mesh did.
struct SurfaceReport
{
    std::int64_t bent_vertices = 0;         ///< acceleration too large
    std::int64_t low_vertices = 0;          ///< too little height above
    std::int64_t non_manifold_vertices = 0; ///< left out because several sheets meet
    std::int64_t steep_triangles = 0;
    std::int64_t split_edges = 0;     ///< biased ones
    SurfaceMesh::Standing standing;   ///< triangles through which ways lead
    std::vector<std::string> remarks; ///< that nothing or everything is walkable, and why

    std::string summary() const; ///< a few lines for people
};

/// A sentence for people that says how many triangles stand on the ground and where the first is; empty when there are none.
std::string describeStanding(const SurfaceMesh::Standing& standing);

/// The walkable part of `mesh`; it may be empty, which the report says. Fails when an option is out of its range or progress says
/// stop.
Result<SurfaceMesh> buildSurfaceMesh(const TriangleMesh& mesh, const SurfaceOptions& options = {},
                                     SurfaceReport* report = nullptr);

/// The same with a curvature that was computed before: for several speeds on one mesh. `options.curvature` is not used.
Result<SurfaceMesh> buildSurfaceMesh(const TriangleMesh& mesh, const CurvatureField& curvature,
                                     const SurfaceOptions& options = {}, SurfaceReport* report = nullptr);

/// The same with an acceleration for each vertex that is yours: any measure of effort. `options.speed` is only kept.
Result<SurfaceMesh> buildSurfaceMeshFromAccelerations(const TriangleMesh& mesh, std::span<const double> accelerations,
                                                      const SurfaceOptions& options = {}, SurfaceReport* report = nullptr);

} // namespace clearway
