// SPDX-License-Identifier: MIT
#include "crowd_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <stdexcept>
#include <unordered_map>

#include <clearway/base/random.h>
#include <clearway/base/tasks.h>
#include <clearway/native/run_picture.h>
#include <clearway/record/trajectory.h>
#include <clearway/steering/hidac.h>

#include "require.h"

namespace clearway::experiments {

namespace {

/// Gives everybody a destination, and another one when it is reached.
class Travellers
{
public:
    Travellers(const World& world, const CrowdRunOptions& options)
        : mesh_(world.mesh), options_(options), query_(world.mesh), random_(options.seed, 77)
    {
        const Box2 bounds = mesh_.bounds();
        center_ = (bounds.min + bounds.max) * 0.5;
        outer_ = (bounds.max.x - bounds.min.x) / 2;
        inner_ = std::sqrt(std::max(0.0, outer_ * outer_ - mesh_.area() / std::numbers::pi));
    }

    void sendAll(Crowd& crowd)
    {
        std::vector<AgentId> ids(crowd.ids().begin(), crowd.ids().end());
        std::sort(ids.begin(), ids.end());
        for (const AgentId id : ids)
            if (const AgentView agent = crowd.agent(id); isThere(agent)) send(crowd, agent);
    }
    /// Between destinations, from now on.
    void startCounting() { reached_ = 0, straightness_sum_ = 0; }
    std::size_t reachedCount() const { return reached_; }
    double meanStraightness() const { return reached_ > 0 ? straightness_sum_ / static_cast<double>(reached_) : 0; }

private:
    /// From one destination to the next.
    struct Leg
    {
        CellId destination = kNone;
        Vec2 from;
        Vec2 last;
        double walked = 0;
    };

    bool isThere(const AgentView& agent)
    {
        const auto found = legs_.find(agent.id);
        if (found == legs_.end()) return true;
        Leg& leg = found->second;
        leg.walked += distance(leg.last, agent.position);
        leg.last = agent.position;
        if (agent.footing.face != leg.destination && agent.status != AgentStatus::arrived) return false;
        ++reached_;
        straightness_sum_ += leg.walked > 0 ? distance(leg.from, agent.position) / leg.walked : 1;
        return true;
    }

    void send(Crowd& crowd, const AgentView& agent)
    {
        const Vec2 goal = options_.destinations == Destinations::round ? choosePlaceAhead(agent) : choosePlace();
        legs_[agent.id] = {query_.findCell(goal), agent.position, agent.position, 0};
        require(crowd.setGoal(agent.id, goal));
    }

