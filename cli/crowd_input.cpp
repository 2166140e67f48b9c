// SPDX-License-Identifier: MIT
#include "crowd_input.h"

#include <clearway/base/names.h>
#include <clearway/io/crowd_scenario.h>
#include <clearway/path/finder.h>
#include <clearway/rts/run.h>
#include <clearway/scene/mesh_generators.h>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "memory.h"
#include "output.h"
#include "path_answer.h"
#include "progress_bar.h"

namespace clearway::cli {

/// Of an agent under way, its path, its place in the observer and in the recorder; measured on large crowds, rounded up.
static constexpr std::uint64_t kBytesPerAgent = 1600;
static constexpr std::uint64_t kBytesBeside = 100'000'000;
/// Who walks about in a scene when nobody says.
static constexpr std::size_t kUsualCount = 50;

void requireMemory(std::size_t agents)
{
    const std::uint64_t free = findFreeMemory();
    const std::uint64_t needed = agents * kBytesPerAgent + kBytesBeside;
    if (free == 0 || needed <= free) return;
    const std::uint64_t most = free > kBytesBeside ? (free - kBytesBeside) / kBytesPerAgent : 0;
    throw Failure(ErrorCode::out_of_range,
                  fmt::format("{} agents need about {} GB of memory, and {} GB are free: at most about {} fit here.",
                              formatNumber(static_cast<double>(agents), 0), formatNumber(static_cast<double>(needed) / 1e9, 1),
                              formatNumber(static_cast<double>(free) / 1e9, 1),
                              formatNumber(static_cast<double>(most / 1000 * 1000), 0)));
}

bool isBuiltInScenario(const std::string& name)
{
    const std::span<const BuiltInScenario> scenarios = builtInScenarios();
    return std::any_of(scenarios.begin(), scenarios.end(),
                       [&](const BuiltInScenario& scenario) { return scenario.name == name; });
}

bool isGround(const std::string& name)
{
    if (isBuiltInScenario(name)) return false;
    for (const std::span<const BuiltInScene> scenes : {builtInScenes(), builtInMeshes()})
        if (std::ranges::any_of(scenes, [&](const BuiltInScene& scene) { return scene.name == name; })) return true;
    const std::optional<Format> format = findFormat(name);
    if (!format) return false;
    if (!name.ends_with(".json")) return true;
    // GeoJSON too may be called that.
    const Result<std::vector<std::byte>> bytes = readFile(name);
    if (!bytes) return false;
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    return !parseScenario(text) && parseGeoJson(text);
}

/// Scenarios, battles and scenes are run by one command: who misspells a name may mean any.
static void requireKnownName(const std::string& name)
{
    std::error_code error;
    if (name.empty() || name == "-" || name.find_first_of("/.") != std::string::npos || isBuiltInScenario(name) ||
        std::filesystem::exists(name, error))
        return;
    std::vector<std::string_view> names;
    for (const BuiltInScenario& scenario : builtInScenarios()) names.push_back(scenario.name);
    for (const BuiltInScenario& battle : builtInBattles()) names.push_back(battle.name);
    for (const BuiltInScene& scene : builtInScenes()) names.push_back(scene.name);
    throw Failure(ErrorCode::invalid_argument,
                  fmt::format("There is no built-in scenario or scene called '{}'.{} `clearway scenes` lists them all.",
                              showName(name), suggestNames(name, names)));
}

void applySetting(Scenario& scenario, const std::string& setting)
{
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) throw UsageError(fmt::format("--set: '{}' is not of the form MODEL.NAME=VALUE", setting));
    const std::string_view text = setting;
    if (const Result<void> done = setSteeringParameter(scenario, text.substr(0, equals), text.substr(equals + 1)); !done)
        throw UsageError("--set: " + done.error().message);
}

/// What the command line says instead of the scenario.
static void applyOptions(Scenario& scenario, const CrowdCommandOptions& options)
{
    if (options.seed) scenario.seed = *options.seed;
    if (options.seconds) scenario.seconds = *options.seconds;
    if (options.dt) scenario.dt = *options.dt;
    if (!options.guide.empty()) scenario.guide = options.guide;
    if (!options.steering.empty()) scenario.steering = options.steering;
    for (const std::string& setting : options.settings) applySetting(scenario, setting);
    for (const ScenarioProblem& problem : verify(scenario))
        throw Failure(ErrorCode::invalid_argument, fmt::format("{}: {} {}", scenario.name, problem.field, problem.message),
                      options.scenario);
    std::size_t agents = 0;
    for (const ScenarioGroup& group : scenario.groups) agents += group.count;
    requireMemory(agents);
}

Scenario loadCrowdScenario(const CrowdCommandOptions& options)
{
    requireKnownName(options.scenario);
    // Before the scene is made, which grows with the number of agents.
    if (options.agents) requireMemory(*options.agents);
    ScenarioOptions scenario_options;
    scenario_options.agent_count = options.agents.value_or(0);
    scenario_options.seed = options.seed.value_or(0);
    Scenario scenario = [&] {
        const ImmediateInterrupt guard;
        return require(loadScenario(options.scenario, scenario_options));
    }();
    if (scenario.name.empty())
        scenario.name = options.scenario == "-" ? "standard input" : std::filesystem::path(options.scenario).filename().string();
    // Zero means "your own" to the library, and zero here.
    if (options.agents == std::size_t{0}) setAgentCount(scenario, 0);
    applyOptions(scenario, options);
    return scenario;
}

CrowdSetting prepareScenario(Scenario scenario, bool is_built_in, const Progress& progress)
{
    SceneReport repairs;
    Scene scene = require(loadScenarioScene(scenario, &repairs, {.progress = progress}));
    if (is_built_in) repairs = {};
    NavMeshOptions options;
    options.execution.progress = progress;
    ClearanceMesh clearance = require(buildClearance(require(buildNavMesh(scene, options)), {.progress = progress}));
    return {std::move(scenario), std::move(scene), std::move(clearance), std::move(repairs)};
}

CrowdSetting prepareGround(const CrowdCommandOptions& options, const Input& input, const Progress& progress)
{
    Scenario scenario;
    scenario.name = input.name;
    scenario.scene_name = input.path; // for people: the scene is there already
    ScenarioGroup people;
    people.name = "people";
    people.count = options.agents.value_or(kUsualCount);
    people.goals = {Goal::random(options.seed.value_or(1))};
    scenario.groups.push_back(std::move(people));
    applyOptions(scenario, options);
    ClearanceMesh clearance = require(buildClearance(buildMesh(input, {}, progress), {.progress = progress}));
    return {std::move(scenario), buildOutline(input, progress), std::move(clearance), input.report};
}

std::string explainUnreachable(const UnreachableGoal& goal, const CrowdSetting& setting)
{
    PathOptions options;
    options.radius = goal.radius;
    options.layer = static_cast<int>(goal.layer);
    const Path path = findPath(setting.clearance, goal.from, goal.goal, options);
    if (path.isComplete())
        return fmt::format("there is a way of {} m, but the guide '{}' does not find it: it needs wider passages",
                           formatNumber(path.length()), setting.scenario.guide);
    std::string text = explainNoPath(path, require(buildPlanner(PlannerParts{.clearance = setting.clearance}, "navmesh")));
    if (const std::uint32_t parts = setting.clearance.mesh().componentCount(); parts > 1)
        text += fmt::format("; the ground falls into {} parts", parts);
    return text;
}

} // namespace clearway::cli
