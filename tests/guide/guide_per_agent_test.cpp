// SPDX-License-Identifier: MIT
// Several guides in one crowd: each agent is led as if its guide were the only one.
#include "guide/guide_per_agent.h"

#include <gtest/gtest.h>

#include <clearway/corridor.h>
#include <clearway/crowd.h>
#include <clearway/guide.h>
#include <clearway/navmesh.h>
#include <clearway/scene/generators.h>

namespace clearway {
namespace {

constexpr Vec2 kGoal = {38, 21};

struct TwoWorlds
{
    TwoWorlds()
    {
        const Scene scene = buildScene("rooms").value();
        const NavMesh mesh = buildNavMesh(scene).value();
        paths = onNavMesh(mesh);
        fields = onField(mesh, scene).value();
    }
    World paths;
    World fields;
};

/// Where a single agent with this id walks.
std::vector<Vec2> walk(const World& world, AgentId id, Vec2 from)
{
    Crowd crowd(world);
    EXPECT_TRUE(crowd.add({.position = from, .goal = kGoal, .id = id}));
    std::vector<Vec2> positions;
    for (int tick = 0; tick < 300; ++tick)
    {
        crowd.step(0.1);
        positions.push_back(crowd.positions()[0]);
    }
    return positions;
}

TEST(Guides, CountNoClockOfTheirOwn)
{
    // Somebody stands at one place for 20 s. Without a word from the crowd nobody is held up: asked again at the same place, a
    // guide answers the same and keeps the same.
    const Scene scene = buildScene("rooms").value();
    const World corridors = onCorridorMap(buildNavMesh(scene).value(), buildCorridorMap(scene).value()).value();
    for (const World& world : {corridors, TwoWorlds().fields})
    {
        Vec2 position{1, 1}, goal = kGoal;
        const Ground::Standing standing = world.ground->stand(position, 0.25, -1);
        ASSERT_TRUE(standing);
        const AgentId id = 8;
        const double radius = 0.25;
        const float reach = 0.13F;
        std::uint32_t memo = 0;
        Guidance guidance;
        std::vector<std::byte> state(world.guide->stateBytes()), first;
        Vec2 target;
        for (std::uint64_t tick = 0; tick <= 200; tick += 8)
        {
            Guide::Batch batch;
            batch.tick = tick;
            batch.ids = {&id, 1}, batch.positions = {&position, 1}, batch.footings = {&standing.footing, 1};
            batch.radii = {&radius, 1}, batch.goals = {&goal, 1}, batch.reaches = {&reach, 1};
            batch.states = state, batch.memos = {&memo, 1}, batch.guidance = {&guidance, 1};
            world.guide->guide(batch);
            if (tick == 0) first = state, target = guidance.target;
            EXPECT_EQ(state, first) << world.guide->name() << " after " << tick << " ticks";
            EXPECT_EQ(guidance.target, target) << world.guide->name() << " after " << tick << " ticks";
        }
    }
}

TEST(GuidePerAgent, LeadsEachAgentAsItsGuideAloneWould)
{
    const TwoWorlds worlds;
    for (std::uint32_t choice = 0; choice < 2; ++choice)
    {
        const World& alone = choice == 0 ? worlds.paths : worlds.fields;
        const auto guide = std::make_shared<GuidePerAgent>(std::vector{worlds.paths.guide, worlds.fields.guide}, 2);
        guide->choose(2, choice);
        EXPECT_EQ(walk({worlds.paths.ground, guide}, 2, {1, 1}), walk(alone, 2, {1, 1})) << choice;
    }
}

TEST(GuidePerAgent, LetsAgentsArriveThoughTheirGuideChangesWithEachGoal)
{
    const TwoWorlds worlds;
    const auto guide = std::make_shared<GuidePerAgent>(std::vector{worlds.paths.guide, worlds.fields.guide}, 2);
    Crowd crowd({worlds.paths.ground, guide});
    for (const AgentId id : {1, 2}) ASSERT_TRUE(crowd.add({.position = {1.0 * static_cast<double>(id), 1}, .id = id}));
    for (std::uint32_t turn = 0; turn < 9; ++turn)
    {
        for (const std::uint32_t id : {1, 2})
        {
            guide->choose(id, (turn + id) % 2);
            ASSERT_TRUE(crowd.setGoal(id, turn % 2 == 0 ? kGoal : Vec2{2, 2}));
        }
        for (int tick = 0; tick < (turn < 8 ? 30 : 900); ++tick) crowd.step(0.1);
    }
    for (const AgentStatus status : crowd.statuses()) EXPECT_EQ(status, AgentStatus::arrived);
}

} // namespace
} // namespace clearway
