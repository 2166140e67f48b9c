// SPDX-License-Identifier: MIT
// Paths of discs beside Detour: the same pairs of places on the same scene, each question measured by itself, medians compared.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <clearway/base/hash.h>
#include <clearway/path.h>
#include <clearway/scene.h>

#include "bench.h"
#include "recast_peer.h"

namespace clearway::bench {
namespace {

struct Pair
{
    Place start;
    Place goal;
    double detour_length = 0; ///< 0: not measured
};

struct Course
{
    std::string name;
    std::size_t pair_count = 0;
    double fast_goal = 0;     ///< times as fast as Detour
    double shortest_goal = 0; ///< the same
    bool has_tiles = false;   ///< too large for one tile of Detour
};

/// The median of the times of all pairs; microseconds.
template <typename Ask>
double measureMedian(const std::vector<Pair>& pairs, Ask&& ask)
{
    std::vector<double> times = measureEach(pairs, ask);
    return computeMedian(times);
}

/// Places with room for the largest radius that is asked for, so that all questions have answers.
std::vector<Pair> makePairs(const ClearanceMesh& clearance, std::size_t count, double radius)
{
    NavMeshQuery query(clearance.mesh());
    std::vector<Pair> pairs;
    for (std::uint64_t i = 0; pairs.size() < count && i < 100 * count; ++i)
    {
        const Pair pair = {query.findRandomPoint({.seed = 11, .index = 2 * i, .radius = radius}),
                           query.findRandomPoint({.seed = 11, .index = 2 * i + 1, .radius = radius})};
        if (pair.start && pair.goal && clearance.findWidest(pair.start, pair.goal).radius >= radius) pairs.push_back(pair);
    }
    return pairs;
}

struct DetourTimes
{
    std::optional<double> shipped; ///< microseconds; medians
    std::optional<double> tuned;
    double shipped_share = 0;          ///< of the pairs that it answers with the nodes of its demo
    std::optional<double> large_tiles; ///< as tuned, with the largest tiles; only where there are tiles
};

/// Keeps only the pairs that Detour can answer when it may open as many nodes as it can.
DetourTimes measureDetour(const Scene& scene, std::vector<Pair>& pairs, bool has_tiles)
{
    DetourTimes times;
    std::unique_ptr<DetourPeer> detour = DetourPeer::build(scene, kDetourTile);
    if (!detour) return times;
    detour->useNodes(kDetourMostNodes);
    std::vector<Pair> answered;
    for (Pair& pair : pairs)
    {
        const DetourPeer::Answer answer = detour->find(pair.start.position, pair.goal.position);
        pair.detour_length = answer.length;
        if (answer.is_complete) answered.push_back(pair);
    }
    pairs = std::move(answered);
    const auto ask = [&](const Pair& pair) { detour->find(pair.start.position, pair.goal.position); };
    times.tuned = measureMedian(pairs, ask);
    detour->useNodes(kDetourDemoNodes);
    times.shipped = measureMedian(pairs, ask);
    for (const Pair& pair : pairs) times.shipped_share += detour->find(pair.start.position, pair.goal.position).is_complete;
    times.shipped_share /= static_cast<double>(std::max<std::size_t>(pairs.size(), 1));
    if (!has_tiles) return times;
    detour = DetourPeer::build(scene, kDetourLargestTile);
    detour->useNodes(kDetourMostNodes);
    times.large_tiles = measureMedian(pairs, ask);
    return times;
}

struct Lengths
{
    double mean = 0;
    double most = 0;
    double share_longer = 0; ///< by more than a thousandth
};

/// Of other[i] / best[i].
Lengths compareLengths(const std::vector<double>& other, const std::vector<double>& best)
{
    Lengths lengths;
    for (std::size_t i = 0; i < best.size(); ++i)
    {
        const double ratio = best[i] > 0 ? other[i] / best[i] : 1;
        lengths.mean += ratio / static_cast<double>(best.size());
        lengths.most = std::max(lengths.most, ratio);
        if (ratio > 1.001) lengths.share_longer += 1.0 / static_cast<double>(best.size());
    }
    return lengths;
}

std::vector<double> computeLengths(PathFinder& finder, const std::vector<Pair>& pairs, const PathOptions& options)
{
    std::vector<double> lengths;
    Path path;
    for (const Pair& pair : pairs)
    {
        finder.find(pair.start.position, pair.goal.position, options, path);
        lengths.push_back(path.length());
    }
    return lengths;
}

std::uint64_t computeChecksum(const std::vector<double>& lengths)
{
    Hasher hasher;
    for (double length : lengths) hasher.add(length);
    return hasher.value();
}

/// Our times for one quality and several radii, on the same pairs.
void addTimes(std::vector<BenchResult>& results, PathFinder& finder, const std::vector<Pair>& pairs, const Course& course,
              PathOptions::Quality quality, const DetourTimes& detour)
{
    const bool is_fast = quality == PathOptions::Quality::fast;
    for (double radius : {0.0, 0.25, kRecastRadius, 1.5})
    {
        PathOptions options;
        options.radius = radius;
        options.quality = quality;
        Path path;
        const double median =
            measureMedian(pairs, [&](const Pair& pair) { finder.find(pair.start.position, pair.goal.position, options, path); });
        char name[64];
        std::snprintf(name, sizeof name, "%s, radius %g, %s", is_fast ? "fast" : "shortest", radius, course.name.c_str());
        results.push_back({.name = name,
                           .value = median,
                           .unit = "us",
                           .peer = describeDetour(kDetourMostNodes) + (course.has_tiles ? ", tiles of 19 m" : ""),
                           .peer_value = detour.tuned,
                           .checksum = computeChecksum(computeLengths(finder, pairs, options)),
                           .goal_kind = Goal::ratio,
                           .goal = is_fast ? course.fast_goal : course.shortest_goal});
    }
}

void addLengths(std::vector<BenchResult>& results, PathFinder& finder, const std::vector<Pair>& pairs, const Course& course,
                const DetourTimes& detour)
{
    PathOptions options;
    options.radius = kRecastRadius;
    const std::vector<double> best = computeLengths(finder, pairs, options);
    options.quality = PathOptions::Quality::fast;
    const Lengths fast = compareLengths(computeLengths(finder, pairs, options), best);
    results.push_back({.name = "fast / shortest, mean, " + course.name,
                       .value = fast.mean,
                       .unit = "times",
                       .checksum = pairs.size(),
                       .goal_kind = Goal::at_most,
                       .goal = 1.01});
    results.push_back({.name = "fast / shortest, worst, " + course.name,
                       .value = fast.most,
                       .unit = "times",
                       .checksum = pairs.size(),
                       .goal_kind = Goal::at_most,
                       .goal = 1.05});
    if (!detour.tuned) return;
    std::vector<double> theirs;
    for (const Pair& pair : pairs) theirs.push_back(pair.detour_length);
    const Lengths other = compareLengths(theirs, best);
    results.push_back(
        {.name = "Detour / shortest, mean, " + course.name, .value = other.mean, .unit = "times", .checksum = pairs.size()});
    results.push_back(
        {.name = "Detour / shortest, worst, " + course.name, .value = other.most, .unit = "times", .checksum = pairs.size()});
    results.push_back({.name = "Detour, over 0.1 % too long, " + course.name,
                       .value = 100 * other.share_longer,
                       .unit = "%",
                       .checksum = pairs.size()});
    results.push_back({.name = "Detour as shipped, answers, " + course.name,
                       .value = 100 * detour.shipped_share,
                       .unit = "%",
                       .peer = describeDetour(kDetourDemoNodes),
                       .checksum = pairs.size()});
    if (detour.large_tiles)
        results.push_back({.name = "Detour with the largest tiles, time, " + course.name,
                           .value = *detour.large_tiles,
                           .unit = "us",
                           .peer = describeDetour(kDetourMostNodes) + ", tiles of 300 m",
                           .checksum = pairs.size()});
    if (detour.shipped)
        results.push_back({.name = "Detour as shipped, time, " + course.name,
                           .value = *detour.shipped,
                           .unit = "us",
                           .peer = describeDetour(kDetourDemoNodes),
                           .checksum = pairs.size()});
}

/// A batch on two threads against the same batch on one, on the wall.
BenchResult measureWorkers(const ClearanceMesh& clearance, const std::vector<Pair>& pairs, const Course& course)
{
    std::vector<PathQuery> queries;
    while (queries.size() < 4000)
        for (const Pair& pair : pairs) queries.push_back({pair.start.position, pair.goal.position, kRecastRadius});
    PathOptions options;
    options.quality = PathOptions::Quality::fast;
    std::vector<Path> paths(queries.size());
    WorkerPool pool(2);
    const auto measure = [&](const TaskHook& hook) {
        findPaths(clearance, queries, options, paths, {.task_hook = hook});
        std::vector<double> times;
        for (int i = 0; i < 5; ++i)
        {
            const double before = wallSeconds();
            findPaths(clearance, queries, options, paths, {.task_hook = hook});
            times.push_back(wallSeconds() - before);
        }
        return computeMedian(times) * 1e3;
    };
    const double one = measure({});
    const double two = measure(pool.hook());
    Hasher hasher;
    for (const Path& path : paths) hasher.add(path.length());
    return {.name = "batch on two workers, " + course.name,
            .value = two,
            .unit = "ms",
            .peer = "the same batch on one worker",
            .peer_value = one,
            .checksum = hasher.value(),
            .goal_kind = Goal::ratio,
            .goal = 1.7};
}

/// Discs that fit at both ends and cannot get through; city blocks let everything pass that fits, so this is in a building.
BenchResult measureUnreachable()
{
    const ClearanceMesh clearance = require(buildClearance(require(buildNavMesh(require(buildScene("rooms", {.scale = 16}))))));
    NavMeshQuery query(clearance.mesh());
    std::vector<PathQuery> queries;
    for (std::uint64_t i = 0; queries.size() < 1000 && i < 200'000; ++i)
    {
        const Place a = query.findRandomPoint({.seed = 3, .index = 2 * i, .radius = 0.8});
        const Place b = query.findRandomPoint({.seed = 3, .index = 2 * i + 1, .radius = 0.8});
        if (!a || !b) continue;
        const double room = std::min(clearance.findNearestSite(a).distance, clearance.findNearestSite(b).distance);
        const double widest = clearance.findWidest(a, b).radius;
        if (widest < 0.95 * room) queries.push_back({a.position, b.position, (widest + room) / 2});
    }
    PathFinder finder(clearance);
    Path path;
    double unreachable_count = 0;
    Hasher hasher;
    for (const PathQuery& q : queries)
    {
        finder.find(q.start, q.goal, {.radius = q.radius}, path);
        unreachable_count += path.status() == PathStatus::unreachable;
        hasher.add(path.widest());
    }
    if (unreachable_count != static_cast<double>(queries.size()))
        std::fprintf(stderr, "clearway_bench: %g of %zu questions that cannot be answered were\n",
                     static_cast<double>(queries.size()) - unreachable_count, queries.size());
    const double seconds = measureSeconds([&] {
        for (const PathQuery& q : queries) finder.find(q.start, q.goal, {.radius = q.radius}, path);
    });
    return {.name = "unreachable, with the radius that passes",
            .value = seconds * 1e6 / static_cast<double>(std::max<std::size_t>(queries.size(), 1)),
            .unit = "us",
            .checksum = hasher.value(),
            .goal_kind = Goal::at_most_time,
            .goal = 2};
}

std::vector<BenchResult> runCourse(const Course& course)
{
    const Scene scene = require(buildScene(course.name));
    const ClearanceMesh clearance = require(buildClearance(require(buildNavMesh(scene))));
    std::vector<Pair> pairs = makePairs(clearance, course.pair_count, 1.5);
    const DetourTimes detour = measureDetour(scene, pairs, course.has_tiles);
    PathFinder finder(clearance);
    std::vector<BenchResult> results;
    addTimes(results, finder, pairs, course, PathOptions::Quality::fast, detour);
    addTimes(results, finder, pairs, course, PathOptions::Quality::shortest, detour);
    addLengths(results, finder, pairs, course, detour);
    results.push_back(measureWorkers(clearance, pairs, course));
    return results;
}

} // namespace

std::vector<BenchResult> benchPaths()
{
    std::vector<BenchResult> results = runCourse({.name = "city500", .pair_count = 1000, .fast_goal = 1, .shortest_goal = 0.5});
    results.push_back(measureUnreachable());
    return results;
}

std::vector<BenchResult> benchLongPaths()
{
    return runCourse({.name = "city2000", .pair_count = 400, .fast_goal = 4, .shortest_goal = 0.5, .has_tiles = true});
}

} // namespace clearway::bench
