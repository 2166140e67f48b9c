// SPDX-License-Identifier: MIT
// A battle in a few lines: two teams, a formation that marches, a stroke that the player drew, and a log that replays.
#include <clearway/clearway.h>

#include <cstdio>

using namespace clearway;

int main()
{
    BattleScript script;
    script.world.dt = 1.0 / 30;
    script.world.scene.areas.push_back({.outline = {.points = {{0, 0}, {60, 0}, {60, 40}, {0, 40}}}});
    script.world.scene.obstacles.push_back({.outline = {.points = {{28, 12}, {32, 12}, {32, 28}, {28, 28}}}});
    script.classes = {{.name = "soldier", .range = 1}, {.name = "archer", .range = 8, .damage = 6}};
    script.teams = {{"red"}, {"blue"}};
    BattleScript::Block red = {0, 0, {}}, blue = {1, 1, {}};
    for (int i = 0; i < 20; ++i)
    {
        red.positions.push_back({4.0 + i % 5, 17.0 + i / 5 * 1.2});
        blue.positions.push_back({52.0 + i % 5, 17.0 + i / 5 * 1.2});
    }
    script.units = {red, blue};

    const Scene scene = buildScenarioScene(script.world).value();
    Battle battle = Battle::start(script, scene).value();

    Command march; // what a click with the right button becomes
    march.kind = Command::Kind::attack_move;
    march.team = 0;
    march.units = Command::Selection::everyone();
    march.point = {45, 20};
    march.formation = FormationOrder{.kind = Formation::Kind::wedge};
    Command flank; // what a stroke becomes
    flank.kind = Command::Kind::follow;
    flank.team = 1;
    flank.units = Command::Selection::inBox({{50, 16}, {60, 19}});
    flank.stroke = {{50, 18}, {40, 8}, {30, 6}, {20, 10}};
    for (const Command& command : {march, flank})
        if (const Result<Battle::Report> taken = battle.issue(command); !taken)
            return std::fprintf(stderr, "%s\n", taken.error().message.c_str()), 1;

    for (int tick = 0; tick < 3000 && battle.livingTeamCount() > 1; ++tick)
    {
        battle.step();
        for (const Battle::Event& event : battle.events())
            if (event.kind == Battle::Event::Kind::died)
                std::printf("%5.1f s: unit %llu falls\n", battle.time(), static_cast<unsigned long long>(event.unit));
    }
    std::printf("red %zu, blue %zu\n", battle.livingCount(0), battle.livingCount(1));

    // What was played can be played again, to the same bit.
    BattleRun again = BattleRun::start(battle.log(), scene, {.execution = {.worker_count = 2}}).value();
    while (!again.isOver()) again.step();
    return again.isDifferent() ? 1 : 0;
}
