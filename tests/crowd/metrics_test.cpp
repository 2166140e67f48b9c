// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <clearway/crowd/metrics.h>
#include <clearway/guide/on_navmesh.h>
#include <clearway/navmesh/build.h>
#include <clearway/steering/seek.h>

#include "crowd/observer_state.h"
#include "tests/crowd/puppets.h"
#include "tests/support/path_scenes.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::makePuppetCrowd;
using test::openWorld;
using test::puppet;

Vec2 standStill(AgentId, std::uint64_t) { return {}; }

/// A room of 10 m by 10 m.
World makeRoom()
{
    SceneInput input;
    input.areas.push_back({.outline = {.points = {{0, 0}, {10, 0}, {10, 10}, {0, 10}}}});
    return onNavMesh(buildNavMesh(buildScene(input).value()).value());
}

void run(Crowd& crowd, CrowdObserver& observer, int ticks, double dt)
{
    for (int k = 0; k < ticks; ++k)
    {
        crowd.step(dt);
        observer.observe(crowd);
    }
}

// ---- contacts

TEST(CrowdMetrics, APairThatOverlapsIsOneContactInEveryTick)
{
    Crowd crowd = makePuppetCrowd(standStill);
    ASSERT_TRUE(crowd.add(puppet({0, 0}, 0.5)));
    ASSERT_TRUE(crowd.add(puppet({0.75, 0}, 0.5)));
    ASSERT_TRUE(crowd.add(puppet({5, 0}, 0.25)));
    CrowdObserver observer(crowd);
    run(crowd, observer, 3, 0.125);
    const CrowdMetrics metrics = observer.metrics();
    EXPECT_EQ(metrics.agent_contacts, 3u);
    EXPECT_DOUBLE_EQ(metrics.max_agent_overlap, 0.25);
    EXPECT_DOUBLE_EQ(metrics.max_relative_overlap, 0.5);
    EXPECT_EQ(metrics.ticks, 3u);
    EXPECT_EQ(metrics.agent_ticks, 9u);
    ASSERT_EQ(observer.series().size(), 3u);
    EXPECT_EQ(observer.series()[2].agent_contacts, 1u);
    EXPECT_DOUBLE_EQ(observer.series()[2].time, 0.375);
    EXPECT_DOUBLE_EQ(observer.series()[2].max_overlap, 0.25);
}

TEST(CrowdMetrics, AnOverlapOfLessThanATenthOfAMillimetreIsNoContact)
{
    Crowd crowd = makePuppetCrowd(standStill);
    ASSERT_TRUE(crowd.add(puppet({0, 0}, 0.5)));
    ASSERT_TRUE(crowd.add(puppet({1 - 0.99e-4, 0}, 0.5)));
    ASSERT_TRUE(crowd.add(puppet({50, 0}, 0.5)));
    ASSERT_TRUE(crowd.add(puppet({51 - 1.01e-4, 0}, 0.5)));
    CrowdObserver observer(crowd);
    run(crowd, observer, 1, 0.1);
    EXPECT_EQ(observer.metrics().agent_contacts, 1u);
    EXPECT_NEAR(observer.metrics().max_agent_overlap, 1.01e-4, 1e-12);
}

TEST(ContactFinder, FindsWhatComparingAllPairsFinds)
{
    for (int round = 0; round < 40 * test::testScale(); ++round)
    {
        SCOPED_TRACE(round);
        Random random(1, static_cast<std::uint64_t>(round));
        const std::size_t count = 1 + random.below(400);
        const double size = random.uniform(1, 60);
        std::vector<Vec2> positions;
        std::vector<double> radii;
        std::vector<Footing> footings;
        for (std::size_t k = 0; k < count; ++k)
        {
            positions.push_back({random.uniform(-size, size), random.uniform(-size, size) * (round % 5 == 0 ? 0 : 1)});
            radii.push_back(round % 2 == 0 ? 0.25 : 0.1 * std::exp2(random.uniform(0, 5)));
            footings.push_back({.face = 0, .layer = static_cast<std::uint16_t>(random.below(round % 3 == 0 ? 2 : 1))});
        }
        if (round % 7 == 0) positions[0].x = std::numeric_limits<double>::quiet_NaN();
        if (round % 4 == 0) positions.back() = {1e9, -1e9}; // one far away must not make the others one cell
        ContactCount expected;
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t j = i + 1; j < count; ++j)
            {
                const double overlap = radii[i] + radii[j] - distance(positions[i], positions[j]);
                if (footings[i].layer != footings[j].layer || !(overlap > 0)) continue;
                expected.pairs += overlap > 1e-4;
                expected.max_overlap = std::max(expected.max_overlap, overlap);
                expected.max_relative_overlap = std::max(expected.max_relative_overlap, overlap / std::min(radii[i], radii[j]));
            }
        ContactFinder finder;
        for (int again = 0; again < 2; ++again)
        {
            const ContactCount found = finder.find(positions, radii, footings);
            EXPECT_EQ(found.pairs, expected.pairs);
            EXPECT_EQ(found.max_overlap, expected.max_overlap);
            EXPECT_EQ(found.max_relative_overlap, expected.max_relative_overlap);
        }
    }
}

