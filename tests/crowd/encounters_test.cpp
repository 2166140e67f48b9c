// SPDX-License-Identifier: MIT
// Two people alone do not touch, walls hold nobody up, what comes out does not hang on the length of a tick, and who has arrived
// stands: models other than `orca`, where nothing else is said.
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
#include <clearway/plan.h>
#include <clearway/steering.h>

#include "tests/crowd/open_world.h"

namespace clearway {
namespace {

using namespace test;

class Encounters : public testing::TestWithParam<std::string_view>
{
};

/// What holds with local fields too, whose maps are too small for large discs.
class LoneEncounters : public Encounters
{
};

/// With every model.
class Gaps : public Encounters
{
};

// ---- two alone

struct Walker
{
    Vec2 from, to;
    double radius = 0.25, speed = 1.34;
};

struct Meeting
{
    Walker a, b;
};

/// By turns head on, at right angles, oblique, and overtaking; the first of each kind exactly, the others with some offset.
Meeting makeMeeting(int i, double radius_a, double radius_b, double way)
{
    Random random(77, static_cast<std::uint64_t>(i));
    const double touch = radius_a + radius_b, offset = i < 4 ? 0 : random.uniform(-1.2, 1.2) * touch;
    Meeting meeting{{{-way, 0}, {way, 0}, radius_a}, {{}, {}, radius_b}};
    if (i % 4 == 0)
    {
        meeting.b.from = {way, offset};
        meeting.b.to = {-way, offset};
    }
    else if (i % 4 == 3)
    {
        meeting.a.speed = 1.6;
        meeting.b.speed = 0.8;
        meeting.a.to = {2 * way, 0};
        meeting.b.from = {-way + 1.5 * touch + 0.5, offset};
        meeting.b.to = {2 * way, offset};
    }
    else
    {
        const double angle = (i % 4 == 1 ? 1.5707963267948966 : random.uniform(0.5, 2.7)) * (i % 8 < 4 ? 1 : -1);
        const Vec2 along{std::cos(angle), std::sin(angle)};
        meeting.b.from = along * (offset - way);
        meeting.b.to = along * way;
    }
    return meeting;
}

struct Passing
{
    double overlap = 0; ///< deepest
    bool have_arrived = false;
};

Passing play(const Meeting& meeting, std::string_view model, double dt, double seconds)
{
    Crowd crowd(openWorld(200), {.steering = findSteering(model)});
    for (const Walker& w : {meeting.a, meeting.b})
        crowd.add({.position = w.from, .radius = w.radius, .goal = w.to, .speed = w.speed}).value();
    Passing passing;
    for (int tick = 0; tick * dt < seconds && !passing.have_arrived; ++tick)
    {
        crowd.step(dt);
        const double apart = distance(crowd.positions()[0], crowd.positions()[1]);
        passing.overlap = std::max(passing.overlap, meeting.a.radius + meeting.b.radius - apart);
        passing.have_arrived =
            std::ranges::all_of(crowd.statuses(), [](AgentStatus status) { return status == AgentStatus::arrived; });
    }
    return passing;
}

TEST_P(LoneEncounters, TwoLonePeopleDoNotTouchAndGetPast)
{
    for (const double dt : {0.1, 0.02})
        for (int i = 0; i < 60; ++i)
        {
            const Passing passing = play(makeMeeting(i, 0.25, 0.25, 8), GetParam(), dt, 40);
            EXPECT_LE(passing.overlap, 1e-4) << i << " dt " << dt;
            EXPECT_TRUE(passing.have_arrived) << i << " dt " << dt;
        }
}

TEST_P(Encounters, LargeOnesDoNotTouchEitherNorDoTheyRunPeopleOver)
{
    for (const bool is_person : {false, true})
        for (int i = 0; i < 60; ++i)
        {
            Random random(78, static_cast<std::uint64_t>(i));
            const double radius = random.uniform(2, 3), other = is_person ? 0.25 : random.uniform(2, 3);
            const Passing passing = play(makeMeeting(i, radius, other, 20), GetParam(), 0.1, 120);
            EXPECT_LE(passing.overlap, 1e-4) << i << " person " << is_person;
            EXPECT_TRUE(passing.have_arrived) << i << " person " << is_person;
        }
}

// ---- walls

Scenario makeHall(std::initializer_list<Box2> boxes, Vec2 size, Vec2 from, Vec2 to)
{
    const auto ring = [](const Box2& box) {
        return std::vector<Vec2>{box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    };
    Scenario scenario;
    scenario.scene.areas.push_back({.outline = {.points = ring({{0, 0}, size})}});
    for (const Box2& box : boxes) scenario.scene.obstacles.push_back({.outline = {.points = ring(box)}});
    scenario.groups.push_back({.count = 1, .positions = {from}, .goals = {to}});
    scenario.seconds = 120;
    return scenario;
}

bool arrives(Scenario scenario, std::string_view model, std::string_view guide)
{
    scenario.steering = model;
    scenario.guide = guide;
    const Scene scene = loadScenarioScene(scenario).value();
    ScenarioRun run = ScenarioRun::start(scenario, buildWorld(scene, guide).value()).value();
    while (!run.isOver()) run.step();
    return run.arrivedCount() == 1;
}

TEST_P(LoneEncounters, NobodyFreezesBesideACornerThatItHasToTouch)
{
    EXPECT_TRUE(arrives(makeHall({{{8, 30}, {15, 36}}, {{11, 18}, {19, 24}}}, {20, 40}, {15.56, 33.271}, {7.25, 4.034}),
                        GetParam(), "path"));
    for (int i = 0; i < 60; ++i)
    {
        Random random(5, static_cast<std::uint64_t>(i));
        const auto box = [&](double low, double high) {
            const Vec2 at{random.uniform(2, 9), random.uniform(low, high)};
            return Box2{at, at + Vec2{random.uniform(5, 9), random.uniform(3, 6)}};
        };
        const Vec2 from{random.uniform(1, 19), random.uniform(36.5, 39)}, to{random.uniform(1, 19), random.uniform(1, 6)};
        EXPECT_TRUE(arrives(makeHall({box(25, 30), box(10, 18)}, {20, 40}, from, to), GetParam(), "path")) << i;
    }
}

TEST_P(Gaps, AGapThatIsAsWideAsADiscIsWalkedThrough)
{
    for (const double half : {0.25, 0.2501, 0.275, 0.3})
        for (const std::string_view guide : {"lanes", "path", "exact"})
        {
            const Scenario hall = makeHall({{{9, 0}, {10, 4 - half}}, {{9, 4 + half}, {10, 8}}}, {20, 8}, {2, 2.5}, {18, 6});
            EXPECT_TRUE(arrives(hall, GetParam(), guide)) << half << guide;
        }
}

// ---- ticks

struct Queue
{
    double flow = 0;      ///< persons per metre and second
    double reversals = 0; ///< per person and second
    double overlap = 0;   ///< part of a radius
};

Queue playBottleneck(std::string_view model, double dt, std::uint64_t seed)
{
    Scenario scenario = buildScenario("bottleneck", {.agent_count = 100, .seed = seed}).value();
    scenario.steering = model;
    scenario.guide = "field"; // looks past the door, so that nobody turns back who was pushed past a way point
    scenario.dt = dt;
    const Scene scene = loadScenarioScene(scenario).value();
    ScenarioRun run = ScenarioRun::start(scenario, buildWorld(scene, scenario.guide).value()).value();
    CrowdObserver observer(run.crowd(), {.lines = scenario.lines, .keeps_series = false});
    while (!run.isOver())
    {
        run.step();
        observer.observe(run.crowd());
    }
    EXPECT_EQ(run.arrivedCount(), run.addedCount()) << dt;
    const CrowdMetrics metrics = observer.metrics();
    return {metrics.lines.at(0).specific_flow, metrics.jitter, metrics.max_relative_overlap};
}

TEST_P(Encounters, TheFlowThroughADoorDoesNotHangOnTheLengthOfATickAndNobodyTrembles)
{
    std::vector<double> flows;
    for (const double dt : {0.1, 0.05, 0.02})
    {
        double flow = 0;
        constexpr int kSeeds = 7;
        for (int seed = 1; seed <= kSeeds; ++seed)
        {
            const Queue queue = playBottleneck(GetParam(), dt, static_cast<std::uint64_t>(seed));
            flow += queue.flow / kSeeds;
            EXPECT_LT(queue.reversals, 2) << dt << ' ' << seed;
            EXPECT_LT(queue.overlap, 1.5) << dt << ' ' << seed;
        }
        flows.push_back(flow);
    }
    const auto [least, most] = std::ranges::minmax(flows);
    EXPECT_LT(most, 1.15 * least) << flows[0] << ' ' << flows[1] << ' ' << flows[2];
    // Experiments: 1.3 to 2.5.
    EXPECT_GT(least, 1.1);
    EXPECT_LT(most, 2.5);
}

// ---- standing

TEST_P(LoneEncounters, WhoHasArrivedStands)
{
    for (const int count : {1, 2, 12})
    {
        Crowd crowd(openWorld(), {.steering = findSteering(GetParam())});
        for (int i = 0; i < count; ++i) crowd.add({.position = {-6 - 0.7 * i, 0.3 * (i % 3)}, .goal = Vec2{0, 0}}).value();
        for (int tick = 0; tick < 600; ++tick) crowd.step(0.1);
        std::vector<double> walked(crowd.size());
        for (int tick = 0; tick < 300; ++tick)
        {
            crowd.step(0.1);
            for (std::size_t i = 0; i < crowd.size(); ++i) walked[i] += 0.1 * length(crowd.velocity(i));
        }
        for (std::size_t i = 0; i < crowd.size(); ++i)
        {
            EXPECT_EQ(crowd.statuses()[i], AgentStatus::arrived) << count << ' ' << i;
            EXPECT_LT(walked[i], 0.1) << count << ' ' << i;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Models, Encounters, testing::Values("social_force", "hidac"),
                         [](const auto& test) { return std::string(test.param); });
INSTANTIATE_TEST_SUITE_P(Models, Gaps, testing::Values("orca", "social_force", "hidac", "field"),
                         [](const auto& test) { return std::string(test.param); });
INSTANTIATE_TEST_SUITE_P(Models, LoneEncounters, testing::Values("social_force", "hidac", "field"),
                         [](const auto& test) { return std::string(test.param); });

} // namespace
} // namespace clearway
