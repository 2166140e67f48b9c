// SPDX-License-Identifier: MIT
// What a battle starts from, and what it tells.
#include <clearway/rts/battle.h>

#include <algorithm>

#include <fmt/format.h>

#include <clearway/base/hash.h>
#include <clearway/steering/parameters.h>

#include "rts/battle_state.h"

namespace clearway {

namespace {

/// Numbered things are kept in order.
template <typename T>
T* findNumbered(std::vector<T>& list, std::uint32_t number)
{
    const auto found =
        std::lower_bound(list.begin(), list.end(), number, [](const T& item, std::uint32_t n) { return item.number < n; });
    return found != list.end() && found->number == number ? &*found : nullptr;
}

void addPoint(Hasher& hasher, Vec2 p)
{
    hasher.add(p.x);
    hasher.add(p.y);
}

} // namespace

const char* toString(Battle::Event::Kind kind)
{
    constexpr const char* kTexts[] = {"hit", "died", "done", "blocked", "going"};
    return kTexts[static_cast<int>(kind)];
}

Battle::State::State(const BattleScript& given, const Planner& on_paths, std::vector<ClassMap> on_maps,
                     std::shared_ptr<GuidePerAgent> by, Crowd in)
    : script(given),
      scene(*on_paths.parts().scene),
      query(*on_paths.parts().mesh),
      planner(on_paths),
      paths(on_paths.makeQuery()),
      maps(std::move(on_maps)),
      rooms(scene),
      guide(std::move(by)),
      crowd(std::move(in)),
      trees(given.teams.size())
{
    script.commands.clear();
    for (const UnitClass& unit_class : script.classes) largest_radius = std::max(largest_radius, unit_class.radius);
}

Squad* Battle::State::findSquad(std::uint32_t number) { return findNumbered(squads, number); }
Company* Battle::State::findCompany(std::uint32_t number) { return findNumbered(companies, number); }

void Battle::State::addEvent(Battle::Event::Kind kind, const Unit& unit, UnitId other, std::uint32_t group)
{
    events.push_back({kind, tick, unit.id, other, group, unit.position});
}

Result<Battle> Battle::start(const BattleScript& script, const Scene& scene, const BattleOptions& options)
{
    if (const std::vector<Scenario::Problem> problems = verify(script); !problems.empty())
        return Error{ErrorCode::invalid_argument, problems[0].field + ": " + problems[0].message};
    const std::uint64_t scene_hash = computeSceneHash(scene, script.terrain);
    if (script.scene_hash != 0 && script.scene_hash != scene_hash)
        return Error{
            ErrorCode::invalid_argument,
            fmt::format("The log was made on another scene (hash {:016x}; this one has {:016x}): replay it on the one it "
                        "was made on.",
                        script.scene_hash, scene_hash)};
    const Result<Planner> paths = buildPlanner(scene, "navmesh", {}, options.execution);
    if (!paths) return paths.error();
    const Result<World> mesh = paths->buildWorld("exact");
    if (!mesh) return mesh.error();
    std::vector<std::shared_ptr<const Guide>> guides = {mesh->guide};
    std::vector<ClassMap> maps;
    for (const UnitClass& unit_class : script.classes)
    {
        // Classes that differ in how they fight only share their map.
        const auto same = std::ranges::find_if(maps, [&](const ClassMap& map) { return map.isFor(unit_class); });
        if (same != maps.end())
        {
            guides.push_back(guides[static_cast<std::size_t>(same - maps.begin()) + 1]);
            maps.push_back({same->radius, same->costs, same->is_plain, same->planner});
            continue;
        }
        Result<ClassMap> map = buildClassMap(script, paths->parts(), unit_class, options.max_map_bytes);
        if (!map) return map.error();
        const Result<World> fields = map->planner.buildWorld("field");
        if (!fields) return fields.error();
        guides.push_back(fields->guide);
        maps.push_back(std::move(*map));
    }
    auto guide = std::make_shared<GuidePerAgent>(std::move(guides), script.unitCount());
    CrowdOptions crowd_options;
    const Scenario& world = script.world;
    crowd_options.steering = findSteering(world.steering, {world.orca, world.hidac, world.social_force, world.field});
    crowd_options.execution = options.execution;
    crowd_options.seed = world.seed;
    crowd_options.max_step = std::max(crowd_options.max_step, world.dt);
    auto state =
        std::make_unique<State>(script, *paths, std::move(maps), guide, Crowd({mesh->ground, guide}, std::move(crowd_options)));
    state->script.scene_hash = scene_hash;
    state->crowd.reserve(script.unitCount());
    for (std::size_t b = 0; b < script.units.size(); ++b)
        for (std::size_t i = 0; i < script.units[b].positions.size(); ++i)
        {
            const BattleScript::Block& block = script.units[b];
            const UnitClass& unit_class = script.classes[block.unit_class];
            AgentOptions agent;
            agent.position = block.positions[i];
            agent.radius = unit_class.radius;
            agent.speed = unit_class.speed;
            agent.group = block.team;
            agent.id = state->units.size() + 1;
            agent.max_speed = 1.2 * unit_class.speed;
            if (const Result<AgentId> added = state->crowd.add(agent); !added)
            {
                Error error = added.error();
                error.message = fmt::format("units[{}].positions[{}]: {}", b, i, error.message);
                return error;
            }
            Unit unit;
            unit.id = agent.id;
            unit.team = block.team;
            unit.unit_class = block.unit_class;
            unit.position = unit.target = agent.position;
            unit.hit_points = unit_class.hit_points;
            state->units.push_back(unit);
            state->minds.push_back({.speed = unit_class.speed, .home = agent.position});
        }
    return Battle(std::move(state));
}

Battle::Battle(std::unique_ptr<State> state) : state_(std::move(state)) {}
Battle::Battle(Battle&&) noexcept = default;
Battle& Battle::operator=(Battle&&) noexcept = default;
Battle::~Battle() = default;

const BattleScript& Battle::script() const { return state_->script; }
const Scene& Battle::scene() const { return state_->scene; }
std::span<const Command> Battle::commands() const { return state_->taken; }
std::uint64_t Battle::tick() const { return state_->tick; }
double Battle::time() const { return state_->crowd.time(); }
std::span<const Battle::Event> Battle::events() const { return state_->events; }
std::span<const Unit> Battle::units() const { return state_->units; }
const SketchTree& Battle::sketch(TeamId team) const { return state_->trees[team]; }
const Crowd& Battle::crowd() const { return state_->crowd; }
const FieldGrid& Battle::grid(std::uint32_t unit_class) const { return state_->maps[unit_class].grid(); }

std::vector<UnitId> Battle::findUnits(TeamId team, const Command::Selection& selection) const
{
    const Result<std::vector<UnitId>> chosen = state_->select(team, selection);
    return chosen ? *chosen : std::vector<UnitId>();
}

std::vector<UnitId> Battle::findUnits(TeamId team, const Box2& box) const
{
    return findUnits(team, Command::Selection::inBox(box));
}

std::vector<UnitId> Battle::findUnits(TeamId team, std::string_view unit_class) const
{
    return findUnits(team, Command::Selection::ofClass(std::string(unit_class)));
}

UnitId Battle::findUnitAt(Vec2 point) const
{
    UnitId found = kNoUnit;
    double nearest_sq = 0;
    for (const Unit& unit : state_->units)
    {
        const double radius = state_->classOf(unit).radius;
        const double d = distanceSq(unit.position, point);
        if (!unit.isAlive() || !(d <= radius * radius) || (found != kNoUnit && d >= nearest_sq)) continue;
        found = unit.id;
        nearest_sq = d;
    }
    return found;
}

std::size_t Battle::livingCount(TeamId team) const
{
    return static_cast<std::size_t>(
        std::ranges::count_if(state_->units, [team](const Unit& unit) { return unit.isAlive() && unit.team == team; }));
}

std::size_t Battle::livingTeamCount() const
{
    std::size_t count = 0;
    for (TeamId team = 0; team < state_->script.teams.size(); ++team) count += livingCount(team) > 0;
    return count;
}

bool Battle::isQuiet() const
{
    return std::ranges::all_of(state_->units,
                               [](const Unit& unit) { return !unit.isAlive() || (unit.is_done && unit.enemy == kNoUnit); });
}

std::vector<Battle::Group> Battle::groups() const
{
    std::vector<Battle::Group> groups;
    for (const Squad& squad : state_->squads) groups.push_back({squad.number, squad.team, squad.members, &squad.march});
    return groups;
}

std::uint64_t Battle::computeHash() const
{
    const State& s = *state_;
    Hasher hasher;
    hasher.add(s.tick);
    hasher.add(s.crowd.computeHash());
    hasher.add(s.next_number);
    for (std::size_t i = 0; i < s.units.size(); ++i)
    {
        const Unit& unit = s.units[i];
        const Mind& mind = s.minds[i];
        for (const double number : {unit.hit_points, unit.reload}) hasher.add(number);
        for (const Vec2 p : {unit.position, mind.goal, mind.home}) addPoint(hasher, p);
        hasher.add(static_cast<std::uint32_t>(unit.order));
        hasher.add(unit.enemy);
        for (const std::uint32_t number : {unit.group, unit.follower, mind.place, s.guide->chosenFor(unit.id)})
            hasher.add(number);
        hasher.add(unit.is_done | mind.is_away << 1 | mind.sees_way_to_enemy << 2 | static_cast<int>(mind.lead) << 3);
    }
    for (const Squad& squad : s.squads)
    {
        hasher.add(squad.number);
        for (const UnitId id : squad.members) hasher.add(id);
        hasher.add(static_cast<std::uint32_t>(squad.formation.kind));
        hasher.add(squad.formation.files);
        for (const Vec2 p : squad.formation.points) addPoint(hasher, p);
        addPoint(hasher, squad.formation.drawn_facing);
        hasher.add(squad.march.computeHash());
    }
    for (const Company& company : s.companies)
    {
        hasher.add(company.number);
        hasher.add(company.follower.computeHash());
        for (const UnitId id : company.units) hasher.add(id);
    }
    for (const SketchTree& tree : s.trees) hasher.add(tree.computeHash());
    return hasher.value();
}

BattleScript Battle::log() const
{
    BattleScript log = state_->script;
    log.commands = state_->taken;
    log.ticks = state_->tick;
    log.state_hash = computeHash();
    return log;
}

} // namespace clearway
