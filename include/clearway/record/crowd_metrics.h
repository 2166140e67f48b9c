// SPDX-License-Identifier: MIT
// What an observer has counted, as text for other programs. Numbers come back to the bit. No state, free to call from any thread.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include <clearway/crowd/metrics.h>

namespace clearway {

/// What is known about a run beside its metrics; left out where it is not.
struct CrowdRunFacts
{
    std::string scenario = {};
    std::string engine = {};
    std::string guide = {};
    std::string steering = {};
    std::optional<std::uint64_t> seed = {};
    std::optional<std::uint64_t> agents = {}; ///< in all, sources included
    std::optional<double> agent_steps_per_second = {};
    std::optional<double> real_time_factor = {}; ///< simulated seconds per second
    std::optional<int> workers = {};
    std::optional<std::uint64_t> state_hash = {}; ///< of the final state; written as sixteen hexadecimal digits in quotes
    std::optional<std::uint64_t> run_hash = {};   ///< of all that happened, written the same way
};

/// One JSON object: first the facts, then every number of the metrics under its own name; `lines` and `areas` are arrays. What is
/// not finite becomes null.
std::string formatMetricsJson(const CrowdMetrics& metrics, const CrowdRunFacts& facts = {});

/// One line of names, then one line for each tick; comma-separated.
std::string formatSeriesCsv(std::span<const CrowdObserver::TickMetrics> series);

} // namespace clearway
