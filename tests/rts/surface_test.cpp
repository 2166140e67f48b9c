// SPDX-License-Identifier: MIT
// Battles over surfaces: sheets above each other, slopes, places that cannot be reached, and replays.
#include <clearway/base/random.h>
#include <clearway/io/battle.h>
#include <clearway/io/crowd_scenario.h>
#include <clearway/rts.h>
#include <clearway/surface/query.h>

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/rts/battles.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using namespace test;
using testing::HasSubstr;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Two teams of soldiers on a built-in mesh, nobody there.
BattleScript makeSurfaceScript(const char* mesh)
{
    BattleScript script = makeScript(1, 1);
    script.world.scene = {};
    script.world.scene_name = mesh;
    script.world.guide = "surface";
    return script;
}

void addAt(BattleScript& script, TeamId team, std::vector<Vec3> places)
{
    BattleScript::Block block = {team, 0, {}, {}};
    for (const Vec3 p : places)
    {
        block.positions.push_back(planar(p));
        block.heights.push_back(p.z);
    }
    script.units.push_back(std::move(block));
}

Result<Battle> tryBattle(const BattleScript& script) { return Battle::start(script, loadScenarioParts(script.world).value()); }
Battle startOver(const BattleScript& script) { return std::move(tryBattle(script)).value(); }

Command goTo(Vec2 point, std::optional<double> height = {}, Command::Kind kind = Command::Kind::go)
{
    Command command = makeCommand(kind, 0, Command::Selection::everyone(), point);
    command.height = height;
    return command;
}

/// Height of the slab of `overpass` above the ground.
double slabAt(double x) { return 0.7 + 4.6 * (x - 10) / 20; }

TEST(SurfaceBattle, ArmiesAboveAndBelowDoNotMeet)
{
    // Red on the slab, blue on the ground below it, 1.6 m lower and well within reach of each other through space.
    BattleScript script = makeSurfaceScript("overpass");
    script.classes[0].range = 5;
    script.classes[0].sight = 12;
    for (const double y : {13.0, 15.0, 17.0})
    {
        addAt(script, 0, {{14, y, slabAt(14)}});
        addAt(script, 1, {{14, y, 0}});
    }
    Battle battle = startOver(script);
    for (int tick = 0; tick < 300; ++tick)
    {
        battle.step();
        for (const Unit& unit : battle.units())
        {
            EXPECT_EQ(unit.enemy, kNoUnit) << "unit " << unit.id << " at tick " << tick;
            EXPECT_EQ(unit.hit_points, 100);
        }
    }
    // The same two armies side by side on the slab fight.
    for (BattleScript::Block& block : script.units)
        if (block.team == 1)
        {
            block.positions[0].x += 4;
            block.heights[0] = slabAt(18);
        }
    Battle together = startOver(script);
    for (int tick = 0; tick < 60; ++tick) together.step();
    EXPECT_NE(together.units()[0].enemy, kNoUnit);
    EXPECT_LT(together.units()[0].hit_points, 100);
}

TEST(SurfaceBattle, PositionsWithoutAHeightAreOnTheHighestGround)
{
    BattleScript script = makeSurfaceScript("overpass");
    script.units = {{0, 0, {{20, 15}, {5, 5}}, {}}, {1, 0, {{20, 15}}, {0}}};
    const Battle battle = startOver(script);
    EXPECT_NEAR(battle.units()[0].height, slabAt(20), 1e-9);
    EXPECT_NEAR(battle.units()[1].height, 0, 1e-9);
    EXPECT_NEAR(battle.units()[2].height, 0, 1e-9);
    EXPECT_EQ(battle.findUnitAt({20, 15}, slabAt(20)), 1u);
    EXPECT_EQ(battle.findUnitAt({20, 15}, 0), 3u);
    EXPECT_EQ(battle.findUnitAt({20, 15}), 1u) << "as seen from above both are there: the lower number";
}

TEST(SurfaceBattle, UnitsGoUpARampAndAreDoneThere)
{
    BattleScript script = makeSurfaceScript("ramp");
    addAt(script, 0, {{1.5, 10, 0}, {1.5, 11, 0}, {1.5, 12, 0}, {1.5, 13, 0}});
    script.classes[0].radius = 0.25;
    script.surface = {{"slope", 40}};
    Battle battle = startOver(script);
    ASSERT_TRUE(battle.issue(goTo({17, 12})));
    for (int tick = 0; tick < 900 && !battle.isQuiet(); ++tick)
    {
        battle.step();
        for (const Unit& unit : battle.units())
        {
            const bool is_between = unit.height > 0.01 && unit.height < 1.97;
            EXPECT_TRUE(!is_between || (unit.position.y > 9.5 && unit.position.y < 14)) << "over the ramp, not up the walls";
        }
    }
    EXPECT_TRUE(battle.isQuiet());
    for (const Unit& unit : battle.units())
    {
        EXPECT_NEAR(unit.height, 1.98, 1e-6) << unit.id;
        EXPECT_LT(distance(unit.position, Vec2{17, 12}), 2) << unit.id;
    }
}

