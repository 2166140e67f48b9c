// SPDX-License-Identifier: MIT
// Armies on the move: formations through gaps, and a sketch that parts them.
#include <clearway/crowd/metrics.h>
#include <clearway/rts.h>

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <clearway/base/random.h>
#include <clearway/field.h>

#include "tests/rts/battles.h"

namespace clearway {
namespace {

using namespace test;

/// Of even-odd crossings; slow and obvious.
bool isInside(const Ring& ring, Vec2 p)
{
    bool inside = false;
    for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++)
        if ((ring[i].y > p.y) != (ring[j].y > p.y) &&
            p.x < (ring[j].x - ring[i].x) * (p.y - ring[i].y) / (ring[j].y - ring[i].y) + ring[i].x)
            inside = !inside;
    return inside;
}

/// How deep a point is inside of a ring; 0 outside.
double computeDepth(const Ring& ring, Vec2 p)
{
    if (!isInside(ring, p)) return 0;
    double depth = 1e300;
    for (std::size_t i = 0; i < ring.size(); ++i)
    {
        const Vec2 a = ring[i], d = ring[(i + 1) % ring.size()] - a;
        const double t = std::clamp(dot(p - a, d) / dot(d, d), 0.0, 1.0);
        depth = std::min(depth, distance(p, a + d * t));
    }
    return depth;
}

struct SwampWalk
{
    std::size_t walkers_through = 0;
    std::size_t walkers = 0;
    double deepest_tank = 0; ///< metres into the swamp
    bool all_done = false;
    CrowdMetrics metrics;
};

SwampWalk walkSwamp(SketchFollowerOptions::Advance progress)
{
    BattleScript script = buildBattle("rts_swamp").value();
    script.commands[0].progress = progress;
    BattleRun run = startRun(script);
    const Battle& battle = run.battle();
    CrowdObserver observer(battle.crowd(), {.quantum = battle.parts().scene->frame().quantum, .keeps_series = false});
    std::vector<bool> has_been(battle.units().size());
    SwampWalk walk;
    while (!run.isOver())
    {
        run.step();
        observer.observe(battle.crowd());
        for (const Unit& unit : battle.units())
        {
            const double depth = computeDepth(script.terrain[0].outline, unit.position);
            if (depth > 3) has_been[unit.id - 1] = true;
            if (script.classes[unit.unit_class].name == "tank") walk.deepest_tank = std::max(walk.deepest_tank, depth);
        }
    }
    for (const Unit& unit : battle.units())
        if (script.classes[unit.unit_class].name == "walker")
        {
            ++walk.walkers;
            walk.walkers_through += has_been[unit.id - 1];
        }
    EXPECT_TRUE(run.refused().empty());
    walk.all_done = std::ranges::all_of(battle.units(), [](const Unit& unit) { return unit.is_done; });
    walk.metrics = observer.metrics();
    // Each class at the end of its branch.
    for (const Unit& unit : battle.units())
    {
        const Vec2 end = script.commands[unit.unit_class == 0 ? 1 : 0].stroke.back();
        EXPECT_LT(distance(unit.position, end), 9) << "unit " << unit.id;
    }
    return walk;
}

TEST(Swamp, WalkersGoThroughTanksGoRoundAndAllArrive)
{
    const SwampWalk walk = walkSwamp(SketchFollowerOptions::Advance::each_unit);
    EXPECT_TRUE(walk.all_done);
    EXPECT_EQ(walk.walkers_through, walk.walkers);
    EXPECT_LT(walk.deepest_tank, 0.75) << "no deeper than a cell of the map";
    EXPECT_EQ(walk.metrics.outside, 0u);
    EXPECT_LT(walk.metrics.max_relative_overlap, 0.05);
}

TEST(Swamp, TheSameHoldsWhenTheFirstUnitDropsAGoalForAll)
{
    const SwampWalk walk = walkSwamp(SketchFollowerOptions::Advance::first_unit);
    EXPECT_TRUE(walk.all_done);
    EXPECT_EQ(walk.walkers_through, walk.walkers);
    EXPECT_LT(walk.deepest_tank, 1.8) << "where all head for one goal some are pushed, but none by more than its size";
}

/// The command of the branch alone.
Command makeThrough(BattleScript& script, Command::Selection units)
{
    Command through = script.commands[1];
    through.kind = Command::Kind::follow;
    through.units = std::move(units);
    script.commands.clear();
    return through;
}

bool hasNote(const Battle::Report& report, std::string_view part)
{
    return std::ranges::any_of(report.notes, [part](const std::string& note) { return note.find(part) != std::string::npos; });
}

TEST(Swamp, TanksAloneAreLedRoundWhereTheStrokeWouldSinkThem)
{
    BattleScript script = buildBattle("rts_swamp").value();
    const Command through = makeThrough(script, Command::Selection::ofClass("tank"));
    Battle battle = startBattle(script);
    const Result<Battle::Report> report = battle.issue(through);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_TRUE(hasNote(*report, "bridged"));
    EXPECT_FALSE(hasNote(*report, "can follow for"));
}

TEST(Swamp, WhoCannotFollowAStrokeIsSaid)
{
    BattleScript script = buildBattle("rts_swamp").value();
    const Command through = makeThrough(script, Command::Selection::everyone());
    Battle battle = startBattle(script);
    const Result<Battle::Report> report = battle.issue(through);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_TRUE(hasNote(*report, "tank can follow for"));
    EXPECT_FALSE(hasNote(*report, "walker can follow for"));
}

Command makeStroke(std::vector<Vec2> stroke, Command::Selection units = Command::Selection::everyone())
{
    Command follow = makeCommand(Command::Kind::follow, 0, std::move(units));
    follow.stroke = std::move(stroke);
    return follow;
}

TEST(Sketches, WhoIsOnAWayDoesNotWalkBackToFollowItsExtension)
{
    BattleScript script = makeScript(80, 30);
    addUnits(script, 0, 0, 4, 2, {5, 15});
    Battle battle = startBattle(script);
    ASSERT_TRUE(battle.issue(makeStroke({{8, 15}, {40, 15}})));
    for (int i = 0; i < 2000 && !battle.isQuiet(); ++i) battle.step();
    ASSERT_GT(battle.units()[0].position.x, 35);
    ASSERT_TRUE(battle.issue(makeStroke({{40, 15.5}, {60, 20}})));
    double least = 80;
    for (int i = 0; i < 2000 && !battle.isQuiet(); ++i)
    {
        battle.step();
        for (const Unit& unit : battle.units()) least = std::min(least, unit.position.x);
    }
    EXPECT_GT(least, 35);
    for (const Unit& unit : battle.units()) EXPECT_LT(distance(unit.position, Vec2{60, 20}), 5) << unit.id;
}

TEST(Sketches, AClickOnAWayMeansThatWay)
{
    BattleScript script = makeScript(80, 40);
    addUnits(script, 0, 0, 1, 1, {5, 5});
    addUnits(script, 0, 0, 2, 2, {5, 35});
    Battle battle = startBattle(script);
    ASSERT_TRUE(battle.issue(makeStroke({{8, 5}, {60, 5}}, Command::Selection::of({1}))));
    ASSERT_TRUE(battle.issue(makeStroke({{8, 35}, {30, 35}}, Command::Selection::of({2}))));
    ASSERT_TRUE(battle.issue(makeStroke({{20, 35}}, Command::Selection::of({3}))));
    for (int i = 0; i < 3000 && !battle.isQuiet(); ++i) battle.step();
    EXPECT_LT(distance(battle.units()[2].position, Vec2{30, 35}), 4);
}

TEST(Sketches, AreFollowedWithoutTheDead)
{
    for (const SketchFollowerOptions::Advance progress :
         {SketchFollowerOptions::Advance::first_unit, SketchFollowerOptions::Advance::each_unit})
    {
        BattleScript script = makeScript(80, 30);
        script.classes[0].damage = 0;
        script.classes[1].damage = 60;
        script.classes[1].range = 12;
        addUnits(script, 0, 0, 12, 3, {5, 12});
        addUnits(script, 1, 1, 1, 1, {40, 5});
        Battle battle = startBattle(script);
        Command follow = makeStroke({{8, 15}, {40, 18}, {70, 15}});
        follow.progress = progress;
        ASSERT_TRUE(battle.issue(follow));
        ASSERT_TRUE(battle.issue(makeCommand(Command::Kind::hold, 1, Command::Selection::everyone())));
        const auto isLed = [](const Unit& unit) { return unit.team == 0 && unit.isAlive() && !unit.is_done; };
        for (int i = 0; i < 4000 && std::ranges::any_of(battle.units(), isLed); ++i) battle.step();
        EXPECT_LT(battle.livingCount(0), 12u);
        EXPECT_GT(battle.livingCount(0), 0u);
        for (const Unit& unit : battle.units())
            if (unit.team == 0 && unit.isAlive())
            {
                EXPECT_LT(distance(unit.position, Vec2{70, 15}), 5) << unit.id;
            }
    }
}

/// Two yards and a wall between them, with one gap.
BattleScript makeGap(double gap)
{
    BattleScript script =
        makeScript(60, 30, {makeBattleBox(29.5, 0, 30.5, 15 - gap / 2), makeBattleBox(29.5, 15 + gap / 2, 30.5, 30)});
    script.cell_size = 0.25;
    return script;
}

TEST(FormationInBattle, FiftyPassAGapOfThreeRadiiAndStandAgain)
{
    constexpr double kRadius = 0.4;
    BattleScript script = makeGap(3 * kRadius);
    addUnits(script, 0, 0, 50, 5, {8, 9});
    Battle battle = startBattle(script);
    Command go = makeCommand(Command::Kind::go, 0, Command::Selection::everyone(), {46, 15});
    go.formation = {.kind = Formation::Kind::box};
    const Result<Battle::Report> taken = battle.issue(go);
    ASSERT_TRUE(taken) << taken.error().message;
    CrowdObserver observer(battle.crowd(), {.quantum = battle.parts().scene->frame().quantum, .keeps_series = false});
    bool was_narrow = false;
    // 34 m for the centre at 1.6 m/s are 21 s, 50 in one file of a metre each through the gap 31 s; the rest is waiting and
    // forming.
    constexpr double kTime = 90;
    while (!battle.isQuiet() && battle.time() < kTime)
    {
        battle.step();
        observer.observe(battle.crowd());
        was_narrow = was_narrow || battle.groups()[0].march->state() == GroupState::narrowing;
    }
    const GroupMarch& march = *battle.groups()[0].march;
    EXPECT_TRUE(was_narrow);
    EXPECT_TRUE(march.isDone()) << toString(march.state()) << ", " << march.rmsSlotError() << " m after " << battle.time()
                                << " s";
    EXPECT_LT(march.rmsSlotError(), 0.5 * kRadius);
    for (const Unit& unit : battle.units()) EXPECT_GT(unit.position.x, 31) << unit.id;
    const CrowdMetrics metrics = observer.metrics();
    EXPECT_EQ(metrics.outside, 0u);
    EXPECT_LT(metrics.max_relative_overlap, 0.05);
    RecordProperty("seconds", std::to_string(battle.time()));
}

TEST(FormationInBattle, GoesOnWithoutTheDead)
{
    BattleScript script = makeScript(80, 30);
    script.classes[1].damage = 60;
    script.classes[1].range = 12;
    script.classes[1].sight = 14;
    script.classes[0].damage = 0;
    addUnits(script, 0, 0, 20, 5, {5, 12});
    addUnits(script, 1, 1, 1, 1, {40, 5});
    Battle battle = startBattle(script);
    Command go = makeCommand(Command::Kind::go, 0, Command::Selection::everyone(), {70, 15});
    go.formation = {.kind = Formation::Kind::wedge};
    ASSERT_TRUE(battle.issue(go));
    ASSERT_TRUE(battle.issue(makeCommand(Command::Kind::hold, 1, Command::Selection::everyone())));
    for (int i = 0; i < 4000 && !(battle.groups()[0].march->isDone()); ++i) battle.step();
    EXPECT_LT(battle.livingCount(0), 20u);
    EXPECT_GT(battle.livingCount(0), 0u);
    EXPECT_EQ(battle.groups()[0].members.size(), battle.livingCount(0));
    EXPECT_TRUE(battle.groups()[0].march->isDone());
}

TEST(FormationInBattle, AnotherShapeIsTakenUpOnTheWay)
{
    BattleScript script = makeScript(80, 30);
    addUnits(script, 0, 0, 12, 4, {5, 12});
    Battle battle = startBattle(script);
    Command go = makeCommand(Command::Kind::go, 0, Command::Selection::everyone(), {60, 15});
    go.formation = {.kind = Formation::Kind::box};
    ASSERT_TRUE(battle.issue(go));
    for (int i = 0; i < 300; ++i) battle.step();
    Command form = makeCommand(Command::Kind::form, 0, Command::Selection::everyone());
    form.formation = {.kind = Formation::Kind::line};
    ASSERT_TRUE(battle.issue(form));
    ASSERT_EQ(battle.groups().size(), 1u);
    for (int i = 0; i < 4000 && !battle.isQuiet(); ++i) battle.step();
    const GroupMarch& march = *battle.groups()[0].march;
    EXPECT_TRUE(march.isDone());
    EXPECT_LT(distance(march.center(), Vec2{60, 15}), 0.1);
    EXPECT_GT(march.layout().left + march.layout().right, 8);
}

TEST(FormationInBattle, AStandingOneTurnsToWhereItIsToldToLook)
{
    BattleScript script = makeScript(60, 40);
    addUnits(script, 0, 0, 8, 4, {20, 20});
    Battle battle = startBattle(script);
    Command form = makeCommand(Command::Kind::form, 0, Command::Selection::everyone());
    form.formation = {.kind = Formation::Kind::line};
    for (const Vec2 facing : {Vec2{1, 0}, Vec2{0, -1}})
    {
        form.facing = facing;
        ASSERT_TRUE(battle.issue(form));
        for (int i = 0; i < 1500 && !battle.isQuiet(); ++i) battle.step();
        ASSERT_EQ(battle.groups().size(), 1u);
        EXPECT_TRUE(battle.groups()[0].march->isDone());
        EXPECT_LT(distance(battle.groups()[0].march->heading(), facing), 1e-6);
    }
}

TEST(FormationInBattle, UnitsOfMixedSizesAndMoreOrFewerThanSlotsAreSaid)
{
    BattleScript script = makeScript(60, 40);
    addUnits(script, 0, 0, 5, 5, {5, 20});
    addUnits(script, 0, 1, 2, 2, {15, 25});
    Battle battle = startBattle(script);
    Command form = makeCommand(Command::Kind::form, 0, Command::Selection::everyone());
    form.formation = {.kind = Formation::Kind::slots, .points = {{0, 0}, {0, 4}, {0, 8}}};
    const Result<Battle::Report> more = battle.issue(form);
    ASSERT_TRUE(more) << more.error().message;
    EXPECT_FALSE(more->notes.empty());
    form.units = Command::Selection::of({1, 2});
    const Result<Battle::Report> fewer = battle.issue(form);
    ASSERT_TRUE(fewer) << fewer.error().message;
    EXPECT_FALSE(fewer->notes.empty());
    EXPECT_EQ(battle.groups().size(), 2u) << "two left the group of seven for one of their own";
    EXPECT_EQ(battle.groups()[0].members.size(), 5u);
}

/// One unit, sent past swamps of many sizes: it may go straight where that costs no more than its field's way.
TEST(Swamp, IsNotCutThroughByAUnitWhoseFieldGoesAround)
{
    Random random(9);
    const auto onCells = [&](double low, double high) { return std::round(2 * random.uniform(low, high)) / 2; };
    for (int i = 0; i < 20; ++i)
    {
        BattleScript script = makeScript(40, 24);
        script.cell_size = 0.5;
        script.classes[0].costs[static_cast<std::size_t>(Terrain::swamp)] = 100;
        const Ring swamp = makeBattleBox(onCells(8, 14), onCells(0, 8), onCells(22, 30), onCells(14, 22));
        script.terrain.push_back({swamp, Terrain::swamp});
        const Vec2 from = {random.uniform(1, 6), random.uniform(2, 22)}, goal = {random.uniform(33, 38), random.uniform(2, 22)};
        addUnits(script, 0, 0, 1, 1, from);
        Battle battle = startBattle(script);
        ASSERT_TRUE(battle.issue(makeCommand(Command::Kind::go, 0, Command::Selection::everyone(), goal)));
        const auto measure = [&](std::span<const Vec2> points) {
            double sum = 0;
            for (std::size_t k = 1; k < points.size(); ++k)
                if (isInside(swamp, interpolate(points[k - 1], points[k], 0.5))) sum += distance(points[k - 1], points[k]);
            return sum;
        };
        std::vector<Vec2> walked = {battle.units()[0].position};
        for (int tick = 0; tick < 3000 && !battle.isQuiet(); ++tick)
        {
            battle.step();
            walked.push_back(battle.units()[0].position);
        }
        const Path way = buildField(battle.grid(0), goal).value().findPath(walked.front());
        ASSERT_TRUE(way.isComplete());
        EXPECT_LE(distance(walked.back(), goal), 1) << i;
        EXPECT_LE(measure(walked), measure(computePlanarPoints(way)) + 0.25) << i;
    }
}

} // namespace
} // namespace clearway
