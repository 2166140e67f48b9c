// SPDX-License-Identifier: MIT
// Two armies of 500 whose units keep local maps, 30 ticks a second, beside real time; and what a unit costs in a formation and on
// its own. There is no other library that does this to compare with.
#include <algorithm>
#include <string>
#include <vector>

#include <clearway/rts.h>

#include "bench.h"

namespace clearway::bench {
namespace {

constexpr int kTicks = 300; ///< ten seconds: armies form and march

struct Run
{
    double seconds = 0; ///< of a tick, in the mean
    std::uint64_t hash = 0;
};

Run measure(const BattleScript& script, int worker_count, int ticks)
{
    BattleOptions options;
    options.execution.worker_count = worker_count;
    BattleRun run = require(BattleRun::start(script, require(buildScenarioScene(script.world)), options));
    const double before = wallSeconds();
    for (int i = 0; i < ticks; ++i) run.step();
    return {(wallSeconds() - before) / ticks, run.battle().computeHash()};
}

BattleScript makeArmies(const char* steering)
{
    BattleScript script = require(buildBattle("rts_skirmish", {.unit_count = 1000}));
    script.world.steering = steering;
    return script;
}

/// A block of units that cross a yard, in a formation or each to a place of its own.
BattleScript makeCrossing(std::size_t count, bool in_formation)
{
    BattleScript script;
    script.world.dt = 1.0 / 30;
    script.world.scene.areas.push_back({.outline = {.points = {{0, 0}, {160, 0}, {160, 60}, {0, 60}}}});
    script.world.scene.obstacles.push_back({.outline = {.points = {{70, 20}, {90, 20}, {90, 26}, {70, 26}}}});
    script.classes = {UnitClass{.name = "soldier", .damage = 0}};
    script.teams = {{"red"}};
    BattleScript::Block block;
    for (std::size_t i = 0; i < count; ++i)
        block.positions.push_back({6 + static_cast<double>(i % 15), 20 + static_cast<double>(i / 15)});
    script.units = {block};
    Command command;
    command.kind = Command::Kind::go;
    if (in_formation)
    {
        command.units = Command::Selection::everyone();
        command.point = {140, 30};
        command.formation = FormationOrder{};
        script.commands = {command};
        return script;
    }
    for (std::size_t i = 0; i < count; ++i)
    {
        command.units = Command::Selection::of({i + 1});
        command.point = block.positions[i] + Vec2{128, 0};
        script.commands.push_back(command);
    }
    return script;
}

} // namespace

std::vector<BenchResult> benchBattle()
{
    std::vector<BenchResult> results;
    for (const char* steering : {"field", "orca"})
        for (const int workers : {1, 2})
        {
            const Run run = measure(makeArmies(steering), workers, kTicks);
            BenchResult result = {.name = "rts/two armies of 500, " + std::string(steering) + ", " + std::to_string(workers) +
                                          (workers == 1 ? " worker" : " workers"),
                                  .value = run.seconds * 1e3,
                                  .unit = "ms per tick",
                                  .peer = "30 ticks a second",
                                  .peer_value = 1e3 / 30,
                                  .checksum = run.hash};
            if (workers == 2)
            {
                result.goal_kind = Goal::ratio;
                result.goal = 3;
            }
            results.push_back(result);
        }
    const Run together = measure(makeCrossing(200, true), 1, 600), alone = measure(makeCrossing(200, false), 1, 600);
    results.push_back({.name = "rts/200 in a formation, planning included",
                       .value = together.seconds / 200 * 1e6,
                       .unit = "us per unit and tick",
                       .peer = "the same on their own, each with its goal",
                       .peer_value = alone.seconds / 200 * 1e6,
                       .checksum = together.hash,
                       .goal_kind = Goal::ratio,
                       .goal = 1});
    return results;
}

} // namespace clearway::bench