TEST(CrowdMetrics, AWallContactIsAnAskedForPositionTooNearToAWall)
{
    // Three agents of radius 0.5: one asks for 0.25 m too far to the right, one for a place beyond the wall, one for nothing.
    Crowd crowd = makePuppetCrowd(
        [](AgentId id, std::uint64_t tick) {
            return Vec2{tick > 0 || id == 3 ? 0.0 : id == 1 ? 0.75 : 4.0, 0};
        },
        makeRoom());
    ASSERT_TRUE(crowd.add(puppet({9, 2}, 0.5)));
    ASSERT_TRUE(crowd.add(puppet({9, 5}, 0.5)));
    ASSERT_TRUE(crowd.add(puppet({9, 8}, 0.5)));
    CrowdObserver observer(crowd);
    run(crowd, observer, 1, 1);
    EXPECT_EQ(observer.metrics().wall_contacts, 2u);
    // 9 + 4 = 13 is 3 m beyond the wall: three metres and the radius too far.
    EXPECT_NEAR(observer.metrics().max_wall_overlap, 3.5, 1e-6);
    EXPECT_EQ(observer.metrics().outside, 0u);
    run(crowd, observer, 2, 1);
    EXPECT_EQ(observer.metrics().wall_contacts, 2u);
    EXPECT_EQ(observer.metrics().agent_contacts, 0u);
}

/// A room whose ground lets everybody through its walls: an observer must not take its word for it.
class LeakyGround : public Ground
{
public:
    explicit LeakyGround(std::shared_ptr<const Ground> ground) : ground_(std::move(ground)) {}

    Ground::Standing stand(Vec2 p, double radius, int layer) const override { return ground_->stand(p, radius, layer); }
    void move(const Ground::MoveBatch& batch) const override
    {
        for (std::size_t i = 0; i < batch.positions.size(); ++i)
        {
            batch.positions[i] = batch.targets[i];
            batch.footings[i].wall_room = 0;
        }
    }
    void findWalls(std::span<const Vec2> p, std::span<const Footing> f, std::span<const float> r, WallList& w) const override
    {
        ground_->findWalls(p, f, r, w);
    }
    double computeWallDistance(Vec2 p, const Footing& f, double limit) const override
    {
        return ground_->computeWallDistance(p, f, limit);
    }
    bool drawRandomPoint(std::uint64_t seed, std::uint64_t index, double r, std::uint32_t face, int tries, Vec2& p) const override
    {
        return ground_->drawRandomPoint(seed, index, r, face, tries, p);
    }
    bool isOn(Vec2 p, const Footing& f) const override { return ground_->isOn(p, f); }
    Box2 bounds() const override { return ground_->bounds(); }
    int layerCount() const override { return 1; }
    std::uint64_t computeHash() const override { return 1; }

private:
    std::shared_ptr<const Ground> ground_;
};

TEST(CrowdMetrics, OutsideCountsWhoeverIsInAWallOrOffTheGround)
{
    World world = makeRoom();
    world.ground = std::make_shared<LeakyGround>(world.ground);
    world.guide = openWorld().guide;
    // Radius 0.5 in a room that ends at 10: 9.25 and 9.5 are inside, 9.75 is a quarter too deep, 13 is off the ground.
    Crowd crowd = makePuppetCrowd(
        [](AgentId id, std::uint64_t) {
            return Vec2{id == 1 ? 0.25 : id == 2 ? 0.5 : id == 3 ? 0.75 : 4.0, 0};
        },
        world);
    for (double y : {2, 4, 6, 8}) ASSERT_TRUE(crowd.add(puppet({9, y}, 0.5)));
    CrowdObserver observer(crowd);
    run(crowd, observer, 1, 1);
    EXPECT_EQ(observer.metrics().outside, 2u);
    EXPECT_NEAR(observer.metrics().max_outside, 3.5, 1e-6);
    EXPECT_EQ(observer.series()[0].outside, 2u);
}

