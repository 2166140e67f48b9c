// SPDX-License-Identifier: MIT
// A notch blocks what its disc covers of the door, a wall what lies within the radius of it: both convex, so one open interval
// each.
// Only the sites near the door can be nearest on it, so only they can block.
#include "clearance/door_intervals.h"

#include <algorithm>
#include <cmath>

namespace clearway {

namespace {

using Data = ClearanceMesh::Data;

/// Keeps of [low, high] what satisfies 0 < value + t * slope; both open. Empty when low >= high.
void clipPositive(double value, double slope, Interval& range)
{
    if (slope > 0)
        range.begin = std::max(range.begin, -value / slope);
    else if (slope < 0)
        range.end = std::min(range.end, value / -slope);
    else if (value <= 0)
        range.end = range.begin;
}

/// What the disc around a point covers of the line a + t * u; empty when begin >= end.
Interval computeDisc(Vec2 point, Vec2 a, Vec2 u, double radius)
{
    const double off = cross(u, point - a);
    if (!(std::abs(off) < radius)) return {};
    const double middle = dot(point - a, u);
    const double half = std::sqrt((radius - off) * (radius + off));
    return {middle - half, middle + half};
}

void addTo(Interval& hull, Interval other)
{
    if (!(other.begin < other.end)) return;
    const bool is_empty = !(hull.begin < hull.end);
    hull = is_empty ? other : Interval{std::min(hull.begin, other.begin), std::max(hull.end, other.end)};
}

/// The part of the line that a site blocks: for a wall that of its band and of both its ends, together convex. The ends are
/// needed where walls follow one another in one line, and where rounding to the lattice moved a corner away from the door.
Interval computeBlocked(const Data::Site& site, Vec2 a, Vec2 u, double length, double radius)
{
    if (site.is_point) return computeDisc(site.a, a, u, radius);
    const Vec2 w = site.outgoing;
    Interval blocked{-radius, length + radius};
    const double side = cross(w, a - site.a);
    const double side_slope = cross(w, u);
    clipPositive(radius - side, -side_slope, blocked);
    clipPositive(radius + side, side_slope, blocked);
    const double ahead = dot(a - site.a, w);
    const double ahead_slope = dot(u, w);
    clipPositive(ahead, ahead_slope, blocked);
    clipPositive(site.length - ahead, -ahead_slope, blocked);
    addTo(blocked, computeDisc(site.a, a, u, radius));
    addTo(blocked, computeDisc(site.b, a, u, radius));
    return blocked;
}

} // namespace

void computeDoorIntervals(const ClearanceMesh::Data& data, std::uint32_t door, double radius, std::vector<Interval>& free)
{
    free.clear();
    const Vec2 a = data.doors[door].a;
    const double length = distance(a, data.doors[door].b);
    free.push_back({0, length});
    if (!(radius > 0)) return;
    const Vec2 u = (data.doors[door].b - a) / length;
    for (const std::uint32_t id : data.sitesOfDoor(door))
    {
        const Interval blocked = computeBlocked(data.sites[id], a, u, length, radius);
        if (!(blocked.begin < blocked.end)) continue;
        // the free ones are few: cut them one by one, from the last, so that a split does not disturb those to come
        for (std::size_t i = free.size(); i-- > 0;)
        {
            const Interval old = free[i];
            if (blocked.end <= old.begin || old.end <= blocked.begin) continue;
            const bool keeps_begin = old.begin <= blocked.begin;
            const bool keeps_end = blocked.end <= old.end;
            if (keeps_begin && keeps_end)
            {
                free[i].end = blocked.begin;
                free.insert(free.begin() + static_cast<std::ptrdiff_t>(i) + 1, {blocked.end, old.end});
            }
            else if (keeps_begin)
                free[i].end = blocked.begin;
            else if (keeps_end)
                free[i].begin = blocked.end;
            else
                free.erase(free.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
}

} // namespace clearway
