// SPDX-License-Identifier: MIT
// A million people in real time: a crowd with the engine `walkers`, radius 0.25 m, random goals, at most one in 10 m² of free
// space. The first tick, in which everybody's first way is planned, is told apart; the ways they plan later are part of the
// steps.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include <clearway/crowd.h>
#include <clearway/plan.h>
#include <clearway/scene.h>

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

void addPeople(Crowd& crowd, int count)
{
    AgentOptions agent;
    agent.goal = clearway::Goal::random();
    for (std::uint64_t index = 0; crowd.size() < static_cast<std::size_t>(count); ++index)
    {
        if (!crowd.world().ground->findRandomPoint(1, index, agent.radius, kNone, agent.position)) continue;
        if (!crowd.hasRoom(agent.position, agent.radius)) continue;
        require(crowd.add(agent));
        if (crowd.size() % 16384 == 0) showProgress("placing", static_cast<double>(crowd.size()) / count);
    }
}

void measureWalkers(int count, int worker_count, std::vector<BenchResult>& results)
{
    const Scene town = makeTown(count);
    const World world = require(buildWorld(town, "corridor"));
    const double before = residentBytes();
    Crowd crowd = require(buildCrowd(
        world, {.engine = CrowdOptions::Engine::walkers, .execution = {.worker_count = worker_count, .progress = showProgress}}));
    addPeople(crowd, count);
    const auto measureStep = [&] {
        const double begin = worker_count == 1 ? threadSeconds() : wallSeconds();
        crowd.step(kDt);
        return (worker_count == 1 ? threadSeconds() : wallSeconds()) - begin;
    };
    const double planning = measureStep() * worker_count;
    constexpr int kTicks = 100;
    double sum = 0;
    std::int64_t planned = 0;
    for (int tick = 0; tick < 10; ++tick) crowd.step(kDt);
    for (int tick = 0; tick < kTicks; ++tick)
    {
        sum += measureStep();
        planned += std::ranges::count(crowd.events(), CrowdEvent::Kind::planned, &CrowdEvent::kind);
        showProgress("walking", (tick + 1.0) / kTicks);
    }
    const std::uint64_t hash = crowd.computeHash();
    const double step = sum / kTicks;
    const std::string name = "million/" + std::to_string(count) + " walkers, " + std::to_string(worker_count) +
                             (worker_count == 1 ? " core" : " cores");
    const auto add = [&](const char* what, double value, const char* unit, Goal kind, double goal) {
        results.push_back({.name = name + what, .value = value, .unit = unit, .checksum = hash, .goal_kind = kind, .goal = goal});
    };
    add("", step * 1e3, "ms per step of 100 ms", Goal::at_most_time, 100);
    add(", real-time factor", kDt / step, "times", Goal::none, 0);
    add(", a step", step / count * 1e9 * worker_count, "ns of core time per walker", Goal::none, 0);
    add(", ways planned while walking", static_cast<double>(planned) / kTicks, "per step", Goal::none, 0);
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