TEST(CrowdMetrics, WallContactsAndOutsideEqualACountWithoutShortCuts)
{
    const int round_count = 4 * test::testScale();
    std::uint64_t contacts_of_all_rounds = 0;
    for (int round = 0; round < round_count; ++round)
    {
        SCOPED_TRACE(round);
        const auto seed = static_cast<std::uint64_t>(round);
        Crowd crowd = makePuppetCrowd(
            [seed](AgentId id, std::uint64_t tick) {
                Random random(seed, id * 1000 + tick);
                const double x = random.uniform(-3, 3);
                return Vec2{x, random.uniform(-3, 3)};
            },
            makeRoom());
        Random random(2, seed);
        for (int k = 0; k < 60; ++k)
        {
            const double radius = random.uniform(0.1, 1);
            const double x = random.uniform(radius, 10 - radius);
            ASSERT_TRUE(crowd.add(puppet({x, random.uniform(radius, 10 - radius)}, radius)));
        }
        CrowdObserver observer(crowd);
        std::uint64_t wall_contacts = 0;
        double max_overlap = 0;
        for (int tick = 0; tick < 20; ++tick)
        {
            run(crowd, observer, 1, 0.25);
            for (std::size_t i = 0; i < crowd.size(); ++i)
            {
                const Vec2 p = crowd.askedPositions()[i];
                const Vec2 beyond = {std::max({-p.x, p.x - 10, 0.0}), std::max({-p.y, p.y - 10, 0.0})};
                const double inside = std::min({p.x, p.y, 10 - p.x, 10 - p.y});
                const double overlap = crowd.radii()[i] - (inside < 0 ? -length(beyond) : inside);
                wall_contacts += overlap > 1e-4;
                max_overlap = std::max(max_overlap, overlap);
            }
        }
        EXPECT_EQ(observer.metrics().wall_contacts, wall_contacts);
        EXPECT_NEAR(observer.metrics().max_wall_overlap, max_overlap, 1e-6);
        EXPECT_EQ(observer.metrics().outside, 0u);
        contacts_of_all_rounds += wall_contacts;
    }
    EXPECT_GT(contacts_of_all_rounds, 100u * static_cast<std::uint64_t>(round_count));
}

// ---- goals without a way

TEST(CrowdMetrics, AgentsWithoutAWayAreCountedAndTheFirstIsNamed)
{
    Crowd crowd(openWorld());
    ASSERT_TRUE(crowd.add({.position = {1, 2}, .goal = Vec2{5, 5}}));
    ASSERT_TRUE(crowd.add({.position = {3, 4}, .radius = 0.5, .goal = Vec2{1e7, 0}})); // too far for the guide
    ASSERT_TRUE(crowd.add({.position = {-3, 4}, .goal = Vec2{1e7, 0}}));
    CrowdObserver observer(crowd);
    run(crowd, observer, 10, 0.1);
    ASSERT_TRUE(crowd.setGoal(3, Vec2{0, 0}));
    run(crowd, observer, 10, 0.1);
    const CrowdMetrics metrics = observer.metrics();
    EXPECT_EQ(metrics.unreachable, 1u);
    EXPECT_EQ(metrics.unreachable_agents, 2u);
    EXPECT_EQ(metrics.first_unreachable.id, 2u);
    EXPECT_EQ(metrics.first_unreachable.radius, 0.5);
    EXPECT_EQ(metrics.first_unreachable.from, (Vec2{3, 4}));
    EXPECT_EQ(metrics.first_unreachable.goal, (Vec2{1e7, 0}));
}

TEST(CrowdMetrics, WhoIsAsNearToItsGoalAsItCanBeHasNotArrived)
{
    const NavMesh mesh = buildNavMesh(test::makeWktScene("MULTIPOLYGON(((0 0,4 0,4 4,0 4)),((5 0,9 0,9 4,5 4)))")).value();
    Crowd crowd(onNavMesh(mesh), {});
    const AgentId apart = crowd.add({.position = {1, 2}, .goal = Vec2{7, 2}}).value();
    ASSERT_TRUE(crowd.add({.position = {6, 3}, .goal = Vec2{7, 2}}));
    CrowdObserver observer(crowd);
    run(crowd, observer, 100, 0.1);
    EXPECT_EQ(crowd.agent(apart).status, AgentStatus::arrived) << "it stands as near as it can";
    const CrowdMetrics metrics = observer.metrics();
    EXPECT_EQ(metrics.arrived, 1u);
    EXPECT_EQ(metrics.unreachable, 1u);
    EXPECT_EQ(observer.series().back().arrived, 1u);
    EXPECT_NEAR(metrics.mean_short_by, 7 - 3.75, 1e-3);
    EXPECT_NEAR(metrics.max_short_by, 7 - 3.75, 1e-3);
    EXPECT_EQ(metrics.mean_travel_time, metrics.max_travel_time) << "only one has come to its goal";
}

// ---- lines and areas

