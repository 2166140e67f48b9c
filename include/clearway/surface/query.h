// SPDX-License-Identifier: MIT
// Questions to a surface mesh: what is near, what does a ray hit, a random place, where do I end up when I walk straight on.
// Why: characters on a surface need a place on it and a way to move that never leaves it, whatever is up.
// Walking is along straightest geodesics: K. Polthier, M. Schmies. Straightest geodesics on polyhedral surfaces. 1998
// Metres. All calls are const and thread-safe; what a kind of question needs is built when first asked while others who ask wait:
// for nearest and ray a search tree of about 25 bytes per triangle, for random points 12 bytes; walking needs nothing. Nothing
// else is allocated. The tree is kept with the mesh: all who ask about one mesh share it, and meshes that a SurfaceEditor
// publishes come with the tree of the version before, brought up to date (33 bytes per triangle then). The same bits on every
// machine.
#pragma once
#include <cstdint>
#include <limits>
#include <memory>

#include <clearway/base/none.h>
#include <clearway/surface/surface_mesh.h>

namespace clearway {

inline constexpr std::uint32_t kAnyComponent = 0xffffffff;

/// A position on a surface. True when it is one.
struct SurfacePlace
{
    Vec3 position;                  ///< on the triangle, to within rounding
    std::uint32_t triangle = kNone; ///< of the surface mesh; any that touches, at an edge or a vertex

    explicit operator bool() const { return triangle != kNone; }
    friend bool operator==(const SurfacePlace&, const SurfacePlace&) = default;
};

struct SurfaceNearestOptions
{
    double max_distance = std::numeric_limits<double>::infinity(); ///< metres, >= 0
};

struct SurfaceRandomOptions
{
    std::uint64_t seed = 1;
    std::uint64_t index = 0;                 ///< the how-manieth place of this seed
    std::uint32_t component = kAnyComponent; ///< only in this component
};

struct WalkOptions
{
    enum class BorderRule
    {
        slide, ///< what leads over the border is taken away, the rest of the way is walked along it
        stop,  ///< the walk ends where it meets a border
    };

    BorderRule border = BorderRule::slide;
    std::uint32_t max_crossings = 1u << 20; ///< of edges; a closed surface has no end
};

struct SurfaceWalk
{
    enum class End
    {
        arrived,        ///< the whole distance was walked, but for what sliding took away
        border,         ///< stopped at a border, or in a corner of it
        no_direction,   ///< the direction is zero or along the normal: nothing was walked
        crossing_limit, ///< too many edges were crossed
        invalid,        ///< the place is none of this mesh, or a number is not finite: nothing was walked
    };

    SurfacePlace place;
    /// The direction in which the walk started, carried along; of unit length, in the triangle of `place`. Sliding does not turn
    /// it.
    Vec3 direction;
    Vec3 heading;        ///< the direction of the last step: differs from `direction` after sliding; unit length
    double distance = 0; ///< that was walked; metres
    End end = End::invalid;
    std::uint32_t border = kNone; ///< the border half-edge met last, if any
    std::uint32_t crossings = 0;  ///< of edges
};

/// Walks from a place along a tangent direction (its part in the triangle's plane counts) for a distance, straight on over edges;
/// at a vertex, past it on the side on which rounding puts it. Ends on the surface whatever it meets: needles, flat triangles,
/// vertices. Time follows the edges crossed.
SurfaceWalk walkOnSurface(const SurfaceMesh& mesh, const SurfacePlace& from, Vec3 direction, double distance,
                          const WalkOptions& options = {});

/// The normal of a triangle, unit length; zero when it is flat.
Vec3 computeNormal(const SurfaceMesh& mesh, std::uint32_t triangle);

/// Copies share what was built.
class SurfaceQuery
{
public:
    struct RayHit
    {
        SurfacePlace place;  ///< none: nothing was hit
        double distance = 0; ///< from the origin; metres
        explicit operator bool() const { return static_cast<bool>(place); }
    };

    explicit SurfaceQuery(SurfaceMesh mesh);

    const SurfaceMesh& mesh() const { return mesh_; }

    /// The place nearest to p in space, of equally near triangles the lowest. None when nothing is within max_distance, when the
    /// mesh is empty or p is not finite.
    SurfacePlace findNearest(Vec3 p, const SurfaceNearestOptions& options = {}) const;
    /// The first place that a ray meets, from either side, of equally far triangles the lowest; rays do not slip through between
    /// triangles. The direction need not have unit length.
    RayHit castRay(Vec3 origin, Vec3 direction, double max_distance = std::numeric_limits<double>::infinity()) const;
    /// A random place, uniform by area. None when the mesh is empty or there is no such component.
    SurfacePlace findRandomPlace(const SurfaceRandomOptions& options = {}) const;
    SurfaceWalk walk(const SurfacePlace& from, Vec3 direction, double distance, const WalkOptions& options = {}) const
    {
        return walkOnSurface(mesh_, from, direction, distance, options);
    }

    /// Builds what findNearest and castRay need, if that has not happened.
    void prepare() const;
    std::size_t memoryBytes() const; ///< of what was built until now, the tree included; without the mesh

    struct Tables;

private:
    SurfaceMesh mesh_;
    std::shared_ptr<Tables> tables_;
};

} // namespace clearway
