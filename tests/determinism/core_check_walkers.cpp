// SPDX-License-Identifier: MIT
// Walkers who wander: one hash for any number of workers.
#include "core_check.h"

#include <string>
#include <utility>

#include <clearway/scene.h>
#include <clearway/walkers.h>

namespace clearway::check {

void checkWalkers()
{
    for (const char* name : {"rooms", "mckenna", "city500"})
        for (const int worker_count : {1, 3})
        {
            WalkersOptions options;
            options.at_goal = WalkersOptions::AtGoal::wander;
            options.execution.worker_count = worker_count;
            const CorridorMap map = buildCorridorMap(buildScene(name).value()).value();
            Walkers walkers = std::move(Walkers::build(map, options)).value();
            walkers.addRandom(1000).value();
            for (int tick = 0; tick < 200; ++tick) walkers.step(0.1);
            Hasher hasher;
            hasher.add(walkers.computeHash());
            print("walkers/" + std::string(name) + " 200 ticks, workers " + std::to_string(worker_count), hasher,
                  walkers.plannedCount());
        }
}

} // namespace clearway::check
