// SPDX-License-Identifier: MIT
// What `clearway crowd` says about a run.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <clearway/crowd/metrics.h>
#include <clearway/crowd/scenario.h>
#include <clearway/record/crowd_metrics.h>

#include "output.h"
#include "recorder.h"

namespace clearway::cli {

struct CrowdReport
{
    CrowdRunFacts facts; ///< all of them
    double dt = 0;
    std::size_t waiting = 0;  ///< owed by sources
    double build_seconds = 0; ///< until the first tick
    double step_seconds = 0;  ///< of all ticks together
    std::size_t agent_bytes = 0;
    std::size_t path_bytes = 0;
    // Of the first agent that had no way to its goal.
    std::string no_way_because;
    Vec3 no_way_from; ///< in the plane without a height
    Vec3 no_way_to;
    bool was_stopped = false;
    bool is_on_surface = false; ///< where contacts with walls and the use of space are not counted
    Crowd::SteeringFaults faults;
    CrowdMetrics metrics;
};

/// What steering got wrong, a sentence for each kind; none when nothing.
std::vector<std::string> describeFaults(const CrowdReport& report);

/// Lines for people.
std::string formatText(const CrowdReport& report, const Recorder& recorder, const std::string& picture);
/// One JSON document.
std::string formatJson(const CrowdReport& report, const Recorder& recorder, const std::string& picture);
/// The metrics alone, as formatMetricsJson of the library gives them.
std::string formatMetrics(const CrowdReport& report);

} // namespace clearway::cli
