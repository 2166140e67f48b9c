// SPDX-License-Identifier: MIT
#include "tests/support/processor_limit.h"

#include <csignal>

#include <gtest/gtest.h>

namespace clearway::test {

TEST(ProcessorLimit, ATestThatSpinsIsStoppedAndNamed)
{
    const auto spin = [] {
        limitProcessorTime(1, "AnEndlessLoop");
        for (volatile unsigned turns = 0;;) turns = turns + 1;
    };
    EXPECT_EXIT(spin(), testing::KilledBySignal(SIGXCPU), "AnEndlessLoop: stopped");
}

} // namespace clearway::test
