// SPDX-License-Identifier: MIT
// Crowds with the engine `walkers`: what holds for every crowd, what its balls promise, and what it refuses.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include <clearway/base/random.h>
#include <clearway/corridor.h>
#include <clearway/crowd.h>
#include <clearway/plan.h>
#include <clearway/scene/generators.h>

#include "tests/support/count_allocations.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

World buildCorridorWorld(const Scene& scene) { return buildWorld(scene, "corridor").value(); }
World buildCorridorWorld(const char* scene) { return buildCorridorWorld(buildScene(scene).value()); }

CrowdOptions walkersOptions(int workers = 1)
{
    return {.engine = CrowdOptions::Engine::walkers, .execution = {.worker_count = workers}};
}

/// Adds agents like `agent` at random places.
void addRandom(Crowd& crowd, std::size_t count, AgentOptions agent = {.position = {}, .goal = Goal::random()})
{
    const std::size_t wanted = crowd.size() + count;
    for (std::uint64_t index = crowd.size() * 7; crowd.size() < wanted; ++index)
    {
        ASSERT_TRUE(crowd.world().ground->findRandomPoint(5, index, agent.radius, kNone, agent.position));
        if (crowd.hasRoom(agent.position, agent.radius))
        {
            ASSERT_TRUE(crowd.add(agent));
        }
    }
}

double findWallDistance(const Crowd& crowd, Vec2 p)
{
    Footing footing;
    if (!crowd.world().ground->hasRoom(p, 0, -1, footing)) return -1;
    return crowd.world().ground->computeWallDistance(p, footing, 10);
}

std::size_t countEvents(const Crowd& crowd, CrowdEvent::Kind kind)
{
    return static_cast<std::size_t>(std::ranges::count(crowd.events(), kind, &CrowdEvent::kind));
}

TEST(Walkers, NobodyComesNearerToAWallThanItsRadius)
{
    for (const char* name : {"rooms", "mckenna", "city500", "donut", "cross", "fig17"})
    {
        const World world = buildCorridorWorld(name);
        for (const double radius : {0.1, 0.25, 0.8})
        {
            Crowd crowd(world, walkersOptions());
            ASSERT_NO_FATAL_FAILURE(addRandom(crowd, 200, {.position = {}, .radius = radius, .goal = Goal::random()})) << name;
            for (int tick = 0; tick < 150 * test::testScale(); ++tick)
            {
                crowd.step(0.1);
                if (tick % 10 != 0) continue;
                for (std::size_t i = 0; i < crowd.size(); ++i)
                {
                    const double room = findWallDistance(crowd, crowd.positions()[i]) - radius;
                    ASSERT_GE(room, -1e-6) << name << " radius " << radius << " tick " << tick << " agent " << crowd.ids()[i];
                    ASSERT_LE(static_cast<double>(crowd.footings()[i].wall_room), room + 1e-6) << "the footing promises too much";
                }
            }
        }
    }
}

TEST(Walkers, HoweverHardTheyArePushedTheyStayClearOfWalls)
{
    CrowdOptions options = walkersOptions();
    options.social_force.strength = 100;
    Crowd crowd(buildCorridorWorld("mckenna"), options);
    ASSERT_NO_FATAL_FAILURE(addRandom(crowd, 300, {.position = {}, .goal = Goal::random(), .speed = 50}));
    Random random(3);
    for (int tick = 0; tick < 200; ++tick)
    {
        const std::vector<AgentId> ids(crowd.ids().begin(), crowd.ids().end());
        for (const AgentId id : ids)
        {
            const Vec2 target = crowd.agent(id).position + Vec2{random.uniform(-9, 9), random.uniform(-9, 9)};
            const Vec2 got = crowd.push(id, target).value();
            ASSERT_EQ(got, crowd.agent(id).position);
        }
        crowd.step(0.1);
        for (std::size_t i = 0; i < crowd.size(); ++i)
            ASSERT_GE(findWallDistance(crowd, crowd.positions()[i]), 0.25 - 1e-6) << "tick " << tick;
    }
    EXPECT_TRUE(crowd.push(crowd.ids()[0], crowd.positions()[0]));
    EXPECT_FALSE(crowd.push(12345, {1, 1}));
}

