// SPDX-License-Identifier: MIT
// What a battle starts from, and what it tells.
#include <clearway/rts/battle.h>

#include <algorithm>

#include <fmt/format.h>

#include <clearway/base/assert.h>
#include <clearway/base/hash.h>
#include <clearway/steering/parameters.h>

#include "rts/battle_state.h"
#include "rts/curved_ground.h"
#include "rts/flat_ground.h"
#include "rts/march_map.h"

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

Battle::State::State(const BattleScript& given, std::unique_ptr<BattleGround> on, std::shared_ptr<GuidePerAgent> by, Crowd in)
    : script(given), ground(std::move(on)), guide(std::move(by)), crowd(std::move(in)), trees(given.teams.size())
{
    script.commands.clear();
    for (const UnitClass& unit_class : script.classes) largest_radius = std::max(largest_radius, unit_class.radius);
}

Squad* Battle::State::findSquad(std::uint32_t number) { return findNumbered(squads, number); }
Company* Battle::State::findCompany(std::uint32_t number) { return findNumbered(companies, number); }

void Battle::State::addEvent(Battle::Event::Kind kind, const Unit& unit, UnitId other, std::uint32_t group)
{
    events.push_back({kind, tick, unit.id, other, group, unit.position, unit.height});
}

void Battle::State::place(Unit& unit, Vec2 at)
{
    const Vec3 p = ground->toSpace(at);
    mindOf(unit.id).at = at;
    mindOf(unit.id).pace = ground->computePace(walkerOf(unit));
    unit.position = planar(p);
    unit.height = p.z;
}

Result<void> Battle::State::addUnits(std::size_t block_index)
{
    const BattleScript::Block& block = script.units[block_index];
    const UnitClass& unit_class = script.classes[block.unit_class];
    for (std::size_t i = 0; i < block.positions.size(); ++i)
    {
        const auto refuse = [&](Error error) {
            error.message = fmt::format("units[{}].positions[{}]: {}", block_index, i, error.message);
            return error;
        };
        AgentOptions agent;
        agent.position = block.positions[i];
        if (!ground->flat() || !block.heights.empty())
        {
            const Result<Vec2> at =
                ground->findPlace(block.positions[i], block.heights.empty() ? std::nullopt : std::optional(block.heights[i]));
            if (!at) return refuse(at.error());
            agent.position = *at;
        }
        agent.radius = unit_class.radius;
        agent.speed = unit_class.speed;
        agent.group = block.team;
        agent.kind = ground->kindOf(block.unit_class);
        agent.id = units.size() + 1;
        agent.max_speed = 1.2 * unit_class.speed;
        if (const Result<AgentId> added = crowd.add(agent); !added) return refuse(added.error());
        units.push_back(
            {.id = agent.id, .team = block.team, .unit_class = block.unit_class, .hit_points = unit_class.hit_points});
        minds.push_back({.speed = unit_class.speed, .home = agent.position});
        place(units.back(), agent.position);
        units.back().target = units.back().position;
    }
    return {};
}

Result<Battle> Battle::start(const BattleScript& script, const Scene& scene, const BattleOptions& options)
{
    return start(script, PlannerParts{.scene = scene}, options);
}

Result<Battle> Battle::start(const BattleScript& script, const PlannerParts& parts, const BattleOptions& options)
{
    if (const std::vector<Scenario::Problem> problems = verify(script); !problems.empty())
        return Error{ErrorCode::invalid_argument, problems[0].field + ": " + problems[0].message};
    if (!parts.scene && !parts.surface && !parts.triangles)
        return Error{ErrorCode::invalid_argument, "A battle is fought on a scene, or on a surface; here is neither."};
    Result<std::unique_ptr<BattleGround>> ground =
        parts.scene ? FlatGround::build(script, parts, options.max_map_bytes, options.execution)
                    : CurvedBattleGround::build(script, parts, options.execution);
    if (!ground) return ground.error();
    const std::uint64_t scene_hash = (*ground)->computeHash();
    if (script.scene_hash != 0 && script.scene_hash != scene_hash)
        return Error{
            ErrorCode::invalid_argument,
            fmt::format("The log was made on another scene (hash {:016x}; this one has {:016x}): replay it on the one it "
                        "was made on.",
                        script.scene_hash, scene_hash)};
    const std::span<const std::shared_ptr<const Guide>> guides = (*ground)->guides();
    auto guide = std::make_shared<GuidePerAgent>(std::vector(guides.begin(), guides.end()), script.unitCount());
    CrowdOptions crowd_options;
    const Scenario& world = script.world;
    crowd_options.steering = options.steering;
    if (!options.steering)
        crowd_options.steering = findSteering(world.steering, {world.orca, world.hidac, world.social_force, world.field});
    crowd_options.execution = options.execution;
    crowd_options.seed = world.seed;
    crowd_options.passing_side = findPassingSide(world.passing_side);
    crowd_options.max_step = std::max(crowd_options.max_step, world.dt);
    Crowd crowd({(*ground)->ground(), guide}, std::move(crowd_options));
    auto state = std::make_unique<State>(script, std::move(*ground), guide, std::move(crowd));
    state->script.scene_hash = scene_hash;
    state->crowd.reserve(script.unitCount());
    for (std::size_t b = 0; b < script.units.size(); ++b)
        if (const Result<void> added = state->addUnits(b); !added) return added.error();
    return Battle(std::move(state));
}

Battle::Battle(std::unique_ptr<State> state) : state_(std::move(state)) {}
Battle::Battle(Battle&&) noexcept = default;
Battle& Battle::operator=(Battle&&) noexcept = default;
Battle::~Battle() = default;

const BattleScript& Battle::script() const { return state_->script; }
const PlannerParts& Battle::parts() const { return state_->ground->parts(); }
std::span<const Command> Battle::commands() const { return state_->taken; }
std::uint64_t Battle::tick() const { return state_->tick; }
double Battle::time() const { return state_->crowd.time(); }
std::span<const Battle::Event> Battle::events() const { return state_->events; }
std::span<const Unit> Battle::units() const { return state_->units; }
const SketchTree& Battle::sketch(TeamId team) const { return state_->trees[team]; }
const Crowd& Battle::crowd() const { return state_->crowd; }
const FieldGrid& Battle::grid(std::uint32_t unit_class) const
{
    CLEARWAY_ASSERT(state_->ground->flat(), "classes have maps in the plane only");
    return state_->ground->flat()->mapOf(unit_class).grid();
}

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

UnitId Battle::findUnitAt(Vec2 point, std::optional<double> height) const
{
    UnitId found = kNoUnit;
    double nearest_sq = 0;
    for (const Unit& unit : state_->units)
    {
        const double radius = state_->classOf(unit).radius;
        const double d = distanceSq(State::spaceOf(unit), atHeight(point, height.value_or(unit.height)));
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
    for (const Squad& squad : state_->squads)
    {
        Battle::Group group{squad.number, squad.team, squad.members, &squad.march, {}};
        for (std::size_t i = 0; i < squad.members.size(); ++i)
        {
            const Vec2 p = squad.march.places()[i];
            const Vec2 at = squad.map ? squad.map->findPlace(p).value_or(state_->mindOf(squad.members[i]).at) : p;
            group.places.push_back(state_->ground->toSpace(at));
        }
        groups.push_back(std::move(group));
    }
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