TEST(CrowdMetrics, ALineCountsBothWaysAndOnlyWithinItsExtent)
{
    // The line points up; its left is at smaller x. Agent 1 passes it westward and comes back, agent 2 passes above its end.
    Crowd crowd = makePuppetCrowd([](AgentId id, std::uint64_t tick) { return Vec2{id == 2 || tick < 4 ? -1.0 : 1.0, 0}; });
    ASSERT_TRUE(crowd.add(puppet({2.5, 0})));
    ASSERT_TRUE(crowd.add(puppet({2.5, 3})));
    CrowdObserver observer(crowd, {.lines = {{"gate", {0, -1}, {0, 2}}}});
    run(crowd, observer, 8, 1);
    const CrowdMetrics::Line line = observer.metrics().lines[0];
    EXPECT_EQ(line.name, "gate");
    EXPECT_EQ(line.width, 3);
    EXPECT_EQ(line.forward, 1u);
    EXPECT_EQ(line.backward, 1u);
    EXPECT_EQ(line.first_at, 3);
    EXPECT_EQ(line.last_at, 6);
    EXPECT_EQ(line.flow, 0) << "who comes back has not got through";
    EXPECT_EQ(line.specific_flow, 0);
}

TEST(CrowdMetrics, TheFlowOfALineIsWhatGetsThroughItAndEachDirectionHasItsOwn)
{
    // Five go west through the line, one every 2 s from 2 s on; the first of them comes back at 13 s.
    Crowd crowd = makePuppetCrowd([](AgentId id, std::uint64_t tick) { return Vec2{id == 1 && tick >= 7 ? 1.0 : -1.0, 0}; });
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(crowd.add(puppet({1.5 + 2 * i, 0})));
    CrowdObserver observer(crowd, {.lines = {{"gate", {0, -1}, {0, 1}}, {"turned round", {0, 1}, {0, -1}}}});
    run(crowd, observer, 15, 1);
    const CrowdMetrics::Line gate = observer.metrics().lines[0], turned = observer.metrics().lines[1];
    EXPECT_EQ(gate.forward, 5u);
    EXPECT_EQ(gate.backward, 1u);
    EXPECT_DOUBLE_EQ(gate.forward_flow, 4.0 / 8);
    EXPECT_EQ(gate.backward_flow, 0) << "one crossing has no time between";
    EXPECT_DOUBLE_EQ(gate.net_flow, 3.0 / (gate.last_at - 2));
    EXPECT_DOUBLE_EQ(gate.flow, gate.net_flow);
    EXPECT_DOUBLE_EQ(gate.specific_flow, gate.flow / 2);
    EXPECT_DOUBLE_EQ(turned.net_flow, -gate.net_flow);
    EXPECT_DOUBLE_EQ(turned.flow, gate.flow);
}

TEST(CrowdMetrics, OnTheLineIsOnItsRight)
{
    // Agent 1 stops exactly on the line and goes on; agent 2 comes from its right, stops on it and goes back; agent 3 comes from
    // its left and stops on it; agent 4 goes along it.
    Crowd crowd = makePuppetCrowd([](AgentId id, std::uint64_t tick) {
        if (id == 1) return Vec2{-1, 0};
        if (id == 2) return Vec2{tick == 0 ? -1.0 : 1.0, 0};
        if (id == 3) return Vec2{tick == 0 ? 1.0 : 0.0, 0};
        return Vec2{0, 1};
    });
    ASSERT_TRUE(crowd.add(puppet({1, 0})));
    ASSERT_TRUE(crowd.add(puppet({1, 0})));
    ASSERT_TRUE(crowd.add(puppet({-1, 0})));
    ASSERT_TRUE(crowd.add(puppet({0, -2})));
    CrowdObserver observer(crowd, {.lines = {{"", {0, -1}, {0, 1}}}});
    run(crowd, observer, 1, 1);
    EXPECT_EQ(observer.metrics().lines[0].forward, 0u);
    EXPECT_EQ(observer.metrics().lines[0].backward, 1u); // agent 3
    run(crowd, observer, 3, 1);
    EXPECT_EQ(observer.metrics().lines[0].forward, 1u); // agent 1, once
    EXPECT_EQ(observer.metrics().lines[0].backward, 1u);
}