TEST(Walkers, WithoutOthersTheyArriveAboutAsSoonAsTheirCorridorIsLong)
{
    for (const char* name : {"rooms", "mckenna", "maze", "city500"})
    {
        const Scene scene = buildScene(name).value();
        const World world = buildCorridorWorld(scene);
        const CorridorMap map = buildCorridorMap(scene).value();
        CorridorFinder finder(map);
        Random random(7);
        int walked = 0;
        for (int i = 0; i < 200 && walked < 12; ++i)
        {
            const Box2 box = scene.bounds();
            const Vec2 from{random.uniform(box.min.x, box.max.x), random.uniform(box.min.y, box.max.y)};
            const Vec2 to{random.uniform(box.min.x, box.max.x), random.uniform(box.min.y, box.max.y)};
            Crowd crowd(world, walkersOptions());
            if (!crowd.hasRoom(from, 0.25) || !crowd.hasRoom(to, 0.25)) continue;
            const AgentId id = crowd.add({.position = from, .goal = to}).value();
            const Corridor corridor = finder.find(from, to, {.radius = 0.25});
            crowd.step(0.1);
            if (crowd.agent(id).reason == StuckReason::unreachable) continue; // rows of balls that are too far apart
            ASSERT_TRUE(corridor) << name;
            ++walked;
            const double enough = 10 + 1.3 * (corridor.length() + distance(from, to)) / 1.34;
            while (crowd.agent(id).status != AgentStatus::arrived && crowd.time() < enough) crowd.step(0.1);
            ASSERT_EQ(countEvents(crowd, CrowdEvent::Kind::arrived), 1u) << name << " of " << corridor.length() << " m";
            EXPECT_LE(distance(crowd.agent(id).position, to), 0.5 + 1e-3);
            EXPECT_LE(distance(crowd.agent(id).goal_point, to), 1e-4);
            crowd.step(0.1);
            EXPECT_TRUE(crowd.events().empty()) << "it arrives once";
        }
        EXPECT_GE(walked, 8) << name;
    }
}

TEST(Walkers, AreTheSameOnAnyNumberOfWorkers)
{
    for (const char* name : {"mckenna", "city500"})
    {
        const World world = buildCorridorWorld(name);
        std::set<std::uint64_t> hashes, run_hashes;
        for (const int workers : {1, 2, 3, 8})
        {
            Crowd crowd(world, walkersOptions(workers));
            // Some come later, some leave.
            for (int round = 0; round < 3; ++round)
            {
                ASSERT_NO_FATAL_FAILURE(addRandom(crowd, 1000));
                ASSERT_NO_FATAL_FAILURE(
                    addRandom(crowd, 50, {.position = {}, .goal = crowd.positions()[0], .leaves_at_goal = true}));
                for (int tick = 0; tick < 20; ++tick) crowd.step(0.1);
            }
            hashes.insert(crowd.computeHash());
            run_hashes.insert(crowd.runHash());
        }
        EXPECT_EQ(hashes.size(), 1u) << name;
        EXPECT_EQ(run_hashes.size(), 1u) << name;
    }
}

TEST(Walkers, AreTheSameInWhateverOrderTheyWereAdded)
{
    const World world = buildCorridorWorld("mckenna");
    Crowd forward(world, walkersOptions()), backward(world, walkersOptions());
    ASSERT_NO_FATAL_FAILURE(addRandom(forward, 500));
    for (AgentId id = 500; id > 0; --id)
        ASSERT_TRUE(backward.add({.position = forward.agent(id).position, .goal = Goal::random(), .id = id}));
    for (int tick = 0; tick < 100; ++tick)
        for (Crowd* crowd : {&forward, &backward}) crowd->step(0.1);
    EXPECT_EQ(forward.computeHash(), backward.computeHash());
    EXPECT_EQ(forward.runHash(), backward.runHash());
}

