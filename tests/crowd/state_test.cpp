// SPDX-License-Identifier: MIT
// One run, one state: on any number of workers, saved and restored, in one crowd or in two that exchange ghosts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <vector>

#include <clearway/base/random.h>
#include <clearway/crowd/crowd.h>
#include <clearway/steering.h>

#include "tests/crowd/open_world.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::openWorld;

constexpr double kHalfWidth = 15;

/// Agents of many sizes that walk about in a square, some of them for ever.
void populate(Crowd& crowd, int count, std::uint64_t seed = 1)
{
    Random random(seed);
    for (int i = 0; i < count; ++i)
    {
        const double x = random.uniform(-kHalfWidth, kHalfWidth), y = random.uniform(-kHalfWidth, kHalfWidth);
        AgentOptions agent{.position = {x, y}, .radius = random.uniform(0.1, 0.5), .goal = Goal::random(seed)};
        if (i % 5 == 0) agent.goal = Vec2{y, x};
        if (i % 7 == 0) agent.goal = Goal{};
        if (i % 11 == 0) agent.goal = Goal::straight({-x, y});
        agent.speed = random.uniform(0.5, 2);
        ASSERT_TRUE(crowd.add(agent));
    }
}

std::uint64_t run(int worker_count, int count, int ticks)
{
    Crowd crowd(openWorld(kHalfWidth), {.execution = {.worker_count = worker_count}});
    populate(crowd, count);
    for (int i = 0; i < ticks; ++i) crowd.step(0.1);
    return crowd.computeHash();
}

TEST(CrowdDeterminism, TheHashIsTheSameForAnyNumberOfWorkers)
{
    const std::uint64_t expected = run(1, 1000, 60);
    for (const int worker_count : {2, 3, 8}) EXPECT_EQ(run(worker_count, 1000, 60), expected) << worker_count;
}

TEST(CrowdDeterminism, StorageOrderMakesNoDifference)
{
    // More agents than are left unsorted.
    const std::uint64_t expected = run(1, 5000, 40);
    EXPECT_EQ(run(3, 5000, 40), expected);
    Crowd crowd(openWorld(kHalfWidth));
    populate(crowd, 5000);
    // The same agents, taken out and put in again the other way round.
    std::vector<AgentState> agents;
    for (AgentId id = 1; id <= 5000; ++id) agents.push_back(crowd.take(id));
    EXPECT_EQ(crowd.size(), 0u);
    for (std::size_t i = agents.size(); i-- > 0;) ASSERT_TRUE(crowd.put(agents[i]));
    for (int i = 0; i < 40; ++i) crowd.step(0.1);
    EXPECT_EQ(crowd.computeHash(), expected);
}

TEST(CrowdDeterminism, AUsersOwnJobSystemGivesTheSame)
{
    Crowd crowd(openWorld(kHalfWidth), {.execution = {.task_hook = [](int count, const std::function<void(int)>& task) {
                                            for (int i = count; i-- > 0;) task(i);
                                        }}});
    populate(crowd, 1000);
    for (int i = 0; i < 60; ++i) crowd.step(0.1);
    EXPECT_EQ(crowd.computeHash(), run(1, 1000, 60));
}

TEST(CrowdState, ARestoredCrowdGoesOnAsIfNothingHadHappened)
{
    Crowd crowd(openWorld(kHalfWidth));
    populate(crowd, 300);
    for (int i = 0; i < 30; ++i) crowd.step(0.1);
    ByteWriter writer;
    crowd.save(writer);
    const std::vector<std::byte> bytes = writer.take();
    for (int i = 0; i < 50; ++i) crowd.step(0.1);

    Crowd other(openWorld(kHalfWidth), {.execution = {.worker_count = 2}});
    ByteReader reader(bytes);
    ASSERT_TRUE(other.restore(reader)) << other.restore(reader).error().message;
    EXPECT_EQ(other.tick(), 30u);
    ByteWriter again;
    other.save(again);
    EXPECT_EQ(again.take(), bytes);
    for (int i = 0; i < 50; ++i) other.step(0.1);
    EXPECT_EQ(other.computeHash(), crowd.computeHash());
    EXPECT_EQ(other.runHash(), crowd.runHash());
    EXPECT_EQ(other.time(), crowd.time());
}

