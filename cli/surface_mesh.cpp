// SPDX-License-Identifier: MIT
#include "surface_mesh.h"

#include <algorithm>
#include <sstream>

#include <clearway/surface/curvature.h>
#include <fmt/format.h>

#include "clock.h"
#include "picture_name.h"
#include "progress_bar.h"

namespace clearway::cli {

BuiltSurface buildSurface(const Input& input, const PlannerArguments& arguments, const Progress& progress, std::string_view flag)
{
    if (!input.isSurface())
        throw Failure(ErrorCode::unsupported_format,
                      fmt::format("{} is no mesh of triangles, which a surface is made of: give an .obj, .ply, .stl, .off, .gltf "
                                  "or .glb file, or a built-in mesh such as 'asteroid' (see 'clearway scenes').",
                                  input.path),
                      input.path);
    const Stopwatch watch;
    const Planner planner = preparePlanner(arguments, input, progress, flag);
    return {planner.parts(), *planner.parts().surface, input.parts.surface ? 0 : watch.seconds()};
}

Value describe(const MeshReport& report)
{
    Value::Fields fields;
    for (int i = 0; i < MeshReport::Finding::kKindCount; ++i)
    {
        const auto kind = static_cast<MeshReport::Finding::Kind>(i);
        if (report.count(kind) == 0) continue;
        const auto first = std::ranges::find(report.findings, kind, &MeshReport::Finding::kind);
        Value::Fields finding = {{"count", report.count(kind)}};
        if (first != report.findings.end())
            finding = {{"count", report.count(kind)}, {"first", first->element}, {"at", first->position}};
        fields.emplace_back(toString(kind), std::move(finding));
    }
    fields.emplace_back("remarks", report.remarks);
    return fields;
}

void printFindings(const Input& input, const PlannerParts& parts)
{
    std::istringstream lines(input.mesh_report.summary());
    for (std::string line; std::getline(lines, line);)
        if (!line.empty()) printMessage("{}: {}", input.name, line);
    for (const std::string& remark : parts.remarks) printMessage("{}: {}", input.name, remark);
    if (!parts.surface) return;
    if (const auto& standing = parts.surface->standing(); standing && standing->triangle_count > 0)
        printMessage("{}: {}", input.name, describeStanding(*standing));
}

// ---- files and pictures

static std::vector<std::byte> formatTriangles(const MeshView& view, const std::string& format)
{
    if (format == "obj") return toBytes(formatObj(view));
    if (format == "ply") return formatPly(view);
    return format == "gltf" ? toBytes(formatGltf(view)) : formatGlb(view);
}

static void checkTarget(const ConvertOptions& options, const Input& input, const std::string& format)
{
    if (format == "stl" || format == "off" || !isTriangleFormat(format))
        throw Failure(ErrorCode::unsupported_format,
                      fmt::format("the triangles of {} can be written to .obj, .ply, .gltf and .glb, not to .{}{}.", input.path,
                                  format,
                                  format == "clearway" ? "; for that, build a surface: 'clearway build --as surface'" : ""),
                      input.path);
    refuseOptions(options.common, {"Cells"}, "for outputs with cells: .mesh or .clearway");
    if (options.color == SurfaceColor::component)
        throw UsageError("--colour component is for pictures; in a file colours tell the acceleration");
    if (options.color == SurfaceColor::acceleration && format == "obj")
        throw UsageError("an .obj file has no colours: choose .ply, .gltf or .glb");
    if (options.color != SurfaceColor::acceleration)
        refuseOptions(options.common, {"Planner surface"}, "needs '--colour acceleration' here");
}

std::size_t convertTriangles(const ConvertOptions& options, const Input& input, const std::string& format)
{
    checkTarget(options, input, format);
    MeshView view;
    std::vector<double> accelerations;
    if (input.parts.surface)
    {
        if (!options.planner.options.empty()) buildSurface(input, options.planner, {}); // says why not
        view = viewMesh(*input.parts.surface);
        if (options.color == SurfaceColor::none) view.values = {};
    }
    else
    {
        const TriangleMesh& mesh = *input.parts.triangles;
        view = viewMesh(mesh);
        if (options.color == SurfaceColor::acceleration)
        {
            const double most = buildSurface(input, options.planner, {}).mesh.maxAcceleration();
            // The same, and nothing cut away.
            PlannerArguments whole = options.planner;
            std::erase_if(whole.options, [](const PlannerOption& option) {
                return option.name == "max_acceleration" || option.name == "gravity" || option.name == "slope" ||
                       option.name == "height" || option.name == "height_test";
            });
            whole.options.push_back({"max_acceleration", "inf"});
            const SurfaceMesh surface = buildSurface(input, whole, {}).mesh;
            accelerations.assign(mesh.vertexCount(), 0);
            for (std::size_t t = 0; t < surface.triangleCount(); ++t)
                for (std::size_t corner = 0; corner < 3; ++corner)
                    accelerations[mesh.triangles()[surface.sourceTriangles()[t]][corner]] =
                        surface.accelerations()[surface.triangles()[t][corner]];
            view.values = accelerations;
            view.max_value = most;
        }
    }
    const std::vector<std::byte> bytes = formatTriangles(view, format);
    stopIfInterrupted();
    require(writeFile(options.output, bytes));
    return bytes.size();
}

void drawSurface(const RenderOptions& options, const Input& input, Value::Fields& fields, const Progress& progress)
{
    PlannerArguments arguments = options.planner;
    // The option of films has the same name; here it is the speed of the character.
    if (options.speed) arguments.options.push_back({"speed", fmt::format("{}", *options.speed)});
    const BuiltSurface built = buildSurface(input, arguments, progress);
    const SurfacePictureOptions picture = makePicture(options, makeTitle(input), options.look);
    fields.emplace_back("triangles", built.mesh.triangleCount());
    fields.emplace_back("components", built.mesh.componentCount());
    require(saveSurfacePicture(built.mesh, options.output, picture));
    printFindings(input, built.parts);
}

} // namespace clearway::cli
