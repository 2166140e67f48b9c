// SPDX-License-Identifier: MIT
// How a long call runs: how many threads share its work, and who hears of its progress.
// Why: one struct for all calls. Options have it as their field `execution`; a call without options takes it last.
#pragma once
#include <clearway/base/progress.h>
#include <clearway/base/tasks.h>

namespace clearway {

/// The default works in the calling thread alone and reports to nobody. No result depends on it. A call that cannot share its
/// work runs in the calling thread whatever is given here.
struct Execution
{
    int worker_count = 1;    ///< threads that share the work, the caller included; 0: one per core
    TaskHook task_hook = {}; ///< your own job system instead of threads of ours
    Progress progress = {};  ///< hears how much is done, and may cancel
};

} // namespace clearway
