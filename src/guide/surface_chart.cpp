// SPDX-License-Identifier: MIT
#include "guide/surface_chart.h"

#include <cmath>

#include <fmt/format.h>

#include "base/errors.h"
#include "surface/unfold.h"

namespace clearway {

using surfacing::SurfaceView;

namespace {

constexpr double kMostChartSize = 0x1p22; ///< there a number is good for 1e-9 m

ChartFace layOut(const SurfaceView& view, std::uint32_t triangle)
{
    std::uint32_t longest = 3 * triangle;
    for (std::uint32_t h = longest + 1; h < 3 * triangle + 3; ++h)
        if (distanceSq(view.originAt(h), view.targetAt(h)) > distanceSq(view.originAt(longest), view.targetAt(longest)))
            longest = h;
    const Vec3 a = view.originAt(longest), b = view.targetAt(longest), c = view.apexAt(longest);
    const surfacing::FlatAxes axes = surfacing::computeFlatAxes(a, b, c);
    const surfacing::FlatTriangle flat = surfacing::computeFlatTriangle(a, b, c);
    return {axes.origin, axes.x, axes.y, flat.length, flat.apex};
}

} // namespace

Result<SurfaceChart> buildSurfaceChart(const SurfaceMesh& mesh)
{
    if (mesh.isEmpty())
        return makeError(ErrorCode::invalid_geometry, "The surface has no ground to stand on: nothing of the mesh is walkable.");
    auto data = std::make_shared<SurfaceChart::Data>(mesh);
    const SurfaceView view(mesh);
    const auto count = static_cast<std::uint32_t>(mesh.triangleCount());
    data->faces.reserve(count);
    double widest = 0, farthest = 0;
    for (std::uint32_t t = 0; t < count; ++t)
    {
        data->faces.push_back(layOut(view, t));
        widest = std::max(widest, data->faces.back().width);
        data->area += data->faces.back().width * data->faces.back().apex.y / 2;
    }
    for (const Vec3 p : mesh.positions()) farthest = std::max({farthest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    int exponent = 0;
    std::frexp(widest * 1.0625, &exponent);
    data->piece = std::ldexp(1.0, exponent);
    data->inverse_piece = 1 / data->piece;
    data->margin = data->piece / 64;
    data->columns = static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(count))));
    data->rows = (count + data->columns - 1) / data->columns;
    const double size = std::max(data->columns * data->piece, farthest);
    if (size > kMostChartSize)
        return makeError(
            ErrorCode::out_of_range,
            fmt::format("The surface is too large for a crowd: {} triangles of up to {} m, and coordinates of up to {} "
                        "m. Divide the large triangles, or scale it down.",
                        count, widest, farthest));
    data->tolerance = size * 0x1p-48;
    return SurfaceChart(std::move(data));
}

const SurfaceMesh& SurfaceChart::mesh() const { return data_->mesh; }

Vec2 SurfaceChart::toChart(const SurfacePlace& place) const { return data_->toChart(place.triangle, place.position); }

SurfacePlace SurfaceChart::toPlace(Vec2 position) const
{
    const std::uint32_t face = data_->faceAt(position);
    if (face == kNone || !data_->isOn(face, position)) return {};
    return {data_->toSpace(face, position), face};
}

Pose SurfaceChart::computePose(Vec2 position) const
{
    const std::uint32_t face = data_->faceAt(position);
    if (face == kNone) return {};
    const ChartFace& f = data_->faces[face];
    return {data_->toSpace(face, position), f.x, f.y, f.normal(), face};
}

Vec3 SurfaceChart::toSpace(Vec2 position, Vec2 vector) const
{
    const Pose pose = computePose(position);
    return pose.x * vector.x + pose.y * vector.y;
}

Vec2 SurfaceChart::toPlane(Vec2 position, Vec3 vector) const
{
    const Pose pose = computePose(position);
    return {dot(vector, pose.x), dot(vector, pose.y)};
}

} // namespace clearway
