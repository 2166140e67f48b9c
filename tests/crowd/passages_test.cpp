// SPDX-License-Identifier: MIT
// Doors in which two people cannot pass each other: do streams from both sides get through, and does a building keep flowing?
#include <gtest/gtest.h>

#include <algorithm>

#include <fmt/format.h>

#include "tests/crowd/watch.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::Seen;

/// Two rooms of 8 x 8 m with a door 0.9 m wide between them.
Scenario makeTwoRooms(int people, double seconds)
{
    return parseScenario(
               fmt::format(R"({{"scene": {{"areas": [{{"outline": [[0, 0], [8, 0], [8, 3.55], [8.2, 3.55], [8.2, 0], [16.2, 0],
        [16.2, 8], [8.2, 8], [8.2, 4.45], [8, 4.45], [8, 8], [0, 8]]}}]}}, "seconds": {}, "groups": [{{"count": {}, "goals": [{{"random": 1}}]}}],
        "lines": [{{"name": "door", "a": [8.1, 4.45], "b": [8.1, 3.55]}}]}})",
                           seconds, people))
        .value();
}

TEST(PassagesOfCrowds, ADoorForOneLetsStreamsFromBothSidesThrough)
{
    constexpr double kSeconds = 300;
    for (const int people : {20, 40})
        for (std::uint64_t seed = 1; seed <= 2u * static_cast<unsigned>(test::testScale()); ++seed)
        {
            const Seen seen = test::watch(makeTwoRooms(people, kSeconds), seed);
            ASSERT_EQ(seen.metrics.lines.size(), 1u);
            const auto crossings = static_cast<double>(seen.metrics.lines[0].forward + seen.metrics.lines[0].backward);
            EXPECT_GT(crossings / kSeconds, 0.8) << people << " people, seed " << seed;
            EXPECT_EQ(seen.metrics.agent_contacts, 0u) << people << " people, seed " << seed;
            EXPECT_EQ(seen.metrics.outside, 0u) << people << " people, seed " << seed;
        }
}

TEST(PassagesOfCrowds, SoItDoesWithEverySteeringModel)
{
    constexpr double kSeconds = 300;
    for (const std::string_view model : {"social_force", "hidac", "field"})
    {
        Scenario scenario = makeTwoRooms(20, kSeconds);
        scenario.steering = model;
        const Seen seen = test::watch(scenario, 1);
        EXPECT_GT(static_cast<double>(seen.metrics.lines.at(0).forward + seen.metrics.lines.at(0).backward) / kSeconds, 0.8)
            << model;
    }
}

TEST(PassagesOfCrowds, WhoWantsToStandInADoorDoesNotKeepItFromOthers)
{
    Scenario scenario = makeTwoRooms(1, 90);
    scenario.groups[0].count = 1;
    scenario.groups[0].positions = {{5, 4}};
    scenario.groups[0].goals = {Goal(Vec2{8.1, 4})};
    Scenario::Group& others = scenario.groups.emplace_back();
    others.count = 6;
    others.positions = {{10, 3}, {10, 4}, {10, 5}, {11, 3}, {11, 4}, {11, 5}};
    others.goals = {Goal(Vec2{2, 2})};
    const Seen seen = test::watch(scenario, 1);
    EXPECT_EQ(seen.arrived, 7u);
    EXPECT_EQ(seen.metrics.agent_contacts, 0u);
}

/// People with random goals in the building `rooms`.
Scenario makeBuilding(int people, double seconds)
{
    return parseScenario(
               fmt::format(R"({{"scene": "rooms", "seconds": {}, "groups": [{{"count": {}, "goals": [{{"random": 1}}]}}]}})",
                           seconds, people))
        .value();
}

/// The slowest sixth of a run as a part of the first.
double findSlowestSixth(const CrowdMetrics& metrics)
{
    const auto& speeds = metrics.speed_in_sixths;
    return *std::min_element(speeds.begin(), speeds.end()) / speeds[0];
}

TEST(PassagesOfCrowds, SixtyPeopleInABuildingKeepWalking)
{
    for (std::uint64_t seed = 1; seed <= static_cast<unsigned>(test::testScale()); ++seed)
    {
        const Seen seen = test::watch(makeBuilding(60, 600), seed);
        EXPECT_GT(findSlowestSixth(seen.metrics), 0.8) << seed;
        EXPECT_EQ(seen.metrics.agent_contacts, 0u) << seed;
    }
}

TEST(PassagesOfCrowds, SoDoAHundredAndFiftyForHalfAnHour)
{
    for (std::uint64_t seed = 1; seed <= static_cast<unsigned>(test::testScale()); ++seed)
    {
        const Seen seen = test::watch(makeBuilding(150, 1800), seed);
        EXPECT_GT(findSlowestSixth(seen.metrics), 0.6) << seed;
        EXPECT_GT(seen.metrics.mean_speed, 0.5) << seed;
        EXPECT_EQ(seen.metrics.agent_contacts, 0u) << seed;
        EXPECT_EQ(seen.metrics.outside, 0u) << seed;
    }
}

TEST(PassagesOfCrowds, TheRunIsTheSameOnAnyNumberOfWorkers)
{
    CrowdOptions options;
    const std::uint64_t alone = test::watch(makeBuilding(600, 20), 5, options).run_hash;
    options.execution.worker_count = 4;
    EXPECT_EQ(test::watch(makeBuilding(600, 20), 5, options).run_hash, alone);
}

} // namespace
} // namespace clearway
