// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include <clearway/crowd/metrics.h>
#include <clearway/crowd/scenario.h>
#include <clearway/guide/on_navmesh.h>
#include <clearway/navmesh/build.h>
#include <clearway/plan.h>

#include "crowd/scenario_discs.h"
#include "tests/crowd/open_world.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using testing::HasSubstr;

World makeWorld(const Scenario& scenario) { return onNavMesh(buildNavMesh(buildScenarioScene(scenario).value()).value()); }

/// A room of 10 m by 10 m with one group.
Scenario makeRoom(Scenario::Group group)
{
    Scenario scenario;
    scenario.scene.areas.push_back({.outline = {.points = {{0, 0}, {10, 0}, {10, 10}, {0, 10}}}});
    scenario.groups.push_back(std::move(group));
    scenario.steering = "seek";
    return scenario;
}

/// Nobody overlaps anybody, and everybody is where a disc of its radius can be. Slow and obvious.
void expectPlacedWell(const Crowd& crowd)
{
    const std::span<const Vec2> positions = crowd.positions();
    for (std::size_t i = 0; i < positions.size(); ++i)
    {
        const Ground& ground = *crowd.world().ground;
        EXPECT_TRUE(ground.stand(positions[i], crowd.radii()[i], -1));
        EXPECT_GE(ground.computeWallDistance(positions[i], crowd.footings()[i], 2 * crowd.radii()[i]), crowd.radii()[i] - 1e-6);
        for (std::size_t j = i + 1; j < positions.size(); ++j)
            ASSERT_GE(distance(positions[i], positions[j]), (crowd.radii()[i] + crowd.radii()[j]) * (1 - 1e-12));
    }
}

TEST(DiscTable, OverlapsEqualThoseOfAllPairs)
{
    for (int round = 0; round < 20 * test::testScale(); ++round)
    {
        Random random(3, static_cast<std::uint64_t>(round));
        DiscTable table(round % 2 == 0 ? 0 : 500);
        std::vector<std::pair<Vec2, double>> discs;
        const double size = random.uniform(2, 200);
        for (int k = 0; k < 500; ++k)
        {
            const Vec2 p = {random.uniform(-size, size), random.uniform(-size, size)};
            const double radius = random.uniform() < 0.5 ? 0.25 : random.uniform(0.05, 4);
            const bool overlaps = std::any_of(discs.begin(), discs.end(), [&](const auto& disc) {
                return distanceSq(disc.first, p) < (disc.second + radius) * (disc.second + radius);
            });
            ASSERT_EQ(table.overlaps(p, radius, 0), overlaps);
            EXPECT_FALSE(table.overlaps(p, radius, 1)); // another layer
            if (overlaps && random.uniform() < 0.9) continue;
            table.add(p, radius, 0);
            discs.emplace_back(p, radius);
        }
    }
}

TEST(DiscTable, LargeDiscsAmongTinyOnesGetTheSameAnswer)
{
    Random random(5);
    DiscTable table(100);
    std::vector<std::pair<Vec2, double>> discs;
    for (int k = 0; k < 400; ++k)
    {
        const Vec2 p = {random.uniform(0, 30), random.uniform(0, 30)};
        const double radius = k % 4 == 3 ? random.uniform(0.5, 3) : 1e-7 * static_cast<double>(1 + random.below(1000));
        const bool overlaps = std::any_of(discs.begin(), discs.end(), [&](const auto& disc) {
            return distanceSq(disc.first, p) < (disc.second + radius) * (disc.second + radius);
        });
        ASSERT_EQ(table.overlaps(p, radius, 0), overlaps) << k;
        if (k % 8 == 7) continue;
        table.add(p, radius, 0);
        discs.emplace_back(p, radius);
    }
}

