// SPDX-License-Identifier: MIT
#include "rts/march_map.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace clearway {

namespace {

constexpr double kLeastCosine = 0.35; ///< of the ground to the plane: 70 degrees
constexpr double kNoGround = std::numeric_limits<double>::quiet_NaN();
constexpr double kMostCells = 1 << 22;

Error makeMapError(const char* message) { return {ErrorCode::invalid_geometry, message}; }

} // namespace

Vec2 MarchMap::centerOf(std::size_t cell) const
{
    const auto column = static_cast<double>(cell % width_), row = static_cast<double>(cell / width_);
    return origin_ + Vec2{column + 0.5, row + 0.5} * options_.cell_size;
}

std::size_t MarchMap::cellAt(Vec2 p) const
{
    const Vec2 cells = (p - origin_) / options_.cell_size;
    return static_cast<std::size_t>(cells.y) * width_ + static_cast<std::size_t>(cells.x);
}

/// Chooses the plane. The points of the way in it, with their heights, at most a cell apart.
Result<std::vector<Vec3>> MarchMap::layOut(std::span<const Vec3> points)
{
    std::vector<Vec3> way = {points[0]};
    for (std::size_t i = 1; i < points.size(); ++i)
    {
        const double pieces = std::ceil(distance(points[i - 1], points[i]) / options_.cell_size);
        if (!(static_cast<double>(way.size()) + pieces < kMostCells)) return makeMapError("The way is too long for a formation.");
        for (double k = 1; k <= pieces; ++k) way.push_back(interpolate(points[i - 1], points[i], k / pieces));
    }
    std::vector<Vec3> normals;
    Vec3 sum;
    for (const Vec3 p : way)
    {
        Vec2 place;
        if (!ground_->curved()->findPosition(p, options_.cell_size, place)) continue;
        normals.push_back(ground_->curved()->computePose(place).normal);
        sum += normals.back();
    }
    const auto isTurned = [&](Vec3 up) {
        return std::ranges::any_of(normals, [up](Vec3 normal) { return dot(normal, up) < kLeastCosine; });
    };
    if (isTurned(normal_))
    {
        normal_ = normalized(sum);
        if (isTurned(normal_))
            return makeMapError("The ground turns too far on the way to keep a formation: send the units without one, or in "
                                "shorter stages.");
        x_ = normalized(cross(std::abs(normal_.y) < 0.9 ? Vec3{0, 1, 0} : Vec3{0, 0, 1}, normal_));
        y_ = cross(normal_, x_);
    }
    for (Vec3& p : way) p = {dot(p, x_), dot(p, y_), dot(p, normal_)};
    return way;
}

/// Whether there is ground at a point of the plane, near a height.
bool MarchMap::probe(Vec2 p, double hint, double& height, std::uint8_t& is_free) const
{
    const CurvedGround& curved = *ground_->curved();
    const double cell = options_.cell_size;
    height = hint;
    Vec2 place;
    // The nearest ground is beside the point on a slope: its plane says how high the point is. Then it must be there.
    for (const double reach : {cell / kLeastCosine, cell / 4})
    {
        const Vec3 at = toSpace(p, height);
        if (!curved.findPosition(at, reach, place)) return false;
        const Pose pose = curved.computePose(place);
        const double cosine = dot(pose.normal, normal_);
        if (cosine < kLeastCosine) return false;
        height += dot(pose.normal, pose.position - at) / cosine;
    }
    if (!curved.findPosition(toSpace(p, height), cell / 4, place)) return false;
    Footing footing;
    is_free = ground_->hasRoom(place, options_.radius, -1, footing) ? 1 : 0;
    return true;
}

