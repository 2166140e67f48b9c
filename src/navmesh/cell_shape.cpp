// SPDX-License-Identifier: MIT
#include "navmesh/cell_shape.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <clearway/geometry/polygon.h>
#include <clearway/geometry/predicates.h>

#include "navmesh/ring_triangles.h"

namespace clearway {

namespace {

bool containsConvex(std::span<const Vec2> ring, Vec2 p)
{
    // The filter of computeOrientation for all sides without a branch: cells have few of them and the answer is not predictable.
    bool inside = true;
    bool outside = false;
    Vec2 a = ring.back();
    for (const Vec2 b : ring)
    {
        const double left = (a.x - p.x) * (b.y - p.y);
        const double right = (a.y - p.y) * (b.x - p.x);
        const double bound = (std::abs(left) + std::abs(right)) * 0x1p-51 + 0x1p-1000;
        inside &= left - right > bound;
        outside |= left - right < -bound;
        a = b;
    }
    if (inside || outside) return inside;
    a = ring.back();
    for (const Vec2 b : ring)
    {
        if (computeOrientation(a, b, p) < 0) return false;
        a = b;
    }
    return true;
}

bool containsAny(std::span<const Vec2> ring, Vec2 p)
{
    // Crossings of the ray to the right of p, even or odd.
    bool inside = false;
    Vec2 a = ring.back();
    for (const Vec2 b : ring)
    {
        if (b == p) return true;
        if ((a.y > p.y) != (b.y > p.y))
        {
            const int side = computeOrientation(a, b, p);
            if (side == 0) return true;
            if ((side > 0) == (b.y > a.y)) inside = !inside;
        }
        else if (a.y == p.y && b.y == p.y && (a.x > p.x) != (b.x > p.x))
            return true;
        a = b;
    }
    return inside;
}

/// Where sides i and j of the ring meet though they should not.
std::optional<Vec2> findForbiddenContact(std::span<const Vec2> ring, std::size_t i, std::size_t j)
{
    const std::size_t n = ring.size();
    const Vec2 a = ring[i];
    const Vec2 b = ring[(i + 1) % n];
    const Vec2 c = ring[j];
    const Vec2 d = ring[(j + 1) % n];
    if (!doSegmentsTouch(a, b, c, d)) return std::nullopt;
    // Neighbours share a corner; anything more is a spike.
    if ((i + 1) % n == j) return isOnSegment(d, a, b) ? std::optional(d) : isOnSegment(a, c, d) ? std::optional(a) : std::nullopt;
    if ((j + 1) % n == i) return isOnSegment(b, c, d) ? std::optional(b) : isOnSegment(c, a, b) ? std::optional(c) : std::nullopt;
    for (Vec2 p : {c, d})
        if (isOnSegment(p, a, b)) return p;
    for (Vec2 p : {a, b})
        if (isOnSegment(p, c, d)) return p;
    return interpolate(a, b, computeLineIntersection(a, b, {c, d}).value_or(0.5));
}

bool isOnOneLine(std::span<const Vec2> ring)
{
    const auto other = std::find_if(ring.begin(), ring.end(), [&](Vec2 p) { return p != ring[0]; });
    return other == ring.end() ||
           std::all_of(other, ring.end(), [&](Vec2 p) { return computeOrientation(ring[0], *other, p) == 0; });
}

std::optional<Vec2> findSelfContact(std::span<const Vec2> ring)
{
    if (ring.size() >= kLargeRing) return findSelfContactOfLargeRing(ring);
    for (std::size_t i = 0; i < ring.size(); ++i)
        for (std::size_t j = i + 1; j < ring.size(); ++j)
            if (const auto contact = findForbiddenContact(ring, i, j)) return contact;
    return std::nullopt;
}

} // namespace

bool containsPoint(const NavMesh::Data& data, CellId cell, Vec2 p)
{
    return data.is_convex[cell] ? containsConvex(data.ring(cell), p) : containsAny(data.ring(cell), p);
}

std::optional<ShapeFault> findShapeFault(std::span<const Vec2> ring)
{
    using Kind = ShapeFault::Kind;
    const std::size_t n = ring.size();
    if (n < 3) return ShapeFault{Kind::no_area, n > 0 ? ring[0] : Vec2{}};
    if (isOnOneLine(ring)) return ShapeFault{Kind::no_area, ring[0]};
    if (isConvex(ring)) return std::nullopt;
    if (const auto contact = findSelfContact(ring)) return ShapeFault{Kind::not_simple, *contact};
    // At its lexicographically lowest corner a simple ring turns the way it runs.
    const auto lowest = static_cast<std::size_t>(std::min_element(ring.begin(), ring.end(), lexicographicLess) - ring.begin());
    const int turn = computeOrientation(ring[(lowest + n - 1) % n], ring[lowest], ring[(lowest + 1) % n]);
    if (turn < 0) return ShapeFault{Kind::clockwise, ring[lowest]};
    return std::nullopt;
}

const char* toString(ShapeFault::Kind kind)
{
    switch (kind)
    {
    case ShapeFault::Kind::not_simple: return "its sides cross or touch each other";
    case ShapeFault::Kind::no_area: return "it has no area";
    case ShapeFault::Kind::clockwise: return "it runs clockwise";
    }
    return "";
}

NearestBound::NearestBound(const NavMesh::Data& data, Vec2 p, double limit_sq)
{
    const double reach = std::max({std::abs(p.x), std::abs(p.y), std::abs(data.bounds.min.x), std::abs(data.bounds.min.y),
                                   std::abs(data.bounds.max.x), std::abs(data.bounds.max.y)});
    slack_ = 16 * std::numeric_limits<double>::epsilon() * reach;
    set(limit_sq);
}

void NearestBound::set(double distance_sq)
{
    distance_sq_ = distance_sq;
    const double limit = std::sqrt(distance_sq) * (1 + 1e-12) + slack_;
    rough_limit_sq_ = limit * limit;
}

BorderPoint findBorderPoint(const NavMesh::Data& data, CellId cell, Vec2 p, NearestBound bound)
{
    BorderPoint best;
    best.distance_sq = bound.distanceSq();
    const std::span<const Vec2> ring = data.ring(cell);
    for (std::size_t i = 0; i < ring.size(); ++i)
    {
        const Segment side{ring[i], ring[i + 1 < ring.size() ? i + 1 : 0]};
        if (!bound.isWorthALook(computeRoughDistanceSq(p, side.a, side.b))) continue;
        const Vec2 closest = computeClosestPoint(side, p);
        const double distance_sq = distanceSq(p, closest);
        if (distance_sq > best.distance_sq || (distance_sq == best.distance_sq && best.side != kNone)) continue;
        best = {closest, data.cells[cell].first_side + static_cast<SideId>(i), distance_sq};
        bound.set(distance_sq);
    }
    return best;
}

} // namespace clearway
