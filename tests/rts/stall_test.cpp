// SPDX-License-Identifier: MIT
// Formations never stall: they pass each other, bridges and gaps, and give up their shape where nothing else helps.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/crowd/metrics.h>

#include "tests/rts/battles.h"

namespace clearway {
namespace {

using test::addUnits;
using test::makeBattleBox;
using test::makeCommand;
using test::makeScript;
using test::startRun;

constexpr std::uint64_t kSeeds = 7;

struct Outcome
{
    double seconds = 0; ///< until the last had nothing left to do
    int blocked = 0;    ///< formations that gave up their shape
};

BattleScript shake(BattleScript script, std::uint64_t seed)
{
    Random random(seed);
    for (BattleScript::Block& block : script.units)
        for (Vec2& p : block.positions) p = p + Vec2{random.uniform(-0.05, 0.05), random.uniform(-0.05, 0.05)};
    script.world.seed = seed;
    return script;
}

/// Plays a script to its end; everybody arrives, nobody touches anybody or a wall.
Outcome play(const BattleScript& script, std::uint64_t seed)
{
    BattleRun run = startRun(shake(script, seed));
    const Battle& battle = run.battle();
    CrowdObserver observer(battle.crowd(), {.quantum = battle.parts().scene->frame().quantum, .keeps_series = false});
    Outcome outcome;
    while (!run.isOver())
    {
        run.step();
        observer.observe(battle.crowd());
        for (const Battle::Event& event : battle.events()) outcome.blocked += event.kind == Battle::Event::Kind::blocked;
    }
    outcome.seconds = battle.time();
    EXPECT_TRUE(battle.isQuiet()) << "seed " << seed;
    EXPECT_EQ(observer.metrics().agent_contacts, 0u) << "seed " << seed;
    EXPECT_EQ(observer.metrics().outside, 0u) << "seed " << seed;
    for (const Battle::Group& group : battle.groups())
        EXPECT_LE(group.march->maxSlotError(), 2.4) << "seed " << seed << ": somebody is not where it should stand";
    return outcome;
}

BattleScript withoutFormations(BattleScript script)
{
    for (Command& command : script.commands)
        if (command.kind != Command::Kind::form) command.formation.reset();
    return script;
}

/// All arrive, in at most half as much time again as without a formation.
void expectNoLoss(const BattleScript& script, double begin = 0)
{
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed)
    {
        const double with = play(script, seed).seconds - begin, without = play(withoutFormations(script), seed).seconds - begin;
        EXPECT_LE(with, 1.5 * without) << "seed " << seed;
    }
}

Command goInBox(const std::string& unit_class, Vec2 to)
{
    Command go = makeCommand(Command::Kind::go, 0, Command::Selection::ofClass(unit_class), to);
    go.formation = FormationOrder{};
    return go;
}

/// Two boxes of 50 at the ends of a field that change places.
BattleScript makeSwap(double width, double height)
{
    BattleScript script = makeScript(width, height);
    script.classes[1] = script.classes[0];
    script.classes[1].name = "archer";
    addUnits(script, 0, 0, 50, 7, {6, height / 2 - 4});
    addUnits(script, 0, 1, 50, 7, {width - 14, height / 2 - 4});
    script.commands = {goInBox("soldier", {width - 10, height / 2}), goInBox("archer", {10, height / 2})};
    return script;
}

TEST(Formations, ThatChangePlacesInTheOpenPassEachOtherInTheirShape)
{
    const BattleScript script = makeSwap(60, 40);
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed)
    {
        const Outcome with = play(script, seed), without = play(withoutFormations(script), seed);
        EXPECT_LE(with.seconds, without.seconds) << "seed " << seed;
        EXPECT_EQ(with.blocked, 0) << "seed " << seed;
    }
}

TEST(Formations, ThatMeetWhereTheyCannotPassGiveUpTheirShapeAndGetThrough)
{
    const BattleScript script = makeSwap(80, 12);
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed)
    {
        const double without = play(withoutFormations(script), seed).seconds;
        BattleRun run = startRun(shake(script, seed));
        int blocked = 0;
        while (!run.isOver() && run.battle().time() < 2 * without)
        {
            run.step();
            for (const Battle::Event& event : run.battle().events()) blocked += event.kind == Battle::Event::Kind::blocked;
        }
        EXPECT_GE(blocked, 1) << "seed " << seed;
        // Single units may be swept along by those who come toward them.
        EXPECT_GE(std::ranges::count_if(run.battle().units(), &Unit::is_done), 95) << "seed " << seed;
    }
}