TEST(SurfaceBattle, OrdersToWhereThereIsNoWayAreRefusedWithTheReason)
{
    BattleScript script = makeSurfaceScript("overpass");
    addAt(script, 0, {{3, 3, 0}, {3, 5, 0}});
    Battle battle = startOver(script);
    const auto refuse = [&](const Command& command) {
        const Result<Battle::Report> report = battle.issue(command);
        return report ? std::string("taken") : report.error().message;
    };
    EXPECT_THAT(refuse(goTo({20, 15})), HasSubstr("There is no way to"));
    EXPECT_THAT(refuse(goTo({20, 15})), HasSubstr("a part of the surface that theirs is not joined to"));
    EXPECT_THAT(refuse(goTo({20, 15}, 100)), HasSubstr("no ground within 1 m of (20, 15, 100)"));
    EXPECT_THAT(refuse(goTo({50, 15})), HasSubstr("no ground at (50, 15)"));
    EXPECT_THAT(refuse(goTo({20, 15}, kNan)), HasSubstr("finite"));
    EXPECT_THAT(refuse(goTo({kNan, 15})), HasSubstr("finite"));
    Command march = goTo({20, 15});
    march.formation = FormationOrder{.kind = Formation::Kind::line};
    EXPECT_THAT(refuse(march), HasSubstr("no way"));
    EXPECT_TRUE(battle.commands().empty());
    EXPECT_EQ(refuse(goTo({20, 15}, 0)), "taken") << "below the slab";
    for (int tick = 0; tick < 900 && !battle.isQuiet(); ++tick) battle.step();
    EXPECT_LT(distance(battle.units()[0].position, Vec2{20, 15}), 2);
    EXPECT_NEAR(battle.units()[0].height, 0, 1e-9);
}

TEST(SurfaceBattle, AFormationStandsOnASlopeAsSeenFromAbove)
{
    BattleScript script = makeSurfaceScript("overpass");
    script.classes[0].radius = 0.3;
    std::vector<Vec3> places;
    for (int i = 0; i < 12; ++i) places.push_back({12.0 + 0.8 * (i % 3), 12.0 + 0.8 * (i / 3), slabAt(12.0 + 0.8 * (i % 3))});
    addAt(script, 0, places);
    Battle battle = startOver(script);
    Command march = goTo({24, 15});
    march.formation = FormationOrder{.kind = Formation::Kind::wedge};
    march.facing = {1, 0};
    ASSERT_TRUE(battle.issue(march));
    for (int tick = 0; tick < 1800 && !battle.isQuiet(); ++tick) battle.step();
    ASSERT_TRUE(battle.isQuiet());
    const std::vector<Battle::Group> groups = battle.groups();
    ASSERT_EQ(groups.size(), 1u);
    for (std::size_t i = 0; i < groups[0].members.size(); ++i)
    {
        const Unit& unit = battle.units()[groups[0].members[i] - 1];
        const Vec3 slot = groups[0].places[i];
        EXPECT_NEAR(slot.z, slabAt(slot.x), 1e-6) << "slots lie on the slab";
        EXPECT_LT(distance(Vec3{unit.position.x, unit.position.y, unit.height}, slot), 0.3);
        EXPECT_NEAR(unit.height, slabAt(unit.position.x), 1e-6);
    }
    // The slots of the tip and of the last rank are apart by what the layout says, seen from above.
    const FormationLayout& layout = groups[0].march->layout();
    const std::size_t a = groups[0].march->ownerOf(0), b = groups[0].march->ownerOf(layout.slots.size() - 1);
    EXPECT_NEAR(distance(planar(groups[0].places[a]), planar(groups[0].places[b])),
                distance(layout.slots.front(), layout.slots.back()), 0.05);
}

