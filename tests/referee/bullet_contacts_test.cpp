// SPDX-License-Identifier: MIT
#include "referee/bullet_contacts.h"

#include <gtest/gtest.h>

#include <clearway/crowd.h>
#include <clearway/guide.h>
#include <clearway/io/crowd_scenario.h>
#include <clearway/navmesh.h>

#include "tests/crowd/puppets.h"

namespace clearway {

using namespace referee;
using namespace test;

namespace {

/// In the open plane, where nobody moves but by Bullet.
Crowd makeStandingCrowd()
{
    const Script stand = [](AgentId, std::uint64_t) { return Vec2{}; };
    return Crowd(openWorld(), {.steering = std::make_shared<PuppetSteering>(stand), .contacts = bulletContacts({})});
}

CrowdMetrics runBottleneck(const char* steering, bool with_bullet)
{
    Scenario scenario = buildScenario("bottleneck", {.agent_count = 60, .seed = 3}).value();
    scenario.steering = steering;
    const Scene scene = loadScenarioScene(scenario).value();
    const NavMesh mesh = buildNavMesh(scene).value();
    CrowdOptions options;
    if (with_bullet) options.contacts = bulletContacts(listWalls(mesh));
    ScenarioRun run = ScenarioRun::start(scenario, onNavMesh(mesh), options).value();
    CrowdObserver observer(run.crowd(), {.quantum = scene.frame().quantum});
    for (int tick = 0; tick < 200 && !run.isOver(); ++tick)
    {
        run.step();
        observer.observe(run.crowd());
    }
    return observer.metrics();
}

} // namespace

TEST(BulletContacts, TwoDiscsInEachOtherComeApartEvenly)
{
    Crowd crowd = makeStandingCrowd();
    const AgentId a = crowd.add(puppet({10, 0}, 0.5)).value();
    const AgentId b = crowd.add(puppet({10.9, 0}, 0.5)).value();
    const AgentId c = crowd.add(puppet({20, 0}, 0.5)).value();
    crowd.step(0.1);
    EXPECT_NEAR(crowd.agent(a).position.x, 9.95, 1e-3);
    EXPECT_NEAR(crowd.agent(b).position.x, 10.95, 1e-3);
    EXPECT_EQ(crowd.agent(c).position, (Vec2{20, 0}));
}

TEST(BulletContacts, WhoTouchesNobodyIsLeftAlone)
{
    Crowd crowd = makeStandingCrowd();
    ASSERT_TRUE(crowd.add(puppet({0, 0}, 0.5)));
    ASSERT_TRUE(crowd.add(puppet({1.5, 0}, 0.5)));
    crowd.step(0.1);
    EXPECT_EQ(crowd.agent(1).position, (Vec2{0, 0}));
    EXPECT_EQ(crowd.agent(2).position, (Vec2{1.5, 0}));
}

TEST(BulletContacts, ACrowdThatCollidesCollidesLessAndStaysOutOfWalls)
{
    const CrowdMetrics alone = runBottleneck("seek", false);
    const CrowdMetrics together = runBottleneck("seek", true);
    const CrowdMetrics again = runBottleneck("seek", true);
    EXPECT_EQ(again.agent_contacts, together.agent_contacts) << "the same run on the same machine";
    EXPECT_GT(alone.agent_contacts, 1000u);
    EXPECT_LT(together.max_relative_overlap, 0.75 * alone.max_relative_overlap);
    EXPECT_LT(2 * together.agent_contacts, alone.agent_contacts);
    EXPECT_EQ(together.outside, 0u);
    RecordProperty("contacts_alone", std::to_string(alone.agent_contacts));
    RecordProperty("contacts_together", std::to_string(together.agent_contacts));
    RecordProperty("overlap_together", std::to_string(together.max_relative_overlap));
}

TEST(Crowd, APushIsStoppedByWallsAndRefusedForNobody)
{
    const Scenario scenario = buildScenario("bottleneck", {.agent_count = 1}).value();
    const NavMesh mesh = buildNavMesh(loadScenarioScene(scenario).value()).value();
    ScenarioRun run = ScenarioRun::start(scenario, onNavMesh(mesh)).value();
    Crowd& crowd = run.crowd();
    const AgentId id = crowd.ids()[0];
    const Vec2 before = crowd.positions()[0];
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(crowd.push(id + 1, before));
    EXPECT_FALSE(crowd.push(id, {nan, 0}));
    EXPECT_EQ(crowd.positions()[0], before);
    EXPECT_EQ(crowd.push(id, before + Vec2{0.01, 0}).value(), (before + Vec2{0.01, 0}));
    ASSERT_TRUE(crowd.push(id, before + Vec2{-1000, 0}));
    const Footing footing = crowd.footings()[0];
    EXPECT_GE(crowd.world().ground->computeWallDistance(crowd.positions()[0], footing, 10), crowd.radii()[0] - 1e-6);
    run.step();
    EXPECT_TRUE(isFinite(crowd.positions()[0]));
}

} // namespace clearway
