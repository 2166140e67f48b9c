// SPDX-License-Identifier: MIT
// Battles: a fight and a sketch, one hash for any number of workers.
#include "core_check.h"

#include <string>
#include <utility>

#include <clearway/rts.h>

namespace clearway::check {

void checkBattles()
{
    const auto play = [](const char* name, std::size_t unit_count, int ticks, int worker_count) {
        const BattleScript script = buildBattle(name, {.unit_count = unit_count}).value();
        BattleOptions options;
        options.execution.worker_count = worker_count;
        BattleRun run = std::move(BattleRun::start(script, buildScenarioScene(script.world).value(), options)).value();
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
    }
    play("rts_skirmish", 500, 5000, 2); // to its end
}

} // namespace clearway::check
