// SPDX-License-Identifier: MIT
// clearway_bench [NAME...] [--json] [--list]: prints a table, or one JSON document. Exit 1 when a goal does not hold, 2 for wrong
// usage.
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "bench.h"

using namespace clearway::bench;

namespace {

constexpr Bench kBenches[] = {
    {"reference", "the kernel that tells how fast this machine is now", benchReference},
    {"build", "cells and adjacency of city500, beside Recast", benchBuild},
    {"growth", "build times up to 200,000 vertices, against n log n", benchGrowth},
    {"queries", "questions to the mesh of city2000", benchQueries},
};

int printUsage(std::FILE* stream, int exit_code)
{
    std::fprintf(stream, "usage: clearway_bench [NAME...] [--json]\n\n");
    for (const Bench& bench : kBenches) std::fprintf(stream, "  %-10s %s\n", bench.name, bench.description);
    return exit_code;
}

} // namespace

int main(int argc, char** argv)
{
    bool json = false;
    std::vector<const Bench*> chosen;
    for (int i = 1; i < argc; ++i)
    {
        if (!std::strcmp(argv[i], "--help") || !std::strcmp(argv[i], "--list")) return printUsage(stdout, 0);
        if (!std::strcmp(argv[i], "--json"))
        {
            json = true;
            continue;
        }
        const Bench* found = nullptr;
        for (const Bench& bench : kBenches)
            if (!std::strcmp(argv[i], bench.name)) found = &bench;
        if (!found)
        {
            std::fprintf(stderr, "clearway_bench: nothing is called '%s'\n", argv[i]);
            return printUsage(stderr, 2);
        }
        chosen.push_back(found);
    }
    if (chosen.empty())
        for (const Bench& bench : kBenches) chosen.push_back(&bench);

    std::vector<BenchResult> results;
    for (const Bench* bench : chosen)
    {
        std::fprintf(stderr, "measuring %s ...\n", bench->name);
        for (BenchResult& result : bench->run()) results.push_back(std::move(result));
    }
    json ? printJson(results) : printTable(results);
    for (const BenchResult& result : results)
        if (!result.holds().value_or(true)) return 1;
    return 0;
}
