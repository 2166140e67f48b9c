// SPDX-License-Identifier: MIT
// Any text as a battle: what can be read is written the same again, and what is small is played, and its log replayed.
#include <cstddef>
#include <cstdint>
#include <utility>

#include <clearway/io/battle.h>
#include <clearway/rts.h>

#include "check.h"

using namespace clearway;

/// Playing is for orders of all kinds, not for large maps and armies.
static bool isSmall(const BattleScript& script)
{
    constexpr std::size_t kUnits = 24, kCommands = 24;
    constexpr double kCells = 1e5;
    if (!script.world.scene_name.empty() || fuzz::countPoints(script.world.scene) > fuzz::kMaxPoints) return false;
    Box2 box;
    for (const SceneInput::AreaInput& area : script.world.scene.areas)
        for (const Vec2 p : area.outline.points) box.add(p);
    const Vec2 size = box.isEmpty() ? Vec2{} : box.max - box.min;
    return script.unitCount() <= kUnits && script.commands.size() <= kCommands &&
           size.x * size.y <= kCells * script.cell_size * script.cell_size;
}

static BattleRun play(const BattleScript& script, const Scene& scene)
{
    constexpr std::uint64_t kTicks = 60;
    Result<BattleRun> run = BattleRun::start(script, scene);
    fuzz::expect(run.ok(), run ? "" : "a battle that was played cannot be started again: " + run.error().message);
    while (!run->isOver() && run->battle().tick() < kTicks) run->step();
    return std::move(*run);
}

static void checkPlayed(const BattleScript& script)
{
    const Result<Scene> scene = buildScenarioScene(script.world);
    fuzz::expectMessage(scene);
    if (!scene) return;
    const Result<BattleRun> start = BattleRun::start(script, *scene);
    fuzz::expectMessage(start);
    if (!start) return;
    const BattleRun run = play(script, *scene);
    for (const BattleRun::Refused& refused : run.refused())
        fuzz::expect(!refused.error.message.empty(), "a command was refused without a message");
    const Result<BattleScript> log = parseBattle(formatBattle(run.battle().log()));
    fuzz::expect(log.ok(), log ? "" : "a log that was written is refused: " + log.error().message);
    const BattleRun again = play(*log, *scene);
    fuzz::expect(again.battle().computeHash() == run.battle().computeHash(), "replayed, the battle came to another state");
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const Result<BattleScript> script = parseBattle({reinterpret_cast<const char*>(data), size});
    fuzz::expectMessage(script);
    if (!script) return 0;
    const std::string text = formatBattle(*script);
    const Result<BattleScript> again = parseBattle(text);
    fuzz::expect(again.ok(), again ? "" : "a battle that was written is refused: " + again.error().message);
    fuzz::expect(formatBattle(*again) == text, "written again, the text differs");
    if (isSmall(*script)) checkPlayed(*script);
    return 0;
}
