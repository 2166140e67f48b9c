// SPDX-License-Identifier: MIT
// With c(t) the distance from the point t of a portal of length L to the nearest obstacle, the critical radius is the infimum of
// c(t) where c(t) < min(t, L - t): there an obstacle takes more than the ends do. One half of the portal at a time, one site at a
// time: where a site is nearer than the end is an interval up to the middle, and the distance to it is convex.
#include <algorithm>
#include <cmath>
#include <limits>

#include <clearway/clearance/intervals.h>

#include "clearance/data.h"

namespace clearway {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// An obstacle that takes less than this beyond what the ends take counts as part of the end: a portal at right angles to a wall
/// is so only up to rounding, and the wall itself may have been moved to the lattice.
double computeTolerance(const ClearanceMesh::Data& data) { return std::max(1e-9, 4 * data.snap_error); }

/// Half a portal, as seen from its end.
struct Half
{
    Vec2 start;
    Vec2 direction;
    double size = 0;
    double tolerance = 0;
};

/// A point at `along` on the line of the half, `off` beside it. It is nearer than the end from some place on.
double computeForPoint(const Half& half, Vec2 point)
{
    const double along = dot(point - half.start, half.direction);
    const double off = cross(half.direction, point - half.start);
    const auto distanceAt = [&](double t) { return std::sqrt((t - along) * (t - along) + off * off); };
    if (!(along > 0) || !(half.size - distanceAt(half.size) > half.tolerance)) return kInfinity;
    const double from = (along * along + off * off) / (2 * along);
    return distanceAt(std::clamp(along, std::min(from, half.size), half.size));
}

/// A wall, where the foot of the point lies inside it; its ends are points.
double computeForWall(const Half& half, const ClearanceMesh::Data::Site& wall)
{
    const double ahead = dot(half.start - wall.a, wall.outgoing), ahead_slope = dot(half.direction, wall.outgoing);
    double begin = 0, end = half.size;
    const auto keepPositive = [&](double value, double slope) {
        if (slope > 0)
            begin = std::max(begin, -value / slope);
        else if (slope < 0)
            end = std::min(end, value / -slope);
        else if (value < 0)
            end = -1;
    };
    keepPositive(ahead, ahead_slope);
    keepPositive(wall.length - ahead, -ahead_slope);
    if (!(begin < end)) return kInfinity;
    const double height = std::max(cross(wall.outgoing, half.start - wall.a), 0.0);
    const double slope = cross(wall.outgoing, half.direction);
    const auto distanceAt = [&](double t) { return std::max(height + slope * t, 0.0); };
    if (!(end - distanceAt(end) > half.tolerance)) return kInfinity;
    begin = std::min(std::max(begin, height / (1 - slope)), end);
    return std::min(distanceAt(begin), distanceAt(end));
}

} // namespace

double computeCriticalRadius(const ClearanceMesh& clearance, PortalId portal)
{
    const ClearanceMesh::Data& data = clearance.data();
    const ClearanceMesh::Data::Door& door = data.doors[portal];
    const double length = distance(door.a, door.b);
    const Vec2 direction = (door.b - door.a) / length;
    double critical = kInfinity;
    const double tolerance = computeTolerance(data);
    for (const Half& half : {Half{door.a, direction, length / 2, tolerance}, Half{door.b, -direction, length / 2, tolerance}})
        for (const std::uint32_t id : data.sitesOfDoor(portal))
        {
            const ClearanceMesh::Data::Site& site = data.sites[id];
            critical = std::min(critical, computeForPoint(half, site.a));
            if (site.is_point) continue;
            critical = std::min(critical, computeForPoint(half, site.b));
            critical = std::min(critical, computeForWall(half, site));
        }
    return critical < tolerance ? 0 : critical;
}

} // namespace clearway