TEST(CrowdMetrics, CrossingsOfRandomWalksEqualThoseComputedInRationals)
{
    // On a lattice of quarters every product is a small integer in double: the test below is exact without predicates.
    constexpr int kAgents = 40;
    const auto drawStep = [](AgentId id, std::uint64_t tick) {
        Random random(7, id * 100000 + tick);
        const double x = 0.25 * (static_cast<double>(random.below(9)) - 4);
        return Vec2{x, 0.25 * (static_cast<double>(random.below(9)) - 4)};
    };
    Crowd crowd = makePuppetCrowd(drawStep);
    for (int k = 0; k < kAgents; ++k) ASSERT_TRUE(crowd.add(puppet({0.25 * (k % 7), 0.25 * (k % 5)})));
    const Vec2 a = {-1.5, -1};
    const Vec2 b = {2.25, 1.75};
    CrowdObserver observer(crowd, {.lines = {{"slanted", a, b}}});
    std::uint64_t forward = 0, backward = 0;
    for (int tick = 0; tick < 200 * test::testScale(); ++tick)
    {
        std::vector<Vec2> before(kAgents + 1), after(kAgents + 1);
        for (AgentId id = 1; id <= kAgents; ++id) before[id] = crowd.agent(id).position;
        run(crowd, observer, 1, 1);
        for (AgentId id = 1; id <= kAgents; ++id) after[id] = crowd.agent(id).position;
        for (AgentId id = 1; id <= kAgents; ++id)
        {
            // Where the way meets the line: at a + (b - a) s with s = numerator / denominator.
            const Vec2 way = after[id] - before[id];
            const double side_before = cross(b - a, before[id] - a), side_after = cross(b - a, after[id] - a);
            if ((side_before > 0) == (side_after > 0)) continue;
            double numerator = cross(before[id] - a, way), denominator = cross(b - a, way);
            if (denominator < 0) numerator = -numerator, denominator = -denominator;
            if (numerator < 0 || numerator > denominator) continue;
            ++(side_after > 0 ? forward : backward);
        }
    }
    EXPECT_GT(forward, 20u);
    EXPECT_EQ(observer.metrics().lines[0].forward, forward);
    EXPECT_EQ(observer.metrics().lines[0].backward, backward);
}

TEST(CrowdMetrics, DensityAndSpeedAreThoseInsideTheArea)
{
    // A triangle of 8 m²; one agent walks through it at 2 m/s, one stands on its border, one stands outside.
    Crowd crowd = makePuppetCrowd([](AgentId id, std::uint64_t) { return Vec2{id == 1 ? 2.0 : 0.0, 0}; });
    ASSERT_TRUE(crowd.add(puppet({-2, 1})));
    ASSERT_TRUE(crowd.add(puppet({2, 0})));
    ASSERT_TRUE(crowd.add(puppet({4, 4})));
    CrowdObserver observer(crowd, {.areas = {{"triangle", {{0, 0}, {4, 0}, {0, 4}}}}});
    run(crowd, observer, 4, 1); // agent 1 at 0 (on the border), 2, 4 and 6: inside twice
    const CrowdMetrics::Area area = observer.metrics().areas[0];
    EXPECT_EQ(area.name, "triangle");
    EXPECT_DOUBLE_EQ(area.area, 8);
    EXPECT_DOUBLE_EQ(area.mean_density, (2 + 4) / 4.0 / 8);
    EXPECT_DOUBLE_EQ(area.max_density, 2 / 8.0);
    EXPECT_DOUBLE_EQ(area.mean_speed, (2 * 2.0 + 4 * 0.0) / 6);
}

// ---- the use of space

TEST(CrowdMetrics, CoveredAreaAndEntropyAreThoseOfTheVisits)
{
    // Squares of 1 m. Agent 1 is in three squares, twice in the first; agent 2 stays in one square: visits 2, 1, 1, 4.
    Crowd crowd = makePuppetCrowd([](AgentId id, std::uint64_t tick) { return Vec2{id == 1 && tick > 1 ? 1.0 : 0.0, 0}; });
    ASSERT_TRUE(crowd.add(puppet({0.5, 0.5})));
    ASSERT_TRUE(crowd.add(puppet({0.5, 10.5})));
    CrowdObserver observer(crowd, {.square = 1});
    run(crowd, observer, 4, 1);
    const CrowdMetrics metrics = observer.metrics();
    EXPECT_DOUBLE_EQ(metrics.covered_area, 4);
    const double expected = -(2 / 8.0 * std::log2(2 / 8.0) + 2 * (1 / 8.0 * std::log2(1 / 8.0)) + 4 / 8.0 * std::log2(4 / 8.0));
    EXPECT_NEAR(metrics.entropy, expected, 1e-14);
    EXPECT_NEAR(metrics.covered_part, 4 / 40000.0, 5e-4);
    const CrowdObserver::Heat& heat = observer.heat();
    EXPECT_EQ(heat.origin, (Vec2{-100, -100}));
    EXPECT_EQ(heat.visits[static_cast<std::size_t>(100 * heat.columns + 100)], 2u);
    EXPECT_EQ(heat.visits[static_cast<std::size_t>(110 * heat.columns + 100)], 4u);
}

