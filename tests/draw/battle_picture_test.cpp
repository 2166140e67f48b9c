// SPDX-License-Identifier: MIT
#include <clearway/native/battle_picture.h>

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include <clearway/io/crowd_scenario.h>
#include <clearway/rts/run.h>

#include "tests/io/support.h"

namespace clearway {
namespace {

TEST(BattlePicture, BattlesInThePlaneAreDrawnAndThoseOverSurfacesSayHow)
{
    const auto draw = [](const char* name, const std::string& path) {
        const BattleScript script = buildBattle(name, {.unit_count = 8}).value();
        BattleRun run = BattleRun::start(script, loadScenarioParts(script.world).value()).value();
        BattleTrace trace;
        for (int tick = 0; tick < 30; ++tick)
        {
            run.step();
            trace.add(run.battle());
        }
        return saveBattlePicture(run.battle(), trace, path);
    };
    const test::TemporaryFolder temporary;
    const std::string folder = temporary.path() + "/";
    EXPECT_TRUE(draw("rts_swamp", folder + "battle_swamp.svg"));
    EXPECT_GT(std::filesystem::file_size(folder + "battle_swamp.svg"), 1000u);
    const Result<void> refused = draw("rts_ramp", folder + "battle_ramp.svg");
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("saveRunPicture"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(folder + "battle_ramp.svg"));
}

} // namespace
} // namespace clearway
