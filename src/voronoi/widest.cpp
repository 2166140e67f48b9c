// SPDX-License-Identifier: MIT
// The widest way between two points of free space.
// A point moves straight away from its nearest obstacle until it meets an edge of the diagram. That never makes it tighter, so a
// disc gets from a to b exactly when it gets along the edges; there a maximum spanning forest knows the answer.
#include <algorithm>
#include <array>
#include <cmath>

#include "voronoi/data.h"

namespace clearway {
namespace {

using Diagram = VoronoiDiagram;
constexpr std::uint32_t kNone = Diagram::kNone;

/// Where a point meets the diagram when it moves away from its nearest obstacle.
struct Attachment
{
    std::uint32_t edge = kNone;
    Vec2 position;
    double clearance = 0; ///< at `position`
    double start = 0;     ///< at the point itself
};

/// A way so far: how wide, and where that is.
struct Neck
{
    double clearance = std::numeric_limits<double>::infinity();
    Vec2 position;

    void pass(double other, Vec2 at)
    {
        if (other < clearance) *this = {other, at};
    }
};

/// Whether x, seen from its nearest site, lies before the piece of the region's border from `from` to `to` (counter-clockwise).
bool isBetween(const Segment& site, Vec2 x, Vec2 from, Vec2 to)
{
    if (site.a == site.b) return cross(from - site.a, x - site.a) >= 0 && cross(x - site.a, to - site.a) >= 0;
    const Vec2 direction = site.b - site.a;
    const double u = dot(x, direction);
    return dot(to, direction) <= u && u <= dot(from, direction);
}

/// The distance from w, in the unit direction `away` from its own site, at which `other` becomes as near.
double computeMeeting(Vec2 w, Vec2 away, const Segment& other)
{
    if (other.a == other.b) return distanceSq(w, other.a) / (2 * dot(away, other.a - w));
    const Vec2 normal = perpendicular(other.b - other.a) / distance(other.a, other.b);
    return dot(w - other.a, normal) / (1 - dot(away, normal));
}

Attachment attach(const Diagram& diagram, Vec2 x)
{
    const Diagram::Nearest nearest = diagram.findNearest(x);
    if (nearest.site == kNone) return {};
    const Segment site = diagram.shape(diagram.sites()[nearest.site]);
    Attachment best;
    best.start = nearest.distance;
    for (const std::uint32_t seen : diagram.edgesAround(nearest.site))
    {
        const Diagram::Edge& edge = diagram.edges()[seen / 2];
        const bool site_is_right = seen % 2;
        const Vec2 from = diagram.vertices()[site_is_right ? edge.b : edge.a].position;
        const Vec2 to = diagram.vertices()[site_is_right ? edge.a : edge.b].position;
        const bool is_between = isBetween(site, x, from, to);
        if (best.edge != kNone && !is_between) continue; // the first edge stands in should rounding leave x between two
        const Vec2 away = site.a == site.b ? x - site.a : perpendicular(site.b - site.a);
        const Vec2 unit = lengthSq(away) > 0 ? away / length(away) : Vec2{};
        const double t =
            computeMeeting(nearest.closest, unit, diagram.shape(diagram.sites()[site_is_right ? edge.left : edge.right]));
        const bool meets = std::isfinite(t) && t >= nearest.distance;
        best.edge = seen / 2;
        best.position = meets ? nearest.closest + unit * t : x;
        best.clearance = meets ? t : nearest.distance;
        if (is_between) break;
    }
    return best;
}

/// How far p is along an edge, in any monotone measure.
double along(const Diagram& diagram, const Diagram::Edge& edge, Vec2 p)
{
    return dot(p, diagram.vertices()[edge.b].position - diagram.vertices()[edge.a].position);
}

/// The narrowest place of the piece of `edge` between two of its points.
Neck computePiece(const Diagram& diagram, const Diagram::Edge& edge, Vec2 p, double p_clearance, Vec2 q, double q_clearance)
{
    Neck neck;
    neck.pass(p_clearance, p);
    neck.pass(q_clearance, q);
    const double at = along(diagram, edge, edge.narrowest_at);
    const double low = along(diagram, edge, p);
    const double high = along(diagram, edge, q);
    if (std::min(low, high) <= at && at <= std::max(low, high)) neck.pass(edge.narrowest, edge.narrowest_at);
    return neck;
}

} // namespace

VoronoiDiagram::Widest VoronoiDiagram::findWidest(Vec2 a, Vec2 b) const
{
    const Attachment from = attach(*this, a);
    const Attachment to = attach(*this, b);
    if (from.edge == kNone || to.edge == kNone) return {};
    Neck ends;
    ends.pass(from.start, a);
    ends.pass(to.start, b);

    Neck best{-1, {}};
    const auto offer = [&](Neck neck) {
        neck.pass(ends.clearance, ends.position);
        if (neck.clearance > best.clearance) best = neck;
    };
    const Edge& first = data_->edges[from.edge];
    const Edge& last = data_->edges[to.edge];
    if (from.edge == to.edge) offer(computePiece(*this, first, from.position, from.clearance, to.position, to.clearance));
    for (const std::uint32_t u : {first.a, first.b})
        for (const std::uint32_t v : {last.a, last.b})
        {
            Neck neck = computePiece(*this, first, from.position, from.clearance, data_->vertices[u].position,
                                     data_->vertices[u].clearance);
            const Neck arrival =
                computePiece(*this, last, to.position, to.clearance, data_->vertices[v].position, data_->vertices[v].clearance);
            neck.pass(arrival.clearance, arrival.position);
            if (u != v)
            {
                const std::uint32_t link = data_->forest.findNarrowest(u, v);
                if (link == BottleneckForest::kNone) continue;
                neck.pass(data_->edges[link].narrowest, data_->edges[link].narrowest_at);
            }
            offer(neck);
        }
    return {best.clearance, best.position};
}

} // namespace clearway
