// SPDX-License-Identifier: MIT
#include "corridor_answer.h"

#include <fmt/format.h>

#include "path_answer.h"

namespace clearway::cli {

CorridorBlockade findBlockade(const CorridorMap& map, Vec2 start, Vec2 goal, int layer)
{
    const VoronoiDiagram::Widest widest = map.diagram().findWidest(start, goal, layer);
    return {widest.radius, widest.narrowest_at};
}

CorridorPathOptions makePathOptions(const SearchArguments& search, double radius)
{
    CorridorPathOptions options;
    options.kind = search.kind.value_or(options.kind);
    options.radius = radius;
    options.preferred_clearance = search.clearance.value_or(options.preferred_clearance);
    if (search.clearance && options.kind != CorridorPathKind::roomy && options.kind != CorridorPathKind::smooth)
        throw UsageError(
            fmt::format("--clearance is for --kind roomy and smooth; a {} path keeps what it has", toText(options.kind)));
    return options;
}

PathStatus toPathStatus(CorridorStatus status)
{
    switch (status)
    {
    case CorridorStatus::found: return PathStatus::complete;
    case CorridorStatus::unreachable: return PathStatus::unreachable;
    case CorridorStatus::invalid: break;
    }
    return PathStatus::invalid;
}

/// For machines; toText(problem) is for people.
static const char* nameProblem(CorridorProblem problem)
{
    switch (problem)
    {
    case CorridorProblem::none: return "none";
    case CorridorProblem::bad_radius: return "bad_radius";
    case CorridorProblem::bad_point: return "bad_point";
    case CorridorProblem::bad_option: return "bad_option";
    case CorridorProblem::start_outside: return "start_outside";
    case CorridorProblem::goal_outside: return "goal_outside";
    case CorridorProblem::start_too_tight: return "start_too_tight";
    case CorridorProblem::goal_too_tight: return "goal_too_tight";
    }
    return "";
}

Value::Fields describeBriefly(const CorridorPath& path, const CorridorBlockade& blockade)
{
    Value::Fields fields = {{"status", toText(toPathStatus(path.status()))},
                            {"length", path ? Value(path.length()) : Value()},
                            {"clearance", path ? Value(path.clearance()) : Value()}};
    if (path.problem() != CorridorProblem::none) fields.emplace_back("problem", nameProblem(path.problem()));
    if (path.status() == CorridorStatus::unreachable)
    {
        fields.emplace_back("widest", blockade.widest >= 0 ? Value(blockade.widest) : Value());
        if (blockade.widest >= 0) fields.emplace_back("narrowest_at", describe(blockade.narrowest_at));
    }
    return fields;
}

Value describeBalls(const Corridor& corridor)
{
    Value::List balls;
    for (const CorridorSample& ball : corridor.backbone())
        balls.emplace_back(Value::Fields{{"position", describe(ball.position)},
                                         {"clearance", ball.clearance},
                                         {"left", describe(ball.left)},
                                         {"right", describe(ball.right)}});
    return balls;
}

std::string formatAnswer(const CorridorPath& path, const CorridorBlockade& blockade)
{
    const std::string name = fmt::format("radius {} m", formatNumber(path.radius(), 4));
    switch (path.status())
    {
    case CorridorStatus::found:
        return fmt::format("{}: {} m long, never nearer than {} m to a wall", name, formatNumber(path.length(), 3),
                           formatNumber(path.clearance(), 4));
    case CorridorStatus::unreachable:
        if (blockade.widest < 0) return fmt::format("{}: no way; start and goal are not connected, not even for a point", name);
        return fmt::format("{}: no way; the largest radius that passes is {} m, narrowest at ({}, {})", name,
                           formatNumber(blockade.widest, 4), formatNumber(blockade.narrowest_at.x, 3),
                           formatNumber(blockade.narrowest_at.y, 3));
    case CorridorStatus::invalid: break;
    }
    return fmt::format("{}: invalid; {}", name, toText(path.problem()));
}

} // namespace clearway::cli
