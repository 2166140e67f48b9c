// SPDX-License-Identifier: MIT
// Every built-in scenario with other guides than that of the mesh, and other models: what holds for every crowd holds there too.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <clearway/crowd.h>
#include <clearway/io/crowd_scenario.h>
#include <clearway/plan.h>
#include <clearway/steering.h>

#include "tests/crowd/whole_run.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::testScale;

struct GuidedCase
{
    std::string guide;
    std::string model; ///< "attraction": the published drive of social_force
    std::string scenario;
    std::size_t agent_count = 0; ///< 0: as the scenario has it
    double seconds = 0;          ///< at most so long; 0: until everybody has arrived
};

std::ostream& operator<<(std::ostream& out, const GuidedCase& c)
{
    return out << c.guide << ", " << c.model << " in " << c.scenario;
}

class GuidedScenario : public testing::TestWithParam<GuidedCase>
{
};

TEST_P(GuidedScenario, KeepsEverybodyInFreeSpace)
{
    const GuidedCase& expected = GetParam();
    Scenario scenario = buildScenario(expected.scenario, {.agent_count = expected.agent_count}).value();
    if (expected.seconds > 0) scenario.seconds = std::min(scenario.seconds, expected.seconds * testScale());
    scenario.guide = expected.guide;
    const Scene scene = loadScenarioScene(scenario).value();
    const auto steering = expected.model == "attraction" ? socialForce({.drive = SocialForceOptions::Drive::attraction})
                                                         : findSteering(expected.model);
    ScenarioRun run = ScenarioRun::start(scenario, buildWorld(scene, expected.guide).value(), {.steering = steering}).value();
    const CrowdMetrics metrics = test::playWhole(run, scene);
    if (expected.model == "orca" && expected.guide == "corridor")
    {
        EXPECT_EQ(metrics.wall_contacts, 0u);
        EXPECT_EQ(metrics.agent_contacts, 0u);
    }
    if (expected.seconds == 0)
    {
        EXPECT_EQ(run.arrivedCount(), run.addedCount());
    }
}

/// Those in which everybody arrives along the mesh too, in time. With the published force, which forgets no velocity, the last of
/// a circle are pushed round its middle for longer.
bool arrivesAlongCorridors(std::string_view model, std::string_view scenario)
{
    return scenario == "head_on" || scenario == "bottleneck" || scenario == "crossing_four_way" || scenario == "door_two_way" ||
           scenario == "evacuate_rooms" || (scenario == "circle" && model != "attraction");
}

bool arrivesWithFields(bool steers, bool leads, std::string_view scenario)
{
    return scenario == "head_on" || (scenario == "corridor_two_way" && !(steers && leads)) ||
           (scenario == "bottleneck" && !steers);
}

std::vector<GuidedCase> listCases()
{
    std::vector<GuidedCase> cases;
    for (const BuiltInScenario& built_in : builtInScenarios())
    {
        const std::string name(built_in.name);
        for (const char* model : {"orca", "hidac", "social_force", "attraction"})
        {
            const bool arrives = arrivesAlongCorridors(model, name);
            cases.push_back({"corridor", model, name, arrives ? 0u : 60u, arrives ? 0.0 : 20.0});
        }
        // In some everybody has goals of its own, one after the other, and each is a field.
        const bool has_own_goals =
            name == "cross" || name == "donut" || name == "city" || name == "ill_conditioned" || name == "mixed_sizes";
        for (const auto& [guide, model] : {std::pair{"field", "orca"}, {"field", "field"}, {"exact", "field"}})
        {
            const bool steers = model == std::string_view("field"), leads = guide == std::string_view("field");
            if (name == "city" && leads && testScale() == 1) continue; // a million cells
            const bool arrives = arrivesWithFields(steers, leads, name);
            cases.push_back({guide, model, name, arrives ? 0u : has_own_goals && leads ? 6u : 60u, arrives ? 0.0 : 15.0});
        }
    }
    return cases;
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, GuidedScenario, testing::ValuesIn(listCases()),
                         [](const auto& test) { return test.param.guide + "_" + test.param.model + "_" + test.param.scenario; });

} // namespace
} // namespace clearway
