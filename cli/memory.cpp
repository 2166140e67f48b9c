// SPDX-License-Identifier: MIT
#include "memory.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

#include <sys/resource.h>

namespace clearway::cli {

static std::uint64_t readNumber(const char* path)
{
    std::uint64_t value = 0;
    std::ifstream(path) >> value;
    return value;
}

static std::uint64_t readAvailable()
{
    std::ifstream file("/proc/meminfo");
    for (std::string name, unit; file >> name;)
    {
        std::uint64_t kilobytes = 0;
        if (name == "MemAvailable:" && file >> kilobytes) return kilobytes * 1024;
        std::getline(file, unit);
    }
    return 0;
}

std::uint64_t findFreeMemory()
{
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    const auto consider = [&](std::uint64_t limit, std::uint64_t used) {
        if (limit > used) least = std::min(least, limit - used);
    };
    consider(readAvailable(), 0);
    consider(readNumber("/sys/fs/cgroup/memory.max"), readNumber("/sys/fs/cgroup/memory.current"));
    rlimit limit = {};
    if (::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) consider(limit.rlim_cur, 0);
    return least == std::numeric_limits<std::uint64_t>::max() ? 0 : least;
}

} // namespace clearway::cli