/// Everybody leaves through the same place.
std::uint64_t evacuate(std::uint64_t seed, int worker_count = 1)
{
    Crowd crowd(openWorld(kHalfWidth), {.execution = {.worker_count = worker_count}});
    Random random(seed);
    for (int i = 0; i < 600; ++i)
    {
        const double x = random.uniform(-kHalfWidth, kHalfWidth), y = random.uniform(-kHalfWidth, kHalfWidth);
        EXPECT_TRUE(crowd.add({.position = {x, y},
                               .radius = 0.1,
                               .goal = Goal::area({{-2, -2}, {2, -2}, {2, 2}, {-2, 2}}),
                               .leaves_at_goal = true}));
    }
    for (int i = 0; i < 600 && crowd.size() > 0; ++i) crowd.step(0.1);
    EXPECT_EQ(crowd.size(), 0u);
    EXPECT_EQ(crowd.computeHash(), 0u) << "there is no state left";
    return crowd.runHash();
}

/// Two open floors, one above the other.
class TwoFloors : public test::OpenGround
{
public:
    using OpenGround::OpenGround;

    Ground::Standing stand(Vec2 p, double radius, int layer) const override
    {
        Ground::Standing standing = OpenGround::stand(p, radius, layer);
        standing.footing.layer = static_cast<std::uint16_t>(std::max(layer, 0));
        return standing;
    }
    int layerCount() const override { return 2; }
};

TEST(CrowdRunHash, TheSameWalkOnAnotherFloorIsAnotherRun)
{
    const auto walk = [](std::shared_ptr<const Ground> ground, int layer) {
        Crowd crowd({std::move(ground), openWorld(kHalfWidth).guide});
        EXPECT_TRUE(crowd.add({.position = {-3, 0}, .goal = Vec2{3, 0}, .layer = layer}));
        for (int i = 0; i < 20; ++i) crowd.step(0.1);
        return crowd.runHash();
    };
    const auto floors = std::make_shared<TwoFloors>(kHalfWidth);
    EXPECT_NE(walk(floors, 1), walk(floors, 0));
    EXPECT_EQ(walk(floors, 0), walk(openWorld(kHalfWidth).ground, 0)) << "the lowest floor is that of a flat world";
}

TEST(CrowdRunHash, EvacuationsThatWentDifferentlyDifferThoughNobodyIsLeft)
{
    std::set<std::uint64_t> hashes;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) hashes.insert(evacuate(seed));
    EXPECT_EQ(hashes.size(), 20u);
    EXPECT_FALSE(hashes.contains(0));
}

TEST(CrowdRunHash, IsTheSameForAnyNumberOfWorkersAndEveryTime)
{
    const std::uint64_t expected = evacuate(1);
    for (const int worker_count : {1, 2, 3, 8}) EXPECT_EQ(evacuate(1, worker_count), expected) << worker_count;
}

TEST(CrowdRunHash, IsThatOfAllTicksAndNotOfTheLastOne)
{
    // Both end in the same place at the same tick; one of them was pushed about on the way.
    const auto run = [](bool is_pushed) {
        Crowd crowd(openWorld(), {.steering = seek()});
        const AgentId id = crowd.add({.position = {0, 0}, .goal = Vec2{10, 0}}).value();
        for (int i = 0; i < 20; ++i)
        {
            crowd.step(0.1);
            if (is_pushed && i == 10) crowd.push(id, {0, 0}).value();
            if (i == 12) crowd.push(id, {5, 0}).value();
        }
        return std::pair(crowd.agent(id).position, crowd.runHash());
    };
    EXPECT_EQ(run(true).first, run(false).first);
    EXPECT_NE(run(true).second, run(false).second);
    EXPECT_EQ(run(true).second, run(true).second);
}

TEST(CrowdState, AnAgentOfAnotherGroundIsNotPut)
{
    // The position and the face would do on both.
    Crowd here(openWorld(kHalfWidth)), there(openWorld(kHalfWidth + 1));
    Crowd by_other_rules(openWorld(kHalfWidth), {.steering = seek()});
    populate(here, 20);
    const AgentState agent = here.take(3);
    for (Crowd* other : {&there, &by_other_rules})
    {
        EXPECT_FALSE(other->put(agent));
        EXPECT_FALSE(other->addGhost(agent));
        EXPECT_EQ(other->size(), 0u);
    }
    EXPECT_THAT(there.put(agent).error().message, testing::HasSubstr("another ground"));
    EXPECT_THAT(by_other_rules.put(agent).error().message, testing::HasSubstr("with the steering \"orca\""));
    EXPECT_TRUE(here.put(agent));
}

