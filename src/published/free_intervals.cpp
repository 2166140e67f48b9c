// SPDX-License-Identifier: MIT
// Based on: R. Oliva, N. Pelechano. Clearance for diversity of agents' sizes in navigation meshes. 2014 (shrinking portals)
// A portal P between the cells A and B, as a side of B from a to b, loses:
// 1. the radius at each end that lies on an obstacle;
// 2. what the discs around the ends of the portals crossed next cover, until one of those portals changes nothing;
// 3. what lies beyond the sides of B moved inward by the radius, and through its other portals those of the cells behind.
// The same from the side of A without the second case; what both leave is the answer.
// Departure: where a disc of the second case covers the beginning of what is left, the printed rule would keep the blocked piece;
// here the interval ends before the disc in any case. The other faults are kept: discs around corners and sides that run beyond
// the portal go unnoticed in the third case.
#include <clearway/published/free_intervals.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "clearance/data.h"
#include "clearance/door_intervals.h"
#include "navmesh/data.h"

namespace clearway::published {
namespace {

class PortalShrink
{
public:
    /// The portal as `side` of the cell B.
    PortalShrink(const ClearanceMesh::Data& data, SideId side, double radius)
        : data_(data),
          mesh_(data.mesh.data()),
          side_(side),
          radius_(radius),
          start_(corner(side)),
          end_(corner(mesh_.next(side))),
          length_(distance(start_, end_)),
          direction_((end_ - start_) / length_),
          kept_{0, length_}
    {
    }

    /// What is left, as distances from the start of the side.
    Interval run(std::span<const PortalId> exits)
    {
        if (isOnObstacle(side_)) kept_.begin = radius_;
        if (isOnObstacle(mesh_.next(side_))) kept_.end = length_ - radius_;
        CellId cell = mesh_.side_cell[side_];
        for (const PortalId exit : exits)
        {
            const NavMesh::Portal& portal = mesh_.portals[exit];
            if (portal.left != cell && portal.right != cell) break; // not a way
            if (!avoidEnds(portal.left == cell ? portal.left_side : portal.right_side)) break;
            cell = portal.left == cell ? portal.right : portal.left;
        }
        cutBySides();
        return kept_;
    }

private:
    Vec2 corner(SideId side) const { return mesh_.corners[side] - data_.origin; }
    bool isOnObstacle(SideId side) const { return data_.is_on_obstacle[mesh_.sides[side].from] != 0; }

    /// The second case for one exit; whether it changed anything. Cells run counter-clockwise, so the start of an exit lies on
    /// the side of the portal's end.
    bool avoidEnds(SideId exit)
    {
        const Interval before = kept_;
        double middle = 0, half = 0;
        if (isOnObstacle(exit) && findDisc(corner(exit), middle, half)) kept_.end = std::min(kept_.end, middle - half);
        const SideId other = mesh_.next(exit);
        if (isOnObstacle(other) && findDisc(corner(other), middle, half)) kept_.begin = std::max(kept_.begin, middle + half);
        return kept_ != before;
    }

    /// Whether the disc around `center` covers a part of what is left.
    bool findDisc(Vec2 center, double& middle, double& half) const
    {
        middle = dot(center - start_, direction_);
        const double off = cross(direction_, center - start_);
        if (std::abs(off) >= radius_) return false;
        half = std::sqrt((radius_ - off) * (radius_ + off));
        return middle - half < kept_.end && middle + half > kept_.begin;
    }

    /// The third case, cell after cell from the nearest on.
    void cutBySides()
    {
        std::set<CellId> visited = {mesh_.side_cell[side_]};
        std::vector<SideId> entered = {side_};
        for (std::size_t i = 0; i < entered.size() && kept_.begin <= kept_.end; ++i)
        {
            const NavMesh::Cell& cell = mesh_.cells[mesh_.side_cell[entered[i]]];
            for (SideId side = cell.first_side; side < cell.first_side + cell.side_count; ++side)
            {
                if (side == entered[i]) continue;
                if (mesh_.sides[side].obstacle != kNone)
                {
                    cutBy(corner(side), corner(mesh_.next(side)));
                    continue;
                }
                const SideId behind = mesh_.opposite(side);
                if (distance(Segment{start_, end_}, Segment{corner(side), corner(mesh_.next(side))}) < radius_ &&
                    visited.insert(mesh_.side_cell[behind]).second)
                    entered.push_back(behind);
            }
        }
    }

    /// A side moved inward cuts what is left where it crosses it.
    void cutBy(Vec2 from, Vec2 to)
    {
        const double size = distance(from, to);
        if (!(size > 0)) return;
        const Vec2 along = (to - from) / size;
        const double height = cross(along, start_ - from), slope = cross(along, direction_);
        if (slope == 0) return;
        const double t = (radius_ - height) / slope;
        const double foot = dot(start_ - from, along) + t * dot(direction_, along);
        if (t < kept_.begin || t > kept_.end || foot < 0 || foot > size) return;
        (slope < 0 ? kept_.end : kept_.begin) = t;
    }

    const ClearanceMesh::Data& data_;
    const NavMesh::Data& mesh_;
    SideId side_;
    double radius_;
    Vec2 start_;
    Vec2 end_;
    double length_;
    Vec2 direction_;
    Interval kept_;
};

Interval shrinkByPaper(const ClearanceMesh::Data& data, PortalId portal, const ShrinkOptions& options)
{
    const NavMesh::Portal& p = data.mesh.portals()[portal];
    const bool from_left = options.from != p.right;
    const std::span<const PortalId> none;
    const Interval left = PortalShrink(data, p.left_side, options.radius).run(from_left ? none : options.exits);
    const Interval right = PortalShrink(data, p.right_side, options.radius).run(from_left ? options.exits : none);
    // The right cell has the portal from b to a.
    const double length = distance(data.doors[portal].a, data.doors[portal].b);
    return {std::max(left.begin, length - right.end), std::min(left.end, length - right.begin)};
}

Interval shrinkSimply(const ClearanceMesh::Data& data, PortalId portal, double radius)
{
    const double length = distance(data.doors[portal].a, data.doors[portal].b);
    return {radius, length - radius};
}

} // namespace

void computeFreeIntervals(const ClearanceMesh& clearance, PortalId portal, const ShrinkOptions& options,
                          std::vector<Interval>& intervals)
{
    intervals.clear();
    if (!(options.radius >= 0) || !std::isfinite(options.radius)) return;
    ShrinkOptions blocking = options;
    blocking.radius = computeBlockingRadius(options.radius);
    const Interval kept = options.method == ShrinkOptions::Method::simple
                              ? shrinkSimply(clearance.data(), portal, blocking.radius)
                              : shrinkByPaper(clearance.data(), portal, blocking);
    if (kept.begin <= kept.end) intervals.push_back(kept);
}

std::vector<Interval> computeFreeIntervals(const ClearanceMesh& clearance, PortalId portal, const ShrinkOptions& options)
{
    std::vector<Interval> intervals;
    computeFreeIntervals(clearance, portal, options, intervals);
    return intervals;
}

} // namespace clearway::published
