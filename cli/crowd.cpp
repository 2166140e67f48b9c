// SPDX-License-Identifier: MIT
// `clearway crowd`: runs a scenario, watches it, records it, and says what happened.
#include <clearway/base/names.h>
#include <clearway/clearance.h>
#include <clearway/field_opencl.h>
#include <clearway/guide/on_corridor_map.h>
#include <clearway/guide/on_field.h>
#include <clearway/guide/on_navmesh.h>
#include <clearway/io/crowd_metrics.h>
#include <clearway/io/crowd_scenario.h>
#include <clearway/rts/run.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <thread>

#include "battle.h"
#include "commands.h"
#include "crowd_report.h"
#include "memory.h"
#include "output.h"
#include "progress_bar.h"
#include "recorder.h"
#include "run_files.h"
#include "surface_crowd.h"

namespace clearway::cli {

using Clock = std::chrono::steady_clock;

/// Of an agent under way, its path, its place in the observer and in the recorder; measured on large crowds, rounded up.
static constexpr std::uint64_t kBytesPerAgent = 1600;
static constexpr std::uint64_t kBytesBeside = 100'000'000;

static double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

static void requireMemory(std::size_t agents)
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

static bool isBuiltIn(const std::string& name)
{
    const std::span<const BuiltInScenario> scenarios = builtInScenarios();
    return std::any_of(scenarios.begin(), scenarios.end(),
                       [&](const BuiltInScenario& scenario) { return scenario.name == name; });
}

/// Scenarios and battles are run by one command: who misspells a name may mean either.
static void requireKnownName(const std::string& name)
{
    std::error_code error;
    if (name.empty() || name == "-" || name.find_first_of("/.") != std::string::npos || isBuiltIn(name) ||
        std::filesystem::exists(name, error))
        return;
    std::vector<std::string_view> names;
    for (const BuiltInScenario& scenario : builtInScenarios()) names.push_back(scenario.name);
    for (const BuiltInScenario& battle : builtInBattles()) names.push_back(battle.name);
    throw Failure(ErrorCode::invalid_argument,
                  fmt::format("There is no built-in scenario called '{}'.{} `clearway scenes` lists them all.", showName(name),
                              suggestNames(name, names)));
}

void applySetting(Scenario& scenario, const std::string& setting)
{
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) throw UsageError(fmt::format("--set: '{}' is not of the form MODEL.NAME=VALUE", setting));
    const std::string_view text = setting;
    if (const Result<void> done = setSteeringParameter(scenario, text.substr(0, equals), text.substr(equals + 1)); !done)
        throw UsageError("--set: " + done.error().message);
}

static Scenario loadWith(const CrowdCommandOptions& options)
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
    // Zero means "your own" to the library, and zero here.
    if (options.agents == std::size_t{0}) setAgentCount(scenario, 0);
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
    return scenario;
}

static NavMeshGuide findGuide(const std::string& name)
{
    for (const NavMeshGuide guide : {NavMeshGuide::exact, NavMeshGuide::simple, NavMeshGuide::farthest, NavMeshGuide::nearest,
                                     NavMeshGuide::centre, NavMeshGuide::path})
        if (toText(guide) == name) return guide;
    throw Failure(
        ErrorCode::invalid_argument,
        fmt::format("the guide '{}' is not known: choose exact, simple, farthest, nearest, centre, path, corridor or field.",
                    name));
}

static World buildWorld(const Scenario& scenario, const Scene& scene, const Progress& progress)
{
    NavMeshOptions mesh_options;
    mesh_options.progress = progress;
    const NavMesh mesh = require(buildNavMesh(scene, mesh_options));
    const ClearanceMesh clearance = require(buildClearance(mesh, progress));
    if (scenario.guide == "corridor")
    {
        const VoronoiDiagram diagram = require(buildVoronoi(scene, progress));
        return require(onCorridorMap(clearance, require(buildCorridorMap(diagram))));
    }
    if (scenario.guide == "field") return require(onField(clearance, scene));
    OnNavMeshOptions world_options;
    world_options.guide = findGuide(scenario.guide);
    return onNavMesh(clearance, world_options);
}

/// The steering of a device, if one was asked for; else that of the scenario. Says which device it is.
static std::shared_ptr<const Steering> openDevice(const CrowdCommandOptions& options, const Scenario& scenario)
{
    if (!options.device) return nullptr;
    if (scenario.steering != "field")
        throw UsageError(
            fmt::format("--device relaxes the maps of '--steering field'; this crowd steers by '{}'", scenario.steering));
    const OpenClSteering opened = require(openClLocalField(scenario.field, {.device = *options.device}));
    printMessage(fmt::format("local maps are solved on {}.", opened.device_name));
    return opened.steering;
}

/// Where to write is known before the run begins; nobody waits an hour for an error.
static void checkOutputs(const CrowdCommandOptions& options)
{
    if (!options.output.empty() && !isRunName(options.output))
        throw UsageError(fmt::format("a run is recorded to .sqlite or .txt, not to '{}'", options.output));
    if (!options.picture.empty()) requireRunPictureName(options.picture);
    const std::string ending = std::filesystem::path(options.metrics).extension().string();
    if (!options.metrics.empty() && ending != ".json" && ending != ".csv")
        throw UsageError(fmt::format("metrics are written to .json or .csv, not to '{}'", options.metrics));
    for (const std::string& path : {options.metrics, options.picture})
        if (!path.empty()) requireWritable(path);
}

