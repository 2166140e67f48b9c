// SPDX-License-Identifier: MIT
// Steps of a crowd, one by one.
#pragma once
#include <cstdint>
#include <vector>

#include <clearway/crowd.h>

#include "bench.h"

namespace clearway::bench {

struct CrowdRun
{
    double first = 0;  ///< seconds of the first step, in which everybody plans
    double mean = 0;   ///< seconds of a step, the first one included
    double median = 0; ///< of the steps after the first
    std::uint64_t hash = 0;
};

inline CrowdRun measureCrowd(Crowd& crowd, double dt, int ticks, double (*clock)() = threadSeconds)
{
    CrowdRun run;
    std::vector<double> seconds;
    double sum = 0;
    for (int i = 0; i < ticks; ++i)
    {
        const double before = clock();
        crowd.step(dt);
        const double taken = clock() - before;
        (i == 0 ? run.first : seconds.emplace_back()) = taken;
        sum += taken;
    }
    run.mean = sum / ticks;
    run.median = computeMedian(seconds);
    run.hash = crowd.computeHash();
    return run;
}

} // namespace clearway::bench
