// SPDX-License-Identifier: MIT
// Crowds that follow fields and steer by local maps: what holds for every guide and model holds here too.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <clearway/base/random.h>
#include <clearway/crowd.h>
#include <clearway/guide.h>
#include <clearway/io/crowd_scenario.h>
#include <clearway/navmesh.h>
#include <clearway/scene.h>
#include <clearway/steering.h>

#include "tests/crowd/whole_run.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::testScale;

// ---- every scenario

struct FieldCase
{
    std::string_view guide;
    std::string_view model;
    std::string_view scenario;
    std::size_t agent_count = 0; ///< 0: as the scenario has it
    bool must_arrive = false;
};

std::ostream& operator<<(std::ostream& out, const FieldCase& c)
{
    return out << c.guide << ", " << c.model << " in " << c.scenario;
}

class FieldScenario : public testing::TestWithParam<FieldCase>
{
};

TEST_P(FieldScenario, KeepsEverybodyInFreeSpace)
{
    const FieldCase& expected = GetParam();
    Scenario scenario = buildScenario(expected.scenario, {.agent_count = expected.agent_count}).value();
    if (!expected.must_arrive) scenario.seconds = std::min(scenario.seconds, 15.0 * testScale());
    const Scene scene = loadScenarioScene(scenario).value();
    const NavMesh mesh = buildNavMesh(scene).value();
    World world = expected.guide == "field" ? onField(mesh, scene).value() : onNavMesh(mesh);
    ScenarioRun run = ScenarioRun::start(scenario, std::move(world), {.steering = findSteering(expected.model)}).value();
    test::playWhole(run, scene);
    if (expected.must_arrive)
    {
        EXPECT_EQ(run.arrivedCount(), run.addedCount());
    }
}

std::vector<FieldCase> listCases()
{
    std::vector<FieldCase> cases;
    for (const auto& [guide, model] : {std::pair{"field", "orca"}, {"field", "field"}, {"exact", "field"}})
        for (const BuiltInScenario& scenario : builtInScenarios())
        {
            const bool steers = model == std::string_view("field"), leads = guide == std::string_view("field");
            const bool arrives = scenario.name == "head_on" || (scenario.name == "corridor_two_way" && !(steers && leads)) ||
                                 (scenario.name == "bottleneck" && !steers);
            // In some everybody has goals of its own, one after the other, and each is a field.
            const bool has_own_goals = scenario.name == "cross" || scenario.name == "donut" || scenario.name == "city" ||
                                       scenario.name == "ill_conditioned" || scenario.name == "mixed_sizes";
            const std::size_t count = arrives ? 0u : has_own_goals && leads ? 6u : 60u;
            if (scenario.name == "city" && leads && testScale() == 1) continue; // a million cells
            cases.push_back({guide, model, scenario.name, count, arrives});
        }
    return cases;
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, FieldScenario, testing::ValuesIn(listCases()), [](const auto& test) {
    return std::string(test.param.guide) + "_" + std::string(test.param.model) + "_" + std::string(test.param.scenario);
});

// ---- one hash

/// Two rooms with a door, and a pillar in one of them.
Scene buildRooms()
{
    SceneInput input;
    input.areas.push_back({.outline = {.points = {{0, 0}, {20, 0}, {20, 10}, {0, 10}}}});
    for (const std::vector<Vec2>& ring : {std::vector<Vec2>{{9.8, 0}, {10.2, 0}, {10.2, 4}, {9.8, 4}},
                                          {{9.8, 6}, {10.2, 6}, {10.2, 10}, {9.8, 10}},
                                          {{4, 4}, {6, 4}, {6, 6}, {4, 6}}})
        input.obstacles.push_back({.outline = {.points = ring}});
    return buildScene(input).value();
}

World makeRoomsWorld(const OnFieldOptions& options = {})
{
    const Scene scene = buildRooms();
    return onField(buildNavMesh(scene).value(), scene, options).value();
}

void populate(Crowd& crowd, int count)
{
    const Ground& ground = *crowd.world().ground;
    for (int i = 0; i < count; ++i)
    {
        Random random(3, static_cast<std::uint64_t>(i));
        const double radius = random.uniform(0.15, 0.3);
        Vec2 at;
        ASSERT_TRUE(ground.findRandomPoint(5, static_cast<std::uint64_t>(i), radius, kNoFace, at));
        const Vec2 goal = i % 2 == 0 ? Vec2{18, 8} : Vec2{2, 2};
        (void)crowd.add({.position = at, .radius = radius, .goal = goal});
    }
    ASSERT_GT(crowd.size(), static_cast<std::size_t>(count) / 2);
}

std::uint64_t runFor(Crowd& crowd, int ticks)
{
    for (int tick = 0; tick < ticks; ++tick) crowd.step(0.1);
    return crowd.computeHash();
}

TEST(FieldCrowd, HashesTheSameForEveryWorkerCountAndWhateverIsRemembered)
{
    for (const LocalFieldOptions& options :
         {LocalFieldOptions{}, LocalFieldOptions{.exact = true}, LocalFieldOptions{.remembers = true}})
    {
        LocalFieldOptions personal = options;
        personal.behaviour = Behaviour::personal;
        std::uint64_t expected = 0;
        for (const int workers : {1, 2, 4})
        {
            // With a single field in memory, each is forgotten again and again.
            Crowd crowd(makeRoomsWorld({.max_fields = workers == 2 ? 1u : 16u}),
                        {.steering = localField(personal), .worker_count = workers});
            populate(crowd, 600);
            const std::uint64_t hash = runFor(crowd, 30);
            if (workers == 1) expected = hash;
            EXPECT_EQ(hash, expected) << workers;
        }
    }
}