TEST(CrowdState, DamagedBytesAreRefusedAndChangeNothing)
{
    Crowd crowd(openWorld(kHalfWidth));
    populate(crowd, 20);
    ByteWriter writer;
    crowd.save(writer);
    const std::vector<std::byte> bytes = writer.take();
    const std::uint64_t hash = crowd.computeHash();
    Random random(1);
    for (int round = 0; round < 300 * test::testScale(); ++round)
    {
        std::vector<std::byte> damaged = bytes;
        if (round % 2 == 0)
            damaged.resize(random.below(damaged.size()));
        else
            damaged[random.below(damaged.size())] ^= std::byte{1};
        ByteReader reader(damaged);
        EXPECT_FALSE(crowd.restore(reader));
        EXPECT_EQ(crowd.computeHash(), hash);
    }
    Crowd elsewhere(openWorld(kHalfWidth + 1));
    ByteReader reader(bytes);
    EXPECT_THAT(elsewhere.restore(reader).error().message, testing::HasSubstr("another ground"));
}

TEST(CrowdState, BytesOfAnAgentThatAreNotOneAreRefused)
{
    Crowd crowd(openWorld(kHalfWidth));
    populate(crowd, 20);
    const AgentState agent = crowd.take(3);
    Random random(2);
    for (int round = 0; round < 300 * test::testScale(); ++round)
    {
        AgentState damaged = agent;
        if (round % 2 == 0)
            damaged.bytes.resize(random.below(damaged.bytes.size()));
        else
            damaged.bytes[random.below(damaged.bytes.size())] = static_cast<std::byte>(random.below(256));
        if (crowd.put(damaged)) crowd.remove(crowd.ids().back()); // what makes sense is an agent
        crowd.step(0.1);
    }
    EXPECT_EQ(crowd.size(), 19u);
    EXPECT_TRUE(crowd.put(agent));
    EXPECT_FALSE(crowd.put(agent)); // there is one already
}

class TwoCrowds : public testing::TestWithParam<const char*>
{
};

/// The world cut at x = 0: two crowds that show each other who is near the border, and hand over who crosses it.
TEST_P(TwoCrowds, ThatExchangeABorderStripAreOne)
{
    constexpr double kWide = 60;
    const CrowdOptions options{.steering =
                                   findSteering(GetParam(), {.hidac = {.falls = true, .fall_push = 0.02F, .fall_time = 2}})};
    const auto fill = [&](Crowd& crowd) {
        Random random(4);
        for (int i = 0; i < 400; ++i)
        {
            const double x = random.uniform(-kWide, kWide), y = random.uniform(-8, 8);
            ASSERT_TRUE(crowd.add({.position = {x, y}, .goal = Vec2{-x, random.uniform(-8, 8)}}));
        }
    };
    Crowd whole(openWorld(kWide), options);
    fill(whole);
    Crowd halves[2] = {Crowd(openWorld(kWide), options), Crowd(openWorld(kWide), options)};
    for (Crowd& half : halves) fill(half);
    const auto side = [](Vec2 p) { return p.x < 0 ? 0 : 1; };
    for (AgentId id = 1; id <= 400; ++id) halves[1 - side(whole.agent(id).position)].remove(id);

    std::size_t crossings = 0, ghosts = 0;
    for (int tick = 0; tick < 300; ++tick)
    {
        for (int here = 0; here < 2; ++here)
        {
            const double range = halves[here].ghostRange();
            for (const AgentId id : std::vector<AgentId>(halves[here].ids().begin(), halves[here].ids().end()))
            {
                // Those of this half come first in its columns; ghosts that were added are not handed on.
                const Vec2 p = halves[here].agent(id).position;
                if (side(p) != here || std::abs(p.x) > range) continue;
                ASSERT_TRUE(halves[1 - here].addGhost(halves[here].copy(id)));
                ++ghosts;
            }
        }
        whole.step(0.1);
        for (Crowd& half : halves) half.step(0.1);
        for (int here = 0; here < 2; ++here)
            for (const AgentId id : std::vector<AgentId>(halves[here].ids().begin(), halves[here].ids().end()))
                if (side(halves[here].agent(id).position) != here)
                {
                    ASSERT_TRUE(halves[1 - here].put(halves[here].take(id)));
                    ++crossings;
                }
        ASSERT_EQ(halves[0].computeHash() + halves[1].computeHash(), whole.computeHash()) << tick;
        ASSERT_EQ(halves[0].runHash() + halves[1].runHash(), whole.runHash()) << tick;
    }
    EXPECT_GT(crossings, 50u);
    EXPECT_GT(ghosts, 1000u);
}

INSTANTIATE_TEST_SUITE_P(Models, TwoCrowds, testing::Values("orca", "hidac", "social_force", "field"),
                         [](const auto& test) { return std::string(test.param); });

} // namespace
} // namespace clearway
