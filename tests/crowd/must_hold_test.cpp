// SPDX-License-Identifier: MIT
// What every built-in scenario keeps, tick by tick: nobody in a wall, nobody lost, nothing that is not a number; and who must
// arrive, arrives.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include <clearway/crowd.h>
#include <clearway/guide.h>
#include <clearway/io/crowd_scenario.h>
#include <clearway/navmesh.h>

#include "tests/support/scale.h"

namespace clearway {
namespace {

struct Case
{
    std::string name;
    std::size_t agent_count = 0; ///< 0: as the scenario has it
    bool must_arrive = false;
    bool must_keep_apart = false; ///< discs overlap by at most 1 % of the radius
};

std::ostream& operator<<(std::ostream& out, const Case& scenario) { return out << scenario.name << ' ' << scenario.agent_count; }

class EveryScenario : public testing::TestWithParam<Case>
{
};

/// Whoever is named as being in the way is ahead and in touch.
void expectReasonsToBeTrue(const Crowd& crowd)
{
    for (std::size_t i = 0; i < crowd.size(); ++i)
    {
        const AgentView agent = crowd.view(i);
        ASSERT_EQ(agent.reason == StuckReason::blocked_by_agent, agent.blocked_by != kNoAgent);
        if (agent.status == AgentStatus::stuck)
        {
            ASSERT_NE(agent.reason, StuckReason::none);
        }
        if (agent.blocked_by == kNoAgent) continue;
        ASSERT_TRUE(crowd.has(agent.blocked_by));
        const AgentView other = crowd.agent(agent.blocked_by);
        ASSERT_LE(distance(agent.position, other.position), 1.1 * (agent.radius + other.radius));
        ASSERT_GT(dot(other.position - agent.position, agent.target - agent.position), 0);
    }
}

void runAndCheck(const Case& expected, std::uint64_t seed)
{
    const Scenario scenario = buildScenario(expected.name, {.agent_count = expected.agent_count, .seed = seed}).value();
    const Scene scene = loadScenarioScene(scenario).value();
    ScenarioRun run = ScenarioRun::start(scenario, onNavMesh(buildNavMesh(scene).value())).value();
    CrowdObserver observer(run.crowd(), {.quantum = scene.frame().quantum});
    while (!run.isOver())
    {
        run.step();
        observer.observe(run.crowd());
        expectReasonsToBeTrue(run.crowd());
        if (testing::Test::HasFatalFailure()) return;
    }
    const CrowdMetrics metrics = observer.metrics();
    EXPECT_EQ(metrics.outside, 0u) << metrics.max_outside;
    EXPECT_EQ(metrics.not_finite, 0u);
    EXPECT_EQ(run.crowd().size() + metrics.left, run.addedCount());
    if (expected.must_arrive)
    {
        EXPECT_EQ(run.arrivedCount(), run.addedCount());
    }
    if (expected.must_keep_apart)
    {
        EXPECT_LE(metrics.max_relative_overlap, 0.01);
    }
    if (!expected.must_arrive) return;
    for (int tick = 0; tick < 300; ++tick) run.crowd().step(0.1);
    for (std::size_t i = 0; i < run.crowd().size(); ++i) EXPECT_LT(length(run.crowd().velocity(i)), 1e-3) << run.crowd().ids()[i];
}

TEST_P(EveryScenario, KeepsEverybodyInFreeSpaceAndLosesNobody)
{
    for (int seed = 1; seed <= (GetParam().agent_count > 500 ? 1 : 2) * test::testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        runAndCheck(GetParam(), static_cast<std::uint64_t>(seed));
        if (HasFatalFailure()) return;
    }
}

const Case kCases[] = {Case{"head_on", 0, true, true},
                       Case{"circle", 250, true, true},
                       Case{"circle", 1000, true},
                       Case{"bottleneck", 0, true, true},
                       Case{"corridor_two_way"},
                       Case{"crossing_four_way", 0, true, true},
                       Case{"door_two_way", 0, true},
                       Case{"pass_200", 0, true},
                       Case{"mixed_sizes"},
                       Case{"donut"},
                       Case{"cross"},
                       Case{"ill_conditioned"},
                       Case{"city"},
                       Case{"evacuate_rooms", 0, true}};

INSTANTIATE_TEST_SUITE_P(BuiltIn, EveryScenario, testing::ValuesIn(kCases), [](const auto& test) {
    return test.param.name + (test.param.agent_count > 0 ? "_" + std::to_string(test.param.agent_count) : std::string());
});

TEST(EveryScenarioIsTested, NoneIsForgotten)
{
    for (const BuiltInScenario& scenario : builtInScenarios())
        EXPECT_TRUE(std::ranges::any_of(kCases, [&](const Case& c) { return c.name == scenario.name; })) << scenario.name;
}

} // namespace
} // namespace clearway
