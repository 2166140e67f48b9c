// SPDX-License-Identifier: MIT
// Queues before doors: do people who see one choose another way?
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include <clearway/crowd.h>
#include <clearway/guide.h>
#include <clearway/navmesh.h>
#include <clearway/scene.h>

namespace clearway {
namespace {

struct Evacuation
{
    double seconds = 0;
    int through_wide = 0;
    std::uint64_t run_hash = 0;
    int most_plans = 0; ///< of one agent
    int plans = 0;      ///< of all
};

/// 60 people leave a room of 12 x 16 m for a goal behind its wall: straight ahead is a door of 0.6 m, 8 m beside it one of 2.4 m.
Evacuation evacuate(bool avoids_queues, int workers = 1)
{
    SceneInput input;
    input.areas.emplace_back().outline.points = {{0, 0}, {20, 0}, {20, 16}, {0, 16}};
    input.obstacles.emplace_back().outline.points = {{12, 4.4}, {12.2, 4.4}, {12.2, 11.7}, {12, 11.7}};
    input.obstacles.emplace_back().outline.points = {{12, 12.3}, {12.2, 12.3}, {12.2, 16}, {12, 16}};
    input.obstacles.emplace_back().outline.points = {{12, 0}, {12.2, 0}, {12.2, 2}, {12, 2}};
    CrowdOptions options;
    options.execution.worker_count = workers;
    Crowd crowd(onNavMesh(buildNavMesh(buildScene(input).value()).value(), {.avoids_queues = avoids_queues}), options);
    for (int i = 0; i < 60; ++i)
    {
        AgentOptions agent{.position = {1.0 + 0.9 * (i % 10), 9.5 + 0.9 * (i / 10)}, .radius = 0.2, .leaves_at_goal = true};
        agent.goal = Goal::area({{18, 10}, {20, 10}, {20, 14}, {18, 14}});
        EXPECT_TRUE(crowd.add(agent));
    }
    Evacuation evacuation;
    std::vector<int> plans(61);
    std::vector<bool> is_through(61);
    while (crowd.size() > 0 && crowd.time() < 300)
    {
        crowd.step(0.05);
        for (const CrowdEvent& event : crowd.events()) plans[event.id] += event.kind == CrowdEvent::Kind::planned;
        for (std::size_t i = 0; i < crowd.size(); ++i)
        {
            const AgentId id = crowd.ids()[i];
            if (is_through[id] || crowd.positions()[i].x < 12.2) continue;
            is_through[id] = true;
            evacuation.through_wide += crowd.positions()[i].y < 8;
        }
    }
    evacuation.seconds = crowd.time();
    evacuation.run_hash = crowd.runHash();
    evacuation.most_plans = *std::max_element(plans.begin(), plans.end());
    evacuation.plans = std::accumulate(plans.begin(), plans.end(), 0);
    return evacuation;
}

TEST(Queues, WhoSeesOneBeforeANarrowDoorTakesTheWideOne)
{
    const Evacuation patient = evacuate(false), clever = evacuate(true);
    EXPECT_EQ(patient.through_wide, 0);
    EXPECT_GE(clever.through_wide, 20);
    EXPECT_LT(clever.seconds, 0.7 * patient.seconds);
    // Those who wait plan anew when others push them off their way. Those who walked to and fro between the doors would plan
    // more.
    EXPECT_LE(clever.most_plans, patient.most_plans);
    EXPECT_LE(clever.plans, patient.plans);
    EXPECT_EQ(evacuate(true, 3).run_hash, clever.run_hash);
}

} // namespace
} // namespace clearway
