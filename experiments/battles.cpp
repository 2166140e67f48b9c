// SPDX-License-Identifier: MIT
// Armies: D-COST, D-GRP, D-SKT, D-RTS.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include <clearway/crowd/metrics.h>
#include <clearway/native/battle_picture.h>
#include <clearway/rts.h>

#include "list.h"
#include "require.h"

namespace clearway::experiments {
namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

BattleRun start(const BattleScript& script, int workers = 1)
{
    BattleOptions options;
    options.execution.worker_count = workers;
    return require(BattleRun::start(script, require(buildScenarioScene(script.world)), options));
}

BattleScript makeYard(double width, double height, std::vector<Ring> walls)
{
    BattleScript script;
    script.world.dt = 1.0 / 30;
    script.world.scene.areas.push_back({.outline = {.points = {{0, 0}, {width, 0}, {width, height}, {0, height}}}});
    for (Ring& wall : walls) script.world.scene.obstacles.push_back({.outline = {.points = std::move(wall)}});
    script.classes = {UnitClass{.name = "soldier", .damage = 0}};
    script.teams = {{"army"}};
    return script;
}

Ring makeWall(double x0, double y0, double x1, double y1) { return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}; }

void addBlock(BattleScript& script, std::size_t count, std::size_t files, Vec2 corner)
{
    BattleScript::Block block;
    for (std::size_t i = 0; i < count; ++i)
        block.positions.push_back(corner + Vec2{static_cast<double>(i % files), static_cast<double>(i / files)} * 1.1);
    script.units.push_back(std::move(block));
}

void draw(const Settings& settings, const Battle& battle, const BattleTrace& trace, const char* file, const char* caption,
          Outcome& outcome)
{
    if (settings.folder.empty()) return;
    require(saveBattlePicture(battle, trace, settings.folder + "/" + file));
    outcome.pictures.push_back({file, caption});
}

struct Cost
{
    double plan = 0; ///< of the commands; microseconds per unit
    double tick = 0; ///< microseconds per unit and tick
};

Cost measureCost(std::size_t count, bool is_group, int ticks)
{
    BattleScript script = makeYard(160, 60, {makeWall(70, 20, 90, 26), makeWall(100, 34, 104, 60)});
    addBlock(script, count, 15, {6, 20});
    BattleRun run = start(script);
    Battle& battle = run.battle();
    Command command;
    command.kind = Command::Kind::go;
    const double begin = now();
    if (is_group)
    {
        command.units = Command::Selection::everyone();
        command.point = {140, 30};
        command.formation = FormationOrder{};
        require(battle.issue(command));
    }
    else
        for (const Unit& unit : battle.units())
        {
            command.units = Command::Selection::of({unit.id});
            command.point = unit.position + Vec2{128, 0};
            require(battle.issue(command));
        }
    const double planned = now();
    for (int i = 0; i < ticks; ++i) battle.step();
    const auto units = static_cast<double>(count);
    return {(planned - begin) / units * 1e6, (now() - planned) / units / ticks * 1e6};
}

} // namespace

Outcome runGroupCost(const Settings& settings)
{
    Outcome outcome;
    Table table{"Per unit, on the way round two walls",
                {"units", "group: plan µs", "alone: plan µs", "group: µs/tick", "alone: µs/tick", "plan and 30 s, alone/group"},
                {}};
    double least = 1e300, most = 0;
    const int ticks = settings.quick ? 60 : 300;
    for (const std::size_t count : settings.quick ? std::vector<std::size_t>{10, 50} : std::vector<std::size_t>{10, 50, 100, 200})
    {
        const Cost group = measureCost(count, true, ticks), alone = measureCost(count, false, ticks);
        const double ratio = (alone.plan + 900 * alone.tick) / (group.plan + 900 * group.tick);
        least = std::min(least, ratio);
        most = std::max(most, ratio);
        table.rows.push_back({fmt::format("{}", count), fmt::format("{:.0f}", group.plan), fmt::format("{:.0f}", alone.plan),
                              fmt::format("{:.2f}", group.tick), fmt::format("{:.2f}", alone.tick),
                              fmt::format("{:.1f}", ratio)});
    }
    outcome.measured = fmt::format(
        "alone costs {:.1f} to {:.1f} times as much per unit, planning and half a minute of walking together", least, most);
    outcome.verdict = least > 1 ? Verdict::confirmed : Verdict::refuted;
    outcome.reason = least > 1 ? "One way serves all members; who goes alone needs a field of its own."
                               : "Fields are solved so fast that walking costs more, and members of a group walk too.";
    outcome.tables.push_back(std::move(table));
    return outcome;
}

