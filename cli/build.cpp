// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "commands.h"
#include "corridor_map.h"
#include "field_map.h"
#include "mesh_statistics.h"
#include "output.h"
#include "progress_bar.h"
#include "surface_mesh.h"

namespace clearway::cli {

/// Where to write, checked before any work is done.
static Format findMeshFormat(const BuildOptions& options)
{
    if (options.output == "-")
    {
        if (options.common.json) throw UsageError("-o - and --json both want standard output: give -o a file name");
        return Format::clearway;
    }
    const std::optional<Format> format = findFormat(options.output);
    if (format == Format::clearway || format == Format::mesh) return *format;
    throw UsageError(fmt::format("a mesh is written to .clearway or .mesh, not to '{}'", options.output));
}

static void printSummary(const BuildOptions& options, const std::string& summary)
{
    if (options.output == "-")
        fmt::print(stderr, "{}", summary);
    else
        printOutput(summary);
}

static void buildCorridorFile(const BuildOptions& options)
{
    if (options.mesh.cells || options.mesh.relaxation > 0)
        throw UsageError("--decomposition and --relax are for meshes; a corridor map has no cells");
    if (findMeshFormat(options) != Format::clearway)
        throw UsageError(fmt::format("a corridor map is written to .clearway, not to '{}'", options.output));
    ProgressBar bar;
    const Input input = loadInput(options.input, bar.callback());
    double seconds = 0;
    const CorridorMap map = buildCorridor(input, options.corridor, bar.callback(), &seconds);
    const std::size_t file_bytes = saveContent(map, Format::clearway, options.output);
    bar.clear();
    printRepairs(input.name, input.report);
    if (options.common.json)
    {
        Value::Fields fields = {{"kind", "corridor"}, {"source", input.path}, {"output", options.output}};
        for (auto& field : describe(map)) fields.push_back(std::move(field));
        fields.emplace_back("file_bytes", file_bytes);
        fields.emplace_back("seconds", seconds);
        fields.emplace_back("repairs", describe(input.report));
        return printOutput(formatJson(fields));
    }
    printSummary(options,
                 fmt::format("{}: {}, {}, {}, {} in {} ms\n", options.output, formatCount(map.edges().size(), "edge", "edges"),
                             formatCount(map.vertices().size(), "vertex", "vertices"),
                             formatCount(map.samples().size(), "ball", "balls"),
                             formatCount(map.componentCount(), "component", "components"), formatNumber(1000 * seconds)));
}

static void buildFieldFile(const BuildOptions& options)
{
    if (options.mesh.cells || options.mesh.relaxation > 0 || options.corridor.isGiven())
        throw UsageError(
            "--decomposition, --relax and the options of corridor maps are not for fields: choose --cell and --radius");
    if (findMeshFormat(options) != Format::clearway)
        throw UsageError(fmt::format("the grid of a field is written to .clearway, not to '{}'", options.output));
    ProgressBar bar;
    const Input input = loadInput(options.input, bar.callback());
    double seconds = 0;
    const FieldGrid grid = buildGrid(input, options.grid, 0, bar.callback(), &seconds);
    const std::size_t file_bytes = saveContent(grid, Format::clearway, options.output);
    bar.clear();
    printRepairs(input.name, input.report);
    if (grid.freeCount() == 0) printMessage(fmt::format("{}: {}", input.name, describeNothingFree(grid)));
    if (options.common.json)
    {
        Value::Fields fields = {{"kind", "field"}, {"source", input.path}, {"output", options.output}};
        for (auto& field : describe(grid)) fields.push_back(std::move(field));
        fields.emplace_back("file_bytes", file_bytes);
        fields.emplace_back("seconds", seconds);
        fields.emplace_back("repairs", describe(input.report));
        return printOutput(formatJson(fields));
    }
    printSummary(options, fmt::format("{}: {}, {} in {} ms\n", options.output, formatCells(grid),
                                      formatCount(static_cast<std::size_t>(grid.componentCount()), "component", "components"),
                                      formatNumber(1000 * seconds)));
}

void runBuild(const BuildOptions& options)
{
    if (options.as != "field" && options.grid.isGiven())
        throw UsageError("--radius and --cell are for the grids of fields: add --as field; meshes and maps serve every radius");
    if (options.as == "surface") return buildSurfaceFile(options);
    if (options.surface.isGiven())
        throw UsageError(
            "--speed, --max-acceleration, --height, --gravity, --slope and --smooth are for surfaces: add --as surface");
    refuseTriangles(options.input);
    if (options.as == "corridor") return buildCorridorFile(options);
    if (options.as == "field") return buildFieldFile(options);
    if (options.corridor.isGiven())
        throw UsageError(
            "--max-radius, --spacing, --finest, --corner-clearance and --prune-corners are for corridor maps: add --as "
            "corridor");
    const Format format = findMeshFormat(options);
    ProgressBar bar;
    const Input input = loadInput(options.input, bar.callback());
    double seconds = 0;
    const NavMesh mesh = buildMesh(input, options.mesh, bar.callback(), &seconds);
    const std::size_t file_bytes = saveContent(mesh, format, options.output);
    bar.clear();
    printRepairs(input.name, input.report);

    if (options.common.json)
    {
        Value::Fields fields = {{"kind", "navmesh"}, {"source", input.path}, {"output", options.output}};
        for (auto& field : describe(mesh, computeStatistics(mesh))) fields.push_back(std::move(field));
        fields.emplace_back("file_bytes", file_bytes);
        fields.emplace_back("seconds", seconds);
        fields.emplace_back("repairs", describe(input.report));
        return printOutput(formatJson(fields));
    }
    const std::string summary = fmt::format(
        "{}: {}, {}, {}, {} in {} ms\n", options.output, formatCount(mesh.cells().size(), "cell", "cells"),
        formatCount(mesh.portals().size(), "portal", "portals"), formatCount(mesh.vertices().size(), "vertex", "vertices"),
        formatCount(mesh.componentCount(), "component", "components"), formatNumber(1000 * seconds));
    printSummary(options, summary);
}

} // namespace clearway::cli
