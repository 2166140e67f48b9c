// SPDX-License-Identifier: MIT
// Crowds that are led along corridors: walkers alone keep to their balls.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <clearway/base/random.h>
#include <clearway/corridor.h>
#include <clearway/crowd.h>
#include <clearway/guide.h>
#include <clearway/navmesh.h>
#include <clearway/steering.h>

#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::testScale;
using Drive = SocialForceOptions::Drive;

World buildCorridorWorld(const Scene& scene, const OnCorridorMapOptions& options = {})
{
    return onCorridorMap(buildNavMesh(scene).value(), buildCorridorMap(scene).value(), options).value();
}

std::shared_ptr<const Steering> makeModel(std::string_view name)
{
    return name == "attraction" ? socialForce({.drive = Drive::attraction}) : findSteering(name);
}

// ---- one hash

void populate(Crowd& crowd, int count)
{
    const Ground& ground = *crowd.world().ground;
    for (int i = 0; i < count; ++i)
    {
        Random random(3, static_cast<std::uint64_t>(i));
        const double radius = random.uniform(0.15, 0.35);
        Vec2 at;
        ASSERT_TRUE(ground.findRandomPoint(5, static_cast<std::uint64_t>(i), radius, kNone, at));
        crowd.add({.position = at, .radius = radius, .goal = Goal::random(7)}).value();
    }
}

std::uint64_t runFor(Crowd& crowd, int ticks)
{
    for (int tick = 0; tick < ticks; ++tick) crowd.step(0.1);
    return crowd.computeHash();
}

TEST(CorridorCrowd, HashesTheSameForEveryWorkerCountAndAfterBeingSaved)
{
    const World world = buildCorridorWorld(buildScene("rooms").value());
    for (const std::string_view name : {"orca", "hidac", "social_force", "attraction"})
    {
        Crowd alone(world, {.steering = makeModel(name)});
        populate(alone, 800);
        runFor(alone, 40);
        ByteWriter writer;
        alone.save(writer);
        const std::uint64_t expected = runFor(alone, 40);

        Crowd restored(buildCorridorWorld(buildScene("rooms").value()), {.steering = makeModel(name)});
        ByteReader reader(writer.bytes());
        ASSERT_TRUE(restored.restore(reader).ok()) << name;
        EXPECT_EQ(runFor(restored, 40), expected) << name; // no plan was remembered

        for (const int workers : {2, 3, 8})
        {
            Crowd crowd(world, {.steering = makeModel(name), .execution = {.worker_count = workers}});
            populate(crowd, 800);
            EXPECT_EQ(runFor(crowd, 80), expected) << name << ' ' << workers;
        }
    }
}

TEST(CorridorCrowd, IsNotRestoredWithAnotherGuide)
{
    const Scene scene = buildScene("rooms").value();
    Crowd crowd(buildCorridorWorld(scene));
    populate(crowd, 20);
    runFor(crowd, 5);
    ByteWriter writer;
    crowd.save(writer);
    Crowd other(onNavMesh(buildNavMesh(scene).value()));
    ByteReader reader(writer.bytes());
    EXPECT_FALSE(other.restore(reader).ok());
}

// ---- walkers alone

/// How far a point is from the balls of the row; negative in one of them.
double computeDistance(const std::vector<CorridorMap::Sample>& row, Vec2 p)
{
    double least = std::numeric_limits<double>::infinity();
    for (const CorridorMap::Sample& ball : row) least = std::min(least, distance(p, ball.position) - ball.clearance);
    return least;
}

/// How far the disc reaches out of the corridor, which is all balls of the row together; 0 or less when it does not. Most discs
/// lie in one ball; where it is tight they lie across two, which the rim shows.
double computeExcess(const std::vector<CorridorMap::Sample>& row, Vec2 p, double radius)
{
    const double of_one = computeDistance(row, p) + radius;
    if (of_one <= 0) return of_one;
    double most = -std::numeric_limits<double>::infinity();
    for (int i = 0; i < 720; ++i)
    {
        const double angle = i * std::numbers::pi / 360;
        most = std::max(most, computeDistance(row, p + Vec2{std::cos(angle), std::sin(angle)} * radius));
    }
    return most;
}

