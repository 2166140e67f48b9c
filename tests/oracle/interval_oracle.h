// SPDX-License-Identifier: MIT
// Distances to obstacles the slow and obvious way: every obstacle of the layer, nothing from lists or diagrams.
#pragma once
#include <vector>

#include <clearway/clearance.h>

namespace clearway::test {

/// The smallest distance from p to any obstacle of the layer, seen or not.
double computeObstacleDistance(const NavMesh& mesh, int layer, Vec2 p);

struct IntervalProbes
{
    std::uint64_t count = 0;
    std::uint64_t wrong = 0; ///< reported free though nearer than the radius, or the other way round, by more than the tolerance
    double worst = 0;        ///< by how much; metres
    PortalId worst_portal = 0;
    double worst_radius = 0;
};

/// Asks `count` points of a portal, evenly spread and around the ends of the reported intervals, whether they are free.
void probeIntervals(const NavMesh& mesh, PortalId portal, double radius, const std::vector<Interval>& intervals, int count,
                    double tolerance, IntervalProbes& probes);

/// The gap between the two sides of a crossing within its cell, by sampling its border densely: never below the true one, and at
/// most `step` above.
double sampleCrossingGap(const NavMesh& mesh, CellId cell, PortalId entry, PortalId exit, double step);

} // namespace clearway::test
