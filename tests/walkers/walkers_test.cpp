// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include <clearway/base/random.h>
#include <clearway/corridor.h>
#include <clearway/scene/generators.h>
#include <clearway/walkers.h>

#include "tests/support/scale.h"

namespace clearway {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Walkers makeWalkers(const CorridorMap& map, const WalkersOptions& options = {})
{
    return std::move(Walkers::build(map, options)).value();
}

WalkersOptions wandering(int workers = 1)
{
    WalkersOptions options;
    options.at_goal = WalkersOptions::AtGoal::wander;
    options.execution.worker_count = workers;
    return options;
}

CorridorMap buildMap(const char* scene) { return buildCorridorMap(buildScene(scene).value()).value(); }

/// How far a walker's disc is outside the ball that it says it is in; at most 0 when it is inside.
double computeExcess(const WalkerView& walker, double radius)
{
    return distance(walker.position, walker.ball.position) + radius - walker.ball.clearance;
}

TEST(Walkers, NobodyLeavesItsBallOrComesNearerToAWallThanItsRadius)
{
    for (const char* name : {"rooms", "mckenna", "city500", "donut", "cross", "fig17"})
    {
        const CorridorMap map = buildMap(name);
        for (const double radius : {0.1, 0.25, 0.8})
        {
            WalkersOptions options = wandering();
            options.radius = radius;
            Walkers walkers = makeWalkers(map, options);
            ASSERT_TRUE(walkers.addRandom(200)) << name;
            for (int tick = 0; tick < 150 * test::testScale(); ++tick)
            {
                walkers.step(0.1);
                for (WalkerId id = 0; id < walkers.size(); ++id)
                {
                    const WalkerView walker = walkers.find(id);
                    ASSERT_LE(computeExcess(walker, radius), 1e-6) << name << " tick " << tick << " walker " << id;
                    if (tick % 10 == 0)
                    {
                        ASSERT_GE(map.diagram().findNearest(walker.position).distance, radius - 1e-6) << name << " walker " << id;
                    }
                }
            }
        }
    }
}

TEST(Walkers, HoweverHardTheyArePushedTheyStayInTheirBalls)
{
    const CorridorMap map = buildMap("mckenna");
    WalkersOptions options = wandering();
    options.max_speed = 50;
    options.force = [](const WalkerForces& forces) {
        for (std::size_t i = 0; i < forces.ids.size(); ++i)
        {
            Random random(forces.tick, forces.ids[i]);
            forces.force_x[i] += static_cast<float>(random.uniform(-1e4, 1e4));
            forces.force_y[i] += static_cast<float>(random.uniform(-1e4, 1e4));
        }
    };
    Walkers walkers = makeWalkers(map, options);
    ASSERT_TRUE(walkers.addRandom(300));
    for (int tick = 0; tick < 200; ++tick)
    {
        walkers.step(0.1);
        for (WalkerId id = 0; id < walkers.size(); ++id) ASSERT_LE(computeExcess(walkers.find(id), options.radius), 1e-6);
    }
}

TEST(Walkers, WhoWalksAloneArrivesAboutAsSoonAsItsCorridorIsLong)
{
    for (const char* name : {"rooms", "mckenna", "maze", "city500"})
    {
        const CorridorMap map = buildMap(name);
        CorridorFinder finder(map);
        Random random(7);
        const Box2 box = buildScene(name).value().bounds();
        int walked = 0;
        for (int i = 0; i < 200 && walked < 12; ++i)
        {
            const Vec2 from{random.uniform(box.min.x, box.max.x), random.uniform(box.min.y, box.max.y)};
            const Vec2 to{random.uniform(box.min.x, box.max.x), random.uniform(box.min.y, box.max.y)};
            Walkers walkers = makeWalkers(map);
            if (!walkers.add(from, to)) continue;
            const Corridor corridor = finder.find(from, to, {.radius = 0.25});
            ASSERT_TRUE(corridor) << name;
            ++walked;
            const double enough = 10 + 1.3 * (corridor.length() + distance(from, to)) / 1.2;
            while (walkers.arrived().empty() && walkers.time() < enough) walkers.step(0.1);
            ASSERT_EQ(walkers.arrived().size(), 1u) << name << " of " << corridor.length() << " m after " << enough << " s";
            EXPECT_LE(distance(walkers.find(0).position, to), 0.5 + 1e-3);
            EXPECT_TRUE(walkers.find(0).has_arrived);
            walkers.step(0.1);
            EXPECT_TRUE(walkers.arrived().empty()) << "it arrives once";
        }
        EXPECT_GE(walked, 8) << name;
    }
}

TEST(Walkers, AreTheSameOnAnyNumberOfWorkers)
{
    for (const char* name : {"mckenna", "city500"})
    {
        const CorridorMap map = buildMap(name);
        std::set<std::uint64_t> hashes;
        for (const int workers : {1, 2, 3, 8})
        {
            Walkers walkers = makeWalkers(map, wandering(workers));
            ASSERT_TRUE(walkers.addRandom(3000));
            for (int tick = 0; tick < 60; ++tick) walkers.step(0.1);
            hashes.insert(walkers.computeHash());
        }
        EXPECT_EQ(hashes.size(), 1u) << name;
    }
}

TEST(Walkers, AreTheSameHoweverTheyWereAdded)
{
    // The same people one by one, in one go, and in two halves.
    const CorridorMap map = buildMap("mckenna");
    Walkers together = makeWalkers(map, wandering());
    ASSERT_TRUE(together.addRandom(500));
    Walkers halves = makeWalkers(map, wandering());
    ASSERT_TRUE(halves.addRandom(250));
    ASSERT_TRUE(halves.addRandom(250));
    Walkers single = makeWalkers(map, wandering());
    for (WalkerId id = 0; id < 500; ++id)
    {
        const WalkerView walker = together.find(id);
        ASSERT_TRUE(single.add(walker.position, walker.goal));
    }
    for (int tick = 0; tick < 50; ++tick)
        for (Walkers* walkers : {&together, &halves, &single}) walkers->step(0.1);
    EXPECT_EQ(together.computeHash(), halves.computeHash());
    EXPECT_EQ(together.computeHash(), single.computeHash());
}

TEST(Walkers, WanderersGoOnAndOn)
{
    const CorridorMap map = buildMap("rooms");
    Walkers walkers = makeWalkers(map, wandering());
    ASSERT_TRUE(walkers.addRandom(30));
    std::vector<int> arrivals(walkers.size());
    for (int tick = 0; tick < 3000; ++tick)
    {
        walkers.step(0.1);
        EXPECT_TRUE(std::ranges::is_sorted(walkers.arrived()));
        for (const WalkerId id : walkers.arrived()) ++arrivals[id];
    }
    EXPECT_GE(std::ranges::min(arrivals), 3);
    EXPECT_GT(walkers.plannedCount(), 30u);
}

TEST(Walkers, GoWhereTheyAreSentNext)
{
    const CorridorMap map = buildMap("rooms");
    Walkers walkers = makeWalkers(map);
    const WalkerId id = walkers.add({2, 2}, {37, 20}).value();
    for (int tick = 0; tick < 50; ++tick) walkers.step(0.1);
    ASSERT_TRUE(walkers.setGoal(id, {2, 2}));
    for (int tick = 0; tick < 300 && walkers.arrived().empty(); ++tick) walkers.step(0.1);
    EXPECT_LE(distance(walkers.find(id).position, Vec2{2, 2}), 0.51);
    EXPECT_FALSE(walkers.setGoal(id, {-100, 0}));
    EXPECT_FALSE(walkers.setGoal(7, {1, 1}));
    EXPECT_FALSE(walkers.setGoal(id, {kNaN, 1}));
    EXPECT_LE(distance(walkers.find(id).goal, Vec2{2, 2}), 1e-4) << "a goal that is refused changes nothing";
}

TEST(Walkers, TwoInTheSameSpotPart)
{
    const CorridorMap map = buildMap("donut");
    Walkers walkers = makeWalkers(map);
    ASSERT_TRUE(walkers.addRandom(1));
    const WalkerView first = walkers.find(0);
    ASSERT_TRUE(walkers.add(first.position, first.goal));
    for (int tick = 0; tick < 40; ++tick) walkers.step(0.1);
    EXPECT_GT(distance(walkers.find(0).position, walkers.find(1).position), 0.1);
}

TEST(Walkers, ALongStepIsManyShortOnes)
{
    const CorridorMap map = buildMap("mckenna");
    Walkers once = makeWalkers(map, wandering()), often = makeWalkers(map, wandering());
    ASSERT_TRUE(once.addRandom(100));
    ASSERT_TRUE(often.addRandom(100));
    once.step(0.5);
    for (int i = 0; i < 5; ++i) often.step(0.1);
    EXPECT_EQ(once.computeHash(), often.computeHash());
    EXPECT_EQ(once.tick(), 5u);
    const std::uint64_t before = once.computeHash();
    for (const double dt : {0.0, -1.0, 1e-300, kNaN, std::numeric_limits<double>::infinity()}) once.step(dt);
    EXPECT_EQ(once.computeHash(), before);
}

TEST(Walkers, AForceThatIsNoNumberIsNoForce)
{
    const CorridorMap map = buildMap("mckenna");
    WalkersOptions options = wandering();
    options.force = [](const WalkerForces& forces) {
        for (float& force : forces.force_x) force = std::numeric_limits<float>::quiet_NaN();
        for (float& force : forces.force_y) force = std::numeric_limits<float>::infinity();
    };
    Walkers walkers = makeWalkers(map, options);
    ASSERT_TRUE(walkers.addRandom(50));
    for (int tick = 0; tick < 20; ++tick) walkers.step(0.1);
    for (WalkerId id = 0; id < walkers.size(); ++id)
    {
        EXPECT_LE(computeExcess(walkers.find(id), 0.25), 1e-6);
        EXPECT_EQ(length(walkers.find(id).velocity), 0) << "who feels no force does not set out";
    }
}

TEST(Walkers, RefuseWhatMakesNoSense)
{
    const CorridorMap map = buildMap("rooms");
    const auto refuses = [&](auto change) {
        WalkersOptions options;
        change(options);
        const Result<Walkers> built = Walkers::build(map, options);
        return !built && !built.error().message.empty();
    };
    EXPECT_TRUE(refuses([](WalkersOptions& o) { o.radius = 0; }));
    EXPECT_TRUE(refuses([](WalkersOptions& o) { o.radius = kNaN; }));
    EXPECT_TRUE(refuses([](WalkersOptions& o) { o.radius = 50; })) << "wider than everything";
    EXPECT_TRUE(refuses([](WalkersOptions& o) { o.max_speed = -1; }));
    EXPECT_TRUE(refuses([](WalkersOptions& o) { o.max_attraction = 0; }));
    EXPECT_TRUE(refuses([](WalkersOptions& o) { o.reach = 0; }));
    EXPECT_TRUE(refuses([](WalkersOptions& o) { o.sight_degrees = 200; }));
    EXPECT_TRUE(refuses([](WalkersOptions& o) { o.execution.worker_count = -1; }));

    Walkers walkers = makeWalkers(map);
    EXPECT_FALSE(walkers.add({kNaN, 0}, {1, 1}));
    const Result<WalkerId> outside = walkers.add({-50, 0}, {2, 2});
    ASSERT_FALSE(outside);
    EXPECT_NE(outside.error().message.find("nearest place"), std::string::npos) << outside.error().message;
    EXPECT_FALSE(walkers.add({1, 1}, {1e9, 1e9}));
    EXPECT_FALSE(walkers.addRandom(std::numeric_limits<std::size_t>::max()));
    EXPECT_EQ(walkers.size(), 0u);
    walkers.step(0.1); // nobody
    EXPECT_EQ(walkers.tick(), 1u);
}

TEST(Walkers, WhenPlanningIsStoppedNobodyIsAdded)
{
    const CorridorMap map = buildMap("rooms");
    int reports = 0;
    bool is_stopped = false;
    WalkersOptions options;
    options.execution.progress = [&](std::string_view, double) { return !is_stopped || ++reports < 2; };
    Walkers walkers = Walkers::build(map, options).value();
    ASSERT_TRUE(walkers.addRandom(10));
    is_stopped = true;
    const Result<void> added = walkers.addRandom(20000);
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().code, ErrorCode::cancelled);
    EXPECT_EQ(walkers.size(), 10u);
    walkers.step(0.1);
    EXPECT_EQ(walkers.add(walkers.find(0).position, walkers.find(0).goal).value(), 10u) << "numbers go on";
}