struct LoneWalks
{
    int count = 0;
    int arrived = 0;
    int plans = 0;
    double excess = -1;
    double slowest = 0; ///< time over that of the backbone at full speed
    std::string fault;
};

/// There and back again, with the published force alone.
void walkBothWays(const World& world, CorridorFinder& finder, Vec2 a, Vec2 b, double radius, LoneWalks& walks)
{
    Crowd crowd(world, {.steering = socialForce({.drive = Drive::attraction, .wall_strength = 0, .fluctuation = 0})});
    const auto id = crowd.add({.position = a, .radius = radius, .goal = b, .speed = 1.2});
    if (!id) return;
    for (const Vec2 goal : {b, a})
    {
        const Vec2 from = crowd.agent(id.value()).position;
        const Corridor corridor = finder.find(from, goal, {.radius = radius});
        if (!corridor) return;
        const std::vector<CorridorMap::Sample> row = corridor.backbone();
        ASSERT_TRUE(crowd.setGoal(id.value(), goal).ok());
        ++walks.count;
        const double limit =
            4 * (corridor.length() + distance(from, row.front().position) + distance(goal, row.back().position)) / 1.2 + 20;
        double time = 0;
        for (; time < limit && (time == 0 || crowd.agent(id.value()).status != AgentStatus::arrived); time += 0.1)
        {
            crowd.step(0.1);
            for (const CrowdEvent& event : crowd.events()) walks.plans += event.kind == CrowdEvent::Kind::planned;
            const double excess = computeExcess(row, crowd.agent(id.value()).position, radius);
            if (excess > walks.excess)
            {
                walks.excess = excess;
                const Vec2 p = crowd.agent(id.value()).position;
                if (excess > 1e-6)
                    walks.fault = "radius " + std::to_string(radius) + " at " + std::to_string(p.x) + " " + std::to_string(p.y);
            }
        }
        walks.slowest = std::max(walks.slowest, time / (corridor.length() / 1.2 + 5));
        if (crowd.agent(id.value()).status != AgentStatus::arrived)
        {
            walks.fault += " did not arrive: radius " + std::to_string(radius) + " from " + std::to_string(from.x) + " " +
                           std::to_string(from.y) + " to " + std::to_string(goal.x) + " " + std::to_string(goal.y);
            return;
        }
        ++walks.arrived;
    }
}

TEST(CorridorCrowd, AWalkerAloneNeverLeavesItsCorridorBothWays)
{
    LoneWalks walks;
    for (const char* name : {"rooms", "maze", "donut", "ill_conditioned", "cross"})
    {
        const Scene scene = buildScene(name).value();
        const World world = buildCorridorWorld(scene);
        const CorridorMap map = buildCorridorMap(scene).value();
        CorridorFinder finder(map);
        for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(12 * testScale()); ++seed)
        {
            Vec2 a, b;
            Footing footing;
            if (!world.ground->findRandomPoint(seed, 1, 0.2, kNone, a) || !world.ground->hasRoom(a, 0.2, -1, footing)) continue;
            if (!world.ground->findRandomPoint(seed, 2, 0.2, footing.face, b)) continue;
            // As wide as the rows are valid for, or smaller.
            Corridor corridor = finder.find(a, b, {.radius = 0.2});
            if (!corridor) continue;
            double valid = std::min(map.diagram().findNearest(a).distance, map.diagram().findNearest(b).distance);
            for (const Corridor::Piece& piece : corridor.pieces()) valid = std::min(valid, map.edges()[piece.edge].valid_radius);
            walkBothWays(world, finder, a, b, 0.2, walks);
            if (corridor.head().empty() && valid > 0.2) walkBothWays(world, finder, a, b, valid, walks);
        }
    }
    EXPECT_GT(walks.count, 100);
    EXPECT_EQ(walks.arrived, walks.count) << walks.fault;
    EXPECT_LE(walks.excess, 1e-6) << walks.fault;
    EXPECT_EQ(walks.plans, walks.count) << walks.fault; // nobody had to plan anew
    RecordProperty("slowest", std::to_string(walks.slowest));
}

} // namespace
} // namespace clearway