Outcome runFormationGap(const Settings& settings)
{
    Outcome outcome;
    Table table{"Fifty soldiers of 0.4 m through a gap of 1.2 m",
                {"formation", "seconds", "through after", "RMS slot error at the end (radii)", "nearest two (m)", "outside"},
                {}};
    bool all_stand = true;
    double worst = 0;
    const std::vector<Formation::Kind> kinds =
        settings.quick ? std::vector{Formation::Kind::box}
                       : std::vector{Formation::Kind::box, Formation::Kind::wedge, Formation::Kind::circle};
    for (const Formation::Kind kind : kinds)
    {
        BattleScript script = makeYard(60, 30, {makeWall(29.5, 0, 30.5, 14.4), makeWall(29.5, 15.6, 30.5, 30)});
        script.world.name = fmt::format("{} of 50 through a gap of three radii", toString(kind));
        script.cell_size = 0.25;
        addBlock(script, 50, 7, {6, 11});
        BattleRun run = start(script);
        Battle& battle = run.battle();
        Command go;
        go.kind = Command::Kind::go;
        go.units = Command::Selection::everyone();
        go.point = {46, 15};
        go.formation = FormationOrder{.kind = kind};
        require(battle.issue(go));
        BattleTrace trace;
        CrowdObserver observer(battle.crowd(), {.quantum = battle.parts().scene->frame().quantum, .keeps_series = false});
        double through = 0;
        while (!battle.isQuiet() && battle.time() < 180)
        {
            battle.step();
            trace.add(battle);
            observer.observe(battle.crowd());
            if (through == 0 && std::ranges::all_of(battle.units(), [](const Unit& unit) { return unit.position.x > 30.5; }))
                through = battle.time();
        }
        const GroupMarch& march = *battle.groups()[0].march;
        const double rms = march.rmsSlotError() / 0.4;
        double nearest = 1e300;
        for (std::size_t a = 0; a < 50; ++a)
            for (std::size_t b = 0; b < a; ++b)
                nearest = std::min(nearest, distance(battle.units()[a].position, battle.units()[b].position));
        all_stand = all_stand && march.isDone() && rms <= 0.5;
        worst = std::max(worst, battle.time());
        table.rows.push_back({toString(kind), fmt::format("{:.1f}", battle.time()), fmt::format("{:.1f}", through),
                              fmt::format("{:.3f}", rms), fmt::format("{:.2f}", nearest),
                              fmt::format("{}", observer.metrics().outside)});
        if (kind == Formation::Kind::box)
            draw(settings, battle, trace, "formation_gap.png", "A box of 50 through a gap of three radii", outcome);
    }
    outcome.measured =
        all_stand ? fmt::format("all stand again within 0.5 radii (RMS), after {:.0f} s at most", worst) : "not all stand again";
    outcome.verdict = all_stand ? Verdict::confirmed : Verdict::refuted;
    outcome.reason =
        all_stand ? "They file off before the gap, and slots are assigned anew behind it." : "Some are held up at the gap.";
    outcome.tables.push_back(std::move(table));
    return outcome;
}

