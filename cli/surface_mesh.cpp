// SPDX-License-Identifier: MIT
#include "surface_mesh.h"

#include <fmt/format.h>

#include <sstream>

#include "clock.h"
#include "progress_bar.h"

namespace clearway::cli {

BuiltSurface buildSurface(const Input& input, const PlannerArguments& arguments, const Progress& progress)
{
    if (!input.isSurface())
        throw Failure(ErrorCode::unsupported_format,
                      fmt::format("{} is no mesh of triangles, which a surface is made of: give an .obj, .ply, .stl, .off, .gltf "
                                  "or .glb file, or a built-in mesh such as 'asteroid' (see 'clearway scenes').",
                                  input.path),
                      input.path);
    const Stopwatch watch;
    PlannerArguments surface = arguments;
    surface.name = "surface";
    const Planner planner = preparePlanner(surface, input, progress, "--as");
    return {planner.parts(), *planner.parts().surface, input.surface ? 0 : watch.seconds()};
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
            finding.emplace_back("at", first.position);
            break;
        }
        fields.emplace_back(toString(kind), std::move(finding));
    }
    fields.emplace_back("remarks", report.remarks);
    return fields;
}

void printFindings(const Input& input, const PlannerParts& parts)
{
    std::istringstream lines(input.mesh_report.summary());
    for (std::string line; std::getline(lines, line);)
        if (!line.empty()) printMessage(fmt::format("{}: {}", input.name, line));
    for (const std::string& remark : parts.remarks) printMessage(fmt::format("{}: {}", input.name, remark));
    if (!parts.surface) return;
    if (const auto& standing = parts.surface->standing(); standing && standing->triangle_count > 0)
        printMessage(fmt::format("{}: {}", input.name, describeStanding(*standing)));
}

} // namespace clearway::cli
