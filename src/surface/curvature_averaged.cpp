// SPDX-License-Identifier: MIT
// Based on: D. Cohen-Steiner, J.-M. Morvan. Restricted Delaunay triangulations and normal cycle. 2003
// All curvature of a triangle mesh sits on its edges: an edge with the angle b between its triangles carries b per metre, across
// the edge. What lies within a ball around a vertex, cut exactly at the ball, is divided by the area of the mesh within it. Both
// are properties of the shape, so cutting the triangles of a shape into smaller ones changes nothing.
// The ball is filled from the vertex across edges that reach into it: a sheet that is near in space but not connected there does
// not count.
#include <array>

#include "geometry/angle.h"
#include "surface/curvature_parts.h"

namespace clearway::surfacing {

namespace {

/// The part of the segment a + t (b - a) within `radius` of the origin, as a length.
double computeLengthInBall(Vec3 a, Vec3 b, double radius)
{
    const Vec3 d = b - a;
    const double dd = lengthSq(d);
    if (!(dd > 0)) return 0;
    const double middle = -dot(a, d) / dd;
    const double gap_sq = lengthSq(a + d * middle);
    const double half_sq = (radius * radius - gap_sq) / dd;
    if (!(half_sq > 0)) return 0;
    const double half = std::sqrt(half_sq);
    const double from = std::max(middle - half, 0.0);
    const double to = std::min(middle + half, 1.0);
    return to > from ? (to - from) * std::sqrt(dd) : 0;
}

/// The area that the disc around the origin shares with the triangle (origin, a, b), positive when b is left of a.
double computeSectorArea(Vec2 a, Vec2 b, double radius)
{
    const auto sector = [radius](Vec2 from, Vec2 to) { return radius * radius * computeTurn(from, to) / 2; };
    const double r_sq = radius * radius;
    const Vec2 d = b - a;
    const double dd = lengthSq(d);
    if (!(dd > 0)) return 0;
    const double middle = -dot(a, d) / dd;
    const double half_sq = (r_sq - lengthSq(a + d * middle)) / dd;
    const double half = half_sq > 0 ? std::sqrt(half_sq) : 0;
    const double from = std::max(middle - half, 0.0);
    const double to = std::min(middle + half, 1.0);
    if (!(half_sq > 0) || !(from < to)) return sector(a, b);
    const Vec2 p = a + d * from;
    const Vec2 q = a + d * to;
    return (from > 0 ? sector(a, p) : 0) + cross(p, q) / 2 + (to < 1 ? sector(q, b) : 0);
}

/// The area of a triangle within `radius` of the origin; `normal` is its area normal.
double computeAreaInBall(const std::array<Vec3, 3>& p, Vec3 normal, double radius)
{
    const double size = length(normal);
    if (!(size > 0)) return 0;
    const Vec3 n = normal / size;
    const double height = dot(p[0], n);
    const double disc_sq = radius * radius - height * height;
    if (!(disc_sq > 0)) return 0;
    if (std::max({lengthSq(p[0]), lengthSq(p[1]), lengthSq(p[2])}) <= radius * radius) return size / 2;
    const Vec3 side = normalized(p[1] - p[0]);
    const Vec3 up = cross(n, side);
    std::array<Vec2, 3> q;
    for (std::size_t i = 0; i < 3; ++i) q[i] = {dot(p[i], side), dot(p[i], up)};
    const double disc = std::sqrt(disc_sq);
    return computeSectorArea(q[0], q[1], disc) + computeSectorArea(q[1], q[2], disc) + computeSectorArea(q[2], q[0], disc);
}

/// The angle at an inner edge between its triangles, positive where they bend away from their normals; 0 at borders.
double computeBend(const TriangleMesh& mesh, std::uint32_t halfedge)
{
    const std::uint32_t other = mesh.opposites()[halfedge];
    if (other == kNone) return 0;
    const Vec3 a = computeAreaNormal(mesh, halfedge / 3);
    const Vec3 b = computeAreaNormal(mesh, other / 3);
    const Vec3 along = normalized(mesh.positions()[mesh.target(halfedge)] - mesh.positions()[mesh.origin(halfedge)]);
    return computeTurn({1, 0}, {dot(a, b), dot(cross(a, b), along)});
}

/// Symmetric 3 x 3 matrix that adds up w d d^T.
struct Tensor
{
    double xx = 0, yy = 0, zz = 0, xy = 0, yz = 0, zx = 0;

