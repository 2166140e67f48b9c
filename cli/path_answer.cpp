// SPDX-License-Identifier: MIT
#include "path_answer.h"

#include <clearway/plan/planners.h>

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace clearway::cli {

/// Not of paths over a surface without a border near them, or on the bare grid of a field.
static bool knowsClearance(const Path& path, const Planner& planner)
{
    const PlannerParts& parts = planner.parts();
    return path.clearance() > 0 || (!parts.surface && (parts.scene || parts.mesh || parts.corridor_map));
}

/// For machines; toString(problem) is for people.
static const char* nameProblem(PathProblem problem)
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

Value describePoint(Vec3 point, const Planner& planner) { return planner.parts().surface ? Value(point) : Value(planar(point)); }

Value::Fields describeBriefly(const Path& path, const Planner& planner)
{
    const bool has_path = path.isUsable();
    return {{"status", toString(path.status())},
            {"length", has_path ? Value(path.length()) : Value()},
            {"clearance", has_path && knowsClearance(path, planner) ? Value(path.clearance()) : Value()}};
}

void addRemarks(Value::Fields& fields, const Path& path, const Planner& planner)
{
    if (path.isUsable() && path.cost() != path.length()) fields.emplace_back("cost", path.cost());
    if (path.problem() != PathProblem::none) fields.emplace_back("problem", nameProblem(path.problem()));
    if (path.status() == PathStatus::unreachable || path.status() == PathStatus::partial)
    {
        // Nothing at all gets through where not even a point does.
        fields.emplace_back("widest", path.widest() >= 0 ? Value(path.widest()) : Value());
        if (path.widest() >= 0) fields.emplace_back("narrowest_at", describePoint(path.narrowestAt(), planner));
    }
    if (path.hasSuggestion()) fields.emplace_back("suggestion", describePoint(path.suggestion(), planner));
    if (path.startShift() > 0) fields.emplace_back("start_shift", path.startShift());
    if (path.goalShift() > 0) fields.emplace_back("goal_shift", path.goalShift());
}

Value::List describePoints(const Path& path, const Planner& planner)
{
    Value::List list;
    for (const Vec3 point : computePoints(path, kPointDeviation)) list.emplace_back(describePoint(point, planner));
    return list;
}

Value describeFaces(const Path& path)
{
    Value::List list;
    for (const std::uint32_t face : path.faces()) list.emplace_back(face);
    return list;
}

Value describeArcs(const Path& path)
{
    Value::List list;
    for (const Path::Piece& piece : path.pieces())
        if (piece.isArc())
            list.emplace_back(Value::Fields{{"center", planar(piece.center)},
                                            {"radius", distance(piece.from, piece.center)},
                                            {"angle", piece.angle},
                                            {"from", planar(piece.from)},
                                            {"to", planar(piece.to)}});
    return list;
}

static std::string formatWidest(const Path& path, const Planner& planner)
{
    const PlannerKind* const kind = findPlanner(planner.name());
    if (path.widest() < 0)
        return kind && !kind->no_path.empty() ? kind->no_path : "start and goal are not connected, not even for a point";
    return fmt::format("the largest radius that passes is {} m, narrowest at {}", formatNumber(path.widest(), 4),
                       formatPoint(planar(path.narrowestAt()), 3));
}

std::string explainRadius(double radius)
{
    return std::isnan(radius) ? "not a number" : std::isinf(radius) ? "not finite" : radius < 0 ? "negative" : "";
}

std::string explainNoPath(const Path& path, const Planner& planner)
{
    if (path.status() == PathStatus::out_of_budget) return "there is a way, but the search for it took too long";
    if (path.status() == PathStatus::unresolved) return "there is a way, but the search did not find it";
    if (path.status() != PathStatus::invalid) return formatWidest(path, planner);
    std::string text(toString(path.problem()));
    if (path.hasSuggestion()) text += fmt::format("; nearest place that fits: {}", formatPoint(planar(path.suggestion()), 3));
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

static std::string formatMeasures(const Path& path, const Planner& planner)
{
    std::string text = fmt::format("{} m long", formatNumber(path.length(), 3));
    if (knowsClearance(path, planner))
        text += fmt::format(", never nearer than {} m to a {}", formatNumber(path.clearance(), 4),
                            planner.parts().surface ? "border" : "wall");
    if (path.cost() != path.length()) text += fmt::format("; cost {} m", formatNumber(path.cost(), 3));
    return text;
}

std::string formatAnswer(const Path& path, const Planner& planner, double radius)
{
    const std::string name = fmt::format("radius {} m", formatNumber(radius, 4));
    switch (path.status())
    {
    case PathStatus::complete: return fmt::format("{}: {}{}", name, formatMeasures(path, planner), formatShifts(path));
    case PathStatus::partial:
        return fmt::format(
            "{}: partial, {}, to {}, the reachable point nearest to the goal; {}", name, formatMeasures(path, planner),
            path.pieces().empty() ? "the start" : formatPoint(planar(path.pieces().back().to), 3), formatWidest(path, planner));
    case PathStatus::unreachable: return fmt::format("{}: no way; {}", name, explainNoPath(path, planner));
    case PathStatus::out_of_budget:
    case PathStatus::unresolved:
        if (!path.isUsable()) return fmt::format("{}: {}; {}", name, toString(path.status()), explainNoPath(path, planner));
        return fmt::format("{}: {}, {}, to {}; the search for the shortest path did not end{}", name, toString(path.status()),
                           formatMeasures(path, planner), formatPoint(planar(path.pieces().back().to), 3), formatShifts(path));
    case PathStatus::invalid:
        if (const std::string fault = explainRadius(radius); !fault.empty())
            return fmt::format("{}: invalid; the radius is {}", name, fault);
        return fmt::format("{}: invalid; {}", name, explainNoPath(path, planner));
    }
    return name;
}

} // namespace clearway::cli
