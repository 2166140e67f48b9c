// SPDX-License-Identifier: MIT
// A crowd of 1,000 for 1,000 ticks on a real mesh: one hash for any number of workers, saved and restored on the way, and as two
// crowds that exchange ghosts.
#include "core_check.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <clearway/crowd.h>
#include <clearway/guide.h>
#include <clearway/navmesh.h>
#include <clearway/scene.h>
#include <clearway/steering.h>

namespace clearway::check {

namespace {

constexpr int kAgents = 1000;

void populate(Crowd& crowd, const NavMesh& mesh, double max_radius)
{
    NavMeshQuery query(mesh);
    for (int i = 0; i < kAgents; ++i)
    {
        Random random(9, static_cast<std::uint64_t>(i));
        const double radius = random.uniform(0.15, max_radius);
        const Place place = query.findRandomPoint({.seed = 3, .index = static_cast<std::uint64_t>(i), .radius = radius});
        if (place)
            crowd.add({.position = place, .radius = radius, .goal = Goal::random(5), .speed = random.uniform(0.8, 1.6)}).value();
    }
}

void printState(const std::string& name, std::uint64_t hash, std::uint64_t detail)
{
    Hasher hasher;
    hasher.add(hash);
    print(name, hasher, detail);
}

/// The other steering models, with all they have: falling, what neighbours show, forces of the user.
void checkModels(const NavMesh& mesh)
{
    const auto wind = [](const SteeringBlock& block, int i) {
        return Acceleration{block.id[i] % 2 == 0 ? 0.125F : 0.0F, 0.0625F};
    };
    const std::pair<const char*, std::shared_ptr<const Steering>> models[] = {
        {"hidac", hidac()},
        {"hidac, falling", hidac({.falls = true, .fall_push = 0.01F, .fall_time = 2})},
        {"hidac, panic, kept apart", hidac({.panics = true, .keeps_apart = true})},
        {"social_force", socialForce()},
        {"social_force, circular", socialForce({.shape = SocialForceOptions::Shape::circular, .keeps_apart = true})},
        {"social_force with wind", withForce(socialForce(), wind)},
    };
    for (const auto& [name, model] : models)
        for (const int worker_count : {1, 3})
        {
            Crowd crowd(onNavMesh(mesh), {.steering = model, .worker_count = worker_count});
            populate(crowd, mesh, 0.3);
            for (int tick = 0; tick < 200; ++tick) crowd.step(0.1);
            printState("crowd/city 200 ticks, " + std::string(name) + ", workers " + std::to_string(worker_count),
                       crowd.computeHash(), crowd.faults().clamped_count);
        }
}

/// Half of the world each, cut at the middle of its width.
std::uint64_t runAsTwo(const NavMesh& mesh, int ticks)
{
    const World world = onNavMesh(mesh);
    Crowd halves[2] = {Crowd(world), Crowd(world)};
    const double middle = (mesh.bounds().min.x + mesh.bounds().max.x) / 2;
    const auto side = [middle](Vec2 p) { return p.x < middle ? 0 : 1; };
    const auto everybody = [](const Crowd& crowd) { return std::vector<AgentId>(crowd.ids().begin(), crowd.ids().end()); };
    const auto exchange = [&] {
        for (int here = 0; here < 2; ++here)
            for (const AgentId id : everybody(halves[here]))
                if (side(halves[here].find(id).position) != here) halves[1 - here].put(halves[here].take(id)).value();
    };
    populate(halves[0], mesh, 0.3);
    exchange();
    for (int tick = 0; tick < ticks; ++tick)
    {
        const std::vector<AgentId> own[2] = {everybody(halves[0]), everybody(halves[1])};
        const double range = std::max(halves[0].ghostRange(), halves[1].ghostRange());
        for (int here = 0; here < 2; ++here)
            for (const AgentId id : own[here])
                if (std::abs(halves[here].find(id).position.x - middle) <= range)
                    halves[1 - here].addGhost(halves[here].copy(id)).value();
        for (Crowd& half : halves) half.step(0.1);
        exchange();
    }
    return halves[0].computeHash() + halves[1].computeHash();
}

} // namespace

void checkCrowd()
{
    const NavMesh mesh = buildNavMesh(buildScene("city500", {.scale = 0.1}).value()).value();
    for (const int worker_count : {1, 2, 3, 8})
    {
        Crowd crowd(onNavMesh(mesh), {.worker_count = worker_count});
        populate(crowd, mesh, 0.3);
        for (int tick = 0; tick < 1000; ++tick) crowd.step(0.1);
        printState("crowd/city 1000 ticks, workers " + std::to_string(worker_count), crowd.computeHash(), crowd.size());
    }
    {
        Crowd before(onNavMesh(mesh));
        populate(before, mesh, 0.3);
        for (int tick = 0; tick < 400; ++tick) before.step(0.1);
        ByteWriter writer;
        before.save(writer);
        Crowd after(onNavMesh(mesh));
        ByteReader reader(writer.bytes());
        const bool is_restored = after.restore(reader).ok();
        for (int tick = 400; tick < 1000; ++tick) after.step(0.1);
        printState("crowd/city 1000 ticks, saved and restored", after.computeHash(), is_restored ? after.size() : 0);
    }
    printState("crowd/city 1000 ticks, two with ghosts", runAsTwo(mesh, 1000), kAgents);
    for (const NavMeshGuide guide :
         {NavMeshGuide::simple, NavMeshGuide::farthest, NavMeshGuide::nearest, NavMeshGuide::centre, NavMeshGuide::path})
    {
        Crowd crowd(onNavMesh(mesh, {.guide = guide}));
        populate(crowd, mesh, 0.3);
        for (int tick = 0; tick < 100; ++tick) crowd.step(0.1);
        printState("crowd/city 100 ticks, " + std::string(toText(guide)), crowd.computeHash(), crowd.size());
    }
    checkModels(mesh);
}

} // namespace clearway::check
