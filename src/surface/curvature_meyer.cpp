// SPDX-License-Identifier: MIT
// Based on:
// M. Meyer, M. Desbrun, P. Schröder, A. H. Barr. Discrete differential-geometry operators for triangulated 2-manifolds. 2003
// Departures: at a border only the part along the normal counts, since the formula has a part in the plane there even on a flat
// sheet; triangles without area are skipped and cotangents limited, so that a needle does not decide.
// Cotangents are computed once per triangle, then each vertex adds up its own corners in order: the sums are the same for any
// number of workers.
#include <array>

#include "geometry/angle.h"
#include "surface/curvature_parts.h"

namespace clearway::surfacing {

namespace {

constexpr double kMaxCotangent = 1e4;

/// A triangle without area has only zeros.
struct Angles
{
    std::array<double, 3> cotangents;
    double twice_area;
};

Angles computeAngles(Vec3 a, Vec3 b, Vec3 c)
{
    const Vec3 ab = b - a;
    const Vec3 bc = c - b;
    const Vec3 ca = a - c;
    const double area_sq = lengthSq(cross(ab, ca));
    const double ab_sq = lengthSq(ab);
    const double ca_sq = lengthSq(ca);
    if (!(area_sq > 1e-24 * ab_sq * ca_sq)) return {};
    const double area = std::sqrt(area_sq);
    const double inverse = 1 / area;
    const auto limit = [](double x) { return std::min(std::max(x, -kMaxCotangent), kMaxCotangent); };
    return {{limit(-dot(ab, ca) * inverse), limit(-dot(ab, bc) * inverse), limit(-dot(bc, ca) * inverse)}, area};
}

/// What the corners of a vertex add up to.
struct Sums
{
    Vec3 gradient;   ///< sum of (cot a + cot b) (x - x_j)
    double area = 0; ///< that belongs to the vertex: Voronoi where no angle is obtuse, a fixed share otherwise
};

/// `anglesOf(triangle)` are those of a triangle.
template <typename AnglesOf>
Sums addCorners(std::span<const Vec3> positions, std::span<const MeshTriangle> triangles, const AnglesOf& anglesOf,
                std::span<const std::uint32_t> corners)
{
    Sums sums;
    for (const std::uint32_t corner : corners)
    {
        const std::uint32_t triangle = corner / 3;
        const std::uint32_t k = corner - 3 * triangle;
        const std::uint32_t next = k == 2 ? 0 : k + 1;
        const std::uint32_t last = k == 0 ? 2 : k - 1;
        const MeshTriangle& t = triangles[triangle];
        const Angles& at = anglesOf(triangle);
        const Vec3 x = positions[t[k]];
        const Vec3 to_next = x - positions[t[next]];
        const Vec3 to_last = x - positions[t[last]];
        const double cot_next = at.cotangents[next];
        const double cot_last = at.cotangents[last];
        sums.gradient += to_next * cot_last + to_last * cot_next;
        if (at.cotangents[k] < 0)
            sums.area += at.twice_area / 4;
        else if (cot_next < 0 || cot_last < 0)
            sums.area += at.twice_area / 8;
        else
            sums.area += (lengthSq(to_last) * cot_next + lengthSq(to_next) * cot_last) / 8;
    }
    return sums;
}

/// What is missing to a full turn around an inner vertex, per area.
double computeGauss(const TriangleMesh& mesh, std::uint32_t vertex, double area)
{
    double angle = 0;
    for (const std::uint32_t corner : mesh.corners(vertex))
    {
        const Vec3 x = mesh.positions()[vertex];
        const Vec3 a = mesh.positions()[mesh.target(corner)] - x;
        const Vec3 b = mesh.positions()[mesh.origin(previousHalfedge(corner))] - x;
        angle += computeTurn({1, 0}, {dot(a, b), length(cross(a, b))});
    }
    return (2 * kPi - angle) / area;
}

double computeValue(const TriangleMesh& mesh, CurvatureOptions::Measure measure, std::uint32_t v, const Sums& sums)
{
    if (!(sums.area > 0)) return 0;
    const bool is_border = mesh.isBorder(v);
    const double size = is_border ? std::abs(dot(sums.gradient, computeVertexNormal(mesh, v))) : length(sums.gradient);
    const double mean = size / (4 * sums.area);
    // A border has no full turn to compare with; a bend across it counts as a fold.
    return measure == CurvatureOptions::Measure::mean ? mean
                                                      : computeLargest(mean, is_border ? 0 : computeGauss(mesh, v, sums.area));
}

} // namespace

double computeMeyerAt(const TriangleMesh& mesh, CurvatureOptions::Measure measure, std::uint32_t vertex)
{
    const std::span<const Vec3> positions = mesh.positions();
    const std::span<const MeshTriangle> triangles = mesh.triangles();
    const auto anglesOf = [&](std::uint32_t i) {
        const MeshTriangle& t = triangles[i];
        return computeAngles(positions[t[0]], positions[t[1]], positions[t[2]]);
    };
    return computeValue(mesh, measure, vertex, addCorners(positions, triangles, anglesOf, mesh.corners(vertex)));
}

void computeMeyer(const TriangleMesh& mesh, CurvatureOptions::Measure measure, const TaskHook& hook, std::span<double> values)
{
    const std::span<const Vec3> positions = mesh.positions();
    const std::span<const MeshTriangle> triangles = mesh.triangles();
    const std::span<const std::uint32_t> offsets = mesh.cornerOffsets();
    const std::span<const std::uint32_t> corners = mesh.cornerList();
    Buffer<Angles> angles(mesh.triangleCount());
    forChunks(hook, mesh.triangleCount(), [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i)
        {
            const MeshTriangle& t = triangles[i];
            angles[i] = computeAngles(positions[t[0]], positions[t[1]], positions[t[2]]);
        }
    });
    const auto anglesOf = [&](std::uint32_t triangle) -> const Angles& { return angles[triangle]; };
    forChunks(hook, mesh.vertexCount(), [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i)
        {
            const auto v = static_cast<std::uint32_t>(i);
            const std::span<const std::uint32_t> own = corners.subspan(offsets[v], offsets[v + 1] - offsets[v]);
            values[i] = computeValue(mesh, measure, v, addCorners(positions, triangles, anglesOf, own));
        }
    });
}

} // namespace clearway::surfacing
