// SPDX-License-Identifier: MIT
// Where a disc just fits it touches something: the nearest fitting place lies on the boundary grown by the radius. That boundary
// is made of one piece per edge of the Voronoi diagram and side, and the disc gets from every point of a piece to every other.
#include "path/places.h"

#include <algorithm>
#include <cmath>

#include "clearance/data.h"
#include "geometry/fit_tolerance.h"

namespace clearway {

namespace {

using Diagram = VoronoiDiagram;

/// An edge of the diagram with a parameter from 0 to 1.
class EdgeCurve
{
public:
    EdgeCurve(const Diagram& diagram, const Diagram::Edge& edge)
        : a_(diagram.vertices()[edge.a].position), b_(diagram.vertices()[edge.b].position), is_parabola_(edge.is_parabola)
    {
        const Segment left = diagram.sites()[edge.left].shape;
        const Segment right = diagram.sites()[edge.right].shape;
        near_ = left;
        const bool left_is_wall = left.a != left.b;
        wall_ = left_is_wall ? left : right;
        focus_ = left_is_wall ? right.a : left.a;
    }

    Vec2 at(double t) const
    {
        if (!is_parabola_) return interpolate(a_, b_, t);
        const Vec2 along = (wall_.b - wall_.a) / distance(wall_.a, wall_.b);
        const Vec2 normal = perpendicular(along);
        const double height = dot(focus_ - wall_.a, normal);
        const double u = dot(interpolate(a_, b_, t) - wall_.a, along);
        const double off = u - dot(focus_ - wall_.a, along);
        if (height == 0) return interpolate(a_, b_, t);
        return wall_.a + along * u + normal * ((off * off + height * height) / (2 * height));
    }
    double clearance(double t) const { return distance(at(t), near_); }
    /// The parameter of a point on the curve.
    double parameter(Vec2 p) const
    {
        if (!is_parabola_) return computeClosestParameter({a_, b_}, p);
        const Vec2 along = wall_.b - wall_.a;
        const double from = dot(a_, along);
        const double to = dot(b_, along);
        return from == to ? 0 : std::clamp((dot(p, along) - from) / (to - from), 0.0, 1.0);
    }

private:
    Vec2 a_;
    Vec2 b_;
    bool is_parabola_;
    Segment near_;
    Segment wall_;
    Vec2 focus_;
};

/// The parameter between `tight` and `wide` where the clearance reaches the radius; on the wide side of it.
double findLimit(const EdgeCurve& curve, double tight, double wide, double radius)
{
    for (int i = 0; i < 60; ++i)
    {
        const double middle = (tight + wide) / 2;
        (curve.clearance(middle) >= radius ? wide : tight) = middle;
    }
    return wide;
}

/// The point nearest to p on the grown boundary of `site` between the feet of x and y.
Vec2 computeNearestOnOffset(const Segment& site, Vec2 x, Vec2 y, double radius, Vec2 p)
{
    if (site.a != site.b)
    {
        const Vec2 along = (site.b - site.a) / distance(site.a, site.b);
        const auto [low, high] = std::minmax({dot(x - site.a, along), dot(y - site.a, along)});
        return site.a + along * std::clamp(dot(p - site.a, along), low, high) + perpendicular(along) * radius;
    }
    const auto on_circle = [&](Vec2 q) {
        const Vec2 w = q - site.a;
        return lengthSq(w) > 0 ? site.a + w * (radius / length(w)) : site.a;
    };
    const bool is_left = cross(x - site.a, y - site.a) >= 0;
    const Vec2 from = is_left ? x - site.a : y - site.a;
    const Vec2 to = is_left ? y - site.a : x - site.a;
    if (cross(from, p - site.a) >= 0 && cross(p - site.a, to) >= 0 && dot(p - site.a, from + to) > 0) return on_circle(p);
    const Vec2 first = on_circle(x);
    const Vec2 second = on_circle(y);
    return distanceSq(first, p) <= distanceSq(second, p) ? first : second;
}

} // namespace

void FittingPlaces::addCandidates(Vec2 p, double radius, int layer)
{
    candidates_.clear();
    const Diagram& diagram = clearance_.voronoi();
    for (const Diagram::Edge& edge : diagram.edges())
    {
        if (layer != kAnyLayer && diagram.sites()[edge.left].layer != layer) continue;
        const EdgeCurve curve(diagram, edge);
        const auto add = [&](double from, double to, std::uint32_t vertex) {
            for (const std::uint32_t site : {edge.left, edge.right})
            {
                const Vec2 place = computeNearestOnOffset(diagram.sites()[site].shape, curve.at(from), curve.at(to), radius, p);
                candidates_.push_back({distanceSq(place, p), place, vertex});
            }
        };
        if (edge.narrowest >= radius)
        {
            add(0, 1, edge.a);
            continue;
        }
        const double narrowest = curve.parameter(edge.narrowest_at);
        if (diagram.vertices()[edge.a].clearance >= radius) add(0, findLimit(curve, narrowest, 0, radius), edge.a);
        if (diagram.vertices()[edge.b].clearance >= radius) add(findLimit(curve, narrowest, 1, radius), 1, edge.b);
    }
    std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) {
        if (a.distance_sq != b.distance_sq) return a.distance_sq < b.distance_sq;
        return a.position != b.position ? lexicographicLess(a.position, b.position) : a.vertex < b.vertex;
    });
}

