// SPDX-License-Identifier: MIT
// A crowd whose ways are too long and winding for the search of the shortest.
#include <gtest/gtest.h>

#include <clearway/crowd.h>
#include <clearway/guide.h>
#include <clearway/navmesh.h>

#include "tests/support/path_scenes.h"

namespace clearway {
namespace {

TEST(Grove, ThreeAmongTenThousandPillarsWalkAndNobodyIsToldThatThereIsNoWay)
{
    const double wall_y = 200;
    const NavMesh mesh = buildNavMesh(test::makeGrove(100)).value();
    Crowd crowd(onNavMesh(mesh), {});
    std::vector<Vec2> starts;
    for (const double x : {4.0, 12.0, 20.0}) starts.push_back({x, wall_y - 1});
    for (const Vec2 start : starts) ASSERT_TRUE(crowd.add({.position = start, .radius = 0.2, .goal = Vec2{4, wall_y + 1}}));
    for (int tick = 0; tick < 100; ++tick)
    {
        crowd.step(0.1);
        for (const CrowdEvent& event : crowd.events()) EXPECT_NE(event.kind, CrowdEvent::Kind::unreachable) << event.id;
    }
    for (AgentId id = 1; id <= 3; ++id)
    {
        const AgentView agent = crowd.agent(id);
        EXPECT_NE(agent.reason, StuckReason::unreachable) << id;
        EXPECT_EQ(agent.short_by, 0) << id;
        EXPECT_GT(agent.position.x, starts[id - 1].x + 5) << "agent " << id << " does not walk to the end of the wall";
    }
}

} // namespace
} // namespace clearway
