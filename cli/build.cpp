// SPDX-License-Identifier: MIT
// `clearway build`: what a planner is built from, written to a file.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "clock.h"
#include "commands.h"
#include "corridor_map.h"
#include "field_map.h"
#include "mesh_statistics.h"
#include "output.h"
#include "progress_bar.h"
#include "surface_mesh.h"

namespace clearway::cli {

namespace {

/// What was built, and what is said about it.
struct Built
{
    Content content;
    PlannerParts parts; ///< of the planner, if there is one
    Value::Fields fields;
    std::string summary;
};

} // namespace

/// Where to write, checked before any work is done.
static Format findBuildFormat(const BuildOptions& options, std::string_view planner)
{
    if (options.output == "-")
    {
        if (options.common.json) throw UsageError("-o - and --json both want standard output: give -o a file name");
        return Format::clearway;
    }
    const std::optional<Format> format = findFormat(options.output);
    if (format == Format::clearway) return *format;
    const bool is_surface = planner == "surface";
    if (is_surface && (format == Format::obj || format == Format::ply || format == Format::gltf || format == Format::glb))
        return *format;
    if (planner == "navmesh" && format == Format::mesh) return *format;
    throw UsageError(fmt::format("{} is written to .clearway{}, not to '{}'",
                                 is_surface              ? "a surface mesh"
                                 : planner == "corridor" ? "a corridor map"
                                 : planner == "field"    ? "the grid of a field"
                                                         : "a mesh",
                                 is_surface             ? ", or its triangles to .obj, .ply, .gltf or .glb"
                                 : planner == "navmesh" ? " or .mesh"
                                                        : "",
                                 options.output));
}

/// Throws UsageError when it is no size.
static double readCell(const std::string& text)
{
    const auto& options = findPlanner("field")->options;
    const auto found = std::ranges::find(options, "cell", [](const PlannerOptionInfo& option) { return option.info.name; });
    char* end = nullptr;
    const double size = std::strtod(text.c_str(), &end);
    const std::string problem = describeProblem(found->info, size);
    if (text.empty() || *end != 0) throw UsageError(fmt::format("--cell: '{}' is not a number", text));
    if (!problem.empty()) throw UsageError("--cell " + problem.substr(0, problem.size() - 1));
    return size;
}

static Built build(const BuildOptions& options, const PlannerArguments& planner, const Input& input, const Progress& progress)
{
    if (planner.name == "surface")
    {
        const BuiltSurface built = buildSurface(input, planner, progress);
        return {built.mesh, built.parts, describe(built.mesh),
                fmt::format("{}, {}, {}", formatCount(built.mesh.triangleCount(), "triangle", "triangles"),
                            formatWalkable(built.mesh), formatCount(built.mesh.componentCount(), "component", "components"))};
    }
    if (planner.name == "corridor")
    {
        const PlannerParts parts = preparePlanner(planner, input, {}, progress, "--as").parts();
        return {*parts.corridor_map, parts, describe(*parts.corridor_map), formatSummary(*parts.corridor_map)};
    }
    checkPlanner(planner, collectParts(input, {}, progress), input.path, "--as");
    if (planner.name == "field")
    {
        const std::string* const cell = planner.find("cell");
        const double size = cell ? readCell(*cell) : 0; // 0: the usual one
        const FieldGrid grid = buildGrid(input, options.radius, size > 0 ? std::optional(size) : std::nullopt, progress);
        if (grid.freeCount() == 0) printMessage(fmt::format("{}: {}", input.name, describeNothingFree(grid)));
        return {grid,
                {},
                describe(grid),
                fmt::format("{}, {}", formatCells(grid),
                            formatCount(static_cast<std::size_t>(grid.componentCount()), "component", "components"))};
    }
    const NavMesh mesh = buildMesh(input, options.mesh, progress);
    return {mesh,
            {},
            describe(mesh, computeStatistics(mesh)),
            fmt::format("{}, {}, {}, {}", formatCount(mesh.cells().size(), "cell", "cells"),
                        formatCount(mesh.portals().size(), "portal", "portals"),
                        formatCount(mesh.vertices().size(), "vertex", "vertices"),
                        formatCount(mesh.componentCount(), "component", "components"))};
}

static std::size_t save(const BuildOptions& options, const Built& built, Format format)
{
    const auto* const surface = std::get_if<SurfaceMesh>(&built.content);
    if (!surface || format == Format::clearway) return saveContent(built.content, format, options.output);
    ConvertOptions triangles;
    triangles.output = options.output;
    Input walkable;
    walkable.surface = *surface;
    return convertTriangles(triangles, walkable, format);
}

void runBuild(const BuildOptions& options)
{
    PlannerArguments planner = options.planner;
    if (planner.name.empty()) planner.name = "navmesh";
    if (options.radius && planner.name != "field")
        throw UsageError("--radius is for the grids of fields: add --as field; meshes and maps serve every radius");
    if ((options.mesh.cells || options.mesh.relaxation > 0) && planner.name != "navmesh")
        throw UsageError(fmt::format("--decomposition and --relax are for meshes, not for '--as {}'", planner.name));
    if (planner.name != "surface") refuseTriangles(options.input);
    const Format format = findBuildFormat(options, planner.name);
    ProgressBar bar;
    const Input input = loadInput(options.input, bar.callback());
    const Clock::time_point start = Clock::now();
    const Built built = build(options, planner, input, bar.callback());
    const double seconds = secondsSince(start);
    const std::size_t file_bytes = save(options, built, format);
    bar.clear();
    printRepairs(input.name, input.report);
    printFindings(input, built.parts);
    if (options.common.json)
    {
        Value::Fields fields = {{"kind", planner.name}, {"source", input.path}, {"output", options.output}};
        fields.insert(fields.end(), built.fields.begin(), built.fields.end());
        fields.emplace_back("file_bytes", file_bytes);
        fields.emplace_back("seconds", seconds);
        fields.emplace_back("read_seconds", input.read_seconds);
        fields.emplace_back("repairs", describe(input.report));
        if (input.triangles) fields.emplace_back("findings", describe(input.mesh_report));
        return printOutput(formatJson(fields));
    }
    const std::string summary = fmt::format("{}: {}; read in {} ms, built in {} ms\n", options.output, built.summary,
                                            formatNumber(1000 * input.read_seconds), formatNumber(1000 * seconds));
    if (options.output == "-")
        fmt::print(stderr, "{}", summary);
    else
        printOutput(summary);
}

} // namespace clearway::cli
