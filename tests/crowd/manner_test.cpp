// SPDX-License-Identifier: MIT
// Manners of single agents and groups: eps and v that are theirs, and change with time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <clearway/crowd.h>
#include <clearway/guide/on_navmesh.h>
#include <clearway/navmesh/build.h>
#include <clearway/plan.h>
#include <clearway/steering.h>

namespace clearway {
namespace {

using testing::HasSubstr;

constexpr Manner kLeft = {0.3, {0, 1}}, kRight = {0.3, {0, -1}};
using Changes = std::vector<Scenario::Group::Change>;

/// Three lanes of 24 m, 20 m apart, in each of which somebody walks past somebody who stands.
Scenario makeLanes(const Changes& first, const Changes& second, const Changes& third = {})
{
    Scenario scenario;
    scenario.scene.areas.push_back({.outline = {.points = {{0, 0}, {24, 0}, {24, 60}, {0, 60}}}});
    scenario.steering = "field";
    scenario.field.behaviour = Behaviour::plain;
    scenario.seconds = 30;
    Scenario::Group standing{.count = 3};
    double y = 10;
    for (const Changes& changes : {first, second, third})
    {
        standing.positions.push_back({12, y + 0.05});
        scenario.groups.push_back({.count = 1, .positions = {{2, y}}, .goals = {Vec2{22, y}}, .behaviour = changes});
        y += 20;
    }
    scenario.groups.push_back(standing);
    return scenario;
}

ScenarioRun start(const Scenario& scenario, const CrowdOptions& options = {})
{
    return ScenarioRun::start(scenario, buildWorld(buildScenarioScene(scenario).value(), scenario.guide).value(), options)
        .value();
}

/// How far to the left of its lane's middle agent 1, 2 or 3 passes the one who stands.
double measurePassing(ScenarioRun& run, AgentId id)
{
    while (run.crowd().agent(id).position.x < 12 && !run.isOver()) run.step();
    return run.crowd().agent(id).position.y - (20 * static_cast<double>(id) - 10);
}

TEST(Manner, GroupsWithDifferentVPassOnDifferentSides)
{
    ScenarioRun run = start(makeLanes({{0, kLeft}}, {{0, kRight}}, {{0, Behaviour::right_hand}}));
    EXPECT_GT(measurePassing(run, 1), 0.4);
    EXPECT_LT(measurePassing(run, 2), -0.4);
    EXPECT_LT(measurePassing(run, 3), -0.4);
    while (!run.isOver()) run.step();
    EXPECT_EQ(run.arrivedCount(), run.addedCount());
}

TEST(Manner, AChangeTakesEffectInTheTickThatBeginsAtItsTime)
{
    const Changes steady = {{0, kRight}}, turning = {{0, kRight}, {2, kLeft}};
    ScenarioRun kept = start(makeLanes(steady, steady)), changed = start(makeLanes(steady, turning));
    for (int tick = 0; tick < 20; ++tick)
    {
        kept.step(), changed.step();
        ASSERT_EQ(kept.crowd().runHash(), changed.crowd().runHash()) << tick;
    }
    kept.step(), changed.step(); // from 2 s to 2.1 s
    EXPECT_NE(kept.crowd().agent(2).velocity, changed.crowd().agent(2).velocity);
    EXPECT_EQ(kept.crowd().agent(1).velocity, changed.crowd().agent(1).velocity) << "of another group";
    EXPECT_LT(measurePassing(kept, 2), -0.4);
    EXPECT_GT(measurePassing(changed, 2), 0.4);
}

TEST(Manner, BeforeTheFirstChangeTheModelSaysHowAGroupWalks)
{
    ScenarioRun usual = start(makeLanes({}, {})), later = start(makeLanes({{2, kLeft}}, {}));
    for (int tick = 0; tick < 20; ++tick) usual.step(), later.step();
    EXPECT_EQ(usual.crowd().runHash(), later.crowd().runHash());
    later.step(), usual.step();
    EXPECT_NE(usual.crowd().runHash(), later.crowd().runHash());
}

TEST(Manner, AgentsOfASourceWalkAsTheirGroupDoesWhenTheyAppear)
{
    Scenario scenario = makeLanes({}, {}, {{0, kRight}, {5, kLeft}});
    scenario.groups[2].count = 0;
    scenario.groups[2].positions.clear();
    scenario.groups[2].start_area = {{1.9, 49.7}, {2.5, 49.7}, {2.5, 50.3}, {1.9, 50.3}};
    scenario.groups[2].rate = 1;
    scenario.groups[2].from = 6;
    scenario.groups[2].limit = 1;
    scenario.groups[3].positions[2] = {12, 50};
    ScenarioRun run = start(scenario);
    while (run.crowd().time() < 6.5) run.step();
    const AgentId id = *std::ranges::max_element(run.crowd().ids());
    ASSERT_EQ(run.crowd().agent(id).group, 2u);
    while (run.crowd().agent(id).position.x < 12 && !run.isOver()) run.step();
    EXPECT_GT(run.crowd().agent(id).position.y, 50.4);
}

/// People who walk through each other in a room.
Crowd makeCrowd(const LocalFieldOptions& options, int workers = 1)
{
    SceneInput input;
    input.areas.push_back({.outline = {.points = {{0, 0}, {20, 0}, {20, 20}, {0, 20}}}});
    Crowd crowd(onNavMesh(buildNavMesh(buildScene(input).value()).value()),
                {.steering = localField(options), .execution = {.worker_count = workers}});
    for (int i = 0; i < 100; ++i)
    {
        const Vec2 at{1.0 + 2 * (i % 10), 1.0 + 2 * (i / 10)};
        EXPECT_TRUE(crowd.add({.position = at, .goal = Vec2{20 - at.x, 20 - at.y}, .group = static_cast<std::uint32_t>(i % 2)}));
    }
    return crowd;
}

void setAll(Crowd& crowd, const Manner::Choice& manner)
{
    for (const AgentId id : std::vector<AgentId>(crowd.ids().begin(), crowd.ids().end()))
        ASSERT_TRUE(crowd.setManner(id, manner));
}

void runFor(Crowd& crowd, int ticks)
{
    for (int tick = 0; tick < ticks; ++tick) crowd.step(0.1);
}

TEST(Manner, APresetOfEverybodyIsThatPresetOfTheModel)
{
    for (const Behaviour behaviour : behaviours())
    {
        Crowd together = makeCrowd({.behaviour = behaviour}), one_by_one = makeCrowd({.behaviour = Behaviour::plain});
        setAll(one_by_one, behaviour);
        runFor(together, 20), runFor(one_by_one, 20);
        EXPECT_EQ(one_by_one.runHash(), together.runHash()) << toString(behaviour);
    }
}

TEST(Manner, NothingGivesAnAgentBackToTheModel)
{
    Crowd crowd = makeCrowd({}), other = makeCrowd({});
    const std::uint64_t before = crowd.computeHash();
    setAll(crowd, kLeft);
    EXPECT_NE(crowd.computeHash(), before) << "the manner is part of the state";
    setAll(crowd, {});
    EXPECT_EQ(crowd.computeHash(), before);
    runFor(crowd, 10), runFor(other, 10);
    EXPECT_EQ(crowd.runHash(), other.runHash());
}

TEST(Manner, IsSavedAndMovesWithItsAgentWhateverIsRemembered)
{
    for (const bool remembers : {false, true})
    {
        Crowd crowd = makeCrowd({.remembers = remembers}), restored = makeCrowd({.remembers = remembers});
        for (std::size_t i = 0; i < crowd.size(); ++i)
            ASSERT_TRUE(crowd.setManner(crowd.ids()[i],
                                        crowd.groups()[i] == 0 ? Manner::Choice(kLeft) : Manner::Choice(Behaviour::wandering)));
        runFor(crowd, 10);
        ByteWriter writer;
        crowd.save(writer);
        ByteReader reader(writer.bytes());
        ASSERT_TRUE(restored.restore(reader));
        ASSERT_TRUE(restored.put(restored.take(7)));
        EXPECT_EQ(restored.computeHash(), crowd.computeHash());
        runFor(crowd, 20), runFor(restored, 20);
        EXPECT_EQ(restored.computeHash(), crowd.computeHash());
    }
}

TEST(Manner, HashesTheSameForEveryWorkerCount)
{
    std::uint64_t expected = 0;
    for (const int workers : {1, 3})
    {
        Crowd crowd = makeCrowd({}, workers);
        for (AgentId id = 1; id <= 50; ++id) ASSERT_TRUE(crowd.setManner(id, kLeft));
        runFor(crowd, 20);
        if (workers == 1) expected = crowd.computeHash();
        EXPECT_EQ(crowd.computeHash(), expected);
    }
}

TEST(Manner, NumbersThatMakeNoSenseAreRefusedAndChangeNothing)
{
    Crowd crowd = makeCrowd({});
    const std::uint64_t before = crowd.computeHash();
    const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
    for (const Manner& manner : {Manner{nan, {0, 1}}, Manner{16.1, {0, 1}}, Manner{-16.1, {0, 1}}, Manner{infinity, {0, 1}},
                                 Manner{1, {nan, 0}}, Manner{1, {0, 1.01}}, Manner{1, {-1.01, 0}}})
    {
        const Result<void> set = crowd.setManner(1, manner);
        ASSERT_FALSE(set);
        EXPECT_THAT(set.error().message, HasSubstr("Agent 1: eps must be from -16 to 16 per metre"));
    }
    EXPECT_THAT(crowd.setManner(1000, kLeft).error().message, HasSubstr("There is no agent 1000"));
    EXPECT_EQ(crowd.computeHash(), before);
    EXPECT_TRUE(crowd.setManner(1, Manner{16, {-1, 1}}));
}

TEST(Manner, IsRefusedByModelsThatHaveNone)
{
    const Scenario scenario = makeLanes({}, {});
    const World world = buildWorld(buildScenarioScene(scenario).value()).value();
    Crowd crowd(world, {.steering = orca()});
    ASSERT_TRUE(crowd.add({.position = {2, 10}}));
    EXPECT_THAT(crowd.setManner(1, kLeft).error().message, HasSubstr("the steering 'orca' has no manners of walking"));
    Crowd pushed(world, {.steering = withForce(localField(), [](const SteeringBlock&, int) { return Acceleration{}; })});
    ASSERT_TRUE(pushed.add({.position = {2, 10}}));
    EXPECT_TRUE(pushed.setManner(1, kLeft)) << "a force from outside takes nothing away";

    const Result<ScenarioRun> run = ScenarioRun::start(makeLanes({{5, kLeft}}, {}), world, {.steering = orca()});
    ASSERT_FALSE(run);
    EXPECT_THAT(run.error().message, HasSubstr("The groups have behaviours, but the steering 'orca'"));
}

TEST(Manner, ProblemsOfAScenarioAreNamed)
{
    const double nan = std::nan("");
    const std::tuple<Changes, const char*, const char*> kCases[] = {
        {{{0, Manner{nan, {0, 1}}}}, "groups[1].behaviour[0].eps", "must be a number from -16 to 16; it is nan."},
        {{{0, kLeft}, {1, Manner{-17, {0, 1}}}}, "groups[1].behaviour[1].eps", "must be a number from -16 to 16; it is -17."},
        {{{0, Manner{1, {0, 2}}}}, "groups[1].behaviour[0].v[1]", "must be a number from -1 to 1; it is 2."},
        {{{-1, kLeft}}, "groups[1].behaviour[0].at", "must be a number from 0"},
        {{{5, kLeft}, {5, kRight}}, "groups[1].behaviour[1].at", "must be later than the change before, at 5 seconds; it is 5."},
        {{{0, {}}}, "groups[1].behaviour[0]", "must have a name, or eps and v."},
    };
    for (const auto& [changes, field, message] : kCases)
    {
        const std::vector<Scenario::Problem> problems = verify(makeLanes({}, changes));
        ASSERT_EQ(problems.size(), 1u) << field;
        EXPECT_EQ(problems[0].field, field);
        EXPECT_THAT(problems[0].message, HasSubstr(message));
    }
    Scenario scenario = makeLanes({}, {{0, kLeft}});
    scenario.steering = "hidac";
    ASSERT_EQ(verify(scenario).size(), 1u);
    EXPECT_EQ(verify(scenario)[0].field, "groups[1].behaviour");
    EXPECT_EQ(verify(scenario)[0].message, "is for the steering 'field'; this scenario has 'hidac'.");
}

} // namespace
} // namespace clearway
