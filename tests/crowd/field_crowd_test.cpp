// SPDX-License-Identifier: MIT
// Crowds that follow fields and steer by local maps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <clearway/base/random.h>
#include <clearway/crowd.h>
#include <clearway/guide.h>
#include <clearway/navmesh.h>
#include <clearway/scene.h>
#include <clearway/steering.h>

#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::testScale;

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
        ASSERT_TRUE(ground.findRandomPoint(5, static_cast<std::uint64_t>(i), radius, kNone, at));
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
            // With a single field in memory, each is forgotten again and again; with no bytes, the solver as well.
            Crowd crowd(makeRoomsWorld({.max_fields = workers == 2 ? 1u : 16u, .max_bytes = workers == 4 ? 0u : 1u << 30}),
                        {.steering = localField(personal), .execution = {.worker_count = workers}});
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
            ASSERT_TRUE(crowd.world().ground->findRandomPoint(11, static_cast<std::uint64_t>(i), radius, kNone, from));
            ASSERT_TRUE(crowd.world().ground->findRandomPoint(12, static_cast<std::uint64_t>(i), radius, kNone, goal));
            const AgentId id = crowd.add({.position = from, .radius = radius, .goal = goal}).value();
            for (int tick = 0; tick < 600 && crowd.agent(id).status != AgentStatus::arrived; ++tick) crowd.step(0.1);
            EXPECT_EQ(crowd.agent(id).status, AgentStatus::arrived) << toString(behaviour) << " " << i << " radius " << radius;
        }
}

TEST(FieldCrowd, WalksAroundWater)
{
    OnFieldOptions options;
    options.terrain.push_back({{{6.5, 2}, {8, 2}, {8, 10}, {6.5, 10}}, Terrain::water});
    Crowd crowd(makeRoomsWorld(options), {.steering = orca()});
    const AgentId id = crowd.add({.position = {5, 8}, .goal = Vec2{15, 5}}).value();
    for (int tick = 0; tick < 400 && crowd.agent(id).status != AgentStatus::arrived; ++tick)
    {
        crowd.step(0.1);
        const Vec2 p = crowd.agent(id).position;
        EXPECT_FALSE(p.x > 6.9 && p.x < 7.6 && p.y > 2.4) << p.x << " " << p.y;
    }
    EXPECT_EQ(crowd.agent(id).status, AgentStatus::arrived);
}

TEST(FieldCrowd, NobodyIsPushedIntoWater)
{
    // Sixty go along a bank of which they fill the whole width.
    OnFieldOptions options;
    options.terrain.push_back({{{-1, 2}, {41, 2}, {41, 6}, {-1, 6}}, Terrain::water});
    SceneInput input;
    input.areas.push_back({.outline = {.points = {{0, 0}, {40, 0}, {40, 6}, {0, 6}}}});
    const Scene scene = buildScene(input).value();
    Crowd crowd(onField(buildNavMesh(scene).value(), scene, options).value(), {.steering = orca()});
    EXPECT_FALSE(crowd.add({.position = {5, 4}})) << "nobody stands in it either";
    for (int i = 0; i < 60; ++i)
        ASSERT_TRUE(crowd.add({.position = {1 + 0.6 * (i / 3), 0.4 + 0.6 * (i % 3)}, .goal = Vec2{i % 2 == 0 ? 38.0 : 2.0, 1}}));
    CrowdObserver observer(crowd, {.quantum = scene.frame().quantum, .keeps_series = false});
    for (int tick = 0; tick < 400; ++tick)
    {
        crowd.step(0.1);
        observer.observe(crowd);
        for (const Vec2 p : crowd.positions()) ASSERT_LE(p.y, 1.75 + 1e-6);
    }
    EXPECT_EQ(observer.metrics().outside, 0u);
}