TEST(SurfaceBattle, AFormationFilesUpARampThatIsNarrowerThanItself)
{
    BattleScript script = makeSurfaceScript("ramp");
    script.cell_size = 0.25;
    script.classes[0].radius = 0.25;
    script.surface = {{"slope", 40}};
    std::vector<Vec3> places;
    for (int i = 0; i < 16; ++i) places.push_back({1.0 + 0.7 * (i % 2), 8.0 + 0.8 * (i / 2), 0});
    addAt(script, 0, places);
    Battle battle = startOver(script);
    Command march = goTo({17, 11.75});
    march.formation = FormationOrder{.kind = Formation::Kind::line}; // 11 m, and the ramp is 4.5 m wide
    march.facing = {1, 0};
    ASSERT_TRUE(battle.issue(march));
    for (int tick = 0; tick < 3600 && !battle.isQuiet(); ++tick) battle.step();
    EXPECT_TRUE(battle.isQuiet());
    for (const Unit& unit : battle.units()) EXPECT_NEAR(unit.height, 1.98, 1e-6) << unit.id;
}

TEST(SurfaceBattle, AFormationThatTheGroundTurnsAwayFromIsRefused)
{
    BattleScript script = makeSurfaceScript("sphere");
    addAt(script, 0, {{0, 0, 10}, {1, 0, 9.95}, {0, 1, 9.95}});
    Battle battle = startOver(script);
    Command march = goTo({0, 0}, -10);
    march.formation = FormationOrder{.kind = Formation::Kind::line};
    const Result<Battle::Report> refused = battle.issue(march);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("turns too far"));
    EXPECT_THAT(refused.error().message, HasSubstr("without one"));
    march.formation.reset();
    EXPECT_TRUE(battle.issue(march)) << "without a formation they go round";
    Command form = makeCommand(Command::Kind::form, 0, Command::Selection::everyone());
    form.formation = FormationOrder{.kind = Formation::Kind::line};
    for (int tick = 0; tick < 300; ++tick) battle.step();
    ASSERT_TRUE(battle.issue(form)) << "on the side of a ball, in the plane that touches it there";
    for (int tick = 0; tick < 600 && !battle.isQuiet(); ++tick) battle.step();
    EXPECT_TRUE(battle.isQuiet());
}

TEST(SurfaceBattle, SketchesAndTerrainAreRefusedWithWhatToDoInstead)
{
    BattleScript script = makeSurfaceScript("overpass");
    addAt(script, 0, {{3, 3, 0}});
    Battle battle = startOver(script);
    for (const Command::Kind kind : {Command::Kind::follow, Command::Kind::sketch})
    {
        Command stroke = makeCommand(kind, 0, Command::Selection::everyone());
        stroke.stroke = {{3, 3}, {10, 5}};
        const Result<Battle::Report> refused = battle.issue(stroke);
        ASSERT_FALSE(refused);
        EXPECT_THAT(refused.error().message, HasSubstr("send the units with go"));
    }
    script.surface = {{"slope", 400}};
    EXPECT_THAT(tryBattle(script).error().message, HasSubstr("slope"));
    script.surface = {};
    script.terrain = {{makeBattleBox(0, 0, 5, 5), Terrain::swamp}};
    const Result<Battle> swamp = tryBattle(script);
    ASSERT_FALSE(swamp);
    EXPECT_THAT(swamp.error().message, HasSubstr("terrain"));
}

TEST(SurfaceBattle, BadPositionsAndSurfacesAreRefused)
{
    BattleScript script = makeSurfaceScript("overpass");
    const auto refuse = [&](const BattleScript::Block& block) {
        script.units = {block};
        const Result<Battle> battle = tryBattle(script);
        return battle ? std::string("started") : battle.error().message;
    };
    EXPECT_THAT(refuse({0, 0, {{60, 3}}, {}}), HasSubstr("units[0].positions[0]: There is no ground at (60, 3)."));
    EXPECT_THAT(refuse({0, 0, {{3, 3}}, {50}}), HasSubstr("no ground within 1 m"));
    EXPECT_THAT(refuse({0, 0, {{3, 3}}, {kNan}}), HasSubstr("finite"));
    EXPECT_THAT(refuse({0, 0, {{3, 3}, {4, 4}}, {0}}), HasSubstr("as many heights as points"));
    EXPECT_THAT(refuse({0, 0, {{0, 0}}, {}}), HasSubstr("units[0].positions[0]")) << "at the border a disc has no room";
    EXPECT_EQ(refuse({0, 0, {{3, 3}}, {}}), "started");

    script.world.scene_options.scale = 1e4;
    EXPECT_FALSE(loadScenarioParts(script.world)) << "more triangles than there is memory for";
    script.world.scene_options.scale = 1;
    EXPECT_THAT(Battle::start(script, PlannerParts{}).error().message, HasSubstr("on a scene, or on a surface"));

    BattleScript flat = makeScript(20, 20);
    flat.units = {{0, 0, {{3, 3}}, {1}}};
    EXPECT_THAT(tryBattle(flat).error().message, HasSubstr("Heights are for battles over surfaces"));
    flat.units[0].heights.clear();
    flat.surface = {{"slope", 40}};
    EXPECT_THAT(tryBattle(flat).error().message, HasSubstr("in the plane"));
    flat.surface = {};
    Battle battle = startBattle(flat);
    EXPECT_THAT(battle.issue(goTo({10, 10}, 0)).error().message, HasSubstr("Heights are for battles over surfaces"));
}

