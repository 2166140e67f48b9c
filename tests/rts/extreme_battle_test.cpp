// SPDX-License-Identifier: MIT
// Battles with numbers that nobody means: what can be read is refused with a reason, or is played, in bounded work.
#include <gtest/gtest.h>

#include <string>

#include <fmt/format.h>

#include <clearway/base/random.h>
#include <clearway/io/battle.h>

#include "tests/rts/battles.h"
#include "tests/support/extremes.h"
#include "tests/support/scale.h"

namespace clearway {
namespace {

using test::draw;
using test::drawPoint;
using test::drawRing;
using test::pick;

constexpr const char* kTerrains[] = {"walk", "swamp", "water", "road", "mud"};

std::string drawClass(Random& random, int number)
{
    const char* const speeds[] = {"0.5", "1.6", "9", "40", "50"};
    const char* const paces[] = {"0.01", "0.5", "1", "1.9", "2.4", "3", "10"};
    const char* const costs[] = {"null", "0.5", "4", "1e9"};
    std::string text = fmt::format("{{\"name\": \"c{}\", \"radius\": {}, \"speed\": {}", number, draw(random, "0.4", 0.1),
                                   draw(random, pick(random, speeds).c_str(), 0.1));
    if (random.uniform() < 0.7)
        text += fmt::format(", \"speeds\": {{\"{}\": {}, \"walk\": {}}}", kTerrains[1 + random.below(4)],
                            draw(random, pick(random, paces).c_str(), 0.1), pick(random, paces));
    if (random.uniform() < 0.5)
        text +=
            fmt::format(", \"costs\": {{\"{}\": {}}}", pick(random, kTerrains), draw(random, pick(random, costs).c_str(), 0.1));
    if (random.uniform() < 0.3)
        text += fmt::format(", \"sight\": {}, \"range\": {}, \"damage\": {}, \"cooldown\": {}", draw(random, "15"),
                            draw(random, "2"), draw(random, "10"), draw(random, "1"));
    return text + "}";
}

std::string drawUnits(Random& random, const char* team, const char* x)
{
    std::string text = fmt::format("{{\"team\": \"{}\", \"class\": \"c{}\", \"positions\": [", team, random.below(2));
    for (const char* y : {"3", "5.3", "7.6", "10"}) text += drawPoint(random, x, y, 0.01) + (y[0] == '1' ? "" : ", ");
    return text + "]}";
}

std::string drawFormation(Random& random)
{
    const char* const kinds[] = {"line", "column", "wedge", "box", "circle", "social", "stroke", "filled", "slots"};
    std::string text = fmt::format("{{\"kind\": \"{}\"", pick(random, kinds));
    if (random.below(2) == 0) text += fmt::format(", \"files\": {}", random.below(3) == 0 ? "4000000000" : "2");
    if (random.below(2) == 0) text += fmt::format(", \"points\": {}", drawRing(random, "1", "3"));
    return text + fmt::format("}}, \"facing\": {}", drawPoint(random, "1", "0"));
}

std::string drawCommand(Random& random, int at)
{
    const char* const orders[] = {"go", "go", "attack_move", "follow", "sketch", "form", "hold", "stop"};
    const std::string order = pick(random, orders);
    std::string text = fmt::format("{{\"at\": {}, \"team\": \"red\", \"order\": \"{}\"", at, order);
    if (order != "sketch") text += random.below(4) == 0 ? ", \"units\": [1, 3]" : ", \"units\": \"all\"";
    if (order == "go" || order == "attack_move") text += fmt::format(", \"to\": {}", drawPoint(random, "27", "10"));
    if (order == "follow" || order == "sketch") text += fmt::format(", \"stroke\": {}", drawRing(random, "4", "16"));
    if (order == "form" || (order == "go" && random.below(3) == 0)) text += ", \"formation\": " + drawFormation(random);
    return text + "}";
}

std::string drawBattle(Random& random)
{
    std::string commands;
    for (int at = 0; at < 4; ++at) commands += (at == 0 ? "" : ", ") + drawCommand(random, at);
    const double scene_part = 0.005;
    return fmt::format(
        "{{\"battle\": 1, \"scenario\": {{\"seconds\": {}, \"dt\": {}, \"scene\": {{\"areas\": [{{\"outline\": "
        "[[0, 0], {}, {}, [0, 20]]}}]}}}}, \"cell_size\": {}, \"terrains\": [\"mud\"], \"terrain\": [{{\"terrain\": \"{}\", "
        "\"outline\": {}}}, {{\"terrain\": \"road\", \"outline\": [[9, 0], [21, 0], [21, 20], [9, 20]]}}], \"classes\": [{}, "
        "{}], \"teams\": [\"red\", \"blue\"], \"units\": [{}, {}], \"commands\": [{}]}}",
        draw(random, "30", 0.05), draw(random, "0.05", 0.05), drawPoint(random, "30", "0", scene_part),
        drawPoint(random, "30", "20", scene_part), draw(random, "0.5", 0.02), pick(random, kTerrains),
        drawRing(random, "11", "17"), drawClass(random, 0), drawClass(random, 1), drawUnits(random, "red", "4"),
        drawUnits(random, "blue", "26"), commands);
}

/// True when it was played.
bool play(const BattleScript& script)
{
    constexpr int kTicks = 25;
    const auto expectReason = [](const Error& error) { EXPECT_FALSE(error.message.empty()); };
    const Result<Scene> scene = buildScenarioScene(script.world);
    if (!scene) return expectReason(scene.error()), false;
    Result<BattleRun> run = BattleRun::start(script, *scene, {.max_map_bytes = std::size_t{1} << 26});
    if (!run) return expectReason(run.error()), false;
    for (int tick = 0; tick < kTicks && !run->isOver(); ++tick) run->step();
    for (const Unit& unit : run->battle().units())
    {
        EXPECT_TRUE(isFinite(unit.position));
        const double speed = unit.isAlive() ? length(run->battle().crowd().agent(unit.id).velocity) : 0;
        EXPECT_LE(speed, kMaxAgentSpeed * (1 + 1e-9));
    }
    for (const BattleRun::Refused& refused : run->refused()) expectReason(refused.error);
    return true;
}

TEST(ExtremeBattles, AreRefusedWithAReasonOrPlayed)
{
    int played = 0, refused = 0;
    const int count = 600 * test::testScale();
    for (int round = 0; round < count; ++round)
    {
        Random random(12, static_cast<std::uint64_t>(round));
        const std::string text = drawBattle(random);
        SCOPED_TRACE(fmt::format("round {}: {}", round, text));
        const Result<BattleScript> script = parseBattle(text);
        refused += !script;
        if (!script)
            ASSERT_FALSE(script.error().message.empty());
        else
            played += play(*script);
        if (testing::Test::HasFailure()) return;
    }
    EXPECT_GT(played, count / 10);
    EXPECT_GT(refused, count / 10);
}

} // namespace
} // namespace clearway
