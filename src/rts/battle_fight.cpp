// SPDX-License-Identifier: MIT
// Who sees whom, who hits whom, who falls. Everything in the order of numbers, so that a fight is the same every time.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "rts/battle_state.h"

namespace clearway {

namespace {

constexpr double kBinSize = 8;           ///< metres
constexpr std::size_t kMaxBinSide = 512; ///< squares are larger on larger maps

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

/// Living units by squares of the map, then everybody whose turn it is looks for the nearest enemy in sight.
void Battle::State::sense()
{
    const Box2 bounds = scene.bounds();
    const double size = std::max({kBinSize, bounds.size().x / kMaxBinSide, bounds.size().y / kMaxBinSide});
    const auto columns = static_cast<std::size_t>(bounds.size().x / size) + 1;
    const auto rows = static_cast<std::size_t>(bounds.size().y / size) + 1;
    const auto columnOf = [&](double x) {
        return static_cast<std::size_t>(std::clamp((x - bounds.min.x) / size, 0.0, static_cast<double>(columns - 1)));
    };
    const auto rowOf = [&](double y) {
        return static_cast<std::size_t>(std::clamp((y - bounds.min.y) / size, 0.0, static_cast<double>(rows - 1)));
    };
    const auto binOf = [&](Vec2 p) { return rowOf(p.y) * columns + columnOf(p.x); };
    bin_first.assign(columns * rows + 1, 0);
    for (const Unit& unit : units)
        if (unit.isAlive()) ++bin_first[binOf(unit.position) + 1];
    for (std::size_t i = 1; i < bin_first.size(); ++i) bin_first[i] += bin_first[i - 1];
    bin_units.resize(bin_first.back());
    for (std::size_t i = units.size(); i-- > 0;)
        if (units[i].isAlive()) bin_units[--bin_first[binOf(units[i].position) + 1]] = static_cast<std::uint32_t>(i);
    // Filling from behind has moved each beginning one place on.
    const auto beginOf = [&](std::size_t bin) { return bin_first[bin + 1]; };
    const auto endOf = [&](std::size_t bin) {
        return bin + 2 < bin_first.size() ? bin_first[bin + 2] : static_cast<std::uint32_t>(bin_units.size());
    };

    for (Unit& unit : units)
    {
        if (!unit.isAlive()) continue;
        Mind& mind = mindOf(unit.id);
        if (unit.enemy != kNoUnit && !unitOf(unit.enemy).isAlive()) unit.enemy = kNoUnit;
        const UnitClass& unit_class = classOf(unit);
        if (unit_class.damage == 0 || !(isTimeToLook(unit))) continue;
        unit.enemy = kNoUnit;
        mind.sees_way_to_enemy = false;
        const double sight = unit_class.sight;
        Nearest nearest;
        for (std::size_t row = rowOf(unit.position.y - sight); row <= rowOf(unit.position.y + sight); ++row)
            for (std::size_t column = columnOf(unit.position.x - sight); column <= columnOf(unit.position.x + sight); ++column)
                for (std::uint32_t k = beginOf(row * columns + column); k < endOf(row * columns + column); ++k)
                {
                    const Unit& other = units[bin_units[k]];
                    if (other.team == unit.team) continue;
                    if (const double d = distanceSq(unit.position, other.position); d <= sight * sight)
                        nearest.offer(d, other.id);
                }
        const CellId cell = nearest.count > 0 ? query.findCell(unit.position) : kNone;
        for (std::size_t i = 0; i < nearest.count && unit.enemy == kNoUnit && cell != kNone; ++i)
        {
            const Vec2 there = unitOf(nearest.found[i].second).position;
            if (query.castRay({unit.position, cell}, there).hit()) continue;
            unit.enemy = nearest.found[i].second;
            mind.sees_way_to_enemy = isWalkable(unit, unit.position, there);
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
        if (distance(unit.position, enemy.position) > unit_class.radius + classOf(enemy).radius + unit_class.range) continue;
        unit.reload = unit_class.cooldown;
        wounds[indexOf(enemy.id)] += unit_class.damage;
        mindOf(enemy.id).hit_by = unit.id;
        addEvent(BattleEvent::Kind::hit, unit, enemy.id);
    }
    for (Unit& unit : units)
        if (unit.isAlive() && wounds[indexOf(unit.id)] > 0)
        {
            unit.hit_points = std::max(0.0, unit.hit_points - wounds[indexOf(unit.id)]);
            if (!unit.isAlive()) addEvent(BattleEvent::Kind::died, unit, mindOf(unit.id).hit_by);
        }
}

void Battle::State::bury()
{
    for (std::size_t i = 0; i < events.size(); ++i)
    {
        if (events[i].kind != BattleEvent::Kind::died) continue;
        Unit& unit = unitOf(events[i].unit);
        release(unit.id);
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
    for (std::size_t i = 0; i < s.crowd.size(); ++i) s.unitOf(s.crowd.ids()[i]).position = s.crowd.positions()[i];
    s.fight(dt);
    s.bury();
    ++s.tick;
}

} // namespace clearway
