// SPDX-License-Identifier: MIT
#include "path_answer.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace clearway::cli {

Value describe(Vec2 point) { return Value::List{point.x, point.y}; }
Value describe(Vec3 point) { return Value::List{point.x, point.y, point.z}; }

static bool hasPath(const Path& path) { return path.status() == PathStatus::complete || path.status() == PathStatus::partial; }

const char* nameProblem(PathProblem problem)
{
    switch (problem)
    {
    case PathProblem::none: return "none";
    case PathProblem::bad_radius: return "bad_radius";
    case PathProblem::bad_point: return "bad_point";
    case PathProblem::bad_option: return "bad_option";
    case PathProblem::bad_mesh: return "bad_mesh";
    case PathProblem::start_outside: return "start_outside";
    case PathProblem::goal_outside: return "goal_outside";
    case PathProblem::start_too_tight: return "start_too_tight";
    case PathProblem::goal_too_tight: return "goal_too_tight";
    }
    return "";
}

Value::Fields describeBriefly(const Path& path)
{
    const bool has_path = hasPath(path);
    Value::Fields fields = {{"status", toText(path.status())},
                            {"length", has_path ? Value(path.length()) : Value()},
                            {"clearance", has_path ? Value(path.clearance()) : Value()}};
    if (path.problem() != PathProblem::none) fields.emplace_back("problem", nameProblem(path.problem()));
    if (path.status() == PathStatus::unreachable || path.status() == PathStatus::partial)
    {
        // Nothing at all gets through where not even a point does.
        fields.emplace_back("widest", path.widest() >= 0 ? Value(path.widest()) : Value());
        if (path.widest() >= 0) fields.emplace_back("narrowest_at", describe(planar(path.narrowestAt())));
    }
    if (path.hasSuggestion()) fields.emplace_back("suggestion", describe(planar(path.suggestion())));
    if (path.startShift() > 0) fields.emplace_back("start_shift", path.startShift());
    if (path.goalShift() > 0) fields.emplace_back("goal_shift", path.goalShift());
    return fields;
}

Value::List describePoints(const Path& path)
{
    Value::List list;
    for (Vec2 point : computePlanarPoints(path, kPointDeviation)) list.emplace_back(describe(point));
    return list;
}

Value describeArcs(const Path& path)
{
    Value::List list;
    for (const PathPiece& piece : path.pieces())
        if (piece.isArc())
            list.emplace_back(Value::Fields{{"center", describe(planar(piece.center))},
                                            {"radius", path.radius()},
                                            {"angle", piece.angle},
                                            {"from", describe(planar(piece.from))},
                                            {"to", describe(planar(piece.to))}});
    return list;
}

static std::string formatPoint(Vec3 p) { return fmt::format("({}, {})", formatNumber(p.x, 3), formatNumber(p.y, 3)); }

static std::string formatWidest(const Path& path)
{
    if (path.widest() < 0) return "start and goal are not connected, not even for a point";
    return fmt::format("the largest radius that passes is {} m, narrowest at {}", formatNumber(path.widest(), 4),
                       formatPoint(path.narrowestAt()));
}

std::string explainNoPath(const Path& path)
{
    if (path.status() != PathStatus::invalid) return formatWidest(path);
    std::string text(toText(path.problem()));
    if (path.hasSuggestion()) text += fmt::format("; nearest place that fits: {}", formatPoint(path.suggestion()));
    return text;
}

/// Empty when nothing was moved.
static std::string formatShifts(const Path& path)
{
    std::string text;
    if (path.startShift() > 0) text += fmt::format("; the start was moved by {:.2g} m to where it fits", path.startShift());
    if (path.goalShift() > 0) text += fmt::format("; the goal was moved by {:.2g} m to where it fits", path.goalShift());
    return text;
}

