// SPDX-License-Identifier: MIT
#include <clearway/base/assert.h>
#include <clearway/base/log.h>
#include <clearway/base/progress.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace clearway {
namespace {

TEST(AssertDeathTest, AFailedAssertSaysWhatWhereAndStops)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(CLEARWAY_ASSERT(1 + 1 == 3, "numbers must add up"),
                 "hooks_test.cpp:[0-9]+: numbers must add up \\(1 \\+ 1 == 3\\)");
}

TEST(AssertDeathTest, TheUsersHookIsAskedFirst)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
            setAssertHook([](const char* condition, const char* message, const char*, int line) {
                std::fprintf(stderr, "mine: %s, %s, %s\n", condition, message, line > 0 ? "line known" : "no line");
                std::_Exit(7);
            });
            CLEARWAY_ASSERT(false, "told");
        },
        testing::ExitedWithCode(7), "mine: false, told, line known");
}

TEST(AssertDeathTest, AHookThatReturnsDoesNotLetTheProgramGoOn)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
            setAssertHook([](const char*, const char*, const char*, int) {});
            CLEARWAY_ASSERT(false, "told");
            std::_Exit(0);
        },
        testing::KilledBySignal(SIGABRT), "");
}

TEST(Assert, AConditionThatHoldsIsEvaluatedOnceAndSaysNothing)
{
    int evaluations = 0;
    CLEARWAY_ASSERT(++evaluations == 1, "evaluated once");
    EXPECT_EQ(evaluations, 1);
}

TEST(Assert, SettingAHookReturnsTheOneBefore)
{
    const AssertHook mine = [](const char*, const char*, const char*, int) {};
    EXPECT_EQ(setAssertHook(mine), nullptr);
    EXPECT_EQ(setAssertHook(nullptr), mine);
}

std::vector<std::pair<LogLevel, std::string>>& heard()
{
    static std::vector<std::pair<LogLevel, std::string>> lines;
    return lines;
}

TEST(Log, TheHookHearsEveryLevelUntilItIsTakenAway)
{
    heard().clear();
    EXPECT_EQ(setLogHook([](LogLevel level, std::string_view message) { heard().emplace_back(level, message); }), nullptr);
    logMessage(LogLevel::debug, "a");
    logMessage(LogLevel::info, "b");
    logMessage(LogLevel::warning, std::string_view("cut here", 3));
    EXPECT_NE(setLogHook(nullptr), nullptr);
    testing::internal::CaptureStderr();
    logMessage(LogLevel::info, "quiet");
    logMessage(LogLevel::warning, std::string_view("loud and not this", 4));
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "clearway: loud\n");
    EXPECT_EQ(heard(), (std::vector<std::pair<LogLevel, std::string>>{
                           {LogLevel::debug, "a"}, {LogLevel::info, "b"}, {LogLevel::warning, "cut"}}));
}

TEST(Progress, NobodyListeningMeansGoOn) { EXPECT_TRUE(report({}, "cells", 0.5)); }

TEST(Progress, TheListenerHearsStageAndFractionAndMayCancel)
{
    std::string stage;
    double fraction = 0;
    const Progress progress = [&](std::string_view s, double f) {
        stage = s;
        fraction = f;
        return f < 0.5;
    };
    EXPECT_TRUE(report(progress, "cells", 0.25));
    EXPECT_EQ(stage, "cells");
    EXPECT_EQ(fraction, 0.25);
    EXPECT_FALSE(report(progress, "cells", 0.5));
}

} // namespace
} // namespace clearway