TEST(SurfaceBattle, ALogComesToTheSameStateForEveryWorkerCount)
{
    const BattleScript script = buildBattle("rts_ramp", {.unit_count = 60}).value();
    const PlannerParts parts = loadScenarioParts(script.world).value();
    BattleRun run = BattleRun::start(script, parts).value();
    for (int tick = 0; tick < 1500 && !run.isOver(); ++tick) run.step();
    EXPECT_TRUE(run.refused().empty()) << run.refused()[0].error.message;
    std::size_t fallen = 0;
    for (const Unit& unit : run.battle().units()) fallen += !unit.isAlive();
    EXPECT_GT(fallen, 0u) << "they fight";
    const BattleScript log = parseBattle(formatBattle(run.battle().log())).value();
    for (const int workers : {1, 2, 3})
    {
        BattleRun again = BattleRun::start(log, parts, {.execution = {.worker_count = workers}}).value();
        while (!again.isOver()) again.step();
        EXPECT_EQ(again.battle().computeHash(), log.state_hash) << workers << " workers";
    }
    const Result<BattleRun> elsewhere = BattleRun::start(log, loadScenarioParts(makeSurfaceScript("cube").world).value());
    ASSERT_FALSE(elsewhere);
    EXPECT_THAT(elsewhere.error().message, HasSubstr("another scene"));
}

TEST(SurfaceBattle, FilesKeepHeightsOfPositionsAndOrders)
{
    const char* text = R"({
  "battle": 1,
  "scenario": {"name": "slab", "seconds": 20, "dt": 0.05, "scene": "overpass"},
  "classes": [{"name": "soldier"}],
  "teams": ["red"],
  "surface": {"slope": 50, "gravity": "down", "height": 0},
  "units": [{"team": "red", "class": "soldier", "positions": [[14, 15, 0.1], [16, 15, 0.1]]}],
  "commands": [{"tick": 0, "team": "red", "order": "go", "units": "all", "to": [30, 15, 0]},
               {"tick": 1, "team": "red", "order": "go", "units": "all", "to": [5, 5]}]
})";
    const BattleScript script = parseBattle(text).value();
    EXPECT_TRUE(hasSurface(script.world));
    EXPECT_EQ(script.world.guide, "surface");
    EXPECT_EQ(script.units[0].heights, (std::vector<double>{0.1, 0.1}));
    EXPECT_EQ(script.commands[0].height, 0.0);
    EXPECT_FALSE(script.commands[1].height);
    const BattleScript again = parseBattle(formatBattle(script)).value();
    EXPECT_EQ(again.units, script.units);
    EXPECT_EQ(again.commands, script.commands);
    ASSERT_EQ(again.surface.size(), 3u);
    EXPECT_EQ(again.surface[0].value.number(), 50);
    EXPECT_EQ(again.surface[1].value.text(), "down");
    EXPECT_THAT(parseBattle(R"({"battle": 1, "surface": {"slop": 5}})").error().message, HasSubstr("slope"));
    EXPECT_TRUE(startOver(script).issue(script.commands[0]));
}

/// A ramp that winds up round the origin, between 6 and 12 m from it, 5 m higher with every turn.
TriangleMesh makeHelix(double turns)
{
    constexpr std::uint32_t kAcross = 6, kPerTurn = 60;
    const auto rows = static_cast<std::uint32_t>(turns * kPerTurn);
    MeshInput mesh;
    for (std::uint32_t k = 0; k <= rows; ++k)
        for (std::uint32_t i = 0; i <= kAcross; ++i)
        {
            const double angle = 2 * 3.14159265358979 * k / kPerTurn, radius = 6.0 + i;
            mesh.positions.push_back({radius * std::cos(angle), radius * std::sin(angle), 5.0 * k / kPerTurn});
        }
    for (std::uint32_t k = 0; k < rows; ++k)
        for (std::uint32_t i = 0; i < kAcross; ++i)
        {
            const std::uint32_t a = k * (kAcross + 1) + i, b = a + kAcross + 1;
            mesh.triangles.push_back({a, a + 1, b + 1});
            mesh.triangles.push_back({a, b + 1, b});
        }
    return buildTriangleMesh(std::move(mesh)).value();
}

