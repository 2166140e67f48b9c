// SPDX-License-Identifier: MIT
// The side on which people pass those who come against them: the right, the left or none, for a whole crowd and every model.
#include <gtest/gtest.h>

#include <map>
#include <string_view>

#include <clearway/crowd.h>
#include <clearway/guide.h>
#include <clearway/io/crowd_scenario.h>
#include <clearway/plan.h>
#include <clearway/steering.h>

#include "tests/crowd/open_world.h"

namespace clearway {
namespace {

using namespace test;

class PassingSides : public testing::TestWithParam<std::string_view>
{
};

struct Encounter
{
    double aside = 0; ///< how far to its right the first one was when it passed the second one; metres
    bool have_arrived = false;
};

/// Two people walk straight at each other in the open. `offset`: how far to the right of the first one the second one's way is.
Encounter meet(std::string_view model, PassingSide side, double offset)
{
    Crowd crowd(openWorld(200), {.steering = findSteering(model), .passing_side = side});
    const AgentId a = crowd.add({.position = {-8, 0}, .goal = Vec2{8, 0}}).value();
    const AgentId b = crowd.add({.position = {8, -offset}, .goal = Vec2{-8, -offset}}).value();
    Encounter encounter;
    for (int tick = 0; tick < 400 && !encounter.have_arrived; ++tick)
    {
        const Vec2 before = crowd.agent(b).position - crowd.agent(a).position;
        crowd.step(0.1);
        const Vec2 after = crowd.agent(b).position - crowd.agent(a).position;
        if (before.x > 0 && after.x <= 0) encounter.aside = after.y;
        encounter.have_arrived = crowd.agent(a).status == AgentStatus::arrived && crowd.agent(b).status == AgentStatus::arrived;
    }
    return encounter;
}

TEST_P(PassingSides, TwoWhoWalkStraightAtEachOtherPassOnTheSideOfTheirCrowd)
{
    const Encounter right = meet(GetParam(), PassingSide::right, 0), left = meet(GetParam(), PassingSide::left, 0);
    EXPECT_TRUE(right.have_arrived);
    EXPECT_TRUE(left.have_arrived);
    EXPECT_GT(right.aside, 0.45);
    EXPECT_LT(left.aside, -0.45);
    EXPECT_NEAR(right.aside, -left.aside, 0.1);
}

TEST_P(PassingSides, WithoutASideTheNearerOneIsTaken)
{
    const Encounter right = meet(GetParam(), PassingSide::none, -0.2), left = meet(GetParam(), PassingSide::none, 0.2);
    EXPECT_TRUE(right.have_arrived);
    EXPECT_TRUE(left.have_arrived);
    EXPECT_GT(right.aside, 0.45);
    EXPECT_LT(left.aside, -0.45);
    EXPECT_TRUE(meet(GetParam(), PassingSide::none, 0).have_arrived);
}

INSTANTIATE_TEST_SUITE_P(Models, PassingSides, testing::Values("orca", "hidac", "social_force", "field"),
                         [](const auto& test) { return std::string(test.param); });

/// How far to the right of the middle of the pass people are on average who cross its middle; metres.
double measureAside(std::string_view side)
{
    Scenario scenario = buildScenario("pass_200").value();
    scenario.passing_side = side;
    const PlannerParts parts = loadScenarioParts(scenario).value();
    ScenarioRun run = ScenarioRun::start(scenario, buildWorld(parts, scenario.guide).value()).value();
    const Crowd& crowd = run.crowd();
    const Vec2 middle = crowd.world().ground->bounds().center();
    std::map<AgentId, Vec2> before;
    double sum = 0, count = 0;
    while (!run.isOver())
    {
        run.step();
        for (std::size_t i = 0; i < crowd.size(); ++i)
        {
            const Vec2 now = crowd.positions()[i] - middle;
            const auto [it, is_new] = before.try_emplace(crowd.ids()[i], now);
            if (!is_new && (it->second.x < 0) != (now.x < 0))
            {
                sum += now.x > it->second.x ? -now.y : now.y;
                ++count;
            }
            it->second = now;
        }
    }
    EXPECT_EQ(run.arrivedCount(), run.addedCount()) << side;
    return sum / count;
}

TEST(PassingSide, StreamsThatMeetKeepToTheHalfOfTheirSide)
{
    EXPECT_GT(measureAside("right"), 0.8);
    EXPECT_LT(measureAside("left"), -0.8);
}

TEST(PassingSide, ItsNamesAreThoseOfFiles)
{
    for (const PassingSide side : {PassingSide::right, PassingSide::left, PassingSide::none})
        EXPECT_EQ(findPassingSide(toString(side)), side);
}

TEST(PassingSide, IsPartOfAScenarioFile)
{
    Scenario scenario = buildScenario("pass_200").value();
    EXPECT_EQ(formatScenario(scenario).find("passing_side"), std::string::npos);
    scenario.passing_side = "left";
    EXPECT_EQ(parseScenario(formatScenario(scenario)).value().passing_side, "left");
    scenario.passing_side = "lft";
    const std::vector<Scenario::Problem> problems = verify(scenario);
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems[0].field, "passing_side");
    EXPECT_NE(problems[0].message.find("left"), std::string::npos) << problems[0].message;
}

TEST(PassingSide, TheFastEngineRefusesTheLeft)
{
    Scenario scenario = buildScenario("city").value();
    setEngine(scenario, "walkers");
    scenario.groups.resize(1);
    scenario.groups[0].radius = {0.25, 0.25};
    scenario.groups[0].speed = {1.34, 1.34};
    ASSERT_TRUE(verify(scenario).empty());
    scenario.passing_side = "left";
    const std::vector<Scenario::Problem> problems = verify(scenario);
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems[0].field, "passing_side");
    const Scene scene = buildScenarioScene(scenario).value();
    const Result<Crowd> crowd = buildCrowd(buildWorld(scene, "corridor").value(),
                                           {.engine = CrowdOptions::Engine::walkers, .passing_side = PassingSide::left});
    ASSERT_FALSE(crowd);
    EXPECT_NE(crowd.error().message.find("passing_side"), std::string::npos) << crowd.error().message;
}

} // namespace
} // namespace clearway
