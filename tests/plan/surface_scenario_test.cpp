// SPDX-License-Identifier: MIT
// Scenarios whose scene is a mesh of triangles.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clearway/crowd.h>
#include <clearway/geometry/polygon.h>
#include <clearway/io/crowd_scenario.h>
#include <clearway/plan.h>

namespace clearway {
namespace {

using testing::HasSubstr;

constexpr const char* kHills = R"({
    "name": "over the hills",
    "scene": "terrain",
    "groups": [
        {"name": "small", "count": 30, "radius": [0.2, 0.3], "start_area": [[40, 40], [60, 40], [60, 60], [40, 60]], "goals": [[90, 90]]},
        {"name": "large", "count": 5, "radius": 1.2, "goals": [{"random": 3}]},
        {"name": "given", "count": 2, "positions": [[10, 10], [14, 10]], "goals": [[10, 40], [14, 40]]}
    ],
    "seconds": 8
})";

Vec2 seenFromAbove(const Crowd& crowd, std::size_t i)
{
    return planar(crowd.world().ground->curved()->computePose(crowd.positions()[i]).position);
}

World buildWorldOf(const Scenario& scenario) { return buildWorld(loadScenarioParts(scenario).value(), scenario.guide).value(); }

TEST(SurfaceScenario, IsLedOverTheSurfaceUnlessItSaysOtherwise)
{
    const Scenario scenario = parseScenario(kHills).value();
    EXPECT_TRUE(hasSurface(scenario));
    EXPECT_EQ(scenario.guide, "surface");
    EXPECT_EQ(parseScenario(formatScenario(scenario)).value().guide, "surface");
    EXPECT_EQ(parseScenario(R"({"scene": "rooms", "groups": []})").value().guide, "exact");
    EXPECT_THAT(buildWorld(loadScenarioParts(scenario).value(), "exact").error().message,
                HasSubstr("From what is here, 'surface'"));
}

TEST(SurfaceScenario, PlacesAgentsOfAllSizesWithoutOverlapAndLetsThemWalk)
{
    const Scenario scenario = parseScenario(kHills).value();
    ScenarioRun run = ScenarioRun::start(scenario, buildWorldOf(scenario)).value();
    ASSERT_EQ(run.crowd().size(), 37u);
    EXPECT_EQ(run.scenario().groups[2].positions[0], (Vec2{10, 10})) << "as it was given";
    for (std::size_t i = 0; i < run.crowd().size(); ++i)
    {
        const std::uint32_t group = run.crowd().groups()[i];
        if (group == 0)
        {
            EXPECT_NE(classifyPoint(scenario.groups[0].start_area, seenFromAbove(run.crowd(), i)), Side::outside);
        }
        if (group == 2)
        {
            EXPECT_NEAR(seenFromAbove(run.crowd(), i).y, 10, 1e-6);
        }
    }
    CrowdObserver observer(run.crowd());
    while (!run.isOver())
    {
        run.step();
        observer.observe(run.crowd());
    }
    const CrowdMetrics metrics = observer.metrics();
    EXPECT_EQ(metrics.agent_contacts, 0u);
    EXPECT_EQ(metrics.outside, 0u);
    EXPECT_EQ(metrics.unreachable, 0u);
    EXPECT_GT(metrics.mean_speed, 0.5);
}

TEST(SurfaceScenario, RefusesWhatHasNoPlaceOnASurface)
{
    const Scenario scenario = parseScenario(kHills).value();
    const World world = buildWorldOf(scenario);
    const auto refusal = [&](auto&& change) {
        Scenario changed = scenario;
        change(changed);
        return ScenarioRun::start(changed, world).error().message;
    };
    EXPECT_THAT(refusal([](Scenario& s) { s.groups[2].positions[1] = {1e4, 0}; }),
                HasSubstr("groups[2].positions[1]: there is no ground"));
    EXPECT_THAT(refusal([](Scenario& s) { s.groups[0].goals = {Vec2{1e4, 0}}; }),
                HasSubstr("groups[0].goals[0]: there is no ground"));
    EXPECT_THAT(refusal([](Scenario& s) { s.groups[0].goals = {Goal::area({{0, 0}, {1, 0}, {0, 1}})}; }),
                HasSubstr("cannot be a goal"));
    EXPECT_THAT(refusal([](Scenario& s) { s.lines.push_back({"gate", {0, 0}, {1, 0}}); }), HasSubstr("measured in the plane"));
    EXPECT_THAT(refusal([](Scenario& s) { s.guide = "exact"; }), HasSubstr("the world was made with 'surface'"));
}

} // namespace
} // namespace clearway