TEST(Walkers, RandomGoalsLeadOnAndOn)
{
    Crowd crowd(buildCorridorWorld("rooms"), walkersOptions());
    ASSERT_NO_FATAL_FAILURE(addRandom(crowd, 30));
    std::vector<int> arrivals(31);
    for (int tick = 0; tick < 3000; ++tick)
    {
        crowd.step(0.1);
        AgentId before = 0;
        for (const CrowdEvent& event : crowd.events())
        {
            EXPECT_GE(event.id, before) << "in the order of ids";
            EXPECT_EQ(event.tick, crowd.tick());
            before = event.id;
            if (event.kind == CrowdEvent::Kind::next_goal) ++arrivals[event.id];
        }
    }
    EXPECT_GE(*std::min_element(arrivals.begin() + 1, arrivals.end()), 3);
}

TEST(Walkers, GoWhereTheyAreSentNext)
{
    Crowd crowd(buildCorridorWorld("rooms"), walkersOptions());
    const AgentId id = crowd.add({.position = {2, 2}, .goal = Vec2{37, 20}}).value();
    for (int tick = 0; tick < 50; ++tick) crowd.step(0.1);
    ASSERT_TRUE(crowd.setGoal(id, Vec2{2, 2}));
    for (int tick = 0; tick < 300 && crowd.agent(id).status != AgentStatus::arrived; ++tick) crowd.step(0.1);
    EXPECT_LE(distance(crowd.agent(id).position, Vec2{2, 2}), 0.51);
    const std::uint64_t hash = crowd.computeHash();
    ASSERT_TRUE(crowd.setGoal(id, Vec2{2, 2}));
    EXPECT_EQ(crowd.computeHash(), hash) << "an equal goal changes nothing";
    EXPECT_FALSE(crowd.setGoal(7, Vec2{1, 1}));
    EXPECT_FALSE(crowd.setGoal(id, Vec2{kNaN, 1}));
    EXPECT_FALSE(crowd.setGoal(id, Goal::straight({3, 3})));
    EXPECT_EQ(crowd.computeHash(), hash) << "a goal that is refused changes nothing";
    ASSERT_TRUE(crowd.setGoal(id, Goal()));
    const Vec2 here = crowd.agent(id).position;
    for (int tick = 0; tick < 100; ++tick) crowd.step(0.1);
    EXPECT_EQ(crowd.agent(id).status, AgentStatus::arrived);
    EXPECT_LE(distance(crowd.agent(id).position, here), 0.5) << "it stands";
}

TEST(Walkers, PassTheirGoalsInTurn)
{
    Crowd crowd(buildCorridorWorld("rooms"), walkersOptions());
    const std::vector<Vec2> points = {{37, 20}, {2, 20}, {20, 2}};
    const AgentId once = crowd.add({.position = {2, 2}, .goal = Goal::points(points)}).value();
    const AgentId again = crowd.add({.position = {3, 3}, .goal = Goal::points(points, Goal::AtTheEnd::begin_again)}).value();
    std::vector<Vec2> passed[3];
    for (int tick = 0; tick < 2500; ++tick)
    {
        crowd.step(0.1);
        for (const CrowdEvent& event : crowd.events())
            if (event.kind == CrowdEvent::Kind::next_goal || event.kind == CrowdEvent::Kind::arrived)
            {
                passed[event.id].push_back(event.goal);
                EXPECT_LE(distance(event.position, event.goal), 1.01) << "within arrival and the shift of a goal";
            }
    }
    ASSERT_EQ(passed[once].size(), 3u);
    EXPECT_EQ(crowd.agent(once).status, AgentStatus::arrived);
    EXPECT_GT(passed[again].size(), 4u);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_LE(distance(passed[once][i], points[i]), 0.51) << i;
    EXPECT_LE(distance(passed[again][3], points[0]), 0.51);
}

