// SPDX-License-Identifier: MIT
// Which passages a path leads through, and how long the way is that is left.
#include <gtest/gtest.h>

#include <clearway/guide.h>
#include <clearway/scene/scene.h>

#include "guide/passage_map.h"
#include "tests/guide/support.h"

namespace clearway::test {
namespace {

/// Three rooms in a row, 6 x 6 m each; doors of 0.9 m in walls 0.2 m thick, the first low, the second high.
Scene makeThreeRooms()
{
    SceneInput input;
    input.areas.emplace_back().outline.points = {{0, 0},    {6, 0},    {6, 1},     {6.2, 1},  {6.2, 0},  {12.2, 0},   {12.2, 4},
                                                 {12.4, 4}, {12.4, 0}, {18.4, 0},  {18.4, 6}, {12.4, 6}, {12.4, 4.9}, {12.2, 4.9},
                                                 {12.2, 6}, {6.2, 6},  {6.2, 1.9}, {6, 1.9},  {6, 6},    {0, 6}};
    return buildScene(input).value();
}

TEST(PassageMap, FindsThePassagesOfALineInOrderAndDirection)
{
    const PassageMap map(buildClearance(buildNavMesh(makeThreeRooms()).value()).value());
    ASSERT_GE(map.passages().size(), 2u);
    std::vector<std::uint32_t> there, back;
    for (const auto& [from, to] :
         {std::pair<Vec2, Vec2>{{1, 1.45}, {7, 1.45}}, {{7, 1.45}, {11, 4.45}}, {{11, 4.45}, {17, 4.45}}})
        map.findCrossed(from, to, 0, there);
    for (const auto& [from, to] :
         {std::pair<Vec2, Vec2>{{17, 4.45}, {11, 4.45}}, {{11, 4.45}, {7, 1.45}}, {{7, 1.45}, {1, 1.45}}})
        map.findCrossed(from, to, 0, back);
    ASSERT_EQ(there.size(), 2u);
    ASSERT_EQ(back.size(), 2u);
    EXPECT_NEAR(map.passages()[there[0] / 2].middle.x, 6.1, 1e-6);
    EXPECT_NEAR(map.passages()[there[1] / 2].middle.x, 12.3, 1e-6);
    EXPECT_EQ(there[0], back[1] ^ 1) << "the same passage in the other direction";
    EXPECT_EQ(there[1], back[0] ^ 1);
    map.findCrossed({1, 5}, {5, 5}, 0, there);
    map.findCrossed({1, 1.45}, {17, 1.45}, 1, there);
    EXPECT_EQ(there.size(), 2u) << "none on a way within a room, and none on another layer";
}

TEST(PassageMap, KnowsThePortalsThatLieAcrossADoor)
{
    for (const char* name : {"rooms", "doors"})
    {
        const NavMesh mesh = buildBuiltInMesh(name);
        const PassageMap map(buildClearance(mesh).value());
        int door_count = 0, closable_count = 0;
        for (std::uint32_t i = 0; i < map.passages().size(); ++i)
        {
            if (map.passages()[i].width > 1.5 || map.passages()[i].depth > 1) continue;
            ++door_count;
            closable_count += map.portalsOf(i).empty() ? 0 : 1;
            for (const PortalId portal : map.portalsOf(i))
            {
                const Segment segment = mesh.segment(mesh.portals()[portal]);
                EXPECT_LT(distance(interpolate(segment.a, segment.b, 0.5), map.passages()[i].middle),
                          map.passages()[i].depth + 0.3);
            }
        }
        EXPECT_GT(closable_count, 0) << name;
        EXPECT_GE(10 * closable_count, 7 * door_count) << name << ": gaps beside furniture may have no portal across";
    }
}

TEST(NavMeshGuides, LanesTellTheNextPassageAndHowFarItStillIs)
{
    const GuideWorld world("three rooms", buildNavMesh(makeThreeRooms()).value());
    const std::span<const Passage> passages = world.guide().passages();
    AgentId ids[] = {1};
    Vec2 positions[] = {{1, 5}}, goals[] = {{17, 1}};
    double radii[] = {0.25};
    float reaches[] = {0.134F};
    std::vector<double> middles;
    float before = std::numeric_limits<float>::infinity();
    std::vector<std::byte> state(world.guide().stateBytes());
    std::uint32_t memos[] = {0};
    Guidance guidance[1];
    for (std::uint64_t tick = 0; tick < 400 && distance(positions[0], goals[0]) > 0.2; ++tick)
    {
        Ground::Standing standing = world.ground().stand(positions[0], radii[0], -1);
        ASSERT_TRUE(standing);
        world.guide().guide({.tick = tick,
                             .ids = ids,
                             .positions = positions,
                             .footings = {&standing.footing, 1},
                             .radii = radii,
                             .goals = goals,
                             .reaches = reaches,
                             .held_up = {},
                             .crowding = {},
                             .counterflow = {},
                             .speeds = {},
                             .passage_waits = {},
                             .states = state,
                             .memos = memos,
                             .guidance = guidance});
        EXPECT_LT(guidance[0].remaining, before + 0.01F) << tick;
        before = guidance[0].remaining;
        if (guidance[0].passage != kNone)
        {
            const double x = passages[guidance[0].passage / 2].middle.x;
            if (middles.empty() || middles.back() != x) middles.push_back(x);
            EXPECT_LT(positions[0].x, x + 1) << "not one that lies behind";
        }
        const Vec2 way = guidance[0].target - positions[0];
        positions[0] = positions[0] + way * std::min(1.0, 0.134 / length(way));
    }
    world.guide().forget(memos[0]);
    ASSERT_EQ(middles.size(), 2u);
    EXPECT_NEAR(middles[0], 6.1, 1e-6);
    EXPECT_NEAR(middles[1], 12.3, 1e-6);
    EXPECT_LT(before, 0.4F);
    EXPECT_EQ(guidance[0].passage, kNone);
}

} // namespace
} // namespace clearway::test
