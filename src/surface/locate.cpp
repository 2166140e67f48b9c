// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <vector>

#include <clearway/base/random.h>
#include <clearway/geometry/bvh3.h>
#include <clearway/surface/query.h>

#include "base/chunks.h"
#include "geometry/segment_triangle.h"

namespace clearway {

struct SurfaceLocator::Data
{
    explicit Data(const SurfaceMesh& surface) : mesh(surface) {}

    SurfaceMesh mesh;
    Bvh3 tree;
    std::vector<double> areas; ///< of all triangles up to and with each

    TrianglePoints pointsOf(std::uint32_t t) const
    {
        const MeshTriangle& v = mesh.triangles()[t];
        return {mesh.positions()[v[0]], mesh.positions()[v[1]], mesh.positions()[v[2]]};
    }
};

SurfaceLocator::SurfaceLocator(const SurfaceMesh& mesh, const TaskHook& hook)
{
    auto data = std::make_shared<Data>(mesh);
    std::vector<Box3> boxes(mesh.triangleCount());
    data->areas.resize(boxes.size());
    forChunks(hook, boxes.size(), [&](const Chunk& chunk) {
        for (std::size_t t = chunk.begin; t < chunk.end; ++t)
        {
            const TrianglePoints p = data->pointsOf(static_cast<std::uint32_t>(t));
            for (const Vec3 corner : p) boxes[t].add(corner);
            data->areas[t] = length(cross(p[1] - p[0], p[2] - p[0])) / 2;
        }
    });
    for (std::size_t t = 1; t < boxes.size(); ++t) data->areas[t] += data->areas[t - 1];
    data->tree = Bvh3::build(boxes, hook);
    data_ = std::move(data);
}

const SurfaceMesh& SurfaceLocator::mesh() const { return data_->mesh; }

SurfacePlace SurfaceLocator::findNearest(Vec3 p, double max_distance) const
{
    if (!isFinite(p) || !(max_distance >= 0)) return {};
    const auto distanceTo = [&](std::uint32_t t) { return distanceSq(p, computeNearestPoint(data_->pointsOf(t), p)); };
    // The limit itself still counts.
    const double limit = std::nextafter(max_distance * max_distance, std::numeric_limits<double>::infinity());
    const std::uint32_t t = data_->tree.findLeast([&](const Box3& box) { return distanceSq(p, box); }, distanceTo, limit);
    if (t == Bvh3::kNone) return {};
    return {t, computeNearestPoint(data_->pointsOf(t), p)};
}

/// Where the segment enters a box, as a fraction of it; above 1 when it does not.
static double computeEntry(const Box3& box, Vec3 from, Vec3 step)
{
    double first = 0;
    double last = 1;
    const auto clip = [&](double low, double high, double start, double move) {
        if (move == 0)
        {
            if (start < low || start > high) last = -1;
            return;
        }
        const double a = (low - start) / move;
        const double b = (high - start) / move;
        first = std::max(first, std::min(a, b));
        last = std::min(last, std::max(a, b));
    };
    clip(box.min.x, box.max.x, from.x, step.x);
    clip(box.min.y, box.max.y, from.y, step.y);
    clip(box.min.z, box.max.z, from.z, step.z);
    // A hair of slack: rounding must not lose a triangle that lies in the side of its box.
    return first <= last + 1e-12 ? std::max(first - 1e-12, 0.0) : 2;
}

SurfacePlace SurfaceLocator::findHit(Vec3 from, Vec3 to) const
{
    if (!isFinite(from) || !isFinite(to)) return {};
    const Vec3 step = to - from;
    const auto hitAt = [&](std::uint32_t t) {
        const SegmentHit hit = computeSegmentHit(from, to, data_->pointsOf(t));
        return hit.is_hit ? hit.t : 2.0;
    };
    const std::uint32_t t =
        data_->tree.findLeast([&](const Box3& box) { return computeEntry(box, from, step); }, hitAt, 1.0 + 1e-9);
    if (t == Bvh3::kNone) return {};
    return {t, computeNearestPoint(data_->pointsOf(t), interpolate(from, to, hitAt(t)))};
}

SurfacePlace SurfaceLocator::findRandomPlace(std::uint64_t seed, std::uint64_t index) const
{
    if (data_->areas.empty() || !(data_->areas.back() > 0)) return {};
    Random random(seed, index);
    const double at = random.uniform() * data_->areas.back();
    const auto found = std::upper_bound(data_->areas.begin(), data_->areas.end(), at);
    const auto t = static_cast<std::uint32_t>(
        std::min<std::ptrdiff_t>(found - data_->areas.begin(), static_cast<std::ptrdiff_t>(data_->areas.size()) - 1));
    double u = random.uniform();
    double w = random.uniform();
    if (u + w > 1)
    {
        u = 1 - u;
        w = 1 - w;
    }
    const TrianglePoints p = data_->pointsOf(t);
    return {t, p[0] + (p[1] - p[0]) * u + (p[2] - p[0]) * w};
}

} // namespace clearway