TEST(Walkers, LeaveThroughAnExit)
{
    Crowd crowd(buildCorridorWorld("rooms"), walkersOptions());
    const Goal exit = Goal::area({{18, 9}, {22, 9}, {22, 10.5}, {18, 10.5}});
    ASSERT_NO_FATAL_FAILURE(addRandom(crowd, 100, {.position = {}, .goal = exit, .leaves_at_goal = true, .group = 4}));
    std::size_t left = 0;
    for (int tick = 0; tick < 1200 && crowd.size() > 0; ++tick)
    {
        crowd.step(0.1);
        left += countEvents(crowd, CrowdEvent::Kind::left);
        ASSERT_EQ(crowd.size() + left, 100u);
        // All that is told is about the same agents.
        ASSERT_EQ(crowd.ids().size(), crowd.size());
        for (std::size_t i = 0; i < crowd.size(); ++i)
        {
            const AgentView view = crowd.agent(crowd.ids()[i]);
            ASSERT_EQ(view.position, crowd.positions()[i]);
            ASSERT_EQ(view.status, crowd.statuses()[i]);
            ASSERT_EQ(crowd.groups()[i], 4u);
            ASSERT_EQ(crowd.view(i).id, view.id);
            ASSERT_EQ(crowd.velocity(i), view.velocity);
        }
    }
    EXPECT_EQ(left, 100u);
    EXPECT_NE(crowd.runHash(), 0u);
    EXPECT_EQ(crowd.add({.position = {2, 2}}).value(), 101u) << "ids are not used again";
}

TEST(Walkers, SayWhenThereIsNoWay)
{
    // Two rooms with a wall between them.
    SceneInput input;
    for (const double x : {0.0, 20.0})
    {
        SceneInput::AreaInput area;
        area.outline.points = {{x, 0}, {x + 14, 0}, {x + 14, 6}, {x, 6}};
        input.areas.push_back(area);
    }
    Crowd crowd(buildCorridorWorld(buildScene(input).value()), walkersOptions());
    const AgentId cut_off = crowd.add({.position = {5, 3}, .goal = Vec2{25, 3}}).value();
    const AgentId outside = crowd.add({.position = {4, 3}, .goal = Vec2{17, 3}}).value();
    crowd.step(0.1);
    EXPECT_EQ(countEvents(crowd, CrowdEvent::Kind::unreachable), 2u);
    for (int tick = 0; tick < 100; ++tick) crowd.step(0.1);
    for (const AgentId id : {cut_off, outside})
    {
        EXPECT_EQ(crowd.agent(id).reason, StuckReason::unreachable);
        EXPECT_EQ(crowd.agent(id).status, AgentStatus::stuck);
        EXPECT_GE(crowd.agent(id).still_for, 5);
    }
    ASSERT_TRUE(crowd.setGoal(cut_off, Vec2{9, 3}));
    for (int tick = 0; tick < 100; ++tick) crowd.step(0.1);
    EXPECT_EQ(crowd.agent(cut_off).status, AgentStatus::arrived);
}

TEST(Walkers, TellWhoIsStuckAndWhoGetsGoing)
{
    // Some have no way and stand; others walk past and push them about.
    Crowd crowd(buildCorridorWorld("rooms"), walkersOptions());
    ASSERT_NO_FATAL_FAILURE(addRandom(crowd, 40, {.position = {}, .goal = Vec2{-20, -20}}));
    ASSERT_NO_FATAL_FAILURE(addRandom(crowd, 40));
    std::size_t going = 0;
    std::set<AgentId> stuck;
    for (int tick = 0; tick < 1500; ++tick)
    {
        crowd.step(0.1);
        for (const CrowdEvent& event : crowd.events())
        {
            if (event.kind == CrowdEvent::Kind::got_stuck)
            {
                EXPECT_TRUE(stuck.insert(event.id).second) << event.id;
                EXPECT_EQ(event.position, crowd.agent(event.id).position);
            }
            if (event.kind == CrowdEvent::Kind::got_going)
            {
                ++going;
                EXPECT_EQ(stuck.erase(event.id), 1u) << event.id;
                EXPECT_EQ(event.position, crowd.agent(event.id).position);
            }
        }
        const auto count = static_cast<std::size_t>(std::ranges::count(crowd.statuses(), AgentStatus::stuck));
        ASSERT_EQ(count, stuck.size()) << "tick " << tick;
    }
    EXPECT_GT(going, 0u);
    EXPECT_GT(stuck.size(), 20u);
    for (const AgentId id : stuck)
    {
        EXPECT_EQ(crowd.agent(id).reason, StuckReason::unreachable);
        ASSERT_TRUE(crowd.setGoal(id, Goal::random()));
        EXPECT_EQ(crowd.agent(id).status, AgentStatus::moving);
    }
    crowd.step(0.1);
    EXPECT_EQ(std::ranges::count(crowd.statuses(), AgentStatus::stuck), 0);
}

