// SPDX-License-Identifier: MIT
// Corridors with location and search, beside Dijkstra with a linear scan on the same map, and beside the path on the mesh: the
// same pairs of places, each question measured by itself.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <clearway/base/hash.h>
#include <clearway/corridor.h>
#include <clearway/path.h>
#include <clearway/published/ball_tree.h>
#include <clearway/scene.h>

#include "bench.h"

namespace clearway::bench {
namespace {

constexpr double kRadius = 0.25;

struct Pair
{
    Vec2 start;
    Vec2 goal;
};

std::vector<Pair> makePairs(const ClearanceMesh& clearance, std::size_t count)
{
    NavMeshQuery query(clearance.mesh());
    std::vector<Pair> pairs;
    for (std::uint64_t i = 0; pairs.size() < count && i < 100 * count; ++i)
    {
        const Place start = query.findRandomPoint({.seed = 13, .index = 2 * i, .radius = kRadius});
        const Place goal = query.findRandomPoint({.seed = 13, .index = 2 * i + 1, .radius = kRadius});
        if (start && goal && clearance.findWidest(start, goal).radius >= kRadius)
            pairs.push_back({start.position, goal.position});
    }
    return pairs;
}

struct Times
{
    double median = 0; ///< microseconds
    double p99 = 0;
};

template <typename Ask>
Times measure(const std::vector<Pair>& pairs, Ask&& ask)
{
    std::vector<double> times = measureEach(pairs, ask);
    std::sort(times.begin(), times.end());
    return {computeMedian(times), times[times.size() * 99 / 100]};
}

/// The published baseline: every ball is looked at.
std::uint64_t scanForBall(const CorridorMap& map, Vec2 p, double radius)
{
    double best = INFINITY;
    std::uint64_t found = 0;
    for (std::size_t i = 0; i < map.samples().size(); ++i)
    {
        const CorridorMap::Sample& sample = map.samples()[i];
        const double center_sq = distanceSq(sample.position, p), room = sample.clearance - radius;
        if (center_sq >= best || !(room > 0) || center_sq >= room * room) continue;
        best = center_sq;
        found = i;
    }
    return found;
}

void addCorridors(std::vector<BenchResult>& results, const std::string& name, const CorridorMap& map,
                  const std::vector<Pair>& pairs, double goal)
{
    CorridorFinder finder(map);
    Corridor corridor;
    Hasher lengths;
    const auto ask = [&](CorridorOptions::Search search) {
        return [&, search](const Pair& pair) {
            finder.find(pair.start, pair.goal, {.radius = kRadius, .search = search}, corridor);
        };
    };
    for (const Pair& pair : pairs)
    {
        ask(CorridorOptions::Search::a_star)(pair);
        lengths.add(corridor.length());
    }
    std::uint64_t scanned = 0;
    const Times corridors = measure(pairs, ask(CorridorOptions::Search::a_star));
    const Times baseline = measure(pairs, [&](const Pair& pair) {
        scanned += scanForBall(map, pair.start, kRadius) + scanForBall(map, pair.goal, kRadius);
        ask(CorridorOptions::Search::dijkstra)(pair);
    });
    results.push_back({.name = "corridor, median, " + name,
                       .value = corridors.median,
                       .unit = "us",
                       .peer = "Dijkstra and linear scan",
                       .peer_value = baseline.median,
                       .checksum = lengths.value(),
                       .goal_kind = goal > 0 ? Goal::at_most_time : Goal::none,
                       .goal = goal});
    results.push_back({.name = "corridor, 99 of 100, " + name,
                       .value = corridors.p99,
                       .unit = "us",
                       .peer = "Dijkstra and linear scan",
                       .peer_value = baseline.p99,
                       .checksum = scanned > 0 ? 1u : 0u});
}

/// Enclosing balls: the hierarchy of boxes beside the published trees.
void addBalls(std::vector<BenchResult>& results, const std::string& name, const CorridorMap& map, const std::vector<Pair>& pairs)
{
    const published::BallTree tree(map);
    std::uint64_t same = 0, found = 0;
    for (const Pair& pair : pairs)
        same += map.findEnclosingBall(pair.start, kRadius) == tree.findEnclosingBall(pair.start, kRadius);
    const auto locate = [&](const auto& index) {
        return measureSeconds([&] {
                   for (const Pair& pair : pairs) found += index.findEnclosingBall(pair.start, kRadius).edge;
               }) *
               1e6 / static_cast<double>(pairs.size());
    };
    results.push_back({.name = "enclosing ball, " + name,
                       .value = locate(map),
                       .unit = "us",
                       .peer = "kd-tree with interval trees",
                       .peer_value = locate(tree),
                       .checksum = same});
}

void addPaths(std::vector<BenchResult>& results, const std::string& name, const CorridorMap& map, const ClearanceMesh& clearance,
              const std::vector<Pair>& pairs)
{
    PathFinder meshes(clearance);
    Path path;
    CorridorPathFinder paths(map);
    Path within;
    const Times on_mesh =
        measure(pairs, [&](const Pair& pair) { meshes.find(pair.start, pair.goal, {.radius = kRadius}, path); });
    for (const CorridorPathOptions::Kind kind :
         {CorridorPathOptions::Kind::shortest, CorridorPathOptions::Kind::roomy, CorridorPathOptions::Kind::smooth})
    {
        const CorridorPathOptions options{.kind = kind, .radius = kRadius};
        const Times times = measure(pairs, [&](const Pair& pair) { paths.find(pair.start, pair.goal, options, within); });
        Hasher hasher;
        for (const Pair& pair : pairs)
        {
            paths.find(pair.start, pair.goal, options, within);
            hasher.add(within.length());
        }
        results.push_back({.name = std::string(toString(kind)) + " path, " + name,
                           .value = times.median,
                           .unit = "us",
                           .peer = "shortest path on the mesh",
                           .peer_value = on_mesh.median,
                           .checksum = hasher.value()});
    }
    WaysFinder ways_finder(map);
    Ways ways;
    std::uint64_t way_count = 0;
    const Times of_ways = measure(pairs, [&](const Pair& pair) {
        ways_finder.find(pair.start, pair.goal, {.radius = kRadius, .count = 3}, ways);
        way_count += ways.corridors().size();
    });
    results.push_back({.name = "up to three ways, " + name, .value = of_ways.median, .unit = "us", .checksum = way_count});
}

void addScene(std::vector<BenchResult>& results, const std::string& name, std::size_t pair_count, double goal)
{
    const Scene scene = require(buildScene(name));
    const CorridorMap map = require(buildCorridorMap(scene));
    const ClearanceMesh clearance = require(buildClearance(require(buildNavMesh(scene))));
    const std::vector<Pair> pairs = makePairs(clearance, pair_count);
    addCorridors(results, name, map, pairs, goal);
    addBalls(results, name, map, pairs);
    addPaths(results, name, map, clearance, pairs);
}

/// Large maps: landmarks beside the straight distance alone.
void addLandmarks(std::vector<BenchResult>& results, const std::string& name, std::size_t pair_count)
{
    const Scene scene = require(buildScene(name));
    const VoronoiDiagram diagram = require(buildVoronoi(scene));
    const CorridorMap plain = require(buildCorridorMap(diagram, {.landmark_count = 0}));
    const CorridorMap map = require(buildCorridorMap(diagram, {.landmark_count = 8}));
    const std::vector<Pair> pairs = makePairs(require(buildClearance(require(buildNavMesh(scene)))), pair_count);
    CorridorFinder with(map), without(plain);
    Corridor corridor;
    Hasher lengths;
    for (const Pair& pair : pairs)
    {
        with.find(pair.start, pair.goal, {.radius = kRadius}, corridor);
        lengths.add(std::round(corridor.length() * 1e6));
    }
    const Times fast = measure(pairs, [&](const Pair& pair) { with.find(pair.start, pair.goal, {.radius = kRadius}, corridor); });
    const Times slow =
        measure(pairs, [&](const Pair& pair) { without.find(pair.start, pair.goal, {.radius = kRadius}, corridor); });
    results.push_back({.name = "corridor, 8 landmarks, " + name,
                       .value = fast.median,
                       .unit = "us",
                       .peer = "straight distance alone",
                       .peer_value = slow.median,
                       .checksum = lengths.value()});
    results.push_back({.name = "memory of 8 landmarks, " + name,
                       .value = static_cast<double>(map.memoryBytes() - plain.memoryBytes()) / 1024,
                       .unit = "KiB",
                       .checksum = map.vertices().size()});
    const auto build = [&](std::uint32_t count) {
        return measureSeconds([&] { require(buildCorridorMap(diagram, {.landmark_count = count})); }, 3) * 1e3;
    };
    results.push_back({.name = "map with 8 landmarks, " + name,
                       .value = build(8),
                       .unit = "ms",
                       .peer = "without",
                       .peer_value = build(0),
                       .checksum = map.vertices().size()});
}

} // namespace

std::vector<BenchResult> benchCorridors()
{
    std::vector<BenchResult> results;
    addScene(results, "mckenna", 2000, 5);
    addScene(results, "city", 2000, 20);
    addLandmarks(results, "city2000", 500);
    return results;
}

} // namespace clearway::bench
