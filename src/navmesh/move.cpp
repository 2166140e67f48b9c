// SPDX-License-Identifier: MIT
// A point goes straight until a wall stops it, then along that wall to where it is nearest to the goal, and so on: each leg leads
// nearer to the goal, so it ends. Legs along a wall end at its corner, which is a double, or inside, settled a few ulp off the
// wall.
#include <algorithm>

#include <clearway/navmesh/query.h>

#include "navmesh/cast.h"
#include "navmesh/data.h"
#include "navmesh/place.h"

namespace clearway {

namespace {

constexpr int kMaxLegs = 1000;

/// Along one wall from `at` to where it is nearest to `to`; `at` itself when that leads no nearer.
Place slideAlongWall(const NavMesh::Data& data, const Place& at, const Segment& wall, Vec2 to)
{
    const Vec2 normal = computeNormal(wall);
    const Vec2 goal = computeClosestPoint(wall, to);
    if (distanceSq(goal, to) >= distanceSq(at.position, to)) return at;
    const bool is_end = goal == wall.a || goal == wall.b;
    Place best = at;
    // The wall may bulge by an ulp where portals end on it; keep a little more away from it each time that stops the slide.
    double away = 0;
    for (int attempt = 0; attempt < 8; ++attempt)
    {
        const Place start = away > 0 ? settle(data, at.cell, at.position + normal * away, normal) : at;
        const Vec2 end = is_end && away == 0 ? goal : goal + normal * (away + 2 * computeUlp(goal));
        if (start)
        {
            Walk walk;
            const NavMeshQuery::RayHit hit = castRayFrom(data, start, end, walk);
            if (distanceSq(hit.end.position, to) < distanceSq(best.position, to)) best = hit.end;
            if (!hit.hit() || data.obstacles[hit.obstacle].segment != wall) break;
        }
        away = away > 0 ? 4 * away : 2 * computeUlp(at.position);
    }
    return best;
}

} // namespace

Place NavMeshQuery::moveAlong(const Place& from, Vec2 to) const
{
    const NavMesh::Data& data = mesh_.data();
    Place at = checkPlace(data, from);
    if (!at || !isFinite(to)) return at;
    to = pullIn(data, at.position, to);
    for (int leg = 0; leg < kMaxLegs; ++leg)
    {
        Walk walk;
        const NavMeshQuery::RayHit hit = castRayFrom(data, at, to, walk);
        if (!hit.hit()) return hit.end;
        Place best = hit.end;
        for (const SideId side : {walk.blocking, walk.blocking_right})
        {
            if (side == kNone) continue;
            const Place slid = slideAlongWall(data, hit.end, data.obstacles[data.sides[side].obstacle].segment, to);
            if (distanceSq(slid.position, to) < distanceSq(best.position, to)) best = slid;
        }
        const bool is_nearer = distanceSq(best.position, to) < distanceSq(at.position, to);
        if (!is_nearer) return at;
        at = best;
    }
    return at;
}

} // namespace clearway