Outcome runSplitArmy(const Settings& settings)
{
    Outcome outcome;
    Table table{"Who is where at the end",
                {"goals are dropped by", "units", "arrived", "seconds", "walkers through the swamp", "tanks in it"},
                {}};
    bool holds = true;
    for (const SketchFollowerOptions::Advance progress :
         {SketchFollowerOptions::Advance::each_unit, SketchFollowerOptions::Advance::first_unit})
    {
        BattleScript script = require(buildBattle("rts_swamp", {.unit_count = settings.quick ? 30u : 60u}));
        script.commands[0].progress = progress;
        BattleRun run = start(script);
        const Battle& battle = run.battle();
        // By the middle of the swamp, from top to bottom: whoever crosses it was inside.
        const Ring& swamp = script.terrain[0].outline;
        Box2 box;
        for (const Vec2 p : swamp) box.add(p);
        std::vector<bool> was_in(battle.units().size());
        BattleTrace trace;
        while (!run.isOver())
        {
            run.step();
            trace.add(battle);
            for (const Unit& unit : battle.units())
                if (distance(unit.position, box.center()) < 0.35 * box.size().x) was_in[unit.id - 1] = true;
        }
        std::size_t done = 0, walkers = 0, walkers_in = 0, tanks_in = 0;
        for (const Unit& unit : battle.units())
        {
            done += unit.is_done;
            walkers += unit.unit_class == 0;
            (unit.unit_class == 0 ? walkers_in : tanks_in) += was_in[unit.id - 1];
        }
        holds = holds && done == battle.units().size() && walkers_in == walkers && tanks_in == 0;
        table.rows.push_back(
            {progress == SketchFollowerOptions::Advance::each_unit ? "each unit" : "the first unit, as published",
             fmt::format("{}", battle.units().size()), fmt::format("{}", done), fmt::format("{:.1f}", battle.time()),
             fmt::format("{} of {}", walkers_in, walkers), fmt::format("{}", tanks_in)});
        if (progress == SketchFollowerOptions::Advance::each_unit)
            draw(settings, battle, trace, "split_army.png", "One stroke with a branch", outcome);
    }
    outcome.measured =
        holds ? "all arrive: every walker through the swamp, no tank in it" : "not all take the way of their class";
    outcome.verdict = holds ? Verdict::confirmed : Verdict::refuted;
    outcome.reason = holds ? "A class takes the branch of the newest stroke that it can walk to an end." : "See the table.";
    outcome.tables.push_back(std::move(table));
    return outcome;
}

Outcome runArmies(const Settings& settings)
{
    Outcome outcome;
    Table table{"Two armies at 30 ticks a second, the first ten seconds",
                {"units", "steering", "workers", "ms per tick", "frames per second"},
                {}};
    double slowest = 1e300;
    const int ticks = settings.quick ? 60 : 300;
    for (const std::size_t count : settings.quick ? std::vector<std::size_t>{100} : std::vector<std::size_t>{200, 1000})
        for (const char* steering : {"field", "orca"})
            for (const int workers : {1, 2})
            {
                BattleScript script = require(buildBattle("rts_skirmish", {.unit_count = count}));
                script.world.steering = steering;
                BattleRun run = start(script, workers);
                const double begin = now();
                for (int i = 0; i < ticks; ++i) run.step();
                const double tick = (now() - begin) / ticks;
                slowest = std::min(slowest, 1 / tick);
                table.rows.push_back({fmt::format("{}", count), steering, fmt::format("{}", workers),
                                      fmt::format("{:.2f}", tick * 1e3), fmt::format("{:.0f}", 1 / tick)});
            }
    BattleRun run = start(require(buildBattle("rts_skirmish", {.unit_count = settings.quick ? 60u : 500u})));
    BattleTrace trace;
    while (!run.isOver())
    {
        run.step();
        trace.add(run.battle());
    }
    draw(settings, run.battle(), trace, "two_armies.png", "Two armies, until one is left", outcome);
    outcome.measured =
        fmt::format("at least {:.0f} frames per second without drawing; the fight ends after {:.0f} s with {} team left", slowest,
                    run.battle().time(), run.battle().livingTeamCount());
    outcome.verdict = slowest >= 90 ? Verdict::better : slowest >= 30 ? Verdict::confirmed : Verdict::refuted;
    outcome.reason = "Local maps of a batch are solved in the lanes of vectors, and units with one goal share its field.";
    outcome.tables.push_back(std::move(table));
    return outcome;
}

} // namespace clearway::experiments
