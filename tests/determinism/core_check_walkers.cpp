// SPDX-License-Identifier: MIT
// Crowds with the engine `walkers`: one hash for any number of workers.
#include "core_check.h"

#include <string>

#include <clearway/crowd.h>
#include <clearway/guide.h>
#include <clearway/navmesh.h>
#include <clearway/scene.h>

namespace clearway::check {

void checkWalkers()
{
    for (const char* name : {"rooms", "mckenna", "city500"})
    {
        const Scene scene = buildScene(name).value();
        const World world = onCorridorMap(buildNavMesh(scene).value(), buildCorridorMap(scene).value()).value();
        for (const int worker_count : {1, 3})
        {
            Crowd crowd(world, {.engine = CrowdOptions::Engine::walkers, .execution = {.worker_count = worker_count}});
            AgentOptions agent;
            agent.goal = Goal::random();
            for (std::uint64_t index = 0; crowd.size() < 1000; ++index)
                if (world.ground->findRandomPoint(1, index, agent.radius, kNone, agent.position) &&
                    crowd.hasRoom(agent.position, agent.radius))
                    crowd.add(agent).value();
            std::uint64_t event_count = 0;
            for (int tick = 0; tick < 200; ++tick)
            {
                crowd.step(0.1);
                event_count += crowd.events().size();
            }
            Hasher hasher;
            hasher.add(crowd.computeHash());
            hasher.add(crowd.runHash());
            print("walkers/" + std::string(name) + " 200 ticks, workers " + std::to_string(worker_count), hasher, event_count);
        }
    }
}

} // namespace clearway::check
