// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <vector>

#include <clearway/crowd.h>
#include <clearway/guide.h>
#include <clearway/steering.h>

#include "tests/crowd/puppets.h"
#include "tests/support/scale.h"
#include "tests/support/surfaces.h"

namespace clearway {
namespace {

/// Agents at random places, none in another.
std::vector<SurfacePlace> findPlaces(const SurfaceMesh& mesh, const Ground& ground, const SurfaceChart& chart, double radius,
                                     std::size_t count, std::uint64_t seed = 7)
{
    const SurfaceQuery query(mesh);
    std::vector<SurfacePlace> places;
    for (std::uint64_t i = 0; places.size() < count && i < 100 * count; ++i)
    {
        const SurfacePlace place = query.findRandomPlace({.seed = seed, .index = i});
        const bool is_free = std::ranges::none_of(
            places, [&](const SurfacePlace& other) { return distance(other.position, place.position) < 2.1 * radius; });
        if (is_free && ground.stand(chart.toChart(place), radius, -1)) places.push_back(place);
    }
    return places;
}

std::size_t countArrived(const Crowd& crowd)
{
    return static_cast<std::size_t>(std::ranges::count(crowd.statuses(), AgentStatus::arrived));
}

struct Journey
{
    std::size_t count = 0;
    double radius = 0.25;
    double seconds = 400;
    double most_overlap = 0.01; ///< of the radius
    std::uint64_t seed = 7;
};

/// Everybody from a random place to the ground that is nearest to its mirror image in `center`.
void sendAcross(const SurfaceMesh& mesh, Vec3 center, const Journey& journey)
{
    const SurfaceWorld world = onSurface(mesh).value();
    const SurfaceQuery query(mesh);
    Crowd crowd(world.world);
    for (const SurfacePlace& place :
         findPlaces(mesh, *world.world.ground, world.chart, journey.radius, journey.count, journey.seed))
    {
        const Vec2 goal = world.chart.toChart(query.findNearest(center * 2 - place.position));
        crowd.add({.position = world.chart.toChart(place), .radius = journey.radius, .goal = goal}).value();
    }
    ASSERT_EQ(crowd.size(), journey.count);
    CrowdObserver observer(crowd);
    while (crowd.time() < journey.seconds && countArrived(crowd) < journey.count)
    {
        crowd.step(0.1);
        observer.observe(crowd);
        if (crowd.tick() % 20 != 0) continue;
        for (const Vec2 position : crowd.positions())
        {
            const SurfacePlace place = world.chart.toPlace(position);
            ASSERT_TRUE(place);
            ASSERT_LT(distance(place.position, query.findNearest(place.position).position), 1e-6);
        }
    }
    const CrowdMetrics metrics = observer.metrics();
    EXPECT_EQ(countArrived(crowd), journey.count);
    EXPECT_LE(metrics.max_relative_overlap, journey.most_overlap);
    EXPECT_EQ(metrics.outside, 0u);
    EXPECT_EQ(metrics.not_finite, 0u);
}

TEST(SurfaceCrowd, AllArriveAtTheOtherSideOfAPlanet)
{
    sendAcross(test::makeBuiltInSurface("sphere", 0.25), {}, {.count = 1000});
}

TEST(SurfaceCrowd, AllArriveAtTheOtherSideOfACubeAndATorus)
{
    sendAcross(test::makeBuiltInSurface("cube", 0.1), {5, 5, 5}, {.count = 60, .radius = 0.2});
    sendAcross(test::makeBuiltInSurface("torus", 0.2), {}, {.count = 60, .radius = 0.2});
}

TEST(SurfaceCrowd, APackRoundTheCornerOfACubeComesToRestAndHardlyOverlaps)
{
    // The cube has a corner at the origin: it is nearest to every mirror image, and all want to stand there.
    const SurfaceMesh mesh = test::makeBuiltInSurface("cube", 0.1);
    for (int seed = 1; seed <= 16 * test::testScale(); ++seed)
    {
        SCOPED_TRACE(seed);
        sendAcross(mesh, {},
                   {.count = 60, .radius = 0.2, .seconds = 120, .most_overlap = 0.15, .seed = static_cast<std::uint64_t>(seed)});
    }
}

/// How often people touch who walk from one random place to the next.
std::uint64_t countContacts(const SurfaceMesh& mesh, std::size_t count, std::uint64_t seed)
{
    const SurfaceWorld world = onSurface(mesh).value();
    Crowd crowd(world.world);
    for (const SurfacePlace& place : findPlaces(mesh, *world.world.ground, world.chart, 0.25, count, seed))
        crowd.add({.position = world.chart.toChart(place), .radius = 0.25, .goal = Goal::random(5)}).value();
    CrowdObserver observer(crowd);
    while (crowd.time() < 20)
    {
        crowd.step(0.1);
        observer.observe(crowd);
    }
    return observer.metrics().agent_contacts;
}

TEST(SurfaceCrowd, NobodyIsOverlookedBehindAnEdgeThatIsSharperThanARightAngle)
{
    // Two half-planes that meet in an edge, turned so far against each other.
    for (const double degrees : {90.0, 95.0, 110.0})
    {
        const Vec2 down{std::cos(degrees * std::numbers::pi / 180), -std::sin(degrees * std::numbers::pi / 180)};
        const SurfaceMesh mesh = test::makeWholeSurface(test::makeGrid(
            10, 10, [&](double i, double k) { return i < 5 ? Vec3{i - 5, k, 0} : Vec3{(i - 5) * down.x, k, (i - 5) * down.y}; }));
        for (std::uint64_t seed = 1; seed <= 3; ++seed)
            EXPECT_EQ(countContacts(mesh, 60, seed), 0u) << degrees << " degrees, seed " << seed;
    }
}

TEST(SurfaceCrowd, PeopleWhoClimbTheWallsOfTheRampKeepApart)
{
    const SurfaceMesh mesh = test::makeBuiltInSurface("ramp", 1);
    for (std::uint64_t seed = 1; seed <= 4; ++seed) EXPECT_EQ(countContacts(mesh, 100, seed), 0u) << seed;
}

TEST(SurfaceCrowd, ASmallAgentCrossesLargeTriangles)
{
    // Parts of its path are longer than it looks ahead.
    const SurfaceMesh mesh = test::makeBuiltInSurface("sphere", 0.02);
    sendAcross(mesh, {}, {.count = 20, .radius = 0.05});
}

TEST(SurfaceCrowd, TwoWhoMeetOnAPlanetPassWithoutTouching)
{
    const SurfaceMesh mesh = test::makeBuiltInSurface("sphere", 1);
    const SurfaceWorld world = onSurface(mesh).value();
    const SurfaceQuery query(mesh);
    const Vec2 a = world.chart.toChart(query.findNearest({10, 3, 0.1})), b = world.chart.toChart(query.findNearest({3, 10, 0.1}));
    Crowd crowd(world.world);
    const AgentId first = crowd.add({.position = a, .goal = b}).value(), second = crowd.add({.position = b, .goal = a}).value();
    double nearest = 1e9;
    for (int tick = 0; tick < 300; ++tick)
    {
        crowd.step(0.1);
        nearest = std::min(nearest, distance(world.chart.toPlace(crowd.agent(first).position).position,
                                             world.chart.toPlace(crowd.agent(second).position).position));
    }
    EXPECT_EQ(countArrived(crowd), 2u);
    EXPECT_GE(nearest, 0.5);
    EXPECT_LT(nearest, 2); // they did meet
}

TEST(SurfaceCrowd, TwoOnTheFloorsOfAnOverpassDoNotMindEachOther)
{
    const SurfaceMesh mesh = test::makeBuiltInSurface("overpass", 1);
    const SurfaceWorld world = onSurface(mesh).value();
    const SurfaceQuery query(mesh);
    for (const SurfacePlace& below : findPlaces(mesh, *world.world.ground, world.chart, 0.3, 300))
    {
        const SurfaceQuery::RayHit ceiling = query.castRay(below.position + Vec3{0, 0, 0.01}, {0, 0, 1});
        if (!ceiling || ceiling.distance > 3) continue;
        const SurfaceQuery::RayHit above = query.castRay(ceiling.place.position + Vec3{0, 0, 0.01}, {0, 0, 1});
        if (!above || computeNormal(mesh, above.place.triangle).z < 0.5) continue;
        // So large that they would touch if there were no slab between.
        const double radius = ceiling.distance;
        const Vec2 low = world.chart.toChart(below), high = world.chart.toChart(above.place);
        if (!world.world.ground->stand(low, radius, -1) || !world.world.ground->stand(high, radius, -1)) continue;
        Crowd crowd(world.world);
        const AgentId id = crowd.add({.position = low, .radius = radius}).value();
        crowd.add({.position = high, .radius = radius}).value();
        CrowdObserver observer(crowd);
        for (int tick = 0; tick < 10; ++tick) crowd.step(0.1), observer.observe(crowd);
        EXPECT_EQ(crowd.agent(id).position, low);
        EXPECT_EQ(observer.metrics().agent_contacts, 0u);
        return;
    }
    FAIL() << "there is no place under the overpass";
}

TEST(SurfaceCrowd, AgentsKeepOffTheBordersOfCutGroundAndGetWhereTheyWant)
{
    for (const SurfaceMesh& mesh : {test::makeBuiltInSurface("ramp", 0.3, 3), test::makeCutSurface("terrain", 0.05, 0.1)})
    {
        const SurfaceWorld world = onSurface(mesh).value();
        const BorderClearance clearance = buildBorderClearance(mesh, 2).value();
        const double radius = 0.25;
        Crowd crowd(world.world);
        for (const SurfacePlace& place : findPlaces(mesh, *world.world.ground, world.chart, radius, 60))
            crowd.add({.position = world.chart.toChart(place), .radius = radius, .goal = Goal::random(3), .speed = 5}).value();
        ASSERT_GT(crowd.size(), 20u);
        std::size_t reached = 0, unreachable = 0;
        for (int tick = 0; tick < 600; ++tick)
        {
            crowd.step(0.1);
            for (const CrowdEvent& event : crowd.events())
            {
                reached += event.kind == CrowdEvent::Kind::next_goal;
                unreachable += event.kind == CrowdEvent::Kind::unreachable;
            }
            for (const Vec2 position : crowd.positions())
                ASSERT_GE(clearance.computeDistance(world.chart.toPlace(position)), radius - 1e-8);
        }
        EXPECT_GT(reached, unreachable);
        EXPECT_GT(reached, 10u);
    }
}

TEST(SurfaceCrowd, WhoStandsOnAnIsletTooSmallToWalkOnHasNoGoalItCanReach)
{
    MeshInput input = test::makeGrid(10, 10, [](double x, double y) { return Vec3{x, y, 0}; });
    const auto first = static_cast<std::uint32_t>(input.positions.size());
    for (const Vec2 p : {Vec2{20, 0}, Vec2{20.502, 0}, Vec2{20.502, 0.502}, Vec2{20, 0.502}})
        input.positions.push_back(atHeight(p));
    input.triangles.push_back({first, first + 1, first + 2});
    input.triangles.push_back({first, first + 2, first + 3});
    const SurfaceMesh mesh = test::makeWholeSurface(std::move(input));
    const SurfaceWorld world = onSurface(mesh).value();
    Crowd crowd(world.world);
    const SurfaceQuery query(mesh);
    const auto add = [&](Vec3 at) {
        const Vec2 position = world.chart.toChart(query.findNearest(at));
        return crowd.add({.position = position, .radius = 0.25, .goal = Goal::random(3)}).value();
    };
    const AgentId lost = add({20.251, 0.251, 0}), walker = add({5.1, 5.2, 0});
    int told = 0, reached_by_lost = 0, reached_by_walker = 0;
    for (int tick = 0; tick < 400; ++tick)
    {
        crowd.step(0.1);
        for (const CrowdEvent& event : crowd.events())
        {
            told += event.kind == CrowdEvent::Kind::unreachable;
            reached_by_lost += event.kind == CrowdEvent::Kind::next_goal && event.id == lost;
            reached_by_walker += event.kind == CrowdEvent::Kind::next_goal && event.id == walker;
        }
    }
    EXPECT_EQ(told, 1);
    EXPECT_EQ(reached_by_lost, 0);
    EXPECT_GT(reached_by_walker, 2);
    EXPECT_EQ(crowd.agent(lost).reason, StuckReason::unreachable);
    EXPECT_EQ(crowd.agent(walker).reason, StuckReason::none);
}

TEST(SurfaceCrowd, ManyWithOneGoalComeToRestRoundIt)
{
    const SurfaceMesh mesh = test::makeBuiltInSurface("sphere", 0.25);
    const SurfaceWorld world = onSurface(mesh).value();
    const Vec2 goal = world.chart.toChart(SurfaceQuery(mesh).findNearest({0, 0, 10}));
    Crowd crowd(world.world);
    for (const SurfacePlace& place : findPlaces(mesh, *world.world.ground, world.chart, 0.25, 30))
        crowd.add({.position = world.chart.toChart(place), .goal = goal}).value();
    for (int tick = 0; tick < 1500; ++tick) crowd.step(0.1);
    EXPECT_EQ(countArrived(crowd), 30u);
    for (const Vec2 position : crowd.positions()) EXPECT_LT(distance(world.chart.toPlace(position).position, {0, 0, 10}), 3.5);
}

void fill(Crowd& crowd, const SurfaceMesh& mesh, const SurfaceWorld& world)
{
    for (const SurfacePlace& place : findPlaces(mesh, *world.world.ground, world.chart, 0.25, 600))
        crowd.add({.position = world.chart.toChart(place), .goal = Goal::random(5)}).value();
}

TEST(SurfaceCrowd, HashesTheSameForEveryWorkerCount)
{
    for (const SurfaceMesh& mesh : {test::makeCutSurface("terrain", 0.05, 0.05), test::makeBuiltInSurface("cube", 0.1)})
    {
        const SurfaceWorld world = onSurface(mesh).value();
        std::vector<std::uint64_t> hashes;
        for (const int worker_count : {1, 2, 4})
        {
            Crowd crowd(world.world, {.execution = {.worker_count = worker_count}});
            fill(crowd, mesh, world);
            ASSERT_GE(crowd.size(), 512u); // or one chunk would be all
            for (int tick = 0; tick < 100; ++tick) crowd.step(0.1);
            hashes.push_back(crowd.computeHash());
        }
        EXPECT_EQ(hashes[0], hashes[1]);
        EXPECT_EQ(hashes[0], hashes[2]);
    }
}

TEST(SurfaceCrowd, GoesOnTheSameAfterItWasSavedAndRestored)
{
    const SurfaceMesh mesh = test::makeBuiltInSurface("torus", 0.2);
    const SurfaceWorld world = onSurface(mesh).value();
    Crowd crowd(world.world);
    fill(crowd, mesh, world);
    for (int tick = 0; tick < 60; ++tick) crowd.step(0.1);
    ByteWriter writer;
    crowd.save(writer);
    // Another world of equal ground, without any memory of paths.
    Crowd other(onSurface(mesh).value().world);
    ByteReader reader(writer.bytes());
    ASSERT_TRUE(other.restore(reader));
    EXPECT_EQ(other.computeHash(), crowd.computeHash());
    for (int tick = 0; tick < 60; ++tick)
    {
        crowd.step(0.1);
        other.step(0.1);
        ASSERT_EQ(other.computeHash(), crowd.computeHash()) << tick;
    }
    Crowd elsewhere(onSurface(test::makeBuiltInSurface("torus", 0.1)).value().world);
    ByteReader again(writer.bytes());
    EXPECT_FALSE(elsewhere.restore(again));
}

TEST(SurfaceCrowd, APushCarriesTheVelocityAlong)
{
    const SurfaceMesh mesh = test::makeBuiltInSurface("sphere", 0.25);
    const SurfaceWorld world = onSurface(mesh).value();
    const SurfaceQuery query(mesh);
    Crowd crowd(world.world);
    const Vec2 from = world.chart.toChart(query.findNearest({10, 0, 0})),
               goal = world.chart.toChart(query.findNearest({0, 10, 0}));
    const AgentId id = crowd.add({.position = from, .goal = goal}).value();
    for (int tick = 0; tick < 10; ++tick) crowd.step(0.1);
    const AgentView before = crowd.agent(id);
    const Vec3 velocity = world.chart.toSpace(before.position, before.velocity);
    // Three metres ahead: the velocity stays tangential, and turns with the ground.
    crowd.push(id, before.position + before.velocity * (3 / length(before.velocity))).value();
    const AgentView after = crowd.agent(id);
    const Vec3 carried = world.chart.toSpace(after.position, after.velocity);
    EXPECT_NE(after.footing.face, before.footing.face);
    EXPECT_NEAR(length(carried), length(velocity), 1e-6);
    EXPECT_NEAR(dot(normalized(carried), normalized(velocity)), std::cos(0.3), 0.02);
}

/// Walks on in the direction in which it first wanted to go, which it remembers.
class CompassSteering : public Steering
{
public:
    const char* name() const override { return "compass"; }
    Steering::Needs needs() const override
    {
        return {.neighbour_count = 0, .state_bytes = 16, .keeps_apart = false, .vector_at = 4};
    }
    void steer(const SteeringBlock& block) const override
    {
        for (int i = 0; i < block.count; ++i)
        {
            float memory[4]; // only the middle is a vector
            std::memcpy(memory, block.state + 16 * i, sizeof memory);
            if (memory[0] == 0)
            {
                memory[0] = memory[3] = 7;
                memory[1] = block.preferred_x[i];
                memory[2] = block.preferred_y[i];
                std::memcpy(block.state + 16 * i, memory, sizeof memory);
            }
            has_kept_the_rest_ &= memory[0] == 7 && memory[3] == 7;
            block.asked_x[i] = memory[1];
            block.asked_y[i] = memory[2];
        }
    }
    bool hasKeptTheRest() const { return has_kept_the_rest_; }

private:
    mutable bool has_kept_the_rest_ = true;
};

TEST(SurfaceCrowd, ADirectionThatAModelRemembersTurnsWithTheGround)
{
    const SurfaceMesh mesh = test::makeBuiltInSurface("sphere", 1);
    const SurfaceWorld world = onSurface(mesh).value();
    const SurfaceQuery query(mesh);
    const auto compass = std::make_shared<CompassSteering>();
    Crowd crowd(world.world, {.steering = compass});
    const SurfacePlace start = query.findNearest({10, 0.3, 0.2}), goal = query.findNearest({0.3, 10, 2});
    const AgentId id = crowd.add({.position = world.chart.toChart(start), .goal = world.chart.toChart(goal)}).value();
    crowd.step(0.1);
    const Vec3 first = world.chart.toPlace(crowd.agent(id).position).position;
    const Vec3 normal =
        normalized(cross(start.position, world.chart.toSpace(crowd.agent(id).position, crowd.agent(id).velocity)));
    double walked = 0;
    Vec3 last = first;
    for (int tick = 0; tick < 600; ++tick)
    {
        if (tick == 100)
        {
            // Pushed ahead, it goes on along the same circle.
            const AgentView view = crowd.agent(id);
            crowd.push(id, view.position + view.velocity * (2 / length(view.velocity))).value();
        }
        crowd.step(0.1);
        const Vec3 p = world.chart.toPlace(crowd.agent(id).position).position;
        ASSERT_LT(std::abs(dot(p, normal)), 0.5) << tick;
        walked += distance(last, p);
        last = p;
    }
    EXPECT_GT(walked, 60); // once round
    EXPECT_TRUE(compass->hasKeptTheRest());
}

TEST(SurfaceCrowd, ModelsWithAMemoryOfDirectionsWalkStraightOverEdges)
{
    const SurfaceMesh mesh = test::makeBuiltInSurface("sphere", 1);
    const SurfaceWorld world = onSurface(mesh).value();
    const SurfaceQuery query(mesh);
    const SurfacePlace start = query.findNearest({10, 0.3, 0.2}), goal = query.findNearest({-8, 5, 2});
    // Mostly by what it remembers.
    for (const auto& model : {hidac({.persistence = 0.95F, .attraction = 0.05F}), localField()})
    {
        Crowd crowd(world.world, {.steering = model});
        const AgentId id = crowd.add({.position = world.chart.toChart(start), .goal = world.chart.toChart(goal)}).value();
        double walked = 0;
        Vec3 last = start.position;
        while (crowd.time() < 60 && countArrived(crowd) == 0)
        {
            crowd.step(0.1);
            const Vec3 p = world.chart.toPlace(crowd.agent(id).position).position;
            walked += distance(last, p);
            last = p;
        }
        EXPECT_EQ(countArrived(crowd), 1u) << model->name();
        const double angle = std::acos(dot(normalized(start.position), normalized(goal.position)));
        EXPECT_LT(walked, 1.02 * 10 * angle) << model->name();
    }
}

TEST(SurfaceCrowd, WallContactsAreCountedAtBorders)
{
    // A strip that goes up a slope of one in one, so that nothing is as in the plane of the map.
    const SurfaceMesh mesh = test::makeWholeSurface(test::makeGrid(20, 20, [](double i, double k) { return Vec3{i, k, k}; }));
    const SurfaceWorld world = onSurface(mesh).value();
    const SurfaceQuery query(mesh);
    // 0.3 m from the left border, towards it at 1 m/s: 0.05 m too near after the first tick, 0.1 m after each that follows.
    const Vec2 at_border = world.chart.toChart(query.findNearest({0.3, 10.1, 10.1}));
    const Vec2 inside = world.chart.toChart(query.findNearest({10, 10.1, 10.1}));
    const Vec3 left{-1, 0, 0};
    Crowd crowd = test::makePuppetCrowd(
        [&](AgentId id, std::uint64_t) { return world.chart.toPlane(id == 1 ? at_border : inside, left); }, world.world);
    const auto add = [&](Vec2 position) {
        AgentOptions agent = test::puppet(position);
        agent.goal = inside;
        return crowd.add(agent).value();
    };
    ASSERT_EQ(add(at_border), 1u);
    add(inside);
    CrowdObserver observer(crowd);
    crowd.step(0.1);
    observer.observe(crowd);
    EXPECT_EQ(observer.metrics().wall_contacts, 1u);
    EXPECT_NEAR(observer.metrics().max_wall_overlap, 0.05, 1e-6);
    for (int tick = 0; tick < 9; ++tick)
    {
        crowd.step(0.1);
        observer.observe(crowd);
    }
    EXPECT_EQ(observer.metrics().wall_contacts, 10u);
    EXPECT_NEAR(observer.metrics().max_wall_overlap, 0.1, 1e-6);
    EXPECT_EQ(observer.metrics().outside, 0u);
    // In one stride over the border: the whole way beyond counts.
    Crowd hasty =
        test::makePuppetCrowd([&](AgentId, std::uint64_t) { return world.chart.toPlane(at_border, left); }, world.world);
    AgentOptions agent = test::puppet(at_border);
    agent.goal = inside;
    hasty.add(agent).value();
    CrowdObserver second(hasty);
    hasty.step(0.8);
    second.observe(hasty);
    EXPECT_EQ(second.metrics().wall_contacts, 1u);
    EXPECT_NEAR(second.metrics().max_wall_overlap, 0.75, 1e-6);
}

} // namespace
} // namespace clearway
