// SPDX-License-Identifier: MIT
// How far it is from a place on a surface to the nearest border, for characters that have a width.
// Why: on a surface a border in space may be near and yet far to walk to (the edge of a deck above); only borders to which
// connected ground leads inside the reach count, so thin sheets do not see each other.
// Metres. Built in time and memory that follow the length of the borders times the triangles within reach of them. An immutable
// handle: cheap to copy, free to share between threads; questions allocate nothing.
#pragma once
#include <cstdint>
#include <memory>
#include <span>

#include <clearway/base/result.h>
#include <clearway/surface/query.h>

namespace clearway {

struct BorderDistance
{
    double distance = 0;            ///< at most the reach
    Vec3 closest;                   ///< the nearest point of the border; means something if there is a half-edge
    std::uint32_t halfedge = kNone; ///< of that border; none within reach: kNone
};

class BorderClearance
{
public:
    const SurfaceMesh& mesh() const;
    double reach() const;

    /// The border half-edges that ground within reach of them joins to a triangle, in rising order. Holds for every point of the
    /// triangle all of those that are nearer than the reach over the surface.
    std::span<const std::uint32_t> borders(std::uint32_t triangle) const;
    /// The nearest of them. Measured straight through space: never more than the distance over the surface, and equal to it where
    /// the ground in between is flat.
    BorderDistance findNearest(const SurfacePlace& place) const;
    double computeDistance(const SurfacePlace& place) const { return findNearest(place).distance; }
    /// Whether the straight line between two points of a triangle keeps a distance, up to the reach, from all of them.
    bool isFree(std::uint32_t triangle, Vec3 a, Vec3 b, double distance) const;

    std::size_t memoryBytes() const;

    struct Data;
    explicit BorderClearance(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

private:
    std::shared_ptr<const Data> data_;
};

/// Fails when the reach is negative or not finite, or so large that more than 2^28 pairs of borders and triangles would have to
/// be kept.
Result<BorderClearance> buildBorderClearance(const SurfaceMesh& mesh, double reach);

} // namespace clearway
