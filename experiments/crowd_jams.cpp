// SPDX-License-Identifier: MIT
// Who gets through where it is tight, with each model: X-JAM.
#include <fmt/format.h>

#include <clearway/io/crowd_scenario.h>
#include <clearway/plan.h>
#include <clearway/steering.h>

#include "crowd_runs.h"
#include "list.h"
#include "require.h"

namespace clearway::experiments {

namespace {

constexpr const char* kJams[] = {"head_on",           "circle",       "bottleneck", "corridor_two_way",
                                 "crossing_four_way", "door_two_way", "pass_200",   "evacuate_rooms"};

struct Through
{
    std::size_t arrived = 0;
    std::size_t all = 0;
    double seconds = 0;
    std::uint64_t contacts = 0;
};

Through runScenario(const char* name, const std::shared_ptr<const Steering>& steering)
{
    const Scenario scenario = require(buildScenario(name));
    clearway::World world = require(buildWorld(require(loadScenarioParts(scenario)), scenario.guide));
    ScenarioRun run = require(ScenarioRun::start(scenario, std::move(world), {.steering = steering}));
    CrowdObserver observer(run.crowd(), {.keeps_series = false});
    while (!run.isOver())
    {
        run.step();
        observer.observe(run.crowd());
    }
    return {run.arrivedCount(), run.addedCount(), run.crowd().time(), observer.metrics().agent_contacts};
}

} // namespace

Outcome runJams(const Settings& settings)
{
    Outcome outcome;
    Table table;
    table.caption = "Arrived of all, seconds until the last arrived (or the time was over), agent contacts";
    table.header = {"scenario"};
    const std::shared_ptr<const Steering> models[] = {orca(), hidac(), socialForce()};
    for (const auto& model : models) table.header.emplace_back(model->name());
    std::size_t missing[std::size(models)] = {};
    for (const char* name : kJams)
    {
        if (settings.quick && std::string_view(name) == "pass_200") continue;
        std::vector<std::string> row = {name};
        for (std::size_t k = 0; k < std::size(models); ++k)
        {
            const Through through = runScenario(name, models[k]);
            missing[k] += through.all - through.arrived;
            row.push_back(fmt::format("{} of {}, {:.0f} s, {}", through.arrived, through.all, through.seconds, through.contacts));
        }
        table.rows.push_back(std::move(row));
    }
    outcome.measured =
        fmt::format("not arrived, over all: orca {}, hidac {}, social_force {}", missing[0], missing[1], missing[2]);
    outcome.verdict = missing[0] == 0 ? Verdict::confirmed : Verdict::refuted;
    outcome.reason = missing[0] == 0 ? "orca keeps discs apart and still gets everybody through; in the other two discs overlap."
                                     : "With orca discs are kept apart, and not everybody gets through.";
    outcome.tables = {table};
    return outcome;
}

} // namespace clearway::experiments