TEST(BuiltInScenarios, AreAllPlacedWithoutOverlapAndInFreeSpace)
{
    for (const BuiltInScenario& entry : builtInScenarios())
        for (std::size_t count : {0, 10, 2000})
        {
            SCOPED_TRACE(entry.name);
            const Scenario scenario = buildScenario(entry.name, {.agent_count = count}).value();
            Result<ScenarioRun> run = ScenarioRun::start(scenario, makeWorld(scenario));
            ASSERT_TRUE(run) << run.error().message;
            EXPECT_EQ(run->addedCount(), count > 0 ? count : run->addedCount());
            EXPECT_EQ(run->crowd().size(), run->addedCount());
            expectPlacedWell(run->crowd());
            EXPECT_FALSE(run->isOver());
            for (std::size_t i = 0; i < run->crowd().size(); ++i) EXPECT_LT(run->crowd().groups()[i], scenario.groups.size());
        }
}

TEST(BuiltInScenarios, EverybodyOfMixedSizesHasAWayToItsGoal)
{
    const Scenario scenario = buildScenario("mixed_sizes", {.agent_count = 400}).value();
    ScenarioRun run = ScenarioRun::start(scenario, makeWorld(scenario)).value();
    double smallest = 100, largest = 0;
    for (const double radius : run.crowd().radii())
    {
        smallest = std::min(smallest, radius);
        largest = std::max(largest, radius);
    }
    EXPECT_LT(smallest, 0.15);
    EXPECT_GT(largest, 2);
    for (int tick = 0; tick < 3; ++tick)
    {
        run.step();
        for (const CrowdEvent& event : run.crowd().events()) EXPECT_NE(event.kind, CrowdEvent::Kind::unreachable) << event.id;
    }
}

TEST(ScenarioRun, AgentsHaveTheIdsOfTheirOrder)
{
    Scenario scenario = makeRoom({.count = 3, .radius = {0.1, 0.4}, .goals = {Vec2{1, 1}, Vec2{2, 2}}});
    scenario.groups.push_back({.count = 2, .radius = {0.5, 0.5}, .goals = {Goal::random(4)}});
    ScenarioRun run = ScenarioRun::start(scenario, makeWorld(scenario)).value();
    for (AgentId id = 1; id <= 5; ++id)
    {
        const AgentView view = run.crowd().agent(id);
        EXPECT_EQ(view.group, id <= 3 ? 0u : 1u);
        if (id > 3)
            EXPECT_EQ(view.radius, 0.5);
        else
            EXPECT_LT(view.radius, 0.4);
    }
    EXPECT_EQ(run.crowd().agent(1).goal_point, (Vec2{1, 1}));
    EXPECT_EQ(run.crowd().agent(2).goal_point, (Vec2{2, 2}));
    EXPECT_EQ(run.crowd().agent(3).goal_point, (Vec2{1, 1}));
}

TEST(ScenarioRun, TheSameSeedGivesTheSameRunAndAnotherOneAnother)
{
    const auto hash = [](std::uint64_t seed) {
        const Scenario scenario = buildScenario("crossing_four_way", {.agent_count = 40, .seed = seed}).value();
        ScenarioRun run = ScenarioRun::start(scenario, makeWorld(scenario)).value();
        for (int tick = 0; tick < 20; ++tick) run.step();
        return run.crowd().computeHash();
    };
    EXPECT_EQ(hash(1), hash(1));
    EXPECT_NE(hash(1), hash(2));
}

TEST(ScenarioRun, OneMoreAgentMovesNoneOfTheOthers)
{
    const auto place = [](std::size_t count) {
        const Scenario scenario = makeRoom({.count = count});
        ScenarioRun run = ScenarioRun::start(scenario, makeWorld(scenario)).value();
        std::vector<Vec2> positions;
        for (AgentId id = 1; id <= 20; ++id) positions.push_back(run.crowd().agent(id).position);
        return positions;
    };
    EXPECT_EQ(place(20), place(21));
}

TEST(ScenarioRun, GivenPositionsAreTakenAndTheRestIsDrawn)
{
    const Scenario scenario = makeRoom({.count = 12, .positions = {{1, 1}, {2, 2}}, .start_area = {{4, 4}, {8, 4}, {4, 8}}});
    ScenarioRun run = ScenarioRun::start(scenario, makeWorld(scenario)).value();
    EXPECT_EQ(run.crowd().agent(1).position, (Vec2{1, 1}));
    EXPECT_EQ(run.crowd().agent(2).position, (Vec2{2, 2}));
    for (AgentId id = 3; id <= 12; ++id)
    {
        const Vec2 p = run.crowd().agent(id).position;
        EXPECT_TRUE(p.x >= 4 && p.y >= 4 && p.x + p.y <= 12) << p.x << ", " << p.y;
    }
    expectPlacedWell(run.crowd());
}

