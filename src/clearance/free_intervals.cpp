// SPDX-License-Identifier: MIT
#include <cmath>

#include <clearway/clearance/intervals.h>

#include "clearance/door_intervals.h"

namespace clearway {

void computeFreeIntervals(const ClearanceMesh& clearance, PortalId portal, double radius, std::vector<Interval>& intervals)
{
    intervals.clear();
    if (!(radius >= 0) || !std::isfinite(radius)) return;
    computeDoorIntervals(clearance.data(), portal, computeBlockingRadius(radius), intervals);
}

std::vector<Interval> computeFreeIntervals(const ClearanceMesh& clearance, PortalId portal, double radius)
{
    std::vector<Interval> intervals;
    computeFreeIntervals(clearance, portal, radius, intervals);
    return intervals;
}

} // namespace clearway
