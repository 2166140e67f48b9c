// SPDX-License-Identifier: MIT
// Crowds for experiments: a built-in scene, agents with destinations as in the paper (a cell; when it is reached, another one),
// ten seconds to settle, then counting. Many seeds, of which the median and the quartiles are told.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <clearway/crowd.h>
#include <clearway/plan.h>

#include "experiments.h"
#include "world.h"

namespace clearway::experiments {

enum class Destinations
{
    anywhere, ///< any cell
    round,    ///< of a ring: a place from 120 to 170 degrees further on, anti-clockwise
};

struct CrowdRunOptions
{
    std::string_view guide = "exact";              ///< of the planner navmesh
    std::shared_ptr<const Steering> steering = {}; ///< empty: hidac(), which the paper used
    std::size_t agent_count = 25;
    double radius = 0.5;
    Destinations destinations = Destinations::anywhere;
    std::uint64_t seed = 1;
    double dt = 1.0 / 60; ///< as in the paper
    double warm_up = 10;  ///< before anything is counted; seconds
    double seconds = 30;
    std::vector<MeasuringLine> lines = {};
    std::function<void(const Crowd&)> watch = {}; ///< after every tick that is counted
};

struct CrowdRun
{
    CrowdMetrics metrics;
    double tick_seconds = 0;           ///< processor time of a tick of the crowd, mean; seconds
    std::size_t destination_count = 0; ///< reached
    double straightness = 0;           ///< distance from one destination to the next over the length walked, mean
};

/// Throws std::runtime_error when there is no room for so many.
CrowdRun runCrowd(const World& world, const CrowdRunOptions& options);

/// One number of many runs.
struct Sample
{
    std::vector<double> values;

    double median() const { return quantile(0.5); }
    double quantile(double part) const;
    /// "12.3 (11.0 to 14.2)": the median, and the quartiles.
    std::string toString(int digits) const;
};

/// Calls `run` for the seeds 1 to `count`, on all cores; the answers in the order of the seeds.
std::vector<CrowdRun> runSeeds(std::size_t count, const std::function<CrowdRun(std::uint64_t seed)>& run);
/// The same run for every seed, ten or fewer.
std::vector<CrowdRun> runSeeds(const Settings& settings, const World& world, const CrowdRunOptions& options);
Sample collect(const std::vector<CrowdRun>& runs, const std::function<double(const CrowdRun&)>& measure);

/// Ten, or a few when it should be quick.
std::size_t countSeeds(const Settings& settings);

/// Draws the trails of one run.
Illustration drawTrails(const Settings& settings, const World& world, CrowdRunOptions options, const std::string& file,
                        const std::string& caption);

} // namespace clearway::experiments
