// SPDX-License-Identifier: MIT
// `clearway crowd`: runs a scenario, watches it, records it, and says what happened.
#include <clearway/io/crowd_scenario.h>
#include <clearway/path/finder.h>
#include <clearway/plan.h>
#include <clearway/record/crowd_metrics.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <thread>

#include "battle.h"
#include "clock.h"
#include "commands.h"
#include "crowd_input.h"
#include "crowd_report.h"
#include "output.h"
#include "progress_bar.h"
#include "recorder.h"
#include "run_files.h"
#include "surface_mesh.h"

#include "clearway_cli_features.h"

#if CLEARWAY_HAS_REFEREE()
#include <bullet_contacts.h>
#endif

namespace clearway::cli {

/// Bullet in place of the crowd's own, if it was asked for.
static std::function<void(Crowd&)> findContacts([[maybe_unused]] const CrowdSetting& setting, const std::string& name)
{
    if (name == "own") return {};
    if (!setting.planner.parts().clearance) throw UsageError("--contacts bullet is for crowds in the plane");
#if CLEARWAY_HAS_REFEREE()
    return referee::bulletContacts(referee::listWalls(setting.planner.parts().clearance->mesh()));
#else
    throw Failure(ErrorCode::invalid_argument, "--contacts bullet: this program was built without Bullet. Install it with double "
                                               "precision (Debian: libbullet-dev), configure and build again.");
#endif
}

static void checkOutputs(const CrowdCommandOptions& options)
{
    checkRunOutputs(options);
    const std::string ending = findEnding(options.metrics);
    if (!options.metrics.empty() && ending != ".json" && ending != ".csv")
        throw UsageError("metrics are written to .json or .csv, not to '{}'", options.metrics);
}

/// A run that is only drawn needs no more frames than a picture can show.
static std::uint64_t chooseEvery(const CrowdCommandOptions& options, const Scenario& scenario)
{
    if (!options.output.empty()) return options.every;
    const double ticks = std::min(scenario.seconds / scenario.dt, 1e15);
    return std::max<std::uint64_t>(static_cast<std::uint64_t>(std::ceil(ticks / 1200)), 1);
}

/// Of a search for a shortest path to compare with: many are asked for, and one that takes longer is not measured.
constexpr std::size_t kMostNodes = std::size_t{1} << 17;

/// Shortest paths to compare with what was walked; none over surfaces.
static auto openShortestPaths(const CrowdSetting& setting)
{
    decltype(ObserverOptions::shortest_path) shortest_path;
    const std::optional<ClearanceMesh>& clearance = setting.planner.parts().clearance;
    if (!clearance) return shortest_path;
    shortest_path = [finder = std::make_shared<PathFinder>(*clearance),
                     path = Path()](Vec2 from, Vec2 to, double radius, std::uint32_t layer, std::vector<Vec2>& points) mutable {
        PathOptions options;
        options.radius = radius;
        options.layer = static_cast<int>(layer);
        options.max_nodes = kMostNodes;
        finder->find(from, to, options, path);
        computePoints(path, 0.01, points);
        return path.isComplete() ? path.length() : -1;
    };
    return shortest_path;
}

static void runTicks(ScenarioRun& run, CrowdObserver& observer, Recorder& recorder, ProgressBar& bar, CrowdReport& report)
{
    const Progress progress = bar.callback();
    const auto ticks = static_cast<double>(std::max<std::uint64_t>(run.tickCount(), 1));
    recorder.record(run.crowd(), 0);
    std::uint64_t tick = 0;
    for (; !run.isOver() && !report.was_stopped; ++tick)
    {
        const Stopwatch watch;
        run.step();
        report.step_seconds += watch.seconds();
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
    const bool is_series = findEnding(options.metrics) == ".csv";
    writeText(options.metrics, is_series ? formatSeriesCsv(observer.series()) : formatMetrics(report));
}

static void drawRun(const CrowdCommandOptions& options, const CrowdSetting& setting, const Recorder& recorder,
                    const CrowdReport& report, ProgressBar& bar)
{
    if (options.drawing.output.empty() || recorder.problem()) return;
    if (report.facts.agents == 0u)
    {
        bar.clear();
        return printMessage("there is nobody to draw: no picture was made.");
    }
    saveRunDrawing(recorder.currentPath(), options.drawing, setting.planner.parts().surface,
                   report.was_stopped ? Progress() : bar.callback());
}

/// What a crowd and its observer know at the end of a run.
static void finishReport(CrowdReport& report, const CrowdSetting& setting, const ScenarioRun& run, const CrowdObserver& observer)
{
    const Scenario& scenario = setting.scenario;
    const Crowd& crowd = run.crowd();
    report.dt = scenario.dt;
    report.is_on_surface = crowd.world().ground->curved() != nullptr;
    report.waiting = run.waitingCount();
    report.agent_bytes = crowd.memoryBytes();
    report.path_bytes = crowd.world().guide->memoryBytes();
    report.faults = crowd.faults();
    report.metrics = observer.metrics();
    const auto computeRate = [&](double count) { return report.step_seconds > 0 ? count / report.step_seconds : 0; };
    report.facts = {.scenario = scenario.name,
                    .engine = scenario.engine,
                    .guide = scenario.guide,
                    .steering = scenario.steering,
                    .seed = scenario.seed,
                    .agents = run.addedCount(),
                    .agent_steps_per_second = computeRate(static_cast<double>(report.metrics.agent_ticks)),
                    .real_time_factor = computeRate(report.metrics.seconds),
                    .workers = report.facts.workers,
                    .state_hash = crowd.computeHash(),
                    .run_hash = crowd.runHash()};
    const CrowdMetrics::UnreachableGoal& first = report.metrics.first_unreachable;
    if (first.id == kNoAgent) return;
    report.no_way_because = explainUnreachable(first, crowd, setting);
    report.no_way_from = toSpace(crowd, first.from);
    report.no_way_to = toSpace(crowd, first.goal);
}

static void printReport(const CrowdCommandOptions& options, const CrowdReport& report, const Recorder& recorder)
{
    for (const std::string& line : describeFaults(report)) printMessage(line);
    const bool has_picture = !options.drawing.output.empty() && !recorder.problem() && report.facts.agents > 0u;
    const std::string picture = has_picture ? options.drawing.output : std::string();
    printOutput(options.common.json ? formatJson(report, recorder, picture) : formatText(report, recorder, picture));
    if (report.was_stopped)
    {
        printMessage("stopped after {} s of the run.", formatNumber(report.metrics.seconds));
        throw Ended{kInterrupted};
    }
    if (recorder.problem()) throw Ended{kUnusableData};
}

void runCrowd(const CrowdCommandOptions& options)
{
    if (!isBuiltInScenario(options.scenario) && isBattleScenario(options.scenario))
    {
        if (options.contacts != "own") throw UsageError("--contacts is not for battles");
        return runBattle(options);
    }
    if (!options.log.empty()) throw UsageError("--log is for battles, such as rts_skirmish");
    checkOutputs(options);
    const Stopwatch watch;
    ProgressBar bar;
    const CrowdSetting setting = prepareCrowd(options, bar.callback());
    const Scenario& scenario = setting.scenario;
    const std::optional<Scene>& scene = setting.planner.parts().scene; // none over a surface
    CrowdOptions crowd_options;
    crowd_options.steering = openDevice(options, scenario);
    crowd_options.contacts = findContacts(setting, options.contacts);
    const auto cores = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u));
    crowd_options.execution.worker_count = options.workers == 0 ? cores : options.workers;
    Recorder recorder(options.output, !options.drawing.output.empty(), chooseEvery(options, scenario));

    World world = require(setting.planner.buildWorld(scenario.guide));
    crowd_options.execution.progress = bar.callback();
    ScenarioRun run = require(ScenarioRun::start(scenario, std::move(world), crowd_options));
    if (setting.goes_far) sendFar(run.crowd(), setting);
    stopIfInterrupted();
    CrowdObserver observer(run.crowd(), {.lines = scenario.lines,
                                         .areas = scenario.areas,
                                         .quantum = scene ? scene->frame().quantum : 0,
                                         .keeps_series = options.metrics.ends_with(".csv"),
                                         .shortest_path = openShortestPaths(setting)});
    recorder.begin(scenario, scene);
    CrowdReport report;
    report.facts.workers = crowd_options.execution.worker_count;
    report.build_seconds = watch.seconds();
    runTicks(run, observer, recorder, bar, report);
    finishReport(report, setting, run, observer);
    writeMetrics(options, report, observer);
    drawRun(options, setting, recorder, report, bar);
    bar.clear();
    printRepairs(options.scenario, setting.input.report);
    printFindings(setting.input, setting.planner.parts());
    printReport(options, report, recorder);
}

} // namespace clearway::cli
