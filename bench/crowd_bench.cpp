// SPDX-License-Identifier: MIT
// Crowds beside DetourCrowd: everybody walks between random places of a city, planning included. Times are per agent and step of
// 0.1 s; the state hash says that all runs did the same.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <clearway/crowd.h>
#include <clearway/plan.h>
#include <clearway/scene.h>
#include <clearway/steering.h>

#include "bench.h"
#include "crowd_run.h"
#include "recast_peer.h"

namespace clearway::bench {
namespace {

constexpr double kDt = 0.1;
constexpr double kRadius = 0.25;
constexpr double kSpeed = 1.34;

struct City
{
    Scene scene;
    NavMesh mesh;
    ClearanceMesh clearance;
};

City makeCity(const char* name, double scale)
{
    Scene scene = require(buildScene(name, {.scale = scale}));
    NavMesh mesh = require(buildNavMesh(scene));
    return {scene, mesh, require(buildClearance(mesh))};
}

Crowd makeCrowd(const City& city, int count, int worker_count, std::shared_ptr<const Steering> steering = orca())
{
    Crowd crowd(require(buildWorld(PlannerParts{.clearance = city.clearance})),
                {.steering = std::move(steering), .execution = {.worker_count = worker_count}});
    crowd.reserve(static_cast<std::size_t>(count));
    NavMeshQuery query(city.mesh);
    for (int i = 0; i < count; ++i)
    {
        const Place place = query.findRandomPoint({.seed = 1, .index = static_cast<std::uint64_t>(i), .radius = kRadius + 0.01});
        require(crowd.add({.position = place, .radius = kRadius, .goal = clearway::Goal::random(7), .speed = kSpeed}));
    }
    return crowd;
}

} // namespace

/// Nanoseconds of DetourCrowd per agent and step; nothing when it is not installed. `name` says what was measured.
static std::optional<double> measureDetourCrowd(const City& city, int count, std::string& name)
{
    name = describeDetourCrowd();
    const std::unique_ptr<DetourPeer> detour = DetourPeer::build(city.scene, kDetourTile);
    if (!detour) return std::nullopt;
    const std::unique_ptr<DetourCrowdPeer> peer = detour->makeCrowd(count, 0.6);
    NavMeshQuery query(city.mesh);
    for (int i = 0; i < count; ++i)
    {
        const auto point = [&](std::uint64_t seed) {
            return query.findRandomPoint({.seed = seed, .index = static_cast<std::uint64_t>(i), .radius = kRadius + 0.01})
                .position;
        };
        peer->add(point(1), point(7), kRadius, kSpeed);
    }
    constexpr int kTicks = 60;
    const double before = threadSeconds();
    for (int i = 0; i < kTicks; ++i) peer->step(kDt);
    const double taken = threadSeconds() - before;
    name += ", " + std::to_string(peer->waitingCount()) + " still wait for a path after 6 s";
    return taken / kTicks / count * 1e9;
}

std::vector<BenchResult> benchCrowd()
{
    constexpr int kCount = 10'000;
    constexpr int kTicks = 1000; // many reach a goal within it, and plan the way to the next
    const City city = makeCity("city500", 1);
    struct Model
    {
        std::shared_ptr<const Steering> steering;
        double goal; ///< times as fast as DetourCrowd
    };
    std::string peer;
    const std::optional<double> peer_value = measureDetourCrowd(city, kCount, peer);
    std::vector<BenchResult> results;
    for (const Model& model : {Model{orca(), 15}, Model{hidac(), 15}, Model{socialForce(), 40}})
    {
        Crowd crowd = makeCrowd(city, kCount, 1, model.steering);
        const CrowdRun run = measureCrowd(crowd, kDt, kTicks);
        const std::string name = std::string("crowd/city500 10,000, ") + model.steering->name();
        results.push_back({.name = name + ", planning included",
                           .value = run.mean / kCount * 1e9,
                           .unit = "ns per agent-step",
                           .peer = peer,
                           .peer_value = peer_value,
                           .checksum = run.hash,
                           .goal_kind = Goal::ratio,
                           .goal = model.goal});
        results.push_back({.name = name + ", after the first plans",
                           .value = run.median / kCount * 1e9,
                           .unit = "ns per agent-step",
                           .checksum = run.hash});
        if (results.size() > 2) continue;
        results.push_back({.name = "crowd/city500 10,000, first plans",
                           .value = run.first / kCount * 1e6,
                           .unit = "us per agent",
                           .checksum = run.hash});
        results.push_back({.name = "crowd/bytes of an agent without its path",
                           .value = static_cast<double>(crowd.memoryBytes()) / kCount,
                           .unit = "bytes",
                           .checksum = run.hash,
                           .goal_kind = Goal::at_most,
                           .goal = 300});
    }
    return results;
}

std::vector<BenchResult> benchLargeCrowd()
{
    std::vector<BenchResult> results;
    const City small = makeCity("city500", 1);
    Crowd few = makeCrowd(small, 10'000, 1);
    const CrowdRun of_few = measureCrowd(few, kDt, 60);
    {
        const City large = makeCity("city500", 20);
        Crowd many = makeCrowd(large, 200'000, 1);
        const CrowdRun of_many = measureCrowd(many, kDt, 30);
        results.push_back({.name = "crowd/200,000 against 10,000 at the same density",
                           .value = of_many.median / 200'000 / (of_few.median / 10'000),
                           .unit = "times per agent-step",
                           .checksum = of_many.hash,
                           .goal_kind = Goal::at_most,
                           .goal = 1.5});
    }
    {
        const City city = makeCity("city2000", 1);
        Crowd crowd = makeCrowd(city, 300'000, 1);
        const CrowdRun run = measureCrowd(crowd, kDt, 30);
        results.push_back({.name = "crowd/city2000 300,000, after the first plans",
                           .value = run.median * 1e3,
                           .unit = "ms per step of 100 ms",
                           .checksum = run.hash,
                           .goal_kind = Goal::at_most_time,
                           .goal = 100});
    }
    {
        Crowd one = makeCrowd(small, 20'000, 1), two = makeCrowd(small, 20'000, 2);
        const CrowdRun alone = measureCrowd(one, kDt, 100, wallSeconds), together = measureCrowd(two, kDt, 100, wallSeconds);
        if (alone.hash != together.hash) std::fprintf(stderr, "crowd: two workers gave another state than one\n");
        results.push_back({.name = "crowd/city500 20,000, two workers",
                           .value = together.median / 20'000 * 1e9,
                           .unit = "ns per agent-step",
                           .peer = "one worker",
                           .peer_value = alone.median / 20'000 * 1e9,
                           .checksum = together.hash,
                           .goal_kind = Goal::ratio,
                           .goal = 1.7});
    }
    return results;
}

} // namespace clearway::bench
