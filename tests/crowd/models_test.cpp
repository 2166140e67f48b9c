// SPDX-License-Identifier: MIT
// Steering models other than the usual one in a crowd: what holds for all, faults, and forces of the user.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <clearway/base/random.h>
#include <clearway/crowd.h>
#include <clearway/guide.h>
#include <clearway/io/crowd_scenario.h>
#include <clearway/navmesh.h>
#include <clearway/steering.h>

#include "tests/crowd/open_world.h"
#include "tests/crowd/puppets.h"
#include "tests/crowd/whole_run.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using namespace test;

// ---- every scenario

struct ModelCase
{
    std::string_view model;
    std::string_view scenario;
};

std::ostream& operator<<(std::ostream& out, const ModelCase& c) { return out << c.model << " in " << c.scenario; }

std::vector<ModelCase> listCases()
{
    std::vector<ModelCase> cases;
    for (const std::string_view model : {"hidac", "social_force"})
        for (const BuiltInScenario& scenario : builtInScenarios()) cases.push_back({model, scenario.name});
    return cases;
}

class EveryModel : public testing::TestWithParam<ModelCase>
{
};

TEST_P(EveryModel, KeepsEverybodyInFreeSpaceAndLosesNobody)
{
    Scenario scenario = buildScenario(GetParam().scenario).value();
    scenario.steering = GetParam().model;
    scenario.seconds = std::min(scenario.seconds, 20.0 * testScale());
    const Scene scene = loadScenarioScene(scenario).value();
    ScenarioRun run = ScenarioRun::start(scenario, onNavMesh(buildNavMesh(scene).value())).value();
    EXPECT_EQ(run.crowd().steering().name(), GetParam().model);
    test::playWhole(run, scene);
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, EveryModel, testing::ValuesIn(listCases()),
                         [](const auto& test) { return std::string(test.param.model) + "_" + std::string(test.param.scenario); });

// ---- one hash

/// People who meet in the middle of a square; radii differ.
void populate(Crowd& crowd, int count)
{
    for (int i = 0; i < count; ++i)
    {
        Random random(3, static_cast<std::uint64_t>(i));
        const Vec2 p{random.uniform(-20, 20), random.uniform(-20, 20)};
        crowd.add({.position = p, .radius = random.uniform(0.15, 0.35), .goal = p * -1}).value();
    }
}

std::uint64_t runFor(Crowd& crowd, int ticks)
{
    for (int tick = 0; tick < ticks; ++tick) crowd.step(0.1);
    return crowd.computeHash();
}

std::shared_ptr<const Steering> makeModel(std::string_view name)
{
    // All there is: falling uses what neighbours show.
    return findSteering(name, {.hidac = {.falls = true, .fall_push = 0.02F, .fall_time = 2}, .social_force = {.max_force = 2}});
}

TEST(Models, HashTheSameForEveryWorkerCountAndAfterBeingSaved)
{
    for (const std::string_view name : {"hidac", "social_force"})
    {
        Crowd alone(openWorld(), {.steering = makeModel(name)});
        populate(alone, 1000);
        runFor(alone, 60);
        ByteWriter writer;
        alone.save(writer);
        const std::uint64_t expected = runFor(alone, 60);

        Crowd restored(openWorld(), {.steering = makeModel(name)});
        ByteReader reader(writer.bytes());
        ASSERT_TRUE(restored.restore(reader).ok()) << name;
        EXPECT_EQ(runFor(restored, 60), expected) << name;

        for (const int workers : {2, 3, 8})
        {
            Crowd crowd(openWorld(), {.steering = makeModel(name), .execution = {.worker_count = workers}});
            populate(crowd, 1000);
            EXPECT_EQ(runFor(crowd, 120), expected) << name << ' ' << workers;
            EXPECT_EQ(crowd.faults().clamped_count, alone.faults().clamped_count) << name << ' ' << workers;
        }
    }
}

TEST(Models, HashTheSameWhenStorageIsSortedAnew)
{
    // So many that storage follows the grid; a restored crowd is stored by id.
    constexpr int kMany = 5000;
    for (const std::string_view name : {"hidac", "social_force"})
    {
        Crowd alone(openWorld(), {.steering = makeModel(name)});
        populate(alone, kMany);
        runFor(alone, 20);
        ByteWriter writer;
        alone.save(writer);
        const std::uint64_t expected = runFor(alone, 30);
        Crowd restored(openWorld(), {.steering = makeModel(name), .execution = {.worker_count = 3}});
        ByteReader reader(writer.bytes());
        ASSERT_TRUE(restored.restore(reader).ok()) << name;
        EXPECT_EQ(runFor(restored, 30), expected) << name;
    }
}

