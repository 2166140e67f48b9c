// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <clearway/crowd/scenario.h>

namespace clearway {
namespace {

using testing::HasSubstr;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Scenario makeScenario()
{
    Scenario scenario;
    scenario.name = "test";
    scenario.scene.areas.push_back({.outline = {.points = {{0, 0}, {10, 0}, {10, 10}, {0, 10}}}});
    scenario.groups.push_back({.name = "a", .count = 3, .goals = {Vec2{1, 1}}});
    scenario.groups.push_back({.name = "b", .count = 1});
    return scenario;
}

/// The first problem as "field: message", or nothing.
std::string findProblem(const Scenario& scenario)
{
    const std::vector<Scenario::Problem> problems = verify(scenario);
    return problems.empty() ? "" : problems.front().field + ": " + problems.front().message;
}

TEST(Scenario, ASensibleOneHasNoProblems) { EXPECT_EQ(findProblem(makeScenario()), ""); }

TEST(Scenario, EveryFieldOutOfRangeIsNamed)
{
    const std::pair<const char*, void (*)(Scenario&)> kCases[] = {
        {"seconds: ", [](Scenario& s) { s.seconds = -1; }},
        {"seconds: ", [](Scenario& s) { s.seconds = kNaN; }},
        {"seconds: ", [](Scenario& s) { s.seconds = kInfinity; }},
        {"dt: must be a number from 1e-06 to 10; it is 0.", [](Scenario& s) { s.dt = 0; }},
        {"dt: ", [](Scenario& s) { s.dt = kNaN; }},
        {"dt: ", [](Scenario& s) { s.dt = -0.1; }},
        {"dt: ", [](Scenario& s) { s.dt = 10.5; }},
        {"guide: there is no 'exakt'. Did you mean exact?", [](Scenario& s) { s.guide = "exakt"; }},
        {"steering: there is no 'orka'. Did you mean orca? The choice is: orca, seek, hidac, social_force, field.",
         [](Scenario& s) { s.steering = "orka"; }},
        {"orca.time_horizon: ", [](Scenario& s) { s.orca.time_horizon = 0; }},
        {"orca.wall_time_horizon: ", [](Scenario& s) { s.orca.wall_time_horizon = -1; }},
        {"orca.neighbour_range: ", [](Scenario& s) { s.orca.neighbour_range = std::numeric_limits<float>::quiet_NaN(); }},
        {"orca.neighbour_count: ", [](Scenario& s) { s.orca.neighbour_count = 33; }},
        {"orca.margin: ", [](Scenario& s) { s.orca.margin = -0.1F; }},
        {"scene: is missing", [](Scenario& s) { s.scene = {}; }},
        {"scene.scale: ", [](Scenario& s) { s.scene_name = "city", s.scene_options.scale = 0; }},
        {"groups[1].count: ", [](Scenario& s) { s.groups[1].count = kMaxScenarioAgents + 1; }},
        {"groups[1].count: makes 100000003 agents in all", [](Scenario& s) { s.groups[1].count = kMaxScenarioAgents; }},
        {"groups[0].positions[1]: ", [](Scenario& s) { s.groups[0].positions = {{1, 1}, {kNaN, 1}}; }},
        {"groups[0].start_area: must have at least three points; it has 2.",
         [](Scenario& s) { s.groups[0].start_area = {{1, 1}, {2, 1}}; }},
        {"groups[0].start_area: must have an area", [](Scenario& s) { s.groups[0].start_area = {{1, 1}, {2, 1}, {3, 1}}; }},
        {"groups[0].start_area[2]: ", [](Scenario& s) { s.groups[0].start_area = {{1, 1}, {2, 1}, {kInfinity, 1}}; }},
        {"groups[0].radius: must be above 0; it is -1.", [](Scenario& s) { s.groups[0].radius = {-1, -1}; }},
        {"groups[0].radius: must be above 0", [](Scenario& s) { s.groups[0].radius = {0, 1}; }},
        {"groups[0].radius: must be at most 100", [](Scenario& s) { s.groups[0].radius = {1, 101}; }},
        {"groups[0].radius: must be [low, high]", [](Scenario& s) { s.groups[0].radius = {0.3, 0.2}; }},
        {"groups[0].radius: must be [low, high]", [](Scenario& s) { s.groups[0].radius = {kNaN, 0.2}; }},
        {"groups[0].speed: must not be below 0", [](Scenario& s) { s.groups[0].speed = {-1, 1}; }},
        {"groups[0].speed: must be at most", [](Scenario& s) { s.groups[0].speed = {1, 1000}; }},
        {"groups[0].rate: ", [](Scenario& s) { s.groups[0].rate = -1; }},
        {"groups[0].rate: ", [](Scenario& s) { s.groups[0].rate = kNaN; }},
        {"groups[0].from: ", [](Scenario& s) { s.groups[0].from = -1; }},
        {"groups[0].until: must be later than `from`", [](Scenario& s) { s.groups[0].from = 5, s.groups[0].until = 5; }},
        {"groups[0].limit: ", [](Scenario& s) { s.groups[0].limit = kMaxScenarioAgents + 1; }},
        {"groups[1].goals[1]: ", [](Scenario& s) { s.groups[1].goals = {Vec2{1, 1}, Vec2{kNaN, 1}}; }},
        {"groups[1].goals[0].points: ", [](Scenario& s) { s.groups[1].goals = {Goal::points({})}; }},
        {"groups[1].goals[0].points[0]: ", [](Scenario& s) { s.groups[1].goals = {Goal::points({{kNaN, 1}})}; }},
        {"groups[1].goals[0].area: ", [](Scenario& s) { s.groups[1].goals = {Goal::area({{1, 1}, {2, 2}})}; }},
        {"lines[0].a: ", [](Scenario& s) { s.lines = {{"", {kNaN, 1}, {1, 1}}}; }},
        {"lines[1].b: ", [](Scenario& s) { s.lines = {{"", {0, 1}, {1, 1}}, {"", {1, 1}, {1, 1}}}; }},
        {"areas[0].outline: ", [](Scenario& s) { s.areas = {{"", {{0, 0}, {1, 1}}}}; }},
    };
    for (const auto& [expected, spoil] : kCases)
    {
        Scenario scenario = makeScenario();
        spoil(scenario);
        EXPECT_THAT(findProblem(scenario), HasSubstr(expected));
        EXPECT_EQ(findProblem(scenario).find(expected), 0u);
    }
}

TEST(Scenario, ANewNumberOfAgentsKeepsTheShares)
{
    Scenario scenario = makeScenario(); // 3 and 1
    setAgentCount(scenario, 400);
    EXPECT_EQ(scenario.groups[0].count, 300u);
    EXPECT_EQ(scenario.groups[1].count, 100u);
    setAgentCount(scenario, 6); // 4.5 and 1.5: the first gets the odd one
    EXPECT_EQ(scenario.groups[0].count, 5u);
    EXPECT_EQ(scenario.groups[1].count, 1u);
    setAgentCount(scenario, 1);
    EXPECT_EQ(scenario.groups[0].count, 1u);
    EXPECT_EQ(scenario.groups[1].count, 0u);
    setAgentCount(scenario, 0);
    EXPECT_EQ(scenario.groups[0].count, 0u);
    setAgentCount(scenario, 10); // nobody, so no shares
    EXPECT_EQ(scenario.groups[0].count, 0u);
    EXPECT_EQ(scenario.groups[1].count, 0u);
}

TEST(Scenario, LargeNumbersOfAgentsAreSharedExactly)
{
    Scenario scenario = makeScenario();
    scenario.groups[0].count = 33'333'333;
    scenario.groups[1].count = 66'666'666;
    setAgentCount(scenario, kMaxScenarioAgents);
    EXPECT_EQ(scenario.groups[0].count, 33'333'333u);
    EXPECT_EQ(scenario.groups[1].count, 66'666'667u);
}

TEST(BuiltInScenarios, AnUnknownNameSuggestsTheNearest)
{
    const Result<Scenario> scenario = buildScenario("botleneck");
    ASSERT_FALSE(scenario);
    EXPECT_EQ(scenario.error().code, ErrorCode::invalid_argument);
    EXPECT_THAT(scenario.error().message, HasSubstr("'botleneck'. Did you mean bottleneck?"));
    EXPECT_THAT(buildScenario("pass").error().message, HasSubstr("pass_200"));
    EXPECT_THAT(buildScenario("zzz").error().message, testing::Not(HasSubstr("Did you mean")));
    EXPECT_EQ(buildScenario("circle", {.agent_count = kMaxScenarioAgents + 1}).error().code, ErrorCode::out_of_range);
}

TEST(BuiltInScenarios, AllThirteenAreListedWithADescription)
{
    EXPECT_EQ(builtInScenarios().size(), 13u);
    for (const BuiltInScenario& entry : builtInScenarios())
    {
        EXPECT_FALSE(entry.description.empty());
        const Result<Scenario> scenario = buildScenario(entry.name);
        ASSERT_TRUE(scenario) << scenario.error().message;
        EXPECT_EQ(scenario->name, entry.name);
        EXPECT_EQ(findProblem(*scenario), "") << entry.name;
    }
}

TEST(BuiltInScenarios, HaveAsManyAgentsAsAreAskedFor)
{
    for (const BuiltInScenario& entry : builtInScenarios())
        for (std::size_t count : {1, 2, 3, 7, 10, 101, 2000})
        {
            const Result<Scenario> scenario = buildScenario(entry.name, {.agent_count = count, .seed = 3});
            ASSERT_TRUE(scenario) << scenario.error().message;
            std::size_t total = 0;
            for (const Scenario::Group& group : scenario->groups) total += group.count;
            EXPECT_EQ(total, count) << entry.name;
            EXPECT_EQ(scenario->seed, 3u);
            EXPECT_EQ(findProblem(*scenario), "") << entry.name << " " << count;
        }
}

TEST(BuiltInScenarios, OnTheCircleNeighboursAreTwoAndAHalfRadiiApartAndGoalsOpposite)
{
    for (std::size_t count : {2, 3, 10, 63, 64, 250, 1000})
    {
        const Scenario scenario = buildScenario("circle", {.agent_count = count}).value();
        const Scenario::Group& group = scenario.groups[0];
        Vec2 center;
        for (Vec2 p : group.positions) center = center + p / static_cast<double>(count);
        for (std::size_t k = 0; k < count; ++k)
        {
            EXPECT_GE(distance(group.positions[k], group.positions[(k + 1) % count]), 2.5 * 0.25);
            EXPECT_LT(distance(group.goals[k].point() + group.positions[k], 2 * center), 1e-9 * length(center)) << count;
        }
    }
}

TEST(BuiltInScenarios, HeadOnIsExactlySymmetric)
{
    const Scenario scenario = buildScenario("head_on").value();
    ASSERT_EQ(scenario.groups.size(), 2u);
    EXPECT_EQ(scenario.groups[0].positions[0], scenario.groups[1].goals[0].point());
    EXPECT_EQ(scenario.groups[1].positions[0], scenario.groups[0].goals[0].point());
    EXPECT_EQ(scenario.groups[0].positions[0].y, scenario.groups[1].positions[0].y);
    EXPECT_EQ(scenario.groups[0].speed, scenario.groups[1].speed);
}

TEST(BuiltInScenarios, TheBottleneckIsNeverFullerThanTwoPerSquareMetre)
{
    for (std::size_t count : {10, 150, 200, 201, 2000, 100000})
    {
        const Scenario scenario = buildScenario("bottleneck", {.agent_count = count}).value();
        const double area = computeSignedArea(scenario.groups[0].start_area);
        EXPECT_GE(area, 100);
        EXPECT_LE(static_cast<double>(count), 2 * area);
        EXPECT_NEAR(distance(scenario.lines[0].a, scenario.lines[0].b), 1.2, 1e-12);
    }
}

TEST(BuiltInScenarios, ScenesGrowWithTheCrowd)
{
    for (const char* name : {"donut", "cross", "ill_conditioned", "city", "evacuate_rooms"})
    {
        const Scenario small = buildScenario(name, {.agent_count = 20}).value();
        const Scenario large = buildScenario(name, {.agent_count = 50000}).value();
        EXPECT_EQ(small.scene_options.scale, 1) << name;
        EXPECT_GT(large.scene_options.scale, 1) << name;
        const double density = name == std::string("city") ? 0.1 : 0.5;
        EXPECT_LE(50000 / buildScenarioScene(large).value().area(), density) << name;
    }
}

TEST(Scenario, AnUnknownSceneIsAnError)
{
    Scenario scenario = makeScenario();
    scenario.scene_name = "atlantis";
    EXPECT_THAT(buildScenarioScene(scenario).error().message, HasSubstr("atlantis"));
}

} // namespace
} // namespace clearway
