// SPDX-License-Identifier: MIT
#include <clearway/clearance.h>
#include <clearway/native/corridor_picture.h>
#include <clearway/native/picture.h>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>

#include "commands.h"
#include "field_map.h"
#include "output.h"
#include "picture_name.h"
#include "progress_bar.h"
#include "run_files.h"
#include "surface_mesh.h"

namespace clearway::cli {

static double findNarrowestPortal(const NavMesh& mesh, CellId cell)
{
    double narrowest = std::numeric_limits<double>::infinity();
    for (const NavMesh::Side& side : mesh.sides(cell))
    {
        if (side.portal == kNone) continue;
        const Segment segment = mesh.segment(mesh.portals()[side.portal]);
        narrowest = std::min(narrowest, distance(segment.a, segment.b));
    }
    return narrowest;
}

static std::vector<double> computeHeat(const NavMesh& mesh, Heat heat)
{
    std::vector<double> values;
    if (heat == Heat::none) return values;
    for (CellId cell = 0; cell < mesh.cells().size(); ++cell)
    {
        if (heat == Heat::area) values.push_back(mesh.area(cell));
        if (heat == Heat::sides) values.push_back(mesh.cells()[cell].side_count);
        if (heat == Heat::width) values.push_back(findNarrowestPortal(mesh, cell));
        if (heat == Heat::component) values.push_back(mesh.cells()[cell].component);
    }
    return values;
}

static const char* nameHeat(Heat heat)
{
    switch (heat)
    {
    case Heat::none: return "";
    case Heat::area: return "area of the cell (m²)";
    case Heat::sides: return "sides of the cell";
    case Heat::width: return "narrowest portal (m)";
    case Heat::component: return "component";
    }
    return "";
}

/// What of the portals is free for a disc.
static std::vector<Segment> computeFreeSegments(const ClearanceMesh& clearance, double radius)
{
    const NavMesh& mesh = clearance.mesh();
    std::vector<Segment> segments;
    std::vector<Interval> intervals;
    for (PortalId portal = 0; portal < mesh.portals().size(); ++portal)
    {
        const Segment whole = mesh.segment(mesh.portals()[portal]);
        const double length = distance(whole.a, whole.b);
        computeFreeIntervals(clearance, portal, {.radius = radius}, intervals);
        for (const Interval& interval : intervals)
            segments.push_back(
                {interpolate(whole.a, whole.b, interval.begin / length), interpolate(whole.a, whole.b, interval.end / length)});
    }
    return segments;
}

static void drawMesh(const RenderOptions& options, const Input& input, PictureOptions picture, Value::Fields& fields,
                     ProgressBar& bar)
{
    const NavMesh mesh = buildMesh(input, options.mesh, bar.callback());
    const std::vector<double> heat = computeHeat(mesh, options.heat);
    picture.heat = heat;
    picture.heat_name = nameHeat(options.heat);
    fields.emplace_back("cells", mesh.cells().size());
    fields.emplace_back("portals", mesh.portals().size());
    fields.emplace_back("vertices", mesh.vertices().size());
    std::vector<Segment> free_segments;
    if (options.radius || options.shade_clearance)
    {
        const ClearanceMesh clearance = require(buildClearance(mesh, {.progress = bar.callback()}));
        if (options.shade_clearance) picture.clearance_limit = clearance.voronoi().largestClearance();
        if (options.radius)
        {
            free_segments = computeFreeSegments(clearance, *options.radius);
            picture.free_name = fmt::format("free for radius {} m", formatNumber(*options.radius, 3));
            fields.emplace_back("free_intervals", free_segments.size());
        }
    }
    picture.free_segments = free_segments;
    require(savePicture(mesh, options.output, picture));
}

static void requireCorridorOptionsUnused(const RenderOptions& options)
{
    if (options.hide_balls || options.draw_nearest)
        throw UsageError(fmt::format(
            "--no-balls and --nearest are for corridor maps (clearway build --as corridor); '{}' is none", options.input.path));
}

static void requireSurfaceOptionsUnused(const RenderOptions& options)
{
    if (options.surface.isGiven() || options.surface_drawing.isGiven())
        throw UsageError(fmt::format("--view, --edges, --colour and the options of surfaces are for meshes of triangles; '{}' is "
                                     "none",
                                     options.input.path));
}

static void requireMeshOptionsUnused(const RenderOptions& options, const char* what)
{
    if (options.outline_only || options.heat != Heat::none || options.draw_ids || options.hide_portals || options.radius ||
        options.shade_clearance)
        throw UsageError(
            fmt::format("{} has no cells: leave out --outline, --heat, --ids, --no-portals, --radius and --clearance", what));
}

static void renderRun(const RenderOptions& options)
{
    requireRunPictureName(options.output);
    requireMeshOptionsUnused(options, "a run");
    requireCorridorOptionsUnused(options);
    requireSurfaceOptionsUnused(options);
    if (options.field_drawing.isGiven()) throw UsageError("--to, --at, --cell and the other options of fields are not for runs");
    if (options.time && options.as.value_or(RunDrawing::snapshot) != RunDrawing::snapshot)
        throw UsageError("--time is for --as snapshot");
    if (options.speed && !isFilmName(options.output)) throw UsageError("--speed is for films: name the output .mp4");
    if (options.as && isFilmName(options.output)) throw UsageError("--as is for pictures; a film shows discs that move");
    requireWritable(options.output);
    ProgressBar bar;
    RunDrawingOptions drawing;
    drawing.output = options.output;
    drawing.as = options.as.value_or(options.time ? RunDrawing::snapshot : RunDrawing::trails);
    drawing.color = options.color;
    drawing.width = options.width;
    drawing.time = options.time;
    drawing.speed = options.speed;
    drawing.hide_legend = options.hide_legend;
    drawing.title = options.title;
    if (!options.scene.empty())
    {
        drawing.scene = options.input;
        drawing.scene->path = options.scene;
    }
    saveRunDrawing(options.input.path, drawing, bar.callback());
    bar.clear();
    std::error_code ignored;
    const auto file_bytes = static_cast<std::int64_t>(std::filesystem::file_size(options.output, ignored));
    if (options.common.json)
        printOutput(formatJson(Value::Fields{
            {"source", options.input.path}, {"output", options.output}, {"file_bytes", ignored ? Value() : Value(file_bytes)}}));
    else
        printOutput(options.output + "\n");
}

static void drawCorridorMap(const RenderOptions& options, const Input& input, Value::Fields& fields)
{
    if (options.mesh.cells || options.mesh.relaxation > 0)
        throw UsageError("a corridor map has no cells: leave out --decomposition and --relax");
    requireMeshOptionsUnused(options, "a corridor map");
    CorridorPictureOptions picture;
    picture.width = options.width.value_or(picture.width);
    picture.draw_balls = !options.hide_balls;
    picture.draw_nearest = options.draw_nearest;
    picture.draw_legend = !options.hide_legend;
    picture.title = options.title.empty() ? makeTitle(input) : options.title;
    fields.emplace_back("edges", input.corridor->edges().size());
    fields.emplace_back("vertices", input.corridor->vertices().size());
    fields.emplace_back("balls", input.corridor->samples().size());
    require(saveCorridorPicture(*input.corridor, options.output, picture));
}

void runRender(const RenderOptions& options)
{
    if (!options.input.format && isRunFile(options.input.path)) return renderRun(options);
    if (options.as || options.time || !options.scene.empty() || options.color != RunColor::automatic)
        throw UsageError(fmt::format("--as, --time, --by and --scene are for recorded runs (.sqlite, .txt); '{}' is none",
                                     options.input.path));
    requirePictureName(options.output);
    if (options.outline_only && (options.heat != Heat::none || options.draw_ids || options.radius || options.shade_clearance))
        throw UsageError("--outline draws no cells: leave out --heat, --ids, --radius and --clearance");
    if (options.shade_clearance && options.heat != Heat::none) throw UsageError("choose one of --clearance and --heat");
    ProgressBar bar;
    const Input input = loadInput(options.input, bar.callback());
    if (!input.corridor) requireCorridorOptionsUnused(options);
    if (!input.isSurface()) requireSurfaceOptionsUnused(options);
    if (!input.isSurface() && options.speed)
        throw UsageError(fmt::format("--speed is for films of runs and for surfaces; '{}' is neither", input.path));
    const bool is_field = input.field || options.field_drawing.isGiven();
    if (is_field && (input.isSurface() || input.corridor))
        throw UsageError(fmt::format(
            "--to, --at, --cell and the other options of fields are for outlines and grids; '{}' is neither", input.path));
    PictureOptions picture;
    picture.width = options.width.value_or(picture.width);
    picture.draw_portals = !options.hide_portals;
    picture.draw_ids = options.draw_ids;
    picture.draw_legend = !options.hide_legend;
    picture.title = options.title.empty() ? makeTitle(input) : options.title;

    Value::Fields fields = {
        {"source", input.path}, {"output", options.output}, {"width", options.width.value_or(PictureOptions().width)}};
    if (input.isSurface())
    {
        requireMeshOptionsUnused(options, "a surface");
        drawSurface(options, input, fields, bar.callback());
    }
    else if (is_field)
        drawField(options, input, fields, bar.callback());
    else if (input.corridor)
        drawCorridorMap(options, input, fields);
    else if (options.outline_only)
    {
        const Scene scene = buildOutline(input, bar.callback());
        fields.emplace_back("vertices", scene.points().size());
        require(savePicture(scene, options.output, picture));
    }
    else
        drawMesh(options, input, picture, fields, bar);
    bar.clear();
    printRepairs(input.name, input.report);
    std::error_code ignored;
    const auto file_bytes = static_cast<std::int64_t>(std::filesystem::file_size(options.output, ignored));
    fields.emplace_back("file_bytes", ignored ? Value() : Value(file_bytes));
    fields.emplace_back("repairs", describe(input.report));
    if (options.common.json)
        printOutput(formatJson(fields));
    else
        printOutput(options.output + "\n");
}

} // namespace clearway::cli