std::string formatAnswer(const Path& path, double radius)
{
    std::string name = fmt::format("radius {} m", formatNumber(radius, 4));
    const std::string measures = fmt::format("{} m long, never nearer than {} m to a wall", formatNumber(path.length(), 3),
                                             formatNumber(path.clearance(), 4));
    switch (path.status())
    {
    case PathStatus::complete: return fmt::format("{}: {}{}", name, measures, formatShifts(path));
    case PathStatus::partial:
        return fmt::format("{}: partial, {}, to {}, the reachable point nearest to the goal; {}", name, measures,
                           path.pieces().empty() ? "the start" : formatPoint(path.pieces().back().to), formatWidest(path));
    case PathStatus::unreachable: return fmt::format("{}: no way; {}", name, explainNoPath(path));
    case PathStatus::out_of_budget:
    case PathStatus::unresolved:
        return fmt::format("{}: {}; there is a way, but the search did not find it", name, toText(path.status()));
    case PathStatus::invalid: return fmt::format("{}: invalid; {}", name, explainNoPath(path));
    }
    return name;
}

ClearanceMesh prepareClearance(const NavMesh& mesh, const Progress& progress) { return require(buildClearance(mesh, progress)); }

bool usesSurface(const SearchArguments& search, const Input& input)
{
    if (!search.planner.empty() && (search.planner == "surface") != input.isSurface())
        throw UsageError(input.isSurface()
                             ? fmt::format("'{}' is a surface: use it with '--using surface', or leave that out", input.path)
                             : fmt::format("'--using surface' is for meshes of triangles; '{}' is none", input.path));
    if (input.isSurface() && search.field.isGiven())
        throw UsageError(fmt::format(
            "--cell, --eps, --v, --method, --multi-resolution and --or-to are for fields; '{}' is a surface", input.path));
    if (input.isSurface()) return true;
    if (search.effort || search.reach || search.surface.isGiven())
        throw UsageError(
            fmt::format("--effort, --reach and the options of surfaces are for meshes of triangles; '{}' is none", input.path));
    if (search.surface_kind && !search.kind)
        throw UsageError(fmt::format("--kind {} is for surfaces; '{}' is none", search.kind_name, input.path));
    return false;
}

Planner choosePlanner(const SearchArguments& search, const Input& input, const MeshOptions& mesh, bool has_ways)
{
    const std::string natural = input.corridor ? "corridor" : input.field ? "field" : "navmesh";
    const std::string name = search.planner.empty() ? natural : search.planner;
    const bool has_mesh_options = search.quality || search.partial || mesh.cells || mesh.relaxation > 0;
    const bool has_corridor_options = search.kind || search.clearance || has_ways || search.corridor.isGiven();
    if (name != "field" && search.field.isGiven())
        throw UsageError("--cell, --eps, --v, --method, --multi-resolution and --or-to need '--using field'");
    if (name != "navmesh" && has_mesh_options)
        throw UsageError(fmt::format("--quality, --partial, --decomposition and --relax are for '--using navmesh'{}",
                                     name == "corridor" ? "; through corridors choose a --kind" : ""));
    if (input.corridor && name != "corridor")
        throw UsageError(fmt::format("'{}' holds a corridor map: use it with '--using corridor', or give the scene", input.path));
    if (input.field && name != "field")
        throw UsageError(
            fmt::format("'{}' holds the grid of a field: use it with '--using field', or give the scene", input.path));
    if (name != "corridor" && has_corridor_options)
        throw UsageError("--kind, --clearance, --ways and the options of corridor maps need '--using corridor'");
    return name == "corridor" ? Planner::corridor : name == "field" ? Planner::field : Planner::navmesh;
}

int findLayer(const NavMesh& mesh, const PointArgument& point)
{
    if (!point.height) return kAnyLayer;
    int best = kAnyLayer;
    double best_gap = std::numeric_limits<double>::infinity();
    int last_layer = 0;
    for (const NavMesh::Cell& cell : mesh.cells()) last_layer = std::max(last_layer, cell.layer);
    for (int layer = 0; layer <= last_layer; ++layer)
    {
        const Place place = findPlace(mesh, point.position, layer);
        if (!place) continue;
        double sum = 0;
        for (const NavMesh::Side& side : mesh.sides(place.cell)) sum += mesh.vertices()[side.from].height;
        const double gap = std::fabs(sum / mesh.cells()[place.cell].side_count - *point.height);
        if (gap >= best_gap) continue;
        best = layer;
        best_gap = gap;
    }
    return best;
}

} // namespace clearway::cli
