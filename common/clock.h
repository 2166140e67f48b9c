// SPDX-License-Identifier: MIT
// The time on the wall, for the programs that stand on the library.
#pragma once
#include <chrono>

namespace clearway {

using Clock = std::chrono::steady_clock;

inline double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Time since it was made.
class Stopwatch
{
public:
    double seconds() const { return secondsSince(start_); }

private:
    Clock::time_point start_ = Clock::now();
};

} // namespace clearway
