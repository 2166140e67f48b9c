// SPDX-License-Identifier: MIT
// Scenarios with numbers that nobody means: what can be read is refused with a reason, or runs, in bounded work.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include <fmt/format.h>

#include <clearway/base/random.h>
#include <clearway/crowd/metrics.h>
#include <clearway/crowd/scenario.h>
#include <clearway/grid/field_grid.h>
#include <clearway/io/crowd_scenario.h>
#include <clearway/plan.h>

#include "tests/support/extremes.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::draw;
using test::drawPoint;
using test::drawRing;
using test::pick;

std::string drawRange(Random& random, const char* low, const char* high)
{
    if (random.uniform() < 0.5) return draw(random, low, 0.3);
    return fmt::format("[{}, {}]", draw(random, low, 0.3), draw(random, high, 0.3));
}

std::string drawGoal(Random& random)
{
    switch (random.below(6))
    {
    case 0: return "{\"random\": 1}";
    case 1: return fmt::format("{{\"points\": [{}, {}]}}", drawPoint(random, "1", "1"), drawPoint(random, "9", "8"));
    case 2: return fmt::format("{{\"area\": {}}}", drawRing(random, "6", "9"));
    case 3: return fmt::format("{{\"straight\": {}}}", drawPoint(random, "9", "9"));
    default: return drawPoint(random, "8", "8");
    }
}

std::string drawGroup(Random& random)
{
    const char* const counts[] = {"0", "1", "2", "8", "20", "30"};
    std::string text = fmt::format("{{\"count\": {}, \"radius\": {}, \"speed\": {}, \"goals\": [{}]", pick(random, counts),
                                   drawRange(random, "0.2", "0.4"), drawRange(random, "1", "2"), drawGoal(random));
    if (random.uniform() < 0.3) text += fmt::format(", \"start_area\": {}", drawRing(random, "1", "5"));
    if (random.uniform() < 0.2) text += fmt::format(", \"positions\": [{}]", drawPoint(random, "3", "3"));
    if (random.uniform() < 0.3)
        text += fmt::format(", \"rate\": {}, \"from\": {}, \"until\": {}, \"limit\": {}", draw(random, "5"), draw(random, "0"),
                            draw(random, "2"), random.below(2) == 0 ? "0" : "7");
    return text + ", \"leaves_at_goal\": " + (random.below(2) == 0 ? "true" : "false") + "}";
}

std::string drawScenario(Random& random)
{
    const char* const guides[] = {"exact", "simple", "path", "corridor", "centre", "field"};
    const char* const models[] = {"orca", "orca", "social_force", "hidac", "field", "seek"};
    std::string groups = drawGroup(random);
    for (std::uint64_t more = random.below(3); more > 0; --more) groups += ", " + drawGroup(random);
    const std::string guide = pick(random, guides);
    const std::string hall = drawRing(random, "0", "10");
    return fmt::format("{{\"scene\": {{\"areas\": [{{\"outline\": {}}}]}}, \"seconds\": {}, \"dt\": {}, \"guide\": \"{}\", "
                       "\"steering\": \"{}\", \"groups\": [{}], \"lines\": [{{\"a\": {}, \"b\": {}}}], \"areas\": "
                       "[{{\"outline\": {}}}]}}",
                       hall, draw(random, "3"), draw(random, "0.1"), guide, pick(random, models), groups,
                       drawPoint(random, "5", "1"), drawPoint(random, "5", "9"), drawRing(random, "2", "4"));
}

/// What a source may add in a few ticks is as many as it says: that much is not tested here.
bool asksForFew(const Scenario& scenario)
{
    for (const Scenario::Group& group : scenario.groups)
        if (group.rate * scenario.dt > 100 && group.limit == 0) return false;
    return true;
}

void expectReason(const Error& error) { EXPECT_FALSE(error.message.empty()); }

/// Fields have as many cells on a planet as in a town, and take their time: these have few.
Result<World> buildQuickWorld(const Scene& scene, std::string_view guide)
{
    constexpr double kMostCells = 1600;
    if (guide != "field") return buildWorld(scene, guide);
    const Result<Planner> planner = buildPlanner(scene, guide, {{"cell", chooseCellSize(scene, 0.25, kMostCells)}});
    return planner ? planner->buildWorld() : Result<World>(planner.error());
}

void play(const Scenario& scenario, std::size_t& played)
{
    constexpr int kTicks = 12;
    const Result<Scene> scene = loadScenarioScene(scenario);
    if (!scene) return expectReason(scene.error());
    const Result<World> world = buildQuickWorld(*scene, scenario.guide);
    if (!world) return expectReason(world.error());
    Result<ScenarioRun> run = ScenarioRun::start(scenario, *world);
    if (!run) return expectReason(run.error());
    CrowdObserver observer(run->crowd(), {.lines = scenario.lines, .areas = scenario.areas});
    for (int tick = 0; tick < kTicks && !run->isOver(); ++tick)
    {
        run->step();
        observer.observe(run->crowd());
    }
    EXPECT_EQ(observer.metrics().not_finite, 0u);
    EXPECT_LE(run->arrivedCount(), run->addedCount());
    run->waitingCount();
    ++played;
}