/// A plain of 24 m by 12 m with a swamp in its middle, along the sides of cells, and perhaps a road that leads past it.
struct SwampPlain
{
    SwampPlain(const Box2& box, double cost, bool has_road)
        : swamp{{box.min.x, box.min.y}, {box.max.x, box.min.y}, {box.max.x, box.max.y}, {box.min.x, box.max.y}},
          scene(buildPlain())
    {
        options.terrain = {{swamp, Terrain::swamp}};
        const Vec2 low = {box.min.x - 2, box.max.y}, high = {box.max.x + 2, box.max.y + 1};
        if (has_road) options.terrain.push_back({{low, {high.x, low.y}, high, {low.x, high.y}}, Terrain::road});
        options.costs = {1, cost, kMayNotEnter, 0.5};
        options.cell_size = 0.25;
    }

    static Scene buildPlain()
    {
        SceneInput input;
        input.areas.push_back({.outline = {.points = {{0, 0}, {24, 0}, {24, 12}, {0, 12}}}});
        return buildScene(input).value();
    }
    double measureSwamp(std::span<const Vec2> points) const
    {
        double sum = 0;
        for (std::size_t i = 1; i < points.size(); ++i)
            if (classifyPoint(swamp, interpolate(points[i - 1], points[i], 0.5)) == Side::inside)
                sum += distance(points[i - 1], points[i]);
        return sum;
    }
    /// Of the field itself.
    Path findWay(Vec2 from, Vec2 goal, double radius) const
    {
        FieldGridOptions grid{
            .cell_size = options.cell_size, .radius = radius, .terrain = options.terrain, .costs = options.costs};
        return buildField(buildFieldGrid(scene, grid).value(), goal).value().findPath(from);
    }
    /// Of somebody alone who follows it; empty when it does not arrive.
    std::vector<Vec2> walk(Vec2 from, Vec2 goal, double radius) const
    {
        Crowd crowd(onField(buildNavMesh(scene).value(), scene, options).value(), {.steering = seek()});
        const AgentId id = crowd.add({.position = from, .radius = radius, .goal = goal}).value();
        std::vector<Vec2> points = {from};
        for (int tick = 0; tick < 1500 && crowd.agent(id).status != AgentStatus::arrived; ++tick)
        {
            crowd.step(0.05);
            points.push_back(crowd.agent(id).position);
        }
        return crowd.agent(id).status == AgentStatus::arrived ? points : std::vector<Vec2>{};
    }

    Ring swamp;
    Scene scene;
    OnFieldOptions options;
};

TEST(FieldCrowd, NobodyCutsThroughASwampThatItsFieldGoesAround)
{
    Random random(3);
    const auto onCells = [&](double low, double high) { return std::round(4 * random.uniform(low, high)) / 4; };
    for (int i = 0; i < 30 * testScale(); ++i)
    {
        const Box2 swamp = {{onCells(4, 9), onCells(0, 3)}, {onCells(13, 19), onCells(7, 11)}};
        const SwampPlain plain(swamp, i % 2 == 0 ? 100 : 400, i % 4 < 2);
        const Vec2 from = {random.uniform(1, 3.5), random.uniform(1, 11)},
                   goal = {random.uniform(19.5, 23), random.uniform(1, 11)};
        const Path way = plain.findWay(from, goal, 0.25);
        ASSERT_TRUE(way.isComplete());
        const std::vector<Vec2> walked = plain.walk(from, goal, 0.25);
        ASSERT_FALSE(walked.empty()) << i;
        EXPECT_LE(plain.measureSwamp(walked), plain.measureSwamp(computePlanarPoints(way)) + 0.6) << i;
    }
}

TEST(FieldCrowd, CornersAreStillCutWhereTheGroundCostsTheSame)
{
    // All of the way lies in the swamp, or none of it: terrain makes no difference then.
    const SwampPlain plain({{6, 1}, {18, 9}}, 100, true);
    for (const auto& [from, goal] : {std::pair<Vec2, Vec2>{{8, 3}, {14, 7}}, {{2, 1}, {5, 11}}})
    {
        const std::vector<Vec2> walked = plain.walk(from, goal, 0.25);
        ASSERT_FALSE(walked.empty());
        double sum = 0;
        for (std::size_t i = 1; i < walked.size(); ++i) sum += distance(walked[i - 1], walked[i]);
        EXPECT_LE(sum, 1.1 * distance(from, goal));
    }
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
        EXPECT_EQ(crowd.agent(id).status, AgentStatus::stuck);
        EXPECT_EQ(crowd.agent(id).reason, StuckReason::unreachable);
    }
}

