// SPDX-License-Identifier: MIT
// Battles: a fight, a sketch and a fight over a surface, one hash for any number of workers.
#include "core_check.h"

#include <string>
#include <utility>

#include <clearway/rts.h>
#include <clearway/scene/mesh_generators.h>

namespace clearway::check {

void checkBattles()
{
    const auto play = [](const char* name, std::size_t unit_count, int ticks, int worker_count) {
        const BattleScript script = buildBattle(name, {.unit_count = unit_count}).value();
        BattleOptions options;
        options.execution.worker_count = worker_count;
        PlannerParts parts;
        if (const std::string& mesh = script.world.scene_name; mesh.empty())
            parts.scene = buildScenarioScene(script.world).value();
        else
            parts.triangles = buildTriangleMesh(mesh).value();
        BattleRun run = std::move(BattleRun::start(script, parts, options)).value();
        std::size_t left = 0;
        for (int tick = 0; tick < ticks && !run.isOver(); ++tick) run.step();
        for (const Unit& unit : run.battle().units()) left += unit.isAlive();
        Hasher hasher;
        hasher.add(run.battle().computeHash());
        hasher.add(run.battle().tick());
        print("rts/" + std::string(name) + " of " + std::to_string(unit_count) + ", workers " + std::to_string(worker_count),
              hasher, left);
    };
    for (const int worker_count : {1, 3})
    {
        play("rts_skirmish", 80, 2400, worker_count);
        play("rts_swamp", 30, 900, worker_count);
        play("rts_ramp", 60, 1800, worker_count);
    }
    play("rts_skirmish", 500, 5000, 2); // to its end
}

} // namespace clearway::check