TEST(CrowdMetrics, AllOfARoomThatIsWalkedAllOverIsCovered)
{
    Crowd crowd = makePuppetCrowd(standStill, makeRoom());
    for (int x = 0; x < 10; ++x)
        for (int y = 0; y < 5; ++y) ASSERT_TRUE(crowd.add(puppet({0.5 + x, 0.5 + y}, 0.125)));
    CrowdObserver observer(crowd, {.square = 1});
    run(crowd, observer, 1, 0.1);
    // The lower half of the room, where the smallest disc fits: 4.875 of 9.75 m. The border of the squares is not that of walls.
    EXPECT_NEAR(observer.metrics().covered_part, 0.5, 0.02);
    EXPECT_DOUBLE_EQ(observer.metrics().covered_area, 50);
    EXPECT_NEAR(observer.metrics().entropy, std::log2(50), 1e-12);
}

TEST(CrowdMetrics, ThoseWhoHaveArrivedDoNotUseSpace)
{
    Crowd crowd(openWorld(), {.steering = seek()});
    ASSERT_TRUE(crowd.add({.position = {0.25, 0.25}, .goal = Vec2{5.25, 0.25}}));
    CrowdObserver observer(crowd, {.square = 1});
    run(crowd, observer, 50, 0.1);
    ASSERT_EQ(observer.metrics().arrived, 1u);
    const std::vector<std::uint32_t> visits = observer.heat().visits;
    run(crowd, observer, 50, 0.1);
    EXPECT_EQ(observer.heat().visits, visits);
}

TEST(CrowdMetrics, LogarithmsAreThoseOfTheLibraryToTheLastDigits)
{
    for (double x : {1.0, 2.0, 3.0, 0.7, 0.71, 1.4142, 1e-300, 5e300, 4294967295.0})
        EXPECT_NEAR(computeLog2(x), std::log2(x), 1e-15 * (1 + std::abs(std::log2(x))));
    EXPECT_EQ(computeLog2(1), 0);
    EXPECT_EQ(computeLog2(1024), 10);
}

// ---- how they walk

