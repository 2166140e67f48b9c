// SPDX-License-Identifier: MIT
// A lock for work that takes its time: who waits sleeps. See ShortLock for a few instructions.
#pragma once

#ifdef __wasm__ // one thread, and no std::mutex
#include "base/scratch_pool.h"
#else
#include <mutex>
#endif

namespace clearway {

#ifdef __wasm__
using LongLock = ShortLock;
#else
using LongLock = std::mutex;
#endif

} // namespace clearway
