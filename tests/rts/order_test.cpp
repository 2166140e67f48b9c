// SPDX-License-Identifier: MIT
// What a player may tell units, and what is refused.
#include <clearway/rts.h>

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/rts/battles.h"

namespace clearway {
namespace {

using namespace test;
using testing::ElementsAre;
using testing::HasSubstr;

/// Four red soldiers (1 to 4), a red tank (5) and two blue soldiers (6 and 7) far away.
BattleScript makeYard()
{
    BattleScript script = makeScript(60, 40, {makeBattleBox(28, 10, 32, 30)});
    addUnits(script, 0, 0, 4, 2, {5, 20});
    addUnits(script, 0, 1, 1, 1, {10, 20});
    addUnits(script, 1, 0, 2, 2, {55, 20});
    return script;
}

/// That the command is refused for this reason, and changes nothing.
void expectRefused(Battle& battle, const Command& command, const char* reason)
{
    const std::uint64_t before = battle.computeHash();
    const Result<Battle::Report> taken = battle.issue(command);
    ASSERT_FALSE(taken) << "expected: " << reason;
    EXPECT_THAT(taken.error().message, HasSubstr(reason));
    EXPECT_EQ(battle.computeHash(), before);
    EXPECT_TRUE(battle.commands().empty());
}

TEST(Orders, BadOnesAreRefusedWithAReasonAndChangeNothing)
{
    Battle battle = startBattle(makeYard());
    using Kind = Command::Kind;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const Command::Selection first = Command::Selection::of({1});
    expectRefused(battle, makeCommand(Kind::go, 0, {}, {10, 10}), "Nobody is selected");
    expectRefused(battle, makeCommand(Kind::go, 0, Command::Selection::inBox({{0, 0}, {1, 1}}), {10, 10}), "Nobody is selected");
    expectRefused(battle, makeCommand(Kind::go, 0, Command::Selection::ofClass("soldeir"), {10, 10}), "soldier");
    expectRefused(battle, makeCommand(Kind::go, 0, Command::Selection::of({1, 99}), {10, 10}), "no unit 99");
    expectRefused(battle, makeCommand(Kind::go, 0, Command::Selection::of({1, 6}), {10, 10}), "Unit 6 is one of blue");
    expectRefused(battle, makeCommand(Kind::go, 7, first, {10, 10}), "no team 7");
    expectRefused(battle, makeCommand(Kind::go, 0, first, {100, 10}), "outside the map");
    expectRefused(battle, makeCommand(Kind::attack_move, 0, first, {30, 20}), "inside a wall");
    expectRefused(battle, makeCommand(Kind::go, 0, first, {nan, 0}), "finite");
    expectRefused(battle, makeCommand(Kind::form, 0, first), "names none");
    expectRefused(battle, makeCommand(Kind::follow, 0, first), "no point on the map");
    Command in_wall = makeCommand(Kind::follow, 0, first);
    in_wall.stroke = {{29.9, 18}, {30.1, 19}, {30, 22}};
    expectRefused(battle, in_wall, "inside walls");
    Command slots = makeCommand(Kind::form, 0, Command::Selection::everyone());
    slots.formation = {.kind = Formation::Kind::slots, .points = {{0, 0}, {300, 0}, {0, 300}, {50, 50}, {80, 10}}};
    expectRefused(battle, slots, "the map");
    slots.formation = {.kind = Formation::Kind::social};
    slots.units = Command::Selection::of({1, 2, 3, 4, 5});
    slots.formation->kind = Formation::Kind::stroke;
    slots.formation->points = {{0, nan}};
    expectRefused(battle, slots, "finite");
}

TEST(Orders, AreForTheLivingOnly)
{
    BattleScript script = makeScript(40, 20);
    script.classes[0].damage = 1000;
    addUnits(script, 0, 0, 1, 1, {10, 10});
    addUnits(script, 1, 0, 2, 2, {12, 10});
    script.classes[0].cooldown = 100;
    Battle battle = startBattle(script);
    for (int i = 0; i < 300 && battle.livingCount(0) > 0; ++i) battle.step();
    ASSERT_EQ(battle.livingCount(0), 0u);
    EXPECT_FALSE(battle.units()[0].isAlive());
    EXPECT_FALSE(battle.crowd().has(1));
    expectRefused(battle, makeCommand(Command::Kind::hold, 0, Command::Selection::of({1})), "Unit 1 is dead");
    expectRefused(battle, makeCommand(Command::Kind::hold, 0, Command::Selection::everyone()), "Nobody is selected");
    EXPECT_TRUE(battle.findUnits(0, "soldier").empty());
}

TEST(Orders, SelectByBoxByClassAndByPoint)
{
    const Battle battle = startBattle(makeYard());
    EXPECT_THAT(battle.findUnits(0, Box2{{4, 19}, {6.2, 20.5}}), ElementsAre(1, 2));
    EXPECT_THAT(battle.findUnits(0, "tank"), ElementsAre(5));
    EXPECT_THAT(battle.findUnits(1, "soldier"), ElementsAre(6, 7));
    EXPECT_EQ(battle.findUnitAt({10.5, 20.3}), 5u);
    EXPECT_EQ(battle.findUnitAt({20, 20}), kNoUnit);
}

TEST(Orders, EverybodyWhoIsToldToGoGetsAPlaceOfItsOwnBehindTheWall)
{
    BattleScript script = makeYard();
    for (UnitClass& unit_class : script.classes) unit_class.damage = 0; // the other team sees them there
    Battle battle = startBattle(script);
    ASSERT_TRUE(battle.issue(makeCommand(Command::Kind::go, 0, Command::Selection::everyone(), {40, 20})));
    for (int i = 0; i < 3000 && !battle.isQuiet(); ++i) battle.step();
    ASSERT_TRUE(battle.isQuiet());
    for (const Unit& unit : battle.units().first(5)) EXPECT_LT(distance(unit.position, Vec2{40, 20}), 6) << unit.id;
    for (std::size_t a = 0; a < 5; ++a)
        for (std::size_t b = 0; b < a; ++b)
        {
            const Unit& p = battle.units()[a];
            const Unit& q = battle.units()[b];
            const std::vector<UnitClass>& classes = battle.script().classes;
            EXPECT_GT(distance(p.position, q.position), classes[p.unit_class].radius + classes[q.unit_class].radius - 1e-3);
        }
}

TEST(Orders, LeadToTheSameStateHoweverLittleMemoryThereIsForMaps)
{
    const BattleScript script = makeYard();
    std::vector<std::uint64_t> hashes;
    for (const std::size_t bytes : {std::size_t{1}, BattleOptions().max_map_bytes})
    {
        BattleOptions options;
        options.max_map_bytes = bytes;
        Battle battle = std::move(Battle::start(script, buildScenarioScene(script.world).value(), options)).value();
        ASSERT_TRUE(battle.issue(makeCommand(Command::Kind::go, 0, Command::Selection::of({1}), {20, 5})));
        ASSERT_TRUE(battle.issue(makeCommand(Command::Kind::go, 0, Command::Selection::of({2}), {36, 35})));
        for (int i = 0; i < 3000 && !battle.isQuiet(); ++i) battle.step();
        EXPECT_TRUE(battle.isQuiet());
        EXPECT_LT(distance(battle.units()[0].position, Vec2{20, 5}), 0.5);
        EXPECT_LT(distance(battle.units()[1].position, Vec2{36, 35}), 0.5);
        hashes.push_back(battle.computeHash());
    }
    EXPECT_EQ(hashes[0], hashes[1]);
}

/// A wall with a door that is wider than a soldier, but not by a cell of the map.
TEST(Orders, LeadThroughDoorsThatAreTooNarrowForTheMap)
{
    BattleScript script = makeScript(40, 20, {makeBattleBox(19.5, 0, 20.5, 9.5), makeBattleBox(19.5, 10.5, 20.5, 20)});
    script.cell_size = 0.5;
    addUnits(script, 0, 0, 6, 3, {5, 9});
    Battle battle = startBattle(script);
    ASSERT_NE(battle.grid(0).componentOf(battle.grid(0).cellAt({5, 10})),
              battle.grid(0).componentOf(battle.grid(0).cellAt({35, 10})));
    ASSERT_TRUE(battle.issue(makeCommand(Command::Kind::go, 0, Command::Selection::everyone(), {35, 10})));
    for (int i = 0; i < 3000 && !battle.isQuiet(); ++i) battle.step();
    for (const Unit& unit : battle.units()) EXPECT_LT(distance(unit.position, Vec2{35, 10}), 3) << unit.id;
}

/// The place is at the edge of a swamp: tanks stand around it on firm ground only.
TEST(Orders, UnitsPackOnlyOnGroundThatTheyMayEnter)
{
    BattleScript script = makeScript(60, 40);
    const Ring swamp = makeBattleBox(30, 0, 60, 40);
    script.terrain.push_back({swamp, Terrain::swamp});
    addUnits(script, 0, 1, 20, 4, {4, 10});
    Battle battle = startBattle(script);
    ASSERT_TRUE(battle.issue(makeCommand(Command::Kind::go, 0, Command::Selection::everyone(), {29, 20})));
    for (int i = 0; i < 3000 && !battle.isQuiet(); ++i) battle.step();
    EXPECT_TRUE(battle.isQuiet());
    for (const Unit& unit : battle.units())
    {
        EXPECT_LT(unit.position.x, 30.25) << unit.id;
        EXPECT_LT(distance(unit.position, Vec2{29, 20}), 9) << unit.id;
    }
}

TEST(Orders, AHundredSentBesideAHouseAreDone)
{
    BattleScript script = makeScript(60, 40, {makeBattleBox(38, 12, 44, 18)});
    addUnits(script, 0, 0, 100, 10, {4, 10});
    Battle battle = startBattle(script);
    ASSERT_TRUE(battle.issue(makeCommand(Command::Kind::go, 0, Command::Selection::everyone(), {37, 15})));
    for (int i = 0; i < 4000 && !battle.isQuiet(); ++i) battle.step();
    for (const Unit& unit : battle.units())
    {
        EXPECT_TRUE(unit.is_done) << unit.id << " at " << unit.position.x << ", " << unit.position.y;
        EXPECT_LT(distance(unit.position, Vec2{37, 15}), 10) << unit.id;
    }
}

TEST(Orders, WhoHoldsStaysAndHitsWhoComesNear)
{
    BattleScript script = makeScript(60, 20);
    script.classes[0].range = 3;
    addUnits(script, 0, 0, 1, 1, {30, 10});
    addUnits(script, 1, 0, 1, 1, {50, 10});
    Battle battle = startBattle(script);
    ASSERT_TRUE(battle.issue(makeCommand(Command::Kind::hold, 0, Command::Selection::everyone())));
    ASSERT_TRUE(battle.issue(makeCommand(Command::Kind::go, 1, Command::Selection::everyone(), {10, 10})));
    double farthest = 0;
    bool has_hit = false;
    for (int i = 0; i < 900; ++i)
    {
        battle.step();
        farthest = std::max(farthest, distance(battle.units()[0].position, Vec2{30, 10}));
        for (const Battle::Event& event : battle.events())
            has_hit = has_hit || (event.kind == Battle::Event::Kind::hit && event.unit == 1);
    }
    EXPECT_TRUE(has_hit);
    EXPECT_LT(farthest, 1.5);
    EXPECT_LT(battle.units()[1].position.x, 12) << "who is told to go goes on";
}

TEST(Orders, WallsHideEnemies)
{
    BattleScript script = makeScript(40, 20, {makeBattleBox(19, 2, 21, 20)});
    addUnits(script, 0, 0, 1, 1, {17, 15});
    addUnits(script, 1, 0, 1, 1, {23, 15});
    Battle battle = startBattle(script);
    for (int i = 0; i < 60; ++i) battle.step();
    EXPECT_EQ(battle.units()[0].enemy, kNoUnit);
    EXPECT_TRUE(battle.isQuiet());
}

TEST(Orders, TwoWhoFallTogetherBothFall)
{
    BattleScript script = makeScript(20, 20);
    script.classes[0].damage = 1000;
    script.classes[0].range = 4;
    addUnits(script, 0, 0, 1, 1, {8, 10});
    addUnits(script, 1, 0, 1, 1, {11, 10});
    Battle battle = startBattle(script);
    // Both look for enemies within four ticks; with the same ids to reload, they hit in the tick after both have seen.
    ASSERT_TRUE(battle.issue(makeCommand(Command::Kind::hold, 0, Command::Selection::everyone())));
    for (int i = 0; i < 10; ++i) battle.step();
    EXPECT_LE(battle.livingTeamCount(), 1u);
}

} // namespace
} // namespace clearway
