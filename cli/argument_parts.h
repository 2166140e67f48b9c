// SPDX-License-Identifier: MIT
// The commands as CLI11 sees them: what each takes and what its help says, and the options that several share.
#pragma once
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "commands.h"

namespace clearway::cli {

inline constexpr const char* kSceneHelp =
    "A file (.wkt .geojson .json .map .mesh .clearway, triangles: .obj .ply .stl .off .gltf .glb), a built-in scene, or '-'";

// ---- the commands; `options` must outlive the parsing

CLI::App* addScenes(CLI::App& app, ScenesOptions& options);
CLI::App* addBuild(CLI::App& app, BuildOptions& options);
CLI::App* addInfo(CLI::App& app, InfoOptions& options);
CLI::App* addRender(CLI::App& app, RenderOptions& options);
CLI::App* addConvert(CLI::App& app, ConvertOptions& options);
CLI::App* addPath(CLI::App& app, PathCommandOptions& options);
CLI::App* addPaths(CLI::App& app, PathsCommandOptions& options);
CLI::App* addCrowd(CLI::App& app, CrowdCommandOptions& options);
CLI::App* addAnalyse(CLI::App& app, AnalyseOptions& options);

// ---- what they share

/// Throws CLI::ValidationError: `text` is none of the names; with the nearest ones.
[[noreturn]] void refuseName(const std::string& option, const std::string& text, const std::vector<std::string>& names);

/// A number within limits; CLI11's own range check lets NaN pass.
CLI::Validator inRange(double low, double high, const std::string& wanted);

/// An option that is such a number. `text` stands for it in the help. `group` of the help; empty: the usual one.
template <typename Target>
CLI::Option* addNumber(CLI::App* command, const std::string& name, Target& target, const CLI::Validator& range,
                       const std::string& text, const std::string& description, const std::string& group = {})
{
    CLI::Option* const option = command->add_option(name, target, description)->check(range)->option_text(text);
    return group.empty() ? option : option->group(group);
}

template <typename T, typename Target>
CLI::Option* addChoice(CLI::App* command, const std::string& name, Target& target, const std::map<std::string, T>& choices,
                       const std::string& description)
{
    std::vector<std::string> names;
    for (const auto& [choice, value] : choices) names.push_back(choice);
    // Names are turned into values here: CLI11 would also take the number behind an enumerator.
    return command
        ->add_option_function<std::string>(
            name,
            [name, names, choices, &target](const std::string& text) {
                const auto found = choices.find(text);
                if (found == choices.end()) refuseName(name, text, names);
                target = found->second;
            },
            description)
        ->option_text(fmt::format("{}", fmt::join(names, "|")));
}

/// One of some names, which is kept as text.
template <typename Names>
CLI::Option* addName(CLI::App* command, const std::string& name, std::string& target, const Names& names,
                     const std::string& description)
{
    std::map<std::string, std::string> choices;
    for (const auto& choice : names) choices.emplace(choice, choice);
    return addChoice(command, name, target, choices, description);
}

void addJson(CLI::App* command, CommonOptions& options);
CLI::Option* addOutput(CLI::App* command, std::string& output, const std::string& text, const std::string& description);

void addWidth(CLI::App* command, std::optional<int>& width);

/// Digits only: CLI11 would take -1 for the largest number. `target`: a whole number that can hold `most`, optional or not.
template <typename Count>
CLI::Option* addCount(CLI::App* command, const std::string& name, Count& target, std::uint64_t least, std::uint64_t most,
                      const std::string& wanted, const std::string& description)
{
    const auto parse = [=, &target](const std::string& text) {
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (text.empty() || error != std::errc() || end != text.data() + text.size() || value < least || value > most)
            throw CLI::ValidationError(fmt::format("{}: '{}' is not {}", name, text, wanted));
        if constexpr (requires { typename Count::value_type; })
            target = static_cast<typename Count::value_type>(value);
        else
            target = static_cast<Count>(value);
    };
    return command->add_option_function<std::string>(name, parse, description)->option_text("N");
}

template <typename Seed>
CLI::Option* addSeed(CLI::App* command, Seed& seed, const std::string& description)
{
    return addCount(command, "--seed", seed, 0, std::numeric_limits<std::uint64_t>::max(), "a whole number from 0 to 2^64 - 1",
                    description)
        ->option_text("K");
}

/// An option that is turned into a value by hand. `parse` says what the text should have been; empty: it is fine. `group` of the
/// help; empty: the usual one. With `repeats` the option may be given again: `parse` is called for each.
void addParsed(CLI::App* command, const std::string& name, const std::string& text, const std::string& group,
               const std::string& description, const std::function<std::string(const std::string&)>& parse, bool repeats = false);
/// Numbers separated by commas. Not a number and infinity are numbers here: the library says what is wrong with them.
std::vector<double> parseNumbers(const std::string& option, const std::string& text);
/// Two finite numbers; what is wrong otherwise. `point`: a Vec2, optional or not.
template <typename Target>
std::string parsePoint(const std::string& option, const std::string& text, Target& point)
{
    const std::vector<double> numbers = parseNumbers(option, text);
    if (numbers.size() != 2 || !isFinite(Vec2{numbers[0], numbers[1]})) return "a point: write x,y";
    point = Vec2{numbers[0], numbers[1]};
    return {};
}

void addInput(CLI::App* command, InputOptions& input, const std::string& name, const std::string& description);
CLI::Option* addFormat(CLI::App* command, const std::string& name, std::string& format, const std::string& description);
void addTriangles(CLI::App* command, InputOptions& input);
/// --decomposition and --relax.
void addCells(CLI::App* command, InputOptions& input);
void addPoint(CLI::App* command, const std::string& name, std::optional<Vec3>& point, const std::string& description);
/// Points, each by the option once more. `add` is called for each.
void addPoints(CLI::App* command, const std::string& name, const std::string& description, const std::function<void(Vec2)>& add,
               const std::string& group = "");
/// --using, and the options of all planners.
void addPlanner(CLI::App* command, PlannerArguments& planner);
/// The options of all planners that say how a crowd is led, and over what.
void addCrowdOptions(CLI::App* command, PlannerArguments& planner);
/// The options that say how a part of planners is built, as in PlannerKind::kept_part; empty: any. `left_out`: one that the
/// command has itself.
void addBuildOptions(CLI::App* command, PlannerArguments& planner, std::string_view part = {}, std::string_view left_out = {});
/// Of the coordinates of trajectories.
void addUnit(CLI::App* command, std::optional<double>& unit);
void addFieldDrawing(CLI::App* command, FieldDrawing& drawing);
/// `color`: a SurfaceColor, optional or not.
template <typename Target>
void addSurfaceColor(CLI::App* command, Target& color, const std::string& description)
{
    addChoice<SurfaceColor>(
        command, "--colour,--color", color,
        {{"acceleration", SurfaceColor::acceleration}, {"component", SurfaceColor::component}, {"none", SurfaceColor::none}},
        description)
        ->group("Surfaces");
}
/// --view, --edges and --colour.
void addLook(CLI::App* command, SurfacePictureOptions& look);
void addRunDrawing(CLI::App* command, std::optional<RunDrawing>& as);

} // namespace clearway::cli
