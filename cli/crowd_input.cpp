// SPDX-License-Identifier: MIT
#include "crowd_input.h"

#include <clearway/base/names.h>
#include <clearway/clearance.h>
#include <clearway/io/crowd_scenario.h>
#include <clearway/native/field_opencl.h>
#include <clearway/path/finder.h>
#include <clearway/plan/far_places.h>
#include <clearway/rts/run.h>
#include <clearway/scene/mesh_generators.h>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>

#include "memory.h"
#include "output.h"
#include "path_answer.h"
#include "progress_bar.h"

namespace clearway::cli {

/// Of an agent under way, its path, its place in the observer and in the recorder; measured on large crowds, rounded up. Those of
/// the engine `walkers` take less: 630 on plain ground.
static constexpr std::uint64_t kBytesPerAgent = 1600, kBytesPerWalker = 700;
static constexpr std::uint64_t kBytesBeside = 100'000'000;
/// How many walk about in a scene or over a surface unless said: there is room for them on every built-in one.
static constexpr std::size_t kUsualCount = 50;

/// Throws Failure when a crowd of this size needs more memory than there is.
static void requireMemory(std::size_t agents, std::string_view engine)
{
    const std::uint64_t bytes_per_agent = engine == toString(CrowdOptions::Engine::walkers) ? kBytesPerWalker : kBytesPerAgent;
    const std::uint64_t free = findFreeMemory();
    const std::uint64_t needed = agents * bytes_per_agent + kBytesBeside;
    if (free == 0 || needed <= free) return;
    const std::uint64_t most = free > kBytesBeside ? (free - kBytesBeside) / bytes_per_agent : 0;
    throw Failure(ErrorCode::out_of_range,
                  fmt::format("{} agents need about {} GB of memory, and {} GB are free: at most about {} fit here.",
                              formatNumber(static_cast<double>(agents), 0), formatNumber(static_cast<double>(needed) / 1e9, 1),
                              formatNumber(static_cast<double>(free) / 1e9, 1),
                              formatNumber(static_cast<double>(most / 1000 * 1000), 0)));
}

bool isBuiltInScenario(const std::string& name) { return hasName(builtInScenarios(), name); }

/// Whether a name means ground to walk on, and no scenario: a built-in scene or mesh, or a file of them.
static bool isGround(const std::string& name)
{
    if (isBuiltInScenario(name)) return false;
    if (hasName(builtInScenes(), name) || hasName(builtInMeshes(), name)) return true;
    if (findFormat(name).empty()) return false;
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
    if (equals == std::string::npos) throw UsageError("--set: '{}' is not of the form MODEL.NAME=VALUE", setting);
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
    if (!options.engine.empty()) setEngine(scenario, options.engine);
    if (!options.guide.empty()) scenario.guide = options.guide;
    if (!options.steering.empty()) scenario.steering = options.steering;
    if (!options.passing_side.empty()) scenario.passing_side = options.passing_side;
    for (const std::string& setting : options.settings) applySetting(scenario, setting);
    for (const Scenario::Problem& problem : verify(scenario))
        throw Failure(ErrorCode::invalid_argument, fmt::format("{}: {} {}", scenario.name, problem.field, problem.message),
                      options.scenario);
    std::size_t agents = 0;
    for (const Scenario::Group& group : scenario.groups) agents += group.count;
    requireMemory(agents, scenario.engine);
}

static Scenario loadCrowdScenario(const CrowdCommandOptions& options)
{
    requireKnownName(options.scenario);
    // Before the scene of a built-in one is made, which grows with the number of agents.
    if (options.agents && isBuiltInScenario(options.scenario)) requireMemory(*options.agents, options.engine);
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

/// People who walk from one random place to the next, or have no goals yet.
static Scenario makePeople(const CrowdCommandOptions& options, const Input& input, bool goes_far)
{
    Scenario scenario;
    scenario.name = input.name;
    scenario.scene_name = input.path; // for people: the ground is there already
    if (input.isSurface()) scenario.guide = findNaturalPlanner(input).guides.front();
    Scenario::Group people;
    people.name = "people";
    people.count = options.agents.value_or(kUsualCount);
    if (!goes_far) people.goals = {Goal::random(options.seed.value_or(1))};
    scenario.groups.push_back(std::move(people));
    applyOptions(scenario, options);
    return scenario;
}

Input loadGround(const CrowdCommandOptions& options, const std::optional<Scenario>& scenario, const Progress& progress)
{
    InputOptions ground = options.ground;
    ground.path = scenario ? scenario->scene_name : options.scenario;
    if (scenario && isTrianglesName(ground.path) && findFormat(ground.path).empty())
    {
        ground.seed = scenario->scene_options.seed;
        ground.scale = scenario->scene_options.scale;
    }
    Input input;
    if (!scenario || hasSurface(*scenario))
        input = loadInput(ground, progress, options.common);
    else
    {
        input.path = input.name = options.scenario;
        input.parts.scene = require(loadScenarioScene(*scenario, &input.report, {.progress = progress}));
    }
    if (!input.isSurface())
        refuseOptions(options.common, {"Surfaces", "Meshes of triangles"},
                      fmt::format("for crowds over surfaces; '{}' is in the plane", options.scenario));
    else
        refuseOptions(options.common, {"--device"}, "for crowds in the plane, with '--steering field'");
    return input;
}

std::shared_ptr<const Steering> openDevice(const CrowdCommandOptions& options, const Scenario& scenario)
{
    if (!options.device) return nullptr;
    if (scenario.steering != "field")
        throw UsageError("--device relaxes the maps of '--steering field'; this crowd steers by '{}'", scenario.steering);
    const OpenClSteering opened = require(openClLocalField(scenario.field, {.device = *options.device}));
    printMessage("local maps are solved on {}.", opened.device_name);
    return opened.steering;
}

CrowdSetting prepareCrowd(const CrowdCommandOptions& options, const Progress& progress)
{
    const bool is_ground = isGround(options.scenario);
    std::optional<Scenario> given;
    if (!is_ground) given = loadCrowdScenario(options);
    Input input = loadGround(options, given, progress);
    if (isBuiltInScenario(options.scenario)) input.report = {};
    if (input.isSurface() && options.engine == "walkers")
        throw UsageError("--engine walkers is for plane ground: its people follow a corridor map");
    if (given) refuseOptions(options.common, {"--goals"}, "for crowds without a scenario, which says where everybody goes");

    const bool goes_far = is_ground && input.isSurface() && options.goals == SurfaceGoals::far;
    Scenario scenario = given ? std::move(*given) : makePeople(options, input, goes_far);
    PlannerParts parts;
    if (input.isSurface())
        parts = collectParts(input, progress);
    else
    {
        parts.scene = buildOutline(input, progress);
        parts.clearance = require(buildClearance(buildMesh(input, progress), {.progress = progress}));
    }
    PlannerArguments arguments = options.planner;
    arguments.name = scenario.guide;
    Planner planner = preparePlanner(arguments, parts, options.scenario, progress, "--guide");
    return {std::move(scenario), std::move(input), std::move(planner), goes_far};
}

void sendFar(Crowd& crowd, const CrowdSetting& setting)
{
    const CurvedGround& ground = *crowd.world().ground->curved();
    std::vector<SurfacePlace> places;
    for (const Vec2 position : crowd.positions())
    {
        const Pose pose = ground.computePose(position);
        places.push_back({pose.position, pose.face});
    }
    const auto goals = findOtherSides(setting.planner, places, crowd.radii(), setting.scenario.seed);
    Box3 bounds;
    for (const Vec3 p : setting.planner.parts().surface->positions()) bounds.add(p);
    for (std::size_t i = 0; i < crowd.size(); ++i)
    {
        // Where nothing on the other side can be reached: to the place opposite all the same, to which there is no way.
        const Vec3 place = goals[i].value_or(bounds.center() * 2 - places[i].position);
        Vec2 goal = crowd.positions()[i];
        ground.findPosition(place, std::numeric_limits<double>::infinity(), goal);
        require(crowd.setGoal(crowd.ids()[i], Goal(goal)));
    }
}

/// Whether somebody goes to random places only.
static bool goesAtRandom(AgentId id, const Crowd& crowd, const Scenario& scenario)
{
    const std::optional<AgentView> agent = crowd.find(id);
    if (!agent || agent->group >= scenario.groups.size()) return false;
    const std::vector<Goal>& goals = scenario.groups[agent->group].goals;
    return !goals.empty() && std::ranges::all_of(goals, [](const Goal& goal) { return goal.kind() == Goal::Kind::random; });
}

std::string explainUnreachable(const CrowdMetrics::UnreachableGoal& goal, const Crowd& crowd, const CrowdSetting& setting)
{
    const PlannerParts& parts = setting.planner.parts();
    const CurvedGround* const curved = crowd.world().ground->curved();
    // Random places over a surface are on one's own part of it, and several were tried.
    if (goal.from == goal.goal || (curved && goesAtRandom(goal.id, crowd, setting.scenario)))
        return "there is no room for a random goal that it can reach on its part of the ground";
    PathOptions options;
    options.radius = goal.radius;
    options.layer = static_cast<int>(goal.layer);
    // In the plane the exact planner knows best, unless a planner has nothing for it.
    const bool is_exact = !curved && parts.clearance;
    const Path path = is_exact ? findPath(*parts.clearance, goal.from, goal.goal, options)
                               : setting.planner.find({toSpace(crowd, goal.from), toSpace(crowd, goal.goal), goal.radius});
    if (path.isComplete())
    {
        const std::string& reason = findPlanner(setting.planner.name())->no_path;
        return fmt::format("there is a way of {} m, but the guide '{}' does not find it{}{}", formatNumber(path.length()),
                           setting.scenario.guide, reason.empty() ? "" : ": ", reason);
    }
    std::string text = explainNoPath(path, is_exact ? require(buildPlanner(PlannerParts{.clearance = parts.clearance}, "navmesh"))
                                                    : setting.planner);
    const std::uint32_t count = parts.surface ? parts.surface->componentCount()
                                : is_exact    ? parts.clearance->mesh().componentCount()
                                              : 1;
    if (count > 1) text += fmt::format("; the ground falls into {} parts", count);
    return text;
}

Vec3 toSpace(const Crowd& crowd, Vec2 position)
{
    const CurvedGround* const curved = crowd.world().ground->curved();
    return curved ? curved->computePose(position).position : atHeight(position, kAnyHeight);
}

} // namespace clearway::cli