TEST(ExtremeScenarios, AreRefusedWithAReasonOrRun)
{
    std::size_t played = 0, refused = 0;
    const int count = 2000 * test::testScale();
    for (int round = 0; round < count; ++round)
    {
        Random random(11, static_cast<std::uint64_t>(round));
        const std::string text = drawScenario(random);
        SCOPED_TRACE(fmt::format("round {}: {}", round, text));
        const Result<Scenario> scenario = parseScenario(text);
        if (!scenario)
        {
            ASSERT_FALSE(scenario.error().message.empty());
            ++refused;
            continue;
        }
        if (!asksForFew(*scenario)) continue;
        play(*scenario, played);
        if (testing::Test::HasFailure()) return;
    }
    EXPECT_GT(played, static_cast<std::size_t>(count) / 20);
    EXPECT_GT(refused, static_cast<std::size_t>(count) / 20);
}

Scenario makeHall(double side, std::vector<Scenario::Group> groups)
{
    Scenario scenario;
    scenario.scene.areas.push_back({.outline = {.points = {{0, 0}, {side, 0}, {side, side}, {0, side}}}});
    scenario.groups = std::move(groups);
    return scenario;
}

ScenarioRun start(const Scenario& scenario)
{
    return ScenarioRun::start(scenario, buildWorld(buildScenarioScene(scenario).value(), scenario.guide).value()).value();
}

TEST(ExtremeScenarios, AgentsAsSmallAsCanBePackRoundAGoal)
{
    for (const double radius : {5e-324, 1e-300, 1e-5, 5e-4})
    {
        SCOPED_TRACE(radius);
        const Scenario scenario = makeHall(20, {{.count = 5, .radius = {radius, radius}, .goals = {Vec2{15, 15}}}});
        ScenarioRun run = start(scenario);
        for (int tick = 0; tick < 250; ++tick) run.step();
        EXPECT_EQ(run.arrivedCount(), 5u);
    }
}

TEST(ExtremeScenarios, ASourceOfLargeAgentsFindsRoomBetweenTinyOnes)
{
    const Scenario scenario = makeHall(100, {{.count = 20, .radius = {1e-5, 1e-5}, .goals = {Goal::random(1)}},
                                             {.radius = {1.5, 1.5}, .goals = {Goal::random(2)}, .rate = 5}});
    ScenarioRun run = start(scenario);
    for (int tick = 0; tick < 20; ++tick) run.step();
    EXPECT_GE(run.addedCount(), 25u);
}

TEST(ExtremeScenarios, MoreAgentsThanTheAreaCanHoldAreRefusedBeforeTheyAreDrawn)
{
    const Scenario scenario = makeHall(20, {{.name = "all", .count = kMaxScenarioAgents}});
    const World world = buildWorld(buildScenarioScene(scenario).value()).value();
    const Result<ScenarioRun> run = ScenarioRun::start(scenario, world);
    ASSERT_FALSE(run);
    EXPECT_EQ(run.error().code, ErrorCode::out_of_range);
    EXPECT_EQ(run.error().message.find("There is room for 1835 of the 100000000 agents of group 'all' at most"), 0u)
        << run.error().message;
}

TEST(ExtremeScenarios, FieldsForAgentsOfManySizesTakeBoundedMemory)
{
    Scenario scenario = makeHall(200, {{.count = 30, .radius = {0.1, 0.6}, .goals = {Vec2{190, 190}}}});
    scenario.guide = "field";
    const World world = buildWorld(buildScenarioScene(scenario).value(), scenario.guide).value();
    ScenarioRun run = ScenarioRun::start(scenario, world).value();
    for (int tick = 0; tick < 2; ++tick) run.step();
    EXPECT_GT(world.guide->memoryBytes(), std::size_t{64} << 20) << "fields of half a million cells";
    EXPECT_LT(world.guide->memoryBytes(), std::size_t{768} << 20);
}

TEST(ExtremeScenarios, ACorridorMapOfAPlanetIsRefused)
{
    Scenario scenario = makeHall(10, {{.count = 1}});
    scenario.scene.areas[0].outline.points[1].x = 1e8;
    const Result<World> world = buildWorld(buildScenarioScene(scenario).value(), "corridor");
    ASSERT_FALSE(world);
    EXPECT_EQ(world.error().code, ErrorCode::out_of_range) << world.error().message;
}

TEST(ExtremeScenarios, RunsOfMoreTicksThanCanBeAreRefused)
{
    Scenario scenario = makeHall(20, {{.count = 1}});
    scenario.seconds = 1e7;
    scenario.dt = 1e-6;
    const std::vector<Scenario::Problem> problems = verify(scenario);
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems[0].field, "dt");
    EXPECT_EQ(problems[0].message, "makes 10000000000000 ticks of 10000000 seconds; the most is 1000000000.");
    scenario.dt = 0.01;
    EXPECT_TRUE(verify(scenario).empty());
    scenario.dt = 1e-300;
    scenario.seconds = 1e-299;
    EXPECT_EQ(verify(scenario).size(), 1u) << "a tick that floats cannot hold";
}

} // namespace
} // namespace clearway
