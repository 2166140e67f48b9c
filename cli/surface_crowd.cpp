// SPDX-License-Identifier: MIT
// `clearway crowd` on a mesh of triangles: characters walk over the surface, to its other side or from one random place to the
// next.
#include "surface_crowd.h"

#include <clearway/guide/on_surface.h>
#include <clearway/native/surface_picture.h>
#include <clearway/record/crowd_metrics.h>
#include <clearway/scene/mesh_generators.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <thread>
#include <tuple>

#include "clock.h"
#include "crowd_input.h"
#include "crowd_report.h"
#include "picture_name.h"
#include "progress_bar.h"
#include "recorder.h"
#include "run_files.h"
#include "surface_mesh.h"

namespace clearway::cli {

static constexpr double kRadius = 0.25;
static constexpr std::size_t kUsualCount = 1000;
static constexpr double kUsualSeconds = 60;
static constexpr double kUsualDt = 0.1;
static constexpr std::size_t kMostTrails = 40;
static constexpr std::uint64_t kTicksBetweenTrailPoints = 2;

bool isTrianglesName(const std::string& name)
{
    const std::span<const BuiltInScene> meshes = builtInMeshes();
    if (std::ranges::any_of(meshes, [&](const BuiltInScene& mesh) { return mesh.name == name; })) return true;
    const std::optional<Format> format = findFormat(name);
    return format && isTriangleFormat(*format);
}

/// Random places with room for everybody, none of them in another.
static std::vector<SurfacePlace> choosePlaces(const SurfaceWorld& world, std::size_t count, std::uint64_t seed)
{
    constexpr double kSpacing = 2.2 * kRadius;
    using Cell = std::tuple<std::int64_t, std::int64_t, std::int64_t>;
    std::map<Cell, std::vector<Vec3>> taken;
    const auto cellOf = [](Vec3 p) {
        const auto round = [](double x) { return static_cast<std::int64_t>(std::floor(x / kSpacing)); };
        return Cell{round(p.x), round(p.y), round(p.z)};
    };
    const auto isTaken = [&](Vec3 p) {
        const auto [x, y, z] = cellOf(p);
        for (std::int64_t i = 0; i < 27; ++i)
        {
            const auto found = taken.find({x + i % 3 - 1, y + i / 3 % 3 - 1, z + i / 9 - 1});
            if (found == taken.end()) continue;
            if (std::ranges::any_of(found->second, [&](Vec3 other) { return distance(p, other) < kSpacing; })) return true;
        }
        return false;
    };
    const SurfaceQuery query(world.chart.mesh());
    std::vector<SurfacePlace> places;
    Footing footing;
    for (std::uint64_t i = 0; places.size() < count && i < 50 * count + 1000; ++i)
    {
        const SurfacePlace place = query.findRandomPlace({.seed = seed, .index = i});
        if (!place || isTaken(place.position)) continue;
        if (!world.world.ground->hasRoom(world.chart.toChart(place), kRadius, -1, footing)) continue;
        taken[cellOf(place.position)].push_back(place.position);
        places.push_back(place);
    }
    return places;
}

namespace {

/// Finds goals on the other side that can be reached.
class FarSide
{
public:
    FarSide(const PlannerParts& parts, std::uint64_t seed)
        : surface_(*parts.surface), paths_(require(buildPlanner(parts, "surface")).makeQuery()), seed_(seed)
    {
        Box3 bounds;
        for (const Vec3 p : parts.surface->positions()) bounds.add(p);
        middle_ = bounds.center();
    }

    /// The place nearest to the one opposite, or of a few random ones of the same component that which is nearest to it and has a
    /// path; the place itself where there is none.
    SurfacePlace find(const SurfacePlace& from)
    {
        constexpr std::uint64_t kTries = 32;
        const Vec3 opposite = middle_ * 2 - from.position;
        const SurfacePlace nearest = surface_.findNearest(opposite);
        if (isReachable(from, nearest)) return nearest;
        std::vector<SurfacePlace> places;
        const std::uint32_t component = surface_.mesh().components()[from.triangle];
        for (std::uint64_t i = 0; i < kTries; ++i)
            places.push_back(surface_.findRandomPlace({.seed = seed_, .index = i, .component = component}));
        std::ranges::sort(places, {}, [&](const SurfacePlace& place) { return distance(place.position, opposite); });
        for (const SurfacePlace& place : places)
            if (isReachable(from, place)) return place;
        return from;
    }

private:
    bool isReachable(const SurfacePlace& from, const SurfacePlace& to)
    {
        if (!to || surface_.mesh().components()[from.triangle] != surface_.mesh().components()[to.triangle]) return false;
        paths_.find({from.position, to.position, kRadius}, path_);
        return path_.isComplete();
    }

