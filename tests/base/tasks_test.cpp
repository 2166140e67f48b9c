// SPDX-License-Identifier: MIT
#include <clearway/base/tasks.h>

#include <atomic>
#include <cstdint>
#include <new>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <clearway/base/random.h>

#include "tests/support/scale.h"

namespace clearway {
namespace {

class WorkerPoolOf : public testing::TestWithParam<int>
{
};

TEST_P(WorkerPoolOf, EveryIndexRunsExactlyOnce)
{
    WorkerPool pool(GetParam());
    EXPECT_EQ(pool.workerCount(), GetParam());
    for (int count : {0, 1, 2, 7, 1000})
    {
        std::vector<std::atomic<int>> runs(static_cast<std::size_t>(count));
        pool.run(count, [&](int index) { ++runs[static_cast<std::size_t>(index)]; });
        for (int i = 0; i < count; ++i) EXPECT_EQ(runs[static_cast<std::size_t>(i)], 1) << "index " << i << " of " << count;
    }
}

// Plain writes and reads on purpose: the thread sanitizer sees whether a loop's writes happen before run() returns.
TEST_P(WorkerPoolOf, WhatALoopWroteIsThereWhenItReturns)
{
    WorkerPool pool(GetParam());
    std::vector<std::uint64_t> values(64);
    for (std::uint64_t loop = 1; loop <= 200u * static_cast<std::uint64_t>(test::testScale()); ++loop)
    {
        pool.run(64, [&](int index) { values[static_cast<std::size_t>(index)] += loop * static_cast<std::uint64_t>(index); });
        ASSERT_EQ(values[63], 63 * loop * (loop + 1) / 2);
    }
}

TEST_P(WorkerPoolOf, DeterminismTheAnswerDoesNotDependOnTheNumberOfWorkers)
{
    const auto answer = [](const TaskHook& hook) {
        std::vector<std::uint64_t> values(500);
        runTasks(hook, 500, [&](int index) {
            Random random(1, static_cast<std::uint64_t>(index));
            for (int i = 0; i < 10; ++i) values[static_cast<std::size_t>(index)] ^= random.bits();
        });
        return values;
    };
    WorkerPool pool(GetParam());
    EXPECT_EQ(answer(pool.hook()), answer({}));
}

TEST_P(WorkerPoolOf, ALoopInsideALoopIsMisuse)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(
        {
            WorkerPool pool(GetParam());
            pool.run(2, [&](int) { pool.run(2, [](int) {}); });
        },
        "one loop at a time");
}

TEST_P(WorkerPoolOf, WhatATaskThrowsIsThrownInTheCallerAndThePoolWorksOn)
{
    WorkerPool pool(GetParam());
    for (int loop = 0; loop < 50; ++loop)
    {
        EXPECT_THROW(pool.run(100,
                              [&](int index) {
                                  if (index == loop) throw std::bad_alloc();
                              }),
                     std::bad_alloc);
        std::atomic<int> sum = 0;
        pool.run(100, [&](int index) { sum += index; });
        ASSERT_EQ(sum, 4950);
    }
}

INSTANTIATE_TEST_SUITE_P(Workers, WorkerPoolOf, testing::Values(1, 2, 3, 8), testing::PrintToStringParamName());

TEST(WorkerPool, OneWorkerIsTheCallerAndRunsInOrder)
{
    WorkerPool pool(1);
    std::vector<int> order;
    std::set<std::thread::id> threads;
    pool.run(5, [&](int index) {
        order.push_back(index);
        threads.insert(std::this_thread::get_id());
    });
    EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4}));
    EXPECT_EQ(threads, std::set<std::thread::id>{std::this_thread::get_id()});
}

/// Two tasks that wait for each other, so that each thread of a pool of two has one.
class WorkerPoolOfTwo : public testing::Test
{
protected:
    /// The threads whose tasks throw: the caller's, the other, or both.
    void runBoth(bool caller_throws, bool other_throws)
    {
        std::atomic<int> begun = 0;
        const std::thread::id caller = std::this_thread::get_id();
        pool_.run(2, [&](int) {
            ++begun;
            while (begun < 2) std::this_thread::yield();
            if (std::this_thread::get_id() == caller ? caller_throws : other_throws) throw std::runtime_error("a task failed");
        });
    }

    WorkerPool pool_ = WorkerPool(2);
};

TEST_F(WorkerPoolOfTwo, TasksMayThrowInTheCallerInAnotherThreadAndInBoth)
{
    EXPECT_THROW(runBoth(true, false), std::runtime_error);
    EXPECT_THROW(runBoth(false, true), std::runtime_error);
    EXPECT_THROW(runBoth(true, true), std::runtime_error);
    EXPECT_NO_THROW(runBoth(false, false)) << "what was thrown is not thrown again";
}

TEST(WorkerPool, NoTaskIsBegunAfterOneThatThrew)
{
    WorkerPool pool(1);
    int begun = 0;
    EXPECT_THROW(pool.run(1000,
                          [&](int index) {
                              ++begun;
                              if (index == 2) throw std::runtime_error("a task failed");
                          }),
                 std::runtime_error);
    EXPECT_EQ(begun, 3);
}

TEST(WorkerPool, ZeroWorkersMeansOnePerCore)
{
    const unsigned cores = std::thread::hardware_concurrency();
    EXPECT_EQ(WorkerPool(0).workerCount(), cores > 0 ? static_cast<int>(cores) : 1);
}

TEST(WorkerPool, APoolThatNeverRanAnythingEndsQuietly)
{
    for (int i = 0; i < 20; ++i) WorkerPool pool(4);
}

TEST(WorkerPool, LoopsFromDifferentThreadsOneAfterTheOtherAreFine)
{
    WorkerPool pool(3);
    int sum = 0;
    for (int i = 0; i < 10; ++i)
        std::thread([&] {
            std::atomic<int> part = 0;
            pool.run(10, [&](int index) { part += index; });
            sum += part;
        }).join();
    EXPECT_EQ(sum, 450);
}

TEST(WorkerPoolDeathTest, ANegativeNumberOfWorkersIsMisuse)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(WorkerPool(-1), "negative number of workers");
}

TEST(TaskHook, AnEmptyHookRunsHereInOrder)
{
    std::vector<int> order;
    runTasks({}, 4, [&](int index) { order.push_back(index); });
    EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3}));
}

TEST(TaskHook, AUsersOwnJobSystemGetsTheLoop)
{
    int loops = 0;
    std::vector<int> order;
    const TaskHook backwards = [&](int count, const std::function<void(int)>& task) {
        ++loops;
        while (count-- > 0) task(count);
    };
    runTasks(backwards, 3, [&](int index) { order.push_back(index); });
    EXPECT_EQ(loops, 1);
    EXPECT_EQ(order, (std::vector<int>{2, 1, 0}));
}

} // namespace
} // namespace clearway
