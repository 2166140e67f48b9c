// SPDX-License-Identifier: MIT
// The same questions through a planner and to its finder: what the common door costs.
#include <cmath>
#include <vector>

#include <clearway/base/hash.h>
#include <clearway/corridor.h>
#include <clearway/field.h>
#include <clearway/path.h>
#include <clearway/plan.h>
#include <clearway/scene.h>
#include <clearway/scene/mesh_generators.h>
#include <clearway/surface.h>

#include "bench.h"

namespace clearway::bench {
namespace {

constexpr double kMostRatio = 1.03;
constexpr int kRounds = 9;

/// The time of all questions through the planner, as a multiple of that of the finder. Both take turns, and the best round of
/// each counts: what disturbs the machine disturbs both.
template <typename AskPlanner, typename AskFinder>
BenchResult compare(const std::string& name, AskPlanner&& askPlanner, AskFinder&& askFinder)
{
    Hasher planner_hash, finder_hash;
    askPlanner(planner_hash);
    askFinder(finder_hash);
    double planner = INFINITY, finder = INFINITY;
    for (int i = 0; i < kRounds; ++i)
    {
        Hasher ignored;
        const double start = threadSeconds();
        askPlanner(ignored);
        const double middle = threadSeconds();
        askFinder(ignored);
        planner = std::min(planner, middle - start);
        finder = std::min(finder, threadSeconds() - middle);
    }
    if (planner_hash.value() != finder_hash.value()) std::fprintf(stderr, "clearway_bench: %s: answers differ\n", name.c_str());
    return {.name = name + ", planner / finder",
            .value = planner / finder,
            .unit = "times",
            .checksum = planner_hash.value(),
            .goal_kind = Goal::at_most,
            .goal = kMostRatio};
}

std::vector<PathRequest> makeRequests(const NavMesh& mesh, std::size_t count, double radius)
{
    NavMeshQuery query(mesh);
    std::vector<PathRequest> requests;
    for (std::uint64_t i = 0; requests.size() < count && i < 10 * count; ++i)
    {
        const Place a = query.findRandomPoint({.seed = 5, .index = 2 * i, .radius = 2 * radius});
        const Place b = query.findRandomPoint({.seed = 5, .index = 2 * i + 1, .radius = 2 * radius});
        if (a && b) requests.emplace_back(a.position, b.position, radius);
    }
    return requests;
}

/// Asks all questions through a planner, and of a finder by `find(request, path)`.
template <typename Find>
BenchResult compareOn(const std::string& name, const Planner& planner, const std::vector<PathRequest>& requests, Find&& find)
{
    PlannerQuery query = planner.makeQuery();
    Path path;
    const auto ask = [&](Hasher& hasher, auto&& one) {
        for (const PathRequest& request : requests)
        {
            one(request);
            hasher.add(path.length());
        }
    };
    return compare(
        name, [&](Hasher& hasher) { ask(hasher, [&](const PathRequest& request) { query.find(request, path); }); },
        [&](Hasher& hasher) { ask(hasher, [&](const PathRequest& request) { find(request, path); }); });
}

} // namespace

std::vector<BenchResult> benchPlanners()
{
    const Scene scene = require(buildScene("city500"));
    const Planner navmesh = require(buildPlanner(scene, "navmesh"));
    const std::vector<PathRequest> requests = makeRequests(*navmesh.parts().mesh, 300, 0.5);
    std::vector<BenchResult> results;

    PathFinder finder(*navmesh.parts().clearance);
    results.push_back(compareOn("navmesh on city500", navmesh, requests, [&](const PathRequest& request, Path& path) {
        finder.find(planar(request.start), planar(request.goal), {.radius = request.radius}, path);
    }));

    const Planner corridor = require(buildPlanner(navmesh.parts(), "corridor"));
    CorridorPathFinder corridors(*corridor.parts().corridor_map);
    results.push_back(compareOn("corridor on city500", corridor, requests, [&](const PathRequest& request, Path& path) {
        corridors.find(planar(request.start), planar(request.goal), {.radius = request.radius}, path);
    }));

    const Planner surface = require(buildPlanner(require(buildTriangleMesh("terrain")), "surface"));
    SurfacePathFinder surfaces(*surface.parts().surface);
    std::vector<PathRequest> climbs;
    for (std::uint64_t i = 0; i < 100; ++i)
        climbs.emplace_back(surfaces.query().findRandomPlace({.seed = 1, .index = i}).position,
                            surfaces.query().findRandomPlace({.seed = 2, .index = i}).position, 0.0);
    results.push_back(compareOn("surface on terrain", surface, climbs, [&](const PathRequest& request, Path& path) {
        const SurfaceNearestOptions near = {.max_distance = SurfacePathOptions().reach};
        surfaces.find(surfaces.query().findNearest(request.start, near), surfaces.query().findNearest(request.goal, near), {},
                      path);
    }));
    return results;
}

} // namespace clearway::bench
