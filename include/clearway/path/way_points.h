// SPDX-License-Identifier: MIT
// Dynamic way points: where to head for next, so that a crowd uses the whole width of a portal.
// Based on: R. Oliva, N. Pelechano. Clearance for diversity of agents' sizes in navigation meshes. 2014 (section on way points).
#pragma once
#include <optional>
#include <span>

#include <clearway/clearance/intervals.h>
#include <clearway/navmesh/query.h>

namespace clearway {

struct WayPointOptions
{
    enum class Rule
    {
        farthest_end, ///< straight across where the free interval lies ahead, otherwise its end farther from the agent, as
                      ///< published
        nearest_end,  ///< the same with the nearer end; hugs walls
        centre,       ///< the middle of the portal, whatever the agent's place: the baseline
    };

    double radius = 0.25;
    Rule rule = Rule::farthest_end;
};

/// The way point on `portal` for an agent at `position`: its orthogonal projection where that is free, otherwise an end of the
/// free interval nearest to the projection. `intervals` are those of the portal; nothing when there are none.
std::optional<Vec2> computeWayPoint(const NavMesh& mesh, PortalId portal, std::span<const Interval> intervals, Vec2 position,
                                    WayPointOptions::Rule rule = WayPointOptions::Rule::farthest_end);

/// The same with the goal first: when the capsule to `goal` is free, or no portal is left to cross, the way point is the goal
/// itself. `portals` are those to be crossed next, in order. Nothing when `from` is no place, or nothing of the next portal is
/// free. `query` lends its scratch. Allocates nothing once warm.
std::optional<Vec2> findWayPoint(NavMeshQuery& query, IntervalCache& cache, const Place& from, Vec2 goal,
                                 std::span<const PortalId> portals, const WayPointOptions& options = {});

} // namespace clearway