/// A run that is only drawn needs no more frames than a picture can show.
static std::uint64_t chooseEvery(const CrowdCommandOptions& options, const Scenario& scenario)
{
    if (!options.output.empty()) return options.every;
    const double ticks = std::min(scenario.seconds / scenario.dt, 1e15);
    return std::max<std::uint64_t>(static_cast<std::uint64_t>(std::ceil(ticks / 1200)), 1);
}

static void runTicks(ScenarioRun& run, CrowdObserver& observer, Recorder& recorder, ProgressBar& bar, CrowdReport& report)
{
    const Progress progress = bar.callback();
    const auto ticks = static_cast<double>(std::max<std::uint64_t>(run.tickCount(), 1));
    recorder.record(run.crowd(), 0);
    std::uint64_t tick = 0;
    for (; !run.isOver() && !report.was_stopped; ++tick)
    {
        const Clock::time_point start = Clock::now();
        run.step();
        report.step_seconds += secondsSince(start);
        observer.observe(run.crowd());
        recorder.record(run.crowd(), tick + 1);
        const std::string stage = fmt::format("{} of {} arrived", run.arrivedCount(), run.addedCount());
        report.was_stopped = !progress(stage, static_cast<double>(tick + 1) / ticks);
    }
    recorder.finish();
}

static void writeMetrics(const CrowdCommandOptions& options, const CrowdReport& report, const CrowdObserver& observer)
{
    if (options.metrics.empty()) return;
    const bool is_series = std::filesystem::path(options.metrics).extension() == ".csv";
    const std::string text = is_series ? formatSeriesCsv(observer.series()) : formatMetrics(report);
    require(writeFile(options.metrics, std::as_bytes(std::span(text))));
}

static void drawRun(const CrowdCommandOptions& options, const Recorder& recorder, const CrowdReport& report, ProgressBar& bar)
{
    if (options.picture.empty() || recorder.problem()) return;
    if (report.agents == 0)
    {
        bar.clear();
        return printMessage("there is nobody to draw: no picture was made.");
    }
    RunDrawingOptions drawing;
    drawing.output = options.picture;
    drawing.as = options.as;
    drawing.width = options.width;
    saveRunDrawing(recorder.currentPath(), drawing, report.was_stopped ? Progress() : bar.callback());
}

void runCrowd(const CrowdCommandOptions& options)
{
    if (!isBuiltIn(options.scenario) && isBattleScenario(options.scenario)) return runBattle(options);
    if (!options.log.empty()) throw UsageError("--log is for battles, such as rts_skirmish");
    if (!isBuiltIn(options.scenario) && isSurfaceScenario(options.scenario))
    {
        if (options.device) throw UsageError("--device is for crowds in the plane, with '--steering field'");
        return runSurfaceCrowd(options);
    }
    if (options.goals || options.surface_drawing.isGiven())
        throw UsageError("--goals, --view, --edges and --colour are for crowds on surfaces");
    checkOutputs(options);
    const Clock::time_point start = Clock::now();
    const Scenario scenario = loadWith(options);
    const std::shared_ptr<const Steering> steering = openDevice(options, scenario);
    // A recording that is only drawn goes when the command ends.
    const TemporaryRun temporary(options.output.empty() && !options.picture.empty());
    const std::string recording = temporary.path().empty() ? options.output : temporary.path();
    Recorder recorder = recording.empty() ? Recorder() : Recorder(recording, chooseEvery(options, scenario));
    Recorder none;

    ProgressBar bar;
    SceneReport repairs;
    const Scene scene = require(loadScenarioScene(scenario, &repairs, bar.callback()));
    CrowdOptions crowd_options;
    crowd_options.steering = steering;
    const auto cores = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u));
    crowd_options.worker_count = options.workers == 0 ? cores : options.workers;
    ScenarioRun run =
        require(ScenarioRun::start(scenario, buildWorld(scenario, scene, bar.callback()), crowd_options, bar.callback()));
    stopIfInterrupted();
    CrowdObserver observer(run.crowd(), {.lines = scenario.lines,
                                         .areas = scenario.areas,
                                         .quantum = scene.frame().quantum,
                                         .keeps_series = options.metrics.ends_with(".csv")});
    recorder.begin(scenario, scene);
    CrowdReport report;
    report.workers = crowd_options.worker_count;
    report.build_seconds = secondsSince(start);
    runTicks(run, observer, recorder, bar, report);
    addOutcome(report, scenario, run.crowd(), observer);
    report.agents = run.addedCount();
    report.waiting = run.waitingCount();
    writeMetrics(options, report, observer);
    drawRun(options, recorder, report, bar);
    bar.clear();
    // What a built-in scenario draws on purpose is nobody's mistake.
    if (!isBuiltIn(options.scenario)) printRepairs(options.scenario, repairs);
    for (const std::string& line : describeFaults(report)) printMessage(line);

    const bool has_picture = !options.picture.empty() && !recorder.problem() && report.agents > 0;
    const std::string picture = has_picture ? options.picture : std::string();
    const Recorder& shown = options.output.empty() ? none : recorder;
    printOutput(options.common.json ? formatJson(report, shown, picture) : formatText(report, shown, picture));
    if (report.was_stopped)
    {
        printMessage(fmt::format("stopped after {} s of the run.", formatNumber(report.metrics.seconds)));
        throw StoppedAfterAnswer();
    }
    if (recorder.problem()) throw AnsweredWithProblems();
}

} // namespace clearway::cli
