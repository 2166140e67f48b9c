// SPDX-License-Identifier: MIT
// Places on a SurfaceMesh: which is nearest, what a ray meets, a random one, and where a walk over the triangles leads.
// Metres. Const, thread-safe, no allocation but for building the locator. The same bits on every machine.
#pragma once
#include <cstdint>
#include <limits>
#include <memory>

#include <clearway/surface/surface_mesh.h>

namespace clearway {

/// A point of a surface mesh and a triangle that it lies on; on an edge, one of the two.
struct SurfacePlace
{
    static constexpr std::uint32_t kNone = 0xffffffff;

    std::uint32_t triangle = kNone;
    Vec3 position;

    bool isValid() const { return triangle != kNone; }
};

/// A search tree over the triangles of a surface mesh. An immutable handle. Building takes O(n) and about 30 bytes per triangle;
/// a search O(log n).
class SurfaceLocator
{
public:
    explicit SurfaceLocator(const SurfaceMesh& mesh, const TaskHook& hook = {});

    const SurfaceMesh& mesh() const;

    /// The place nearest to p, at most `max_distance` away; the lower triangle if several are equally near. Not valid when there
    /// is none, or when p is not finite.
    SurfacePlace findNearest(Vec3 p, double max_distance = std::numeric_limits<double>::infinity()) const;

    /// The first place where the segment from `from` to `to` meets the surface, from either side. Not valid when it does not.
    SurfacePlace findHit(Vec3 from, Vec3 to) const;

    /// A place drawn uniformly by area: the one of number `index` of the sequence of `seed`. Not valid on an empty mesh.
    SurfacePlace findRandomPlace(std::uint64_t seed, std::uint64_t index = 0) const;

private:
    struct Data;
    std::shared_ptr<const Data> data_;
};

/// What happens where the surface ends.
enum class AtBorder
{
    slide, ///< what points outward is lost, and the walk goes on along the border
    stop,
};

struct SurfaceWalk
{
    SurfacePlace place; ///< where it ended
    Vec3 direction;     ///< in which it went at the end: the first one carried along; unit length, or 0 if it never moved
    double length = 0;  ///< that was walked
    bool met_border = false;
    std::uint32_t crossings = 0; ///< edges crossed
};

/// Walks straight on from `start` along `step`, whose part along the ground gives the direction and whose length is the length to
/// walk: each triangle is entered as if it were unfolded into the plane of the last (straightest geodesic). Ends early at a
/// border, or after 100,000 edges.
/// Based on: K. Polthier, M. Schmies. Straightest geodesics on polyhedral surfaces. 1998
SurfaceWalk walkOnSurface(const SurfaceMesh& mesh, const SurfacePlace& start, Vec3 step, AtBorder at_border = AtBorder::slide);

} // namespace clearway
