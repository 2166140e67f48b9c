// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdio>

#include "bench.h"

namespace clearway::bench {

static constexpr Bench kBenches[] = {
    {"reference", "the kernel that tells how fast this machine is now", benchReference},
    {"build", "cells and adjacency of city500, beside Recast", benchBuild},
    {"growth", "build times up to 200,000 vertices, against n log n", benchGrowth},
    {"queries", "questions to the mesh of city2000", benchQueries},
    {"clearance", "free intervals, largest radius, and building all that paths need, beside Recast", benchClearance},
    {"paths", "paths of discs on city500, beside Detour", benchPaths},
    {"longpaths", "the same on city2000; the peer alone takes a minute to build", benchLongPaths},
    {"corridor", "corridors with location and search on mckenna, city and city2000, paths in them, landmarks", benchCorridors},
    {"crowd", "10,000 agents on city500 with random goals, beside DetourCrowd", benchCrowd},
    {"largecrowd", "200,000 and 300,000 agents, two workers, bytes of an agent", benchLargeCrowd},
    {"surfacecrowd", "10,000 agents on terrain with random goals, beside as many on flat ground", benchSurfaceCrowd},
    {"million", "1,000,000 walkers on one core and 1,700,000 on two; planning first takes minutes", benchMillion},
    {"corridormap", "corridor map of city, beside the bare Voronoi diagram and the published map in pixels", benchCorridorMap},
    {"surface", "surface meshes of the four published models, beside Recast; two workers", benchSurface},
    {"surfacegrowth", "time per triangle from 5,000 to 2,000,000 triangles, bytes per triangle", benchSurfaceGrowth},
    {"surfaceedits", "repairs after 100 vertices of the asteroid moved, beside building again", benchSurfaceEdits},
    {"surfacepaths", "paths over terrain and asteroid, and what they need built first", benchSurfacePaths},
    {"field", "potentials, new goals, edits and ways on them, beside relaxation as published", benchField},
    {"group", "slots for 200 assigned and laid out, and a group on the march", benchGroups},
    {"planner", "questions through a planner, beside its finder", benchPlanners},
    {"rts", "two armies of 500 with local maps against real time; units in a formation and alone", benchBattle},
};

std::span<const Bench> benches() { return kBenches; }

bool runBenches(std::span<const std::string> names, bool json)
{
    std::vector<BenchResult> results;
    for (const Bench& bench : kBenches)
    {
        if (!names.empty() && std::find(names.begin(), names.end(), bench.name) == names.end()) continue;
        std::fprintf(stderr, "measuring %s ...\n", bench.name);
        for (BenchResult& result : bench.run()) results.push_back(std::move(result));
    }
    json ? printJson(results) : printTable(results);
    std::fflush(stdout);
    return std::all_of(results.begin(), results.end(), [](const BenchResult& result) { return result.holds().value_or(true); });
}

} // namespace clearway::bench
