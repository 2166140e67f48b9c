// SPDX-License-Identifier: MIT
// Scenarios that name the engine `walkers`: read, written, checked, run and observed.
#include <gtest/gtest.h>

#include <clearway/crowd.h>
#include <clearway/io/crowd_scenario.h>
#include <clearway/plan.h>
#include <clearway/steering.h>

namespace clearway {
namespace {

constexpr const char* kText = R"({"name": "fast", "scene": "rooms", "seconds": 20, "engine": "walkers",
 "groups": [{"count": 60, "goals": [{"random": 1}]}, {"count": 20, "goals": [[20, 10]], "leaves_at_goal": true, "rate": 2}]})";

std::string findProblem(const Scenario& scenario)
{
    const std::vector<Scenario::Problem> problems = verify(scenario);
    return problems.empty() ? std::string() : problems[0].field + ": " + problems[0].message;
}

TEST(WalkersScenario, OneWordChoosesGuideAndSteering)
{
    const Result<Scenario> scenario = parseScenario(kText);
    ASSERT_TRUE(scenario) << scenario.error().message;
    EXPECT_EQ(scenario->engine, "walkers");
    EXPECT_EQ(scenario->guide, "corridor");
    EXPECT_EQ(scenario->steering, "social_force");
    const Scenario again = parseScenario(formatScenario(*scenario)).value();
    EXPECT_EQ(again.engine, "walkers");
    EXPECT_EQ(again.guide, "corridor");
    EXPECT_EQ(formatScenario(again), formatScenario(*scenario));
    EXPECT_EQ(parseScenario(R"({"scene": "rooms", "groups": []})").value().steering, "orca") << "the usual engine is as before";
}

TEST(WalkersScenario, WhatTheEngineCannotDoIsNamedByItsField)
{
    const Scenario sound = parseScenario(kText).value();
    EXPECT_EQ(findProblem(sound), "");
    const auto starts = [](const std::string& text, const char* field) { return text.rfind(field, 0) == 0; };
    Scenario scenario = sound;
    scenario.engine = "wlakers";
    EXPECT_NE(findProblem(scenario).find("Did you mean"), std::string::npos) << findProblem(scenario);
    scenario = sound;
    scenario.guide = "exact";
    EXPECT_TRUE(starts(findProblem(scenario), "guide: must be 'corridor'")) << findProblem(scenario);
    scenario = sound;
    scenario.steering = "hidac";
    EXPECT_TRUE(starts(findProblem(scenario), "steering: must be 'social_force'")) << findProblem(scenario);
    scenario = sound;
    scenario.groups[1].radius = {0.3, 0.3};
    EXPECT_TRUE(starts(findProblem(scenario), "groups[1].radius")) << findProblem(scenario);
    scenario = sound;
    scenario.groups[0].speed = {1, 1.5};
    EXPECT_TRUE(starts(findProblem(scenario), "groups[0].speed")) << findProblem(scenario);
    scenario = sound;
    scenario.groups[1].goals = {Goal::straight({1, 1})};
    EXPECT_TRUE(starts(findProblem(scenario), "groups[1].goals[0].straight")) << findProblem(scenario);
    EXPECT_FALSE(parseScenario(R"({"scene": "rooms", "engine": "walkers", "guide": "exact", "groups": []})"));
    const Error curved = parseScenario(R"({"scene": "sphere", "engine": "walkers", "groups": []})").error();
    EXPECT_NE(curved.message.find("engine: must be 'crowd' over curved ground"), std::string::npos) << curved.message;
}

TEST(WalkersScenario, ARunIsObservedAndTheSameOnAnyNumberOfWorkers)
{
    const Scenario scenario = parseScenario(kText).value();
    const World world = buildWorld(buildScenarioScene(scenario).value(), scenario.guide).value();
    std::uint64_t hash = 0;
    for (const int workers : {1, 3})
    {
        Result<ScenarioRun> run = ScenarioRun::start(scenario, world, {.execution = {.worker_count = workers}});
        ASSERT_TRUE(run) << run.error().message;
        EXPECT_EQ(run->crowd().size(), 80u);
        CrowdObserver observer(run->crowd(), {});
        while (!run->isOver())
        {
            run->step();
            observer.observe(run->crowd());
        }
        const CrowdMetrics metrics = observer.metrics();
        EXPECT_EQ(metrics.outside, 0u);
        EXPECT_EQ(metrics.unreachable_agents, 0u);
        EXPECT_GT(metrics.left, 10u);
        EXPECT_GT(metrics.plans, 100u);
        EXPECT_GT(metrics.mean_speed, 0.5);
        EXPECT_GT(run->addedCount(), 100u) << "the source gives more";
        if (workers == 1) hash = run->crowd().runHash();
        EXPECT_EQ(run->crowd().runHash(), hash);
    }
    const Result<ScenarioRun> own = ScenarioRun::start(scenario, world, {.steering = seek()});
    ASSERT_FALSE(own);
    EXPECT_NE(own.error().message.find("steering of its own"), std::string::npos) << own.error().message;
}

} // namespace
} // namespace clearway
