// SPDX-License-Identifier: MIT
#include <clearway/surface/query.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <clearway/base/random.h>

#include "geometry/segment_triangle.h"
#include "surface/once.h"
#include "surface/surface_mesh_data.h"

namespace clearway {

namespace {

using surfacing::Once;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Rays hit this much beside a triangle too, as a share of its size: neighbours round their common edge differently.
constexpr double kRaySlack = 1e-12;

TrianglePoints pointsOf(const SurfaceMesh& mesh, std::uint32_t t)
{
    const MeshTriangle& v = mesh.triangles()[t];
    return {mesh.positions()[v[0]], mesh.positions()[v[1]], mesh.positions()[v[2]]};
}

/// Where a ray enters a box; infinite when it passes by. `inverse` holds one over each component of the direction.
double computeEntry(const Box3& box, Vec3 origin, Vec3 inverse)
{
    double enter = 0, leave = kInfinity;
    const auto cut = [&](double low, double high, double o, double i) {
        // 0 times infinity: on the side of a box that the ray runs along.
        const double a = (low - o) * i, b = (high - o) * i;
        if (!std::isnan(a) && !std::isnan(b))
        {
            enter = std::max(enter, std::min(a, b));
            leave = std::min(leave, std::max(a, b));
        }
    };
    cut(box.min.x, box.max.x, origin.x, inverse.x);
    cut(box.min.y, box.max.y, origin.y, inverse.y);
    cut(box.min.z, box.max.z, origin.z, inverse.z);
    return enter <= leave * (1 + 1e-12) ? enter : kInfinity;
}

double computeRayDistance(Vec3 origin, Vec3 direction, const TrianglePoints& triangle)
{
    const Vec3 e1 = triangle[1] - triangle[0];
    const Vec3 e2 = triangle[2] - triangle[0];
    const Vec3 n = cross(e1, e2);
    const double nn = lengthSq(n);
    const double across = dot(direction, n);
    if (!(nn > 0) || across == 0) return kInfinity;
    const double t = dot(triangle[0] - origin, n) / across;
    if (!(t >= 0)) return kInfinity;
    const Vec3 p = origin + direction * t - triangle[0];
    const double v = dot(cross(p, e2), n) / nn;
    const double w = dot(cross(e1, p), n) / nn;
    return v >= -kRaySlack && w >= -kRaySlack && v + w <= 1 + kRaySlack ? t : kInfinity;
}

} // namespace

struct SurfaceQuery::Tables
{
    Once areas_once;
    std::vector<std::uint32_t> triangles; ///< by component
    std::vector<double> areas;            ///< of triangles[0 .. i], summed
    std::vector<std::uint32_t> begin;     ///< of each component in triangles

    void buildAreas(const SurfaceMesh& mesh);
};

void SurfaceQuery::Tables::buildAreas(const SurfaceMesh& mesh)
{
    const auto components = mesh.components();
    begin.assign(mesh.componentCount() + 1, 0);
    for (const std::uint32_t c : components) ++begin[c + 1];
    for (std::size_t c = 1; c < begin.size(); ++c) begin[c] += begin[c - 1];
    std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
    triangles.resize(mesh.triangleCount());
    for (std::uint32_t t = 0; t < triangles.size(); ++t) triangles[next[components[t]]++] = t;
    areas.resize(triangles.size());
    double sum = 0;
    for (std::size_t i = 0; i < triangles.size(); ++i)
    {
        const TrianglePoints p = pointsOf(mesh, triangles[i]);
        sum += length(cross(p[1] - p[0], p[2] - p[0]));
        areas[i] = sum;
    }
}

SurfaceQuery::SurfaceQuery(SurfaceMesh mesh) : mesh_(std::move(mesh)), tables_(std::make_shared<Tables>()) {}

void SurfaceQuery::prepare() const
{
    const SurfaceMesh::Data& data = mesh_.data();
    data.search.prepare(data.items());
}

std::size_t SurfaceQuery::memoryBytes() const
{
    std::size_t bytes = mesh_.data().search.memoryBytes();
    if (tables_->areas_once.isDone())
        bytes += tables_->triangles.size() * 4 + tables_->areas.size() * 8 + tables_->begin.size() * 4;
    return bytes;
}

SurfacePlace SurfaceQuery::findNearest(Vec3 p, const SurfaceNearestOptions& options) const
{
    if (!isFinite(p) || !(options.max_distance >= 0)) return {};
    prepare();
    const double limit = std::nextafter(options.max_distance * options.max_distance, kInfinity);
    const std::uint32_t t = mesh_.data().search.tree().findLeast(
        [&](const Box3& box) { return distanceSq(p, box); },
        [&](std::uint32_t item) { return distanceSq(p, computeNearestPoint(pointsOf(mesh_, item), p)); }, limit);
    if (t == kNone) return {};
    return {computeNearestPoint(pointsOf(mesh_, t), p), t};
}

SurfaceQuery::RayHit SurfaceQuery::castRay(Vec3 origin, Vec3 direction, double max_distance) const
{
    const double largest = std::max({std::abs(direction.x), std::abs(direction.y), std::abs(direction.z)});
    if (!isFinite(origin) || !isFinite(direction) || !(largest > 0) || !(max_distance >= 0)) return {};
    prepare();
    direction = normalized(direction / largest);
    const Vec3 inverse = {1 / direction.x, 1 / direction.y, 1 / direction.z};
    const double slack = kRaySlack * mesh_.data().search.size();
    const double limit = std::nextafter(std::min(max_distance, 1e300), kInfinity);
    double distance = 0;
    const std::uint32_t t = mesh_.data().search.tree().findLeast(
        [&](const Box3& box) { return computeEntry(box.inflated(slack), origin, inverse); },
        [&](std::uint32_t item) { return computeRayDistance(origin, direction, pointsOf(mesh_, item)); }, limit);
    if (t == kNone) return {};
    distance = computeRayDistance(origin, direction, pointsOf(mesh_, t));
    return {{computeNearestPoint(pointsOf(mesh_, t), origin + direction * distance), t}, distance};
}

SurfacePlace SurfaceQuery::findRandomPlace(const SurfaceRandomOptions& options) const
{
    if (mesh_.isEmpty() || (options.component != kAnyComponent && options.component >= mesh_.componentCount())) return {};
    tables_->areas_once.run([&] { tables_->buildAreas(mesh_); });
    const bool is_any = options.component == kAnyComponent;
    const std::size_t first = is_any ? 0 : tables_->begin[options.component];
    const std::size_t end = is_any ? tables_->triangles.size() : tables_->begin[options.component + 1];
    const auto& areas = tables_->areas;
    const double before = first > 0 ? areas[first - 1] : 0;

    Random random(options.seed, options.index);
    const double sought = random.uniform(before, areas[end - 1]);
    const auto at = std::upper_bound(areas.begin() + static_cast<std::ptrdiff_t>(first),
                                     areas.begin() + static_cast<std::ptrdiff_t>(end - 1), sought);
    const std::uint32_t t = tables_->triangles[static_cast<std::size_t>(at - areas.begin())];
    double u = random.uniform(), v = random.uniform();
    if (u + v > 1)
    {
        u = 1 - u;
        v = 1 - v;
    }
    const TrianglePoints p = pointsOf(mesh_, t);
    return {p[0] + (p[1] - p[0]) * u + (p[2] - p[0]) * v, t};
}

} // namespace clearway
