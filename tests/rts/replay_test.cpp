// SPDX-License-Identifier: MIT
// Scripts and logs: played again they come to the same state, and what is not theirs is refused.
#include <clearway/io/battle.h>
#include <clearway/rts.h>

#include <clearway/crowd/metrics.h>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/rts/battles.h"

namespace clearway {
namespace {

using namespace test;
using testing::HasSubstr;

BattleScript makeSkirmish(std::size_t unit_count) { return buildBattle("rts_skirmish", {.unit_count = unit_count}).value(); }

TEST(Replay, ASkirmishEndsAndItsLogComesToTheSameStateForEveryWorkerCount)
{
    constexpr std::size_t kUnits = 500; // 250 on each side
    BattleRun run = startRun(makeSkirmish(kUnits));
    CrowdObserver observer(run.battle().crowd(), {.quantum = run.battle().parts().scene->frame().quantum, .keeps_series = false});
    while (!run.isOver())
    {
        run.step();
        observer.observe(run.battle().crowd());
    }
    EXPECT_EQ(run.battle().livingTeamCount(), 1u) << "the fight ends";
    EXPECT_LT(run.battle().tick(), run.tickCount());
    const CrowdMetrics metrics = observer.metrics();
    EXPECT_EQ(metrics.outside, 0u);
    EXPECT_EQ(metrics.not_finite, 0u);
    EXPECT_LT(metrics.max_relative_overlap, 0.05);

    // Through text, as it would be kept.
    const BattleScript log = parseBattle(formatBattle(run.battle().log())).value();
    EXPECT_EQ(log.state_hash, run.battle().computeHash());
    for (const int workers : {1, 2, 4})
    {
        BattleRun again = startRun(log, workers);
        while (!again.isOver()) again.step();
        EXPECT_EQ(again.battle().tick(), run.battle().tick());
        EXPECT_TRUE(again.refused().empty());
        EXPECT_EQ(again.battle().computeHash(), log.state_hash) << workers << " workers";
        EXPECT_FALSE(again.isDifferent());
    }
}

TEST(Replay, ArmiesOfAnySizeTakeAllTheirCommands)
{
    for (const std::size_t count : {2, 3, 8, 49})
    {
        BattleRun run = startRun(makeSkirmish(count));
        for (int i = 0; i < 260 && !run.isOver(); ++i) run.step();
        EXPECT_TRUE(run.refused().empty()) << count << ": " << run.refused()[0].error.message;
    }
}

TEST(Replay, TheHashSeesEveryOrder)
{
    BattleScript script = makeScript(60, 40);
    addUnits(script, 0, 0, 6, 3, {5, 20});
    const auto play = [&](const Command& command) {
        Battle battle = startBattle(script);
        EXPECT_TRUE(battle.issue(command));
        return battle.computeHash();
    };
    Command form = makeCommand(Command::Kind::form, 0, Command::Selection::everyone());
    form.formation = {.kind = Formation::Kind::wedge};
    Command line = form;
    line.formation->kind = Formation::Kind::line;
    Command follow = makeCommand(Command::Kind::follow, 0, Command::Selection::everyone());
    follow.stroke = {{8, 20}, {30, 20}};
    const Command::Selection all = Command::Selection::everyone();
    const std::vector<std::uint64_t> hashes = {play(makeCommand(Command::Kind::hold, 0, all)),
                                               play(makeCommand(Command::Kind::stop, 0, all)),
                                               play(makeCommand(Command::Kind::go, 0, all, {30, 20})),
                                               play(makeCommand(Command::Kind::go, 0, all, {30, 21})),
                                               play(makeCommand(Command::Kind::attack_move, 0, all, {30, 20})),
                                               play(form),
                                               play(line),
                                               play(follow)};
    for (std::size_t a = 0; a < hashes.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) EXPECT_NE(hashes[a], hashes[b]) << a << " and " << b;
}

TEST(Replay, ALogThatEndsWithACommandComesToItsState)
{
    BattleScript script = makeScript(60, 40);
    addUnits(script, 0, 0, 6, 3, {5, 20});
    for (const int ticks : {0, 7})
    {
        Battle battle = startBattle(script);
        for (int i = 0; i < ticks; ++i) battle.step();
        ASSERT_TRUE(battle.issue(makeCommand(Command::Kind::go, 0, Command::Selection::everyone(), {30, 20})));
        BattleRun again = startRun(parseBattle(formatBattle(battle.log())).value());
        while (!again.isOver()) again.step();
        EXPECT_EQ(again.battle().tick(), static_cast<std::uint64_t>(ticks));
        EXPECT_FALSE(again.isDifferent()) << ticks;
    }
}

TEST(Replay, WhatACommandDoesNotUseIsNotInTheLog)
{
    constexpr double kInfinite = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();
    BattleScript script = makeScript(60, 40);
    addUnits(script, 0, 0, 6, 3, {5, 20});
    Battle battle = startBattle(script);
    Command go = makeCommand(Command::Kind::go, 0, Command::Selection::inBox({{-kInfinite, 0}, {kInfinite, 40}}), {30, 20});
    go.facing = {kNan, 0};
    go.stroke = {{kNan, kNan}};
    ASSERT_TRUE(battle.issue(go));
    Command form = makeCommand(Command::Kind::form, 0, Command::Selection::everyone(), {kNan, kNan});
    form.formation = {.kind = Formation::Kind::box, .files = 1'000'000, .points = {{kNan, 0}}, .drawn_facing = {kNan, 0}};
    ASSERT_TRUE(battle.issue(form));
    battle.step();
    Command again = makeCommand(Command::Kind::go, 0, Command::Selection::everyone(), {40, 20});
    again.formation = form.formation;
    ASSERT_TRUE(battle.issue(again));
    Command sketch = makeCommand(Command::Kind::sketch, 0, {});
    sketch.stroke = {{8, 20}, {kNan, 20}, {30, 20}, {40, kInfinite}};
    ASSERT_TRUE(battle.issue(sketch));
    battle.step();
    const Result<BattleScript> log = parseBattle(formatBattle(battle.log()));
    ASSERT_TRUE(log) << log.error().message;
    BattleRun run = startRun(*log);
    while (!run.isOver()) run.step();
    EXPECT_TRUE(run.refused().empty());
    EXPECT_FALSE(run.isDifferent());
}

TEST(Replay, AnArmyWithoutEnemiesPlaysItsScript)
{
    BattleScript script = makeScript(60, 40);
    script.units.push_back({0, 0, {}});
    addUnits(script, 1, 0, 1, 1, {5, 20});
    script.commands = {makeCommand(Command::Kind::go, 1, Command::Selection::everyone(), {9, 20})};
    BattleRun run = startRun(script);
    while (!run.isOver()) run.step();
    EXPECT_LT(distance(run.battle().units()[0].position, Vec2{9, 20}), 0.5);
}

TEST(BattleFiles, AreReadBackAsTheyWere)
{
    BattleScript script = buildBattle("rts_swamp").value();
    Command command = makeCommand(Command::Kind::go, 0, Command::Selection::of({1, 2, 3}), {20, 20});
    command.tick = 12;
    command.formation = {.kind = Formation::Kind::slots, .points = {{0, 0}, {1, 1.5}, {-2, 0.1}}, .drawn_facing = {0, 1}};
    command.facing = {0.25, -1};
    script.commands.push_back(command);
    command.units = Command::Selection::inBox({{0, 1}, {2, 3}});
    command.units.unit_class = "tank";
    command.formation = {.kind = Formation::Kind::column, .files = 3};
    script.commands.push_back(command);
    script.scene_hash = 0x0123456789abcdef;
    script.ticks = 99;
    script.state_hash = 0xfedcba9876543210;
    const std::string text = formatBattle(script);
    const Result<BattleScript> read = parseBattle(text);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(formatBattle(*read), text);
    EXPECT_EQ(read->classes, script.classes);
    EXPECT_EQ(read->teams, script.teams);
    EXPECT_EQ(read->units, script.units);
    EXPECT_EQ(read->commands, script.commands);
    EXPECT_EQ(read->scene_hash, script.scene_hash);
    EXPECT_EQ(read->ticks, script.ticks);
    EXPECT_EQ(read->state_hash, script.state_hash);
    EXPECT_TRUE(isBattle(text));
    EXPECT_FALSE(isBattle("{\"name\": \"crowd\"}"));
    EXPECT_FALSE(isBattle("["));
}

TEST(BattleFiles, KnowEveryOrderAndEveryFormationByItsName)
{
    BattleScript script = makeScript(60, 40);
    addUnits(script, 0, 0, 3, 3, {5, 20});
    for (int kind = 0; kind <= static_cast<int>(Command::Kind::stop); ++kind)
        script.commands.push_back(makeCommand(static_cast<Command::Kind>(kind), 0, {}));
    for (int kind = 0; kind <= static_cast<int>(Formation::Kind::slots); ++kind)
    {
        script.commands.push_back(makeCommand(Command::Kind::form, 1, Command::Selection::everyone()));
        script.commands.back().formation = {.kind = static_cast<Formation::Kind>(kind)};
    }
    const Result<BattleScript> read = parseBattle(formatBattle(script));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->commands, script.commands);
}

std::string replace(std::string text, std::string_view from, std::string_view to)
{
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(BattleFiles, OfAnotherVersionOrOnAnotherSceneAreRefused)
{
    const std::string text = formatBattle(makeSkirmish(10));
    EXPECT_THAT(parseBattle(replace(text, "\"battle\": 1", "\"battle\": 2")).error().message, HasSubstr("version 2"));
    EXPECT_THAT(parseBattle(replace(text, "\"battle\": 1,", "")).error().message, HasSubstr("version is missing"));

    BattleRun run = startRun(makeSkirmish(10));
    for (int i = 0; i < 5; ++i) run.step();
    BattleScript log = run.battle().log();
    ASSERT_TRUE(Battle::start(log, buildScenarioScene(log.world).value()));
    log.world.scene.areas[0].outline.points[1].x += 1;
    log.world.scene.areas[0].outline.points[2].x += 1;
    const Result<Battle> elsewhere = Battle::start(log, buildScenarioScene(log.world).value());
    ASSERT_FALSE(elsewhere);
    EXPECT_THAT(elsewhere.error().message, HasSubstr("another scene"));
}

TEST(BattleFiles, ThatAreWrongAreRefusedWithLineAndField)
{
    const std::string text = formatBattle(makeSkirmish(10));
    const auto expectError = [](const std::string& wrong, const char* reason) {
        const Result<BattleScript> read = parseBattle(wrong);
        ASSERT_FALSE(read) << reason;
        EXPECT_THAT(read.error().message, HasSubstr(reason));
    };
    expectError("", "empty");
    expectError("[]", "object");
    expectError(text.substr(0, text.size() / 2), "");
    expectError(replace(text, "\"team\": \"red\", \"class\"", "\"team\": \"rot\", \"class\""),
                "units[0].team: there is no team 'rot'");
    expectError(replace(text, "\"class\": \"soldier\"", "\"class\": \"soldat\""), "there is no class 'soldat'");
    expectError(replace(text, "\"order\": \"attack_move\"", "\"order\": \"charge\""), "commands[0].order");
    expectError(replace(text, "\"radius\": 0.35", "\"radius\": -1"), "classes[0].radius");
    expectError(replace(text, "\"tick\": 0", "\"tick\": 5000"), "in order");
    expectError(replace(text, "\"sight\": 14", "\"sight\": 0.1"), "classes[0].sight: is 0.1, less than the range");
    expectError(replace(text, "\"cell_size\": 0.5", "\"cell_size\": 0"), "cell_size");
    expectError(text + "x", "end of the text");
}

TEST(BattleFiles, ClassesAndTeamsThatShareANameAreRefused)
{
    // Read back, the units of one would be those of the other.
    BattleScript script = makeSkirmish(10);
    script.classes[2].name = script.classes[0].name;
    ASSERT_EQ(verify(script).size(), 1u);
    EXPECT_EQ(verify(script)[0].field, "classes[2].name");
    script = makeSkirmish(10);
    script.teams[1].name = script.teams[0].name;
    ASSERT_EQ(verify(script).size(), 1u);
    EXPECT_EQ(verify(script)[0].field, "teams[1]");
}

TEST(BattleFiles, CommandsMayBeTimedInSeconds)
{
    const std::string text = formatBattle(makeSkirmish(10));
    const Result<BattleScript> read = parseBattle(replace(text, "\"tick\": 240", "\"at\": 8"));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->commands, makeSkirmish(10).commands);
}

TEST(BattleFiles, UnknownBattlesSuggestKnownOnes)
{
    EXPECT_THAT(buildBattle("rts_skirmich").error().message, HasSubstr("rts_skirmish"));
    EXPECT_FALSE(buildBattle("rts_swamp", {.unit_count = 1}));
    EXPECT_FALSE(buildBattle("rts_swamp", {.unit_count = 1'000'000'000}));
}

TEST(BattleFiles, AUnitInAWallIsSaidWithItsNumber)
{
    BattleScript script = makeScript(20, 20, {makeBattleBox(5, 5, 10, 10)});
    addUnits(script, 0, 0, 2, 2, {2, 2});
    script.units[0].positions[1] = {7, 7};
    const Result<Battle> battle = Battle::start(script, buildScenarioScene(script.world).value());
    ASSERT_FALSE(battle);
    EXPECT_THAT(battle.error().message, HasSubstr("units[0].positions[1]"));
}

} // namespace
} // namespace clearway
