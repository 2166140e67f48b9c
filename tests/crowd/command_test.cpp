// SPDX-License-Identifier: MIT
// What a game commands: agents whose properties change, that are placed by hand, follow each other, and wait for their plans.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <clearway/corridor.h>
#include <clearway/crowd.h>
#include <clearway/guide.h>
#include <clearway/navmesh.h>
#include <clearway/scene.h>
#include <clearway/steering.h>

namespace clearway {
namespace {

/// A hall of 30 x 20 m with a wall across at x = 15: a door of 0.8 m at y = 10, and one of 3 m at its lower end.
World makeHall()
{
    SceneInput input;
    input.areas.emplace_back().outline.points = {{0, 0}, {30, 0}, {30, 20}, {0, 20}};
    input.obstacles.emplace_back().outline.points = {{14.9, 10.4}, {15.1, 10.4}, {15.1, 20}, {14.9, 20}};
    input.obstacles.emplace_back().outline.points = {{14.9, 3}, {15.1, 3}, {15.1, 9.6}, {14.9, 9.6}};
    return onNavMesh(buildNavMesh(buildScene(input).value()).value());
}

/// An empty square of 40 m.
World makeField()
{
    SceneInput input;
    input.areas.emplace_back().outline.points = {{-20, -20}, {20, -20}, {20, 20}, {-20, 20}};
    return onNavMesh(buildNavMesh(buildScene(input).value()).value());
}

void run(Crowd& crowd, double seconds, double dt = 0.05)
{
    for (double time = 0; time < seconds; time += dt) crowd.step(dt);
}

// ---- reading and changing

AgentOptions makeSpecial()
{
    AgentOptions agent{.position = {5, 5}, .radius = 0.3, .goal = Goal::random(3), .speed = 1.25, .max_speed = 2};
    agent.leaves_at_goal = true;
    agent.group = 7;
    agent.user_data = 0xfeedfacecafebeef;
    agent.priority = -2;
    agent.category = 4;
    agent.avoids = 6;
    agent.max_acceleration = 2.5;
    agent.max_turn_rate = 3;
    return agent;
}

TEST(AgentOptions, CanBeReadBackAndMakeAnEqualAgent)
{
    Crowd crowd(makeHall());
    const AgentId id = crowd.add(makeSpecial()).value();
    const AgentOptions read = crowd.options(id), special = makeSpecial();
    EXPECT_EQ(read.position, special.position);
    EXPECT_EQ(read.radius, special.radius);
    EXPECT_EQ(read.goal, special.goal);
    EXPECT_EQ(read.speed, special.speed);
    EXPECT_EQ(read.max_speed, special.max_speed);
    EXPECT_EQ(read.leaves_at_goal, special.leaves_at_goal);
    EXPECT_EQ(read.id, id);
    EXPECT_EQ(read.group, special.group);
    EXPECT_EQ(read.user_data, special.user_data);
    EXPECT_EQ(read.priority, special.priority);
    EXPECT_EQ(read.category, special.category);
    EXPECT_EQ(read.avoids, special.avoids);
    EXPECT_EQ(read.max_acceleration, special.max_acceleration);
    EXPECT_EQ(read.max_turn_rate, special.max_turn_rate);
    EXPECT_EQ(crowd.agent(id).user_data, special.user_data);

    Crowd other(makeHall());
    ASSERT_TRUE(other.add(read));
    EXPECT_EQ(crowd.computeHash(), other.computeHash());
    run(crowd, 20);
    run(other, 20);
    EXPECT_EQ(crowd.runHash(), other.runHash());
}

TEST(AgentOptions, SettingWhatIsThereChangesNothing)
{
    Crowd crowd(makeHall()), other(makeHall());
    for (Crowd* each : {&crowd, &other}) ASSERT_TRUE(each->add({.position = {5, 5}, .goal = Vec2{25, 15}, .id = 1}));
    for (int tick = 0; tick < 300; ++tick)
    {
        ASSERT_TRUE(crowd.set(1, crowd.options(1)));
        crowd.step(0.05);
        other.step(0.05);
    }
    EXPECT_EQ(crowd.runHash(), other.runHash());
    EXPECT_EQ(crowd.computeHash(), other.computeHash());
}

TEST(AgentOptions, AFaultChangesNothingAndIsExplained)
{
    Crowd crowd(makeHall());
    const AgentId id = crowd.add({.position = {5, 5}, .goal = Vec2{25, 15}}).value();
    run(crowd, 2);
    const std::uint64_t hash = crowd.computeHash();
    const auto expectRefused = [&](auto change, std::string_view text) {
        AgentOptions agent = crowd.options(id);
        change(agent);
        const Result<void> result = crowd.set(id, agent);
        ASSERT_FALSE(result) << text;
        EXPECT_NE(result.error().message.find(text), std::string::npos) << result.error().message;
        EXPECT_EQ(crowd.computeHash(), hash) << text;
    };
    expectRefused([](AgentOptions& a) { a.position = {15, 5}; }, "not in free space");
    expectRefused([](AgentOptions& a) { a.position = {std::nan(""), 5}; }, "not finite");
    expectRefused([](AgentOptions& a) { a.radius = 30; }, "does not fit");
    expectRefused([](AgentOptions& a) { a.radius = -1; }, "radius -1");
    expectRefused([](AgentOptions& a) { a.max_acceleration = 0; }, "max_acceleration 0");
    expectRefused([](AgentOptions& a) { a.max_turn_rate = std::nan(""); }, "max_turn_rate");
    expectRefused([](AgentOptions& a) { a.kind = 5; }, "kind 5");
    expectRefused([](AgentOptions& a) { a.id = 77; }, "an id is for life");
    EXPECT_FALSE(crowd.teleport(id, {-3, 5}));
    EXPECT_FALSE(crowd.setRadius(id, std::nan("")));
    EXPECT_FALSE(crowd.place(id, {5, 5}, {})) << "it is not kinematic";
    EXPECT_FALSE(crowd.set(99, {}));
    EXPECT_FALSE(crowd.teleport(99, {5, 5}));
    EXPECT_EQ(crowd.computeHash(), hash);
}

TEST(AgentOptions, TheFastEngineRefusesWhatItCannotDo)
{
    SceneInput input;
    input.areas.emplace_back().outline.points = {{0, 0}, {20, 0}, {20, 10}, {0, 10}};
    const Scene scene = buildScene(input).value();
    const World world = onCorridorMap(buildNavMesh(scene).value(), buildCorridorMap(scene).value()).value();
    Crowd crowd = buildCrowd(world, {.engine = CrowdOptions::Engine::walkers}).value();
    const AgentId id = crowd.add({.position = {5, 5}, .goal = Vec2{15, 5}}).value();
    EXPECT_FALSE(buildCrowd(world, {.engine = CrowdOptions::Engine::walkers, .max_plans_per_tick = 5}));
    EXPECT_FALSE(crowd.teleport(id, {8, 5}));
    EXPECT_FALSE(crowd.setRadius(id, 0.3));
    EXPECT_FALSE(crowd.setGoal(id, Goal::follow(1)));
    AgentOptions agent = crowd.options(id);
    agent.user_data = 3;
    EXPECT_FALSE(crowd.set(id, agent));
    agent.user_data = 0;
    agent.group = 9;
    agent.goal = Vec2{2, 2};
    ASSERT_TRUE(crowd.set(id, agent));
    EXPECT_EQ(crowd.agent(id).group, 9U);
    run(crowd, 15);
    EXPECT_LT(distance(crowd.agent(id).position, Vec2{2, 2}), 0.5);
}

TEST(Teleport, TheAgentStandsThereAndGoesOnToItsGoal)
{
    Crowd crowd(makeHall());
    const AgentId id = crowd.add({.position = {5, 5}, .goal = Goal::points({{10, 10}, {25, 10}})}).value();
    run(crowd, 8); // on its way to the second point
    EXPECT_EQ(crowd.teleport(id, {3, 18}).value(), (Vec2{3, 18}));
    EXPECT_EQ(crowd.agent(id).position, (Vec2{3, 18}));
    EXPECT_EQ(crowd.agent(id).velocity, (Vec2{}));
    EXPECT_EQ(crowd.agent(id).goal_point, (Vec2{25, 10})) << "points behind it stay behind it";
    run(crowd, 40);
    EXPECT_EQ(crowd.agent(id).status, AgentStatus::arrived);
    ASSERT_TRUE(crowd.teleport(id, {3, 3}));
    EXPECT_EQ(crowd.agent(id).status, AgentStatus::moving) << "it goes back to where it had arrived";
    run(crowd, 40);
    EXPECT_LT(distance(crowd.agent(id).position, Vec2{25, 10}), 0.1);
    // Who has no goal stays where it is put.
    ASSERT_TRUE(crowd.setGoal(id, {}));
    ASSERT_TRUE(crowd.teleport(id, {3, 3}));
    run(crowd, 2);
    EXPECT_EQ(crowd.agent(id).position, (Vec2{3, 3}));
}

TEST(SetRadius, WhoGetsWiderTakesTheWiderDoor)
{
    Crowd crowd(makeHall());
    const AgentId id = crowd.add({.position = {10, 10}, .radius = 0.2, .goal = Vec2{20, 10}}).value();
    run(crowd, 1);
    ASSERT_TRUE(crowd.setRadius(id, 0.6));
    double lowest = 10;
    for (int tick = 0; tick < 800 && crowd.agent(id).status != AgentStatus::arrived; ++tick)
    {
        crowd.step(0.05);
        lowest = std::min(lowest, crowd.agent(id).position.y);
    }
    EXPECT_EQ(crowd.agent(id).status, AgentStatus::arrived);
    EXPECT_LT(lowest, 3);
}

// ---- moved by hand

TEST(KinematicAgent, IsWalkedRoundAndMovesOnlyByHand)
{
    for (const auto& model : {orca(), socialForce(), hidac(), localField()})
    {
        Crowd crowd(makeField(), {.steering = model});
        AgentOptions player{.position = {0, 0.05}, .radius = 0.5};
        player.is_kinematic = true;
        const AgentId id = crowd.add(player).value();
        const AgentId walker = crowd.add({.position = {-8, 0}, .goal = Vec2{8, 0}}).value();
        double nearest = 100;
        for (int tick = 0; tick < 500; ++tick)
        {
            crowd.step(0.05);
            nearest = std::min(nearest, distance(crowd.agent(id).position, crowd.agent(walker).position));
        }
        EXPECT_EQ(crowd.agent(id).position, (Vec2{0, 0.05})) << model->name();
        EXPECT_EQ(crowd.agent(walker).status, AgentStatus::arrived) << model->name();
        EXPECT_GT(nearest, 0.74) << model->name();
    }
}

TEST(KinematicAgent, PeopleMakeWayForAVehicle)
{
    Crowd crowd(makeField());
    AgentOptions vehicle{.position = {-15, 0}, .radius = 1, .speed = 3};
    vehicle.is_kinematic = true;
    const AgentId id = crowd.add(vehicle).value();
    for (int i = 0; i < 30; ++i)
        ASSERT_TRUE(
            crowd.add({.position = {-10 + 0.7 * (i % 10), -0.7 + 0.7 * (i / 10)}, .goal = Vec2{18.0 - i % 3, -1.0 + i % 3}}));
    double deepest = 0;
    for (int tick = 0; tick < 400; ++tick)
    {
        const Vec2 at{-15 + 0.05 * 3 * tick * 0.5, 0};
        ASSERT_TRUE(crowd.place(id, at, {1.5, 0}));
        crowd.step(0.05);
        EXPECT_EQ(crowd.agent(id).position, at);
        EXPECT_EQ(crowd.agent(id).velocity, (Vec2{1.5, 0}));
        EXPECT_EQ(crowd.agent(id).heading, (Vec2{1, 0}));
        for (std::size_t i = 0; i < crowd.size(); ++i)
            if (crowd.ids()[i] != id) deepest = std::max(deepest, crowd.radii()[i] + 1 - distance(crowd.positions()[i], at));
    }
    EXPECT_LT(deepest, 0.02);
}

TEST(KinematicAgent, MayOverlapWallsButStaysOnTheGround)
{
    Crowd crowd(makeHall());
    AgentOptions player{.position = {14.8, 6}, .radius = 0.5};
    player.is_kinematic = true;
    const AgentId id = crowd.add(player).value();
    run(crowd, 1);
    EXPECT_EQ(crowd.agent(id).position, (Vec2{14.8, 6}));
    EXPECT_FALSE(crowd.place(id, {15, 6}, {}));
    EXPECT_FALSE(crowd.place(id, {10, 6}, {std::nan(""), 0}));
    ASSERT_TRUE(crowd.place(id, {10, 6}, {}));
    // It becomes somebody who walks, when it fits.
    AgentOptions agent = crowd.options(id);
    agent.is_kinematic = false;
    agent.goal = Vec2{25, 6};
    ASSERT_TRUE(crowd.set(id, agent));
    run(crowd, 30);
    EXPECT_EQ(crowd.agent(id).status, AgentStatus::arrived);
}

TEST(KinematicAgent, SomebodyWhoWalksIsTakenOverAndGivenBack)
{
    Crowd crowd(makeHall());
    const AgentId id = crowd.add({.position = {5, 6}, .goal = Vec2{5, 16}}).value();
    run(crowd, 2);
    AgentOptions agent = crowd.options(id);
    agent.is_kinematic = true;
    ASSERT_TRUE(crowd.set(id, agent));
    const Vec2 taken = crowd.agent(id).position;
    run(crowd, 2);
    EXPECT_EQ(crowd.agent(id).position, taken);
    EXPECT_EQ(crowd.agent(id).velocity, (Vec2{}));
    ASSERT_TRUE(crowd.place(id, {8, 6}, {1, 0}));
    agent = crowd.options(id);
    agent.is_kinematic = false;
    ASSERT_TRUE(crowd.set(id, agent));
    run(crowd, 15);
    EXPECT_EQ(crowd.agent(id).status, AgentStatus::arrived);
    EXPECT_LT(distance(crowd.agent(id).position, Vec2{5, 16}), 0.1) << "it goes on to the goal that it had";
}

// ---- who avoids whom

/// How far two that meet head-on leave their lines at most, and how near they come.
struct Meeting
{
    double first_aside = 0;
    double second_aside = 0;
    double nearest = 100;
};

Meeting meet(const AgentOptions& first_like, const AgentOptions& second_like)
{
    Crowd crowd(makeField());
    AgentOptions first = first_like, second = second_like;
    first.position = {-6, 0.1}, first.goal = Vec2{6, 0.1};
    second.position = {6, 0}, second.goal = Vec2{-6, 0};
    const AgentId a = crowd.add(first).value(), b = crowd.add(second).value();
    Meeting meeting;
    for (int tick = 0; tick < 300; ++tick)
    {
        crowd.step(0.05);
        meeting.first_aside = std::max(meeting.first_aside, std::abs(crowd.agent(a).position.y - 0.1));
        meeting.second_aside = std::max(meeting.second_aside, std::abs(crowd.agent(b).position.y));
        meeting.nearest = std::min(meeting.nearest, distance(crowd.agent(a).position, crowd.agent(b).position));
    }
    EXPECT_EQ(crowd.agent(a).status, AgentStatus::arrived);
    EXPECT_EQ(crowd.agent(b).status, AgentStatus::arrived);
    return meeting;
}

AgentOptions withPriority(int priority)
{
    AgentOptions agent;
    agent.priority = priority;
    return agent;
}

TEST(Priority, TheLowerOneMakesWayAlone)
{
    const Meeting alike = meet({}, {});
    EXPECT_GT(alike.first_aside, 0.1);
    EXPECT_GT(alike.second_aside, 0.1);
    const Meeting ranked = meet(withPriority(1), {});
    EXPECT_LT(ranked.first_aside, 1e-6) << "it does not see the other one";
    EXPECT_GT(ranked.second_aside, 0.35);
    EXPECT_GE(ranked.nearest, 0.5);
    const Meeting turned = meet(withPriority(-1), {});
    EXPECT_GT(turned.first_aside, 0.35);
    EXPECT_LT(turned.second_aside, 1e-6);
}

TEST(Categories, WhoAvoidsNeitherPassesThrough)
{
    AgentOptions ghost;
    ghost.avoids = 0;
    ghost.category = 2;
    AgentOptions person;
    person.avoids = 1;
    const Meeting through = meet(ghost, person);
    EXPECT_LT(through.nearest, 0.2);
    EXPECT_LT(through.first_aside + through.second_aside, 1e-6);
    person.avoids = 3; // sees the ghost, which does not see it
    const Meeting seen = meet(ghost, person);
    EXPECT_LT(seen.first_aside, 1e-6);
    EXPECT_GT(seen.second_aside, 0.35);
    EXPECT_GE(seen.nearest, 0.5);
}

// ---- following

TEST(Follow, KeepsUpThroughADoorAndStopsBehind)
{
    Crowd crowd(makeHall());
    const AgentId leader = crowd.add({.position = {5, 5}, .goal = Vec2{25, 15}, .speed = 1}).value();
    const AgentId first = crowd.add({.position = {3, 5}, .goal = Goal::follow(leader, 0.8)}).value();
    const AgentId second = crowd.add({.position = {1, 5}, .goal = Goal::follow(first, 0.8)}).value();
    int plan_count = 0;
    for (int tick = 0; tick < 900; ++tick)
    {
        crowd.step(0.05);
        for (const CrowdEvent& event : crowd.events()) plan_count += event.kind == CrowdEvent::Kind::planned;
        EXPECT_NE(crowd.agent(first).status, AgentStatus::stuck) << tick;
        EXPECT_LT(distance(crowd.agent(first).position, crowd.agent(leader).position), 4) << tick;
    }
    EXPECT_EQ(crowd.agent(leader).status, AgentStatus::arrived);
    EXPECT_NEAR(distance(crowd.agent(first).position, crowd.agent(leader).position), 1.3, 0.2);
    EXPECT_NEAR(distance(crowd.agent(second).position, crowd.agent(first).position), 1.3, 0.2);
    EXPECT_EQ(crowd.agent(first).status, AgentStatus::moving) << "nobody who follows arrives";
    EXPECT_LT(plan_count, 400);
}

TEST(Follow, GoesWhereTheLeaderWasSeenLast)
{
    Crowd crowd(makeHall());
    const AgentId leader = crowd.add({.position = {25, 15}}).value();
    const AgentId id = crowd.add({.position = {5, 5}, .goal = Goal::follow(leader)}).value();
    run(crowd, 5);
    ASSERT_TRUE(crowd.remove(leader));
    run(crowd, 40);
    EXPECT_LT(distance(crowd.agent(id).position, Vec2{25, 15}), 1.5);
    EXPECT_EQ(crowd.agent(id).status, AgentStatus::moving);
    EXPECT_LT(length(crowd.agent(id).velocity), 0.01);
    // Nobody, and oneself.
    ASSERT_TRUE(crowd.setGoal(id, Goal::follow(12345)));
    ASSERT_TRUE(crowd.setGoal(id, Goal::follow(id)));
    run(crowd, 2);
    EXPECT_FALSE(crowd.setGoal(id, Goal::follow(1, -1)));
}

// ---- goals that wait for their plan

Crowd makeMany(int count, CrowdOptions options)
{
    Crowd crowd(makeHall(), std::move(options));
    for (int i = 0; i < count; ++i)
        EXPECT_TRUE(crowd.add({.position = {1.0 + 0.6 * (i % 20), 1.0 + 0.6 * (i / 20)}, .goal = Vec2{28, 18}}));
    return crowd;
}

TEST(PlansPerTick, AreNeverMoreAndComeInTheOrderOfWaiting)
{
    Crowd crowd = makeMany(200, {.max_plans_per_tick = 7});
    std::vector<AgentId> order;
    for (int tick = 0; tick < 40; ++tick)
    {
        crowd.step(0.05);
        int count = 0;
        for (const CrowdEvent& event : crowd.events())
        {
            if (event.kind != CrowdEvent::Kind::planned) continue;
            ++count;
            order.push_back(event.id);
        }
        EXPECT_LE(count, 7) << tick;
        EXPECT_EQ(std::ranges::count(crowd.statuses(), AgentStatus::arrived), 0) << "who waits has not arrived";
        EXPECT_EQ(std::ranges::count(crowd.statuses(), AgentStatus::stuck), 0);
    }
    ASSERT_GE(order.size(), 200U);
    for (std::size_t i = 0; i < 200; ++i) EXPECT_EQ(order[i], i + 1);
}

TEST(PlansPerTick, TheOldWayIsKeptMeanwhile)
{
    Crowd crowd(makeField(), {.max_plans_per_tick = 1});
    std::vector<AgentId> ids;
    for (int i = 0; i < 40; ++i)
        ids.push_back(crowd.add({.position = {-15, -15 + 0.7 * i}, .goal = Vec2{15, -15 + 0.7 * i}}).value());
    run(crowd, 4);
    for (const AgentId id : ids) ASSERT_TRUE(crowd.setGoal(id, Vec2{-15, 0}));
    EXPECT_EQ(crowd.options(ids.back()).goal, Goal(Vec2{-15, 0}));
    EXPECT_EQ(crowd.agent(ids.back()).goal_point.x, 15) << "the old one still leads";
    crowd.step(0.05);
    EXPECT_LT(crowd.agent(ids.front()).velocity.x, 0.5);
    EXPECT_GT(crowd.agent(ids.back()).velocity.x, 1);
    // An order that is taken back does not wait any more.
    ASSERT_TRUE(crowd.setGoal(ids.back(), Vec2{15, -15 + 0.7 * 39}));
    run(crowd, 4);
    EXPECT_GT(crowd.agent(ids.back()).velocity.x, 1);
    EXPECT_LT(crowd.agent(ids[20]).velocity.x, 0);
}

TEST(PlansPerTick, RandomGoalsGoOnAndTheRunIsTheSameEverywhere)
{
    const auto play = [](int workers, bool saves) {
        CrowdOptions options{.max_plans_per_tick = 2};
        options.execution.worker_count = workers;
        Crowd crowd(makeHall(), options);
        for (int i = 0; i < 600; ++i)
            EXPECT_TRUE(
                crowd.add({.position = {1.0 + 0.6 * (i % 22), 1.0 + 0.6 * (i / 22)}, .radius = 0.2, .goal = Goal::random(1)}));
        for (int tick = 0; tick < 500; ++tick)
        {
            crowd.step(0.05);
            if (!saves || tick != 100) continue;
            ByteWriter writer;
            crowd.save(writer);
            Crowd restored(makeHall(), options);
            ByteReader reader(writer.bytes());
            EXPECT_TRUE(restored.restore(reader));
            crowd = std::move(restored);
        }
        return std::pair(crowd.runHash(), crowd.computeHash());
    };
    const auto alone = play(1, false);
    EXPECT_EQ(play(3, false), alone);
    EXPECT_EQ(play(1, true), alone);
}

// ---- goals that cannot be reached

/// Two rooms whose only door is 0.8 m wide.
World makeTightDoor()
{
    SceneInput input;
    input.areas.emplace_back().outline.points = {{0, 0}, {20, 0}, {20, 10}, {0, 10}};
    input.obstacles.emplace_back().outline.points = {{10, 5.4}, {10.2, 5.4}, {10.2, 10}, {10, 10}};
    input.obstacles.emplace_back().outline.points = {{10, 0}, {10.2, 0}, {10.2, 4.6}, {10, 4.6}};
    return onNavMesh(buildNavMesh(buildScene(input).value()).value());
}

TEST(Unreachable, WhoCannotGetThereGoesAsNearAsItCanAndSaysSo)
{
    Crowd crowd(makeTightDoor());
    const AgentId id = crowd.add({.position = {2, 2}, .radius = 0.5, .goal = Vec2{12, 5}, .leaves_at_goal = true}).value();
    int told = 0, arrived = 0, plans = 0;
    for (int tick = 0; tick < 1200; ++tick)
    {
        crowd.step(0.05);
        for (const CrowdEvent& event : crowd.events())
        {
            told += event.kind == CrowdEvent::Kind::unreachable;
            arrived += event.kind == CrowdEvent::Kind::arrived || event.kind == CrowdEvent::Kind::left;
            plans += event.kind == CrowdEvent::Kind::planned;
        }
        ASSERT_TRUE(crowd.setGoal(id, Vec2{12, 5})) << "the same goal again";
    }
    const AgentView view = crowd.agent(id);
    EXPECT_EQ(told, 1);
    EXPECT_EQ(arrived, 0) << "neither arrived nor left";
    EXPECT_LE(plans, 3);
    EXPECT_EQ(view.status, AgentStatus::arrived);
    EXPECT_EQ(view.reason, StuckReason::unreachable);
    EXPECT_GT(view.position.x, 9.3) << "right before the door";
    EXPECT_NEAR(view.short_by, distance(view.goal_point, Vec2{12, 5}), 1e-5);
    EXPECT_LT(distance(view.position, view.goal_point), 0.1);
    EXPECT_EQ(crowd.options(id).goal, Goal(Vec2{12, 5}));
    // Saved and restored, it is the same, and still knows its goal.
    ByteWriter writer;
    crowd.save(writer);
    Crowd restored(makeTightDoor());
    ByteReader reader(writer.bytes());
    ASSERT_TRUE(restored.restore(reader));
    EXPECT_EQ(restored.computeHash(), crowd.computeHash());
    EXPECT_EQ(restored.options(id).goal, Goal(Vec2{12, 5}));
    // Thinner, it gets there.
    ASSERT_TRUE(crowd.setRadius(id, 0.3));
    EXPECT_EQ(crowd.agent(id).goal_point, (Vec2{12, 5}));
    for (int tick = 0; tick < 200 && crowd.has(id); ++tick) crowd.step(0.05);
    EXPECT_FALSE(crowd.has(id));
}

TEST(Unreachable, ManyPackBeforeTheDoorAndStandIfTheyAreToldTo)
{
    Crowd crowd(makeTightDoor()), standing(makeTightDoor(), {.approaches_unreachable = false});
    for (int i = 0; i < 12; ++i)
    {
        const AgentOptions agent{.position = {1 + 1.2 * (i % 4), 2 + 1.2 * (i / 4)}, .radius = 0.5, .goal = Vec2{15, 5}};
        ASSERT_TRUE(crowd.add(agent));
        ASSERT_TRUE(standing.add(agent));
    }
    run(crowd, 60);
    run(standing, 10);
    for (std::size_t i = 0; i < crowd.size(); ++i)
    {
        EXPECT_LT(distance(crowd.positions()[i], Vec2{10, 5}), 4.5);
        EXPECT_LT(length(crowd.velocity(i)), 0.05) << crowd.ids()[i];
        EXPECT_EQ(crowd.view(i).status, AgentStatus::arrived) << crowd.ids()[i] << ": also those beside the pack";
        EXPECT_LT(crowd.view(i).target.x, 10) << "no place of its own behind the wall";
        EXPECT_EQ(crowd.view(i).reason, StuckReason::unreachable);
    }
    for (std::size_t i = 0; i < standing.size(); ++i)
    {
        EXPECT_LT(standing.positions()[i].x, 6);
        EXPECT_EQ(standing.view(i).reason, StuckReason::unreachable);
        EXPECT_EQ(standing.view(i).short_by, 0);
    }
}

TEST(Unreachable, WhoHasRandomGoalsNeverCountsOneThatItCannotReachAsReached)
{
    Crowd crowd(makeTightDoor());
    for (int i = 0; i < 4; ++i) ASSERT_TRUE(crowd.add({.position = {2, 2 + 1.5 * i}, .radius = 0.5, .goal = Goal::random(3)}));
    int reached = 0;
    for (int tick = 0; tick < 1200; ++tick)
    {
        crowd.step(0.05);
        for (const CrowdEvent& event : crowd.events())
        {
            if (event.kind != CrowdEvent::Kind::next_goal) continue;
            ++reached;
            EXPECT_LT(distance(event.position, event.goal), 1.1);
            EXPECT_LT(event.goal.x, 10) << "behind the door";
        }
    }
    EXPECT_GT(reached, 10);
}

/// A hall, and beside it a pedestal on which a disc of radius 0.25 m can stand and not go anywhere.
World makePedestal()
{
    SceneInput input;
    input.areas.emplace_back().outline.points = {{0, 0}, {20, 0}, {20, 10}, {0, 10}};
    input.areas.emplace_back().outline.points = {{30, 0}, {30.502, 0}, {30.502, 0.502}, {30, 0.502}};
    return onNavMesh(buildNavMesh(buildScene(input).value()).value());
}

TEST(Unreachable, WhoHasNoRoomForARandomGoalStaysAndSaysSoOnce)
{
    for (const int plans_per_tick : {0, 1})
    {
        const CrowdOptions options{.max_plans_per_tick = plans_per_tick};
        Crowd crowd(makePedestal(), options);
        const Vec2 place{30.251, 0.251};
        const AgentId id = crowd.add({.position = place, .radius = 0.25, .goal = Goal::random(3)}).value();
        CrowdObserver observer(crowd);
        int told = 0, others = 0;
        const auto play = [&](Crowd& played, int ticks) {
            for (int tick = 0; tick < ticks; ++tick)
            {
                played.step(0.05);
                for (const CrowdEvent& event : played.events()) ++(event.kind == CrowdEvent::Kind::unreachable ? told : others);
            }
        };
        for (int tick = 0; tick < 60; ++tick)
        {
            play(crowd, 1);
            observer.observe(crowd);
        }
        EXPECT_EQ(told, 1);
        EXPECT_EQ(others, 0) << "neither plans nor goals reached";
        EXPECT_EQ(crowd.agent(id).position, place);
        EXPECT_EQ(crowd.agent(id).reason, StuckReason::unreachable);
        const CrowdMetrics metrics = observer.metrics();
        EXPECT_EQ(metrics.unreachable, 1u);
        EXPECT_EQ(metrics.unreachable_agents, 1u);
        EXPECT_EQ(metrics.trips, 0u);
        // Saved and restored, it has nothing more to say.
        ByteWriter writer;
        crowd.save(writer);
        Crowd restored(makePedestal(), options);
        ByteReader reader(writer.bytes());
        ASSERT_TRUE(restored.restore(reader));
        play(restored, 30);
        EXPECT_EQ(told, 1);
        // In the hall it finds goals.
        ASSERT_TRUE(crowd.teleport(id, {5, 5}));
        play(crowd, 600);
        EXPECT_EQ(told, 1);
        EXPECT_GT(others, 2);
        EXPECT_EQ(crowd.agent(id).reason, StuckReason::none);
    }
}

// ---- agents that turn and speed up slowly

TEST(MotionLimits, SpeedAndHeadingChangeNoFasterThanTheyMay)
{
    for (const auto& model : {orca(), socialForce(), hidac(), localField(), seek()})
        for (const double dt : {0.1, 1.0 / 60})
        {
            Crowd crowd(makeHall(), {.steering = model});
            AgentOptions agent{.position = {5, 16}, .goal = Goal::points({{25, 16}, {5, 16}}, Goal::AtTheEnd::begin_again)};
            agent.max_acceleration = 2;
            agent.max_turn_rate = 1.5;
            const AgentId id = crowd.add(agent).value();
            Vec2 heading;
            double speed = 0;
            int passed = 0;
            for (double time = 0; time < 100; time += dt)
            {
                crowd.step(dt);
                const AgentView view = crowd.agent(id);
                for (const CrowdEvent& event : crowd.events()) passed += event.kind == CrowdEvent::Kind::next_goal;
                if (heading != Vec2{})
                {
                    ASSERT_GE(dot(view.heading, heading), std::cos(1.5 * dt + 1e-4)) << model->name() << " at " << time;
                    // Walls may stop it at once.
                    ASSERT_LE(length(view.velocity) - speed, 2 * dt + 1e-4) << model->name() << " at " << time;
                }
                heading = view.heading;
                speed = length(view.velocity);
            }
            EXPECT_GE(passed, 2) << model->name() << " " << dt;
        }
}

TEST(MotionLimits, WhoStandsKeepsLookingWhereItWent)
{
    Crowd crowd(makeField());
    const AgentId id = crowd.add({.position = {-5, 0}, .goal = Vec2{0, 5}}).value();
    EXPECT_EQ(crowd.agent(id).heading, (Vec2{}));
    run(crowd, 12);
    ASSERT_EQ(crowd.agent(id).status, AgentStatus::arrived);
    EXPECT_LT(distance(crowd.agent(id).heading, Vec2{1, 1} / std::sqrt(2.0)), 0.01);
    ByteWriter writer;
    crowd.save(writer);
    Crowd restored(makeField());
    ByteReader reader(writer.bytes());
    ASSERT_TRUE(restored.restore(reader));
    EXPECT_EQ(restored.agent(id).heading, crowd.agent(id).heading);
}

TEST(AgentExtras, AreSavedHandedOverAndHashed)
{
    Crowd crowd(makeHall()), plain(makeHall());
    const AgentId id = crowd.add(makeSpecial()).value();
    ASSERT_TRUE(crowd.add({.position = {9, 9}, .goal = Vec2{20, 9}}));
    run(crowd, 3);
    Crowd other(makeHall());
    ASSERT_TRUE(other.put(crowd.copy(id)));
    EXPECT_EQ(other.options(id).user_data, makeSpecial().user_data);
    EXPECT_EQ(other.options(id).avoids, makeSpecial().avoids);
    const std::uint64_t hash = crowd.computeHash();
    AgentOptions agent = crowd.options(id);
    agent.user_data = 1;
    ASSERT_TRUE(crowd.set(id, agent));
    EXPECT_NE(crowd.computeHash(), hash);
}

TEST(AgentExtras, TakeNoMemoryWhereNobodyHasAny)
{
    Crowd plain(makeHall()), special(makeHall());
    for (int i = 0; i < 100; ++i)
    {
        AgentOptions agent{.position = {1 + 0.1 * i, 5}};
        ASSERT_TRUE(plain.add(agent));
        agent.user_data = static_cast<std::uint64_t>(i);
        ASSERT_TRUE(special.add(agent));
    }
    EXPECT_LT(plain.memoryBytes() + 100 * sizeof(std::uint64_t), special.memoryBytes());
}

} // namespace
} // namespace clearway
