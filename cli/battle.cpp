// SPDX-License-Identifier: MIT
// `clearway crowd` with armies: plays a script or replays a log, without a screen.
#include "battle.h"

#include <clearway/crowd/metrics.h>
#include <clearway/io/battle.h>
#include <clearway/io/crowd_scenario.h>
#include <clearway/io/files.h>
#include <clearway/native/battle_picture.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "clock.h"
#include "crowd_input.h"
#include "facts.h"
#include "picture_name.h"
#include "progress_bar.h"
#include "recorder.h"
#include "run_files.h"
#include "surface_mesh.h"

namespace clearway::cli {

static bool isBuiltInBattle(const std::string& name) { return hasName(builtInBattles(), name); }

bool isBattleScenario(const std::string& name)
{
    if (isBuiltInBattle(name)) return true;
    if (!name.ends_with(".json")) return false;
    const Result<std::vector<std::byte>> bytes = readFile(name);
    return bytes && isBattle({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
}

static void checkOptions(const CrowdCommandOptions& options)
{
    refuseOptions(options.common, {"--goals"}, "for crowds without a scenario, which says where everybody goes");
    if (options.engine == "walkers") throw UsageError("--engine walkers is not for battles: units differ in size");
    if (!options.guide.empty()) throw UsageError("--guide is not for battles: units follow fields, formations and sketches");
    if (!options.metrics.empty()) throw UsageError("--metrics is not for battles: use --json");
    if (options.agents && !isBuiltInBattle(options.scenario))
        throw UsageError("--agents is for built-in battles: a script has its own units");
    if (options.agents == std::size_t{0}) throw UsageError("--agents: a battle needs units");
    if (!options.log.empty() && !options.log.ends_with(".json"))
        throw UsageError("a log of commands is written to .json, not to '{}'", options.log);
    checkRunOutputs(options);
}

/// Commands stay at their times.
static void changeStep(BattleScript& script, double dt)
{
    for (Command& command : script.commands)
    {
        const double ticks = static_cast<double>(command.tick) * (script.world.dt / dt);
        if (ticks >= 0 && ticks < 1e15) command.tick = static_cast<std::uint64_t>(ticks + 0.5); // a wrong dt is found later
    }
    script.world.dt = dt;
}

/// How many ticks are played: a log may be watched for less than its time.
static std::uint64_t countTicks(const CrowdCommandOptions& options, const BattleRun& run)
{
    if (!options.seconds) return run.tickCount();
    const double asked = std::ceil(*options.seconds / run.script().world.dt - 1e-9);
    return static_cast<std::uint64_t>(std::clamp(asked, 0.0, static_cast<double>(run.tickCount())));
}

static BattleScript loadScript(const CrowdCommandOptions& options)
{
    BattleScriptOptions script_options;
    script_options.unit_count = options.agents.value_or(0);
    script_options.seed = options.seed.value_or(0);
    BattleScript script = require(loadBattle(options.scenario, script_options));
    const bool changes =
        options.seed || options.dt || !options.steering.empty() || !options.settings.empty() || !options.planner.options.empty();
    if (script.state_hash != 0 && changes)
        throw UsageError(
            "a log is replayed as it was played: --seed, --dt, --steering, --set and options of planners are for scripts");
    for (const PlannerOption& option : options.planner.options)
    {
        std::erase_if(script.surface, [&](const PlannerOption& given) { return given.name == option.name; });
        script.surface.push_back(option);
    }
    if (options.seed) script.world.seed = *options.seed;
    if (options.dt) changeStep(script, *options.dt);
    if (options.seconds) script.world.seconds = *options.seconds;
    if (!options.steering.empty()) script.world.steering = options.steering;
    for (const std::string& setting : options.settings) applySetting(script.world, setting);
    return script;
}

/// What the battle is fought on. Throws UsageError for options of planners that are not for it.
static PlannerParts prepareGround(const CrowdCommandOptions& options, const Input& input, const Progress& progress)
{
    if (!input.isSurface() && !options.planner.options.empty())
        throw UsageError("{}: not for battles in the plane, in which units follow fields", listFlags(options.planner.options));
    const PlannerParts parts = collectParts(input, progress);
    PlannerArguments arguments = options.planner;
    arguments.name = findNaturalPlanner(input).guides.front();
    if (input.isSurface()) checkPlanner(arguments, parts, options.scenario, "--guide");
    return parts;
}

namespace {

/// A formation that was held up.
struct BlockedGroup
{
    std::uint32_t group = 0;
    TeamId team = 0;
    UnitId unit = kNoUnit; ///< that did not get on
    double from = 0;       ///< seconds
    double until = -1;     ///< the same; negative: to the end
};

struct BattleReport
{
    double step_seconds = 0;
    double longest_step = 0;
    int workers = 1;
    bool was_stopped = false;
    CrowdMetrics metrics;
    std::vector<BlockedGroup> blocked;

    void addEvents(const Battle& battle);
};

void BattleReport::addEvents(const Battle& battle)
{
    for (const Battle::Event& event : battle.events())
    {
        if (event.kind == Battle::Event::Kind::blocked)
            blocked.push_back({event.group, battle.units()[event.unit - 1].team, event.unit, battle.time()});
        if (event.kind == Battle::Event::Kind::going)
            for (BlockedGroup& group : blocked)
                if (group.group == event.group && group.until < 0) group.until = battle.time();
    }
    // Those who were told something else are not held up any more.
    const std::vector<Battle::Group> groups = blocked.empty() ? std::vector<Battle::Group>() : battle.groups();
    for (BlockedGroup& group : blocked)
        if (group.until < 0 && std::ranges::find(groups, group.group, &Battle::Group::number) == groups.end())
            group.until = battle.time();
}

} // namespace

static std::string describeReplay(const BattleRun& run)
{
    const BattleScript& script = run.script();
    if (script.state_hash == 0) return {};
    if (run.battle().tick() != script.ticks) return "not played to its end";
    return run.isDifferent() ? "came to another state than the log says" : "came to the state of the log";
}

/// Who is left of each team.
static Value::List addTeams(Facts& facts, const Battle& battle, const BattleScript& script)
{
    Value::List teams;
    for (TeamId team = 0; team < script.teams.size(); ++team)
    {
        const auto count = static_cast<std::size_t>(std::ranges::count(battle.units(), team, &Unit::team));
        const std::size_t left = battle.livingCount(team);
        facts.add(script.teams[team].name, "{} of {} left, {} lost", left, count, count - left);
        teams.push_back(Value::Fields{{"name", script.teams[team].name}, {"units", count}, {"left", left}});
    }
    return teams;
}

static Value::List addBlocked(Facts& facts, const BattleReport& report, const BattleRun& run)
{
    Value::List blocked;
    for (const BlockedGroup& group : report.blocked)
        blocked.push_back(Value::Fields{{"group", static_cast<std::size_t>(group.group)},
                                        {"team", run.script().teams[group.team].name},
                                        {"unit", static_cast<std::size_t>(group.unit)},
                                        {"from", group.from},
                                        {"until", group.until < 0 ? run.battle().time() : group.until},
                                        {"at_end", group.until < 0}});
    if (blocked.empty()) return blocked;
    const BlockedGroup& first = report.blocked.front();
    facts.add("blocked", "{} held up and without shape, the first at {} s (unit {}); {} still at the end",
              formatCount(blocked.size(), "formation was", "formations were"), formatNumber(first.from, 1), first.unit,
              std::ranges::count_if(report.blocked, [](const BlockedGroup& group) { return group.until < 0; }));
    return blocked;
}

static Facts describe(const CrowdCommandOptions& options, const BattleRun& run, const BattleReport& report,
                      const Recorder& recorder)
{
    const Battle& battle = run.battle();
    const BattleScript& script = run.script();
    const CrowdMetrics& metrics = report.metrics;
    // The living who have nothing left to do.
    const auto done = std::ranges::count_if(battle.units(), [](const Unit& unit) { return unit.isAlive() && unit.is_done; });
    const double milliseconds = 1e3 * report.step_seconds / static_cast<double>(std::max<std::uint64_t>(battle.tick(), 1));
    const double real_time_factor = battle.time() / std::max(report.step_seconds, 1e-9);
    const std::string state_hash = formatHash(battle.computeHash()), run_hash = formatHash(battle.crowd().runHash());
    Facts facts;
    facts.text = fmt::format("{}: {}, {} s in {} of {} s, {}{}\n", script.world.name.empty() ? "battle" : script.world.name,
                             formatCount(battle.units().size(), "unit", "units"), formatNumber(battle.time()),
                             formatCount(battle.tick(), "tick", "ticks"), formatNumber(script.world.dt, 4), script.world.steering,
                             report.was_stopped ? "; stopped" : "");
    Value::List teams = addTeams(facts, battle, script), refused;
    for (const BattleRun::Refused& command : run.refused())
        refused.push_back(Value::Fields{{"command", command.index}, {"message", command.error.message}});
    facts.add("arrived", "{} of the living have nothing left to do", done);
    facts.add("commands", "{} taken, {} refused", battle.commands().size(), refused.size());
    Value::List blocked = addBlocked(facts, report, run);
    facts.add("contacts", "{} between units", formatInteger(metrics.agent_contacts));
    facts.add("outside", metrics.outside == 0 ? "never" : fmt::format("{} unit-ticks", metrics.outside));
    facts.add("speed", "{} ms per tick, {} at most, {} times real time{}", formatNumber(milliseconds),
              formatNumber(1e3 * report.longest_step, 1), formatNumber(real_time_factor, 1),
              report.workers == 1 ? "" : fmt::format(", {} workers", report.workers));
    facts.add("state hash", state_hash);
    facts.add("run hash", run_hash);
    if (const std::string replay = describeReplay(run); !replay.empty()) facts.add("replay", replay);
    facts.fields = {{"scenario", script.world.name},
                    {"kind", "battle"},
                    {"agents", battle.units().size()},
                    {"ticks", static_cast<std::size_t>(battle.tick())},
                    {"seconds", battle.time()},
                    {"steering", script.world.steering},
                    {"workers", report.workers},
                    {"teams", std::move(teams)},
                    {"arrived", static_cast<std::size_t>(done)},
                    {"commands", battle.commands().size()},
                    {"refused", std::move(refused)},
                    {"blocked", std::move(blocked)},
                    {"agent_contacts", static_cast<std::size_t>(metrics.agent_contacts)},
                    {"max_agent_overlap", metrics.max_agent_overlap},
                    {"outside", static_cast<std::size_t>(metrics.outside)},
                    {"real_time_factor", real_time_factor},
                    {"milliseconds_per_tick", milliseconds},
                    {"state_hash", state_hash},
                    {"run_hash", run_hash},
                    {"stopped", report.was_stopped}};
    if (script.state_hash != 0 && battle.tick() == script.ticks) facts.set("same_as_log", !run.isDifferent());
    const auto addFile = [&](const char* name, const std::string& path) {
        facts.set(name, path);
        facts.add(name, path);
    };
    if (!options.log.empty()) addFile("log", options.log);
    if (recorder.isKept()) addFile("recorded", recorder.currentPath());
    if (!options.drawing.output.empty()) addFile("picture", options.drawing.output);
    return facts;
}

static void playTicks(const CrowdCommandOptions& options, BattleRun& run, Recorder& recorder, BattleTrace& trace,
                      ProgressBar& bar, BattleReport& report)
{
    const Progress progress = bar.callback();
    const Battle& battle = run.battle();
    const std::optional<Scene>& scene = battle.parts().scene;
    CrowdObserver observer(battle.crowd(), {.quantum = scene ? scene->frame().quantum : 0, .keeps_series = false});
    recorder.begin(run.script().world, scene);
    recorder.record(battle.crowd(), 0);
    const std::uint64_t tick_count = countTicks(options, run);
    const auto ticks = static_cast<double>(std::max<std::uint64_t>(tick_count, 1));
    while (!run.isOver() && battle.tick() < tick_count && !report.was_stopped)
    {
        const Stopwatch watch;
        run.step();
        const double seconds = watch.seconds();
        report.step_seconds += seconds;
        report.longest_step = std::max(report.longest_step, seconds);
        observer.observe(battle.crowd());
        report.addEvents(battle);
        recorder.record(battle.crowd(), battle.tick());
        if (!options.drawing.output.empty()) trace.add(battle);
        std::string stage;
        for (TeamId team = 0; team < run.script().teams.size(); ++team)
            stage += fmt::format("{}{} {}", team > 0 ? ", " : "", run.script().teams[team].name, battle.livingCount(team));
        report.was_stopped = !progress(stage, static_cast<double>(battle.tick()) / ticks);
    }
    recorder.finish();
    report.metrics = observer.metrics();
}

void runBattle(const CrowdCommandOptions& options)
{
    checkOptions(options);
    const BattleScript script = loadScript(options);
    // Heat maps, snapshots, plots and films are drawn from a recording, and all of a surface; trails from the battle itself.
    const bool needs_run = !options.drawing.output.empty() &&
                           (isFilmName(options.drawing.output) ||
                            options.drawing.as.value_or(RunDrawing::trails) != RunDrawing::trails || hasSurface(script.world));
    Recorder recorder(options.output, needs_run, options.every);

    ProgressBar bar;
    const Progress progress = bar.callback();
    const Input input = loadGround(options, script.world, progress);
    BattleReport report;
    const auto cores = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u));
    report.workers = options.workers == 0 ? cores : options.workers;
    BattleOptions battle_options;
    battle_options.execution.worker_count = report.workers;
    battle_options.execution.progress = progress;
    battle_options.steering = openDevice(options, script.world);
    BattleRun run = require(BattleRun::start(script, prepareGround(options, input, progress), battle_options));
    const Battle& battle = run.battle();
    BattleTrace trace;
    playTicks(options, run, recorder, trace, bar, report);
    if (!options.log.empty()) require(saveBattle(battle.log(), options.log));
    if (!options.drawing.output.empty() && needs_run && !recorder.problem())
        saveRunDrawing(recorder.currentPath(), options.drawing, battle.parts().surface,
                       report.was_stopped ? Progress() : progress);
    else if (!options.drawing.output.empty() && !needs_run)
        require(saveBattlePicture(battle, trace, options.drawing.output, {.width = options.drawing.width.value_or(1200)}));
    bar.clear();
    if (!isBuiltInBattle(options.scenario)) printRepairs(options.scenario, input.report);
    printFindings(input, battle.parts());
    for (const BattleRun::Refused& refused : run.refused())
        printMessage("command {} was refused: {}", refused.index, refused.error.message);
    const Facts facts = describe(options, run, report, recorder);
    printOutput(options.common.json ? formatJson(facts.fields) : facts.text);
    if (report.was_stopped)
    {
        printMessage("stopped after {} s of the battle.", formatNumber(battle.time()));
        throw Ended{kInterrupted};
    }
    if (recorder.problem() || run.isDifferent()) throw Ended{kUnusableData};
}

} // namespace clearway::cli
