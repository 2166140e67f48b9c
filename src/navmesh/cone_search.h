// SPDX-License-Identifier: MIT
// What a notch sees in its area of interest, nearest first.
// Based on: F. Bungiu et al. Efficient computation of visibility polygons. 2014 (expanding through the triangles of a constrained
// triangulation) Departure: triangles are entered in the order of their distance, so that the search ends at the nearest thing
// and stays local.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include <clearway/geometry/predicates.h>

#include "navmesh/decompose.h"

namespace clearway {

/// A corner of free space: its vertex, and the ends of the constraints before and after it, with the corner between them on the
/// left. Where these are walls with added vertices on them, the corner is measured by the whole walls: a portal that suits these
/// suits the parts as well, as added vertices never lie on the outer side of their wall. So added vertices may come and go.
struct Corner
{
    std::uint32_t vertex = kNone; ///< kNone: no corner
    std::uint32_t previous = kNone;
    std::uint32_t next = kNone;
    std::uint32_t previous_end = kNone; ///< where the whole wall before the corner starts; `previous` at a portal
    std::uint32_t next_end = kNone;     ///< where the whole wall after the corner ends; `next` at a portal

    bool exists() const { return vertex != kNone; }
};

/// The part of an edge that is seen: parameters along it (0 at its origin) and the nearest point there, by rounded arithmetic.
struct SeenPart
{
    double begin = 0;
    double end = 1;
    double nearest = 0;
    double distance_sq = 0;
};

class ConeSearch
{
public:
    explicit ConeSearch(const LayerPlan& plan) : plan_(&plan) {}

    /// Whether p lies in the closed area of interest of a notch: a portal from the notch towards it leaves two convex corners.
    /// Exact.
    bool isInCone(const Corner& notch, Vec2 p) const
    {
        const Triangulation& t = plan_->triangulation;
        const Vec2 v = t.position(notch.vertex);
        return computeOrientation(t.position(notch.previous_end), v, p) >= 0 &&
               computeOrientation(t.position(notch.next_end), v, p) <= 0;
    }

    /// Goes through everything that `notch` sees in its area of interest. The visitor is told of
    ///   vertex(vertex, distance_sq)      every vertex seen (exactly),
    ///   wall(edge, seen_part)            every obstacle edge of which something is seen; the notch lies on its left,
    ///   and isDone(distance_sq)          says whether what lies farther away than this still matters.
    template <typename Visitor>
    void visit(const Corner& notch, Visitor& visitor);

private:
    /// An unconstrained edge to look through. Limits are vertices, or kNone for the border of the cone.
    struct Window
    {
        double distance_sq;
        Triangulation::Edge edge;
        std::uint32_t right;
        std::uint32_t left;
    };

    static bool isFarther(const Window& a, const Window& b)
    {
        return a.distance_sq != b.distance_sq ? a.distance_sq > b.distance_sq : a.edge > b.edge;
    }
    Vec2 at(std::uint32_t vertex) const { return plan_->triangulation.position(vertex); }
    int sideOfRight(std::uint32_t right, Vec2 p) const
    {
        return right == kNone ? computeOrientation(previous_, v_, p) : computeOrientation(v_, at(right), p);
    }
    int sideOfLeft(std::uint32_t left, Vec2 p) const
    {
        return left == kNone ? computeOrientation(next_, v_, p) : computeOrientation(v_, at(left), p);
    }
    SeenPart computeSeenPart(Triangulation::Edge e, std::uint32_t right, std::uint32_t left) const;

    template <typename Visitor>
    void look(Triangulation::Edge e, std::uint32_t right, std::uint32_t left, Visitor& visitor);
    template <typename Visitor>
    void visitFirstTriangles(const Corner& notch, Visitor& visitor);

    const LayerPlan* plan_;
    Vec2 v_, previous_, next_;
    std::vector<Window> windows_;
};

/// An edge that came into view: a wall, a portal (which hides what is behind it), or a window.
template <typename Visitor>
void ConeSearch::look(Triangulation::Edge e, std::uint32_t right, std::uint32_t left, Visitor& visitor)
{
    const Triangulation& t = plan_->triangulation;
    if (t.isConstrained(e) && plan_->isPortal(e)) return;
    const SeenPart part = computeSeenPart(e, right, left);
    if (t.isConstrained(e))
    {
        visitor.wall(e, part);
        return;
    }
    windows_.push_back({part.distance_sq, e, right, left});
    std::push_heap(windows_.begin(), windows_.end(), isFarther);
}

/// The triangles at the notch itself, counter-clockwise from its next edge.
template <typename Visitor>
void ConeSearch::visitFirstTriangles(const Corner& notch, Visitor& visitor)
{
    const Triangulation& t = plan_->triangulation;
    Triangulation::Edge e = t.findEdge(notch.vertex, notch.next);
    for (; t.target(e) != notch.previous; e = t.turnLeft(e))
    {
        const std::uint32_t x = t.target(e), y = t.apex(e);
        if (sideOfRight(kNone, at(y)) < 0) continue;
        const int x_right = sideOfRight(kNone, at(x));
        if (sideOfLeft(kNone, at(x)) > 0) break;
        const bool x_inside = x_right >= 0 && x != notch.next;
        const bool y_inside = y != notch.previous && sideOfLeft(kNone, at(y)) <= 0;
        if (y_inside) visitor.vertex(y, distanceSq(v_, at(y)));
        // On the border of the cone there is only the vertex to see.
        if (y_inside && sideOfRight(kNone, at(y)) == 0) continue;
        if (x_inside && sideOfLeft(kNone, at(x)) == 0) continue;
        look(Triangulation::next(e), x_inside ? x : kNone, y_inside ? y : kNone, visitor);
    }
}

template <typename Visitor>
void ConeSearch::visit(const Corner& notch, Visitor& visitor)
{
    const Triangulation& t = plan_->triangulation;
    v_ = at(notch.vertex);
    previous_ = at(notch.previous_end);
    next_ = at(notch.next_end);
    windows_.clear();
    visitFirstTriangles(notch, visitor);
    while (!windows_.empty() && !visitor.isDone(windows_.front().distance_sq))
    {
        std::pop_heap(windows_.begin(), windows_.end(), isFarther);
        const Window window = windows_.back();
        windows_.pop_back();
        const Triangulation::Edge f = t.twin(window.edge);
        const std::uint32_t z = t.apex(f);
        const int z_right = sideOfRight(window.right, at(z));
        const int z_left = sideOfLeft(window.left, at(z));
        const bool is_seen = z_right >= 0 && z_left <= 0;
        if (is_seen) visitor.vertex(z, distanceSq(v_, at(z)));
        if (z_right > 0) look(Triangulation::next(f), window.right, is_seen ? z : window.left, visitor);
        if (z_left < 0) look(Triangulation::previous(f), is_seen ? z : window.right, window.left, visitor);
    }
}

} // namespace clearway
