// SPDX-License-Identifier: MIT
// The main function of all test programs: that of GoogleTest, and a limit for each test.
#include <gtest/gtest.h>

#include "tests/support/processor_limit.h"

namespace clearway::test {

class LimitEachTest : public testing::EmptyTestEventListener
{
    void OnTestStart(const testing::TestInfo& test) override { limitProcessorTime(kMaxProcessorSeconds, test.name()); }
};

} // namespace clearway::test

int main(int argument_count, char** arguments)
{
    testing::InitGoogleTest(&argument_count, arguments);
    testing::UnitTest::GetInstance()->listeners().Append(new clearway::test::LimitEachTest);
    return RUN_ALL_TESTS();
}