TEST(Models, WhoFallsInACrowdIsSeenByTheOthers)
{
    // The same run with people who lie as if they stood differs.
    const HidacOptions falling{.falls = true, .fall_push = 0.02F, .fall_time = 2};
    HidacOptions blind = falling;
    blind.fallen_view = 0;
    Crowd seeing(openWorld(), {.steering = hidac(falling)}), unseeing(openWorld(), {.steering = hidac(blind)});
    populate(seeing, 300);
    populate(unseeing, 300);
    EXPECT_NE(runFor(seeing, 100), runFor(unseeing, 100));
}

TEST(Models, DiscsAreKeptApartWhereThatIsWanted)
{
    for (const std::string_view name : {"hidac", "social_force"})
    {
        // In each other at first.
        const auto countContacts = [&](bool keeps_apart) {
            Crowd crowd(openWorld(), {.steering = findSteering(name, {.hidac = {.keeps_apart = keeps_apart},
                                                                      .social_force = {.keeps_apart = keeps_apart}})});
            for (int i = 0; i < 40; ++i)
                crowd.add({.position = {-10 + 0.4 * (i % 10), 0.4 * (i / 10)}, .goal = Vec2{10 - 0.4 * (i % 10), 0.4 * (i / 10)}})
                    .value();
            for (int i = 0; i < 40; ++i)
                crowd.add({.position = {10 + 0.4 * (i % 10), 0.4 * (i / 10)}, .goal = Vec2{-10 - 0.4 * (i % 10), 0.4 * (i / 10)}})
                    .value();
            CrowdObserver observer(crowd, {});
            for (int tick = 0; tick < 150; ++tick)
            {
                crowd.step(0.1);
                observer.observe(crowd);
            }
            return static_cast<double>(observer.metrics().agent_contacts);
        };
        const double as_published = countContacts(false);
        EXPECT_GT(as_published, 100) << name;
        EXPECT_LT(countContacts(true), 0.7 * as_published) << name;
    }
}

// ---- faults

/// No number for some agents at some ticks.
class Absent final : public Steering
{
public:
    const char* name() const override { return "absent"; }
    Steering::Needs needs() const override { return {.neighbour_count = 0, .keeps_apart = false}; }
    void steer(const SteeringBlock& block) const override
    {
        for (int i = 0; i < block.count; ++i)
        {
            const bool is_bad = (block.tick == 2 && block.id[i] % 100 == 17) || (block.tick > 4 && block.id[i] == 3);
            block.asked_x[i] = is_bad ? std::numeric_limits<float>::quiet_NaN() : 1;
            block.asked_y[i] = is_bad && block.id[i] == 3 ? -std::numeric_limits<float>::infinity() : 0;
        }
    }
};

/// Takes no steps of less than a millimetre: where it slows down to stop at a point, it never gets there.
class Hesitant final : public Steering
{
public:
    const char* name() const override { return "hesitant"; }
    Steering::Needs needs() const override { return {.neighbour_count = 0, .keeps_apart = false}; }
    void steer(const SteeringBlock& block) const override
    {
        for (int i = 0; i < block.count; ++i)
        {
            const float x = block.preferred_x[i], y = block.preferred_y[i];
            const float half = std::sqrt(x * x + y * y) * block.dt < 1e-3F ? 0.0F : 0.5F;
            block.asked_x[i] = half * x;
            block.asked_y[i] = half * y;
        }
    }
};

TEST(Models, ThatNeverReachAPointExactlyStillGetThroughEveryDoor)
{
    const NavMesh mesh = buildNavMesh(buildScene("rooms").value()).value();
    NavMeshQuery query(mesh);
    CrowdOptions options;
    options.steering = std::make_shared<Hesitant>();
    Crowd crowd(onNavMesh(mesh), options);
    for (std::uint64_t i = 0; i < 60; ++i)
    {
        const Vec2 from = query.findRandomPoint({.seed = 3, .index = 2 * i, .radius = 0.25});
        const Vec2 to = query.findRandomPoint({.seed = 3, .index = 2 * i + 1, .radius = 0.25});
        ASSERT_TRUE(crowd.add({.position = from, .goal = to}));
    }
    for (int tick = 0; tick < 3000; ++tick) crowd.step(0.1);
    for (std::size_t i = 0; i < crowd.size(); ++i)
        EXPECT_EQ(crowd.statuses()[i], AgentStatus::arrived) << crowd.ids()[i] << toString(crowd.view(i).reason);
}