TEST(ScenarioRun, APositionInAWallIsNamed)
{
    const Scenario scenario = makeRoom({.count = 2, .positions = {{1, 1}, {9.9, 5}}});
    const Result<ScenarioRun> run = ScenarioRun::start(scenario, makeWorld(scenario));
    ASSERT_FALSE(run);
    EXPECT_THAT(run.error().message, HasSubstr("groups[0].positions[1]: "));
}

TEST(ScenarioRun, TooManyAgentsAreAnErrorThatSaysHowManyFit)
{
    const Scenario scenario = makeRoom({.name = "crowd", .count = 1000, .radius = {0.5, 0.5}});
    const Result<ScenarioRun> run = ScenarioRun::start(scenario, makeWorld(scenario));
    ASSERT_FALSE(run);
    EXPECT_EQ(run.error().code, ErrorCode::out_of_range);
    EXPECT_THAT(run.error().message, HasSubstr("of the 1000 agents"));
    EXPECT_THAT(run.error().message, HasSubstr("group 'crowd'"));
    // A disc of radius 0.5 in a hexagonal packing takes 0.87 m²; random places fill about half of the 100 m².
    int fitting = 0;
    ASSERT_EQ(std::sscanf(run.error().message.c_str(), "There is room for %d", &fitting), 1);
    EXPECT_GT(fitting, 45);
    EXPECT_LT(fitting, 115);
}

TEST(ScenarioRun, AgentsThatFitNowhereAreAnError)
{
    const Scenario wide = makeRoom({.count = 1, .radius = {6, 6}});
    EXPECT_THAT(ScenarioRun::start(wide, makeWorld(wide)).error().message, HasSubstr("There is room for 0 of the 1 agents"));
    const Scenario off = makeRoom({.count = 1, .start_area = {{20, 20}, {30, 20}, {20, 30}}});
    EXPECT_THAT(ScenarioRun::start(off, makeWorld(off)).error().message, HasSubstr("There is room for 0 of the 1 agents"));
}

TEST(ScenarioRun, AWorldWithAnotherGuideThanTheScenarioNamesIsRefused)
{
    Scenario scenario = makeRoom({.count = 1});
    scenario.guide = "corridor";
    const Result<ScenarioRun> run = ScenarioRun::start(scenario, makeWorld(scenario));
    ASSERT_FALSE(run);
    EXPECT_THAT(run.error().message, HasSubstr("the scenario says 'corridor', but the world was made with 'lanes'"));
    EXPECT_THAT(ScenarioRun::start(scenario, World{}).error().message, HasSubstr("is empty"));
    EXPECT_TRUE(ScenarioRun::start(scenario, test::openWorld())) << "a guide of one's own takes the place of any";
}

TEST(ScenarioRun, EveryGuideThatAScenarioMayNameCanBeBuilt)
{
    Scenario scenario = makeRoom({.count = 5, .goals = {Vec2{8, 8}}});
    const Scene scene = buildScenarioScene(scenario).value();
    for (const std::string_view guide : guideNames())
    {
        if (guide == "surface") continue;
        SCOPED_TRACE(guide);
        scenario.guide = guide;
        Result<World> world = buildWorld(scene, guide);
        ASSERT_TRUE(world) << world.error().message;
        EXPECT_EQ(world->guide->name(), guide);
        Result<ScenarioRun> run = ScenarioRun::start(scenario, *world);
        ASSERT_TRUE(run) << run.error().message;
        while (!run->isOver()) run->step();
        EXPECT_EQ(run->arrivedCount(), 5u);
    }
    EXPECT_THAT(buildWorld(scene, "exakt").error().message, HasSubstr("There is no guide 'exakt'. Did you mean exact?"));
}

