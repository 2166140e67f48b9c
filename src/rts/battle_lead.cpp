// SPDX-License-Identifier: MIT
// Where everybody heads in a tick. Nobody is planned for twice: units with one goal share its field, a formation has one way, a
// sketch is one line.
// Based on: R. Silveira et al. Path-planning for RTS games based on potential fields. 2010
// Departures: the descent of a field is followed for a few cells and the farthest point of it that is straight ahead is headed
// for, which is smoother than the direction of a cell, and leaves room to give way; avoiding others is the crowd's steering. A
// straight line over terrain is taken only where it costs no more than the descent.
#include <algorithm>
#include <cmath>
#include <utility>

#include "rts/battle_state.h"

namespace clearway {

namespace {

constexpr double kDirectReach = 8;    ///< so near to its place a unit looks whether it can go straight there; metres
constexpr double kPatience = 3;       ///< without getting nearer to a place that others crowd; seconds
constexpr double kOffGroundReach = 8; ///< how far ground is looked for by who was pushed off it; metres

} // namespace

bool Battle::State::isWalkable(const Unit& unit, Vec2 from, Vec2 to) const
{
    if (script.terrain.empty()) return true;
    const FieldGrid& grid = grids[unit.unit_class];
    const TerrainCosts& costs = classOf(unit).costs;
    const double far = distance(from, to);
    const int pieces = static_cast<int>(far / (0.5 * grid.cellSize())) + 1;
    for (int i = 0; i <= pieces; ++i)
    {
        const std::int32_t cell = grid.cellAt(interpolate(from, to, static_cast<double>(i) / pieces));
        if (cell == FieldGrid::kNone || costs[static_cast<std::size_t>(grid.terrainOf(cell))] == kMayNotEnter) return false;
    }
    return true;
}

bool Battle::State::isStraight(const Unit& unit, Vec2 target)
{
    const CellId cell = query.findCell(unit.position);
    return cell != kNone && query.isCapsuleFree({unit.position, cell}, target, classOf(unit).radius * 0.999) &&
           isWalkable(unit, unit.position, target);
}

bool Battle::State::isCheap(const Unit& unit, const Field& field, Vec2 target)
{
    if (script.terrain.empty()) return true;
    const auto most = static_cast<std::int32_t>(std::min(1000.0, 2 * kDirectReach / field.grid().cellSize())) + 2;
    return field::isLineCheap(field, unit.position, target, {.step = 1, .max_points = most}, way_scratch);
}

void Battle::State::headStraight(Unit& unit, Vec2 target, double speed)
{
    unit.target = target;
    mindOf(unit.id).is_guided = false;
    (void)crowd.setGoal(unit.id, Goal::straight(target));
    (void)crowd.setSpeed(unit.id, speed, 1.2 * classOf(unit).speed);
}

void Battle::State::headGuided(Unit& unit, Vec2 target, double speed)
{
    Mind& mind = mindOf(unit.id);
    if (!mind.is_guided || distance(mind.ahead, target) > 1)
    {
        mind.is_guided = true;
        mind.ahead = target;
        (void)crowd.setGoal(unit.id, Goal(target));
    }
    unit.target = target;
    (void)crowd.setSpeed(unit.id, speed, 1.2 * classOf(unit).speed);
}

void Battle::State::head(Unit& unit, Vec2 target, double speed)
{
    Mind& mind = mindOf(unit.id);
    const bool was_guided = mind.is_guided;
    const bool is_guided = isTimeToLook(unit) ? !isStraight(unit, target) : was_guided;
    // Nobody is led to where there is no room: straight on until there is.
    if (is_guided && query.findCell(target) != kNone)
        headGuided(unit, target, std::max(speed, 0.5 * classOf(unit).speed));
    else
        headStraight(unit, target, speed);
}

std::optional<Vec2> Battle::State::findAhead(const Unit& unit, const Field& field)
{
    constexpr int kSteps = 12;
    if (field.startCell(unit.position) == FieldGrid::kNone) return std::nullopt;
    Vec2 points[kSteps + 1] = {unit.position};
    int count = 0;
    for (; count < kSteps; ++count)
    {
        const Vec2 direction = field.directionAt(points[count]);
        if (direction == Vec2{}) break;
        points[count + 1] = points[count] + direction * field.grid().cellSize();
    }
    const bool has_terrain = !script.terrain.empty();
    std::vector<double>& costs = way_scratch.costs;
    if (has_terrain) field::computeWayCosts(field.grid(), std::span(points, static_cast<std::size_t>(count) + 1), costs);
    for (int i = count; i > 1; i = i * 2 / 3)
    {
        const bool is_cheap =
            !has_terrain || field::isLineCheap(field.grid(), unit.position, points[i], costs[static_cast<std::size_t>(i)]);
        if (is_cheap && isStraight(unit, points[i])) return points[i];
    }
    return points[std::min(count, 1)];
}

/// Over terrain a descent from beside the one that was chosen may be dearer, so what is ahead is kept until it is reached or out
/// of sight, but for the last metres, where others are about.
bool Battle::State::mustLookAhead(const Unit& unit)
{
    const Mind& mind = mindOf(unit.id);
    if (!mind.has_ahead) return true;
    if (!isTimeToLook(unit)) return false;
    const bool is_kept = !script.terrain.empty() && distance(unit.position, mind.home) > kDirectReach &&
                         distance(unit.position, mind.ahead) > grids[unit.unit_class].cellSize();
    return !is_kept || !isStraight(unit, mind.ahead);
}

void Battle::State::finish(Unit& unit)
{
    if (unit.is_done) return;
    unit.is_done = true;
    addEvent(BattleEvent::Kind::done, unit);
}

void Battle::State::leadToErrand(Unit& unit, Errand& errand, double dt)
{
    Mind& mind = mindOf(unit.id);
    const UnitClass& unit_class = classOf(unit);
    if (unit.is_done) return head(unit, mind.home, unit_class.speed);
    const double left = distance(unit.position, mind.home);
    if (left <= 0.25 * unit_class.radius + 0.05)
    {
        finish(unit);
        return headStraight(unit, mind.home, unit_class.speed);
    }
    if (left < mind.closest - 0.1)
    {
        mind.closest = left;
        mind.waited = 0;
    }
    else if (distance(unit.position, errand.point) < 1.5 * errand.reach + 2)
        mind.waited += dt;
    if (mind.waited > kPatience)
    {
        mind.home = unit.position;
        finish(unit);
        return headStraight(unit, mind.home, unit_class.speed);
    }
    if (mustLookAhead(unit))
    {
        std::optional<Vec2> ahead;
        const std::optional<Field>& field = errand.fields[unit.unit_class];
        if (left < kDirectReach && isStraight(unit, mind.home) && (!field || isCheap(unit, *field, mind.home)))
            ahead = mind.home;
        else if (field)
            ahead = findAhead(unit, *field);
        // At the goal of the field but not at its own place: something stands between.
        const bool is_at_goal = ahead && distance(*ahead, unit.position) < 0.01;
        mind.has_ahead = ahead && !is_at_goal;
        if (mind.has_ahead) mind.ahead = *ahead;
    }
    mind.has_ahead ? headStraight(unit, mind.ahead, unit_class.speed) : headGuided(unit, mind.home, unit_class.speed);
}

bool Battle::State::fightsOnTheWay(const Unit& unit) const
{
    return unit.order == UnitOrder::attack_move || unit.order == UnitOrder::none;
}

bool Battle::State::pursue(Unit& unit)
{
    if (unit.enemy == kNoUnit || !fightsOnTheWay(unit) || !mindOf(unit.id).sees_way_to_enemy) return false;
    const Unit& enemy = unitOf(unit.enemy);
    const UnitClass& unit_class = classOf(unit);
    const double gap = distance(unit.position, enemy.position) - unit_class.radius - classOf(enemy).radius;
    mindOf(unit.id).has_ahead = false;
    headStraight(unit, gap <= 0.9 * unit_class.range ? unit.position : enemy.position, unit_class.speed);
    return true;
}

void Battle::State::leadSquad(Squad& squad, double dt)
{
    gatherPositions(squad.members);
    const std::span<const MemberOrder> orders = squad.march.update(dt, positions);
    for (std::size_t i = 0; i < squad.members.size(); ++i)
    {
        Unit& unit = unitOf(squad.members[i]);
        if (squad.march.isDone()) finish(unit);
        if (pursue(unit)) continue;
        head(unit, orders[i].target, orders[i].speed);
    }
    const bool is_blocked = squad.march.state() == GroupState::blocked;
    if (is_blocked != squad.was_blocked)
        addEvent(is_blocked ? BattleEvent::Kind::blocked : BattleEvent::Kind::going,
                 unitOf(squad.members[is_blocked ? squad.march.troubled() : 0]), kNoUnit, squad.number);
    squad.was_blocked = is_blocked;
}

void Battle::State::leadCompany(Company& company, double dt)
{
    positions.clear();
    for (const UnitId id : company.units) positions.push_back(id == kNoUnit ? Vec2{} : unitOf(id).position);
    company.follower.update(positions);
    for (std::uint32_t place = 0; place < company.units.size(); ++place)
    {
        if (company.units[place] == kNoUnit) continue;
        Unit& unit = unitOf(company.units[place]);
        const SketchGoal goal = company.follower.goalOf(place);
        if (goal.status == SketchUnitStatus::removed)
        {
            finish(unit);
            head(unit, mindOf(unit.id).home, classOf(unit).speed);
            continue;
        }
        const auto c = static_cast<std::size_t>(std::ranges::find(company.classes, unit.unit_class) - company.classes.begin());
        if (goal.branch == kNone && goal.next == goal.position)
        {
            if (company.end_errands[c] == 0 || !(company.ends[c] == goal.position)) settleAtEnd(company, c, goal.position);
            if (Errand* errand = findErrand(mindOf(unit.id).errand))
                leadToErrand(unit, *errand, dt);
            else
                leadAlong(company, unit, goal.position);
            continue;
        }
        leadAlong(company, unit, goal.position);
    }
}

/// The end of the sketch is in sight of somebody: everybody of the class gets a place there.
void Battle::State::settleAtEnd(Company& company, std::size_t class_index, Vec2 end)
{
    std::vector<UnitId> chosen;
    for (const UnitId id : company.units)
        if (id != kNoUnit && unitOf(id).unit_class == company.classes[class_index]) chosen.push_back(id);
    company.ends[class_index] = end;
    company.end_errands[class_index] = next_number;
    for (const UnitId id : chosen) unitOf(id).is_done = false;
    if (Result<Errand> errand = buildErrand(end, chosen))
        giveErrand(std::move(*errand), chosen);
    else
        ++next_number;
}

void Battle::State::leadAlong(Company& company, Unit& unit, Vec2 goal)
{
    constexpr std::size_t kMostFields = 32;
    Mind& mind = mindOf(unit.id);
    const UnitClass& unit_class = classOf(unit);
    if (!mind.has_ahead || isTimeToLook(unit))
    {
        std::optional<Vec2> ahead;
        if (isStraight(unit, goal))
            ahead = goal;
        else
        {
            auto known = std::ranges::find_if(company.fields, [&](const Company::KnownField& field) {
                return field.unit_class == unit.unit_class && field.goal == goal;
            });
            if (known == company.fields.end())
            {
                FieldRequest request;
                request.goals = {{.position = goal}};
                request.radius = unit_class.radius;
                request.costs = unit_class.costs;
                if (Result<Field> field = cache.find(request))
                {
                    if (company.fields.size() == kMostFields) company.fields.erase(company.fields.begin());
                    company.fields.push_back({unit.unit_class, goal, std::move(*field)});
                    known = company.fields.end() - 1;
                }
            }
            if (known != company.fields.end()) ahead = findAhead(unit, known->field);
        }
        mind.has_ahead = ahead.has_value();
        if (ahead) mind.ahead = *ahead;
    }
    mind.has_ahead ? headStraight(unit, mind.ahead, unit_class.speed) : headGuided(unit, goal, unit_class.speed);
}

void Battle::State::lead(double dt)
{
    for (Squad& squad : squads) leadSquad(squad, dt);
    for (Company& company : companies) leadCompany(company, dt);
    for (Unit& unit : units)
    {
        if (!unit.isAlive()) continue;
        if (!script.terrain.empty() && !isWalkable(unit, unit.position, unit.position))
        {
            // Pushed onto ground where it may not be: back to the nearest where it may.
            const FieldGrid& grid = grids[unit.unit_class];
            if (const std::int32_t cell = grid.findNearestFree(unit.position, kOffGroundReach); cell != FieldGrid::kNone)
            {
                headStraight(unit, grid.centerOf(cell), classOf(unit).speed);
                continue;
            }
        }
        if (unit.group != 0 || unit.follower != 0 || pursue(unit)) continue;
        if (Errand* errand = findErrand(mindOf(unit.id).errand))
            leadToErrand(unit, *errand, dt);
        else
            head(unit, mindOf(unit.id).home, classOf(unit).speed);
    }
}

} // namespace clearway
