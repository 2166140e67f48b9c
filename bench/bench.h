// SPDX-License-Identifier: MIT
// The benchmark's own small frame: repeated timing, results, and the list of what can be measured.
// Every result carries a checksum of what was computed, so that a fast wrong answer is seen.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <clearway/scene/scene.h>

#include "require.h"

namespace clearway::bench {

/// What a goal means.
enum class Goal
{
    none,         ///< for information
    ratio,        ///< at least `goal` times as fast as the peer
    at_most,      ///< `value` at most `goal`
    at_most_time, ///< as above, a time on the reference machine: scaled by the reference kernel of this run
};

struct BenchResult
{
    std::string name;
    double value = 0;
    std::string unit;
    std::string peer = {};                 ///< who else was measured, with version and settings; or why not
    std::optional<double> peer_value = {}; ///< in the same unit
    std::uint64_t checksum = 0;
    Goal goal_kind = Goal::none;
    double goal = 0;

    /// How many times we are ahead; above 1 is faster.
    std::optional<double> ratio() const { return peer_value ? std::optional(*peer_value / value) : std::nullopt; }
    /// Nothing when there is no goal, or its peer was not there.
    std::optional<bool> holds() const;
};

/// Seconds that this thread has worked. All that is measured here runs in one thread, and a busy machine disturbs this clock
/// much less than the one on the wall.
double threadSeconds();

/// Seconds on the wall, for work that is split between threads.
double wallSeconds();

/// The median; `values` is reordered.
double computeMedian(std::vector<double>& values);

/// The median time of one call, in seconds: at least `min_runs` calls and half a second, the first one not counted.
template <typename Work>
double measureSeconds(Work&& work, int min_runs = 5)
{
    work();
    std::vector<double> seconds;
    for (const double begin = threadSeconds(); static_cast<int>(seconds.size()) < min_runs || threadSeconds() - begin < 0.5;)
    {
        const double before = threadSeconds();
        work();
        seconds.push_back(threadSeconds() - before);
    }
    return computeMedian(seconds);
}

/// The time of each question in microseconds: the better of two calls, after one that is not counted.
template <typename Question, typename Ask>
std::vector<double> measureEach(const std::vector<Question>& questions, Ask&& ask)
{
    for (const Question& question : questions) ask(question);
    std::vector<double> times;
    for (const Question& question : questions)
    {
        double best = std::numeric_limits<double>::infinity();
        for (int i = 0; i < 2; ++i)
        {
            const double before = threadSeconds();
            ask(question);
            best = std::min(best, threadSeconds() - before);
        }
        times.push_back(best * 1e6);
    }
    return times;
}

/// One thing to measure, by name; it may give several results.
struct Bench
{
    const char* name;
    const char* description;
    std::vector<BenchResult> (*run)();
};

std::vector<BenchResult> benchReference();
std::vector<BenchResult> benchBuild();
std::vector<BenchResult> benchGrowth();
std::vector<BenchResult> benchQueries();
std::vector<BenchResult> benchClearance();
std::vector<BenchResult> benchPaths();
std::vector<BenchResult> benchLongPaths();
std::vector<BenchResult> benchCorridors();
std::vector<BenchResult> benchCrowd();
std::vector<BenchResult> benchLargeCrowd();
std::vector<BenchResult> benchSurfaceCrowd();
std::vector<BenchResult> benchMillion();
std::vector<BenchResult> benchCorridorMap();
std::vector<BenchResult> benchBattle();
std::vector<BenchResult> benchField();
std::vector<BenchResult> benchGroups();
std::vector<BenchResult> benchSurface();
std::vector<BenchResult> benchSurfaceGrowth();
std::vector<BenchResult> benchSurfaceEdits();
std::vector<BenchResult> benchSurfacePaths();
std::vector<BenchResult> benchPlanners();

/// All that can be measured, in the order in which it is.
std::span<const Bench> benches();
/// Runs those with these names, or all when there are none, and prints what came out. False when a goal does not hold.
/// The names must be known.
bool runBenches(std::span<const std::string> names, bool json);

/// The bare Voronoi diagram of Boost.Polygon for the walls of a scene with one layer: seconds, and a checksum.
struct BareVoronoi
{
    double seconds = 0;
    std::uint64_t checksum = 0;
};
BareVoronoi measureBareVoronoi(const Scene& scene);

/// How much slower this machine is now than the reference machine: 1 there, 2 when everything takes twice as long.
double slownessOfThisMachine();

void printTable(const std::vector<BenchResult>& results);
void printJson(const std::vector<BenchResult>& results);

} // namespace clearway::bench
