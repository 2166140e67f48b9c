// SPDX-License-Identifier: MIT
// Who sees whom, who hits whom, who falls. Everything in the order of numbers, so that a fight is the same every time.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "rts/battle_state.h"

namespace clearway {

namespace {

/// The nearest few enemies, nearest first; ties by number.
struct Nearest
{
    static constexpr std::size_t kMost = 3;
    std::array<std::pair<double, UnitId>, kMost> found = {};
    std::size_t count = 0;

    void offer(double distance_sq, UnitId id)
    {
        const std::pair<double, UnitId> offered = {distance_sq, id};
        std::size_t at = count;
        while (at > 0 && offered < found[at - 1]) --at;
        if (at == kMost) return;
        count = std::min(count + 1, kMost);
        for (std::size_t i = count - 1; i > at; --i) found[i] = found[i - 1];
        found[at] = offered;
    }
};

} // namespace

/// Everybody whose turn it is looks for the nearest enemy in sight.
void Battle::State::sense()
{
    constexpr double kUnitsPerCell = 4;
    boxes.assign(units.size(), Box2());
    for (const Unit& unit : units)
        if (unit.isAlive()) boxes[indexOf(unit.id)] = {unit.position, unit.position};
    living = buildBinGrid(boxes, kUnitsPerCell);
    for (Unit& unit : units)
    {
        if (!unit.isAlive()) continue;
        Mind& mind = mindOf(unit.id);
        if (unit.enemy != kNoUnit && !unitOf(unit.enemy).isAlive()) unit.enemy = kNoUnit;
        const double sight = classOf(unit).sight;
        if (classOf(unit).damage == 0 || !isTimeToLook(unit)) continue;
        unit.enemy = kNoUnit;
        mind.sees_way_to_enemy = false;
        Nearest nearest;
        living.forEachIn({unit.position - Vec2{sight, sight}, unit.position + Vec2{sight, sight}}, [&](std::uint32_t i) {
            const double d = distanceSq(spaceOf(unit), spaceOf(units[i]));
            if (units[i].team != unit.team && d <= sight * sight) nearest.offer(d, units[i].id);
        });
        for (std::size_t i = 0; i < nearest.count && unit.enemy == kNoUnit; ++i)
        {
            const Vec2 there = mindOf(nearest.found[i].second).at;
            if (!ground->isVisible(mind.at, there)) continue;
            unit.enemy = nearest.found[i].second;
            mind.sees_way_to_enemy = ground->isWalkable(walkerOf(unit), there);
        }
    }
}

/// Hits of one tick count at once: whoever falls in it has still hit.
void Battle::State::fight(double dt)
{
    wounds.assign(units.size(), 0);
    for (Unit& unit : units)
    {
        if (!unit.isAlive()) continue;
        unit.reload = std::max(0.0, unit.reload - dt);
        if (unit.enemy == kNoUnit || unit.reload > 0) continue;
        const UnitClass& unit_class = classOf(unit);
        const Unit& enemy = unitOf(unit.enemy);
        if (distance(spaceOf(unit), spaceOf(enemy)) > unit_class.radius + classOf(enemy).radius + unit_class.range) continue;
        unit.reload = unit_class.cooldown;
        wounds[indexOf(enemy.id)] += unit_class.damage;
        mindOf(enemy.id).hit_by = unit.id;
        addEvent(Battle::Event::Kind::hit, unit, enemy.id);
    }
    for (Unit& unit : units)
        if (unit.isAlive() && wounds[indexOf(unit.id)] > 0)
        {
            unit.hit_points = std::max(0.0, unit.hit_points - wounds[indexOf(unit.id)]);
            if (!unit.isAlive()) addEvent(Battle::Event::Kind::died, unit, mindOf(unit.id).hit_by);
        }
}

void Battle::State::bury()
{
    for (std::size_t i = 0; i < events.size(); ++i)
    {
        if (events[i].kind != Battle::Event::Kind::died) continue;
        Unit& unit = unitOf(events[i].unit);
        release(unit.id, Unit::Order::none);
        unit.enemy = kNoUnit;
        crowd.remove(unit.id);
    }
    for (Unit& unit : units)
        if (unit.enemy != kNoUnit && !unitOf(unit.enemy).isAlive()) unit.enemy = kNoUnit;
}

void Battle::step()
{
    State& s = *state_;
    const double dt = s.script.world.dt;
    s.events.clear();
    s.sense();
    s.lead(dt);
    s.crowd.step(dt);
    s.observe();
    s.fight(dt);
    s.bury();
    ++s.tick;
}

} // namespace clearway
