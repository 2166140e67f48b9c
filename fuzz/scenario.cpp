// SPDX-License-Identifier: MIT
// Any text as a scenario of a crowd: what can be read is written the same again, and what is small runs for a moment.
#include <cstddef>
#include <cstdint>

#include <clearway/crowd/metrics.h>
#include <clearway/grid/field_grid.h>
#include <clearway/io/crowd_scenario.h>
#include <clearway/plan.h>

#include "check.h"

using namespace clearway;

/// Running is for numbers of all sizes, not for large crowds and scenes.
static bool isSmall(const Scenario& scenario)
{
    constexpr std::size_t kAgents = 40;
    constexpr double kFromSources = 20;
    if (!scenario.scene_name.empty() || fuzz::countPoints(scenario.scene) > fuzz::kMaxPoints) return false;
    std::size_t agents = 0;
    for (const Scenario::Group& group : scenario.groups)
    {
        agents += group.count;
        if (group.rate * scenario.dt > kFromSources && group.limit == 0) return false;
        agents += group.rate > 0 ? group.limit : 0;
    }
    return agents <= kAgents;
}

/// Fields on the cells that are chosen for a large hall take seconds: these are few, so that halls of all sizes are walked in.
static Result<World> buildQuickWorld(const Scene& scene, std::string_view guide)
{
    constexpr double kMostCells = 4096;
    if (guide != "field") return buildWorld(scene, guide);
    fuzz::expectMessage(buildWorld(scene, guide));
    const Result<Planner> planner = buildPlanner(scene, guide, {{"cell", chooseCellSize(scene, 0.25, kMostCells)}});
    return planner ? planner->buildWorld() : Result<World>(planner.error());
}

static void checkRun(const Scenario& scenario)
{
    constexpr int kTicks = 8;
    const Result<Scene> scene = buildScenarioScene(scenario);
    fuzz::expectMessage(scene);
    if (!scene) return;
    const Result<World> world = buildQuickWorld(*scene, scenario.guide);
    fuzz::expectMessage(world);
    if (!world) return;
    Result<ScenarioRun> run = ScenarioRun::start(scenario, *world);
    fuzz::expectMessage(run);
    if (!run) return;
    CrowdObserver observer(run->crowd(), {.lines = scenario.lines, .areas = scenario.areas});
    for (int tick = 0; tick < kTicks && !run->isOver(); ++tick)
    {
        run->step();
        observer.observe(run->crowd());
    }
    fuzz::expect(observer.metrics().not_finite == 0, "somebody is nowhere");
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const Result<Scenario> scenario = parseScenario({reinterpret_cast<const char*>(data), size});
    fuzz::expectMessage(scenario);
    if (!scenario) return 0;
    const std::string text = formatScenario(*scenario);
    const Result<Scenario> again = parseScenario(text);
    fuzz::expect(again.ok(), again ? "" : "a scenario that was written is refused: " + again.error().message);
    fuzz::expect(formatScenario(*again) == text, "written again, the text differs");
    if (isSmall(*scenario)) checkRun(*scenario);
    return 0;
}
