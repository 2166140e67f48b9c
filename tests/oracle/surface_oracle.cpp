// SPDX-License-Identifier: MIT
#include "tests/oracle/surface_oracle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace clearway::test {

namespace {

/// A vector turned about an axis of unit length so that it lies across the other normal (Rodrigues).
Vec3 turnAbout(Vec3 v, Vec3 axis, Vec3 normal_before, Vec3 normal_after)
{
    const double cosine = dot(normal_before, normal_after);
    const double sine = dot(cross(normal_before, normal_after), axis);
    return v * cosine + cross(axis, v) * sine + axis * (dot(axis, v) * (1 - cosine));
}

double distanceToTriangle(Vec3 a, Vec3 b, Vec3 c, Vec3 p)
{
    const auto toSegment = [&](Vec3 s, Vec3 e) {
        const double t = std::clamp(dot(p - s, e - s) / lengthSq(e - s), 0.0, 1.0);
        return distance(p, interpolate(s, e, t));
    };
    const Vec3 n = normalized(cross(b - a, c - a));
    const Vec3 foot = p - n * dot(p - a, n);
    const bool is_inside =
        dot(cross(b - a, foot - a), n) >= 0 && dot(cross(c - b, foot - b), n) >= 0 && dot(cross(a - c, foot - c), n) >= 0;
    return is_inside ? distance(p, foot) : std::min({toSegment(a, b), toSegment(b, c), toSegment(c, a)});
}

} // namespace

SlowWalk walkSlowly(const SurfaceMesh& mesh, const SurfacePlace& from, Vec3 way)
{
    SlowWalk walk{from, way};
    double left = length(way);
    Vec3 direction = normalized(way);
    std::uint32_t entered = kNone;
    while (true)
    {
        const std::uint32_t t = walk.place.triangle;
        const Vec3 normal = computeNormal(mesh, t);
        double nearest = std::numeric_limits<double>::infinity();
        std::uint32_t exit = kNone;
        for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h)
        {
            const Vec3 a = mesh.positions()[mesh.origin(h)], b = mesh.positions()[mesh.target(h)];
            const Vec3 outward = normalized(cross(b - a, normal));
            const double speed = dot(direction, outward);
            if (h == entered || speed <= 1e-12) continue;
            const double away = std::max(0.0, dot(a - walk.place.position, outward)) / speed;
            if (away < nearest) nearest = away, exit = h;
        }
        if (nearest >= left || exit == kNone || mesh.opposites()[exit] == kNone) break;
        left -= nearest;
        walk.place.position = walk.place.position + direction * nearest;
        const Vec3 a = mesh.positions()[mesh.origin(exit)], b = mesh.positions()[mesh.target(exit)];
        if (std::min(distance(walk.place.position, a), distance(walk.place.position, b)) < 1e-7) walk.meets_vertex = true;
        entered = mesh.opposites()[exit];
        walk.place.triangle = entered / 3;
        direction = normalized(turnAbout(direction, normalized(b - a), normal, computeNormal(mesh, walk.place.triangle)));
    }
    walk.place.position = walk.place.position + direction * left;
    walk.way = direction * length(way);
    return walk;
}

bool isNearOnSurface(const SurfaceMesh& mesh, const SurfacePlace& a, const SurfacePlace& b)
{
    const Vec3 middle = (a.position + b.position) * 0.5;
    const double limit = 0.75 * distance(a.position, b.position);
    std::vector<bool> counts(mesh.triangleCount()), is_reached(mesh.triangleCount());
    for (std::uint32_t t = 0; t < mesh.triangleCount(); ++t)
        counts[t] = distanceToTriangle(mesh.positions()[mesh.origin(3 * t)], mesh.positions()[mesh.origin(3 * t + 1)],
                                       mesh.positions()[mesh.origin(3 * t + 2)], middle) <= limit;
    std::vector<std::uint32_t> reached = {a.triangle};
    is_reached[a.triangle] = true;
    for (std::size_t i = 0; i < reached.size(); ++i)
        for (std::uint32_t h = 3 * reached[i]; h < 3 * reached[i] + 3; ++h)
        {
            const std::uint32_t other = mesh.opposites()[h];
            if (other == kNone || is_reached[other / 3] || !counts[other / 3]) continue;
            is_reached[other / 3] = true;
            reached.push_back(other / 3);
        }
    return is_reached[b.triangle];
}

} // namespace clearway::test
