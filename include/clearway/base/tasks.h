// SPDX-License-Identifier: MIT
// Parallel loops through one hook: your engine's job system, or a small pool of ours. No thread is started unless asked for.
// What is computed never depends on how a loop was split: tasks write only to their own place.
#pragma once
#include <functional>
#include <memory>

namespace clearway {

/// Runs task(index) for every index in [0, count), in any order and on any thread, and returns when all are done.
/// Wrap your own job system in one of these, or take one from a WorkerPool. Empty: run here, one after the other.
using TaskHook = std::function<void(int count, const std::function<void(int index)>& task)>;

/// A few threads that wait for loops. `worker_count` includes the caller: 1 starts no thread, 0 means one per core; fewer work
/// where the system starts fewer (WASM: the caller alone). A loop inside a task, or from two threads at once, is misuse and
/// asserts. When a task throws, no other is begun, and run() throws the first exception again once all threads have left theirs.
class WorkerPool
{
public:
    explicit WorkerPool(int worker_count);
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    int workerCount() const; ///< the caller included
    void run(int count, const std::function<void(int index)>& task);
    /// A hook that refers to this pool, which must outlive it.
    TaskHook hook();

private:
    struct Shared;
    std::unique_ptr<Shared> shared_;
};

/// Runs the loop through `hook`, or here if it is empty.
void runTasks(const TaskHook& hook, int count, const std::function<void(int index)>& task);

} // namespace clearway
