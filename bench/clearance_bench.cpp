// SPDX-License-Identifier: MIT
// What clearance costs: preparing it, free intervals with and without cache, the largest radius between two places.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <clearway/base/hash.h>
#include <clearway/clearance.h>
#include <clearway/path.h>
#include <clearway/scene.h>

#include "bench.h"
#include "recast_peer.h"

namespace clearway::bench {
namespace {

constexpr double kRadius = 0.5;

/// Nanoseconds per call of ask(i), i below count; what it returns goes into the checksum.
template <typename Ask>
BenchResult measureEach(const std::string& name, std::size_t count, double goal_ns, Ask&& ask)
{
    Hasher hasher;
    for (std::size_t i = 0; i < count; ++i) hasher.add(static_cast<double>(ask(i)));
    [[maybe_unused]] volatile double sink = 0;
    const double seconds = measureSeconds([&] {
        double sum = 0;
        for (std::size_t i = 0; i < count; ++i) sum += static_cast<double>(ask(i));
        sink = sum;
    });
    return {.name = name,
            .value = seconds * 1e9 / static_cast<double>(count),
            .unit = "ns",
            .checksum = hasher.value(),
            .goal_kind = Goal::at_most_time,
            .goal = goal_ns};
}

BenchResult measureBuild()
{
    const SceneInput input = require(buildSceneInput("city500"));
    const Scene scene = require(buildScene(input));
    std::size_t bytes = 0;
    const double seconds = measureSeconds([&] {
        const ClearanceMesh clearance = require(buildClearance(require(buildNavMesh(require(buildScene(input))))));
        const PathFinder finder(clearance);
        bytes = clearance.memoryBytes();
    });
    const std::optional<RecastRun> recast = measureRecast(scene);
    return {.name = "build all for paths, city500",
            .value = seconds * 1e3,
            .unit = "ms",
            .peer = describeRecast(),
            .peer_value = recast ? std::optional(recast->seconds * 1e3) : std::nullopt,
            .checksum = bytes,
            .goal_kind = Goal::ratio,
            .goal = 30};
}

} // namespace

std::vector<BenchResult> benchClearance()
{
    const NavMesh mesh = require(buildNavMesh(require(buildScene("city2000"))));
    const ClearanceMesh clearance = require(buildClearance(mesh));
    const auto portal_count = static_cast<std::uint32_t>(mesh.portals().size());
    std::vector<BenchResult> results = {measureBuild()};

    std::vector<Interval> intervals;
    const auto sum = [](std::span<const Interval> list) {
        double total = 0;
        for (const Interval& interval : list) total += interval.end - interval.begin;
        return total;
    };
    results.push_back(measureEach("exact intervals of a portal", portal_count, 200, [&](std::size_t i) {
        computeFreeIntervals(clearance, static_cast<PortalId>(i), kRadius, intervals);
        return sum(intervals);
    }));
    // A cache is for the portals that a crowd crosses again and again.
    const std::uint32_t hot_count = std::min(portal_count, 2000u);
    IntervalCache cache(clearance, {.capacity = 2 * hot_count});
    results.push_back(measureEach("intervals from the cache", hot_count, 30,
                                  [&](std::size_t i) { return sum(cache.find(static_cast<PortalId>(i), kRadius)); }));

    NavMeshQuery query(mesh);
    std::vector<Place> places;
    for (std::uint64_t i = 0; i < 4000; ++i) places.push_back(query.findRandomPoint({.seed = 5, .index = i}));
    results.push_back(measureEach("largest radius from a to b", places.size() / 2, 1000,
                                  [&](std::size_t i) { return clearance.findWidest(places[2 * i], places[2 * i + 1]).radius; }));
    results.push_back({.name = "clearance of city2000 in memory",
                       .value = static_cast<double>(clearance.memoryBytes()) / 1024,
                       .unit = "KiB",
                       .checksum = clearance.memoryBytes()});
    return results;
}

} // namespace clearway::bench
