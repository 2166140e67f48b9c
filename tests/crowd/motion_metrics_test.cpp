// SPDX-License-Identifier: MIT
// What an observer says about how people move, on motion whose numbers are known by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <clearway/base/hash.h>
#include <clearway/crowd/metrics.h>
#include <clearway/guide/on_navmesh.h>
#include <clearway/io/crowd_scenario.h>
#include <clearway/navmesh/build.h>
#include <clearway/path/finder.h>
#include <clearway/plan.h>
#include <clearway/steering/seek.h>

#include "crowd/observer_state.h"
#include "tests/crowd/puppets.h"

namespace clearway {
namespace {

using std::numbers::pi;
using test::makePuppetCrowd;
using test::openWorld;
using test::puppet;

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

/// The shortest path where nothing is in the way.
double goStraight(Vec2 from, Vec2 to, double, std::uint32_t, std::vector<Vec2>& points)
{
    points = {from, to};
    return distance(from, to);
}

// ---- beside the shortest path

TEST(MotionMetrics, DetourIsTheLengthWalkedOverTheShortestAndDriftTheOffsetToTheLeft)
{
    // Three metres north, then east: on the left of the straight way to a goal in the north-east; the mirror image is on its
    // right and a metre further.
    for (const double side : {1.0, -1.0})
    {
        Crowd crowd = makePuppetCrowd([side](AgentId, std::uint64_t tick) { return tick < 3 ? Vec2{0, side} : Vec2{1, 0}; });
        AgentOptions agent = puppet({0, 0});
        agent.goal = Vec2{4, 3 * side};
        ASSERT_TRUE(crowd.add(agent));
        CrowdObserver observer(crowd, {.shortest_path = goStraight});
        while (crowd.statuses()[0] != AgentStatus::arrived && crowd.tick() < 10) run(crowd, observer, 1, 1);
        const Vec2 end = crowd.positions()[0];
        const CrowdMetrics metrics = observer.metrics();
        EXPECT_EQ(metrics.trips, 1u);
        EXPECT_EQ(metrics.detour_trips, 1u);
        EXPECT_NEAR(metrics.mean_detour, (3 + end.x) / length(end), 1e-6);
        EXPECT_EQ(metrics.max_detour, metrics.mean_detour);
        // The triangle between walk and path, over the length of the path.
        EXPECT_NEAR(metrics.drift, side * 3 * end.x / 2 / length(end), 1e-6);
    }
}

TEST(MotionMetrics, NineOfTenTripsHaveNoLongerDetourThanTheNinetiethPercentile)
{
    // Ten walk 10 m east. Two of them go 1 m and 2 m north first, and back at the end.
    Crowd crowd = makePuppetCrowd([](AgentId id, std::uint64_t tick) {
        const std::uint64_t aside = id > 8 ? id - 8 : 0;
        if (tick < aside) return Vec2{0, 1};
        if (tick < aside + 10) return Vec2{1, 0};
        return Vec2{0, tick < 10 + 2 * aside ? -1.0 : 0.0};
    });
    for (AgentId id = 1; id <= 10; ++id)
    {
        AgentOptions agent = puppet({0, 10.0 * static_cast<double>(id) - 60}, 0.1);
        agent.goal = agent.position + Vec2{10, 0};
        ASSERT_TRUE(crowd.add(agent));
    }
    CrowdObserver observer(crowd, {.shortest_path = goStraight});
    run(crowd, observer, 20, 1);
    const CrowdMetrics metrics = observer.metrics();
    ASSERT_EQ(metrics.arrived, 10u);
    EXPECT_NEAR(metrics.p90_detour, 1.2, 0.02);
    EXPECT_NEAR(metrics.max_detour, 1.4, 0.02);
    EXPECT_NEAR(metrics.mean_detour, (8 + 1.2 + 1.4) / 10, 0.01);
    EXPECT_NEAR(metrics.drift, (1 * 10 + 2 * 10) / 100.0, 0.02);
}

TEST(MotionMetrics, EveryTripToARandomGoalIsComparedAndShortOnesAreNot)
{
    Crowd crowd(openWorld(), {.steering = seek()});
    ASSERT_TRUE(crowd.add({.position = {0, 0}, .goal = Goal::points({{5, 0}, {5, 0.5}, {5, 8}})}));
    CrowdObserver observer(crowd, {.shortest_path = goStraight});
    run(crowd, observer, 150, 0.1);
    const CrowdMetrics metrics = observer.metrics();
    EXPECT_EQ(metrics.trips, 3u);
    EXPECT_EQ(metrics.detour_trips, 2u);
    EXPECT_NEAR(metrics.mean_detour, 1, 0.01);
}

TEST(MotionMetrics, WithoutPathsOrTripsDetourIsUnknown)
{
    Crowd crowd(openWorld(), {.steering = seek()});
    ASSERT_TRUE(crowd.add({.position = {0, 0}, .goal = Vec2{5, 0}}));
    CrowdObserver without_paths(crowd);
    CrowdObserver without_ways(crowd,
                               {.shortest_path = [](Vec2, Vec2, double, std::uint32_t, std::vector<Vec2>&) { return -1.0; }});
    for (int tick = 0; tick < 60; ++tick)
    {
        crowd.step(0.1);
        without_paths.observe(crowd);
        without_ways.observe(crowd);
    }
    for (const CrowdMetrics& metrics : {without_paths.metrics(), without_ways.metrics()})
    {
        EXPECT_EQ(metrics.arrived, 1u);
        EXPECT_EQ(metrics.detour_trips, 0u);
        EXPECT_TRUE(std::isnan(metrics.mean_detour));
        EXPECT_TRUE(std::isnan(metrics.drift));
        EXPECT_TRUE(std::isnan(metrics.without_progress));
    }
}

TEST(TripSample, KeepsAnEvenSampleOfManyTrips)
{
    TripSample sample;
    for (int k = 0; k < 100'000; ++k)
    {
        Hasher key;
        key.add(k);
        sample.add({.length = k < 50'000 ? 1.0 : 2.0, .key = key.value()});
    }
    ASSERT_GE(sample.trips().size(), 2000u);
    ASSERT_LE(sample.trips().size(), TripSample::kMostTrips);
    double sum = 0;
    for (const WalkedTrip& trip : sample.trips()) sum += trip.length;
    // Five standard deviations of the mean of 2,000 that are 1 or 2.
    EXPECT_NEAR(sum / static_cast<double>(sample.trips().size()), 1.5, 5 * 0.5 / std::sqrt(2000.0));
}

TEST(MotionMetrics, TimeWithoutProgressIsThatInWhichTheWayDoesNotGetShorter)
{
    // Three go 90 m to the north. One walks, one stands, and one walks round in a square of 1 m, which brings it nearer once.
    Crowd crowd = makePuppetCrowd([](AgentId id, std::uint64_t tick) {
        constexpr Vec2 kSquare[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
        return id == 1 ? Vec2{0, 1} : id == 2 ? Vec2{} : kSquare[tick % 4];
    });
    for (const double x : {0, 10, 20})
    {
        AgentOptions agent = puppet({x, 0});
        agent.goal = Vec2{x, 90};
        ASSERT_TRUE(crowd.add(agent));
    }
    CrowdObserver observer(crowd, {.shortest_path = goStraight});
    run(crowd, observer, 60, 1);
    // Looked at after 1 s, 6 s and so on, and compared eleven times.
    EXPECT_DOUBLE_EQ(observer.metrics().without_progress, (0 + 11 + 10) / 33.0);
}

// ---- at lines

/// People who cross the room from left to right at these places, one after the other.
CrowdMetrics::Line crossRoom(const std::vector<double>& places)
{
    Crowd crowd = makePuppetCrowd([](AgentId, std::uint64_t) { return Vec2{1, 0}; }, makeRoom());
    for (const double y : places) EXPECT_TRUE(crowd.add(puppet({4.5, y})));
    CrowdObserver observer(crowd, {.lines = {{"middle", {5, 0}, {5, 10}}}});
    run(crowd, observer, 1, 1);
    return observer.metrics().lines[0];
}

TEST(MotionMetrics, LateralUseIsNoneInSingleFileAndAllOfAnEvenSpread)
{
    std::vector<double> file, two_files, spread;
    for (int k = 0; k < 20; ++k)
    {
        file.push_back(0.3);
        two_files.push_back(k % 2 == 0 ? 0.3 : 9.7);
        spread.push_back(0.25 + (k + 0.5) * 9.5 / 20);
    }
    EXPECT_EQ(crossRoom(file).backward, 20u);
    EXPECT_EQ(crossRoom(file).abreast, 20u) << "discs of half a metre in a room of ten";
    EXPECT_EQ(crossRoom(file).lateral_use, 0);
    EXPECT_EQ(crossRoom(spread).lateral_use, 1);
    // Two crossings are in the same strip with a chance of 9 in 19.
    EXPECT_DOUBLE_EQ(crossRoom(two_files).lateral_use, (19.0 / 9 - 1) / 19);
    file.pop_back();
    EXPECT_TRUE(std::isnan(crossRoom(file).lateral_use)) << "nineteen are too few to tell";
}

TEST(MotionMetrics, TwoFilesAlongOppositeWallsAreNarrowInEachDirection)
{
    // Twenty go right along the lower wall, and nineteen left along the upper one.
    Crowd crowd = makePuppetCrowd([](AgentId id, std::uint64_t) { return Vec2{id <= 20 ? 1.0 : -1.0, 0}; }, makeRoom());
    for (int k = 0; k < 39; ++k) ASSERT_TRUE(crowd.add(puppet(k < 20 ? Vec2{4.5, 0.3} : Vec2{5.5, 9.7})));
    CrowdObserver observer(crowd, {.lines = {{"middle", {5, 0}, {5, 10}}}});
    run(crowd, observer, 1, 1);
    const CrowdMetrics::Line line = observer.metrics().lines[0];
    EXPECT_EQ(line.backward, 20u);
    EXPECT_EQ(line.backward_use, 0);
    EXPECT_TRUE(std::isnan(line.forward_use)) << "nineteen are too few to tell";
    EXPECT_DOUBLE_EQ(line.lateral_use, (39.0 * 38 / (20 * 19 + 19 * 18) - 1) / 19);
}

TEST(MotionMetrics, OnlyTheFreePartOfALineCounts)
{
    // The line reaches 5 m into the walls on both sides; the people are the same.
    Crowd crowd = makePuppetCrowd([](AgentId, std::uint64_t) { return Vec2{1, 0}; }, makeRoom());
    for (int k = 0; k < 20; ++k) ASSERT_TRUE(crowd.add(puppet({4.5, 0.25 + (k + 0.5) * 9.5 / 20})));
    CrowdObserver observer(crowd, {.lines = {{"long", {5, -5}, {5, 15}}}});
    run(crowd, observer, 1, 1);
    EXPECT_EQ(observer.metrics().lines[0].abreast, 20u);
    EXPECT_EQ(observer.metrics().lines[0].lateral_use, 1);
}

TEST(MotionMetrics, AQueueIsComparedWithItsMirrorImage)
{
    // Who walks through the line goes west, with the south on the left hand. Three wait there, one on the right. Not in the queue
    // are one behind the line and one 3.2 m beyond its end.
    Crowd crowd = makePuppetCrowd([](AgentId, std::uint64_t) { return Vec2{}; });
    for (const Vec2 place : {Vec2{1.5, -0.5}, Vec2{2.5, -0.5}, Vec2{0.5, -1.5}, Vec2{2.5, 0.5}, Vec2{-1.5, 0.5}, Vec2{1.5, 4.2}})
        ASSERT_TRUE(crowd.add(puppet(place)));
    CrowdObserver observer(crowd, {.lines = {{"door", {0, -1}, {0, 1}}}});
    run(crowd, observer, 4, 0.5);
    const CrowdMetrics::Line door = observer.metrics().lines[0];
    EXPECT_DOUBLE_EQ(door.queue_left, 3 * 2);
    EXPECT_DOUBLE_EQ(door.queue_right, 1 * 2);
    EXPECT_DOUBLE_EQ(door.queue_asymmetry, (3 - 1) / 4.0);
    EXPECT_DOUBLE_EQ(door.queue_unmirrored, 2 / 4.0) << "two of the four stand opposite each other";
}

TEST(MotionMetrics, TheQueueIsOnTheSideFromWhichMostCome)
{
    // One goes east through the line; one waits on either side of it.
    Crowd crowd = makePuppetCrowd([](AgentId id, std::uint64_t) { return Vec2{id == 1 ? 4.0 : 0.0, 0}; });
    for (const Vec2 place : {Vec2{-2, 0.25}, Vec2{-1, 0.25}, Vec2{1, 0.25}}) ASSERT_TRUE(crowd.add(puppet(place)));
    CrowdObserver observer(crowd, {.lines = {{"door", {0, -1}, {0, 1}}}});
    run(crowd, observer, 10, 1);
    const CrowdMetrics::Line door = observer.metrics().lines[0];
    EXPECT_EQ(door.backward, 1u);
    EXPECT_DOUBLE_EQ(door.queue_left, 10) << "who walks east has the north on the left hand";
    EXPECT_DOUBLE_EQ(door.queue_right, 0);
}

// ---- turns and pushes

TEST(MotionMetrics, HeadingChangeIsTheSumOfTurnsPerMetre)
{
    // One walks round in squares, one straight on, one turns as the first but slower than counts as walking. All of one speed.
    Crowd crowd = makePuppetCrowd([](AgentId id, std::uint64_t tick) {
        constexpr Vec2 kSquare[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
        return id == 1 ? kSquare[tick % 4] : id == 2 ? Vec2{1, 0} : kSquare[tick % 4] * 0.125;
    });
    for (const double y : {0, 10, 20}) ASSERT_TRUE(crowd.add(puppet({0, y})));
    CrowdObserver observer(crowd);
    run(crowd, observer, 5, 0.5);
    EXPECT_NEAR(observer.metrics().heading_change, 4 * pi / 2 / (2 * 2.5), 1e-8);
}

TEST(MotionMetrics, WhoGoesRoundMoreThanThreeTimesOnATripIsCircling)
{
    // One goes round in squares to the left, one goes to and fro, one turns left and right.
    Crowd crowd = makePuppetCrowd([](AgentId id, std::uint64_t tick) {
        constexpr Vec2 kSquare[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
        return id == 1 ? kSquare[tick % 4] : id == 2 ? kSquare[tick % 2 * 2] : kSquare[tick % 2];
    });
    for (const double y : {0, 10, 20}) ASSERT_TRUE(crowd.add(puppet({0, y})));
    CrowdObserver observer(crowd);
    run(crowd, observer, 13, 1);
    EXPECT_NEAR(observer.metrics().max_turns, 3, 1e-12);
    EXPECT_EQ(observer.metrics().circling_agents, 0u);
    run(crowd, observer, 1, 1);
    EXPECT_NEAR(observer.metrics().max_turns, 3.25, 1e-12);
    EXPECT_EQ(observer.metrics().circling_agents, 1u);
    run(crowd, observer, 8, 1);
    EXPECT_EQ(observer.metrics().circling_agents, 1u) << "once is enough";
}

TEST(MotionMetrics, JerkIsTheSecondDifferenceOfVelocity)
{
    // One stops and goes on in every tick: velocities 1, 0, 1 have the second difference 2. The other walks on.
    Crowd crowd = makePuppetCrowd([](AgentId id, std::uint64_t tick) { return Vec2{id == 1 && tick % 2 == 1 ? 0.0 : 1.0, 0}; });
    for (const double y : {0, 10}) ASSERT_TRUE(crowd.add(puppet({0, y})));
    CrowdObserver observer(crowd);
    run(crowd, observer, 2, 0.5);
    EXPECT_EQ(observer.metrics().jerk, 0) << "two velocities have no second difference";
    run(crowd, observer, 20, 0.5);
    EXPECT_NEAR(observer.metrics().jerk, std::sqrt((8 * 8 + 0) / 2.0), 1e-4);
}

TEST(MotionMetrics, RestSpeedIsWhatThoseMoveWhoHaveArrived)
{
    // Both stand at their goals; one steps to and fro. A third walks and does not count.
    Crowd crowd = makePuppetCrowd([](AgentId id, std::uint64_t tick) {
        if (id == 3) return Vec2{1, 0};
        return Vec2{id == 1 ? (tick % 2 == 0 ? 0.0625 : -0.0625) : 0.0, 0};
    });
    for (const double y : {0, 10})
    {
        AgentOptions agent = puppet({0, y});
        agent.goal = agent.position;
        ASSERT_TRUE(crowd.add(agent));
    }
    ASSERT_TRUE(crowd.add(puppet({0, 20})));
    CrowdObserver observer(crowd);
    run(crowd, observer, 20, 0.5);
    ASSERT_EQ(observer.metrics().arrived, 2u);
    EXPECT_NEAR(observer.metrics().rest_speed, (0.0625 + 0) / 2, 1e-9);
}

// ---- who does not get anywhere

TEST(MotionMetrics, WhoStaysWithinThreeMetresForAMinuteIsCounted)
{
    // One steps to and fro. Two stand and walk off, so that they are within 3 m for 60 s and for 61 s. One walks, one is at its
    // goal.
    Crowd crowd = makePuppetCrowd([](AgentId id, std::uint64_t tick) {
        if (id == 1) return Vec2{tick % 4 < 2 ? 1.0 : -1.0, 0};
        if (id == 2) return Vec2{tick < 57 ? 0.0 : 1.0, 0};
        if (id == 3) return Vec2{tick < 58 ? 0.0 : 1.0, 0};
        return Vec2{id == 4 ? 1.0 : 0.0, 0};
    });
    for (const double y : {0, 10, 20, 30}) ASSERT_TRUE(crowd.add(puppet({-50, y})));
    AgentOptions standing = puppet({0, 40});
    standing.goal = standing.position;
    ASSERT_TRUE(crowd.add(standing));
    CrowdObserver observer(crowd);
    run(crowd, observer, 100, 1);
    EXPECT_EQ(observer.metrics().stayed_within_3m, 2u);
    EXPECT_NEAR(observer.metrics().longest_stay, 100, 1e-9);
    EXPECT_EQ(observer.metrics().stuck_agents, 2u) << "who steps to and fro is never stuck";
}

TEST(MotionMetrics, TwoWhoCannotPassInANarrowCorridorDoNotGetOnAndOneAloneDoes)
{
    SceneInput input;
    input.areas.push_back({.outline = {.points = {{0, 0}, {20, 0}, {20, 0.8}, {0, 0.8}}}});
    const NavMesh mesh = buildNavMesh(buildScene(input).value()).value();
    const ClearanceMesh clearance = buildClearance(mesh).value();
    const auto play = [&](std::size_t count) {
        Crowd crowd(onNavMesh(mesh));
        for (std::size_t k = 0; k < count; ++k)
            EXPECT_TRUE(crowd.add({.position = {k == 0 ? 1.0 : 19.0, 0.4}, .goal = Vec2{k == 0 ? 19.0 : 1.0, 0.4}}));
        PathFinder finder(clearance);
        ObserverOptions options;
        options.shortest_path = [&](Vec2 from, Vec2 to, double radius, std::uint32_t, std::vector<Vec2>& points) {
            const Path path = finder.find(from, to, {.radius = radius});
            computePoints(path, 0.01, points);
            return path.isComplete() ? path.length() : -1;
        };
        CrowdObserver observer(crowd, options);
        run(crowd, observer, 2000, 0.1);
        return observer.metrics();
    };
    const CrowdMetrics alone = play(1), blocked = play(2);
    EXPECT_EQ(alone.arrived, 1u);
    EXPECT_EQ(alone.stayed_within_3m, 0u);
    EXPECT_EQ(alone.without_progress, 0);
    EXPECT_NEAR(alone.mean_detour, 1, 0.001);
    EXPECT_GE(blocked.stayed_within_3m, 1u) << "one may push the other back";
    EXPECT_GT(blocked.without_progress, 0.5);
    EXPECT_LT(blocked.speed_in_sixths[5], 0.5 * blocked.speed_in_sixths[0]);
}

TEST(MotionMetrics, SpeedInSixthsIsTheMeanOfEachSixthOfTheRun)
{
    // Twelve ticks; the speed grows by a quarter every two.
    Crowd crowd = makePuppetCrowd([](AgentId, std::uint64_t tick) { return Vec2{0.25 * static_cast<double>(tick / 2), 0}; });
    ASSERT_TRUE(crowd.add(puppet({0, 0}, 0.25, 2)));
    CrowdObserver observer(crowd);
    EXPECT_TRUE(std::isnan(observer.metrics().speed_in_sixths[0]));
    run(crowd, observer, 12, 0.5);
    for (std::size_t k = 0; k < 6; ++k) EXPECT_DOUBLE_EQ(observer.metrics().speed_in_sixths[k], 0.125 * static_cast<double>(k));
}

TEST(TimeProfile, LongRunsAreDividedToWithinASmallPartOfThem)
{
    for (const int ticks : {6, 767, 768, 769, 1537, 100'000})
    {
        SCOPED_TRACE(ticks);
        TimeProfile profile;
        for (int k = 0; k < ticks; ++k) profile.add(2 * k < ticks ? 1 : 0, 1);
        const std::array<double, 6> sixths = profile.computeSixths();
        for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(sixths[k], k < 3 ? 1 : 0, 6.0 / 384);
    }
}

// ---- real runs

TEST(MotionMetrics, DetourTellsAGuideThatLeadsThroughTheMiddleFromTheShortestPath)
{
    // Lone walkers through the rooms of a building, led by the middles of portals and by the shortest path.
    const Scene scene = buildScene("rooms").value();
    const ClearanceMesh clearance = buildClearance(buildNavMesh(scene).value()).value();
    const auto play = [&](std::string_view guide) {
        Crowd crowd(buildWorld(scene, guide).value(), {.steering = seek()});
        for (std::uint64_t k = 0; k < 30; ++k)
        {
            Vec2 from;
            EXPECT_TRUE(crowd.world().ground->findRandomPoint(7, k, 0.3, kNone, from));
            EXPECT_TRUE(crowd.add({.position = from, .goal = Goal::random(7)}));
        }
        PathFinder finder(clearance);
        ObserverOptions options;
        options.shortest_path = [&](Vec2 from, Vec2 to, double radius, std::uint32_t, std::vector<Vec2>& points) {
            const Path path = finder.find(from, to, {.radius = radius});
            computePoints(path, 0.01, points);
            return path.isComplete() ? path.length() : -1;
        };
        CrowdObserver observer(crowd, options);
        run(crowd, observer, 600, 0.1);
        return observer.metrics();
    };
    const CrowdMetrics shortest = play("path"), middle = play("centre");
    EXPECT_GT(shortest.detour_trips, 50u);
    EXPECT_GE(shortest.mean_detour, 1 - 1e-3) << "nothing is shorter than the shortest path, but for chords of corners";
    EXPECT_LT(shortest.mean_detour, 1.005);
    EXPECT_LT(shortest.p90_detour, 1.01);
    EXPECT_LT(std::abs(shortest.drift), 0.05);
    EXPECT_GT(middle.mean_detour, 1.04);
    EXPECT_GT(middle.p90_detour, 1.1);
}

TEST(MotionMetrics, WhoCutTheSameCornerUseLittleOfAWideDoorAndWaitOnOneSideOfIt)
{
    // Two halls with a door of 6 m between them. From places opposite the door everybody walks straight on; from the lower corner
    // to the lower corner everybody walks round the lower jamb.
    SceneInput input;
    input.areas.push_back({.outline = {.points = {{0, 0},
                                                  {14.8, 0},
                                                  {14.8, 7},
                                                  {15.2, 7},
                                                  {15.2, 0},
                                                  {30, 0},
                                                  {30, 20},
                                                  {15.2, 20},
                                                  {15.2, 13},
                                                  {14.8, 13},
                                                  {14.8, 20},
                                                  {0, 20}}}});
    const NavMesh mesh = buildNavMesh(buildScene(input).value()).value();
    const auto play = [&](double lowest, double highest) {
        Crowd crowd(onNavMesh(mesh, {.guide = NavMeshGuide::path}), {.steering = seek()});
        for (int k = 0; k < 60; ++k)
        {
            const double y = lowest + (k % 12) * (highest - lowest) / 11;
            EXPECT_TRUE(crowd.add({.position = {1.0 + k / 12, y}, .goal = Vec2{29, y}}));
        }
        CrowdObserver observer(crowd, {.lines = {{"door", {15, 13}, {15, 7}}}});
        run(crowd, observer, 300, 0.1);
        return observer.metrics().lines[0];
    };
    const CrowdMetrics::Line straight = play(7.3, 12.7), round = play(0.5, 3);
    EXPECT_EQ(straight.forward, 60u);
    EXPECT_EQ(round.forward, 60u);
    EXPECT_EQ(round.abreast, 12u);
    EXPECT_GT(straight.lateral_use, 0.9);
    EXPECT_LT(round.lateral_use, 0.1);
    EXPECT_LT(straight.queue_asymmetry, 0.05);
    EXPECT_GT(round.queue_asymmetry, 0.9);
    EXPECT_GT(round.queue_right, round.queue_left) << "who walks east has the lower jamb on the right hand";
}

} // namespace
} // namespace clearway
