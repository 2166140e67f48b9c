// SPDX-License-Identifier: MIT
// Walls are looked for from cell to cell: the line from a point to the nearest wall crosses only portals that are nearer than the
// wall, so nothing is missed, and floors above or below are never seen.
#include <algorithm>
#include <cmath>

#include <clearway/navmesh/query.h>

#include "navmesh/cast.h"
#include "navmesh/cell_shape.h"
#include "navmesh/data.h"
#include "navmesh/place.h"
#include "navmesh/scratch.h"

namespace clearway {

namespace {

bool isFarther(const NavMeshQuery::Scratch::OpenCell& a, const NavMeshQuery::Scratch::OpenCell& b)
{
    return a.distance_sq != b.distance_sq ? a.distance_sq > b.distance_sq : a.cell > b.cell;
}

} // namespace

NavMeshQuery::WallDistance NavMeshQuery::computeWallDistance(const Place& from, double max_distance)
{
    const NavMesh::Data& data = mesh_.data();
    const Place start = checkPlace(data, from);
    NavMeshQuery::WallDistance best;
    if (!start || !(max_distance >= 0)) return best;
    const Vec2 p = start.position;
    NearestBound bound(data, p, max_distance * max_distance);
    Scratch& scratch = *scratch_;
    scratch.cells.clear(data.cells.size());
    scratch.heap.clear();
    scratch.heap.push_back({0, start.cell});
    while (!scratch.heap.empty())
    {
        std::pop_heap(scratch.heap.begin(), scratch.heap.end(), isFarther);
        const Scratch::OpenCell open = scratch.heap.back();
        scratch.heap.pop_back();
        if (!bound.isWorthALook(open.distance_sq)) break;
        if (!scratch.cells.add(open.cell)) continue;
        const NavMesh::Cell& cell = data.cells[open.cell];
        for (SideId s = cell.first_side; s < cell.first_side + cell.side_count; ++s)
        {
            const NavMesh::Side& side = data.sides[s];
            if (side.portal == kNone)
            {
                const Segment& segment = data.obstacles[side.obstacle].segment;
                if (!bound.isWorthALook(computeRoughDistanceSq(p, segment.a, segment.b))) continue;
                const Vec2 closest = computeClosestPoint(segment, p);
                const double distance_sq = distanceSq(p, closest);
                if (distance_sq > bound.distanceSq() || (distance_sq == bound.distanceSq() && side.obstacle >= best.obstacle))
                    continue;
                bound.set(distance_sq);
                best = {0, closest, side.obstacle};
                continue;
            }
            const SideId opposite = data.opposite(s);
            if (scratch.cells.has(data.side_cell[opposite])) continue;
            const double distance_sq = computeRoughDistanceSq(p, data.corners[s], data.corners[opposite]);
            if (!bound.isWorthALook(distance_sq)) continue;
            scratch.heap.push_back({distance_sq, data.side_cell[opposite]});
            std::push_heap(scratch.heap.begin(), scratch.heap.end(), isFarther);
        }
    }
    if (best.obstacle != kNone) best.distance = distance(p, best.closest);
    return best;
}

void gatherObstacles(const NavMesh::Data& data, NavMeshQuery::Scratch& scratch, CellId start, const Segment& axis, double radius)
{
    const Box2 reach = computeBounds(Capsule{axis, radius});
    scratch.obstacles.clear();
    scratch.cells.clear(data.cells.size());
    scratch.obstacles_seen.clear(data.obstacles.size());
    scratch.open.clear();
    scratch.open.push_back(start);
    scratch.cells.add(start);
    while (!scratch.open.empty())
    {
        const NavMesh::Cell& cell = data.cells[scratch.open.back()];
        scratch.open.pop_back();
        for (SideId s = cell.first_side; s < cell.first_side + cell.side_count; ++s)
        {
            const NavMesh::Side& side = data.sides[s];
            if (side.portal == kNone)
            {
                if (!scratch.obstacles_seen.add(side.obstacle)) continue;
                const Segment& segment = data.obstacles[side.obstacle].segment;
                if (computeBounds(segment).overlaps(reach) && distance(segment, axis) <= radius)
                    scratch.obstacles.push_back(side.obstacle);
                continue;
            }
            const SideId opposite = data.opposite(s);
            const CellId other = data.side_cell[opposite];
            if (scratch.cells.has(other)) continue;
            const Segment portal{data.corners[s], data.corners[opposite]};
            if (!computeBounds(portal).overlaps(reach) || distance(portal, axis) > radius) continue;
            scratch.cells.add(other);
            scratch.open.push_back(other);
        }
    }
}

void NavMeshQuery::findObstacles(const Place& from, Vec2 to, double radius, std::vector<ObstacleId>& obstacles)
{
    obstacles.clear();
    const Place start = checkPlace(mesh_.data(), from);
    if (!start || !isFinite(to) || !(radius >= 0)) return;
    gatherObstacles(mesh_.data(), *scratch_, start.cell, {start.position, pullIn(mesh_.data(), start.position, to)}, radius);
    std::sort(scratch_->obstacles.begin(), scratch_->obstacles.end());
    obstacles.assign(scratch_->obstacles.begin(), scratch_->obstacles.end());
}

} // namespace clearway
