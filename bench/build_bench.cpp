// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <clearway/navmesh.h>
#include <clearway/scene.h>

#include "bench.h"
#include "recast_peer.h"

namespace clearway::bench {
namespace {

/// The built-in scene at the scale at which it has about `vertex_count` vertices. Scenes grow with their scale, though not
/// exactly.
SceneInput inputOfSize(const char* name, double vertex_count)
{
    double scale = 1;
    const auto input = [&] { return require(buildSceneInput(name, {.scale = scale})); };
    const auto size = [](const SceneInput& made) {
        std::size_t count = 0;
        for (const SceneInput::AreaInput& area : made.areas)
        {
            count += area.outline.points.size();
            for (const SceneInput::RingInput& hole : area.holes) count += hole.points.size();
        }
        for (const auto& obstacle : made.obstacles) count += obstacle.outline.points.size();
        return static_cast<double>(count);
    };
    for (int i = 0; i < 4; ++i) scale *= vertex_count / size(input());
    return input();
}

double log2OfGrowth(double n) { return n * std::log2(n); }

} // namespace

std::vector<BenchResult> benchBuild()
{
    const SceneInput input = require(buildSceneInput("city500"));
    const Scene scene = require(buildScene(input));
    std::uint64_t hash = 0, scene_hash = 0, merged_hash = 0;
    const double mesh_seconds = measureSeconds([&] { hash = require(buildNavMesh(scene)).computeHash(); });
    const double all_seconds =
        measureSeconds([&] { scene_hash = require(buildNavMesh(require(buildScene(input)))).computeHash(); });
    const double merged_seconds = measureSeconds([&] {
        merged_hash = require(buildNavMesh(scene, {.decomposition = NavMeshOptions::Decomposition::merged})).computeHash();
    });

    const std::optional<RecastRun> recast = measureRecast(scene);
    const auto peer_ms = recast ? std::optional(recast->seconds * 1e3) : std::nullopt;
    const std::string peer = describeRecast() + (recast ? ", " + std::to_string(recast->polygon_count) + " polygons" : "");
    return {
        {"build city500 from polygons", all_seconds * 1e3, "ms", peer, peer_ms, scene_hash, Goal::ratio, 200},
        {"build city500 from scene", mesh_seconds * 1e3, "ms", peer, peer_ms, hash, Goal::ratio, 200},
        {"build city500 merged triangles", merged_seconds * 1e3, "ms", peer, peer_ms, merged_hash},
    };
}

std::vector<BenchResult> benchGrowth()
{
    std::vector<BenchResult> results;
    for (const char* name : {"city", "comb", "spiral"})
    {
        double first = 0, last = 0;
        std::uint64_t hash = 0;
        for (double wanted : {12500.0, 25000.0, 50000.0, 100000.0, 200000.0})
        {
            const Scene scene = require(buildScene(inputOfSize(name, wanted)));
            const auto n = static_cast<double>(scene.points().size());
            const double seconds = measureSeconds([&] { hash = require(buildNavMesh(scene)).computeHash(); }, 3);
            last = seconds / log2OfGrowth(n);
            if (first == 0) first = last;
            results.push_back({.name = "build " + std::string(name) + ", " + std::to_string(scene.points().size()) + " vertices",
                               .value = seconds * 1e3,
                               .unit = "ms",
                               .checksum = hash});
        }
        results.push_back({.name = std::string(name) + ": growth beyond n log n",
                           .value = last / first,
                           .unit = "times",
                           .checksum = hash,
                           .goal_kind = Goal::at_most,
                           .goal = 1.3});
    }
    return results;
}

} // namespace clearway::bench