Result<void> MarchMap::grow(std::span<const Vec3> way)
{
    const double cell = options_.cell_size;
    Box2 box;
    for (const Vec3 p : way) box.add(planar(p));
    const double margin = options_.across + 4 * cell;
    origin_ = box.min - Vec2{margin, margin};
    const Vec2 size = (box.size() + Vec2{2 * margin, 2 * margin}) / cell;
    const double columns = std::ceil(size.x), rows = std::ceil(size.y);
    if (!(columns * rows <= kMostCells))
        return makeMapError(
            "The way is too long for a formation of this size: send the units without one, or in shorter stages.");
    width_ = static_cast<std::size_t>(columns);
    const auto count = static_cast<std::size_t>(columns * rows);
    heights_.assign(count, kNoGround);
    is_free_.assign(count, 0);
    std::deque<std::pair<std::size_t, std::uint32_t>> waiting; // cells, and how far from the way
    bool folds = false;                                        // free ground goes on above or below a free cell
    const auto visit = [&](std::size_t at, double hint, std::uint32_t depth) {
        const bool is_known = !std::isnan(heights_[at]);
        const double limit = 2 * cell / kLeastCosine;
        double height = 0;
        std::uint8_t is_free = 0;
        if ((is_known && std::abs(heights_[at] - hint) <= limit) || !probe(centerOf(at), hint, height, is_free)) return;
        folds = folds || (is_known && is_free_[at] && is_free && std::abs(heights_[at] - height) > limit);
        if (is_known) return;
        heights_[at] = height;
        is_free_[at] = is_free;
        waiting.push_back({at, depth});
    };
    for (const Vec3 p : way) visit(cellAt(planar(p)), p.z, 0);
    const auto most = static_cast<std::uint32_t>(std::ceil(options_.across / cell)) + 2;
    for (; !waiting.empty(); waiting.pop_front())
    {
        const auto [at, depth] = waiting.front();
        if (depth == most) continue; // so nobody gets to the edge of the map
        for (const std::size_t other : {at - 1, at + 1, at - width_, at + width_}) visit(other, heights_[at], depth + 1);
    }
    if (folds)
        return makeMapError("The way of the formation crosses or passes itself at another height: send it in shorter stages.");
    Result<FieldGrid> grid = buildFieldGrid(static_cast<std::int32_t>(columns), static_cast<std::int32_t>(rows), is_free_,
                                            {.cell_size = cell, .origin = origin_});
    if (!grid) return grid.error();
    grid_ = std::move(*grid);
    return {};
}

/// How far a wall is on one side of a point of the way; at least the radius, which the way keeps.
double MarchMap::measureRoom(Vec2 p, Vec2 side) const
{
    const double step = options_.cell_size / 2;
    for (double away = step; away <= options_.across; away += step)
        if (!is_free_[cellAt(p + side * away)]) return away - step + options_.radius;
    return kUnlimitedRoom;
}

GroupWay MarchMap::measure(std::span<const Vec3> way) const
{
    GroupWay measured;
    for (std::size_t i = 0; i < way.size(); ++i)
    {
        const Vec2 p = planar(way[i]);
        const Vec2 ahead = planar(way[std::min(i + 1, way.size() - 1)]) - planar(way[i > 0 ? i - 1 : 0]);
        const double size = length(ahead);
        if (!(size > 0))
            measured.points.push_back({p});
        else
        {
            const Vec2 left = perpendicular(ahead / size);
            measured.points.push_back({p, measureRoom(p, left), measureRoom(p, -left)});
        }
    }
    measured.facing = toPlane(atHeight(options_.facing));
    return measured;
}

Result<GroupCourse> MarchMap::plan(std::shared_ptr<const Ground> ground, std::span<const Vec3> points, const Options& options)
{
    std::shared_ptr<MarchMap> map(new MarchMap(std::move(ground), options));
    const Result<std::vector<Vec3>> way = map->layOut(points);
    if (!way) return way.error();
    if (const Result<void> grown = map->grow(*way); !grown) return grown.error();
    GroupWay measured = map->measure(*way);
    const FieldGrid grid = *map->grid_;
    return GroupCourse{std::move(measured), grid, std::move(map)};
}

std::optional<Vec2> MarchMap::findPlace(Vec2 p) const
{
    const double reach = options_.across + 4 * options_.cell_size;
    std::int32_t cell = grid_->cellAt(p);
    if (cell == FieldGrid::kNone || std::isnan(heights_[static_cast<std::size_t>(cell)]))
    {
        cell = grid_->findNearestFree(p, reach);
        if (cell == FieldGrid::kNone) return {};
        p = grid_->centerOf(cell);
    }
    Vec2 place;
    const Vec3 at = toSpace(p, heights_[static_cast<std::size_t>(cell)]);
    if (!ground_->curved()->findPosition(at, options_.cell_size / kLeastCosine, place)) return {};
    return place;
}

} // namespace clearway