    SurfaceQuery surface_;
    PlannerQuery paths_;
    std::uint64_t seed_;
    Vec3 middle_;
    Path path_;
};

} // namespace

static void addAgents(Crowd& crowd, const SurfaceWorld& world, const PlannerParts& parts, const CrowdCommandOptions& options,
                      std::size_t count, std::uint64_t seed)
{
    FarSide far_side(parts, seed);
    for (const SurfacePlace& place : choosePlaces(world, count, seed))
    {
        AgentOptions agent;
        agent.position = world.chart.toChart(place);
        agent.radius = kRadius;
        agent.goal = options.goals.value_or(SurfaceGoals::far) == SurfaceGoals::random
                         ? Goal::random(seed)
                         : Goal(world.chart.toChart(far_side.find(place)));
        require(crowd.add(agent));
    }
}

/// Where some of the agents have been.
class Trails
{
public:
    void add(const Crowd& crowd, const SurfaceChart& chart)
    {
        if (crowd.tick() % kTicksBetweenTrailPoints != 0) return;
        for (AgentId id = 1; id <= kMostTrails && crowd.has(id); ++id)
        {
            const Vec3 place = chart.toPlace(crowd.find(id).position).position;
            Trail& trail = trails_[id];
            if (trail.is_begun) trail.pieces.push_back(PathPiece::line(trail.end, place));
            trail.end = place;
            trail.is_begun = true;
        }
    }
    std::vector<DrawnPath> list() const
    {
        std::vector<DrawnPath> paths;
        for (const auto& [id, trail] : trails_) paths.push_back({.pieces = trail.pieces});
        return paths;
    }

private:
    struct Trail
    {
        std::vector<PathPiece> pieces;
        Vec3 end;
        bool is_begun = false;
    };
    std::map<AgentId, Trail> trails_;
};

static void draw(const CrowdCommandOptions& options, const Crowd& crowd, const SurfaceWorld& world, const Trails& trails,
                 const std::string& name)
{
    std::vector<DrawnSurfaceAgent> agents;
    for (std::size_t i = 0; i < crowd.size(); ++i)
    {
        const Pose pose = world.chart.computePose(crowd.positions()[i]);
        agents.push_back({pose.position, crowd.radii()[i], pose.normal, crowd.statuses()[i] == AgentStatus::arrived ? 1u : 0u});
    }
    const std::vector<DrawnPath> paths = trails.list();
    SurfacePictureOptions picture = makeSurfacePictureOptions(options.surface_drawing);
    picture.width = options.width.value_or(picture.width);
    picture.title =
        fmt::format("{}, {} after {} s", name, formatCount(crowd.size(), "character", "characters"), formatNumber(crowd.time()));
    picture.paths = paths;
    picture.agents = agents;
    require(saveSurfacePicture(world.chart.mesh(), options.picture, picture));
}

void checkSurfaceOptions(const CrowdCommandOptions& options)
{
    if (options.device) throw UsageError("--device is for crowds in the plane, with '--steering field'");
    if (!options.planner.options.empty())
        throw UsageError(fmt::format("{}: for crowds in the plane only", listFlags(options.planner.options)));
    if (!options.guide.empty()) throw UsageError("--guide is for plane ground: over a surface everybody follows shortest ways");
    if (!options.output.empty() && !options.output.ends_with(".txt"))
        throw UsageError(fmt::format("a run over a surface is recorded to .txt, which has heights, not to '{}'", options.output));
    if (!options.metrics.empty() && !options.metrics.ends_with(".json"))
        throw UsageError(fmt::format("over a surface, metrics are written to .json, not to '{}'", options.metrics));
    if (!options.picture.empty()) requirePictureName(options.picture);
    for (const std::string& path : {options.metrics, options.picture})
        if (!path.empty()) requireWritable(path);
}

static Scenario makeScenario(const CrowdCommandOptions& options)
{
    Scenario scenario;
    scenario.seed = options.seed.value_or(1);
    scenario.dt = options.dt.value_or(kUsualDt);
    scenario.seconds = options.seconds.value_or(kUsualSeconds);
    scenario.guide = "surface";
    if (!options.steering.empty()) scenario.steering = options.steering;
    for (const std::string& setting : options.settings) applySetting(scenario, setting);
    return scenario;
}

static std::size_t countArrived(const Crowd& crowd)
{
    return static_cast<std::size_t>(std::ranges::count(crowd.statuses(), AgentStatus::arrived));
}

/// Until everybody is there, or the time is over. `run`: who steps the crowd, if it is a scenario.
static void runTicks(Crowd& crowd, ScenarioRun* run, const Scenario& scenario, const Progress& progress, CrowdReport& report,
                     auto&& watch)
{
    const auto ticks = static_cast<std::uint64_t>(std::ceil(scenario.seconds / scenario.dt - 1e-9));
    const auto isOver = [&] { return run ? run->isOver() : countArrived(crowd) == crowd.size(); };
    for (std::uint64_t tick = 0; tick < ticks && !isOver() && !report.was_stopped; ++tick)
    {
        const Clock::time_point start = Clock::now();
        run ? run->step() : crowd.step(scenario.dt);
        report.step_seconds += secondsSince(start);
        watch(tick + 1);
        report.was_stopped = !progress(fmt::format("{} of {} arrived", countArrived(crowd), crowd.size()),
                                       static_cast<double>(tick + 1) / static_cast<double>(ticks));
    }
}

/// Why there was no way for somebody, if so.
static void explainUnreachable(CrowdReport& report, const SurfaceChart& chart)
{
    const UnreachableGoal& first = report.metrics.first_unreachable;
    if (first.id == kNoAgent) return;
    const SurfacePlace from = chart.toPlace(first.from), to = chart.toPlace(first.goal);
    const SurfaceMesh& mesh = chart.mesh();
    report.no_way_from = from.position;
    report.no_way_to = to.position;
    if (!from || !to)
        report.no_way_because = "the goal is not on the ground";
    else if (mesh.components()[from.triangle] != mesh.components()[to.triangle])
        report.no_way_because = "start and goal lie on parts that do not hang together";
    else
        report.no_way_because = "start and goal lie on parts that do not hang together for this radius";
    if (mesh.componentCount() > 1)
        report.no_way_because += fmt::format("; the ground falls into {} parts", mesh.componentCount());
}

void runSurfaceCrowd(const CrowdCommandOptions& options, const Input& input, const std::optional<Scenario>& given)
{
    checkSurfaceOptions(options);
    if (given && options.goals) throw UsageError("--goals is for crowds without a scenario, which says where everybody goes");
    const Clock::time_point start = Clock::now();
    Scenario scenario = given ? *given : makeScenario(options);
    Recorder recorder = options.output.empty() ? Recorder() : Recorder(options.output, options.every);

    ProgressBar bar;
    const BuiltSurface built = buildSurface(input, options.surface, bar.callback());
    const SurfaceWorld world = require(onSurface(built.mesh));
    if (!given) scenario.name = input.name;

    CrowdReport report;
    report.is_on_surface = true;
    const auto cores = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u));
    report.workers = options.workers == 0 ? cores : options.workers;
    CrowdOptions crowd_options;
    crowd_options.execution = {.worker_count = report.workers, .progress = bar.callback()};
    crowd_options.seed = scenario.seed;
    crowd_options.max_step = std::max(crowd_options.max_step, scenario.dt);
    crowd_options.steering =
        findSteering(scenario.steering, {scenario.orca, scenario.hidac, scenario.social_force, scenario.field});
    std::optional<ScenarioRun> run;
    std::optional<Crowd> alone;
    if (given)
        run = require(ScenarioRun::start(scenario, world.world, crowd_options));
    else
    {
        const std::size_t wanted = options.agents.value_or(kUsualCount);
        requireMemory(wanted);
        alone.emplace(world.world, crowd_options);
        addAgents(*alone, world, built.parts, options, wanted, scenario.seed);
        report.agents = alone->size();
        report.waiting = wanted - alone->size();
    }
    Crowd& crowd = run ? run->crowd() : *alone;
    CrowdObserver observer(crowd);
    Trails trails;
    recorder.begin(scenario, world.chart);
    recorder.record(crowd, 0);
    report.build_seconds = secondsSince(start);
    runTicks(crowd, run ? &*run : nullptr, scenario, bar.callback(), report, [&](std::uint64_t tick) {
        observer.observe(crowd);
        recorder.record(crowd, tick);
        if (!options.picture.empty()) trails.add(crowd, world.chart);
    });
    recorder.finish();
    addOutcome(report, scenario, crowd, observer);
    if (run)
    {
        report.agents = run->addedCount();
        report.waiting = run->waitingCount();
    }
    explainUnreachable(report, world.chart);

    if (!options.picture.empty()) draw(options, crowd, world, trails, scenario.name);
    if (!options.metrics.empty())
    {
        const std::string text = formatMetrics(report);
        require(writeFile(options.metrics, std::as_bytes(std::span(text))));
    }
    bar.clear();
    printFindings(input, built.parts);
    for (const std::string& line : describeFaults(report)) printMessage(line);
    printOutput(options.common.json ? formatJson(report, recorder, options.picture)
                                    : formatText(report, recorder, options.picture));
    if (report.was_stopped)
    {
        printMessage(fmt::format("stopped after {} s of the run.", formatNumber(report.metrics.seconds)));
        throw StoppedAfterAnswer();
    }
    if (recorder.problem()) throw AnsweredWithProblems();
}

} // namespace clearway::cli