TEST(SurfaceBattle, AFormationStaysOnItsTurnOfAWindingRamp)
{
    BattleScript script = makeSurfaceScript("");
    script.world.scene = makeScript(1, 1).world.scene; // not looked at: the ground is given
    script.classes[0].radius = 0.3;
    addAt(script, 0, {{8, 1, 0.1}, {9, 1, 0.1}, {10, 1, 0.1}, {8, 2, 0.2}, {9, 2, 0.2}, {10, 2, 0.2}});
    Battle battle = Battle::start(script, PlannerParts{.triangles = makeHelix(2)}).value();
    Command march = goTo({9, 1}, 5.1);
    march.formation = FormationOrder{.kind = Formation::Kind::column, .files = 2};
    const Result<Battle::Report> refused = battle.issue(march);
    ASSERT_FALSE(refused) << "above where they stand";
    EXPECT_THAT(refused.error().message, HasSubstr("itself at another height"));
    EXPECT_THAT(refused.error().message, HasSubstr("shorter stages"));
    for (const Vec3 stage : {Vec3{-9, 0, 2.5}, Vec3{9, 1, 5.1}})
    {
        march.point = planar(stage);
        march.height = stage.z;
        const Result<Battle::Report> taken = battle.issue(march);
        ASSERT_TRUE(taken) << taken.error().message;
        for (int tick = 0; tick < 3600 && !battle.isQuiet(); ++tick) battle.step();
        ASSERT_TRUE(battle.isQuiet());
        for (const Unit& unit : battle.units())
        {
            EXPECT_NEAR(unit.height, stage.z, 0.6) << unit.id;
            EXPECT_LT(distance(unit.position, planar(stage)), 3) << unit.id;
        }
        const Battle::Group group = battle.groups()[0];
        for (const Vec3 place : group.places) EXPECT_NEAR(place.z, stage.z, 0.6);
    }
}

TEST(SurfaceBattle, RandomOrdersKeepEverybodyOnTheGroundAndTheSameOnAnyNumberOfWorkers)
{
    constexpr Formation::Kind kShapes[] = {Formation::Kind::line, Formation::Kind::wedge, Formation::Kind::box,
                                           Formation::Kind::circle};
    for (std::uint64_t seed = 1; seed <= 2 * static_cast<std::uint64_t>(testScale()); ++seed)
    {
        SCOPED_TRACE("seed " + std::to_string(seed));
        BattleScript script = makeSurfaceScript(seed % 2 == 0 ? "overpass" : "octopus");
        script.world.scene_options.scale = 0.2;
        script.cell_size = 0.25;
        script.classes[0].radius = 0.2;
        const Battle empty = startOver(script);
        const PlannerParts parts = empty.parts();
        const SurfaceQuery surface(*parts.surface);
        const auto findPlace = [&](std::uint64_t index) {
            return surface.findRandomPlace({.seed = seed, .index = index}).position;
        };
        for (std::uint64_t i = 0; i < 40; ++i)
        {
            Vec2 at;
            ASSERT_TRUE(empty.crowd().world().ground->curved()->findPosition(findPlace(i), 1, at));
            if (empty.crowd().hasRoom(at, 0.2)) addAt(script, static_cast<TeamId>(i % 2), {findPlace(i)});
        }
        ASSERT_GT(script.units.size(), 10u);
        const auto play = [&](int worker_count) {
            Battle battle = Battle::start(script, parts, {.execution = {.worker_count = worker_count}}).value();
            Random random(seed, 7);
            std::size_t taken = 0;
            for (std::uint64_t i = 0; i < 8; ++i)
            {
                Command command = goTo({}, {}, static_cast<Command::Kind>(random.below(7)));
                const Vec3 to = findPlace(100 + i);
                command.team = static_cast<TeamId>(random.below(2));
                command.point = planar(to);
                command.height = to.z;
                if (random.below(2) == 0) command.formation = FormationOrder{.kind = kShapes[random.below(4)]};
                taken += battle.issue(command) ? 1 : 0;
                for (int tick = 0; tick < 30; ++tick) battle.step();
                for (const Unit& unit : battle.units())
                {
                    const Vec3 at = {unit.position.x, unit.position.y, unit.height};
                    EXPECT_LT(distance(surface.findNearest(at).position, at), 1e-6) << unit.id;
                }
            }
            EXPECT_GT(taken, 0u);
            return battle.computeHash();
        };
        EXPECT_EQ(play(1), play(3));
    }
}

} // namespace
} // namespace clearway
