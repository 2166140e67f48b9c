// SPDX-License-Identifier: MIT
// Scenarios whose scene is a mesh of triangles.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include <clearway/crowd.h>
#include <clearway/geometry/polygon.h>
#include <clearway/io/crowd_scenario.h>
#include <clearway/plan.h>
#include <clearway/surface/query.h>

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
    EXPECT_EQ(parseScenario(R"({"scene": "rooms", "groups": []})").value().guide, "lanes");
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

/// A place of the overpass with another sheet at least two metres above it.
struct Sheets
{
    Vec3 low, high;
};
Sheets findSheets(const SurfaceMesh& mesh)
{
    const SurfaceQuery query(mesh);
    const Box3 bounds = mesh.source().bounds();
    for (double x = bounds.min.x + 1; x < bounds.max.x; x += 1)
        for (double y = bounds.min.y + 1; y < bounds.max.y; y += 1)
        {
            const SurfacePlace high = query.castRay({x, y, bounds.max.z + 1}, {0, 0, -1}).place;
            if (!high || high.position.z < bounds.min.z + 2) continue;
            const SurfacePlace low = query.findNearest({x, y, bounds.min.z}, {.max_distance = 0.1});
            if (low) return {low.position, high.position};
        }
    ADD_FAILURE() << "the overpass has no sheets above each other";
    return {};
}

TEST(SurfaceScenario, AHeightChoosesBetweenSheetsThatLieAboveEachOther)
{
    Scenario scenario = parseScenario(R"({"scene": "overpass", "groups": [{"count": 2}]})").value();
    const PlannerParts parts = buildPlanner(loadScenarioParts(scenario).value(), "surface").value().parts();
    const World world = buildWorld(parts, "surface").value();
    const auto [low, high] = findSheets(*parts.surface);
    const auto heightOf = [&](Scenario changed) {
        ScenarioRun run = ScenarioRun::start(std::move(changed), world).value();
        return run.crowd().world().ground->curved()->computePose(run.crowd().agent(1).position).position.z;
    };
    Scenario::Group& group = scenario.groups[0];
    group.count = 1;
    group.positions = {planar(low)};
    EXPECT_NEAR(heightOf(scenario), high.z, 0.01) << "without a height the highest";
    group.heights = {low.z};
    EXPECT_NEAR(heightOf(scenario), low.z, 0.01);
    group.heights = {high.z};
    EXPECT_NEAR(heightOf(scenario), high.z, 0.01);
    group.heights = {high.z + 50};
    EXPECT_THAT(ScenarioRun::start(scenario, world).error().message,
                HasSubstr("groups[0].positions[0]: there is no ground within 1 m of ("));
    group.heights = {low.z};
    group.goals = {planar(low)};
    group.goal_heights = {{high.z}};
    ScenarioRun run = ScenarioRun::start(scenario, world).value();
    const Vec2 goal = run.crowd().agent(1).goal_point;
    EXPECT_NEAR(world.ground->curved()->computePose(goal).position.z, high.z, 0.01);
}

TEST(SurfaceScenario, HeightsAreReadWrittenAndVerified)
{
    constexpr const char* kText = R"({"scene": "overpass", "groups": [
        {"positions": [[1, 2, 3], [4, 5, 6]], "goals": [[7, 8, 9], {"points": [[1, 1, 0], [2, 2, 1]]}, {"random": 2}, [3, 3]]}]})";
    const Scenario scenario = parseScenario(kText).value();
    const Scenario::Group& group = scenario.groups[0];
    EXPECT_EQ(group.heights, (std::vector<double>{3, 6}));
    EXPECT_EQ(group.goal_heights, (std::vector<std::vector<double>>{{9}, {0, 1}, {}, {}}));
    EXPECT_EQ(parseScenario(formatScenario(scenario)).value().groups, scenario.groups);
    EXPECT_TRUE(parseScenario(kHills).value().groups[2].heights.empty());

    EXPECT_THAT(parseScenario(R"({"scene": "overpass", "groups": [{"positions": [[1, 2, 3], [4, 5]]}]})").error().message,
                HasSubstr("groups[0].positions: 1 of 2 points have a height"));
    EXPECT_THAT(parseScenario(R"({"scene": "overpass", "groups": [{"positions": [[1, 2, 3, 4]]}]})").error().message,
                HasSubstr("found 4 numbers"));
    Scenario changed = scenario;
    changed.groups[0].heights.push_back(1);
    ASSERT_EQ(verify(changed).size(), 1u);
    EXPECT_EQ(verify(changed)[0].field, "groups[0].positions");
    changed = scenario;
    changed.groups[0].goal_heights[2] = {1};
    ASSERT_EQ(verify(changed).size(), 1u);
    EXPECT_EQ(verify(changed)[0].field, "groups[0].goals[2]");
    Scenario planar = parseScenario(R"({"scene": "rooms", "groups": [{"positions": [[1, 1, 0]]}]})").value();
    EXPECT_THAT(ScenarioRun::start(planar, buildWorldOf(planar)).error().message,
                HasSubstr("heights of positions and goals are for surfaces"));
}

/// Whether a disc has a way to one of 256 random places on its part of the ground.
bool canReachAPlace(const Planner& planner, const Pose& from, double radius)
{
    const SurfaceMesh& mesh = *planner.parts().surface;
    const SurfaceQuery query(mesh);
    PlannerQuery search = planner.makeQuery();
    for (std::uint64_t i = 0; i < 256; ++i)
    {
        const SurfacePlace to = query.findRandomPlace({.seed = 99, .index = i, .component = mesh.components()[from.face]});
        if (search.find({from.position, to.position, radius}).isComplete()) return true;
    }
    return false;
}

TEST(SurfaceScenario, OnlyThoseWhoCanReachNoPlaceAreToldThatTheirRandomGoalsAreUnreachable)
{
    for (const std::string name : {"overpass", "ramp", "octopus"})
    {
        SCOPED_TRACE(name);
        Scenario scenario = parseScenario(R"({"scene": "ramp", "groups": [{"count": 25, "goals": [{"random": 1}]}]})").value();
        scenario.scene_name = name;
        const Planner planner = buildPlanner(loadScenarioParts(scenario).value(), scenario.guide).value();
        ScenarioRun run = ScenarioRun::start(scenario, planner.buildWorld(scenario.guide).value()).value();
        const Crowd& crowd = run.crowd();
        const std::vector<AgentId> ids(crowd.ids().begin(), crowd.ids().end());
        std::vector<Pose> starts;
        for (const AgentId id : ids) starts.push_back(crowd.world().ground->curved()->computePose(crowd.agent(id).position));
        std::set<AgentId> told;
        for (int tick = 0; tick < 20; ++tick)
        {
            run.step();
            for (const CrowdEvent& event : crowd.events())
                if (event.kind == CrowdEvent::Kind::unreachable) told.insert(event.id);
        }
        for (std::size_t i = 0; i < ids.size(); ++i)
        {
            const AgentView agent = crowd.agent(ids[i]);
            const bool can_walk = canReachAPlace(planner, starts[i], agent.radius);
            EXPECT_EQ(told.contains(ids[i]), !can_walk) << "agent " << ids[i];
            const Vec3 place = crowd.world().ground->curved()->computePose(agent.position).position;
            EXPECT_EQ(distance(place, starts[i].position) > 0.05, can_walk) << "agent " << ids[i];
        }
    }
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
