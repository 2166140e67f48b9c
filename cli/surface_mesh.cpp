// SPDX-License-Identifier: MIT
#include "surface_mesh.h"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <sstream>

#include "progress_bar.h"

namespace clearway::cli {

static Gravity parseGravity(const SurfaceArguments& arguments, const TriangleMesh& mesh)
{
    Gravity gravity;
    gravity.max_slope_degrees = arguments.slope.value_or(gravity.max_slope_degrees);
    const std::string& text = arguments.gravity;
    if (text == "none" && arguments.slope) throw UsageError("--slope needs gravity: leave out '--gravity none'");
    if (text == "none" || (text.empty() && !arguments.slope)) return gravity;
    gravity.kind = Gravity::Kind::direction;
    if (text.empty() || text == "down") return gravity;
    if (text == "center" || text == "centre")
    {
        gravity.kind = Gravity::Kind::toward_center;
        gravity.vector = mesh.bounds().center();
        return gravity;
    }
    double* const targets[] = {&gravity.vector.x, &gravity.vector.y, &gravity.vector.z};
    const char* at = text.data();
    const char* const end = text.data() + text.size();
    for (int i = 0; i < 3; ++i)
    {
        const auto [next, error] = std::from_chars(at, end, *targets[i]);
        const bool is_separated = i == 2 ? next == end : next != end && *next == ',';
        if (error != std::errc() || !is_separated)
            throw UsageError(fmt::format(
                "--gravity: '{}' is not a direction: write x,y,z (0,0,-1 is down), 'down', 'center' or 'none'", text));
        at = next + 1;
    }
    return gravity;
}

SurfaceOptions makeSurfaceOptions(const SurfaceArguments& arguments, const TriangleMesh& mesh)
{
    SurfaceOptions options;
    options.speed = arguments.speed.value_or(options.speed);
    options.max_acceleration = arguments.max_acceleration.value_or(options.max_acceleration);
    options.curvature.method = arguments.curvature.value_or(options.curvature.method);
    options.curvature.measure = arguments.measure.value_or(options.curvature.measure);
    options.curvature.averaging_length = arguments.smooth.value_or(0);
    if (arguments.smooth && arguments.curvature)
        throw UsageError("choose one of --smooth and --curvature: averaging takes the angles at edges");
    options.height.height = arguments.height.value_or(0);
    options.height.test = arguments.height_test.value_or(options.height.test);
    if (arguments.height_test && !arguments.height) throw UsageError("--height-test needs a --height");
    options.gravity = parseGravity(arguments, mesh);
    return options;
}

BuiltSurface buildSurface(const Input& input, const SurfaceArguments& arguments, const Progress& progress)
{
    using Clock = std::chrono::steady_clock;
    if (input.surface)
    {
        if (arguments.isGiven())
            throw UsageError(
                fmt::format("'{}' holds a surface mesh already; to change it, build it anew from its mesh", input.path));
        return {*input.surface, {}, 0};
    }
    if (!input.triangles)
        throw Failure(ErrorCode::unsupported_format,
                      fmt::format("{} is no mesh of triangles, which a surface is made of: give an .obj, .ply, .stl, .off, .gltf "
                                  "or .glb file, or a built-in mesh such as 'asteroid' (see 'clearway scenes').",
                                  input.path),
                      input.path);
    const SurfaceOptions options = makeSurfaceOptions(arguments, *input.triangles);
    const Clock::time_point start = Clock::now();
    SurfaceReport report;
    SurfaceMesh mesh = require(buildSurfaceMesh(*input.triangles, options, &report, progress));
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    stopIfInterrupted();
    return {std::move(mesh), std::move(report), seconds};
}

void requireSurfaceUnused(const SurfaceArguments& arguments, const Input& input)
{
    if (arguments.isGiven())
        throw UsageError(fmt::format("--speed, --max-acceleration, --height, --gravity, --slope and --smooth are for surfaces; "
                                     "'{}' is no mesh of triangles",
                                     input.path));
}

Value describe(const MeshReport& report)
{
    Value::Fields fields;
    for (int i = 0; i < MeshFinding::kKindCount; ++i)
    {
        const auto kind = static_cast<MeshFinding::Kind>(i);
        if (report.count(kind) == 0) continue;
        Value::Fields finding = {{"count", report.count(kind)}};
        for (const MeshFinding& first : report.findings)
        {
            if (first.kind != kind) continue;
            finding.emplace_back("first", first.element);
            finding.emplace_back("at", Value::List{first.position.x, first.position.y, first.position.z});
            break;
        }
        fields.emplace_back(toString(kind), std::move(finding));
    }
    Value::List remarks;
    for (const std::string& remark : report.remarks) remarks.emplace_back(remark);
    fields.emplace_back("remarks", std::move(remarks));
    return fields;
}

static std::vector<std::string> listFindings(const Input& input, const SurfaceReport& report)
{
    std::vector<std::string> messages;
    std::istringstream lines(input.mesh_report.summary());
    for (std::string line; std::getline(lines, line);)
        if (!line.empty()) messages.push_back(fmt::format("{}: {}", input.name, line));
    for (const std::string& remark : report.remarks) messages.push_back(fmt::format("{}: {}", input.name, remark));
    return messages;
}

std::vector<std::string> listFindings(const Input& input, const BuiltSurface& built)
{
    std::vector<std::string> messages = listFindings(input, built.report);
    if (const auto& standing = built.mesh.standing(); standing && standing->triangle_count > 0)
        messages.push_back(fmt::format("{}: {}", input.name, describeStanding(*standing)));
    return messages;
}

void printFindings(const Input& input, const SurfaceReport& report)
{
    for (const std::string& message : listFindings(input, report)) printMessage(message);
}

void printFindings(const Input& input, const BuiltSurface& built)
{
    for (const std::string& message : listFindings(input, built)) printMessage(message);
}

std::string formatWalkable(const SurfaceMesh& mesh)
{
    const double all = mesh.source().area();
    const double walkable = mesh.area();
    return fmt::format("{} of {} m² walkable ({} %)", formatNumber(walkable), formatNumber(all),
                       formatNumber(all > 0 ? 100 * walkable / all : 0, 1));
}

/// Where to write, checked before any work is done.
static Format findSurfaceFormat(const BuildOptions& options)
{
    if (options.output == "-")
    {
        if (options.common.json) throw UsageError("-o - and --json both want standard output: give -o a file name");
        return Format::clearway;
    }
    const std::optional<Format> format = findFormat(options.output);
    if (format == Format::clearway || format == Format::obj || format == Format::ply || format == Format::gltf ||
        format == Format::glb)
        return *format;
    throw UsageError(fmt::format(
        "a surface mesh is written to .clearway, or its triangles to .obj, .ply, .gltf or .glb, not to '{}'", options.output));
}

void buildSurfaceFile(const BuildOptions& options)
{
    if (options.mesh.cells || options.mesh.relaxation > 0 || options.corridor.isGiven())
        throw UsageError("--decomposition, --relax and the options of corridor maps are not for surfaces");
    const Format format = findSurfaceFormat(options);
    ProgressBar bar;
    const Input input = loadInput(options.input, bar.callback());
    const BuiltSurface built = buildSurface(input, options.surface, bar.callback());
    std::size_t file_bytes = 0;
    if (format == Format::clearway)
        file_bytes = saveContent(built.mesh, format, options.output);
    else
    {
        ConvertOptions triangles;
        triangles.output = options.output;
        Input walkable;
        walkable.surface = built.mesh;
        file_bytes = convertTriangles(triangles, walkable, format);
    }
    bar.clear();
    printFindings(input, built);
    if (options.common.json)
    {
        Value::Fields fields = {{"kind", "surface"}, {"source", input.path}, {"output", options.output}};
        for (auto& field : describe(built.mesh)) fields.push_back(std::move(field));
        fields.emplace_back("file_bytes", file_bytes);
        fields.emplace_back("seconds", built.build_seconds);
        fields.emplace_back("read_seconds", input.read_seconds);
        fields.emplace_back("findings", describe(input.mesh_report));
        return printOutput(formatJson(fields));
    }
    const std::string summary =
        fmt::format("{}: {}, {}, {}; read in {} ms, built in {} ms\n", options.output,
                    formatCount(built.mesh.triangleCount(), "triangle", "triangles"), formatWalkable(built.mesh),
                    formatCount(built.mesh.componentCount(), "component", "components"), formatNumber(1000 * input.read_seconds),
                    formatNumber(1000 * built.build_seconds));
    if (options.output == "-")
        fmt::print(stderr, "{}", summary);
    else
        printOutput(summary);
}

} // namespace clearway::cli
