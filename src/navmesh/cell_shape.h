// SPDX-License-Identifier: MIT
// Single cells: whether they contain a point, whether they are simple, how far away they are. Exact decisions, cells convex or
// not.
#pragma once
#include <algorithm>
#include <optional>
#include <span>

#include "navmesh/data.h"

namespace clearway {

/// Whether the closed cell contains p.
bool containsPoint(const NavMesh::Data& data, CellId cell, Vec2 p);

/// A shape that no cell may have, and where.
struct ShapeFault
{
    enum class Kind
    {
        not_simple, ///< sides cross or touch other than at the corner they share
        no_area,    ///< fewer than three corners, or all on one line
        clockwise,  ///< simple otherwise
    };
    Kind kind;
    Vec2 position;
};

/// The first fault of a ring; nothing: a simple counter-clockwise polygon. Corners on straight lines are no fault.
/// O(n) when convex, else O(n log n) in practice.
std::optional<ShapeFault> findShapeFault(std::span<const Vec2> ring);

/// What to say about it.
const char* toString(ShapeFault::Kind kind);

/// The squared distance from p to a segment in plain arithmetic: the distance is off by a few ulp of the coordinates at most.
inline double computeRoughDistanceSq(Vec2 p, Vec2 a, Vec2 b)
{
    const Vec2 along = b - a;
    double t = dot(p - a, along) / lengthSq(along);
    t = t > 0 ? std::min(t, 1.0) : 0.0;
    return lengthSq(p - a - along * t);
}

/// The nearest distance so far, squared, and what a rough distance must not exceed for something to be nearer or as near.
class NearestBound
{
public:
    NearestBound(const NavMesh::Data& data, Vec2 p, double limit_sq);

    double distanceSq() const { return distance_sq_; }
    bool isWorthALook(double rough_distance_sq) const { return rough_distance_sq <= rough_limit_sq_; }
    void set(double distance_sq);

private:
    double slack_;
    double distance_sq_ = 0;
    double rough_limit_sq_ = 0;
};

/// The point of the cell's border nearest to p, with the side it lies on; no side when nothing is as near as `bound`.
struct BorderPoint
{
    Vec2 position;
    SideId side = kNone;
    double distance_sq = 0;
};
BorderPoint findBorderPoint(const NavMesh::Data& data, CellId cell, Vec2 p, NearestBound bound);

} // namespace clearway
