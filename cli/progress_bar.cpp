// SPDX-License-Identifier: MIT
#include "progress_bar.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <unistd.h>

#include "output.h"

namespace clearway::cli {

static volatile std::sig_atomic_t interrupted = 0;

static void rememberInterrupt(int) { interrupted = 1; }

/// Unless who started us has it ignored (nohup, a background job): it stays so.
static void setInterruptHandler(void (*handler)(int))
{
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
    sigemptyset(&action.sa_mask);
    struct sigaction before = {};
    if (sigaction(SIGINT, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) sigaction(SIGINT, &action, nullptr);
}

void installSignalHandlers()
{
    setInterruptHandler(rememberInterrupt);
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
}

ImmediateInterrupt::ImmediateInterrupt() { setInterruptHandler(SIG_DFL); }
ImmediateInterrupt::~ImmediateInterrupt() { setInterruptHandler(rememberInterrupt); }

bool isInterrupted() { return interrupted != 0; }

void stopIfInterrupted()
{
    if (isInterrupted()) throw Failure(ErrorCode::cancelled, "stopped; nothing was written.");
}

ProgressBar::ProgressBar() : is_terminal_(isatty(STDERR_FILENO) != 0), next_(Clock::now() + std::chrono::milliseconds(150)) {}

ProgressBar::~ProgressBar() { clear(); }

Progress ProgressBar::callback()
{
    return [this](std::string_view stage, double fraction) { return update(stage, fraction); };
}

void ProgressBar::clear()
{
    if (is_shown_) fmt::print(stderr, "\r\033[K");
    is_shown_ = false;
    line_.clear();
}

bool ProgressBar::update(std::string_view stage, double fraction)
{
    if (isInterrupted()) return false;
    const Clock::time_point now = Clock::now();
    if (!is_terminal_ || now < next_) return true;
    next_ = now + std::chrono::milliseconds(80);
    constexpr int kWidth = 30;
    const double part = std::clamp(fraction, 0.0, 1.0);
    const int filled = static_cast<int>(part * kWidth);
    std::string line = fmt::format("\r{:<24.24} [{:#<{}}{:.<{}}] {:3.0f} %", stage, "", filled, "", kWidth - filled, 100 * part);
    if (line == line_) return true;
    fmt::print(stderr, "{}\033[K", line);
    std::fflush(stderr);
    line_ = std::move(line);
    is_shown_ = true;
    return true;
}

} // namespace clearway::cli
