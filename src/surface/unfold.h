// SPDX-License-Identifier: MIT
// Triangles laid into the plane, one edge along the x axis: what walking and unfolding strips need.
#pragma once
#include <algorithm>

#include <clearway/surface/surface_mesh.h>

namespace clearway::surfacing {

/// Half-edge `halfedge` from (0, 0) to (length, 0), the third corner at or above the axis.
struct FlatTriangle
{
    double length = 0;
    Vec2 apex;
};

/// What positions() and triangles() of a mesh are, at hand.
struct SurfaceView
{
    explicit SurfaceView(const SurfaceMesh& mesh)
        : positions(mesh.positions().data()), triangles(mesh.triangles().data()), opposites(mesh.opposites().data())
    {
    }
    std::uint32_t origin(std::uint32_t h) const { return triangles[h / 3][h % 3]; }
    std::uint32_t target(std::uint32_t h) const { return origin(nextHalfedge(h)); }
    std::uint32_t apex(std::uint32_t h) const { return origin(previousHalfedge(h)); }
    Vec3 originAt(std::uint32_t h) const { return positions[origin(h)]; }
    Vec3 targetAt(std::uint32_t h) const { return positions[target(h)]; }
    Vec3 apexAt(std::uint32_t h) const { return positions[apex(h)]; }

    const Vec3* positions;
    const MeshTriangle* triangles;
    const std::uint32_t* opposites;
};

inline FlatTriangle computeFlatTriangle(Vec3 a, Vec3 b, Vec3 c)
{
    const Vec3 ab = b - a;
    const Vec3 ac = c - a;
    const double l = length(ab);
    if (!(l > 0)) return {0, {0, length(ac)}};
    return {l, {dot(ac, ab) / l, length(cross(ab, ac)) / l}};
}

/// The axes of a FlatTriangle in space.
struct FlatAxes
{
    Vec3 origin, x, y;
    Vec2 toPlane(Vec3 p) const { return {dot(p - origin, x), dot(p - origin, y)}; }
    Vec2 turnToPlane(Vec3 d) const { return {dot(d, x), dot(d, y)}; }
    Vec3 toSpace(Vec2 p) const { return origin + x * p.x + y * p.y; }
    Vec3 turnToSpace(Vec2 d) const { return x * d.x + y * d.y; }
};

/// Any unit vector at a right angle to a unit vector.
inline Vec3 computeAnyPerpendicular(Vec3 x)
{
    const double ax = std::abs(x.x), ay = std::abs(x.y), az = std::abs(x.z);
    const Vec3 axis = ax <= ay && ax <= az ? Vec3{1, 0, 0} : ay <= az ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
    return normalized(cross(x, axis));
}

inline FlatAxes computeFlatAxes(Vec3 a, Vec3 b, Vec3 c)
{
    const Vec3 ab = b - a;
    const Vec3 ac = c - a;
    const double l = length(ab);
    if (!(l > 0))
    {
        const Vec3 y = lengthSq(ac) > 0 ? normalized(ac) : Vec3{0, 1, 0};
        return {a, computeAnyPerpendicular(y), y};
    }
    const Vec3 x = ab / l;
    const Vec3 y = normalized(cross(cross(ab, ac), ab));
    return {a, x, lengthSq(y) > 0 ? y : computeAnyPerpendicular(x)};
}

} // namespace clearway::surfacing
