// SPDX-License-Identifier: MIT
// Where everybody heads in a tick. Units that are sent to one place share its field, through the guide of the crowd, and pack
// around it as every crowd does; a formation has one way, a sketch is one line, and their members are told a point for each tick.
// Based on: R. Silveira et al. Path-planning for RTS games based on potential fields. 2010
// Departures: a member that sees its point goes straight there, otherwise the guide leads it; avoiding others is the crowd's
// steering.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <clearway/base/log.h>
#include <clearway/yielding/yielding.h>

#include "rts/battle_state.h"
#include "rts/march_map.h"

namespace clearway {

/// A living unit is in the crowd, and its numbers are finite; were that ever wrong, it keeps what it had and the battle goes on.
static void logRefused(const Unit& unit, const Error& error)
{
    logMessage(LogLevel::warning,
               fmt::format("A battle could not lead unit {} of class {}: {}", unit.id, unit.unit_class, error.message));
}

void Battle::State::setGoal(Unit& unit, Mind::Lead lead, const Goal& goal)
{
    mindOf(unit.id).lead = lead;
    mindOf(unit.id).goal = goal.point();
    if (const Result<void> set = crowd.setGoal(unit.id, goal); !set) logRefused(unit, set.error());
}

void Battle::State::setSpeed(Unit& unit, double speed)
{
    Mind& mind = mindOf(unit.id);
    // What is left over for catching up may be more than any agent runs.
    speed = std::min(speed, kMaxAgentSpeed);
    const double most = std::min(1.2 * speedOf(unit), kMaxAgentSpeed);
    if (mind.speed == speed && mind.max_speed == most) return;
    mind.speed = speed;
    mind.max_speed = most;
    if (const Result<void> set = crowd.setSpeed(unit.id, speed, most); !set) logRefused(unit, set.error());
}

void Battle::State::headStraight(Unit& unit, Vec2 target, double speed)
{
    setGoal(unit, Mind::Lead::straight, Goal::straight(target));
    setSpeed(unit, speed);
}

void Battle::State::headGuided(Unit& unit, Vec2 target, std::uint32_t by)
{
    const Mind& mind = mindOf(unit.id);
    if (mind.lead == Mind::Lead::guided && mind.goal == target) return;
    guide->choose(unit.id, by);
    setGoal(unit, Mind::Lead::guided, Goal(target));
}

void Battle::State::leadTo(Unit& unit, Vec2 place)
{
    setSpeed(unit, speedOf(unit));
    const Mind& mind = mindOf(unit.id);
    if (mind.lead == Mind::Lead::guided && mind.goal == place) return;
    headGuided(unit, place, ground->chooseGuide(walkerOf(unit), place));
}

void Battle::State::head(Unit& unit, Vec2 target, double speed, double slack)
{
    const Mind& mind = mindOf(unit.id);
    bool is_guided = mind.lead == Mind::Lead::guided;
    // Nobody is led to where there is no room: straight on until there is.
    if (isTimeToLook(unit)) is_guided = !ground->isStraight(walkerOf(unit), target) && ground->isOn(unit.unit_class, target);
    if (!is_guided) return headStraight(unit, target, speed);
    setSpeed(unit, std::max(speed, 0.5 * speedOf(unit)));
    const bool is_kept =
        mind.lead == Mind::Lead::guided && distance(ground->toSpace(mind.goal), ground->toSpace(target)) <= slack;
    if (!is_kept) headGuided(unit, target, ground->chooseGuideToMoving(unit.unit_class));
}

void Battle::State::finish(Unit& unit)
{
    if (unit.is_done) return;
    unit.is_done = true;
    addEvent(Battle::Event::Kind::done, unit);
}

bool Battle::State::pursue(Unit& unit)
{
    Mind& mind = mindOf(unit.id);
    const bool fights = unit.order == Unit::Order::attack_move || unit.order == Unit::Order::none;
    if (unit.enemy == kNoUnit || !fights || !mind.sees_way_to_enemy) return false;
    const Unit& enemy = unitOf(unit.enemy);
    const UnitClass& unit_class = classOf(unit);
    const double gap = distance(spaceOf(unit), spaceOf(enemy)) - unit_class.radius - classOf(enemy).radius;
    mind.is_away = true;
    headStraight(unit, gap <= 0.9 * unit_class.range ? mind.at : mindOf(enemy.id).at, speedOf(unit));
    return true;
}

namespace {

bool isInShape(const GroupMarch& march) { return march.state() == GroupState::marching && !march.isLoose(); }

/// How far to its left a formation should keep for another that comes toward it; 0 when it need not.
double computeAside(const GroupMarch& march, const GroupMarch& other)
{
    constexpr double kOncoming = -0.7; // cosine
    constexpr double kGap = 1;         // metres between them
    constexpr double kPerMetre = 2;    // ahead, that going over takes
    const Vec2 to = other.center() - march.center();
    const double ahead = dot(march.heading(), to), side = cross(march.heading(), to);
    if (dot(march.heading(), other.heading()) > kOncoming) return 0;
    // Left flank to left flank, unless the other is far over on the right already.
    const FormationLayout &own = march.layout(), &its = other.layout();
    const double apart_left = own.left + its.left + kGap, apart_right = own.right + its.right + kGap;
    const double short_of = side > -apart_right / 2 ? apart_left - side : -(apart_right + side);
    const double depth = own.front + own.back + its.front + its.back;
    if (ahead < -depth / 2 || ahead > depth / 2 + kGap + 2 * kPerMetre * std::abs(short_of)) return 0;
    const bool is_apart = side >= apart_left || side <= -apart_right;
    return is_apart ? 0 : -short_of / 2;
}

} // namespace

void Battle::State::passOthers()
{
    for (Squad& squad : squads)
    {
        double aside = 0;
        for (const Squad& other : squads)
        {
            const bool may_meet = &other != &squad && other.team == squad.team && !squad.map && !other.map;
            if (!may_meet || !isInShape(squad.march) || !isInShape(other.march)) continue;
            const double wanted = computeAside(squad.march, other.march);
            if (std::abs(wanted) > std::abs(aside)) aside = wanted;
        }
        squad.march.keepAside(aside);
    }
}

void Battle::State::leadSquad(Squad& squad, double dt)
{
    gatherPositions(squad.members, squad.map.get());
    held_up.clear();
    for (const UnitId id : squad.members) held_up.push_back(static_cast<float>(crowd.agent(id).held_up));
    for (std::size_t i = 0; i < squad.members.size(); ++i) squad.march.setPace(i, mindOf(squad.members[i]).pace);
    const std::span<const GroupMarch::Order> orders = squad.march.update(dt, positions, held_up);
    for (std::size_t i = 0; i < squad.members.size(); ++i)
    {
        Unit& unit = unitOf(squad.members[i]);
        // A formation may arrive without somebody who does not get through; it is still led to its slot.
        if (squad.march.isDone() && distance(positions[i], squad.march.places()[i]) <= 6 * classOf(unit).radius) finish(unit);
        if (pursue(unit)) continue;
        const Vec2 slot = orders[i].target;
        const Vec2 target = squad.map ? squad.map->findPlace(slot).value_or(mindOf(unit.id).at) : slot;
        // The farther a slot is, the less it matters where it is exactly.
        head(unit, target, orders[i].speed, std::max(1.0, 0.25 * distance(positions[i], slot)));
    }
    const bool is_blocked = squad.march.state() == GroupState::blocked || squad.march.isLoose();
    if (is_blocked != squad.was_blocked)
        addEvent(is_blocked ? Battle::Event::Kind::blocked : Battle::Event::Kind::going,
                 unitOf(squad.members[is_blocked ? squad.march.troubled() : 0]), kNoUnit, squad.number);
    squad.was_blocked = is_blocked;
}

/// A point of the line a little ahead of where somebody is: whoever heads for the goal itself cuts corners, and comes back to the
/// line only there.
static Vec2 aimAlong(const SketchFollower::Goal& goal, Vec2 position, double radius)
{
    const double size = distance(goal.before, goal.position), ahead = std::max(1.0, 2 * radius);
    if (size == 0) return goal.position;
    const double here = computeClosestParameter({goal.before, goal.position}, position);
    // A goal counts as reached before somebody is there, and the corner is still ahead.
    const double left = here > 0 ? ahead : std::max(0.0, ahead - distance(position, goal.before));
    const double along = here + left / size;
    return along >= 1 ? goal.position : interpolate(goal.before, goal.position, along);
}

/// Whether a unit on the last part of a line has come back to it from the corner that it cut: from there on it may go straight to
/// where it will stand. So may one that others hold up.
bool Battle::State::isOnLine(const SketchFollower::Goal& goal, const Unit& unit) const
{
    const double aside = distance(unit.position, Segment{goal.before, goal.position});
    const bool is_held_up = crowd.agent(unit.id).held_up >= static_cast<double>(kYieldTimes.starting);
    return is_held_up || aside <= classOf(unit).radius / 2;
}

void Battle::State::leadCompany(Company& company)
{
    positions.clear();
    for (const UnitId id : company.units) positions.push_back(id == kNoUnit ? Vec2{} : unitOf(id).position);
    company.follower.update(positions);
    for (std::uint32_t place = 0; place < company.units.size(); ++place)
    {
        if (company.units[place] == kNoUnit) continue;
        Unit& unit = unitOf(company.units[place]);
        const SketchFollower::Goal goal = company.follower.goalOf(place);
        if (goal.status == SketchFollower::UnitStatus::removed)
            finish(unit);
        else if (goal.branch == kNone && goal.next == goal.position && // the end of the sketch
                 (mindOf(unit.id).home == goal.position || !company.walks_line || isOnLine(goal, unit)))
        {
            mindOf(unit.id).home = goal.position;
            if (!unit.is_done) leadTo(unit, goal.position);
        }
        else
            head(unit, company.walks_line ? aimAlong(goal, unit.position, classOf(unit).radius) : goal.position, speedOf(unit),
                 0);
    }
}

/// To where its order leads a unit; one without an order comes back from its enemies.
void Battle::State::leadHome(Unit& unit)
{
    Mind& mind = mindOf(unit.id);
    if (unit.is_done && !mind.is_away) return;
    if (unit.order != Unit::Order::none) return leadTo(unit, mind.home);
    mind.is_away = distanceTo(unit, mind.home) > classOf(unit).radius;
    mind.is_away ? head(unit, mind.home, speedOf(unit), 0) : setGoal(unit, Mind::Lead::stands, {});
}

void Battle::State::lead(double dt)
{
    passOthers();
    for (Squad& squad : squads) leadSquad(squad, dt);
    for (Company& company : companies) leadCompany(company);
    for (Unit& unit : units)
    {
        const bool is_alone = unit.isAlive() && unit.group == 0 && unit.follower == 0;
        if (is_alone && !pursue(unit)) leadHome(unit);
    }
}

/// Whether a unit that does not see the place it was sent to has come to the pack there, which reaches round a corner: it is held
/// up beside one that is done.
bool Battle::State::isBesidePack(const Unit& unit, const AgentView& view)
{
    constexpr double kTouch = 0.3; // metres between discs
    const Vec2 home = mindOf(unit.id).home;
    const double radius = classOf(unit).radius, reach = radius + largest_radius + kTouch;
    const bool is_held_up = view.held_up >= static_cast<double>(kYieldTimes.starting);
    if (!isTimeToLook(unit) || !is_held_up || ground->isStraight(walkerOf(unit), home)) return false;
    bool is_beside = false;
    living.forEachIn({unit.position - Vec2{reach, reach}, unit.position + Vec2{reach, reach}}, [&](std::uint32_t i) {
        const Unit& other = units[i];
        is_beside = is_beside || (other.is_done && minds[i].home == home &&
                                  distance(spaceOf(unit), spaceOf(other)) <= radius + classOf(other).radius + kTouch);
    });
    return is_beside;
}

/// What the crowd did with everybody. Units that have arrived where they were sent are done, and those that get no farther.
void Battle::State::observe()
{
    for (Unit& unit : units)
    {
        if (!unit.isAlive()) continue;
        const AgentView view = crowd.agent(unit.id);
        place(unit, view.position);
        unit.target = planar(ground->toSpace(view.target));
        Mind& mind = mindOf(unit.id);
        if (mind.lead != Mind::Lead::guided || !(mind.goal == mind.home) || unit.group != 0) continue;
        const bool has_arrived = view.status == AgentStatus::arrived;
        const bool has_no_way = view.status == AgentStatus::stuck && view.reason == StuckReason::unreachable;
        const bool stays = !has_arrived && (has_no_way || isBesidePack(unit, view));
        if (!has_arrived && !stays) continue;
        if (stays) setGoal(unit, Mind::Lead::stands, {});
        mind.is_away = false;
        finish(unit);
    }
}

} // namespace clearway
