// SPDX-License-Identifier: MIT
// Numbers of a run over time, from its positions alone.
#pragma once
#include <string>
#include <vector>

#include <clearway/native/run_picture.h>

namespace clearway {

/// Time and value.
using TimeSeries = std::vector<Vec2>;

struct RunSeries
{
    TimeSeries agents;
    TimeSeries speed;                           ///< mean; metres per second
    std::vector<std::vector<double>> crossings; ///< of each line: when, in order
    std::vector<std::vector<Vec2>> fundamental; ///< of each area: density (1/m²) and mean speed
};

/// Reads the run from its start.
Result<RunSeries> computeRunSeries(TrajectoryReader& run, const Progress& progress);

Result<void> saveRunPlots(TrajectoryReader& run, const std::string& path, const RunPictureOptions& options);

} // namespace clearway