    void add(Vec3 d, double w)
    {
        xx += w * d.x * d.x;
        yy += w * d.y * d.y;
        zz += w * d.z * d.z;
        xy += w * d.x * d.y;
        yz += w * d.y * d.z;
        zx += w * d.z * d.x;
    }
    double trace() const { return xx + yy + zz; }
    Vec3 times(Vec3 v) const
    {
        return {xx * v.x + xy * v.y + zx * v.z, xy * v.x + yy * v.y + yz * v.z, zx * v.x + yz * v.y + zz * v.z};
    }
    /// The larger eigenvalue in size of what acts in the plane square to n.
    double computeLargestAcross(Vec3 n) const
    {
        const Vec3 u = normalized(std::abs(n.z) < 0.9 ? cross(n, {0, 0, 1}) : cross(n, {1, 0, 0}));
        const Vec3 v = cross(n, u);
        const double a = dot(u, times(u));
        const double b = dot(u, times(v));
        const double c = dot(v, times(v));
        return std::abs((a + c) / 2) + std::sqrt((a - c) * (a - c) / 4 + b * b);
    }
};

/// `bendOf(halfedge)` is the angle at an edge.
template <typename BendOf>
class Averaging
{
public:
    Averaging(const TriangleMesh& mesh, const BendOf& bendOf, double radius, TriangleFlood& flood)
        : mesh_(mesh), bend_of_(bendOf), radius_(radius), flood_(flood)
    {
    }

    double computeAt(std::uint32_t vertex, CurvatureOptions::Measure measure)
    {
        flood_.start(mesh_.triangleCount());
        const Vec3 origin = mesh_.positions()[vertex];
        Tensor tensor;
        Vec3 normal;
        double area = 0;
        for (const std::uint32_t corner : mesh_.corners(vertex)) flood_.visit(corner / 3);
        for (std::size_t i = 0; i < flood_.triangles().size(); ++i)
        {
            const std::uint32_t t = flood_.triangles()[i];
            std::array<Vec3, 3> p;
            for (std::size_t k = 0; k < 3; ++k) p[k] = mesh_.positions()[mesh_.triangles()[t][k]] - origin;
            const Vec3 n = computeAreaNormal(mesh_, t);
            const double inside = computeAreaInBall(p, n, radius_);
            area += inside;
            normal += normalized(n) * inside;
            for (std::uint32_t k = 0; k < 3; ++k)
            {
                const std::uint32_t h = 3 * t + k;
                const std::uint32_t other = mesh_.opposites()[h];
                if (other == kNone) continue;
                const Vec3 a = p[k];
                const Vec3 b = p[(k + 1) % 3];
                const double reach = computeLengthInBall(a, b, radius_);
                if (!(reach > 0)) continue;
                if (h < other) tensor.add(normalized(b - a), bend_of_(h) * reach);
                flood_.visit(other / 3);
            }
        }
        if (!(area > 0)) return 0;
        return (measure == CurvatureOptions::Measure::mean ? std::abs(tensor.trace()) / 2
                                                           : tensor.computeLargestAcross(normalized(normal))) /
               area;
    }

private:
    const TriangleMesh& mesh_;
    const BendOf& bend_of_;
    double radius_;
    TriangleFlood& flood_;
};

} // namespace

double computeAveragedAt(const TriangleMesh& mesh, double length, CurvatureOptions::Measure measure, std::uint32_t vertex,
                         TriangleFlood& scratch)
{
    const auto bendOf = [&](std::uint32_t h) { return computeBend(mesh, h); };
    return Averaging(mesh, bendOf, length, scratch).computeAt(vertex, measure);
}

void computeAveraged(const TriangleMesh& mesh, double length, CurvatureOptions::Measure measure, const TaskHook& hook,
                     std::span<double> values)
{
    Buffer<double> bends(mesh.triangleCount() * 3);
    forChunks(hook, bends.size(), [&](const Chunk& chunk) {
        for (std::size_t h = chunk.begin; h < chunk.end; ++h) bends[h] = computeBend(mesh, static_cast<std::uint32_t>(h));
    });
    forChunks(
        hook, mesh.vertexCount(),
        [&](const Chunk& chunk) {
            const auto bendOf = [&](std::uint32_t h) { return bends[h]; };
            TriangleFlood flood;
            Averaging averaging(mesh, bendOf, length, flood);
            for (std::size_t v = chunk.begin; v < chunk.end; ++v)
                values[v] = averaging.computeAt(static_cast<std::uint32_t>(v), measure);
        },
        16384);
}

} // namespace clearway::surfacing
