// SPDX-License-Identifier: MIT
// Progress of long work as a bar on a terminal, nothing in a pipe; Ctrl-C cancels through the same callback.
#pragma once
#include <chrono>
#include <string>
#include <string_view>

#include <clearway/base/progress.h>

namespace clearway::cli {

/// From now on the first Ctrl-C asks running work to stop; a second one ends the process at once.
/// A pipe that nobody reads and a limit on file sizes become errors of writing instead of the end of the process.
void installSignalHandlers();
bool isInterrupted();
/// While it lives, Ctrl-C ends the process at once: for reading, which may wait for ever and has written nothing.
class ImmediateInterrupt
{
public:
    ImmediateInterrupt();
    ~ImmediateInterrupt();
    ImmediateInterrupt(const ImmediateInterrupt&) = delete;
    ImmediateInterrupt& operator=(const ImmediateInterrupt&) = delete;
};
/// Ends the command if Ctrl-C was pressed: for work that reports no progress.
void stopIfInterrupted();

/// Shown only when the work takes longer than a blink, and wiped when it ends.
class ProgressBar
{
public:
    ProgressBar();
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    /// A callback that refers to this bar.
    Progress callback();
    /// Wipes the bar, so that something else can be printed.
    void clear();

private:
    bool update(std::string_view stage, double fraction);

    using Clock = std::chrono::steady_clock;
    bool is_terminal_ = false;
    bool is_shown_ = false;
    Clock::time_point next_;
    std::string line_;
};

} // namespace clearway::cli