TEST(CrowdMetrics, JitterCountsTurnsToTheOtherSideInSuccessiveTicks)
{
    // Agent 1: left, right, left, right by 90 degrees. Agent 2: left again and again. Agent 3: as agent 1, but by half a degree.
    // Agent 4: as agent 1, but slower than 20 % of its speed. Agent 5: left, straight on, right.
    const auto script = [](AgentId id, std::uint64_t tick) -> Vec2 {
        constexpr Vec2 kCircle[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
        const bool is_odd = tick % 2 == 1;
        if (id == 1) return is_odd ? Vec2{0, 1} : Vec2{1, 0};
        if (id == 2) return kCircle[tick % 4];
        if (id == 3) return is_odd ? Vec2{1, 0.0087} : Vec2{1, 0};
        if (id == 4) return is_odd ? Vec2{0, 0.125} : Vec2{0.125, 0};
        return tick == 0 || tick >= 3 ? Vec2{1, 0} : Vec2{0, 1};
    };
    Crowd crowd = makePuppetCrowd(script);
    for (int k = 0; k < 5; ++k) ASSERT_TRUE(crowd.add(puppet({0, 10.0 * k})));
    CrowdObserver observer(crowd);
    run(crowd, observer, 5, 0.5);
    // Five moves are four turns and three changes, of agent 1 alone. Four agents are fast enough, for 2.5 s each.
    EXPECT_DOUBLE_EQ(observer.metrics().jitter, 3 / (4 * 2.5));
}

TEST(CrowdMetrics, StraightnessIsTheDistanceOverTheLengthWalked)
{
    Crowd crowd(openWorld(), {.steering = seek()});
    // One walks 10 m to its goal; one 3 m east, then 4 m north: two legs, each straight.
    ASSERT_TRUE(crowd.add({.position = {0, 0}, .goal = Vec2{10, 0}}));
    ASSERT_TRUE(crowd.add({.position = {0, 20}, .goal = Goal::points({{3, 20}, {3, 24}})}));
    CrowdObserver observer(crowd);
    run(crowd, observer, 100, 0.1);
    EXPECT_EQ(observer.metrics().arrived, 2u);
    EXPECT_NEAR(observer.metrics().mean_straightness, 1, 0.01);
    EXPECT_LE(observer.metrics().mean_straightness, 1);
}

TEST(CrowdMetrics, ADetourCountsAgainstStraightness)
{
    // Three metres north, then east to the goal four metres away: 5 m apart, 7 m walked.
    Crowd crowd = makePuppetCrowd([](AgentId, std::uint64_t tick) { return tick < 3 ? Vec2{0, 1} : Vec2{1, 0}; });
    AgentOptions agent = puppet({0, 0});
    agent.goal = Vec2{4, 3};
    ASSERT_TRUE(crowd.add(agent));
    CrowdObserver observer(crowd);
    double walked = 0;
    while (observer.metrics().arrived == 0 && crowd.tick() < 10)
    {
        run(crowd, observer, 1, 1);
        walked += 1;
    }
    const Vec2 end = crowd.positions()[0];
    EXPECT_NEAR(observer.metrics().mean_straightness, length(end) / walked, 1e-6);
    EXPECT_NEAR(observer.metrics().mean_travel_time, walked, 1e-9);
    EXPECT_NEAR(observer.metrics().max_travel_time, walked, 1e-9);
}

TEST(CrowdMetrics, WhoLeavesHasArrivedAndItsLastMoveCounts)
{
    Crowd crowd(openWorld(), {.steering = seek()});
    AgentOptions agent{.position = {0, 0}, .goal = Goal::area({{2, -1}, {4, -1}, {4, 1}, {2, 1}}), .leaves_at_goal = true};
    ASSERT_TRUE(crowd.add(agent));
    // The line is where the area begins: it is crossed in the very tick in which the agent leaves.
    CrowdObserver observer(crowd, {.lines = {{"exit", {2, 1}, {2, -1}}}});
    run(crowd, observer, 40, 0.1);
    EXPECT_EQ(crowd.size(), 0u);
    EXPECT_EQ(observer.metrics().arrived, 1u);
    EXPECT_EQ(observer.metrics().left, 1u);
    EXPECT_EQ(observer.metrics().lines[0].forward, 1u);
    EXPECT_EQ(observer.metrics().lines[0].backward, 0u);
    EXPECT_NEAR(observer.metrics().mean_travel_time, 1.5, 0.11);
    EXPECT_NEAR(observer.metrics().mean_straightness, 1, 1e-6);
}

TEST(CrowdMetrics, SpeedIsAPartOfWhatEachLikes)
{
    Crowd crowd = makePuppetCrowd([](AgentId id, std::uint64_t) { return Vec2{id == 1 ? 1.0 : 3.0, 0}; });
    ASSERT_TRUE(crowd.add(puppet({0, 0}, 0.25, 2)));
    ASSERT_TRUE(crowd.add(puppet({0, 5}, 0.25, 4)));
    CrowdObserver observer(crowd);
    run(crowd, observer, 4, 0.25);
    EXPECT_DOUBLE_EQ(observer.metrics().mean_speed, (0.5 + 0.75) / 2);
    EXPECT_DOUBLE_EQ(observer.series()[3].mean_speed, (0.5 + 0.75) / 2);
    EXPECT_DOUBLE_EQ(observer.metrics().kinetic_energy, (0.5 + 4.5) / 2);
}

TEST(CrowdMetrics, StuckAgentsAreCountedOnceAndPerTick)
{
    // Both stand still; after five seconds they are stuck. One gets going again.
    Crowd crowd = makePuppetCrowd([](AgentId id, std::uint64_t tick) { return Vec2{id == 1 && tick >= 8 ? 1.0 : 0.0, 0}; });
    ASSERT_TRUE(crowd.add(puppet({0, 0})));
    ASSERT_TRUE(crowd.add(puppet({0, 5})));
    CrowdObserver observer(crowd);
    std::uint64_t expected = 0;
    for (int tick = 0; tick < 12; ++tick)
    {
        run(crowd, observer, 1, 1);
        for (const AgentStatus status : crowd.statuses()) expected += status == AgentStatus::stuck;
    }
    EXPECT_GT(expected, 5u);
    EXPECT_EQ(observer.metrics().stuck_agent_ticks, expected);
    EXPECT_EQ(observer.metrics().stuck_agents, 2u);
    EXPECT_EQ(observer.metrics().stuck, 1u);
}

TEST(CrowdMetrics, ADividedStepIsOneObservation)
{
    Crowd crowd(openWorld(), {.steering = seek(), .max_step = 0.1});
    ASSERT_TRUE(crowd.add({.position = {0, 0}, .goal = Vec2{50, 0}, .speed = 1}));
    CrowdObserver observer(crowd, {.lines = {{"", {2.5, 1}, {2.5, -1}}}});
    run(crowd, observer, 5, 1);
    EXPECT_EQ(crowd.tick(), 50u);
    EXPECT_EQ(observer.metrics().ticks, 5u);
    EXPECT_NEAR(observer.metrics().seconds, 5, 1e-9);
    EXPECT_EQ(observer.metrics().lines[0].forward, 1u);
    EXPECT_NEAR(observer.metrics().lines[0].first_at, 3, 1e-9);
}

TEST(CrowdMetrics, AgentsComeAndGoWithoutATrace)
{
    Crowd crowd = makePuppetCrowd([](AgentId, std::uint64_t) { return Vec2{1, 0}; });
    ASSERT_TRUE(crowd.add(puppet({-0.5, 0})));
    CrowdObserver observer(crowd, {.lines = {{"", {0, 1}, {0, -1}}}});
    // Away for a tick and back on the other side of the line: nobody crossed it.
    const AgentState state = crowd.take(1);
    run(crowd, observer, 1, 1);
    ASSERT_TRUE(crowd.put(state));
    ASSERT_TRUE(crowd.add(puppet({5, 5})));
    run(crowd, observer, 2, 1);
    EXPECT_EQ(observer.metrics().lines[0].forward, 0u);
    EXPECT_EQ(observer.metrics().agent_ticks, 4u);
}

TEST(CrowdMetrics, NumbersDoNotDependOnTheOrderOfAgents)
{
    const auto observe = [](bool is_reversed) {
        Crowd crowd(openWorld(), {});
        for (AgentId k = 1; k <= 300; ++k)
        {
            const AgentId id = is_reversed ? 301 - k : k;
            Random random(5, id);
            const double x = random.uniform(-20, 20);
            const double y = random.uniform(-20, 20);
            EXPECT_TRUE(crowd.add({.position = {x, y}, .goal = Vec2{-x, -y}, .id = id}));
        }
        const auto goStraight = [](Vec2 from, Vec2 to, double, std::uint32_t, std::vector<Vec2>& points) {
            points = {from, to};
            return distance(from, to);
        };
        CrowdObserver observer(
            crowd, {.lines = {{"", {-5, 0}, {5, 1}}}, .areas = {{"", {{-5, -5}, {5, -5}, {0, 5}}}}, .shortest_path = goStraight});
        run(crowd, observer, 200, 0.1);
        return observer.metrics();
    };
    const CrowdMetrics a = observe(false);
    const CrowdMetrics b = observe(true);
    EXPECT_EQ(a.mean_speed, b.mean_speed);
    EXPECT_EQ(a.kinetic_energy, b.kinetic_energy);
    EXPECT_EQ(a.jitter, b.jitter);
    EXPECT_EQ(a.mean_straightness, b.mean_straightness);
    EXPECT_EQ(a.mean_travel_time, b.mean_travel_time);
    EXPECT_EQ(a.entropy, b.entropy);
    EXPECT_EQ(a.max_agent_overlap, b.max_agent_overlap);
    EXPECT_EQ(a.areas[0].mean_speed, b.areas[0].mean_speed);
    EXPECT_EQ(a.areas[0].mean_density, b.areas[0].mean_density);
    EXPECT_EQ(a.lines[0].flow, b.lines[0].flow);
    EXPECT_EQ(a.mean_detour, b.mean_detour);
    EXPECT_EQ(a.drift, b.drift);
    EXPECT_EQ(a.without_progress, b.without_progress);
    EXPECT_EQ(a.heading_change, b.heading_change);
    EXPECT_EQ(a.jerk, b.jerk);
    EXPECT_EQ(a.max_turns, b.max_turns);
    EXPECT_EQ(a.rest_speed, b.rest_speed);
    EXPECT_EQ(a.longest_stay, b.longest_stay);
    EXPECT_EQ(a.speed_in_sixths, b.speed_in_sixths);
    EXPECT_EQ(a.lines[0].lateral_use, b.lines[0].lateral_use);
    EXPECT_EQ(a.lines[0].queue_left, b.lines[0].queue_left);
    EXPECT_GT(a.lines[0].forward, 0u);
    EXPECT_GT(a.arrived, 0u);
}

TEST(CrowdMetrics, AnEmptyCrowdGivesZeros)
{
    Crowd crowd(openWorld());
    CrowdObserver observer(crowd, {.lines = {{"l", {0, 0}, {1, 0}}}, .areas = {{"a", {{0, 0}, {1, 0}, {0, 1}}}}});
    EXPECT_EQ(observer.metrics().ticks, 0u);
    run(crowd, observer, 2, 0.1);
    const CrowdMetrics metrics = observer.metrics();
    EXPECT_EQ(metrics.ticks, 2u);
    EXPECT_EQ(metrics.mean_speed, 0);
    EXPECT_EQ(metrics.entropy, 0);
    EXPECT_EQ(metrics.covered_part, 0);
    EXPECT_EQ(metrics.lines[0].flow, 0);
    EXPECT_EQ(metrics.areas[0].mean_density, 0);
}

TEST(CrowdMetrics, SecondsAreTicksTimesTheirLength)
{
    Crowd crowd(openWorld());
    CrowdObserver observer(crowd);
    run(crowd, observer, 1200, 0.1);
    EXPECT_EQ(observer.metrics().seconds, 120.0);
}

} // namespace
} // namespace clearway
