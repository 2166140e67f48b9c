// SPDX-License-Identifier: MIT
// From every border half-edge the triangles are flooded that come nearer to it than the reach. The shortest way over the surface
// from the border to a point within reach stays within reach of the border all along, so the flood gets to that point.
#include <clearway/surface/border_clearance.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "base/errors.h"
#include "geometry/segment_triangle.h"
#include "surface/unfold.h"

namespace clearway {

using surfacing::SurfaceView;

struct BorderClearance::Data
{
    explicit Data(SurfaceMesh m) : mesh(std::move(m)) {}

    SurfaceMesh mesh;
    double reach = 0;
    std::vector<std::uint32_t> begin; ///< of each triangle in borders, and one more
    std::vector<std::uint32_t> borders;
};

namespace {

constexpr std::size_t kMostPairs = std::size_t{1} << 28;

struct Pair
{
    std::uint32_t triangle;
    std::uint32_t border;
};

TrianglePoints pointsOf(const SurfaceView& view, std::uint32_t t)
{
    return {view.originAt(3 * t), view.originAt(3 * t + 1), view.originAt(3 * t + 2)};
}

/// False when there are too many.
bool findPairs(const SurfaceMesh& mesh, double reach, std::vector<Pair>& pairs)
{
    const SurfaceView view(mesh);
    std::vector<std::uint32_t> seen_by(mesh.triangleCount(), kNone);
    std::vector<std::uint32_t> waiting;
    for (std::uint32_t border = 0; border < 3 * mesh.triangleCount(); ++border)
    {
        if (view.opposites[border] != kNone) continue;
        const Vec3 a = view.originAt(border), b = view.targetAt(border);
        waiting.assign(1, border / 3);
        seen_by[border / 3] = border;
        while (!waiting.empty())
        {
            const std::uint32_t t = waiting.back();
            waiting.pop_back();
            if (pairs.size() == kMostPairs) return false;
            pairs.push_back({t, border});
            for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h)
            {
                const std::uint32_t other = view.opposites[h];
                if (other == kNone || seen_by[other / 3] == border) continue;
                seen_by[other / 3] = border;
                if (computeSegmentDistanceSq(a, b, pointsOf(view, other / 3)) < reach * reach) waiting.push_back(other / 3);
            }
        }
    }
    return true;
}

Vec3 computeNearestOnSegment(Vec3 a, Vec3 b, Vec3 p)
{
    const Vec3 d = b - a;
    const double dd = lengthSq(d);
    return dd > 0 ? a + d * std::clamp(dot(p - a, d) / dd, 0.0, 1.0) : a;
}

} // namespace

Result<BorderClearance> buildBorderClearance(const SurfaceMesh& mesh, double reach)
{
    if (!(reach >= 0) || !std::isfinite(reach))
        return makeError(fmt::format("The reach must be a number from 0 up; it is {}.", reach));
    std::vector<Pair> pairs;
    if (!findPairs(mesh, reach, pairs))
        return makeError(ErrorCode::out_of_range,
                         fmt::format("Too many triangles lie within {} m of a border. Ask for a smaller distance.", reach));
    auto data = std::make_shared<BorderClearance::Data>(mesh);
    data->reach = reach;
    data->begin.assign(mesh.triangleCount() + 1, 0);
    for (const Pair& pair : pairs) ++data->begin[pair.triangle + 1];
    for (std::size_t t = 1; t < data->begin.size(); ++t) data->begin[t] += data->begin[t - 1];
    std::vector<std::uint32_t> next(data->begin.begin(), data->begin.end() - 1);
    data->borders.resize(pairs.size());
    for (const Pair& pair : pairs) data->borders[next[pair.triangle]++] = pair.border;
    return BorderClearance(std::move(data));
}

const SurfaceMesh& BorderClearance::mesh() const { return data_->mesh; }
double BorderClearance::reach() const { return data_->reach; }

std::span<const std::uint32_t> BorderClearance::borders(std::uint32_t triangle) const
{
    const std::uint32_t first = data_->begin[triangle];
    return {data_->borders.data() + first, data_->begin[triangle + 1] - first};
}

BorderDistance BorderClearance::findNearest(const SurfacePlace& place) const
{
    BorderDistance best{data_->reach, place.position, kNone};
    if (place.triangle >= data_->mesh.triangleCount()) return best;
    const SurfaceView view(data_->mesh);
    double best_sq = data_->reach * data_->reach;
    for (const std::uint32_t h : borders(place.triangle))
    {
        const Vec3 q = computeNearestOnSegment(view.originAt(h), view.targetAt(h), place.position);
        const double d_sq = distanceSq(q, place.position);
        if (!(d_sq < best_sq)) continue;
        best_sq = d_sq;
        best = {std::sqrt(d_sq), q, h};
    }
    return best;
}

bool BorderClearance::isFree(std::uint32_t triangle, Vec3 a, Vec3 b, double distance) const
{
    const SurfaceView view(data_->mesh);
    const auto near = borders(triangle);
    return std::all_of(near.begin(), near.end(), [&](std::uint32_t h) {
        return computeSegmentDistanceSq(a, b, view.originAt(h), view.targetAt(h)) >= distance * distance;
    });
}

std::size_t BorderClearance::memoryBytes() const { return 4 * (data_->begin.capacity() + data_->borders.capacity()); }

} // namespace clearway