void FittingPlaces::joinVertices(double radius)
{
    const Diagram& diagram = clearance_.voronoi();
    sets_.reset(diagram.vertices().size());
    for (const Diagram::Edge& edge : diagram.edges())
        if (edge.narrowest >= radius) sets_.join(edge.a, edge.b);
    is_far_.assign(sets_.size(), 0);
}

std::optional<Place> FittingPlaces::findNearest(Vec2 p, double radius, const Place& from, int layer)
{
    addCandidates(p, radius, layer);
    if (from) joinVertices(radius);
    const double quantum = clearance_.mesh().frame().quantum;
    for (const Candidate& candidate : candidates_)
    {
        if (from && is_far_[sets_.find(candidate.vertex)]) continue;
        NearestOptions options;
        options.max_distance = quantum;
        options.layer = layer;
        const Place place = query_.findNearest(candidate.position, options);
        if (!place || clearance_.findNearestSite(place).distance < radius - quantum) continue;
        if (!from || clearance_.findWidest(from, place).radius >= radius - quantum) return place;
        is_far_[sets_.find(candidate.vertex)] = 1;
    }
    return std::nullopt;
}

Place FittingPlaces::findBeside(Vec2 p, double radius, double tolerance, int layer)
{
    const ClearanceMesh::Data& data = clearance_.data();
    const double enough = radius - data.quantum;
    const auto locate = [&](Vec2 at) {
        const CellId cell = query_.findCell(at, layer);
        return cell != kNone ? Place{at, cell} : Place{};
    };
    Place place = locate(p);
    if (!place)
    {
        NearestOptions options;
        options.max_distance = tolerance;
        options.layer = layer;
        place = query_.findNearest(p, options);
    }
    if (!place) return {};
    const auto moved = moveToFit(p, place.position, radius, enough, tolerance, [&](Vec2 at) -> std::optional<NearWall> {
        if (at != place.position) place = locate(at);
        if (!place) return std::nullopt;
        const VoronoiDiagram::Nearest nearest = clearance_.findNearestSite(place);
        if (nearest.site == kNone) return NearWall{nearest.distance, {}, {}};
        const ClearanceMesh::Data::Site& site = data.sites[nearest.site];
        const Vec2 apart = at - nearest.closest;
        const bool is_apart = site.is_point && lengthSq(apart) > 0;
        return NearWall{nearest.distance, nearest.closest, is_apart ? apart / length(apart) : perpendicular(site.outgoing)};
    });
    return moved ? place : Place{};
}

} // namespace clearway