TEST(Walkers, TwoInTheSameSpotPart)
{
    Crowd crowd(buildCorridorWorld("donut"), walkersOptions());
    ASSERT_NO_FATAL_FAILURE(addRandom(crowd, 1));
    ASSERT_TRUE(crowd.add({.position = crowd.positions()[0], .goal = Goal::random()}));
    for (int tick = 0; tick < 40; ++tick) crowd.step(0.1);
    EXPECT_GT(distance(crowd.agent(1).position, crowd.agent(2).position), 0.1);
}

TEST(Walkers, ALongStepIsManyShortOnes)
{
    const World world = buildCorridorWorld("mckenna");
    Crowd once(world, walkersOptions()), often(world, walkersOptions());
    ASSERT_NO_FATAL_FAILURE(addRandom(once, 100));
    ASSERT_NO_FATAL_FAILURE(addRandom(often, 100));
    once.step(0.5);
    for (int i = 0; i < 5; ++i) often.step(0.1);
    EXPECT_EQ(once.computeHash(), often.computeHash());
    EXPECT_EQ(once.runHash(), often.runHash());
    EXPECT_EQ(once.tick(), 5u);
    const std::uint64_t before = once.computeHash();
    for (const double dt : {0.0, -1.0, 1e-300, kNaN, std::numeric_limits<double>::infinity()}) once.step(dt);
    EXPECT_EQ(once.computeHash(), before);
}

TEST(Walkers, GoOnFromASavedState)
{
    const World world = buildCorridorWorld("mckenna");
    Crowd crowd(world, walkersOptions());
    ASSERT_NO_FATAL_FAILURE(addRandom(crowd, 300));
    ASSERT_NO_FATAL_FAILURE(addRandom(crowd, 30, {.position = {}, .goal = crowd.positions()[0], .leaves_at_goal = true}));
    ASSERT_NO_FATAL_FAILURE(
        addRandom(crowd, 30, {.position = {}, .goal = Goal::points({crowd.positions()[5], crowd.positions()[9]}), .group = 3}));
    for (int tick = 0; tick < 200; ++tick) crowd.step(0.1);
    ASSERT_NO_FATAL_FAILURE(addRandom(crowd, 10)); // not planned yet
    ASSERT_TRUE(crowd.remove(7));
    ByteWriter writer;
    crowd.save(writer);
    Crowd copy(world, walkersOptions(3));
    ByteReader reader(writer.bytes());
    const Result<void> restored = copy.restore(reader);
    ASSERT_TRUE(restored) << restored.error().message;
    EXPECT_EQ(copy.computeHash(), crowd.computeHash());
    EXPECT_EQ(copy.size(), crowd.size());
    for (int tick = 0; tick < 300; ++tick)
        for (Crowd* each : {&crowd, &copy}) each->step(0.1);
    EXPECT_EQ(copy.computeHash(), crowd.computeHash());
    EXPECT_EQ(copy.runHash(), crowd.runHash());
    EXPECT_EQ(copy.time(), crowd.time());

    // Neither engine takes the other's bytes, and damaged ones are refused.
    Crowd other(world, {.steering = socialForce()});
    ByteReader again(writer.bytes());
    EXPECT_FALSE(other.restore(again));
    Random random(5);
    const std::uint64_t hash = copy.computeHash();
    for (int i = 0; i < 200; ++i)
    {
        std::vector<std::byte> bytes(writer.bytes().begin(), writer.bytes().end());
        bytes[random.below(bytes.size())] ^= std::byte{1};
        ByteReader damaged(bytes);
        EXPECT_FALSE(copy.restore(damaged));
    }
    EXPECT_EQ(copy.computeHash(), hash);
}

