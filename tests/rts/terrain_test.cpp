// SPDX-License-Identifier: MIT
// Terrain binds: what a class may not enter is a wall for it, and it is as fast on the rest as its class says.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/crowd/metrics.h>
#include <clearway/io/battle.h>

#include "tests/rts/battles.h"

namespace clearway {
namespace {

using test::addUnits;
using test::makeBattleBox;
using test::makeCommand;
using test::makeScript;
using test::startBattle;

bool isForbidden(const BattleScript& script, const Unit& unit)
{
    // What lies in several areas belongs to the last.
    for (auto area = script.terrain.rbegin(); area != script.terrain.rend(); ++area)
        if (classifyPoint(area->outline, unit.position) == Side::inside)
            return !std::isfinite(script.classes[unit.unit_class].costs[area->terrain]);
    return false;
}

struct Watched
{
    int in_forbidden = 0; ///< unit-ticks
    std::uint64_t outside = 0;
    std::uint64_t contacts = 0;
};

/// Plays until nobody has anything left to do.
Watched watch(Battle& battle, double seconds)
{
    CrowdObserver observer(battle.crowd(), {.quantum = battle.parts().scene->frame().quantum, .keeps_series = false});
    Watched watched;
    while (battle.time() < seconds && !(battle.tick() > 0 && battle.isQuiet()))
    {
        battle.step();
        observer.observe(battle.crowd());
        for (const Unit& unit : battle.units()) watched.in_forbidden += isForbidden(battle.script(), unit);
    }
    watched.outside = observer.metrics().outside;
    watched.contacts = observer.metrics().agent_contacts;
    return watched;
}

void shake(BattleScript& script, std::uint64_t seed)
{
    Random random(seed);
    for (BattleScript::Block& block : script.units)
        for (Vec2& p : block.positions) p = p + Vec2{random.uniform(-0.05, 0.05), random.uniform(-0.05, 0.05)};
}

/// A river from wall to wall with a bridge of 5 m.
BattleScript makeRiver()
{
    BattleScript script = makeScript(100, 64);
    script.terrain = {{makeBattleBox(50, 0, 56, 29.5), Terrain::water}, {makeBattleBox(50, 34.5, 56, 64), Terrain::water}};
    return script;
}

TEST(ForbiddenGround, IsNeverEnteredByACrowdThatPressesOverABridge)
{
    for (std::uint64_t seed = 1; seed <= 7; ++seed)
    {
        BattleScript script = makeRiver();
        addUnits(script, 0, 0, 60, 8, {20, 24});
        shake(script, seed);
        Battle battle = startBattle(script);
        ASSERT_TRUE(battle.issue(makeCommand(Command::Kind::go, 0, Command::Selection::everyone(), {80, 32})));
        const Watched watched = watch(battle, 120);
        EXPECT_TRUE(battle.isQuiet()) << seed;
        EXPECT_EQ(watched.in_forbidden, 0) << seed;
        EXPECT_EQ(watched.outside, 0u) << seed;
        EXPECT_EQ(watched.contacts, 0u) << seed;
        for (const Unit& unit : battle.units()) EXPECT_GT(unit.position.x, 56) << seed;
    }
}

TEST(ForbiddenGround, IsAWallForOneClassAndOpenForAnother)
{
    BattleScript script = makeScript(60, 40);
    script.terrain = {{makeBattleBox(20, 0, 40, 30), Terrain::swamp}};
    addUnits(script, 0, 0, 30, 5, {4, 8});
    addUnits(script, 0, 1, 8, 2, {12, 4});
    Battle battle = startBattle(script);
    ASSERT_TRUE(battle.issue(makeCommand(Command::Kind::go, 0, Command::Selection::everyone(), {52, 10})));
    bool have_soldiers_been_there = false;
    CrowdObserver observer(battle.crowd(), {.quantum = battle.parts().scene->frame().quantum, .keeps_series = false});
    while (battle.time() < 200 && !(battle.tick() > 0 && battle.isQuiet()))
    {
        battle.step();
        observer.observe(battle.crowd());
        for (const Unit& unit : battle.units())
        {
            const bool is_inside = classifyPoint(script.terrain[0].outline, unit.position) == Side::inside;
            ASSERT_FALSE(is_inside && unit.unit_class == 1) << unit.id;
            have_soldiers_been_there = have_soldiers_been_there || is_inside;
        }
    }
    EXPECT_TRUE(battle.isQuiet());
    EXPECT_TRUE(have_soldiers_been_there);
    EXPECT_EQ(observer.metrics().outside, 0u);
    EXPECT_EQ(observer.metrics().agent_contacts, 0u) << "classes with grounds of their own see each other";
}

TEST(ForbiddenGround, LetsInWhatLiesOverIt)
{
    // One river, and a road across it: the last area counts.
    BattleScript script = makeScript(60, 30);
    script.terrain = {{makeBattleBox(26, 0, 34, 30), Terrain::water}, {makeBattleBox(20, 13, 40, 17), Terrain::road}};
    addUnits(script, 0, 0, 20, 4, {6, 10});
    Battle battle = startBattle(script);
    ASSERT_TRUE(battle.issue(makeCommand(Command::Kind::go, 0, Command::Selection::everyone(), {50, 15})));
    const Watched watched = watch(battle, 120);
    EXPECT_TRUE(battle.isQuiet());
    EXPECT_EQ(watched.in_forbidden, 0);
    for (const Unit& unit : battle.units()) EXPECT_GT(unit.position.x, 34);
}

TEST(ForbiddenGround, IsWhereNobodyStartsAndNobodyIsSent)
{
    BattleScript script = makeRiver();
    addUnits(script, 0, 0, 1, 1, {53, 10});
    const Result<Battle> started = Battle::start(script, buildScenarioScene(script.world).value());
    ASSERT_FALSE(started);
    EXPECT_NE(started.error().message.find("not in free space"), std::string::npos) << started.error().message;
    script.units.clear();
    addUnits(script, 0, 0, 4, 2, {20, 10});
    Battle battle = startBattle(script);
    EXPECT_FALSE(battle.issue(makeCommand(Command::Kind::go, 0, Command::Selection::everyone(), {53, 10})));
}

/// Along a strip of swamp of 30 m, wide enough for all.
void expectSpeeds(double share, std::size_t count, const char* what)
{
    BattleScript script = makeScript(90, 20);
    script.terrain = {{makeBattleBox(30, 0, 60, 20), Terrain::swamp}};
    script.classes[0].costs[Terrain::swamp] = 1;
    script.classes[0].speeds[Terrain::swamp] = share;
    addUnits(script, 0, 0, count, 1, {4, 3});
    Battle battle = startBattle(script);
    ASSERT_TRUE(battle.issue(makeCommand(Command::Kind::go, 0, Command::Selection::everyone(), {84, 10})));
    double inside = 0, outside = 0;
    int inside_ticks = 0, outside_ticks = 0;
    std::vector<Vec2> before(count);
    for (int tick = 0; tick < 3000; ++tick)
    {
        for (std::size_t i = 0; i < count; ++i) before[i] = battle.units()[i].position;
        battle.step();
        for (std::size_t i = 0; i < count; ++i)
        {
            const Vec2 p = before[i], q = battle.units()[i].position;
            const bool is_inside = p.x > 30 && q.x < 60, is_before = p.x > 10 && q.x < 30;
            (is_inside ? inside : outside) += is_inside || is_before ? distance(p, q) : 0;
            inside_ticks += is_inside;
            outside_ticks += is_before;
        }
    }
    ASSERT_GT(inside_ticks, 0);
    ASSERT_GT(outside_ticks, 0);
    const double in = inside / inside_ticks / script.world.dt, out = outside / outside_ticks / script.world.dt;
    EXPECT_NEAR(in / out, share, 0.02 * share) << what << " in " << in << " out " << out;
    // Of several who go to one place each also gives way a little.
    if (count > 1) return;
    EXPECT_NEAR(out, 1.6, 0.02 * 1.6) << what;
}

TEST(SlowGround, IsWalkedAsFastAsTheClassSays)
{
    expectSpeeds(0.25, 1, "a quarter, alone");
    expectSpeeds(0.5, 10, "half, ten abreast");
    expectSpeeds(1.5, 1, "faster than elsewhere");
}

TEST(SlowGround, SlowsAFormationThatKeepsItsShape)
{
    BattleScript script = makeScript(90, 30);
    script.terrain = {{makeBattleBox(30, 0, 60, 30), Terrain::swamp}};
    script.classes[0].costs[Terrain::swamp] = 1;
    script.classes[0].speeds[Terrain::swamp] = 0.4;
    addUnits(script, 0, 0, 36, 6, {4, 10});
    Battle battle = startBattle(script);
    Command go = makeCommand(Command::Kind::go, 0, Command::Selection::everyone(), {80, 15});
    go.formation = FormationOrder{};
    ASSERT_TRUE(battle.issue(go));
    double from = 0, to = 0, worst = 0;
    while (battle.time() < 120 && !(battle.tick() > 0 && battle.isQuiet()))
    {
        battle.step();
        const GroupMarch& march = *battle.groups()[0].march;
        const double x = march.center().x;
        if (x < 35) from = battle.time();
        if (x < 55) to = battle.time();
        if (march.state() == GroupState::marching && x > 35 && x < 55) worst = std::max(worst, march.rmsSlotError());
    }
    EXPECT_TRUE(battle.isQuiet());
    EXPECT_NEAR(20 / (to - from), 0.4 * 1.6, 0.02 * 0.4 * 1.6);
    EXPECT_LE(worst, 0.4);
}

/// A strip of road along which a unit of this speed goes.
BattleScript makeRoad(double speed, double pace)
{
    BattleScript script = makeScript(60, 20);
    script.terrain = {{makeBattleBox(10, 0, 50, 20), Terrain::road}};
    script.classes[0].speed = speed;
    script.classes[0].speeds[Terrain::road] = pace;
    addUnits(script, 0, 0, 1, 1, {5, 5});
    return script;
}

TEST(FastGround, MakesNobodyFasterThanAnAgentCanBe)
{
    // 90 m/s on the road, and a fifth more to catch up with others.
    Battle battle = startBattle(makeRoad(45, 2));
    ASSERT_TRUE(battle.issue(makeCommand(Command::Kind::go, 0, Command::Selection::everyone(), {55, 5})));
    for (int tick = 0; tick < 200 && !(tick > 0 && battle.isQuiet()); ++tick) battle.step();
    EXPECT_TRUE(battle.isQuiet());
    EXPECT_NEAR(battle.units()[0].position.x, 55, 1);
}

TEST(FastGround, BeyondTheLimitOfAgentsIsRefusedWithTheClassAndTheTerrain)
{
    const BattleScript script = makeRoad(40, 3);
    const Result<Battle> battle = Battle::start(script, buildScenarioScene(script.world).value());
    ASSERT_FALSE(battle);
    EXPECT_EQ(battle.error().message,
              "classes[0].speeds: number 3 is 3, which makes 120 m/s of a speed of 40; nobody is faster than 100 m/s.");
}

TEST(OwnTerrain, HasANameACostAndASpeedInScriptsAndLogs)
{
    const char* const kText = R"({"battle": 1,
      "scenario": {"seconds": 60, "dt": 0.05, "scene": {"areas": [{"outline": [[0, 0], [60, 0], [60, 20], [0, 20]]}]}},
      "classes": [{"name": "soldier", "costs": {"mud": 3, "lava": null}, "speeds": {"mud": 0.5, "road": 1.2}}],
      "terrain": [{"terrain": "lava", "outline": [[20, 0], [24, 0], [24, 15], [20, 15]]},
                  {"terrain": "mud", "outline": [[30, 0], [40, 0], [40, 20], [30, 20]]}],
      "terrains": ["mud", "lava"],
      "teams": ["red"], "units": [{"team": "red", "class": "soldier", "positions": [[5, 5]]}],
      "commands": [{"at": 0, "team": "red", "order": "go", "units": "all", "to": [55, 5]}]})";
    const Result<BattleScript> script = parseBattle(kText);
    ASSERT_TRUE(script) << script.error().message;
    ASSERT_EQ(script->terrain_names.size(), 6u);
    EXPECT_EQ(script->terrain_names[5], "lava");
    EXPECT_EQ(static_cast<int>(script->terrain[0].terrain), 5);
    EXPECT_EQ(script->classes[0].costs[4], 3);
    EXPECT_TRUE(std::isinf(script->classes[0].costs[5]));
    EXPECT_EQ(script->classes[0].speeds[4], 0.5);
    EXPECT_EQ(script->classes[0].speeds[Terrain::road], 1.2);
    const Result<BattleScript> again = parseBattle(formatBattle(*script));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->classes, script->classes);
    EXPECT_EQ(again->terrain_names, script->terrain_names);

    Battle battle = startBattle(*script);
    ASSERT_TRUE(battle.issue(script->commands[0]));
    EXPECT_EQ(watch(battle, 60).in_forbidden, 0);
    EXPECT_NEAR(battle.units()[0].position.x, 55, 1);

    std::string wrong = kText;
    wrong.replace(wrong.find("\"mud\": 3"), 8, "\"mudd\": 3");
    const Result<BattleScript> refused = parseBattle(wrong);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("mud"), std::string::npos) << refused.error().message;
}

} // namespace
} // namespace clearway