TEST(ScenarioRun, ASenselessScenarioIsRefusedByField)
{
    Scenario scenario = makeRoom({.count = 1});
    scenario.dt = 0;
    EXPECT_THAT(ScenarioRun::start(scenario, test::openWorld()).error().message,
                HasSubstr("dt: must be a number from 1e-06 to 10"));
}

TEST(ScenarioRun, PlacingReportsProgressAndCanBeCancelled)
{
    Scenario scenario = makeRoom({.count = 20000});
    std::set<std::string> stages;
    double last = 0;
    const auto watch = [&](std::string_view stage, double fraction) {
        stages.emplace(stage);
        last = fraction;
        return true;
    };
    ASSERT_TRUE(ScenarioRun::start(scenario, test::openWorld(500), {.execution = {.progress = watch}}));
    EXPECT_EQ(stages, (std::set<std::string>{"placing agents", "adding agents"}));
    EXPECT_GT(last, 0.7);
    const auto cancel = [](std::string_view, double fraction) { return fraction < 0.3; };
    EXPECT_EQ(ScenarioRun::start(scenario, test::openWorld(500), {.execution = {.progress = cancel}}).error().code,
              ErrorCode::cancelled);
}

TEST(ScenarioRun, ManyAgentsOfMixedSizesArePlaced)
{
    const auto count = static_cast<std::size_t>(100'000 * test::testScale());
    Scenario scenario = makeRoom({.count = count, .radius = {0.1, 0.5}});
    ScenarioRun run = ScenarioRun::start(scenario, test::openWorld(1.5 * std::sqrt(static_cast<double>(count)))).value();
    EXPECT_EQ(run.addedCount(), count);
    CrowdObserver observer(run.crowd());
    observer.observe(run.crowd());
    EXPECT_EQ(observer.metrics().max_agent_overlap, 0);
}

// ---- time and sources

TEST(ScenarioRun, EndsWhenTheTimeIsOver)
{
    Scenario scenario = makeRoom({.count = 1, .goals = {Goal::random()}});
    scenario.seconds = 0.7; // 7 ticks, though 0.7 / 0.1 is a little less
    ScenarioRun run = ScenarioRun::start(scenario, makeWorld(scenario)).value();
    EXPECT_EQ(run.tickCount(), 7u);
    int ticks = 0;
    while (!run.isOver() && ticks < 100) run.step(), ++ticks;
    EXPECT_EQ(ticks, 7);
    scenario.seconds = 0.75;
    EXPECT_EQ(ScenarioRun::start(scenario, makeWorld(scenario))->tickCount(), 8u);
    scenario.seconds = 0;
    EXPECT_TRUE(ScenarioRun::start(scenario, makeWorld(scenario))->isOver());
}

TEST(ScenarioRun, EndsWhenEverybodyHasArrived)
{
    Scenario scenario = makeRoom({.count = 2, .positions = {{1, 1}, {1, 8}}, .goals = {Vec2{3, 1}, Vec2{3, 8}}});
    scenario.groups[0].leaves_at_goal = false;
    ScenarioRun run = ScenarioRun::start(scenario, makeWorld(scenario)).value();
    while (!run.isOver()) run.step();
    EXPECT_LT(run.crowd().time(), 3);
    EXPECT_EQ(run.arrivedCount(), 2u);
    scenario.groups[0].leaves_at_goal = true;
    run = ScenarioRun::start(scenario, makeWorld(scenario)).value();
    while (!run.isOver()) run.step();
    EXPECT_LT(run.crowd().time(), 3);
    EXPECT_EQ(run.arrivedCount(), 2u);
    EXPECT_EQ(run.crowd().size(), 0u);
}

/// A source on the left of a room, an exit on its right.
Scenario makeSource(double rate)
{
    Scenario scenario = makeRoom({.name = "source",
                                  .start_area = {{0, 0}, {2, 0}, {2, 10}, {0, 10}},
                                  .goals = {Goal::area({{8, 1}, {9.5, 1}, {9.5, 9}, {8, 9}})},
                                  .leaves_at_goal = true,
                                  .rate = rate});
    scenario.seconds = 30;
    return scenario;
}

TEST(ScenarioRun, ASourceGivesAgentsAtItsRate)
{
    Scenario scenario = makeSource(2);
    scenario.groups[0].from = 1;
    ScenarioRun run = ScenarioRun::start(scenario, makeWorld(scenario)).value();
    EXPECT_EQ(run.addedCount(), 0u);
    EXPECT_FALSE(run.isOver());
    for (int tick = 1; tick <= 100; ++tick)
    {
        run.step();
        // Agent k is due at 1 + k / 2 and appears in the tick that begins then.
        const double began = 0.1 * (tick - 1) + 1e-9;
        const auto expected = began < 1 ? 0u : static_cast<unsigned>((began - 1) * 2) + 1;
        EXPECT_EQ(run.addedCount(), expected) << tick;
        EXPECT_EQ(run.waitingCount(), 0u);
    }
    while (!run.isOver()) run.step();
    EXPECT_NEAR(run.crowd().time(), 30, 1e-9);
    EXPECT_EQ(run.addedCount(), 58u); // due from 1 to 29.5, in a run of 30 s
    EXPECT_GT(run.arrivedCount(), 40u);
}

TEST(ScenarioRun, ASourceEndsAtItsLimitOrItsTime)
{
    Scenario scenario = makeSource(5);
    scenario.groups[0].limit = 7;
    ScenarioRun run = ScenarioRun::start(scenario, makeWorld(scenario)).value();
    while (!run.isOver()) run.step();
    EXPECT_EQ(run.addedCount(), 7u);
    EXPECT_EQ(run.arrivedCount(), 7u);
    EXPECT_LT(run.crowd().time(), 15);

    scenario.groups[0].limit = 0;
    scenario.groups[0].until = 2; // due at 0, 0.2, … 1.8
    run = ScenarioRun::start(scenario, makeWorld(scenario)).value();
    while (!run.isOver()) run.step();
    EXPECT_EQ(run.addedCount(), 10u);
    EXPECT_EQ(run.arrivedCount(), 10u);
    EXPECT_LT(run.crowd().time(), 15);
}

TEST(ScenarioRun, ASourceWithoutRoomLetsItsAgentsWait)
{
    // Agents that stand for ever on a square of 2 m: after a few there is no room.
    Scenario scenario = makeSource(10);
    scenario.groups[0].start_area = {{4, 4}, {6, 4}, {6, 6}, {4, 6}};
    scenario.groups[0].goals = {};
    scenario.groups[0].leaves_at_goal = false;
    scenario.groups[0].radius = {0.5, 0.5};
    scenario.groups[0].limit = 50;
    ScenarioRun run = ScenarioRun::start(scenario, makeWorld(scenario)).value();
    for (int tick = 0; tick < 100; ++tick)
    {
        run.step();
        ASSERT_EQ(run.addedCount() + run.waitingCount(), static_cast<std::size_t>(std::min(50, tick + 1)));
    }
    EXPECT_GT(run.addedCount(), 2u);
    EXPECT_LT(run.addedCount(), 12u);
    expectPlacedWell(run.crowd());
    EXPECT_FALSE(run.isOver());
}

TEST(BuiltInScenarios, PeopleAreSeenInEveryAreaThatIsMeasured)
{
    for (const BuiltInScenario& built_in : builtInScenarios())
    {
        SCOPED_TRACE(built_in.name);
        Scenario scenario = buildScenario(built_in.name).value();
        if (scenario.areas.empty()) continue;
        ScenarioRun run = ScenarioRun::start(scenario, makeWorld(scenario)).value();
        CrowdObserver observer(run.crowd(), {.areas = scenario.areas, .keeps_series = false});
        for (int tick = 0; tick < 400 && !run.isOver(); ++tick)
        {
            run.step();
            observer.observe(run.crowd());
        }
        for (const CrowdMetrics::Area& area : observer.metrics().areas)
        {
            EXPECT_GT(area.mean_density, 0) << area.name;
            EXPECT_GT(area.mean_speed, 0) << area.name;
        }
    }
}

} // namespace
} // namespace clearway
