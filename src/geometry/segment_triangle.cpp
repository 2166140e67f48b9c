// SPDX-License-Identifier: MIT
// Based on: C. Ericson. Real-time collision detection. 2005 (regions of a triangle; nearest points of segments)
#include "geometry/segment_triangle.h"

#include <algorithm>
#include <cmath>

namespace clearway {

namespace {

Vec3 computeNearestOnSegment(Vec3 a, Vec3 b, Vec3 p)
{
    const Vec3 d = b - a;
    const double dd = lengthSq(d);
    return dd > 0 ? a + d * std::clamp(dot(p - a, d) / dd, 0.0, 1.0) : a;
}

} // namespace

Vec3 computeNearestPoint(const TrianglePoints& triangle, Vec3 p)
{
    const Vec3 ab = triangle[1] - triangle[0];
    const Vec3 ac = triangle[2] - triangle[0];
    const Vec3 n = cross(ab, ac);
    const double nn = lengthSq(n);
    if (nn > 0)
    {
        const Vec3 d = p - triangle[0];
        const double v = dot(cross(d, ac), n) / nn;
        const double w = dot(cross(ab, d), n) / nn;
        if (v >= 0 && w >= 0 && v + w <= 1) return triangle[0] + ab * v + ac * w;
    }
    Vec3 best;
    double best_sq = 0;
    for (std::size_t k = 0; k < 3; ++k)
    {
        const Vec3 q = computeNearestOnSegment(triangle[k], triangle[(k + 1) % 3], p);
        const double d_sq = distanceSq(p, q);
        if (k > 0 && d_sq >= best_sq) continue;
        best = q;
        best_sq = d_sq;
    }
    return best;
}

double computeSegmentDistanceSq(Vec3 a, Vec3 b, Vec3 c, Vec3 d)
{
    const Vec3 u = b - a;
    const Vec3 v = d - c;
    const Vec3 w = a - c;
    const double uu = lengthSq(u), vv = lengthSq(v), uv = dot(u, v), uw = dot(u, w), vw = dot(v, w);
    // The nearest points of the lines, if both lie on the segments; otherwise an end is nearest to the other segment.
    const double denominator = uu * vv - uv * uv;
    if (denominator > 1e-14 * uu * vv)
    {
        const double s = (uv * vw - vv * uw) / denominator;
        const double t = (uu * vw - uv * uw) / denominator;
        if (s >= 0 && s <= 1 && t >= 0 && t <= 1) return lengthSq(w + u * s - v * t);
    }
    return std::min({distanceSq(a, computeNearestOnSegment(c, d, a)), distanceSq(b, computeNearestOnSegment(c, d, b)),
                     distanceSq(c, computeNearestOnSegment(a, b, c)), distanceSq(d, computeNearestOnSegment(a, b, d))});
}

SegmentHit computeSegmentHit(Vec3 a, Vec3 b, const TrianglePoints& triangle)
{
    const Vec3 e1 = triangle[1] - triangle[0];
    const Vec3 e2 = triangle[2] - triangle[0];
    const Vec3 n = cross(e1, e2);
    const double nn = lengthSq(n);
    const Vec3 d = b - a;
    const double across = dot(d, n);
    if (!(nn > 0) || across == 0) return {};
    const double t = dot(triangle[0] - a, n) / across;
    if (!(t >= 0 && t <= 1)) return {};
    const Vec3 p = a + d * t - triangle[0];
    const double v = dot(cross(p, e2), n) / nn;
    const double w = dot(cross(e1, p), n) / nn;
    return {v >= 0 && w >= 0 && v + w <= 1, t};
}

double computeSegmentDistanceSq(Vec3 a, Vec3 b, const TrianglePoints& triangle)
{
    if (computeSegmentHit(a, b, triangle).is_hit) return 0;
    return std::min({distanceSq(a, computeNearestPoint(triangle, a)), distanceSq(b, computeNearestPoint(triangle, b)),
                     computeSegmentDistanceSq(a, b, triangle[0], triangle[1]),
                     computeSegmentDistanceSq(a, b, triangle[1], triangle[2]),
                     computeSegmentDistanceSq(a, b, triangle[2], triangle[0])});
}

} // namespace clearway
