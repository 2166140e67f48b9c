// SPDX-License-Identifier: MIT
// `clearway build`: what a planner is built from, written to a file.
#include <fmt/format.h>

#include <algorithm>

#include "clock.h"
#include "commands.h"
#include "facts.h"
#include "field_map.h"
#include "output.h"
#include "progress_bar.h"
#include "surface_mesh.h"

namespace clearway::cli {

namespace {

/// What was built, and what is said about it.
struct Built
{
    Content content;
    Facts facts;
    PlannerParts parts = {}; ///< of the planner, if there is one
};

/// What people call a part of planners, and in which other formats it is written.
struct PartNames
{
    const char* part;
    const char* name;
    const char* others;
};

} // namespace

static constexpr PartNames kParts[] = {{"mesh", "a mesh", " or .mesh"},
                                       {"corridor_map", "a corridor map", ""},
                                       {"grid", "the grid of a field", ""},
                                       {"surface", "a surface mesh", ", or its triangles to .obj, .ply, .gltf or .glb"}};

/// Where to write, checked before any work is done.
static std::string findBuildFormat(const BuildOptions& options, const std::string& part)
{
    if (options.output == "-" && options.common.json)
        throw UsageError("-o - and --json both want standard output: give -o a file name");
    if (options.output == "-") return "clearway";
    const std::string format = findFormat(options.output);
    const bool is_triangles = isTriangleFormat(format) && format != "stl" && format != "off";
    if (format == "clearway" || (part == "surface" && is_triangles) || (part == "mesh" && format == "mesh")) return format;
    const PartNames& names = *std::ranges::find(kParts, part, &PartNames::part);
    throw UsageError("{} is written to .clearway{}, not to '{}'", names.name, names.others, options.output);
}

static Built build(const BuildOptions& options, const PlannerKind& kind, const Input& input, const Progress& progress)
{
    PlannerArguments planner = options.planner;
    planner.name = kind.name;
    if (kind.kept_part == "surface")
    {
        const BuiltSurface built = buildSurface(input, planner, progress);
        return {built.mesh, describe(built.mesh), built.parts};
    }
    if (kind.kept_part == "corridor_map")
    {
        const PlannerParts parts = preparePlanner(planner, input, progress, "--as").parts();
        return {*parts.corridor_map, describe(*parts.corridor_map), parts};
    }
    Input uncut = input; // cells are cut once, below
    uncut.cells.reset();
    uncut.keeps_squares = false;
    checkPlanner(planner, collectParts(uncut, progress), input.path, "--as");
    if (kind.kept_part == "grid")
    {
        const FieldGrid grid = buildGrid(input, options.radius, options.cell == 0.0 ? std::nullopt : options.cell, progress);
        if (grid.freeCount() == 0) printMessage("{}: {}", input.name, describeNothingFree(grid));
        return {grid, describe(grid)};
    }
    const NavMesh mesh = buildMesh(input, progress);
    return {mesh, describe(mesh)};
}

static std::size_t save(const BuildOptions& options, const Built& built, const std::string& format)
{
    const auto* const surface = std::get_if<SurfaceMesh>(&built.content);
    if (!surface || format == "clearway") return saveContent(built.content, format, options.output);
    ConvertOptions triangles;
    triangles.output = options.output;
    Input walkable;
    walkable.parts.surface = *surface;
    return convertTriangles(triangles, walkable, format);
}

void runBuild(const BuildOptions& options)
{
    const PlannerKind& kind = options.planner.name.empty() ? planners().front() : *findPlanner(options.planner.name);
    const std::string& part = kind.kept_part;
    if (part != "grid")
        refuseOptions(options.common, {"Planner field"},
                      "for the grids of fields: add --as field; meshes and maps serve every radius");
    if (part != "mesh") refuseOptions(options.common, {"Cells"}, fmt::format("for meshes, not for '--as {}'", kind.name));
    if (part != "surface") refuseTriangles(options.input);
    const std::string format = findBuildFormat(options, part);
    ProgressBar bar;
    const Input input = loadInput(options.input, bar.callback(), options.common);
    const Stopwatch watch;
    const Built built = build(options, kind, input, bar.callback());
    const double seconds = watch.seconds();
    const std::size_t file_bytes = save(options, built, format);
    bar.clear();
    printRepairs(input.name, input.report);
    printFindings(input, built.parts);
    if (options.common.json)
    {
        Value::Fields fields = {{"kind", kind.name}, {"source", input.path}, {"output", options.output}};
        fields.insert(fields.end(), built.facts.fields.begin(), built.facts.fields.end());
        fields.emplace_back("file_bytes", file_bytes);
        fields.emplace_back("seconds", seconds);
        fields.emplace_back("read_seconds", input.read_seconds);
        fields.emplace_back("repairs", describe(input.report));
        if (input.parts.triangles) fields.emplace_back("findings", describe(input.mesh_report));
        return printOutput(formatJson(fields));
    }
    const std::string summary = fmt::format("{}: {}; read in {} ms, built in {} ms\n", options.output, built.facts.summary,
                                            formatNumber(1000 * input.read_seconds), formatNumber(1000 * seconds));
    if (options.output == "-")
        fmt::print(stderr, "{}", summary);
    else
        printOutput(summary);
}

} // namespace clearway::cli