TEST(Walkers, AreTakenAndPutWithAllTheirState)
{
    const World world = buildCorridorWorld("rooms");
    Crowd here(world, walkersOptions()), there(world, walkersOptions()), stays(world, walkersOptions());
    ASSERT_NO_FATAL_FAILURE(addRandom(here, 1));
    ASSERT_NO_FATAL_FAILURE(addRandom(stays, 1));
    for (int tick = 0; tick < 30; ++tick)
        for (Crowd* crowd : {&here, &there, &stays}) crowd->step(0.1);
    const AgentState agent = here.take(1);
    EXPECT_EQ(here.size(), 0u);
    ASSERT_TRUE(there.put(agent));
    EXPECT_FALSE(there.put(agent)) << "the id is taken";
    EXPECT_FALSE(there.addGhost(agent)) << "ghosts are refused";
    for (int tick = 0; tick < 300; ++tick)
        for (Crowd* crowd : {&there, &stays}) crowd->step(0.1);
    EXPECT_EQ(there.computeHash(), stays.computeHash());

    Random random(11);
    for (int i = 0; i < 2000 * test::testScale(); ++i)
    {
        AgentState damaged = agent;
        for (std::uint64_t k = random.below(3) + 1; k > 0; --k)
            damaged.bytes[random.below(damaged.bytes.size())] = static_cast<std::byte>(random.below(256));
        Crowd crowd(world, walkersOptions());
        if (!crowd.put(damaged)) continue;
        for (int tick = 0; tick < 3; ++tick) crowd.step(0.1); // whatever was taken can walk
        ASSERT_EQ(crowd.size(), 1u);
    }
}

TEST(Walkers, RefuseWhatTheyCannotDo)
{
    const Scene rooms = buildScene("rooms").value();
    const auto refusal = [](const World& world, const CrowdOptions& options) {
        const Result<Crowd> built = buildCrowd(world, options);
        return built ? std::string() : built.error().message;
    };
    const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
    const World world = buildCorridorWorld(rooms);
    EXPECT_EQ(refusal(world, walkersOptions()), "");
    EXPECT_TRUE(has(refusal({}, walkersOptions()), "empty"));
    EXPECT_TRUE(has(refusal(buildWorld(rooms, "exact").value(), walkersOptions()), "the guide 'exact'"));
    CrowdOptions own = walkersOptions();
    own.steering = orca();
    EXPECT_TRUE(has(refusal(world, own), "'orca'"));
    CrowdOptions bad = walkersOptions();
    bad.social_force.reach = 0;
    EXPECT_TRUE(has(refusal(world, bad), "reach"));
    bad = walkersOptions();
    bad.social_force.shape = SocialForceOptions::Shape::circular;
    EXPECT_TRUE(has(refusal(world, bad), "elliptical"));
    EXPECT_TRUE(has(refusal(buildWorld(rooms, "corridor", {{"side", 0.5}}).value(), walkersOptions()), "without its options"));

    Crowd crowd(world, walkersOptions());
    const auto adding = [&](const AgentOptions& agent) {
        const Result<AgentId> added = crowd.add(agent);
        return added ? std::string() : added.error().message;
    };
    EXPECT_TRUE(has(adding({.position = {-50, 0}}), "nearest place is about"));
    EXPECT_TRUE(has(adding({.position = {2, 2}, .radius = 50}), "nobody of radius 50 m"));
    EXPECT_TRUE(has(adding({.position = {kNaN, 2}}), "not finite"));
    EXPECT_EQ(crowd.size(), 0u);
    crowd.step(0.1); // nobody
    EXPECT_EQ(crowd.tick(), 1u);
    EXPECT_EQ(adding({.position = {2, 2}, .id = AgentId{1} << 40}), "");
    EXPECT_TRUE(has(adding({.position = {3, 3}, .radius = 0.3}), "one size"));
    EXPECT_TRUE(has(adding({.position = {3, 3}, .speed = 1}), "one speed"));
    EXPECT_TRUE(has(adding({.position = {3, 3}, .goal = Goal::straight({5, 5})}), "straight"));
    EXPECT_TRUE(has(adding({.position = {3, 3}, .id = AgentId{1} << 40}), "is taken"));
    EXPECT_FALSE(crowd.setSpeed(AgentId{1} << 40, 2));
    EXPECT_TRUE(crowd.setSpeed(AgentId{1} << 40, 1.34));
    EXPECT_EQ(crowd.size(), 1u);
    EXPECT_FALSE(crowd.hasRoom({3, 3}, 0.3));
    ASSERT_TRUE(crowd.remove(AgentId{1} << 40));
    EXPECT_EQ(adding({.position = {3, 3}, .radius = 0.3, .speed = 1}), "") << "an empty crowd takes another size";
}

