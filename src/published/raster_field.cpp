// SPDX-License-Identifier: MIT
// Based on:
// K. Hoff et al. Fast computation of generalized Voronoi diagrams using graphics hardware. 1999
// Departures: no distance meshes are drawn. An exact feature transform finds the nearest wall of every pixel, and what it leaves
// unsure beside boundaries is measured; a thin wall separates although no pixel lies in it.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/workers.h"
#include "published/raster_data.h"

namespace clearway::published {
namespace {

/// What addresses of this size can hold with room to spare.
constexpr std::uint64_t kMostPixels = std::uint64_t{1} << (sizeof(std::size_t) > 4 ? 31 : 27);

/// Columns or rows for a length, the margin included; infinite when it is beyond all bounds.
double countPixels(double length, double pixel) { return std::max(1.0, std::ceil(length / pixel)) + 2; }

struct LayerBounds
{
    int layer = 0;
    Box2 box;
};

std::vector<LayerBounds> findLayers(const Scene& scene)
{
    std::map<int, Box2> boxes;
    for (const Scene::Area& area : scene.areas())
        for (Vec2 p : scene.points(scene.rings()[area.first_ring])) boxes[area.layer].add(p);
    std::vector<LayerBounds> layers;
    for (const auto& [layer, box] : boxes) layers.push_back({layer, box});
    return layers;
}

bool fits(const std::vector<LayerBounds>& layers, double pixel, std::uint64_t max_pixel_count)
{
    double total = 0;
    for (const LayerBounds& layer : layers)
    {
        const double columns = countPixels(layer.box.size().x, pixel), rows = countPixels(layer.box.size().y, pixel);
        if (!(columns <= RasterField::kMaxSide && rows <= RasterField::kMaxSide)) return false;
        total += columns * rows;
    }
    return total <= static_cast<double>(max_pixel_count);
}

Result<void> check(const std::vector<LayerBounds>& layers, const RasterOptions& options)
{
    if (!(options.pixel > 0 && std::isfinite(options.pixel)))
        return makeError(
            fmt::format("A pixel of {} m makes no sense: its width must be a finite number above 0.", options.pixel));
    if (options.max_pixel_count == 0 || options.max_pixel_count > kMostPixels)
        return makeError(fmt::format("The number of pixels allowed must be from 1 to {}.", kMostPixels));
    if (fits(layers, options.pixel, options.max_pixel_count)) return {};
    // What would fit: doubled until it does, then between the last two.
    double wider = std::max(options.pixel, std::numeric_limits<double>::min()), finer = wider;
    while (std::isfinite(wider) && !fits(layers, wider, options.max_pixel_count)) finer = std::exchange(wider, 2 * wider);
    for (int i = 0; i < 20 && std::isfinite(wider); ++i)
        (fits(layers, finer + (wider - finer) / 2, options.max_pixel_count) ? wider : finer) = finer + (wider - finer) / 2;
    const Box2& box = layers.front().box;
    return makeError(
        ErrorCode::out_of_range,
        std::isfinite(wider)
            ? fmt::format("{:.6g} m by {:.6g} m in pixels of {:.6g} m are more than the {} pixels allowed; a pixel of "
                          "{:.3g} m would fit.",
                          box.size().x, box.size().y, options.pixel, options.max_pixel_count, wider * 1.01)
            : fmt::format("No picture of this scene fits into {} pixels; allow more.", options.max_pixel_count));
}

std::vector<RasterWall> listWalls(const Scene& scene, std::vector<RasterLayer>& layers)
{
    std::vector<RasterWall> walls(scene.points().size());
    for (const Scene::RingRange& ring : scene.rings())
    {
        const int wanted = scene.areas()[ring.area].layer;
        RasterLayer& layer =
            *std::find_if(layers.begin(), layers.end(), [&](const RasterLayer& l) { return l.shape.layer == wanted; });
        for (std::uint32_t i = ring.first; i < ring.first + ring.count; ++i)
        {
            const Segment edge = scene.edge(i);
            RasterWall& wall = walls[i];
            wall.a = edge.a - layer.shape.corner;
            wall.b = edge.b - layer.shape.corner;
            wall.along = wall.b - wall.a;
            wall.inverse_length_sq = 1 / lengthSq(wall.along);
            layer.walls.push_back(i);
        }
    }
    return walls;
}

} // namespace

Result<RasterField> buildRasterField(const Scene& scene, const RasterOptions& options)
{
    const TaskWorkers workers(options.execution);
    const Progress& progress = options.execution.progress;
    const std::vector<LayerBounds> bounds = findLayers(scene);
    if (const Result<void> checked = check(bounds, options); !checked) return checked.error();
    auto data = std::make_shared<RasterField::Data>();
    data->pixel = options.pixel;
    for (const LayerBounds& layer : bounds)
    {
        data->layers.push_back({layer.layer, layer.box.min, static_cast<int>(countPixels(layer.box.size().x, options.pixel)),
                                static_cast<int>(countPixels(layer.box.size().y, options.pixel))});
        data->pictures.push_back({data->layers.back(), {}, {}, {}});
    }
    data->walls = listWalls(scene, data->pictures);
    data->part_count = splitIntoParts(scene, data->walls);
    for (std::size_t i = 0; i < data->pictures.size(); ++i)
    {
        const auto isStopped = [&](double share) {
            return !report(progress, "picture", (static_cast<double>(i) + share) / static_cast<double>(data->pictures.size()));
        };
        const Error cancelled = makeCancelled("The picture of the diagram");
        RasterLayer& layer = data->pictures[i];
        if (isStopped(0)) return cancelled;
        const std::size_t count = static_cast<std::size_t>(layer.shape.columns) * static_cast<std::size_t>(layer.shape.rows);
        layer.flags.assign(count, 0);
        layer.nearest.assign(count, kNone);
        fillFreeSpace(*data, layer, workers.hook());
        if (isStopped(0.15)) return cancelled;
        transformFeatures(layer, workers.hook());
        if (isStopped(0.75)) return cancelled;
        correctNearest(*data, layer, workers.hook());
    }
    report(progress, "picture", 1);
    return RasterField(std::move(data));
}

double RasterField::pixel() const { return data_->pixel; }
std::span<const RasterField::Layer> RasterField::layers() const { return data_->layers; }
std::uint32_t RasterField::partCount() const { return data_->part_count; }
std::uint32_t RasterField::partOf(std::uint32_t wall) const { return data_->walls[wall].part; }

Vec2 RasterField::center(std::size_t index, int column, int row) const
{
    return data_->layers[index].corner + data_->localCenter(column, row);
}

bool RasterField::isFree(std::size_t index, int column, int row) const
{
    const RasterLayer& layer = data_->pictures[index];
    return (layer.flags[layer.indexOf(column, row)] & kFree) != 0;
}

std::uint32_t RasterField::nearestWall(std::size_t index, int column, int row) const
{
    const RasterLayer& layer = data_->pictures[index];
    return layer.nearest[layer.indexOf(column, row)];
}

double RasterField::distanceAt(std::size_t index, int column, int row) const
{
    const std::uint32_t wall = nearestWall(index, column, row);
    return wall == kNone ? 0 : std::sqrt(distanceSq(data_->localCenter(column, row), data_->walls[wall]));
}

std::uint64_t RasterField::pixelCount() const
{
    std::uint64_t count = 0;
    for (const RasterLayer& layer : data_->pictures) count += layer.flags.size();
    return count;
}

std::size_t RasterField::memoryBytes() const
{
    std::size_t bytes = sizeof(Data) + data_->walls.capacity() * sizeof(RasterWall);
    for (const RasterLayer& layer : data_->pictures)
        bytes += layer.walls.capacity() * 4 + layer.nearest.capacity() * 4 + layer.flags.capacity();
    return bytes;
}

} // namespace clearway::published
