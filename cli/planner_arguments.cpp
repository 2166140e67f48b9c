// SPDX-License-Identifier: MIT
#include "planner_arguments.h"

#include <fmt/format.h>

#include <algorithm>

#include "memory.h"
#include "output.h"
#include "progress_bar.h"

namespace clearway::cli {

const std::string* PlannerArguments::find(std::string_view option) const
{
    const auto found = std::ranges::find(options, option, &PlannerOption::name);
    return found == options.end() ? nullptr : &found->value.text();
}

std::string makeFlag(std::string_view option)
{
    std::string flag = fmt::format("--{}", option);
    std::ranges::replace(flag, '_', '-');
    return flag;
}

std::string listFlags(const PlannerOptions& options)
{
    std::vector<std::string> flags;
    for (const PlannerOption& option : options) flags.push_back(makeFlag(option.name));
    return joinWords(flags);
}

const PlannerKind& findNaturalPlanner(const Input& input)
{
    return *std::ranges::find_if(planners(), [&](const PlannerKind& kind) { return kind.can_use(input.parts); });
}

PlannerParts collectParts(const Input& input, const Progress& progress)
{
    PlannerParts parts = input.parts;
    if (input.cells || input.keeps_squares) parts.mesh = buildMesh(input, progress);
    return parts;
}

static const PlannerKind* findKind(std::string_view flag, std::string_view name)
{
    return flag == "--guide" ? findPlannerOfGuide(name) : findPlanner(name);
}

/// "'--using field' or '--using corridor'": how to ask for the planners that satisfy a condition.
template <typename Condition>
static std::string listWays(std::string_view flag, Condition&& condition)
{
    std::vector<std::string> ways;
    for (const PlannerKind& kind : planners())
        if (condition(kind) && (flag != "--guide" || !kind.guides.empty()) && (flag != "--as" || !kind.kept_part.empty()))
            ways.push_back(fmt::format("'{} {}'", flag, flag == "--guide" ? kind.guides.front() : kind.name));
    return joinWords(ways, " or ");
}

void checkPlanner(const PlannerArguments& arguments, const PlannerParts& parts, const std::string& source, std::string_view flag)
{
    const PlannerKind* const kind = findKind(flag, arguments.name);
    if (!kind) throw UsageError("there is no {} '{}'", flag == "--guide" ? "guide" : "planner", arguments.name);
    if (!kind->can_use(parts))
    {
        const std::string others = listWays(flag, [&](const PlannerKind& other) { return other.can_use(parts); });
        throw UsageError("'{} {}' needs {}; '{}' is for {}", flag, arguments.name, kind->wants, source, others);
    }
    for (const PlannerOption& option : arguments.options)
    {
        if (hasOption(*kind, option.name)) continue;
        const std::string others = listWays(flag, [&](const PlannerKind& other) { return hasOption(other, option.name); });
        throw UsageError("{} is for {}, not for '{} {}'", makeFlag(option.name), others, flag, arguments.name);
    }
}

/// The message of an error about an option begins with its name: all names as they are written on the command line.
static std::string spellAsFlags(const PlannerKind& kind, std::string message, const PlannerOptions& options)
{
    const std::string first = message.substr(0, message.find(' '));
    if (std::ranges::find(options, first, &PlannerOption::name) == options.end()) return message;
    for (const PlannerKind::OptionInfo& option : kind.options)
    {
        const std::string name(option.info.name);
        if (name.find('_') == std::string::npos && name != first) continue;
        for (std::size_t at = message.find(name); at != std::string::npos; at = message.find(name, at + name.size() + 2))
        {
            const bool is_word =
                (at == 0 || message[at - 1] == ' ') && (message + " ").find_first_of(" .,:;", at) == at + name.size();
            if (is_word && (at == 0 || name.find('_') != std::string::npos)) message.replace(at, name.size(), makeFlag(name));
        }
    }
    if (message.ends_with('.')) message.pop_back();
    return message;
}

Planner preparePlanner(const PlannerArguments& arguments, const PlannerParts& parts, const std::string& source,
                       const Progress& progress, std::string_view flag)
{
    checkPlanner(arguments, parts, source, flag);
    const PlannerKind* const kind = findKind(flag, arguments.name);
    PlannerOptions options = arguments.options;
    const double usable = kUsableShare * static_cast<double>(findFreeMemory()) / 1e9;
    const auto limit = std::ranges::find(kind->options, "max_gigabytes", [](const auto& option) { return option.info.name; });
    if (usable > 0 && limit != kind->options.end() && !arguments.find("max_gigabytes") && usable < std::stod(limit->usual))
        options.push_back({"max_gigabytes", std::max(usable, 0.1)});
    Result<Planner> planner = buildPlanner(parts, kind->name, options, {.progress = progress});
    if (planner) return std::move(*planner);
    const std::string message = spellAsFlags(*kind, planner.error().message, arguments.options);
    if (message != planner.error().message) throw UsageError(message);
    throw Failure(planner.error());
}

Planner preparePlanner(const PlannerArguments& arguments, const Input& input, const Progress& progress, std::string_view flag)
{
    PlannerArguments chosen = arguments;
    if (chosen.name.empty()) chosen.name = findNaturalPlanner(input).name;
    const PlannerKind* const kind = findKind(flag, chosen.name);
    if ((input.cells || input.keeps_squares) && kind && !kind->keeps_cells)
        throw UsageError("--decomposition and --relax are for {}, not for '{} {}'",
                         listWays(flag, [](const PlannerKind& other) { return other.keeps_cells; }), flag, chosen.name);
    Planner planner = preparePlanner(chosen, collectParts(input, progress), input.path, progress, flag);
    stopIfInterrupted();
    return planner;
}

} // namespace clearway::cli