TEST(Walkers, SeveralLayersAreRefused)
{
    SceneInput input;
    for (const int layer : {0, 1})
    {
        SceneInput::AreaInput area;
        area.outline.points = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
        area.layer = layer;
        input.areas.push_back(area);
    }
    const Result<World> world = buildWorld(buildScene(input).value(), "corridor");
    ASSERT_TRUE(world) << world.error().message;
    const Result<Crowd> crowd = buildCrowd(*world, walkersOptions());
    ASSERT_FALSE(crowd);
    EXPECT_NE(crowd.error().message.find("one layer"), std::string::npos) << crowd.error().message;
}

/// A corridor that is a small part of the box around it, with a room behind a door that is too narrow.
Scene buildLoneCorridor()
{
    SceneInput input;
    SceneInput::AreaInput area;
    // A hook of two passages 2 m wide and 60 m long, and a closet of 4 m beside it behind a slit of 0.3 m.
    area.outline.points = {{0, 0},    {60, 0},   {60, 2},   {2, 2},      {2, 30},   {2.5, 30}, {2.5, 28},
                           {6.5, 28}, {6.5, 32}, {2.5, 32}, {2.5, 30.3}, {2, 30.3}, {2, 60},   {0, 60}};
    input.areas.push_back(area);
    return buildScene(input).value();
}

TEST(Walkers, FindTheirWayAboutWhereThereIsHardlyAnyRoom)
{
    Crowd crowd(buildCorridorWorld(buildLoneCorridor()), walkersOptions());
    ASSERT_NO_FATAL_FAILURE(addRandom(crowd, 300));
    std::vector<int> arrivals(301);
    for (int tick = 0; tick < 3000; ++tick)
    {
        crowd.step(0.1);
        for (const CrowdEvent& event : crowd.events())
            if (event.kind == CrowdEvent::Kind::next_goal) ++arrivals[event.id];
    }
    EXPECT_GE(std::ranges::count_if(arrivals, [](int count) { return count >= 2; }), 280) << "nobody gives up wandering";
}

TEST(Walkers, GoRoundAPillarAndAsWideAsTheMapIsMadeFor)
{
    // A loop without a vertex, and people as wide as the rows of balls are close enough for.
    SceneInput input;
    SceneInput::AreaInput area;
    SceneInput::RingInput hole;
    for (int i = 0; i < 64; ++i)
    {
        const double angle = 2 * 3.14159265358979 * i / 64;
        area.outline.points.push_back({10 * std::cos(angle), 10 * std::sin(angle)});
        hole.points.push_back({3 * std::cos(-angle), 3 * std::sin(-angle)});
    }
    area.holes.push_back(hole);
    input.areas.push_back(area);
    Crowd crowd(buildCorridorWorld(buildScene(input).value()), walkersOptions());
    ASSERT_NO_FATAL_FAILURE(addRandom(crowd, 5, {.position = {}, .radius = 1, .goal = Goal::random()}));
    std::vector<int> arrivals(6);
    for (int tick = 0; tick < 3000; ++tick)
    {
        crowd.step(0.1);
        for (const CrowdEvent& event : crowd.events())
            if (event.kind == CrowdEvent::Kind::next_goal) ++arrivals[event.id];
        for (const Vec2 p : crowd.positions()) ASSERT_GE(findWallDistance(crowd, p), 1 - 1e-6);
    }
    EXPECT_GE(*std::min_element(arrivals.begin() + 1, arrivals.end()), 2);
}

TEST(Walkers, OnceWarmAStepAllocatesNothing)
{
    Crowd crowd(buildCorridorWorld("rooms"), walkersOptions());
    ASSERT_NO_FATAL_FAILURE(addRandom(crowd, 300));
    for (int tick = 0; tick < 600; ++tick) crowd.step(0.1);
    std::size_t planned = 0;
    const long before = test::allocation_count;
    for (int tick = 0; tick < 100; ++tick)
    {
        crowd.step(0.1);
        planned += countEvents(crowd, CrowdEvent::Kind::planned);
    }
    EXPECT_EQ(test::allocation_count - before, 0);
    EXPECT_GT(planned, 0u);
}

} // namespace
} // namespace clearway
