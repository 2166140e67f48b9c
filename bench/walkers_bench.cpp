// SPDX-License-Identifier: MIT
// A million walkers in real time: the published forces, radius 0.25 m, random goals, at most a walker in 10 m² of free space.
// Planning everybody's first way is told apart; the ways they plan later are part of the steps.
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include <clearway/scene.h>
#include <clearway/walkers.h>

#include "bench.h"

namespace clearway::bench {
namespace {

constexpr double kDt = 0.1;
constexpr double kDensity = 0.1; ///< walkers per square metre of free space, at most

/// Bytes of memory that the process has.
double residentBytes()
{
    std::ifstream file("/proc/self/statm");
    double pages = 0, resident = 0;
    return file >> pages >> resident ? resident * static_cast<double>(sysconf(_SC_PAGESIZE)) : 0;
}

/// On a terminal, a line that grows.
bool showProgress(std::string_view stage, double fraction)
{
    if (!isatty(STDERR_FILENO)) return true;
    constexpr int kWidth = 40;
    const int filled = static_cast<int>(fraction * kWidth);
    std::fprintf(stderr, "\r  %-16.*s [%.*s%*s] %3.0f %%", static_cast<int>(stage.size()), stage.data(), filled,
                 "########################################", kWidth - filled, "", fraction * 100);
    if (fraction >= 1) std::fprintf(stderr, "\r%*s\r", kWidth + 30, "");
    return true;
}

/// A town with enough free space for so many.
Scene makeTown(int count)
{
    // city2000 has 3,200 buildings on 4 km².
    const Scene one = require(buildScene("city2000"));
    const double scale = static_cast<double>(count) / kDensity / one.area();
    return require(buildScene("city2000", {.scale = scale * 1.01}));
}

void measureWalkers(int count, int worker_count, std::vector<BenchResult>& results)
{
    const Scene town = makeTown(count);
    const CorridorMap map = require(buildCorridorMap(town));
    const double before = residentBytes();
    WalkersOptions options;
    options.at_goal = WalkersOptions::AtGoal::wander;
    options.execution = {.worker_count = worker_count, .progress = showProgress};
    Walkers walkers = require(Walkers::build(map, options));
    const double planning_begin = threadSeconds(), planning_begin_wall = wallSeconds();
    require(walkers.addRandom(static_cast<std::size_t>(count)));
    const double planning =
        worker_count == 1 ? threadSeconds() - planning_begin : (wallSeconds() - planning_begin_wall) * worker_count;
    const std::uint64_t planned = walkers.plannedCount();
    constexpr int kTicks = 100;
    double sum = 0;
    for (int tick = 0; tick < 10; ++tick) walkers.step(kDt);
    for (int tick = 0; tick < kTicks; ++tick)
    {
        const double begin = worker_count == 1 ? threadSeconds() : wallSeconds();
        walkers.step(kDt);
        sum += (worker_count == 1 ? threadSeconds() : wallSeconds()) - begin;
        showProgress("walking", (tick + 1.0) / kTicks);
    }
    const std::uint64_t hash = walkers.computeHash();
    const double step = sum / kTicks;
    const std::string name = "million/" + std::to_string(count) + " walkers, " + std::to_string(worker_count) +
                             (worker_count == 1 ? " core" : " cores");
    const auto add = [&](const char* what, double value, const char* unit, Goal kind, double goal) {
        results.push_back({.name = name + what, .value = value, .unit = unit, .checksum = hash, .goal_kind = kind, .goal = goal});
    };
    add("", step * 1e3, "ms per step of 100 ms", Goal::at_most_time, 100);
    add(", real-time factor", kDt / step, "times", Goal::none, 0);
    add(", a step", step / count * 1e9 * worker_count, "ns of core time per walker", Goal::none, 0);
    add(", ways planned while walking", static_cast<double>(walkers.plannedCount() - planned) / kTicks, "per step", Goal::none,
        0);
    add(", first ways", planning / count * 1e6, "us of core time per walker", Goal::none, 0);
    add(", resident memory", (residentBytes() - before) / count, "bytes per walker", Goal::at_most, 400);
    add(", walkers per square metre", count / town.area(), "1/m2", Goal::at_most, kDensity);
}

} // namespace

std::vector<BenchResult> benchMillion()
{
    std::vector<BenchResult> results;
    measureWalkers(1'000'000, 1, results);
    measureWalkers(1'700'000, 2, results);
    return results;
}

} // namespace clearway::bench
