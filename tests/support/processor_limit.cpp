// SPDX-License-Identifier: MIT
#include "tests/support/processor_limit.h"

#include <atomic>
#include <csignal>
#include <cstring>

#include <sys/resource.h>
#include <unistd.h>

namespace clearway::test {

static std::atomic<const char*> subject = "";

/// Signal handler: only calls that are safe there. SA_RESETHAND has put the default action back.
static void sayAndEnd(int signal)
{
    const auto say = [](const char* text) {
        [[maybe_unused]] const ssize_t count = ::write(STDERR_FILENO, text, std::strlen(text));
    };
    say("\n");
    say(subject.load());
    say(": stopped, it has used all the processor time that a test may use\n");
    ::raise(signal);
}

void limitProcessorTime(unsigned seconds, const char* text)
{
    subject = text;
    struct sigaction action = {};
    action.sa_handler = sayAndEnd;
    action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_NODEFER;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(SIGXCPU, &action, nullptr);
    rusage used = {};
    rlimit limit = {};
    if (::getrusage(RUSAGE_SELF, &used) != 0 || ::getrlimit(RLIMIT_CPU, &limit) != 0) return;
    limit.rlim_cur = static_cast<rlim_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec + 1) + seconds;
    if (limit.rlim_max != RLIM_INFINITY && limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_CPU, &limit);
}

} // namespace clearway::test
