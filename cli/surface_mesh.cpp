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
    const Clock::time_point start = Clock::now();
    PlannerArguments surface = arguments;
    surface.name = "surface";
    const Planner planner = preparePlanner(surface, input, {}, progress, "--as");
    const double seconds = input.surface ? 0 : secondsSince(start);
    return {planner.parts(), *planner.parts().surface, seconds};
}

void requireSurfaceUnused(const PlannerArguments& arguments, const Input& input)
{
    if (arguments.isGiven())
        throw UsageError(fmt::format("{} {} for surfaces; '{}' is no mesh of triangles", listFlags(arguments.options),
                                     arguments.options.size() == 1 ? "is" : "are", input.path));
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

std::string formatWalkable(const SurfaceMesh& mesh)
{
    const double all = mesh.source().area();
    const double walkable = mesh.area();
    return fmt::format("{} of {} m² walkable ({} %)", formatNumber(walkable), formatNumber(all),
                       formatNumber(all > 0 ? 100 * walkable / all : 0, 1));
}

} // namespace clearway::cli