/// A corridor that is a small part of the box around it, with a room behind a door that is too narrow.
CorridorMap buildLoneCorridor()
{
    SceneInput input;
    AreaInput area;
    // A hook of two passages 2 m wide and 60 m long, and a closet of 4 m beside it behind a slit of 0.3 m.
    area.outline.points = {{0, 0},    {60, 0},   {60, 2},   {2, 2},      {2, 30},   {2.5, 30}, {2.5, 28},
                           {6.5, 28}, {6.5, 32}, {2.5, 32}, {2.5, 30.3}, {2, 30.3}, {2, 60},   {0, 60}};
    input.areas.push_back(area);
    return buildCorridorMap(buildScene(input).value()).value();
}

TEST(Walkers, FindTheirWayAboutWhereThereIsHardlyAnyRoom)
{
    const CorridorMap map = buildLoneCorridor();
    Walkers walkers = makeWalkers(map, wandering());
    const Result<void> added = walkers.addRandom(300);
    ASSERT_TRUE(added) << added.error().message;
    std::vector<int> arrivals(walkers.size());
    for (int tick = 0; tick < 3000; ++tick)
    {
        walkers.step(0.1);
        for (const WalkerId id : walkers.arrived()) ++arrivals[id];
    }
    EXPECT_GE(std::ranges::count_if(arrivals, [](int count) { return count >= 2; }), 280) << "nobody gives up wandering";
}

