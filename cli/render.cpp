// SPDX-License-Identifier: MIT
#include <clearway/clearance.h>
#include <clearway/native/corridor_picture.h>
#include <clearway/native/picture.h>

#include <fmt/format.h>

#include <algorithm>
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

namespace {

/// What the colours of cells tell.
struct HeatKind
{
    Heat heat;
    const char* name;
    double (*measure)(const NavMesh& mesh, CellId cell);
};

constexpr HeatKind kHeats[] = {
    {Heat::area, "area of the cell (m²)", [](const NavMesh& mesh, CellId cell) { return mesh.area(cell); }},
    {Heat::sides, "sides of the cell", [](const NavMesh& mesh, CellId cell) -> double { return mesh.cells()[cell].side_count; }},
    {Heat::width, "narrowest portal (m)", findNarrowestPortal},
    {Heat::component, "component", [](const NavMesh& mesh, CellId cell) -> double { return mesh.cells()[cell].component; }}};

} // namespace

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
        computeFreeIntervals(clearance, portal, radius, intervals);
        for (const Interval& interval : intervals)
            segments.push_back(
                {interpolate(whole.a, whole.b, interval.begin / length), interpolate(whole.a, whole.b, interval.end / length)});
    }
    return segments;
}

static void drawMesh(const RenderOptions& options, const Input& input, PictureOptions picture, Value::Fields& fields,
                     ProgressBar& bar)
{
    const NavMesh mesh = buildMesh(input, bar.callback());
    std::vector<double> heat;
    if (const auto kind = std::ranges::find(kHeats, options.heat, &HeatKind::heat); kind != std::end(kHeats))
    {
        for (CellId cell = 0; cell < mesh.cells().size(); ++cell) heat.push_back(kind->measure(mesh, cell));
        picture.heat_name = kind->name;
    }
    picture.heat = heat;
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

static void printRendered(const RenderOptions& options, Value::Fields fields)
{
    fields.emplace_back("file_bytes", findFileBytes(options.output));
    printOutput(options.common.json ? formatJson(fields) : options.output + "\n");
}

static void renderRun(const RenderOptions& options)
{
    requireRunPictureName(options.output);
    refuseOptions(options.common, {"Cells", "Corridor maps", "Fields"}, "not for recorded runs");
    if (options.time && options.as.value_or(RunDrawing::snapshot) != RunDrawing::snapshot)
        throw UsageError("--time is for --as snapshot");
    if (options.speed && !isFilmName(options.output)) throw UsageError("--speed is for films: name the output .mp4");
    if (options.as && isFilmName(options.output)) throw UsageError("--as is for pictures; a film shows discs that move");
    requireWritable(options.output);
    ProgressBar bar;
    saveRunDrawing(options.input.path, options, {}, bar.callback());
    bar.clear();
    printRendered(options, {{"source", options.input.path}, {"output", options.output}});
}

static void drawCorridorMap(const RenderOptions& options, const Input& input, Value::Fields& fields)
{
    refuseOptions(options.common, {"Cells"}, "not for a corridor map, which has no cells");
    auto picture = makePicture<CorridorPictureOptions>(options, makeTitle(input));
    picture.draw_balls = !options.hide_balls;
    picture.draw_nearest = options.draw_nearest;
    const CorridorMap& map = *input.parts.corridor_map;
    fields.emplace_back("edges", map.edges().size());
    fields.emplace_back("vertices", map.vertices().size());
    fields.emplace_back("balls", map.samples().size());
    require(saveCorridorPicture(map, options.output, picture));
}

/// What is drawn of an input, and what of the options is for others.
static void draw(const RenderOptions& options, const Input& input, Value::Fields& fields, ProgressBar& bar)
{
    const CommonOptions& given = options.common;
    const bool is_field = input.parts.grid || given.has("Fields");
    if (!input.parts.corridor_map)
        refuseOptions(given, {"Corridor maps"},
                      fmt::format("for corridor maps (clearway build --as corridor); '{}' is none", input.path));
    if (!input.isSurface())
    {
        refuseOptions(given, {"Surfaces", "Planner surface"},
                      fmt::format("for surfaces; '{}' is no mesh of triangles", input.path));
        refuseOptions(given, {"--speed"}, fmt::format("for films of runs and for surfaces; '{}' is neither", input.path));
    }
    if (input.isSurface() || input.parts.corridor_map)
        refuseOptions(given, {"Fields"}, fmt::format("for outlines and grids; '{}' is neither", input.path));
    if (input.isSurface())
    {
        refuseOptions(given, {"Cells"}, "not for a surface, which has no cells");
        return drawSurface(options, input, fields, bar.callback());
    }
    if (is_field) return drawField(options, input, fields, bar.callback());
    if (input.parts.corridor_map) return drawCorridorMap(options, input, fields);
    auto picture = makePicture<PictureOptions>(options, makeTitle(input));
    picture.draw_portals = !options.hide_portals;
    picture.draw_ids = options.draw_ids;
    if (!options.outline_only) return drawMesh(options, input, picture, fields, bar);
    refuseOptions(given, {"--heat", "--ids", "--radius", "--clearance"}, "not with --outline, which draws no cells");
    const Scene scene = buildOutline(input, bar.callback());
    fields.emplace_back("vertices", scene.points().size());
    require(savePicture(scene, options.output, picture));
}

void runRender(const RenderOptions& options)
{
    if (options.input.format.empty() && isRunFile(options.input.path)) return renderRun(options);
    refuseOptions(options.common, {"--as", "--time", "--by", "--scene"},
                  fmt::format("for recorded runs (.sqlite, .txt); '{}' is none", options.input.path));
    requirePictureName(options.output);
    if (options.shade_clearance && options.heat != Heat::none) throw UsageError("choose one of --clearance and --heat");
    ProgressBar bar;
    const Input input = loadInput(options.input, bar.callback(), options.common);
    Value::Fields fields = {
        {"source", input.path}, {"output", options.output}, {"width", options.width.value_or(PictureOptions().width)}};
    draw(options, input, fields, bar);
    bar.clear();
    printRepairs(input.name, input.report);
    fields.emplace_back("repairs", describe(input.report));
    printRendered(options, std::move(fields));
}

} // namespace clearway::cli
