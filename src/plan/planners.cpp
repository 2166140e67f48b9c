// SPDX-License-Identifier: MIT
#include <clearway/plan/planners.h>

#include <algorithm>

#include <fmt/format.h>

#include <clearway/base/names.h>

#include "base/errors.h"
#include "guide/guide_names.h"
#include "plan/kinds.h"
#include "plan/mesh_parts.h"

namespace clearway {

static std::vector<PlannerKind>& registry()
{
    static std::vector<PlannerKind> kinds = {plan::makeNavMeshKind(), plan::makeCorridorKind(), plan::makeFieldKind(),
                                             plan::makeSurfaceKind(), plan::makeStraightKind()};
    return kinds;
}

std::span<const PlannerKind> planners() { return registry(); }

const PlannerKind* findPlanner(std::string_view name)
{
    const auto found = std::ranges::find(registry(), name, &PlannerKind::name);
    return found == registry().end() ? nullptr : &*found;
}

const PlannerKind* findPlannerOfGuide(std::string_view guide)
{
    for (const PlannerKind& kind : planners())
        if (std::ranges::find(kind.guides, guide) != kind.guides.end()) return &kind;
    return nullptr;
}

static bool isGoodName(std::string_view name)
{
    return !name.empty() &&
           std::ranges::all_of(name, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

Result<void> registerPlanner(PlannerKind kind)
{
    if (!isGoodName(kind.name))
        return makeError(
            fmt::format("The name of a planner is made of a to z, 0 to 9 and '_'; '{}' is not.", showName(kind.name)));
    if (findPlanner(kind.name)) return makeError(fmt::format("There is a planner '{}' already.", kind.name));
    if (!kind.build) return makeError(fmt::format("The planner '{}' has no function that builds it.", kind.name));
    if (kind.help.empty()) return makeError(fmt::format("The planner '{}' does not say in `help` what it does.", kind.name));
    for (const PlannerKind::OptionInfo& option : kind.options)
        if (!isGoodName(option.info.name))
            return makeError(fmt::format("The name of an option is made of a to z, 0 to 9 and '_'; '{}' of the planner '{}' is "
                                         "not.",
                                         showName(option.info.name), kind.name));
    if (kind.wants.empty())
        return makeError(fmt::format("The planner '{}' does not say in `wants` what it is built from.", kind.name));
    if (!kind.can_use) return makeError(fmt::format("The planner '{}' does not say what it can be built from.", kind.name));
    constexpr std::string_view kKept[] = {"", "mesh", "corridor_map", "grid", "surface"};
    if (std::ranges::find(kKept, kind.kept_part) == std::end(kKept))
        return makeError(fmt::format("The planner '{}' keeps '{}', which is no part that files hold: mesh, corridor_map, grid or "
                                     "surface.",
                                     kind.name, showName(kind.kept_part)));
    for (const std::string& guide : kind.guides)
    {
        if (!isGoodName(guide))
            return makeError(fmt::format("The name of a guide is made of a to z, 0 to 9 and '_'; '{}' is not.", showName(guide)));
        if (const PlannerKind* const other = findPlannerOfGuide(guide))
            return makeError(fmt::format("The planner '{}' has a guide '{}' already.", other->name, guide));
    }
    for (const std::string& guide : kind.guides) addGuideName(guide);
    registry().push_back(std::move(kind));
    return {};
}

/// The names of all planners that satisfy a condition: "'field'", "'corridor' and 'surface'".
template <typename Condition>
static std::string listPlanners(Condition&& condition)
{
    std::vector<std::string> names;
    for (const PlannerKind& kind : planners())
        if (condition(kind)) names.push_back(fmt::format("'{}'", kind.name));
    std::string list;
    for (std::size_t i = 0; i < names.size(); ++i)
        list += fmt::format("{}{}", i == 0 ? "" : i + 1 < names.size() ? ", " : " and ", names[i]);
    return list;
}

bool hasOption(const PlannerKind& kind, std::string_view name)
{
    return std::ranges::find(kind.options, name, [](const PlannerKind::OptionInfo& option) { return option.info.name; }) !=
           kind.options.end();
}

static Result<void> checkOptions(const PlannerKind& kind, const PlannerOptions& options)
{
    for (const PlannerOption& option : options)
    {
        if (hasOption(kind, option.name)) continue;
        const std::string others = listPlanners([&](const PlannerKind& other) { return hasOption(other, option.name); });
        if (!others.empty()) return makeError(fmt::format("{} is an option of {}, not of '{}'.", option.name, others, kind.name));
        std::vector<std::string_view> names;
        for (const PlannerKind::OptionInfo& known : kind.options) names.push_back(known.info.name);
        return makeError(fmt::format("The planner '{}' has no option '{}'.{}", kind.name, showName(option.name),
                                     suggestNames(option.name, names)));
    }
    return {};
}

static Error makeUnknown(std::string_view what, std::string_view name, const std::vector<std::string_view>& known)
{
    return makeError(fmt::format("There is no {} '{}'.{} The choice is: {}.", what, showName(name), suggestNames(name, known),
                                 fmt::join(known, ", ")));
}

Result<Planner> buildPlanner(const PlannerParts& parts, std::string_view name, const PlannerOptions& options,
                             const Execution& execution)
{
    const PlannerKind* const kind = findPlanner(name);
    if (!kind)
    {
        std::vector<std::string_view> names;
        for (const PlannerKind& known : planners()) names.push_back(known.name);
        return makeUnknown("planner", name, names);
    }
    if (const Result<void> checked = checkOptions(*kind, options); !checked) return checked.error();
    if (!kind->can_use(parts))
    {
        const std::string others = listPlanners([&](const PlannerKind& other) { return other.can_use(parts); });
        return makeError(fmt::format("The planner '{}' is built from {}.{}", kind->name, kind->wants,
                                     others.empty() ? "" : fmt::format(" From what is here, {} can be built.", others)));
    }
    if (const Result<void> checked = plan::checkScene(parts); !checked) return checked.error();
    return kind->build(plan::withBuiltLater(parts), options, execution);
}

Result<Planner> buildPlanner(const Scene& scene, std::string_view name, const PlannerOptions& options, const Execution& execution)
{
    return buildPlanner(PlannerParts{.scene = scene}, name, options, execution);
}

Result<Planner> buildPlanner(const NavMesh& mesh, std::string_view name, const PlannerOptions& options,
                             const Execution& execution)
{
    return buildPlanner(PlannerParts{.mesh = mesh}, name, options, execution);
}

Result<Planner> buildPlanner(const TriangleMesh& triangles, std::string_view name, const PlannerOptions& options,
                             const Execution& execution)
{
    return buildPlanner(PlannerParts{.triangles = triangles}, name, options, execution);
}

/// What only says which paths are found would change nothing.
static Result<void> checkCrowdOptions(const PlannerKind& kind, std::string_view guide, const PlannerOptions& options)
{
    using Use = PlannerKind::OptionInfo::Use;
    std::vector<std::string_view> taken;
    for (const PlannerKind::OptionInfo& known : kind.options)
        if (known.use != Use::paths) taken.push_back(known.info.name);
    for (const PlannerOption& option : options)
        for (const PlannerKind::OptionInfo& known : kind.options)
            if (known.info.name == option.name && known.use == Use::paths)
                return makeError(fmt::format("{} says which paths are found; crowds led by '{}' take {}.", option.name, guide,
                                             fmt::join(taken, ", ")));
    return {};
}

Result<World> buildWorld(const PlannerParts& parts, std::string_view guide, const PlannerOptions& options,
                         const Execution& execution)
{
    const PlannerKind* const kind = findPlannerOfGuide(guide);
    if (!kind)
    {
        std::vector<std::string_view> names;
        for (const PlannerKind& known : planners()) names.insert(names.end(), known.guides.begin(), known.guides.end());
        return makeUnknown("guide", guide, names);
    }
    if (const Result<void> used = checkCrowdOptions(*kind, guide, options); !used) return used.error();
    const Result<Planner> planner = buildPlanner(parts, kind->name, options, execution);
    return planner ? planner->buildWorld(guide) : Result<World>(planner.error());
}

Result<World> buildWorld(const Scene& scene, std::string_view guide, const PlannerOptions& options, const Execution& execution)
{
    return buildWorld(PlannerParts{.scene = scene}, guide, options, execution);
}

} // namespace clearway
