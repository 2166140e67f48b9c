// SPDX-License-Identifier: MIT
#include <clearway/native/run_picture.h>

#include <algorithm>
#include <cmath>

#include <clearway/io/files.h>

#include "base/errors.h"
#include "draw/heat_colors.h"
#include "draw/run_frames.h"
#include "draw/run_map.h"
#include "draw/run_plots.h"
#include "draw/run_surface.h"

namespace clearway {
namespace {

/// Lines between pixels that are drawn together in one colour.
struct Strand
{
    std::vector<Vec2> ends; ///< from, to, from, to …
};

/// Gathers trails in pixels, so that memory does not grow with time spent standing.
class Trails
{
public:
    static constexpr std::size_t kTimes = 24;

    Trails(const MapView& view, RunColor color, double first_frame, double last_frame)
        : view_(view), color_(color), first_(first_frame), length_(std::max(last_frame - first_frame, 1.0))
    {
        strands_.resize(color == RunColor::time ? kTimes : palette::kPaths.size());
    }

    void add(const TrajectoryFrame& frame);
    void draw(Canvas& canvas, double unit) const;

private:
    const MapView& view_;
    RunColor color_;
    double first_;
    double length_;
    std::vector<std::uint64_t> ids_; ///< of the last frame, ordered
    std::vector<Vec2> ends_;         ///< of their trails so far; pixels
    std::vector<Strand> strands_;
};

} // namespace

void Trails::add(const TrajectoryFrame& frame)
{
    constexpr double kLeastStepSq = 0.6 * 0.6;
    std::vector<Vec2> ends(frame.ids.size());
    const double part = (static_cast<double>(frame.number) - first_) / length_;
    const auto time = std::min(static_cast<std::size_t>(std::max(part, 0.0) * kTimes), kTimes - 1);
    std::size_t known = 0;
    for (std::size_t i = 0; i < frame.ids.size(); ++i)
    {
        const Vec2 pixel = view_.toPixel(frame.positions[i]);
        ends[i] = pixel;
        while (known < ids_.size() && ids_[known] < frame.ids[i]) ++known;
        if (known == ids_.size() || ids_[known] != frame.ids[i]) continue;
        const Vec2 from = ends_[known];
        if (distanceSq(from, pixel) < kLeastStepSq)
        {
            ends[i] = from;
            continue;
        }
        const std::size_t strand = color_ == RunColor::time ? time : frame.groups[i] % strands_.size();
        strands_[strand].ends.push_back(from);
        strands_[strand].ends.push_back(pixel);
    }
    ids_ = frame.ids;
    ends_ = std::move(ends);
}

void Trails::draw(Canvas& canvas, double unit) const
{
    std::size_t count = 0;
    for (const Strand& strand : strands_) count += strand.ends.size() / 2;
    // Many lines are drawn thin and faint, so that the picture stays one of ways and not of paint.
    const double crowding = std::clamp(std::log10(static_cast<double>(count) + 10) / 6, 0.2, 1.0);
    const double width = std::max((1.9 - 1.3 * crowding) * unit, 0.4);
    const double alpha = 0.95 - 0.5 * crowding;
    for (std::size_t i = 0; i < strands_.size(); ++i)
    {
        const std::vector<Vec2>& ends = strands_[i].ends;
        if (ends.empty()) continue;
        const Color color = color_ == RunColor::time
                                ? palette::heat((static_cast<double>(i) + 0.5) / static_cast<double>(kTimes) * 0.92)
                                : groupColor(static_cast<std::uint32_t>(i));
        // In portions: one path of a million lines takes Cairo for ever.
        constexpr std::size_t kPortion = 8000;
        for (std::size_t first = 0; first < ends.size(); first += kPortion)
        {
            for (std::size_t k = first; k < std::min(first + kPortion, ends.size()); k += 2)
            {
                canvas.moveTo(ends[k]);
                canvas.lineTo(ends[k + 1]);
            }
            canvas.stroke({.color = color.withAlpha(alpha), .width = width});
        }
    }
}

/// Which groups there are, up to a few; frames are looked at until the last.
static Result<std::vector<std::uint32_t>> findGroups(TrajectoryReader& run, const RunPictureOptions& options,
                                                     const std::string& path)
{
    std::vector<std::uint32_t> groups;
    Result<void> read = visitFrames(run, options.execution.progress, path, [&](const TrajectoryFrame& frame) {
        for (std::uint32_t group : frame.groups)
        {
            const auto place = std::lower_bound(groups.begin(), groups.end(), group);
            if (groups.size() <= palette::kPaths.size() && (place == groups.end() || *place != group))
                groups.insert(place, group);
        }
        return true;
    });
    if (!read) return read.error();
    return groups;
}

static Result<void> writeCanvas(Canvas& canvas, const std::string& title, const std::string& path)
{
    Result<std::vector<std::byte>> bytes = canvas.finish(title);
    if (!bytes) return makeError(bytes.error().code, bytes.error().message, inFile(path));
    return writeFile(path, *bytes);
}

namespace {

/// A sheet with a map on it, ready to be drawn upon.
struct MapSheet
{
    Sheet sheet;
    Canvas canvas;
    double legend_left = 0;
};

} // namespace

static Result<MapSheet> beginMap(TrajectoryReader& run, const Scene& scene, const std::string& path,
                                 const RunPictureOptions& options, bool has_heat, std::span<const LegendItem> legend,
                                 const std::string& subtitle)
{
    Result<PictureFormat> format = findPictureFormat(path);
    if (!format) return format.error();
    Result<Sheet> sheet = layOutRun(run, scene, options.width, options.draw_legend, has_heat, legend, path);
    if (!sheet) return sheet.error();
    Result<Canvas> canvas = Canvas::build(*format, sheet->width, sheet->height);
    if (!canvas) return makeError(canvas.error().code, canvas.error().message, inFile(path));
    MapSheet map{std::move(*sheet), std::move(*canvas)};
    if (map.sheet.has_bands)
    {
        drawTitle(map.canvas, map.sheet, makeRunTitle(run, options.title), subtitle);
        map.legend_left = drawScaleBar(map.canvas, map.sheet);
        drawLegend(map.canvas, map.sheet, legend);
    }
    drawRunMap(map.canvas, map.sheet, scene);
    return map;
}

static Result<void> saveTrails(TrajectoryReader& run, const Scene& scene, const std::string& path,
                               const RunPictureOptions& options)
{
    Result<std::vector<std::uint32_t>> groups = findGroups(run, options, path);
    if (!groups) return groups.error();
    RunColor color = options.color;
    if (color == RunColor::automatic) color = groups->size() > 1 ? RunColor::group : RunColor::time;
    const bool by_time = color == RunColor::time;
    const std::vector<LegendItem> legend = by_time ? std::vector<LegendItem>() : listGroups(*groups);
    Result<MapSheet> map = beginMap(run, scene, path, options, by_time, legend, makeRunSubtitle(run));
    if (!map) return map.error();
    const MapView& view = map->sheet.panels.front();
    const double rate = run.info().frame_rate;
    Trails trails(view, color, static_cast<double>(run.summary().first_frame), static_cast<double>(run.summary().last_frame));
    Result<void> read = visitFrames(run, options.execution.progress, path, [&](const TrajectoryFrame& frame) {
        trails.add(frame);
        return true;
    });
    if (!read) return read;
    map->canvas.beginClip(view.corner, view.size);
    trails.draw(map->canvas, map->sheet.unit);
    drawMeasures(map->canvas, map->sheet, run.info());
    map->canvas.endClip();
    if (by_time && map->sheet.has_bands)
        drawHeatLegend(map->canvas, map->sheet,
                       {"time (s)", static_cast<double>(run.summary().first_frame) / rate, findEndTime(run), false},
                       map->legend_left);
    return writeCanvas(map->canvas, makeRunTitle(run, options.title), path);
}

namespace {

/// Squares over the world, with the time that agents spent in them.
struct Squares
{
    Box2 world;
    double side = 0;
    std::size_t columns = 0;
    std::vector<double> seconds;
};

} // namespace

static Squares makeSquares(const Box2& world)
{
    constexpr double kMostColumns = 360;
    const double longest = std::max(world.size().x, world.size().y);
    Squares squares;
    squares.world = world;
    squares.side = 0.25;
    while (longest / squares.side > kMostColumns) squares.side *= 2;
    squares.columns = static_cast<std::size_t>(world.size().x / squares.side) + 1;
    const auto rows = static_cast<std::size_t>(world.size().y / squares.side) + 1;
    squares.seconds.assign(squares.columns * rows, 0);
    return squares;
}

static void drawSquares(Canvas& canvas, const MapView& view, const Squares& squares, const HeatColors& colors)
{
    std::vector<std::vector<std::size_t>> levels(HeatColors::kLevels + 1);
    const double area = squares.side * squares.side;
    for (std::size_t i = 0; i < squares.seconds.size(); ++i)
        if (squares.seconds[i] > 0) levels[colors.level(squares.seconds[i] / area)].push_back(i);
    for (std::size_t level = 0; level < levels.size(); ++level)
    {
        if (levels[level].empty()) continue;
        for (std::size_t i : levels[level])
        {
            const auto column = static_cast<double>(i % squares.columns);
            const auto row = static_cast<double>(i / squares.columns);
            // Whole pixels: neighbours meet without a seam.
            const auto round = [&](double x, double y) {
                const Vec2 p = view.toPixel(squares.world.min + Vec2{x, y} * squares.side);
                return Vec2{std::round(p.x), std::round(p.y)};
            };
            const Vec2 corner = round(column, row + 1);
            canvas.addRectangle(corner, round(column + 1, row) - corner);
        }
        canvas.fill(colors.color(level));
    }
}

static Result<void> saveHeat(TrajectoryReader& run, const Scene& scene, const std::string& path, const RunPictureOptions& options)
{
    Result<MapSheet> map = beginMap(run, scene, path, options, true, {}, makeRunSubtitle(run));
    if (!map) return map.error();
    const MapView& view = map->sheet.panels.front();
    Squares squares = makeSquares(view.world);
    const double rate = run.info().frame_rate;
    Result<void> read = visitFrames(run, options.execution.progress, path, [&](const TrajectoryFrame& frame) {
        for (Vec2 p : frame.positions)
        {
            const auto column = static_cast<std::size_t>((p.x - squares.world.min.x) / squares.side);
            const auto row = static_cast<std::size_t>((p.y - squares.world.min.y) / squares.side);
            squares.seconds[row * squares.columns + column] += 1 / rate;
        }
        return true;
    });
    if (!read) return read;
    std::vector<double> values;
    for (double seconds : squares.seconds)
        if (seconds > 0) values.push_back(seconds / (squares.side * squares.side));
    const HeatColors colors(values, HeatScale::automatic);
    map->canvas.beginClip(view.corner, view.size);
    drawSquares(map->canvas, view, squares, colors);
    // What sticks out of free space is covered again: Cairo 1.16 cannot clip to a path of right angles only. Rings of layers
    // may lie over each other, and then outside is not what is left.
    if (scene.layerCount() < 2)
    {
        map->canvas.addRectangle(view.corner, view.size);
        addRings(map->canvas, view, scene);
        map->canvas.fill(palette::kSolid);
    }
    map->canvas.endClip();
    drawRunEdges(map->canvas, map->sheet, scene);
    if (map->sheet.has_bands && !values.empty())
        drawHeatLegend(map->canvas, map->sheet, colors.legend("agent-seconds per m²"), map->legend_left);
    return writeCanvas(map->canvas, makeRunTitle(run, options.title), path);
}

static Result<void> saveSnapshot(TrajectoryReader& run, const Scene& scene, const std::string& path,
                                 const RunPictureOptions& options)
{
    const Result<TrajectoryFrame> found = findSnapshot(run, path, options);
    if (!found) return found.error();
    const TrajectoryFrame& snapshot = *found;
    std::vector<std::uint32_t> groups = snapshot.groups;
    std::sort(groups.begin(), groups.end());
    groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
    const std::vector<LegendItem> legend = listGroups(groups);
    Result<MapSheet> map = beginMap(run, scene, path, options, false, legend, makeSnapshotSubtitle(run, snapshot));
    if (!map) return map.error();
    const MapView& view = map->sheet.panels.front();
    map->canvas.beginClip(view.corner, view.size);
    drawMeasures(map->canvas, map->sheet, run.info());
    drawAgents(map->canvas, view, snapshot, map->sheet.unit);
    map->canvas.endClip();
    return writeCanvas(map->canvas, makeRunTitle(run, options.title), path);
}

Result<void> saveRunPicture(TrajectoryReader& run, const std::string& path, const RunPictureOptions& options)
{
    if (Result<PictureFormat> format = findPictureFormat(path); !format) return format.error();
    if (run.summary().row_count == 0)
        return makeError(ErrorCode::invalid_geometry, "the run is empty: nobody is in it.", inFile(path));
    if (options.as == RunDrawing::plots) return saveRunPlots(run, path, options);
    if (options.surface) return saveRunOnSurface(run, path, options);
    std::optional<Scene> own;
    if (!options.scene)
    {
        Result<Scene> built = buildRunScene(run);
        if (!built) return built.error();
        own = *built;
    }
    const Scene& scene = options.scene ? *options.scene : *own;
    if (options.as == RunDrawing::heat) return saveHeat(run, scene, path, options);
    if (options.as == RunDrawing::snapshot) return saveSnapshot(run, scene, path, options);
    return saveTrails(run, scene, path, options);
}

} // namespace clearway