TEST(Walkers, AddedOnTheWayTheyAreTheSameOnAnyNumberOfWorkers)
{
    const CorridorMap map = buildMap("mckenna");
    std::set<std::uint64_t> hashes;
    for (const int workers : {1, 3})
    {
        Walkers walkers = makeWalkers(map, wandering(workers));
        for (int round = 0; round < 4; ++round)
        {
            ASSERT_TRUE(walkers.addRandom(500));
            for (int tick = 0; tick < 10; ++tick) walkers.step(0.1);
        }
        hashes.insert(walkers.computeHash());
    }
    EXPECT_EQ(hashes.size(), 1u);
}

TEST(Walkers, GoRoundAPillarAndAsWideAsTheMapIsMadeFor)
{
    // A loop without a vertex, and walkers as wide as the rows of balls are close enough for.
    SceneInput input;
    AreaInput area;
    RingInput hole;
    for (int i = 0; i < 64; ++i)
    {
        const double angle = 2 * 3.14159265358979 * i / 64;
        area.outline.points.push_back({10 * std::cos(angle), 10 * std::sin(angle)});
        hole.points.push_back({3 * std::cos(-angle), 3 * std::sin(-angle)});
    }
    area.holes.push_back(hole);
    input.areas.push_back(area);
    const CorridorMap map = buildCorridorMap(buildScene(input).value()).value();
    WalkersOptions options = wandering();
    options.radius = 1;
    Walkers walkers = makeWalkers(map, options);
    ASSERT_TRUE(walkers.addRandom(5));
    std::vector<int> arrivals(walkers.size());
    for (int tick = 0; tick < 3000; ++tick)
    {
        walkers.step(0.1);
        for (const WalkerId id : walkers.arrived()) ++arrivals[id];
        for (WalkerId id = 0; id < walkers.size(); ++id) ASSERT_LE(computeExcess(walkers.find(id), 1), 1e-6);
    }
    EXPECT_GE(std::ranges::min(arrivals), 2);
}

} // namespace
} // namespace clearway
