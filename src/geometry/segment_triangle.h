// SPDX-License-Identifier: MIT
// Distances between points, segments and triangles in space. Pure functions; rounded, but never by more than a few ulp of the
// coordinates.
#pragma once
#include <array>

#include <clearway/geometry/vec.h>

namespace clearway {

using TrianglePoints = std::array<Vec3, 3>;

/// The point of a triangle nearest to p; of a flat one, of its edges.
Vec3 computeNearestPoint(const TrianglePoints& triangle, Vec3 p);

/// Squared distance between the segments ab and cd.
double computeSegmentDistanceSq(Vec3 a, Vec3 b, Vec3 c, Vec3 d);

/// Whether the segment ab meets the triangle, and where on it (0 at a, 1 at b).
struct SegmentHit
{
    bool is_hit = false;
    double t = 0;
};
SegmentHit computeSegmentHit(Vec3 a, Vec3 b, const TrianglePoints& triangle);

/// Squared distance between the segment ab and a triangle; 0 where they meet.
double computeSegmentDistanceSq(Vec3 a, Vec3 b, const TrianglePoints& triangle);

} // namespace clearway
