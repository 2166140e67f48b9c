// SPDX-License-Identifier: MIT
// Departures from the paper: the goal counts as visible when the disc can get there, not when a ray can; a portal may have
// several free intervals, of which the one nearest to the projection is meant.
#include <clearway/path/way_points.h>

#include <algorithm>

#include <clearway/navmesh/query.h>

namespace clearway {

/// How far t lies outside an interval; 0 inside.
static double gap(const Interval& interval, double t) { return std::max({interval.begin - t, t - interval.end, 0.0}); }

std::optional<Vec2> computeWayPoint(const NavMesh& mesh, PortalId portal, std::span<const Interval> intervals, Vec2 position,
                                    WayPointOptions::Rule rule)
{
    if (intervals.empty()) return std::nullopt;
    const Segment segment = mesh.segment(mesh.portals()[portal]);
    const double length = distance(segment.a, segment.b);
    if (rule == WayPointOptions::Rule::centre || !(length > 0)) return interpolate(segment.a, segment.b, 0.5);
    const Vec2 along = (segment.b - segment.a) / length;
    const double t = dot(position - segment.a, along);
    const Interval& nearest = *std::min_element(intervals.begin(), intervals.end(),
                                                [t](const Interval& x, const Interval& y) { return gap(x, t) < gap(y, t); });
    if (gap(nearest, t) == 0) return segment.a + along * std::clamp(t, 0.0, length);
    const bool begin_is_nearer = t < nearest.begin;
    const bool takes_begin = begin_is_nearer == (rule == WayPointOptions::Rule::nearest_end);
    // The diagram may have moved the ends of an imported portal by a part of a quantum.
    return segment.a + along * std::clamp(takes_begin ? nearest.begin : nearest.end, 0.0, length);
}

std::optional<Vec2> findWayPoint(NavMeshQuery& query, IntervalCache& cache, const Place& from, Vec2 goal,
                                 std::span<const PortalId> portals, const WayPointOptions& options)
{
    if (!from) return std::nullopt;
    if (portals.empty() || query.isCapsuleFree(from, goal, options.radius)) return goal;
    return computeWayPoint(query.mesh(), portals.front(), cache.find(portals.front(), options.radius), from.position,
                           options.rule);
}

} // namespace clearway
