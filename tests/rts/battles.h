// SPDX-License-Identifier: MIT
// Small battles for tests.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include <clearway/rts.h>

namespace clearway::test {

inline Ring makeBattleBox(double x0, double y0, double x1, double y1) { return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}; }

/// A yard with these walls, one class of soldiers and one of tanks that cannot enter swamps, two teams, nobody there.
inline BattleScript makeScript(double width, double height, const std::vector<Ring>& walls = {})
{
    BattleScript script;
    script.world.name = "test";
    script.world.dt = 1.0 / 30;
    script.world.seconds = 600;
    script.world.scene.areas.push_back({.outline = {.points = makeBattleBox(0, 0, width, height)}});
    for (const Ring& wall : walls) script.world.scene.obstacles.push_back({.outline = {.points = wall}});
    UnitClass soldier, tank;
    soldier.name = "soldier";
    tank.name = "tank";
    tank.radius = 0.9;
    tank.costs[static_cast<std::size_t>(Terrain::swamp)] = kMayNotEnter;
    script.classes = {soldier, tank};
    script.teams = {{"red"}, {"blue"}};
    return script;
}

/// So many in ranks of `files`, the first at `corner`.
inline void addUnits(BattleScript& script, TeamId team, std::uint32_t unit_class, std::size_t count, std::size_t files,
                     Vec2 corner)
{
    const double step = 2 * script.classes[unit_class].radius + 0.3;
    BattleScript::Block block = {team, unit_class, {}};
    for (std::size_t i = 0; i < count; ++i)
        block.positions.push_back(corner + Vec2{static_cast<double>(i % files) * step, static_cast<double>(i / files) * step});
    script.units.push_back(std::move(block));
}

inline BattleRun startRun(const BattleScript& script, int worker_count = 1)
{
    BattleOptions options;
    options.execution.worker_count = worker_count;
    return std::move(BattleRun::start(script, buildScenarioScene(script.world).value(), options)).value();
}

inline Battle startBattle(const BattleScript& script)
{
    return std::move(Battle::start(script, buildScenarioScene(script.world).value())).value();
}

inline Command makeCommand(Command::Kind kind, TeamId team, Command::Selection units, Vec2 point = {})
{
    Command command;
    command.kind = kind;
    command.team = team;
    command.units = std::move(units);
    command.point = point;
    return command;
}

} // namespace clearway::test
