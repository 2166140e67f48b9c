// SPDX-License-Identifier: MIT
// Options that several commands share, for the files that describe commands to CLI11.
#pragma once
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "commands.h"

namespace clearway::cli {

inline constexpr const char* kSceneHelp =
    "A file (.wkt .geojson .json .map .mesh .clearway, triangles: .obj .ply .stl .off .gltf .glb), a built-in scene, or '-'";

/// The formats by name.
const std::map<std::string, Format>& listFormats();

/// A number within limits; CLI11's own range check lets NaN pass.
CLI::Validator inRange(double low, double high, const std::string& wanted);

template <typename T, typename Target>
CLI::Option* addChoice(CLI::App* command, const std::string& name, Target& target, const std::map<std::string, T>& choices,
                       const std::string& description)
{
    std::string names;
    for (const auto& [choice, value] : choices) names += (names.empty() ? "" : "|") + choice;
    // Names are turned into values here: CLI11 would also take the number behind an enumerator.
    return command
        ->add_option_function<std::string>(
            name,
            [name, names, choices, &target](const std::string& text) {
                const auto found = choices.find(text);
                if (found == choices.end()) throw CLI::ValidationError(fmt::format("{}: '{}' is none of {}", name, text, names));
                target = found->second;
            },
            description)
        ->option_text(names);
}

void addJson(CLI::App* command, CommonOptions& options);
CLI::Option* addOutput(CLI::App* command, std::string& output, const std::string& text, const std::string& description);

template <typename Width>
void addWidth(CLI::App* command, Width& width)
{
    command->add_option("--width", width, "Width of the picture in pixels (points in PDF), 64 to 20000; default 1200")
        ->check(inRange(64, 20'000, "a width from 64 to 20000 pixels"))
        ->option_text("PIXELS");
}

/// Digits only: CLI11 would take -1 for the largest seed.
template <typename Seed>
CLI::Option* addSeed(CLI::App* command, Seed& seed, const std::string& description)
{
    const auto parse = [&seed](const std::string& text) {
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (text.empty() || error != std::errc() || end != text.data() + text.size())
            throw CLI::ValidationError(fmt::format("--seed: '{}' is not a whole number from 0 to 2^64 - 1", text));
        seed = value;
    };
    return command->add_option_function<std::string>("--seed", parse, description)->option_text("K");
}

/// Digits only, with a largest value.
template <typename Count>
void addCount(CLI::App* command, const std::string& name, Count& target, std::uint64_t least, std::uint64_t most,
              const std::string& wanted, const std::string& description)
{
    const auto parse = [=, &target](const std::string& text) {
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (text.empty() || error != std::errc() || end != text.data() + text.size() || value < least || value > most)
            throw CLI::ValidationError(fmt::format("{}: '{}' is not {}", name, text, wanted));
        target = static_cast<std::uint32_t>(value);
    };
    command->add_option_function<std::string>(name, parse, description)->option_text("N");
}

void addInput(CLI::App* command, InputOptions& input, const std::string& name, const std::string& description);
void addTriangles(CLI::App* command, TriangleOptions& triangles);
void addMesh(CLI::App* command, MeshOptions& mesh);
/// Numbers separated by commas. Not a number and infinity are numbers here: the library says what is wrong with them.
std::vector<double> parseNumbers(const std::string& option, const std::string& text);
void addPoint(CLI::App* command, const std::string& name, PointArgument& point, const std::string& description);
/// --using, and the options of all planners.
void addPlanner(CLI::App* command, PlannerArguments& planner);
/// The options of all planners that say how a crowd is led.
void addCrowdOptions(CLI::App* command, PlannerArguments& planner);
/// The options of some planners that say what is built. `left_out`: those that the command has itself.
void addBuildOptions(CLI::App* command, PlannerArguments& planner, std::initializer_list<std::string_view> planner_names,
                     std::initializer_list<std::string_view> left_out = {});
/// A length in metres within limits.
void addLength(CLI::App* command, const std::string& name, std::optional<double>& target, double low, const std::string& wanted,
               const std::string& description, const std::string& group);
/// eps and v.
void addDrift(CLI::App* command, FieldArguments& field, const std::string& group);
/// Points, each by the option once more.
void addPoints(CLI::App* command, const std::string& name, std::vector<Vec2>& points, const std::string& description,
               const std::string& group);
/// Of the coordinates of trajectories.
void addUnit(CLI::App* command, std::optional<double>& unit);
void addFieldDrawing(CLI::App* command, FieldDrawing& drawing);
void addSurfaceColor(CLI::App* command, std::optional<SurfaceColor>& color, const std::string& description);
void addSurfaceDrawing(CLI::App* command, SurfaceDrawing& drawing);
void addRunDrawing(CLI::App* command, std::function<void(RunDrawing)> set);

} // namespace clearway::cli
