// SPDX-License-Identifier: MIT
// The two hooks of the library: failed asserts and log lines.
#include <atomic>
#include <cstdio>
#include <cstdlib>

#include <clearway/base/assert.h>
#include <clearway/base/log.h>

namespace clearway {
namespace {

std::atomic<AssertHook> assert_hook = nullptr;
std::atomic<LogHook> log_hook = nullptr;

} // namespace

AssertHook setAssertHook(AssertHook hook) { return assert_hook.exchange(hook); }

void failAssert(const char* condition, const char* message, const char* file, int line)
{
    if (AssertHook hook = assert_hook.load())
        hook(condition, message, file, line);
    else
        std::fprintf(stderr, "%s:%d: %s (%s)\n", file, line, message, condition);
    std::abort();
}

LogHook setLogHook(LogHook hook) { return log_hook.exchange(hook); }

void logMessage(LogLevel level, std::string_view message)
{
    if (LogHook hook = log_hook.load())
        hook(level, message);
    else if (level == LogLevel::warning)
        std::fprintf(stderr, "clearway: %.*s\n", static_cast<int>(message.size()), message.data());
}

} // namespace clearway
