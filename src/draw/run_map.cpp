// SPDX-License-Identifier: MIT
#include "draw/run_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include <clearway/io/scene_formats.h>

#include "base/errors.h"
#include "draw/map_drawing.h"

namespace clearway {

std::size_t findGroupColor(std::uint32_t group)
{
    // Blue first: a crowd of one kind is not an alarm.
    constexpr std::array<std::size_t, 6> kOrder = {4, 3, 1, 0, 2, 5};
    return kOrder[group % kOrder.size()];
}

Color groupColor(std::uint32_t group) { return palette::kPaths[findGroupColor(group)]; }

std::vector<LegendItem> listGroups(const std::vector<std::uint32_t>& groups)
{
    std::vector<LegendItem> items;
    if (groups.size() < 2) return items;
    for (std::uint32_t group : groups)
    {
        if (items.size() == palette::kPaths.size()) break;
        items.push_back({.color = groupColor(group), .label = "group " + std::to_string(group + 1), .is_band = false});
    }
    return items;
}

std::string makeRunTitle(const TrajectoryReader& run, const std::string& title)
{
    if (!title.empty()) return title;
    return run.info().scenario.empty() ? "run" : run.info().scenario;
}

double findEndTime(const TrajectoryReader& run) { return static_cast<double>(run.summary().last_frame) / run.info().frame_rate; }

std::string formatTime(double seconds)
{
    std::array<char, 64> text = {};
    if (seconds < 100 || !std::isfinite(seconds))
        std::snprintf(text.data(), text.size(), "%.1f s", seconds);
    else
        std::snprintf(text.data(), text.size(), "%.0f s", seconds);
    return text.data();
}

std::string makeRunSubtitle(const TrajectoryReader& run)
{
    const TrajectoryInfo& info = run.info();
    std::string text = formatCount(static_cast<std::size_t>(run.summary().agent_count), "agent", "agents") + " · " +
                       formatTime(findEndTime(run));
    if (!info.guide.empty()) text += " · " + info.guide;
    if (!info.steering.empty()) text += " · " + info.steering;
    return text;
}

Result<Scene> buildRunScene(const TrajectoryReader& run)
{
    if (!run.info().geometry.empty())
    {
        SceneReadOptions options;
        options.coordinates = SceneReadOptions::Units::metres;
        options.name = run.info().scenario;
        Result<SceneInput> input = parseWkt(run.info().geometry, options);
        if (!input)
        {
            Error error = input.error();
            error.message = "the walkable area of the run is no WKT: " + error.message;
            return error;
        }
        return buildScene(*input);
    }
    const Box2& bounds = run.summary().bounds;
    if (bounds.isEmpty()) return makeError(ErrorCode::invalid_geometry, "the run has nobody in it and no walkable area.");
    const Box2 box = bounds.inflated(1);
    SceneInput input;
    input.areas.push_back(
        {.outline = {.points = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}}, .heights = {}}, .holes = {}});
    return buildScene(input);
}

Result<Sheet> layOutRun(const TrajectoryReader& run, const Scene& scene, int width, bool has_bands, bool has_heat,
                        std::span<const LegendItem> legend, const std::string& path)
{
    if (width < 64 || width > static_cast<int>(Canvas::kMaxSide))
        return makeError(ErrorCode::out_of_range,
                         "a picture cannot be " + std::to_string(width) + " pixels wide: choose a width from 64 to 20000.",
                         inFile(path));
    Box2 world = scene.bounds();
    world.add(run.summary().bounds);
    const Vec2 size = world.size();
    if (world.isEmpty() || !isFinite(size) || !(size.x > 0) || !(size.y > 0))
        return makeError(ErrorCode::invalid_geometry, "there is nothing to draw: the bounds are empty or not finite.",
                         inFile(path));
    return computeSheet({.width = static_cast<double>(width),
                         .world = world,
                         .panel_count = 1,
                         .has_bands = has_bands,
                         .has_heat = has_heat,
                         .legend_row_count = has_bands ? countLegendRows(legend, width) : 0});
}