TEST(FieldCrowd, MapsThatAreRememberedAreSavedToo)
{
    const CrowdOptions options = {.steering = localField({.remembers = true})};
    Crowd crowd(makeRoomsWorld(), options);
    populate(crowd, 100);
    runFor(crowd, 30);
    ByteWriter writer;
    crowd.save(writer);
    const std::uint64_t expected = runFor(crowd, 30);
    Crowd restored(makeRoomsWorld(), options);
    ByteReader reader(writer.bytes());
    ASSERT_TRUE(restored.restore(reader).ok());
    EXPECT_EQ(runFor(restored, 30), expected);
}

TEST(FieldCrowd, BehavioursGiveOtherWalks)
{
    std::vector<std::uint64_t> hashes;
    for (const Behaviour behaviour : behaviours())
    {
        Crowd crowd(makeRoomsWorld(), {.steering = localField({.behaviour = behaviour})});
        populate(crowd, 40);
        hashes.push_back(runFor(crowd, 50));
    }
    std::sort(hashes.begin(), hashes.end());
    EXPECT_EQ(std::unique(hashes.begin(), hashes.end()), hashes.end());
}

// ---- alone

TEST(FieldCrowd, WhoeverWalksAloneArrivesWithEveryBehaviour)
{
    for (const Behaviour behaviour : behaviours())
        for (int i = 0; i < 6 * testScale(); ++i)
        {
            Crowd crowd(makeRoomsWorld(), {.steering = localField({.behaviour = behaviour})});
            Random random(8, static_cast<std::uint64_t>(i));
            Vec2 from, goal;
            const double radius = random.uniform(0.1, 0.5);
            ASSERT_TRUE(crowd.world().ground->findRandomPoint(11, static_cast<std::uint64_t>(i), radius, kNoFace, from));
            ASSERT_TRUE(crowd.world().ground->findRandomPoint(12, static_cast<std::uint64_t>(i), radius, kNoFace, goal));
            const AgentId id = crowd.add({.position = from, .radius = radius, .goal = goal}).value();
            for (int tick = 0; tick < 600 && crowd.find(id).status != AgentStatus::arrived; ++tick) crowd.step(0.1);
            EXPECT_EQ(crowd.find(id).status, AgentStatus::arrived) << toText(behaviour) << " " << i << " radius " << radius;
        }
}

TEST(FieldCrowd, WalksAroundWater)
{
    OnFieldOptions options;
    options.terrain.push_back({{{6.5, 2}, {8, 2}, {8, 10}, {6.5, 10}}, Terrain::water});
    Crowd crowd(makeRoomsWorld(options), {.steering = orca()});
    const AgentId id = crowd.add({.position = {5, 8}, .goal = Vec2{15, 5}}).value();
    for (int tick = 0; tick < 400 && crowd.find(id).status != AgentStatus::arrived; ++tick)
    {
        crowd.step(0.1);
        const Vec2 p = crowd.find(id).position;
        EXPECT_FALSE(p.x > 6.9 && p.x < 7.6 && p.y > 2.4) << p.x << " " << p.y;
    }
    EXPECT_EQ(crowd.find(id).status, AgentStatus::arrived);
}

TEST(FieldCrowd, AGoalThatTheGridCannotReachIsSaidSo)
{
    SceneInput input;
    input.areas.push_back({.outline = {.points = {{0, 0}, {8, 0}, {8, 4}, {0, 4}}}});
    input.obstacles.push_back({.outline = {.points = {{3.9, 0}, {4.1, 0}, {4.1, 4}, {3.9, 4}}}});
    const Scene scene = buildScene(input).value();
    Crowd crowd(onField(buildNavMesh(scene).value(), scene).value(), {.steering = orca()});
    const AgentId far_off = crowd.add({.position = {2, 2}, .goal = Vec2{6, 2}}).value();
    const AgentId at_the_wall = crowd.add({.position = {3.55, 3}, .goal = Vec2{6, 2}}).value();
    for (int tick = 0; tick < 100; ++tick) crowd.step(0.1);
    for (const AgentId id : {far_off, at_the_wall})
    {
        EXPECT_EQ(crowd.find(id).status, AgentStatus::stuck);
        EXPECT_EQ(crowd.find(id).reason, StuckReason::unreachable);
    }
}

TEST(FieldCrowd, OptionsOutOfRangeAreRefused)
{
    const Scene scene = buildRooms();
    const NavMesh mesh = buildNavMesh(scene).value();
    const double nan = std::nan("");
    EXPECT_FALSE(onField(mesh, scene, {.cell_size = -1}));
    EXPECT_FALSE(onField(mesh, scene, {.cell_size = 1e-4})) << "more cells than a grid may have";
    EXPECT_FALSE(onField(mesh, scene, {.radius_step = nan}));
    EXPECT_FALSE(onField(mesh, scene, {.look_ahead = 0}));
    EXPECT_FALSE(onField(mesh, scene, {.eps = nan}));
    EXPECT_FALSE(onField(mesh, scene, {.max_fields = 0}));
    EXPECT_FALSE(onField(mesh, scene, {.solver = {.tolerance = 0}}));
    EXPECT_FALSE(onField(mesh, scene, {.solver = {.method = FieldMethod::elimination, .max_bytes = 10}}));
}

} // namespace
} // namespace clearway
