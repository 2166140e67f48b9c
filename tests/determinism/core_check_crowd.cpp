// SPDX-License-Identifier: MIT
// A crowd of 1,000 for up to 1,000 ticks on a real mesh: one hash for any number of workers, saved and restored on the way, and
// as two crowds that exchange ghosts. Every built-in scenario for a moment. And an analysis of people who walk both ways.
#include "core_check.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <clearway/corridor.h>
#include <clearway/crowd.h>
#include <clearway/crowd/analysis.h>
#include <clearway/guide.h>
#include <clearway/navmesh.h>
#include <clearway/scene.h>
#include <clearway/steering.h>

namespace clearway::check {

namespace {

constexpr int kAgents = 1000;
constexpr int kShortRun = 200; ///< ticks
constexpr int kLongRun = 1000;

void populate(Crowd& crowd, const NavMesh& mesh, double max_radius)
{
    NavMeshQuery query(mesh);
    for (int i = 0; i < kAgents; ++i)
    {
        Random random(9, static_cast<std::uint64_t>(i));
        const double radius = random.uniform(0.15, max_radius);
        const Place place = query.findRandomPoint({.seed = 3, .index = static_cast<std::uint64_t>(i), .radius = radius});
        if (place)
            crowd.add({.position = place, .radius = radius, .goal = Goal::random(5), .speed = random.uniform(0.8, 1.6)}).value();
    }
}

void printState(const std::string& name, std::uint64_t hash, std::uint64_t detail)
{
    Hasher hasher;
    hasher.add(hash);
    print(name, hasher, detail);
}

/// The other steering models, with all they have: falling, what neighbours show, forces of the user.
void checkModels(const NavMesh& mesh)
{
    const auto wind = [](const SteeringBlock& block, int i) {
        return Acceleration{block.id[i] % 2 == 0 ? 0.125F : 0.0F, 0.0625F};
    };
    const std::pair<const char*, std::shared_ptr<const Steering>> models[] = {
        {"hidac", hidac()},
        {"hidac, falling", hidac({.falls = true, .fall_push = 0.01F, .fall_time = 2})},
        {"hidac, panic, kept apart", hidac({.panics = true, .keeps_apart = true})},
        {"social_force", socialForce()},
        {"social_force, circular", socialForce({.shape = SocialForceOptions::Shape::circular, .keeps_apart = true})},
        {"social_force with wind", withForce(socialForce(), wind)},
    };
    for (const auto& [name, model] : models)
        for (const int worker_count : {1, 3})
        {
            Crowd crowd(onNavMesh(mesh), {.steering = model, .execution = {.worker_count = worker_count}});
            populate(crowd, mesh, 0.3);
            for (int tick = 0; tick < 200; ++tick) crowd.step(0.1);
            printState("crowd/city 200 ticks, " + std::string(name) + ", workers " + std::to_string(worker_count),
                       crowd.computeHash(), crowd.faults().clamped_count);
        }
}

/// Every built-in scenario for a moment, with every model; along corridors some of them, with everything that guide has.
void checkScenarios()
{
    const auto run = [](const std::string& name, Scenario scenario, const World& world,
                        const std::shared_ptr<const Steering>& model) {
        scenario.guide = world.guide->name();
        for (const int worker_count : {1, 3})
        {
            Result<ScenarioRun> started =
                ScenarioRun::start(scenario, world, {.steering = model, .execution = {.worker_count = worker_count}});
            for (int tick = 0; started && tick < 50; ++tick) started.value().step();
            printState("crowd/" + name + ", workers " + std::to_string(worker_count),
                       started ? started.value().crowd().computeHash() : 0, started ? started.value().crowd().size() : 0);
            printState("crowd/" + name + ", all ticks, workers " + std::to_string(worker_count),
                       started ? started.value().crowd().runHash() : 0, started ? started.value().addedCount() : 0);
        }
    };
    for (const BuiltInScenario& built_in : builtInScenarios())
    {
        const std::string name(built_in.name);
        const Scenario scenario = buildScenario(name, {.agent_count = 40}).value();
        const Scene scene = buildScenarioScene(scenario).value();
        const NavMesh mesh = buildNavMesh(scene).value();
        for (const char* model : {"orca", "hidac", "social_force", "field"})
            run(name + ", lanes, " + model, scenario, onNavMesh(mesh), findSteering(model));
        if (name == "bottleneck" || name == "evacuate_rooms" || name == "head_on")
        {
            const World fields = onField(mesh, scene).value();
            run(name + ", field, orca", scenario, fields, orca());
            run(name + ", field, field", scenario, fields, localField({.behaviour = Behaviour::personal, .exact = true}));
        }
        if (name != "cross" && name != "evacuate_rooms" && name != "bottleneck" && name != "mixed_sizes") continue;
        const CorridorMap map = buildCorridorMap(scene).value();
        const World corridors = onCorridorMap(mesh, map).value(),
                    beside = onCorridorMap(mesh, map, {.side = 0.5, .way_count = 3}).value();
        for (const char* model : {"orca", "hidac", "social_force"})
            run(name + ", corridor, " + model, scenario, corridors, findSteering(model));
        const auto attraction = socialForce({.drive = SocialForceOptions::Drive::attraction});
        run(name + ", corridor, attraction", scenario, corridors, attraction);
        run(name + ", corridor, one of three ways, beside the middle", scenario, beside, attraction);
    }
}

/// Half of the world each, cut at the middle of its width.
std::uint64_t runAsTwo(const NavMesh& mesh, int ticks)
{
    const World world = onNavMesh(mesh);
    Crowd halves[2] = {Crowd(world), Crowd(world)};
    const double middle = (mesh.bounds().min.x + mesh.bounds().max.x) / 2;
    const auto side = [middle](Vec2 p) { return p.x < middle ? 0 : 1; };
    const auto everybody = [](const Crowd& crowd) { return std::vector<AgentId>(crowd.ids().begin(), crowd.ids().end()); };
    const auto exchange = [&] {
        for (int here = 0; here < 2; ++here)
            for (const AgentId id : everybody(halves[here]))
                if (side(halves[here].agent(id).position) != here) halves[1 - here].put(halves[here].take(id)).value();
    };
    populate(halves[0], mesh, 0.3);
    exchange();
    for (int tick = 0; tick < ticks; ++tick)
    {
        const std::vector<AgentId> own[2] = {everybody(halves[0]), everybody(halves[1])};
        const double range = std::max(halves[0].ghostRange(), halves[1].ghostRange());
        for (int here = 0; here < 2; ++here)
            for (const AgentId id : own[here])
                if (std::abs(halves[here].agent(id).position.x - middle) <= range)
                    halves[1 - here].addGhost(halves[here].copy(id)).value();
        for (Crowd& half : halves) half.step(0.1);
        exchange();
    }
    return halves[0].computeHash() + halves[1].computeHash();
}

/// What is unknown has many bit patterns.
void addKnown(Hasher& hasher, double value)
{
    hasher.add(std::isnan(value));
    if (!std::isnan(value)) hasher.add(value);
}

void addAnalysis(Hasher& hasher, const Analysis& analysis)
{
    hasher.add(analysis.mean_speed);
    for (const Analysis::Line& line : analysis.lines)
    {
        for (const Analysis::Crossing& crossing : line.crossings) hasher.add(crossing.id), hasher.add(crossing.time);
        for (const double value : {line.flow, line.specific_flow, line.steady_flow, line.steady_specific_flow}) hasher.add(value);
    }
    for (const Analysis::Area& area : analysis.areas)
    {
        for (const Analysis::AreaSample& sample : area.samples)
            for (const double value : {sample.density, sample.speed, sample.voronoi_density, sample.voronoi_speed, sample.flow,
                                       sample.lane_order, sample.lane_order_beyond_chance})
                addKnown(hasher, value);
        for (const Analysis::DensityBin& bin : area.bins)
            for (const Analysis::Spread& spread : {bin.speed, bin.flow})
                for (const double value : {spread.lower, spread.median, spread.upper}) hasher.add(value);
        for (const double value : {area.mean_density, area.mean_speed, area.mean_lane_order}) addKnown(hasher, value);
    }
}

/// People who walk both ways through a room with a pillar, past an area with a dent.
void checkAnalysis()
{
    AnalysisOptions options;
    options.frame_rate = 12.5;
    options.lines = {{"", {0, -3}, {0.3, 3}}};
    options.areas = {{"", {{-2, -2}, {2, -2}, {2, 2}, {0.1, 0.7}, {-2, 2}}}};
    options.walkable = {{{-9, -3}, {9, -3}, {9, 3}, {-9, 3}}, {{0.5, -1}, {0.4, 0.3}, {1.5, 0.2}}};
    TrajectoryAnalyzer analyzer = TrajectoryAnalyzer::build(options).value();
    for (int frame = 0; frame < 200; ++frame)
    {
        std::vector<std::uint64_t> ids;
        std::vector<Vec2> positions;
        for (std::uint64_t id = 0; id < 60; ++id)
        {
            Random start(17, id);
            Random sway(18, 1000 * id + static_cast<std::uint64_t>(frame));
            const double way = start.uniform(0, 18) + start.uniform(0.8, 1.6) * frame / 12.5;
            const double along = way - 18 * std::floor(way / 18) - 9;
            const double across = start.uniform(-2.8, 2.8) + sway.uniform(-0.05, 0.05);
            if (sway.below(50) == 0) continue; // not seen
            ids.push_back(id);
            positions.push_back({id % 2 == 0 ? along : -along, across});
        }
        analyzer.add({frame, ids, positions});
    }
    const Analysis analysis = analyzer.finish();
    Hasher hasher;
    addAnalysis(hasher, analysis);
    print("crowd/analysis", hasher, analysis.lines[0].crossings.size());
}

} // namespace

void checkCrowd()
{
    const NavMesh mesh = buildNavMesh(buildScene("city500", {.scale = 0.1}).value()).value();
    for (const int worker_count : {1, 2, 3, 8})
    {
        Crowd crowd(onNavMesh(mesh), {.execution = {.worker_count = worker_count}});
        populate(crowd, mesh, 0.3);
        const auto print = [&] {
            printState("crowd/city " + std::to_string(crowd.tick()) + " ticks, workers " + std::to_string(worker_count),
                       crowd.computeHash(), crowd.size());
        };
        for (int tick = 0; tick < kShortRun; ++tick) crowd.step(0.1);
        print();
        if (worker_count > 2) continue;
        for (int tick = kShortRun; tick < kLongRun; ++tick) crowd.step(0.1);
        print();
    }
    const std::string short_run = "crowd/city " + std::to_string(kShortRun) + " ticks, ";
    {
        Crowd before(onNavMesh(mesh));
        populate(before, mesh, 0.3);
        for (int tick = 0; tick < kShortRun / 2; ++tick) before.step(0.1);
        ByteWriter writer;
        before.save(writer);
        Crowd after(onNavMesh(mesh));
        ByteReader reader(writer.bytes());
        const bool is_restored = after.restore(reader).ok();
        for (int tick = kShortRun / 2; tick < kShortRun; ++tick) after.step(0.1);
        printState(short_run + "saved and restored", after.computeHash(), is_restored ? after.size() : 0);
    }
    printState(short_run + "two with ghosts", runAsTwo(mesh, kShortRun), kAgents);
    for (const NavMeshGuide guide : {NavMeshGuide::exact, NavMeshGuide::simple, NavMeshGuide::farthest, NavMeshGuide::nearest,
                                     NavMeshGuide::centre, NavMeshGuide::path})
    {
        Crowd crowd(onNavMesh(mesh, {.guide = guide}));
        populate(crowd, mesh, 0.3);
        for (int tick = 0; tick < 100; ++tick) crowd.step(0.1);
        printState("crowd/city 100 ticks, " + std::string(toString(guide)), crowd.computeHash(), crowd.size());
    }
    checkModels(mesh);
    checkScenarios();
    checkAnalysis();
}

} // namespace clearway::check
