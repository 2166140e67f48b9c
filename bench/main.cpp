// SPDX-License-Identifier: MIT
// clearway_bench [NAME...] [--json] [--list]: prints a table, or one JSON document. Exit 1 when a goal does not hold, 2 for wrong
// usage.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "bench.h"

using namespace clearway::bench;

static int printUsage(std::FILE* stream, int exit_code)
{
    std::fprintf(stream, "usage: clearway_bench [NAME...] [--json]\n\n");
    for (const Bench& bench : benches()) std::fprintf(stream, "  %-10s %s\n", bench.name, bench.description);
    return exit_code;
}

int main(int argc, char** argv)
{
    bool json = false;
    std::vector<std::string> names;
    for (int i = 1; i < argc; ++i)
    {
        if (!std::strcmp(argv[i], "--help") || !std::strcmp(argv[i], "--list")) return printUsage(stdout, 0);
        if (!std::strcmp(argv[i], "--json"))
        {
            json = true;
            continue;
        }
        const bool is_known = std::any_of(benches().begin(), benches().end(),
                                          [&](const Bench& bench) { return !std::strcmp(argv[i], bench.name); });
        if (!is_known)
        {
            std::fprintf(stderr, "clearway_bench: nothing is called '%s'\n", argv[i]);
            return printUsage(stderr, 2);
        }
        names.emplace_back(argv[i]);
    }
    try
    {
        return runBenches(names, json) ? 0 : 1;
    } catch (const clearway::Failure& failure) // what is measured is built in and must work
    {
        std::fprintf(stderr, "clearway_bench: %s\n", failure.what());
        return 1;
    }
}
