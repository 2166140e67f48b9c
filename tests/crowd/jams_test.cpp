// SPDX-License-Identifier: MIT
// Places where people hold each other up: doors, passes, crossings, packs, people who stand in the way. Everybody must get out of
// them, or as many as the model can get out. Two seeds of each by default, times the scale. CLEARWAY_JAM_TABLE names a file to
// which each run adds a line, to compare two versions of the code:
//   scenario,steering,seed,agents,arrived,left_standing,stuck_ticks,seconds,contacts,outside
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>

#include <clearway/base/random.h>
#include <clearway/crowd.h>
#include <clearway/guide.h>
#include <clearway/io/crowd_scenario.h>
#include <clearway/navmesh.h>

#include "tests/support/scale.h"

namespace clearway {
namespace {

/// Two rows of walkers pass through 49 people who stand, from both sides.
Scenario buildPassers(std::uint64_t seed)
{
    Random random(seed);
    Scenario scenario;
    scenario.scene.areas.push_back({.outline = {.points = {{-12, -6}, {12, -6}, {12, 6}, {-12, 6}}}});
    Scenario::Group standing{.name = "standing", .count = 49}, walking{.name = "walking", .count = 12};
    for (int i = -3; i <= 3; ++i)
        for (int j = -3; j <= 3; ++j)
            standing.positions.push_back({0.6 * i + random.uniform(0, 0.08), 0.6 * j + random.uniform(0, 0.08)});
    for (int i = 0; i < 12; ++i)
    {
        const double x = i % 2 == 0 ? -9 : 9, y = 0.7 * (i / 2) - 2 + random.uniform(0, 0.15);
        walking.positions.push_back({x, y});
        walking.goals.push_back(Vec2{-x, y});
    }
    scenario.groups = {standing, walking};
    return scenario;
}

/// Forty people from two sides share one goal.
Scenario buildSharedGoal(std::uint64_t seed)
{
    Random random(seed);
    Scenario scenario;
    scenario.scene.areas.push_back({.outline = {.points = {{-15, -15}, {15, -15}, {15, 15}, {-15, 15}}}});
    Scenario::Group group{.name = "pack", .count = 40, .goals = {Vec2{0, 0}}};
    for (int i = 0; i < 40; ++i)
        group.positions.push_back({(12 + random.uniform(0, 0.4)) * (i % 2 == 0 ? -1 : 1), 0.7 * (i / 2) - 7});
    scenario.groups = {group};
    return scenario;
}

/// Twelve against twelve in a corridor 2.4 m wide, in which four of them have room side by side.
Scenario buildNarrow(std::uint64_t seed)
{
    Random random(seed);
    Scenario scenario;
    scenario.scene.areas.push_back({.outline = {.points = {{-20, 0}, {20, 0}, {20, 2.4}, {-20, 2.4}}}});
    for (const double side : {-1.0, 1.0})
    {
        Scenario::Group group{.name = side < 0 ? "eastward" : "westward", .count = 12, .leaves_at_goal = true};
        for (int i = 0; i < 12; ++i)
            group.positions.push_back({side * (6 + 0.8 * (i / 3) + random.uniform(0, 0.2)), 0.5 + 0.65 * (i % 3)});
        const double x = -side * 17;
        group.goals = {Goal::area({{x - 2, 0.3}, {x + 2, 0.3}, {x + 2, 2.1}, {x - 2, 2.1}})};
        scenario.groups.push_back(group);
    }
    return scenario;
}

/// Everybody on a circle to the other side; drawn by their number, since nothing else is.
Scenario buildCircle(std::uint64_t seed) { return buildScenario("circle", {.agent_count = 60 + seed}).value(); }

struct Jam
{
    std::string_view scenario;
    std::size_t agent_count = 0; ///< of a built-in scenario
    double seconds = 0;
    Scenario (*build)(std::uint64_t seed) = nullptr; ///< none: the built-in scenario of this name
    std::size_t most_left = 0;                       ///< who do not arrive, with discs that never overlap
};

constexpr Jam kJams[] = {{"bottleneck", 150, 200},
                         {"corridor_two_way", 200, 150},
                         {"crossing_four_way", 200, 200},
                         {"door_two_way", 40, 250},
                         {"pass_200", 400, 400},
                         {"circle", 0, 90, buildCircle},
                         {"narrow", 0, 120, buildNarrow},
                         {"passers", 0, 120, buildPassers, 5},
                         {"shared_goal", 0, 90, buildSharedGoal}};

struct Outcome
{
    std::size_t agents = 0;
    std::size_t arrived = 0;
    std::size_t left_standing = 0; ///< not arrived, and within a metre of where they were ten seconds before the end
    std::uint64_t stuck_ticks = 0;
    double seconds = 0; ///< until the last arrival, or the end
    std::uint64_t contacts = 0;
    std::uint64_t outside = 0;
};

Outcome run(const Jam& jam, std::string_view steering, std::uint64_t seed)
{
    constexpr int kWatched = 100; // ticks
    Scenario scenario =
        jam.build ? jam.build(seed) : buildScenario(jam.scenario, {.agent_count = jam.agent_count, .seed = seed}).value();
    scenario.seed = seed;
    scenario.seconds = jam.seconds;
    scenario.steering = steering;
    const Scene scene = loadScenarioScene(scenario).value();
    ScenarioRun run = ScenarioRun::start(scenario, onNavMesh(buildNavMesh(scene).value())).value();
    CrowdObserver observer(run.crowd(), {.quantum = scene.frame().quantum, .keeps_series = false});
    std::map<AgentId, Vec2> before;
    while (!run.isOver())
    {
        if (run.crowd().tick() + kWatched == run.tickCount())
            for (std::size_t i = 0; i < run.crowd().size(); ++i) before[run.crowd().ids()[i]] = run.crowd().positions()[i];
        run.step();
        observer.observe(run.crowd());
    }
    Outcome outcome;
    const CrowdMetrics metrics = observer.metrics();
    outcome.agents = run.addedCount();
    outcome.arrived = run.arrivedCount();
    for (std::size_t i = 0; i < run.crowd().size(); ++i)
    {
        const AgentView agent = run.crowd().view(i);
        const auto was = before.find(agent.id);
        outcome.left_standing +=
            agent.status != AgentStatus::arrived && was != before.end() && distance(was->second, agent.position) < 1;
    }
    outcome.stuck_ticks = metrics.stuck_agent_ticks;
    outcome.seconds = run.crowd().time();
    outcome.contacts = metrics.agent_contacts;
    outcome.outside = metrics.outside;
    return outcome;
}

void addToTable(const Jam& jam, std::string_view steering, std::uint64_t seed, const Outcome& outcome)
{
    const char* path = std::getenv("CLEARWAY_JAM_TABLE");
    std::FILE* file = path ? std::fopen(path, "a") : nullptr;
    if (!file) return;
    std::fprintf(file, "%s,%s,%llu,%zu,%zu,%zu,%llu,%.1f,%llu,%llu\n", std::string(jam.scenario).c_str(),
                 std::string(steering).c_str(), static_cast<unsigned long long>(seed), outcome.agents, outcome.arrived,
                 outcome.left_standing, static_cast<unsigned long long>(outcome.stuck_ticks), outcome.seconds,
                 static_cast<unsigned long long>(outcome.contacts), static_cast<unsigned long long>(outcome.outside));
    std::fclose(file);
}

class Jams : public testing::TestWithParam<std::tuple<Jam, std::string_view>>
{
};

TEST_P(Jams, DissolveAndEverybodyArrives)
{
    const auto& [jam, steering] = GetParam();
    for (int seed = 1; seed <= 2 * test::testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        const Outcome outcome = run(jam, steering, static_cast<std::uint64_t>(seed));
        addToTable(jam, steering, static_cast<std::uint64_t>(seed), outcome);
        EXPECT_EQ(outcome.outside, 0u);
        if (steering == "orca" || steering == "field")
        {
            EXPECT_EQ(outcome.contacts, 0u) << "these models keep discs apart";
        }
        EXPECT_GE(outcome.arrived + (steering == "orca" ? jam.most_left : 0), outcome.agents);
    }
}

const auto kNameOfCase = [](const auto& test) {
    return std::string(std::get<0>(test.param).scenario) + "_" + std::string(std::get<1>(test.param));
};

INSTANTIATE_TEST_SUITE_P(Places, Jams,
                         testing::Combine(testing::ValuesIn(kJams), testing::Values("orca", "hidac", "social_force")),
                         kNameOfCase);
// Local fields get out of these. Where many stand at their goals, some do not get past them; where many press through a narrow
// door, they may block each other.
INSTANTIATE_TEST_SUITE_P(Fields, Jams,
                         testing::Combine(testing::Values(Jam{"corridor_two_way", 100, 150}, Jam{"crossing_four_way", 100, 200},
                                                          Jam{"circle", 0, 90, buildCircle}),
                                          testing::Values("field")),
                         kNameOfCase);

} // namespace
} // namespace clearway
