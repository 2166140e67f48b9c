// SPDX-License-Identifier: MIT
// The options of planners, as the registry describes them.
#include <algorithm>

#include "argument_parts.h"

namespace clearway::cli {

namespace {

using Kind = ParameterInfo::Kind;

/// An option of the command line: that of one planner, or of several that call it by the same name.
struct SharedOption
{
    std::vector<const PlannerKind*> kinds;
    std::vector<const PlannerKind::OptionInfo*> options;
};

} // namespace

static std::string describeOption(const PlannerKind::OptionInfo& option)
{
    const ParameterInfo& info = option.info;
    std::string text(info.meaning);
    if (!info.unit.empty()) text += fmt::format(", in {}", info.unit);
    if (info.kind != Kind::flag && info.kind != Kind::text) text += fmt::format("; default {}", option.usual);
    return text;
}

static std::string describeOption(const SharedOption& shared)
{
    if (shared.options.size() == 1) return describeOption(*shared.options.front());
    std::string text;
    for (std::size_t i = 0; i < shared.options.size(); ++i)
        text += fmt::format("{}{}: {}", i == 0 ? "" : ". ", shared.kinds[i]->name, describeOption(*shared.options[i]));
    return text;
}

static std::string describeValue(const SharedOption& shared)
{
    std::vector<std::string_view> choices;
    for (const PlannerKind::OptionInfo* option : shared.options)
        for (const std::string_view choice : option->info.choices)
            if (std::ranges::find(choices, choice) == choices.end()) choices.push_back(choice);
    if (!choices.empty()) return fmt::format("{}", fmt::join(choices, "|"));
    const ParameterInfo& info = shared.options.front()->info;
    return info.kind == Kind::text ? "TEXT" : info.kind == Kind::count ? "N" : info.unit == "metres" ? "M" : "X";
}

static void addOption(CLI::App* command, PlannerArguments& planner, const SharedOption& shared)
{
    const std::string name(shared.options.front()->info.name);
    const auto set = [&planner, name](std::string text) {
        std::erase_if(planner.options, [&](const PlannerOption& option) { return option.name == name; });
        planner.options.push_back({name, OptionValue(std::move(text))});
    };
    std::string group = "Planner";
    for (const PlannerKind* kind : shared.kinds)
        group += fmt::format("{} {}", kind == shared.kinds.front() ? "" : " and", kind->name);
    if (shared.options.front()->info.kind == Kind::flag)
        command->add_flag_callback(makeFlag(name), [set] { set("true"); }, describeOption(shared))->group(group);
    else
        command->add_option_function<std::string>(makeFlag(name), set, describeOption(shared))
            ->option_text(describeValue(shared))
            ->group(group);
}

/// Which has options of its own on the command line, since files may bring cells.
static bool saysHowCellsAreCut(const PlannerKind::OptionInfo& option)
{
    return option.info.name == "decomposition" || option.info.name == "relax";
}

template <typename Wants>
static void addOptions(CLI::App* command, PlannerArguments& planner, Wants&& wants)
{
    std::vector<SharedOption> all;
    for (const PlannerKind& kind : planners())
        for (const PlannerKind::OptionInfo& option : kind.options)
        {
            if (saysHowCellsAreCut(option) || !wants(kind, option)) continue;
            const auto found =
                std::ranges::find(all, option.info.name, [](const SharedOption& o) { return o.options.front()->info.name; });
            SharedOption& shared = found == all.end() ? all.emplace_back() : *found;
            shared.kinds.push_back(&kind);
            shared.options.push_back(&option);
        }
    for (const SharedOption& shared : all) addOption(command, planner, shared);
}

void addPlanner(CLI::App* command, PlannerArguments& planner)
{
    std::vector<std::string> names;
    std::string help = "The planner; default: what the input is for, navmesh for a scene";
    for (const PlannerKind& kind : planners())
    {
        names.push_back(kind.name);
        help += fmt::format(". {}: {}", kind.name, kind.help);
    }
    command
        ->add_option_function<std::string>(
            "--using",
            [&planner, names](const std::string& text) {
                if (!findPlanner(text)) refuseName("--using", text, names);
                planner.name = text;
            },
            help)
        ->option_text(fmt::format("{}", fmt::join(names, "|")));
    addOptions(command, planner, [](const PlannerKind&, const PlannerKind::OptionInfo& option) {
        return option.use != PlannerKind::OptionInfo::Use::crowds;
    });
}

void addCrowdOptions(CLI::App* command, PlannerArguments& planner)
{
    // Cells of crowds are always cut the same way; the speed is that of each agent.
    addOptions(command, planner, [](const PlannerKind&, const PlannerKind::OptionInfo& option) {
        return option.use != PlannerKind::OptionInfo::Use::paths && option.info.name != "speed";
    });
}

void addBuildOptions(CLI::App* command, PlannerArguments& planner, std::string_view part, std::string_view left_out)
{
    addOptions(command, planner, [&](const PlannerKind& kind, const PlannerKind::OptionInfo& option) {
        const bool is_built = part.empty() ? !kind.kept_part.empty() : kind.kept_part == part;
        return option.use == PlannerKind::OptionInfo::Use::parts && is_built && option.info.name != left_out;
    });
}

} // namespace clearway::cli
