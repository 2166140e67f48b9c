// SPDX-License-Identifier: MIT
// The threads of one call, or of one object that is asked again and again.
#pragma once
#include <algorithm>
#include <memory>

#include <clearway/base/execution.h>

namespace clearway {

/// The hook of an Execution: the user's own, or that of a pool of ours that lives as long as this.
class TaskWorkers
{
public:
    explicit TaskWorkers(const Execution& execution) : hook_(execution.task_hook)
    {
        if (hook_ || execution.worker_count == 1) return;
        pool_ = std::make_unique<WorkerPool>(std::max(0, execution.worker_count));
        hook_ = pool_->hook();
    }
    const TaskHook& hook() const { return hook_; }
    /// How many there are, the caller included; 0: not known, since the hook is the user's own.
    int count() const { return pool_ ? pool_->workerCount() : hook_ ? 0 : 1; }

private:
    std::unique_ptr<WorkerPool> pool_;
    TaskHook hook_;
};

} // namespace clearway