TEST(Formations, OfSixtyCrossABridgeOverWaterAndAGapInAWallAlike)
{
    const std::vector<Ring> banks = {makeBattleBox(50, 0, 56, 29.5), makeBattleBox(50, 34.5, 56, 64)};
    BattleScript bridge = makeScript(100, 64), gap = makeScript(100, 64, banks);
    for (const Ring& bank : banks) bridge.terrain.push_back({bank, Terrain::water});
    for (BattleScript* script : {&bridge, &gap})
    {
        addUnits(*script, 0, 0, 60, 8, {20, 24});
        script->commands = {goInBox("soldier", {80, 32})};
        expectNoLoss(*script);
    }
    EXPECT_EQ(play(bridge, 1).seconds, play(gap, 1).seconds) << "water is a wall";
}

TEST(Formations, DrawnAsAnArcAlongARiverAttackAcrossItsBridge)
{
    BattleScript script = makeScript(110, 64);
    script.terrain = {{makeBattleBox(50, 0, 56, 29), Terrain::water}, {makeBattleBox(50, 34, 56, 64), Terrain::water}};
    addUnits(script, 0, 0, 40, 4, {38, 25});
    FormationOrder arc;
    arc.kind = Formation::Kind::stroke;
    for (int i = -12; i <= 12; ++i) // a piece of a parabola, 20 m long
        arc.points.push_back({6 - 3.8 * (i / 12.0) * (i / 12.0), 9.3 * (i / 12.0)});
    Command form = makeCommand(Command::Kind::form, 0, Command::Selection::everyone());
    form.formation = arc;
    form.facing = {1, 0};
    Command attack = makeCommand(Command::Kind::attack_move, 0, Command::Selection::everyone(), {92, 32});
    attack.formation = arc;
    attack.tick = 1200;
    script.commands = {form, attack};
    expectNoLoss(script, 40);
}

TEST(Formations, ThatAreHeldUpAreToldOf)
{
    const BattleScript script = makeSwap(80, 12);
    BattleRun run = startRun(script);
    std::vector<int> balance(3);
    while (!run.isOver())
    {
        run.step();
        for (const Battle::Event& event : run.battle().events())
        {
            if (event.kind != Battle::Event::Kind::blocked && event.kind != Battle::Event::Kind::going) continue;
            ASSERT_LE(event.group, 2u);
            balance[event.group] += event.kind == Battle::Event::Kind::blocked ? 1 : -1;
            EXPECT_GE(balance[event.group], 0);
            EXPECT_LE(balance[event.group], 1);
        }
        for (const Battle::Group& group : run.battle().groups())
            EXPECT_EQ(balance[group.number] > 0, group.march->isLoose() || group.march->state() == GroupState::blocked);
    }
    for (const int left : balance) EXPECT_EQ(left, 0);
}

TEST(Strokes, AreFollowedWithinHalfAMetreOnBothSidesAlike)
{
    BattleScript script = buildBattle("rts_swamp").value();
    std::vector<std::vector<Vec2>> strokes;
    for (const Command& command : script.commands)
        if (!command.stroke.empty()) strokes.push_back(command.stroke);
    BattleRun run = startRun(script);
    std::vector<std::vector<double>> offsets(script.classes.size());
    while (!run.isOver())
    {
        run.step();
        for (const Unit& unit : run.battle().units())
        {
            if (!unit.isAlive() || unit.is_done || unit.position.x < 32 || unit.position.x > 70) continue;
            double nearest = 1e9;
            for (const std::vector<Vec2>& stroke : strokes)
                for (std::size_t i = 1; i < stroke.size(); ++i)
                {
                    const double away = distance(unit.position, Segment{stroke[i - 1], stroke[i]});
                    const bool is_left = cross(stroke[i] - stroke[i - 1], unit.position - stroke[i - 1]) > 0;
                    if (away < std::abs(nearest)) nearest = is_left ? away : -away;
                }
            offsets[unit.unit_class].push_back(nearest);
        }
    }
    EXPECT_TRUE(run.battle().isQuiet());
    for (std::vector<double>& of : offsets)
    {
        ASSERT_GT(of.size(), 1000u);
        const auto middle = of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2);
        std::nth_element(of.begin(), middle, of.end());
        EXPECT_LE(std::abs(*middle), 0.1);
        const auto close = std::count_if(of.begin(), of.end(), [](double d) { return std::abs(d) <= 0.5; });
        EXPECT_GE(static_cast<double>(close), 0.95 * static_cast<double>(of.size()));
    }
}

} // namespace
} // namespace clearway
