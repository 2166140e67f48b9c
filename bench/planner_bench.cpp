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

/// Ways down one field, which is solved once.
BenchResult compareFields()
{
    const Scene scene = require(buildScene("rooms"));
    const FieldGrid grid = require(buildFieldGrid(scene, {.cell_size = 0.25, .radius = 0.25}));
    std::vector<PathRequest> requests = makeRequests(require(buildNavMesh(scene)), 100, 0.5);
    for (PathRequest& request : requests) request = {planar(request.start), planar(requests.front().goal), grid.radius()};
    const FieldGoal goal = {.position = planar(requests.front().goal)};
    FieldOptions options;
    options.goal_reach = 1.5 * grid.cellSize();
    const Field field = require(buildField(grid, {&goal, 1}, options));
    const Planner planner = require(buildPlanner(PlannerParts{.grid = grid}, "field"));
    return compareOn("field on rooms, one goal", planner, requests,
                     [&](const PathRequest& request, Path& path) { path = field.findPath(planar(request.start)); });
}

/// Straight lines by the same queries, written by hand: this planner has no finder.
class StraightLines
{
public:
    explicit StraightLines(const NavMesh& mesh) : query_(mesh) {}

    void find(const PathRequest& request, Path& path)
    {
        PathWriter writer(path);
        const double radius = request.radius;
        const Vec2 from = planar(request.start), to = planar(request.goal);
        const Place start{from, query_.findCell(from)}, goal{to, query_.findCell(to)};
        if (!start || !goal) return writer.setProblem(start ? PathProblem::goal_outside : PathProblem::start_outside);
        if (query_.computeWallDistance(start, radius).distance < radius) return writer.setProblem(PathProblem::start_too_tight);
        if (query_.computeWallDistance(goal, radius).distance < radius) return writer.setProblem(PathProblem::goal_too_tight);
        if (!query_.isCapsuleFree(start, to, radius)) return writer.setStatus(PathStatus::unreachable);
        double clearance = INFINITY;
        query_.findObstacles(start, to, clearance, obstacles_);
        for (const ObstacleId id : obstacles_)
            clearance = std::min(clearance, distance(Segment{from, to}, query_.mesh().obstacles()[id].segment));
        writer.setStatus(PathStatus::complete);
        writer.setRadius(radius);
        writer.setClearance(clearance);
        writer.setLength(distance(from, to));
        writer.addPiece(Path::Piece::line(atHeight(from), atHeight(to)));
    }

private:
    NavMeshQuery query_;
    std::vector<ObstacleId> obstacles_;
};

/// Of neighbours, so that many see each other.
BenchResult compareLines(const PlannerParts& parts)
{
    std::vector<PathRequest> requests = makeRequests(*parts.mesh, 3000, 0.25);
    for (PathRequest& request : requests)
    {
        const Vec2 from = planar(request.start), way = planar(request.goal) - from;
        request = {from, from + way * std::min(1.0, 10 / length(way)), request.radius};
    }
    const Planner planner = require(buildPlanner(parts, "straight"));
    StraightLines lines(*parts.mesh);
    return compareOn("straight on city500", planner, requests,
                     [&](const PathRequest& request, Path& path) { lines.find(request, path); });
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
    results.push_back(compareFields());
    results.push_back(compareLines(navmesh.parts()));
    return results;
}

} // namespace clearway::bench