TEST(SteeringFaults, AModelThatGivesNoNumberIsNamedWithTheFirstAgentAndTick)
{
    for (const int workers : {1, 2, 8})
    {
        Crowd crowd(openWorld(), {.steering = std::make_shared<Absent>(), .execution = {.worker_count = workers}});
        for (int i = 0; i < 1000; ++i) crowd.add(puppet({0.1 * (i % 100), 0.1 * (i / 100)})).value();
        const Vec2 before = crowd.agent(17).position;
        crowd.step(0.1);
        crowd.step(0.1);
        EXPECT_EQ(crowd.faults().bad_answer_count, 0u);
        EXPECT_EQ(crowd.faults().first_bad_id, kNoAgent);
        for (int tick = 0; tick < 4; ++tick) crowd.step(0.1);
        EXPECT_EQ(crowd.faults().bad_answer_count, 11u);
        EXPECT_EQ(crowd.faults().first_bad_id, 17u);
        EXPECT_EQ(crowd.faults().first_bad_tick, 3u);
        EXPECT_EQ(crowd.faults().clamped_count, 0u);
        EXPECT_NEAR(crowd.agent(17).position.x, before.x + 0.5, 1e-6); // stood still for one tick of six
        EXPECT_NEAR(crowd.agent(18).position.x, before.x + 0.7, 1e-6);
    }
}

/// Asks for a hundred metres per second.
class Hasty final : public Steering
{
public:
    const char* name() const override { return "hasty"; }
    Steering::Needs needs() const override { return {.neighbour_count = 0, .keeps_apart = false}; }
    void steer(const SteeringBlock& block) const override
    {
        for (int i = 0; i < block.count; ++i)
        {
            block.asked_x[i] = 100;
            block.asked_y[i] = 0;
        }
    }
};

TEST(SteeringFaults, NobodyIsFasterThanItsMaximumWhateverAModelAsksFor)
{
    Crowd crowd(openWorld(), {.steering = std::make_shared<Hasty>()});
    const AgentId id = crowd.add({.position = {0, 0}, .goal = Vec2{50, 0}, .speed = 1, .max_speed = 2}).value();
    for (int tick = 0; tick < 10; ++tick) crowd.step(0.1);
    EXPECT_NEAR(crowd.agent(id).position.x, 2, 1e-5);
    EXPECT_EQ(crowd.faults().clamped_count, 10u);
    EXPECT_EQ(crowd.faults().bad_answer_count, 0u);
}

TEST(SteeringFaults, ForcesThatBlowUpAreCounted)
{
    Crowd crowd(openWorld(), {.steering = socialForce({.max_force = 0.5F})});
    crowd.add({.position = {0, 0}}).value();
    crowd.add({.position = {0.3, 0}}).value();
    crowd.add({.position = {30, 0}}).value();
    crowd.step(0.1);
    EXPECT_EQ(crowd.faults().clamped_count, 2u);
    EXPECT_EQ(crowd.faults().bad_answer_count, 0u);
    Crowd calm(openWorld(), {.steering = socialForce()});
    populate(calm, 200);
    runFor(calm, 50);
    EXPECT_EQ(calm.faults().clamped_count, 0u);
}

// ---- forces of the user

TEST(UserForces, OfZeroChangeNothingInACrowd)
{
    const auto none = [](const SteeringBlock&, int) { return Acceleration{}; };
    for (const std::string_view name : steeringNames())
    {
        Crowd with(openWorld(), {.steering = withForce(findSteering(name), none)}),
            without(openWorld(), {.steering = findSteering(name)});
        populate(with, 200);
        populate(without, 200);
        EXPECT_EQ(runFor(with, 50), runFor(without, 50)) << name;
    }
}

TEST(UserForces, WindCarriesPeopleOffTheirWay)
{
    const auto wind = [](const SteeringBlock&, int) { return Acceleration{0, 1}; };
    for (const std::string_view name : {"orca", "social_force"})
    {
        Crowd crowd(openWorld(), {.steering = withForce(findSteering(name), wind)});
        const AgentId id = crowd.add({.position = {-20, 0}, .goal = Vec2{20, 0}}).value();
        double most = 0;
        for (int tick = 0; tick < 100; ++tick)
        {
            crowd.step(0.1);
            most = std::max(most, crowd.agent(id).position.y);
        }
        EXPECT_GT(most, 0.2) << name;
    }
}

TEST(UserForces, ThatAreNoneAreSaidSo)
{
    const auto bad = [](const SteeringBlock& block, int i) {
        return block.id[i] == 5 ? Acceleration{std::numeric_limits<float>::quiet_NaN(), 0} : Acceleration{};
    };
    Crowd crowd(openWorld(), {.steering = withForce(socialForce(), bad)});
    populate(crowd, 20);
    runFor(crowd, 10);
    EXPECT_EQ(crowd.faults().bad_answer_count, 10u);
    EXPECT_EQ(crowd.faults().first_bad_id, 5u);
    EXPECT_EQ(std::string(crowd.steering().name()), "social_force with force");
}

} // namespace
} // namespace clearway
