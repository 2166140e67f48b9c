// SPDX-License-Identifier: MIT
// Based on:
// G. Berseth, M. Kapadia, P. Faloutsos. ACCLMesh: curvature-based navigation mesh generation. 2015
// Departures: the linear cut is at (a_max - a_1) / (a_2 - a_1); the printed a_max / |a_2 - a_1| is right for a_1 = 0 only and can
// exceed 1. The published split weights neighbours by inverse distance, as the text says; the printed formula weights the
// farthest most. Its value is not that of a linear acceleration, so by default an edge is split where the other diagonal of its
// two triangles, laid flat, crosses it, with the acceleration of that diagonal: what flipping the edge would give, without moving
// the ground.
#include "surface/cut_edges.h"

#include <algorithm>
#include <cmath>

namespace clearway::surfacing {

namespace {

constexpr double kLeastFraction = 1e-6; ///< cuts keep away from the ends of edges, so that no two points coincide
constexpr double kLeastSplit = 0.01;    ///< a diagonal that crosses nearer to an end would make slivers, or lies outside

bool comesFirst(Vec3 a, Vec3 b)
{
    if (a.x != b.x) return a.x < b.x;
    return a.y != b.y ? a.y < b.y : a.z < b.z;
}

} // namespace

Spot EdgeRules::cut(const Spot& good, const Spot& bad) const
{
    const double beyond = limit(bad.acceleration);
    double t = 0.5;
    switch (options_.cut.kind)
    {
    case SurfaceOptions::CutFunction::Kind::linear:
        if (good.vertex < input_.low.size() && bad.vertex < input_.low.size() && input_.low[bad.vertex])
            t = findLowFraction(good.vertex, bad.vertex);
        else if (beyond < std::numeric_limits<double>::infinity())
            t = (max_ - good.acceleration) / (beyond - good.acceleration);
        break;
    case SurfaceOptions::CutFunction::Kind::constant: t = options_.cut.fraction; break;
    case SurfaceOptions::CutFunction::Kind::user:
        t = options_.cut.function({good.position, bad.position, good.acceleration, beyond, max_});
        break;
    }
    if (!(t >= kLeastFraction)) t = kLeastFraction; // NaN too
    t = std::min(t, 1 - kLeastFraction);
    // Without a maximum there is nothing to be equal to, and loads are to stay finite.
    const double there = max_ < std::numeric_limits<double>::infinity() ? max_ : good.acceleration;
    return {interpolate(good.position, bad.position, t), there};
}

double EdgeRules::findLowFraction(std::uint32_t vertex, std::uint32_t low_vertex) const
{
    double free = 0;
    double low = 1;
    for (int i = 0; i < 20; ++i)
    {
        const double middle = (free + low) / 2;
        (input_.is_low_on_edge(vertex, low_vertex, middle) ? low : free) = middle;
    }
    return free;
}

Split EdgeRules::split(std::uint32_t halfedge) const
{
    const std::uint32_t other = opposites_[halfedge];
    if (other == kNone || options_.biased_edges == SurfaceOptions::BiasedEdges::keep) return {};
    std::uint32_t r = origin(previousHalfedge(halfedge));
    std::uint32_t s = origin(previousHalfedge(other));
    if (isGood(r) == isGood(s)) return {};
    if (isGood(s)) std::swap(r, s);
    std::uint32_t p = origin(halfedge);
    std::uint32_t q = origin(nextHalfedge(halfedge));
    // Where low ground begins is known on edges; a guess between two low vertices would not be safe.
    if (!input_.low.empty() && (input_.low[p] || input_.low[q])) return {};
    if (comesFirst(positions_[q], positions_[p])) std::swap(p, q);
    return options_.biased_edges == SurfaceOptions::BiasedEdges::published
               ? splitInTheMiddle(spotAt(p), spotAt(q), spotAt(r), spotAt(s))
               : splitAtDiagonal(spotAt(p), spotAt(q), spotAt(r), spotAt(s));
}

Split EdgeRules::splitInTheMiddle(const Spot& p, const Spot& q, const Spot& r, const Spot& s) const
{
    const Vec3 middle = (p.position + q.position) * 0.5;
    double sum = 0;
    double weights = 0;
    for (const Spot* spot : {&p, &q, &r, &s})
    {
        const double d = distance(middle, spot->position);
        if (!(d > 0)) return {};
        sum += limit(spot->acceleration) / d;
        weights += 1 / d;
    }
    return {true, {middle, sum / weights}};
}

Split EdgeRules::splitAtDiagonal(const Spot& p, const Spot& q, const Spot& r, const Spot& s) const
{
    const Vec3 edge = q.position - p.position;
    const double size = length(edge);
    if (!(size > 0)) return {};
    const Vec3 along = edge / size;
    // Both triangles laid flat: the edge is the x axis, r above it and s below.
    const auto layFlat = [&](Vec3 v) {
        const Vec3 d = v - p.position;
        const double x = dot(d, along);
        return Vec2{x, length(d - along * x)};
    };
    const Vec2 flat_r = layFlat(r.position);
    const Vec2 flat_s = layFlat(s.position);
    const double across = flat_r.y + flat_s.y;
    if (!(across > 0)) return {};
    const double t = flat_r.y / across;
    const double at = (flat_r.x + (flat_s.x - flat_r.x) * t) / size;
    if (!(at > kLeastSplit && at < 1 - kLeastSplit)) return {};
    const double acceleration = r.acceleration + (limit(s.acceleration) - r.acceleration) * t;
    return {true, {interpolate(p.position, q.position, at), acceleration}};
}

} // namespace clearway::surfacing
