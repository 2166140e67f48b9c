// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "commands.h"
#include "output.h"
#include "progress_bar.h"
#include "run_files.h"
#include "surface_mesh.h"

namespace clearway::cli {

static std::string findOutputFormat(const ConvertOptions& options)
{
    if (options.output == "-" && options.common.json)
        throw UsageError("-o - and --json both want standard output: give -o a file name");
    if (!options.output_format.empty()) return options.output_format;
    if (options.output == "-")
        throw UsageError(
            "standard output has no ending: say what to write with --to wkt, geojson, mesh, map, clearway, obj, ply, gltf or "
            "glb");
    if (const std::string format = findFormat(options.output); !format.empty()) return format;
    throw UsageError(
        "no format is known for '{}': end it in .wkt, .geojson, .json, .mesh, .map or .clearway, for triangles in .obj, "
        ".ply, .gltf or .glb",
        options.output);
}

/// Grids stay grids; nothing else can become one.
static std::size_t convertGrid(const ConvertOptions& options)
{
    const InputOptions& input = options.input;
    if ((input.format.empty() ? findFormat(input.path) : input.format) != "map")
        throw Failure(
            ErrorCode::unsupported_format,
            fmt::format("{} is not a grid and cannot become one: choose .wkt, .geojson, .mesh or .clearway.", input.path),
            input.path);
    const std::string text = formatMovingAi(*loadInput(input, {}).squares);
    writeText(options.output, text);
    return text.size();
}

/// `changes`: what reading found or repaired, by its name in JSON.
static void printConverted(const ConvertOptions& options, const std::string& kind, const std::string& format,
                           std::size_t file_bytes, const char* changes_name, Value changes)
{
    if (options.common.json)
        return printOutput(formatJson(Value::Fields{{"kind", kind},
                                                    {"source", options.input.path},
                                                    {"output", options.output},
                                                    {"format", format},
                                                    {"file_bytes", file_bytes},
                                                    {changes_name, std::move(changes)}}));
    if (options.output != "-")
        printOutput(fmt::format("{}: {}, {}\n", options.output, kind, formatCount(file_bytes, "byte", "bytes")));
}

static void convertSurface(const ConvertOptions& options, const Input& input, const std::string& format, ProgressBar& bar)
{
    const std::size_t file_bytes = convertTriangles(options, input, format);
    bar.clear();
    printFindings(input, PlannerParts());
    printConverted(options, "triangles", format, file_bytes, "findings", describe(input.mesh_report));
}

void runConvert(const ConvertOptions& options)
{
    if (options.input.format.empty() && isRunFile(options.input.path)) return convertRun(options);
    const std::string format = findOutputFormat(options);
    const bool asks_for_cells = options.input.cells || options.input.keeps_squares;
    if (format != "mesh" && format != "clearway")
        refuseOptions(options.common, {"Cells"}, "for outputs with cells: .mesh or .clearway");
    ProgressBar bar;
    std::size_t file_bytes = 0;
    std::string kind = "grid";
    SceneReport report;
    if (format == "map")
        file_bytes = convertGrid(options);
    else
    {
        const Input input = loadInput(options.input, bar.callback(), options.common);
        if (input.isSurface() && (isTriangleFormat(format) || input.parts.triangles || format != "clearway"))
            return convertSurface(options, input, format, bar);
        if (isTriangleFormat(format))
            throw Failure(ErrorCode::unsupported_format,
                          fmt::format("{} has no triangles in space, which .{} holds: choose .wkt, .geojson, .mesh or .clearway.",
                                      input.path, format),
                          input.path);
        refuseOptions(options.common, {"Surfaces", "Planner surface"},
                      fmt::format("for surfaces; '{}' is no mesh of triangles", input.path));
        const bool wants_mesh = format == "mesh" || (format == "clearway" && (input.parts.mesh || asks_for_cells));
        const Content content = input.parts.surface ? Content(*input.parts.surface)
                                : wants_mesh        ? Content(buildMesh(input, bar.callback()))
                                                    : Content(buildOutline(input, bar.callback()));
        file_bytes = saveContent(content, format, options.output);
        kind = input.parts.surface ? "surface" : wants_mesh ? "navmesh" : "scene";
        report = input.report;
    }
    bar.clear();
    printRepairs(options.input.path, report);
    printConverted(options, kind, format, file_bytes, "repairs", describe(report));
}

} // namespace clearway::cli
