// SPDX-License-Identifier: MIT
// A pool that hands out indices one by one from an atomic counter: loops here are coarse, so stealing would buy nothing.
// With threads this file is compiled with exceptions (CMakeLists.txt): one that leaves a thread would end the program.
#include <clearway/base/tasks.h>

#include <clearway/base/assert.h>

#ifdef __wasm__
#define CLEARWAY_HAS_THREADS 0
#else
#define CLEARWAY_HAS_THREADS 1
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>
#endif

namespace clearway {

void runTasks(const TaskHook& hook, int count, const std::function<void(int index)>& task)
{
    if (hook) return hook(count, task);
    for (int index = 0; index < count; ++index) task(index);
}

TaskHook WorkerPool::hook()
{
    return [this](int count, const std::function<void(int index)>& task) { run(count, task); };
}

#if CLEARWAY_HAS_THREADS

struct WorkerPool::Shared
{
    std::mutex mutex;
    std::condition_variable work_ready;
    std::condition_variable work_done;
    std::vector<std::thread> threads;
    const std::function<void(int)>* task = nullptr;
    int count = 0;
    int busy = 0;           // workers that have not yet left the loop
    std::uint64_t loop = 0; // counts loops, so that a worker joins each only once
    bool running = false;   // also true in a pool without threads, where nested loops would go unnoticed otherwise
    bool stopping = false;
    std::atomic<std::int64_t> next = 0; // wider than `count`: every worker steps past the end once
    std::exception_ptr thrown;          // by the first task of this loop that threw

    void drain()
    {
        try
        {
            for (std::int64_t index; (index = next.fetch_add(1)) < count;) (*task)(static_cast<int>(index));
        } catch (...)
        {
            next = count; // nobody begins another task
            const std::lock_guard lock(mutex);
            if (!thrown) thrown = std::current_exception();
        }
    }

    /// False when the system has no more threads.
    bool startThread()
    {
        try
        {
            threads.emplace_back([this] { serve(); });
            return true;
        } catch (...)
        {
            return false;
        }
    }

    void serve()
    {
        std::unique_lock lock(mutex);
        for (std::uint64_t seen = 0;;)
        {
            work_ready.wait(lock, [&] { return stopping || loop != seen; });
            if (stopping) return;
            seen = loop;
            lock.unlock();
            drain();
            lock.lock();
            if (--busy == 0) work_done.notify_all();
        }
    }
};

WorkerPool::WorkerPool(int worker_count) : shared_(std::make_unique<Shared>())
{
    CLEARWAY_ASSERT(worker_count >= 0, "a pool cannot have a negative number of workers");
    if (worker_count == 0) worker_count = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    shared_->threads.reserve(static_cast<std::size_t>(worker_count) - 1);
    while (workerCount() < worker_count && shared_->startThread())
    {
    }
}

WorkerPool::~WorkerPool()
{
    {
        std::lock_guard lock(shared_->mutex);
        shared_->stopping = true;
    }
    shared_->work_ready.notify_all();
    for (std::thread& thread : shared_->threads) thread.join();
}

int WorkerPool::workerCount() const { return static_cast<int>(shared_->threads.size()) + 1; }

void WorkerPool::run(int count, const std::function<void(int index)>& task)
{
    {
        std::lock_guard lock(shared_->mutex);
        CLEARWAY_ASSERT(!shared_->running, "a WorkerPool runs one loop at a time: no loop inside a loop, no two callers");
        shared_->running = true;
        shared_->task = &task;
        shared_->count = count;
        shared_->next = 0;
        shared_->busy = static_cast<int>(shared_->threads.size());
        ++shared_->loop;
    }
    shared_->work_ready.notify_all();
    shared_->drain();
    std::unique_lock lock(shared_->mutex);
    shared_->work_done.wait(lock, [&] { return shared_->busy == 0; });
    shared_->running = false;
    if (const std::exception_ptr thrown = std::exchange(shared_->thrown, nullptr)) std::rethrow_exception(thrown);
}

#else

struct WorkerPool::Shared
{
};

WorkerPool::WorkerPool(int worker_count)
{
    CLEARWAY_ASSERT(worker_count >= 0, "a pool cannot have a negative number of workers");
}
WorkerPool::~WorkerPool() = default;
int WorkerPool::workerCount() const { return 1; }
void WorkerPool::run(int count, const std::function<void(int index)>& task) { runTasks({}, count, task); }

#endif

} // namespace clearway
