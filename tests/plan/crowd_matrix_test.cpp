// SPDX-License-Identifier: MIT
// Every guide of every planner with every steering model, as scenarios, on flat and on curved ground: what holds for all crowds.
#include <gtest/gtest.h>

#include <map>
#include <ostream>
#include <string>
#include <vector>

#include <clearway/crowd.h>
#include <clearway/io/crowd_scenario.h>
#include <clearway/plan.h>
#include <clearway/scene/mesh_generators.h>

namespace clearway {
namespace {

struct MatrixCase
{
    std::string guide;
    std::string steering;
    std::string scene;
};

std::ostream& operator<<(std::ostream& out, const MatrixCase& one)
{
    return out << one.guide << " and " << one.steering << " on " << one.scene;
}

/// People of several sizes from one random place to the next. A guide that only leads straight ahead leads them to and fro in a
/// hall without anything in it.
Scenario makeScenario(const MatrixCase& one)
{
    Scenario scenario;
    scenario.name = scenario.scene_name = one.scene;
    scenario.guide = one.guide;
    scenario.steering = one.steering;
    scenario.seconds = 12;
    scenario.hidac.keeps_apart = scenario.social_force.keeps_apart = true; // which the published models do not
    Scenario::Group people;
    people.count = 60;
    people.radius = {0.15, 0.3};
    people.speed = {1, 1.6};
    people.goals = {Goal::random(3)};
    if (one.scene == "terrain") people.start_area = {{40, 40}, {60, 40}, {60, 60}, {40, 60}};
    if (one.scene == "hall")
    {
        scenario.scene_name.clear();
        scenario.scene.areas.push_back({.outline = {{{0, 0}, {30, 0}, {30, 5}, {0, 5}}, {}}});
        people.goals = {Goal::points({{1, 1.5}, {29, 3.5}}, Goal::AtTheEnd::begin_again),
                        Goal::points({{29, 1.5}, {1, 3.5}}, Goal::AtTheEnd::begin_again)};
    }
    scenario.groups = {people};
    return scenario;
}

/// The planner of the guide, built once for all tests.
Planner findPlannerFor(const Scenario& scenario)
{
    static std::map<std::string, Planner> known;
    const std::string name = findPlannerOfGuide(scenario.guide)->name, key = name + " " + scenario.name;
    if (!known.contains(key)) known.emplace(key, buildPlanner(loadScenarioParts(scenario).value(), name).value());
    return known.at(key);
}

struct Played
{
    CrowdMetrics metrics;
    std::uint64_t hash = 0; ///< of the states after all ticks
    std::uint64_t bad_answers = 0;
};

Played play(const Scenario& scenario, int worker_count)
{
    CrowdOptions options;
    options.execution.worker_count = worker_count;
    ScenarioRun run = ScenarioRun::start(scenario, findPlannerFor(scenario).buildWorld(scenario.guide).value(), options).value();
    CrowdObserver observer(run.crowd(), {.keeps_series = false});
    Played played;
    while (!run.isOver())
    {
        run.step();
        observer.observe(run.crowd());
        played.hash = 31 * played.hash + run.crowd().computeHash();
    }
    played.metrics = observer.metrics();
    played.bad_answers = run.crowd().faults().bad_answer_count;
    return played;
}

class CrowdMatrix : public testing::TestWithParam<MatrixCase>
{
};

TEST_P(CrowdMatrix, HoldsWhatIsPromisedForAllCrowds)
{
    const Scenario scenario = makeScenario(GetParam());
    const Played one = play(scenario, 1), three = play(scenario, 3);
    const CrowdMetrics& metrics = one.metrics;
    EXPECT_EQ(one.hash, three.hash);
    EXPECT_EQ(one.bad_answers, 0u);
    EXPECT_EQ(metrics.ticks, 120u);
    EXPECT_EQ(metrics.agent_ticks, 7200u);
    EXPECT_EQ(metrics.not_finite, 0u);
    EXPECT_EQ(metrics.outside, 0u) << metrics.max_outside;
    EXPECT_EQ(metrics.unreachable, 0u);
    EXPECT_GT(metrics.mean_speed, 0.5) << "they do walk";
    // Two models promise that discs touch neither each other nor walls. Nobody gets into a wall with the others either, which is
    // what `outside` counts; of these, seek avoids nobody.
    if (GetParam().steering == "orca" || GetParam().steering == "field")
    {
        EXPECT_EQ(metrics.agent_contacts, 0u) << metrics.max_agent_overlap;
        EXPECT_EQ(metrics.wall_contacts, 0u) << metrics.max_wall_overlap;
    }
    else if (GetParam().steering != "seek")
    {
        EXPECT_LT(metrics.max_relative_overlap, 0.5);
    }
}

std::vector<MatrixCase> listCases()
{
    std::vector<MatrixCase> cases;
    for (const PlannerKind& kind : planners())
    {
        const PlannerParts curved = {.triangles = buildTriangleMesh("ramp").value()};
        const std::vector<const char*> scenes = kind.can_use(curved)      ? std::vector{"terrain", "ramp"}
                                                : kind.name == "straight" ? std::vector{"hall"}
                                                                          : std::vector{"rooms"};
        for (const std::string& guide : kind.guides)
            for (const std::string_view steering : steeringNames())
                for (const char* scene : scenes) cases.push_back({guide, std::string(steering), scene});
    }
    return cases;
}

INSTANTIATE_TEST_SUITE_P(All, CrowdMatrix, testing::ValuesIn(listCases()),
                         [](const auto& test) { return test.param.guide + "_" + test.param.steering + "_" + test.param.scene; });

} // namespace
} // namespace clearway
