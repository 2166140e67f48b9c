// SPDX-License-Identifier: MIT
#include "base/workers.h"

#include <atomic>

#include <gtest/gtest.h>

namespace clearway {

TEST(TaskWorkers, ByDefaultTheCallerWorksAlone)
{
    const TaskWorkers workers{Execution{}};
    EXPECT_FALSE(workers.hook());
    EXPECT_EQ(workers.count(), 1);
}

TEST(TaskWorkers, AsManyWorkAsWereAskedFor)
{
    const TaskWorkers workers({.worker_count = 3});
    ASSERT_TRUE(workers.hook());
    EXPECT_EQ(workers.count(), 3);
    std::atomic<int> sum = 0;
    runTasks(workers.hook(), 100, [&](int i) { sum += i; });
    EXPECT_EQ(sum, 4950);
    EXPECT_GE(TaskWorkers({.worker_count = 0}).count(), 1) << "one per core";
}

TEST(TaskWorkers, AHookOfTheUserComesFirst)
{
    int calls = 0;
    const TaskHook own = [&](int count, const std::function<void(int)>& task) {
        ++calls;
        for (int i = 0; i < count; ++i) task(i);
    };
    const TaskWorkers workers({.worker_count = 8, .task_hook = own});
    EXPECT_EQ(workers.count(), 0) << "not known";
    runTasks(workers.hook(), 5, [](int) {});
    EXPECT_EQ(calls, 1);
}

} // namespace clearway
