// SPDX-License-Identifier: MIT
// Crowds on surfaces, with borders and without: one hash for any number of workers, and after being saved and restored.
#include "core_check.h"

#include <string>

#include <clearway/crowd.h>
#include <clearway/guide.h>
#include <clearway/scene/mesh_generators.h>
#include <clearway/surface.h>

namespace clearway::check {

void checkSurfaceCrowds()
{
    struct Site
    {
        const char* mesh;
        double detail;
        double max_acceleration;
    };
    for (const Site& site : {Site{"terrain", 0.05, 0.4}, Site{"sphere", 0.25, 3}, Site{"octopus", 0.1, 20}})
    {
        SurfaceOptions options;
        options.max_acceleration = site.max_acceleration;
        const auto mesh = buildTriangleMesh(site.mesh, {.detail = site.detail});
        const auto surface = mesh ? buildSurfaceMesh(*mesh, options) : mesh.error();
        const auto world = surface ? onSurface(*surface) : surface.error();
        if (!world) continue;
        for (const int worker_count : {1, 3})
        {
            Crowd crowd(world->world, {.execution = {.worker_count = worker_count}});
            for (std::uint64_t i = 0; i < 200; ++i)
            {
                Random random(9, i);
                const double radius = random.uniform(0.1, 0.3);
                Vec2 position;
                if (world->world.ground->findRandomPoint(3, i, radius, kNone, position))
                    crowd.add({.position = position, .radius = radius, .goal = Goal::random(5)}).value();
            }
            for (int tick = 0; tick < 25; ++tick) crowd.step(0.1);
            ByteWriter writer;
            crowd.save(writer);
            ByteReader reader(writer.bytes());
            const bool is_restored = static_cast<bool>(crowd.restore(reader));
            for (int tick = 0; tick < 25; ++tick) crowd.step(0.1);
            Hasher hasher;
            hasher.add(crowd.computeHash());
            hasher.add(is_restored ? 1 : 0);
            print("surface crowd/" + std::string(site.mesh) + ", workers " + std::to_string(worker_count), hasher, crowd.size());
        }
    }
}

} // namespace clearway::check
