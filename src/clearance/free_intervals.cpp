// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include <clearway/clearance/intervals.h>

#include "clearance/door_intervals.h"
#include "clearance/paper_shrink.h"

namespace clearway {
namespace {

void shrinkSimply(const ClearanceMesh::Data& data, PortalId portal, double radius, std::vector<Interval>& intervals)
{
    const double length = distance(data.doors[portal].a, data.doors[portal].b);
    if (radius <= length - radius) intervals.push_back({radius, length - radius});
}

} // namespace

void computeFreeIntervals(const ClearanceMesh& clearance, PortalId portal, const FreeIntervalOptions& options,
                          std::vector<Interval>& intervals)
{
    intervals.clear();
    if (!(options.radius >= 0) || !std::isfinite(options.radius)) return;
    const double blocking = computeBlockingRadius(options.radius);
    switch (options.method)
    {
    case FreeIntervalOptions::Method::exact: computeDoorIntervals(clearance.data(), portal, blocking, intervals); break;
    case FreeIntervalOptions::Method::paper: shrinkAsPublished(clearance.data(), portal, blocking, options, intervals); break;
    case FreeIntervalOptions::Method::simple: shrinkSimply(clearance.data(), portal, blocking, intervals); break;
    }
}

std::vector<Interval> computeFreeIntervals(const ClearanceMesh& clearance, PortalId portal, const FreeIntervalOptions& options)
{
    std::vector<Interval> intervals;
    computeFreeIntervals(clearance, portal, options, intervals);
    return intervals;
}

} // namespace clearway
