// SPDX-License-Identifier: MIT
// The time on the wall, for the programs that stand on the library.
#pragma once
#include <chrono>

namespace clearway {

using Clock = std::chrono::steady_clock;

inline double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

} // namespace clearway