// ---- large agents

/// A hall with a wall across it, and a door `width` wide in the wall.
Scene buildHallWithDoor(double side, double width)
{
    SceneInput input;
    input.areas.push_back({.outline = {.points = {{0, 0}, {side, 0}, {side, side}, {0, side}}}});
    const double from = (side - width) / 2, to = (side + width) / 2, x = side / 2;
    input.obstacles.push_back({.outline = {.points = {{x, 0}, {x + 1, 0}, {x + 1, from}, {x, from}}}});
    input.obstacles.push_back({.outline = {.points = {{x, to}, {x + 1, to}, {x + 1, side}, {x, side}}}});
    return buildScene(input).value();
}

TEST(FieldCrowd, LargeAgentsGoThroughDoorsAQuarterOfTheirRadiusWiderThanThey)
{
    for (const double radius : {0.9, 1.0, 1.05, 2.0, 3.0, 7.9})
        for (const double step : {OnFieldOptions().radius_step, 0.0})
        {
            // The radius may count as an eighth more.
            const double width = 2 * 1.125 * radius + std::max(0.25, 1.125 * radius / 4) + 0.05;
            const Scene scene = buildHallWithDoor(20 * radius, width);
            Crowd crowd(onField(buildNavMesh(scene).value(), scene, {.radius_step = step}).value(), {.steering = seek()});
            const Vec2 goal = {16 * radius, 3 * radius};
            const AgentId id = crowd.add({.position = {3 * radius, 12 * radius}, .radius = radius, .goal = goal}).value();
            for (int tick = 0; tick < 2000 && crowd.agent(id).status != AgentStatus::arrived; ++tick) crowd.step(0.1);
            EXPECT_EQ(crowd.agent(id).status, AgentStatus::arrived) << "radius " << radius << " step " << step;
        }
}

TEST(FieldCrowd, FieldsOfLargeAgentsTakeAFractionOfThoseOfSmallOnes)
{
    const auto measure = [](double radius) {
        const Scene scene = buildHallWithDoor(60, 20);
        Crowd crowd(onField(buildNavMesh(scene).value(), scene).value(), {.steering = seek()});
        (void)crowd.add({.position = {10, 20}, .radius = radius, .goal = Vec2{50, 20}}).value();
        crowd.step(0.1);
        return crowd.world().guide->memoryBytes();
    };
    EXPECT_LT(measure(3), measure(0.25) / 8);
    EXPECT_LT(measure(6), measure(3) / 3);
}

TEST(FieldCrowd, WhatWouldTakeTooMuchMemoryIsRefusedWithTheNumberOfCells)
{
    SceneInput input;
    input.areas.push_back({.outline = {.points = {{0, 0}, {1900, 0}, {1900, 1900}, {0, 1900}}}});
    const Scene scene = buildScene(input).value();
    const NavMesh mesh = buildNavMesh(scene).value();
    const Result<World> refused = onField(mesh, scene, {.cell_size = 0.25});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("57760000 cells of 0.25 m takes about 23.1 GB"), std::string::npos)
        << refused.error().message;
    EXPECT_TRUE(onField(mesh, scene)) << "of cells that nobody asked for, larger ones are chosen";
    const FieldSolverOptions little = {.max_bytes = 1 << 20};
    EXPECT_FALSE(onField(mesh, scene, {.solver = little}));
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
    EXPECT_FALSE(onField(mesh, scene, {.goal_sight = -1}));
    EXPECT_FALSE(onField(mesh, scene, {.eps = nan}));
    EXPECT_FALSE(onField(mesh, scene, {.max_fields = 0}));
    EXPECT_FALSE(onField(mesh, scene, {.solver = {.tolerance = 0}}));
    EXPECT_FALSE(onField(mesh, scene, {.solver = {.method = FieldSolverOptions::Method::elimination, .max_bytes = 10}}));
}

} // namespace
} // namespace clearway