void addRings(Canvas& canvas, const MapView& view, const Scene& scene)
{
    for (const Scene::RingRange& ring : scene.rings())
    {
        const std::span<const Vec2> points = scene.points(ring);
        canvas.moveTo(view.toPixel(points[0]));
        for (Vec2 p : points.subspan(1)) canvas.lineTo(view.toPixel(p));
        canvas.closePath();
    }
}

static Stroke computeEdgeStroke(const MapView& view, const Scene& scene, double unit)
{
    std::vector<double> lengths;
    for (std::uint32_t vertex = 0; vertex < scene.points().size(); ++vertex)
        lengths.push_back(distance(scene.edge(vertex).a, scene.edge(vertex).b));
    const Proportions proportions = computeProportions(std::move(lengths), {}, scene.area());
    return computeLineStyle(proportions, view.scale, unit, Backdrop::tints).edge;
}

void drawRunMap(Canvas& canvas, const Sheet& sheet, const Scene& scene)
{
    const MapView& view = sheet.panels.front();
    drawGround(canvas, view);
    addRings(canvas, view, scene);
    canvas.fill(palette::kFree);
    drawRunEdges(canvas, sheet, scene);
}

void drawRunEdges(Canvas& canvas, const Sheet& sheet, const Scene& scene)
{
    const MapView& view = sheet.panels.front();
    addRings(canvas, view, scene);
    canvas.stroke(computeEdgeStroke(view, scene, sheet.unit));
}

void drawMeasures(Canvas& canvas, const Sheet& sheet, const TrajectoryInfo& info)
{
    const MapView& view = sheet.panels.front();
    for (const MeasuringArea& area : info.areas)
    {
        if (area.outline.empty()) continue;
        canvas.moveTo(view.toPixel(area.outline.front()));
        for (Vec2 p : std::span(area.outline).subspan(1)) canvas.lineTo(view.toPixel(p));
        canvas.closePath();
        canvas.stroke({.color = palette::kMutedInk, .width = 1.2 * sheet.unit, .dash = 4 * sheet.unit});
    }
    for (const MeasuringLine& line : info.lines)
    {
        canvas.moveTo(view.toPixel(line.a));
        canvas.lineTo(view.toPixel(line.b));
        canvas.stroke({.color = palette::kMark, .width = 1.6 * sheet.unit, .dash = 5 * sheet.unit});
    }
}

void drawAgents(Canvas& canvas, const MapView& view, const TrajectoryFrame& frame, double unit)
{
    constexpr double kLeastPixels = 1.2;
    const auto pixelRadius = [&](std::size_t i) {
        const double radius = frame.radii.empty() || frame.radii[i] == 0 ? kAssumedRadius : frame.radii[i];
        return std::max(radius * view.scale, kLeastPixels);
    };
    const auto drawGroup = [&](std::size_t color) {
        const auto isOfColor = [&](std::size_t i) {
            return (frame.groups.empty() ? 0 : frame.groups[i]) % palette::kPaths.size() == color;
        };
        const Color paint = groupColor(static_cast<std::uint32_t>(color));
        bool has_any = false;
        for (std::size_t i = 0; i < frame.ids.size(); ++i)
            if (isOfColor(i)) canvas.addDisc(view.toPixel(frame.positions[i]), pixelRadius(i)), has_any = true;
        if (!has_any) return;
        canvas.fill(paint.withAlpha(0.85));
        has_any = false;
        double widest = 0;
        for (std::size_t i = 0; i < frame.headings.size(); ++i)
        {
            if (!isOfColor(i) || frame.headings[i] == Vec2() || pixelRadius(i) < 3 * unit) continue;
            const Vec2 heading = {frame.headings[i].x, -frame.headings[i].y};
            const Vec2 center = view.toPixel(frame.positions[i]);
            canvas.moveTo(center);
            canvas.lineTo(center + heading * (0.9 * pixelRadius(i)));
            widest = std::max(widest, pixelRadius(i));
            has_any = true;
        }
        if (has_any) canvas.stroke({.color = palette::kPage, .width = std::clamp(0.22 * widest, 0.8 * unit, 3 * unit)});
    };
    for (std::size_t color = 0; color < palette::kPaths.size(); ++color) drawGroup(color);
}

} // namespace clearway
