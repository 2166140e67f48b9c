// SPDX-License-Identifier: MIT
// The widest way between two points of free space.
// A point moves straight away from its nearest obstacle until it meets an edge of the diagram. That never makes it tighter, so a
// disc gets from a to b exactly when it gets along the edges; there a maximum spanning forest knows the answer.
#include <algorithm>
#include <cmath>

#include "voronoi/attach.h"
#include "voronoi/data.h"

namespace clearway {
namespace {

using Data = VoronoiDiagram::Data;
using voronoi::attach;
using voronoi::Attachment;

/// A way so far: how wide, and where that is.
struct Neck
{
    double clearance = std::numeric_limits<double>::infinity();
    Vec2 position;

    void pass(double other, Vec2 at)
    {
        if (other < clearance) *this = {other, at};
    }
    void pass(const Neck& other) { pass(other.clearance, other.position); }
};

/// Whether the border of the site's region, which runs counter-clockwise, has yet to come to x when it has reached v.
bool isBefore(const Segment& site, Vec2 v, Vec2 x)
{
    if (site.a == site.b) return cross(v - site.a, x - site.a) >= 0;
    return dot(v - x, site.b - site.a) >= 0;
}

/// The distance from w, in the unit direction `away` from its own site, at which `other` becomes as near.
double computeMeeting(Vec2 w, Vec2 away, const Segment& other)
{
    if (other.a == other.b) return distanceSq(w, other.a) / (2 * dot(away, other.a - w));
    const Vec2 normal = perpendicular(other.b - other.a) / distance(other.a, other.b);
    return dot(w - other.a, normal) / (1 - dot(away, normal));
}

/// The narrowest place of the piece of `edge` between two of its points.
Neck computePiece(const Data& data, const VoronoiDiagram::Edge& edge, const Attachment& p, Vec2 q, double q_clearance)
{
    Neck neck;
    neck.pass(p.clearance, p.position);
    neck.pass(q_clearance, q);
    // A direction in which the edge never turns back: of a parabola, that of its line.
    Vec2 along = data.vertices[edge.b].position - data.vertices[edge.a].position;
    if (edge.is_parabola)
    {
        const Segment& left = data.sites[edge.left].shape;
        const Segment& line = left.a == left.b ? data.sites[edge.right].shape : left;
        along = line.b - line.a;
    }
    if (dot(p.position - edge.narrowest_at, along) * dot(q - edge.narrowest_at, along) <= 0)
        neck.pass(edge.narrowest, edge.narrowest_at);
    return neck;
}

} // namespace

voronoi::Attachment voronoi::attach(const Data& data, Vec2 x, const VoronoiDiagram::Nearest& nearest)
{
    if (nearest.site == kNone) return {};
    std::uint32_t number = nearest.site;
    // A corner that is straight but for rounding may have no region: what is nearest to it lies on the border of those beside it.
    if (data.first_around[number] == data.first_around[number + 1]) number = data.sites[number].next;
    if (number == kNone) return {};
    const Segment& site = data.sites[number].shape;
    std::uint32_t low = data.first_around[number], high = data.first_around[number + 1];
    if (low == high) return {};
    while (high - low > 1) // the last edge that starts before x
    {
        const std::uint32_t middle = low + (high - low) / 2;
        (isBefore(site, data.around_from[middle], x) ? low : high) = middle;
    }
    const std::uint32_t seen = data.around[low];
    const VoronoiDiagram::Edge& edge = data.edges[seen / 2];
    const Vec2 away = site.a == site.b ? x - site.a : perpendicular(site.b - site.a);
    const double away_length = length(away);
    const Vec2 unit = away_length > 0 ? away / away_length : Vec2{};
    const double t = computeMeeting(nearest.closest, unit, data.sites[seen % 2 ? edge.left : edge.right].shape);
    if (!(std::isfinite(t) && t >= nearest.distance)) return {seen / 2, x, nearest.distance};
    return {seen / 2, nearest.closest + unit * t, t};
}

VoronoiDiagram::Widest VoronoiDiagram::findWidest(Vec2 a, Vec2 b, int layer) const
{
    return findWidest(a, findNearest(a, layer), b, findNearest(b, layer));
}

VoronoiDiagram::Widest VoronoiDiagram::findWidest(Vec2 a, const Nearest& nearest_a, Vec2 b, const Nearest& nearest_b) const
{
    const Data& data = *data_;
    const Attachment from = attach(data, a, nearest_a);
    const Attachment to = attach(data, b, nearest_b);
    if (from.edge == kNone || to.edge == kNone) return {};
    Neck ends;
    ends.pass(nearest_a.distance, a);
    ends.pass(nearest_b.distance, b);

    Neck best{-1, {}};
    const auto offer = [&](Neck neck) {
        neck.pass(ends);
        if (neck.clearance > best.clearance) best = neck;
    };
    const Edge& first = data.edges[from.edge];
    const Edge& last = data.edges[to.edge];
    if (from.edge == to.edge) offer(computePiece(data, first, from, to.position, to.clearance));
    const auto reach = [&](const Edge& edge, const Attachment& attachment, std::uint32_t v) {
        return computePiece(data, edge, attachment, data.vertices[v].position, data.vertices[v].clearance);
    };
    const Neck departures[2] = {reach(first, from, first.a), reach(first, from, first.b)};
    const Neck arrivals[2] = {reach(last, to, last.a), reach(last, to, last.b)};
    // Usually the narrowest place of the way lies beyond both edges, and then it is the same from either end of either edge.
    if (from.edge != to.edge && first.a != last.a)
    {
        const std::uint32_t link = data.forest.findNarrowest(first.a, last.a);
        if (link == kNone) return {};
        const Edge& narrow = data.edges[link];
        if (narrow.narrowest < std::min(first.narrowest, last.narrowest))
        {
            Neck neck = departures[departures[0].clearance < departures[1].clearance];
            neck.pass(arrivals[arrivals[0].clearance < arrivals[1].clearance]);
            neck.pass(narrow.narrowest, narrow.narrowest_at);
            offer(neck);
            return {best.clearance, best.position};
        }
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
        {
            Neck neck = departures[i];
            neck.pass(arrivals[j]);
            if (std::min(neck.clearance, ends.clearance) <= best.clearance) continue;
            const std::uint32_t u = i ? first.b : first.a, v = j ? last.b : last.a;
            if (u != v)
            {
                const std::uint32_t link = data.forest.findNarrowest(u, v);
                if (link == kNone) return {}; // the ends of an edge are connected: no other pair is better
                neck.pass(data.edges[link].narrowest, data.edges[link].narrowest_at);
            }
            offer(neck);
        }
    return {best.clearance, best.position};
}

} // namespace clearway