    /// Cells are drawn evenly, whatever their size, then a place in it with room.
    Vec2 choosePlace()
    {
        for (int attempt = 0; attempt < 10'000; ++attempt)
        {
            const auto cell = static_cast<CellId>(random_.below(mesh_.cells().size()));
            const std::uint32_t sides = mesh_.cells()[cell].side_count;
            const auto side = 1 + static_cast<std::uint32_t>(random_.below(sides - 2));
            double s = random_.uniform(), t = random_.uniform();
            if (s + t > 1) s = 1 - s, t = 1 - t;
            const Vec2 a = mesh_.corner(cell, 0), b = mesh_.corner(cell, side), c = mesh_.corner(cell, side + 1);
            if (const Vec2 place = a + (b - a) * s + (c - a) * t; isFree(place)) return place;
        }
        throw std::runtime_error("no cell has room for this radius");
    }

    Vec2 choosePlaceAhead(const AgentView& agent)
    {
        const Vec2 from = agent.position - center_;
        for (;;)
        {
            const double angle = std::atan2(from.y, from.x) + random_.uniform(120, 170) * std::numbers::pi / 180;
            const double away = random_.uniform(inner_ + options_.radius, outer_ - options_.radius);
            const Vec2 place = center_ + Vec2{std::cos(angle), std::sin(angle)} * away;
            if (isFree(place)) return place;
        }
    }

    bool isFree(Vec2 place)
    {
        const CellId cell = query_.findCell(place);
        return cell != kNone && query_.computeWallDistance({place, cell}).distance > options_.radius;
    }

    const NavMesh& mesh_;
    const CrowdRunOptions& options_;
    NavMeshQuery query_;
    Random random_;
    Vec2 center_;
    double outer_ = 0;
    double inner_ = 0;
    std::unordered_map<AgentId, Leg> legs_;
    std::size_t reached_ = 0;
    double straightness_sum_ = 0;
};

ScenarioRun place(const World& world, const CrowdRunOptions& options)
{
    Scenario scenario;
    scenario.name = world.name;
    scenario.scene_name = world.name;
    scenario.seed = options.seed;
    scenario.dt = options.dt;
    scenario.guide = options.guide;
    scenario.groups.push_back({.count = options.agent_count, .radius = {options.radius, options.radius}});
    CrowdOptions crowd;
    crowd.steering = options.steering ? options.steering : hidac();
    clearway::World ground = require(buildWorld(PlannerParts{.clearance = world.clearance}, options.guide));
    Result<ScenarioRun> run = ScenarioRun::start(std::move(scenario), std::move(ground), crowd);
    if (!run) throw std::runtime_error(world.name + ": " + run.error().message);
    return std::move(*run);
}

} // namespace

CrowdRun runCrowd(const World& world, const CrowdRunOptions& options)
{
    ScenarioRun run = place(world, options);
    Crowd& crowd = run.crowd();
    Travellers travellers(world, options);
    const auto tick = [&] {
        travellers.sendAll(crowd);
        const double before = threadSeconds();
        crowd.step(options.dt);
        return threadSeconds() - before;
    };
    const auto countTicks = [&](double seconds) { return static_cast<int>(std::lround(seconds / options.dt)); };
    for (int i = 0; i < countTicks(options.warm_up); ++i) tick();
    travellers.startCounting();
    CrowdObserver observer(crowd, {.lines = options.lines, .keeps_series = false});
    CrowdRun result;
    const int ticks = countTicks(options.seconds);
    for (int i = 0; i < ticks; ++i)
    {
        result.tick_seconds += tick() / ticks;
        observer.observe(crowd);
        if (options.watch) options.watch(crowd);
    }
    result.metrics = observer.metrics();
    result.destination_count = travellers.reachedCount();
    result.straightness = travellers.meanStraightness();
    return result;
}

double Sample::quantile(double part) const
{
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    const double at = part * static_cast<double>(sorted.size() - 1);
    const auto low = static_cast<std::size_t>(at);
    const std::size_t high = std::min(low + 1, sorted.size() - 1);
    return sorted[low] + (sorted[high] - sorted[low]) * (at - static_cast<double>(low));
}

std::string Sample::toString(int digits) const
{
    return fmt::format("{1:.{0}f} ({2:.{0}f} to {3:.{0}f})", digits, median(), quantile(0.25), quantile(0.75));
}

std::vector<CrowdRun> runSeeds(std::size_t count, const std::function<CrowdRun(std::uint64_t seed)>& run)
{
    std::vector<CrowdRun> runs(count);
    std::vector<std::string> problems(count);
    WorkerPool(0).run(static_cast<int>(count), [&](int i) {
        const auto at = static_cast<std::size_t>(i);
        try
        {
            runs[at] = run(at + 1);
        } catch (const std::runtime_error& error)
        {
            problems[at] = error.what();
        }
    });
    for (const std::string& problem : problems)
        if (!problem.empty()) throw std::runtime_error(problem);
    return runs;
}

std::vector<CrowdRun> runSeeds(const Settings& settings, const World& world, const CrowdRunOptions& options)
{
    return runSeeds(countSeeds(settings), [&](std::uint64_t seed) {
        CrowdRunOptions with_seed = options;
        with_seed.seed = seed;
        return runCrowd(world, with_seed);
    });
}

Sample collect(const std::vector<CrowdRun>& runs, const std::function<double(const CrowdRun&)>& measure)
{
    Sample sample;
    for (const CrowdRun& run : runs) sample.values.push_back(measure(run));
    return sample;
}

std::size_t countSeeds(const Settings& settings) { return settings.quick ? 3 : 10; }

Illustration drawTrails(const Settings& settings, const World& world, CrowdRunOptions options, const std::string& file,
                        const std::string& caption)
{
    const std::string path = settings.folder + "/" + file;
    const std::unique_ptr<TrajectoryWriter> writer = require(buildTextTrajectoryWriter(path + ".txt"));
    constexpr int kEvery = 6;
    TrajectoryInfo info;
    info.frame_rate = 1 / (kEvery * options.dt);
    info.scenario = world.name;
    require(writer->begin(info));
    std::int64_t tick = 0;
    options.watch = [&](const Crowd& crowd) {
        if (tick++ % kEvery != 0) return;
        TrajectoryFrame frame;
        frame.number = tick / kEvery;
        frame.ids.assign(crowd.ids().begin(), crowd.ids().end());
        frame.positions.assign(crowd.positions().begin(), crowd.positions().end());
        require(writer->write(frame));
    };
    runCrowd(world, options);
    require(writer->finish());
    const std::unique_ptr<TrajectoryReader> reader = require(openTextTrajectory(path + ".txt"));
    const Scene scene = require(buildScene(world.name));
    require(saveRunPicture(*reader, path, {.as = RunDrawing::trails, .title = caption, .scene = &scene}));
    std::filesystem::remove(path + ".txt");
    return {file, caption};
}

} // namespace clearway::experiments
