// SPDX-License-Identifier: MIT
// A scenario from the first tick to the last, measured.
#pragma once
#include <cstdint>

#include <clearway/crowd.h>
#include <clearway/io/crowd_scenario.h>
#include <clearway/plan.h>

namespace clearway::test {

struct Seen
{
    CrowdMetrics metrics;
    std::size_t arrived = 0;
    std::size_t agents = 0;
    double seconds = 0;
    std::uint64_t run_hash = 0;
};

inline Seen watch(Scenario scenario, std::uint64_t seed, const CrowdOptions& crowd_options = {})
{
    scenario.seed = seed;
    const PlannerParts parts = loadScenarioParts(scenario).value();
    ObserverOptions options;
    options.lines = scenario.lines;
    ScenarioRun run = ScenarioRun::start(scenario, buildWorld(parts, scenario.guide).value(), crowd_options).value();
    CrowdObserver observer(run.crowd(), options);
    while (!run.isOver())
    {
        run.step();
        observer.observe(run.crowd());
    }
    return {observer.metrics(), run.arrivedCount(), run.addedCount(), run.crowd().time(), run.crowd().runHash()};
}

} // namespace clearway::test
