// SPDX-License-Identifier: MIT
// Constraints of a triangulation: the triangles that a new one crosses are taken out, both halves of the hole are filled, and
// flips make the filling Delaunay again. Based on: M. V. Anglada. An improved incremental algorithm for constructing restricted
// Delaunay triangulations. 1997 (the hole and its two chains) C. L. Lawson. Software for C1 surface interpolation. 1977 (flips)
// Departure: a chain is filled by cutting ears with a stack, in linear time, and not by searching for the right apex of each
// edge, which is quadratic for long chains. Every corner of a chain sees the constraint, and in such a polygon every convex
// corner is an ear.
#include <algorithm>

#include <clearway/geometry/predicates.h>
#include <clearway/geometry/triangulation.h>

namespace clearway {

Triangulation::Edge Triangulation::findEdge(std::uint32_t from, std::uint32_t to) const
{
    const Edge first_out = outgoing_[from], first_back = outgoing_[to];
    if (first_out == kNone || first_back == kNone) return kNone;
    // Around both ends at once: a hub of very many edges is never gone round for the sake of one of them.
    for (Edge out = first_out, back = first_back;;)
    {
        if (target(out) == to) return out;
        if (target(back) == from) return twin(back);
        out = turnLeft(out);
        back = turnLeft(back);
        if (out == first_out || back == first_back) return kNone;
    }
}

/// The edge opposite `from` through which the segment leaves the first triangle; kNone when the segment starts along an edge (see
/// `trace`).
Triangulation::Edge Triangulation::findFirstCrossed(std::uint32_t from, std::uint32_t to, Trace& trace) const
{
    const Vec2 a = positions_[from], b = positions_[to];
    const Edge first = outgoing_[from];
    Edge e = first;
    int side = target(e) == kNone ? 2 : target(e) == to ? 0 : computeOrientation(a, b, positions_[target(e)]);
    do
    {
        const std::uint32_t x = target(e);
        const Edge left = turnLeft(e);
        const std::uint32_t y = target(left);
        if (x == to || (side == 0 && x != kNone && computeDotSign(a, b, a, positions_[x]) > 0))
        {
            trace = {Trace::Status::edge, x, kNone, e};
            return kNone;
        }
        const int next_side = y == kNone ? 2 : y == to ? 0 : computeOrientation(a, b, positions_[y]);
        if (side == -1 && next_side == 1) return next(e);
        side = next_side;
        e = left;
    } while (e != first);
    trace = {Trace::Status::blocked, kNone, kNone,
             kNone}; // contradicts itself: a segment between two vertices has a first triangle
    return kNone;
}

/// One step of a trace: from a crossed edge x -> y (x on the right) to the next one. kNone at the end or when blocked: then
/// `trace` is complete.
Triangulation::Edge Triangulation::crossOver(Edge crossed, std::uint32_t from, std::uint32_t to, Trace& trace) const
{
    if (isConstrained(crossed))
    {
        trace = {Trace::Status::blocked, kNone, crossed, kNone};
        return kNone;
    }
    const Edge f = twin(crossed);
    const std::uint32_t z = apex(f);
    if (z == to)
    {
        trace = {Trace::Status::free, z, kNone, kNone};
        return kNone;
    }
    const int side = computeOrientation(positions_[from], positions_[to], positions_[z]);
    if (side == 0)
    {
        trace = {Trace::Status::free, z, kNone, kNone};
        return kNone;
    }
    return side > 0 ? next(f) : previous(f);
}

Triangulation::Trace Triangulation::trace(std::uint32_t from, std::uint32_t to) const
{
    Trace result;
    Edge crossed = findFirstCrossed(from, to, result);
    while (crossed != kNone) crossed = crossOver(crossed, from, to, result);
    return result;
}

Triangulation::Trace Triangulation::insertConstraint(std::uint32_t from, std::uint32_t to)
{
    Trace result;
    const Edge first = findFirstCrossed(from, to, result);
    if (first == kNone)
    {
        if (result.status == Trace::Status::edge)
            setConstrained(result.edge);
        else
            is_broken_ = true;
        return result;
    }
    for (Edge crossed = first; crossed != kNone;) crossed = crossOver(crossed, from, to, result);
    if (result.status == Trace::Status::blocked) return result;

    openCavity(from, result.end, first);
    resolveCavitySides();
    suspects_.clear();
    const Edge upper = fillChain(left_chain_);
    const Edge lower = fillChain(right_chain_);
    if (upper == kNone || lower == kNone)
    {
        is_broken_ = true;
        return {};
    }
    link(upper, lower);
    setConstrained(upper);
    for (const CavitySide& side : sides_)
    {
        link(side.filled, side.outer_is_side ? sides_[side.outer].filled : side.outer);
        if (side.constrained) setConstrained(side.filled);
    }
    legalizeAll();
    return result;
}

void Triangulation::releaseConstraint(Edge e)
{
    const Edge f = twin(e);
    triangles_[e >> 2].flags &= ~(1u << (e & 3));
    triangles_[f >> 2].flags &= ~(1u << (f & 3));
    suspects_.assign(1, e);
    legalizeAll();
}

/// Collects the crossed triangles and the two chains of their outer sides: left of the segment from its start to its end, right
/// of it back.
void Triangulation::openCavity(std::uint32_t from, std::uint32_t to, Edge first_crossed)
{
    sides_.clear();
    free_triangles_.clear();
    left_chain_.assign(1, {from, kNone, kNone});
    right_chain_.assign(1, {from, kNone, kNone});
    const auto addSide = [&](std::vector<CavityCorner>& chain, Edge inner, std::uint32_t vertex) {
        chain.push_back({vertex, static_cast<std::uint32_t>(sides_.size()), kNone});
        sides_.push_back({inner, twin(inner), false, isConstrained(inner), kNone});
    };
    const auto take = [&](std::uint32_t triangle) {
        free_triangles_.push_back(triangle);
        triangles_[triangle].flags |= kCavity;
    };
    take(triangleOf(first_crossed));
    addSide(left_chain_, next(first_crossed), target(first_crossed));
    addSide(right_chain_, previous(first_crossed), origin(first_crossed));
    const Vec2 a = positions_[from], b = positions_[to];
    for (Edge crossed = first_crossed;;)
    {
        const Edge f = twin(crossed);
        const std::uint32_t z = apex(f);
        take(triangleOf(f));
        const int side = z == to ? 0 : computeOrientation(a, b, positions_[z]);
        if (side >= 0) addSide(left_chain_, previous(f), z);
        if (side <= 0) addSide(right_chain_, next(f), z);
        if (side == 0) break;
        crossed = side > 0 ? next(f) : previous(f);
    }
    // The right chain was collected from the start; turn it round, so that each corner holds the side that leads to it.
    std::reverse(right_chain_.begin(), right_chain_.end());
    for (std::size_t i = right_chain_.size() - 1; i > 0; --i) right_chain_[i].side = right_chain_[i - 1].side;
    right_chain_[0].side = kNone;
}

/// Two crossed triangles may meet along a side that is not crossed: there the cavity borders on itself.
void Triangulation::resolveCavitySides()
{
    for (std::uint32_t i = 0; i < sides_.size(); ++i) triangles_[sides_[i].inner >> 2].twins[sides_[i].inner & 3] = i;
    for (CavitySide& side : sides_)
    {
        if ((triangles_[triangleOf(side.outer)].flags & kCavity) == 0) continue;
        side.outer = triangles_[side.outer >> 2].twins[side.outer & 3];
        side.outer_is_side = true;
    }
}

/// Fills the polygon between a chain and the segment from its first to its last corner, on the left of that segment. Returns that
/// segment's edge; kNone when an ear is missing, which the exactness of decisions rules out.
Triangulation::Edge Triangulation::fillChain(std::span<const CavityCorner> chain)
{
    stack_.clear();
    const auto attach = [&](Edge e, const CavityCorner& corner) {
        if (corner.side != kNone)
            sides_[corner.side].filled = e;
        else
            link(e, corner.edge);
    };
    for (CavityCorner corner : chain)
    {
        while (stack_.size() >= 2)
        {
            const CavityCorner top = stack_.back();
            const CavityCorner below = stack_[stack_.size() - 2];
            if (computeOrientation(positions_[below.vertex], positions_[corner.vertex], positions_[top.vertex]) <= 0) break;
            const std::uint32_t t = free_triangles_.back();
            free_triangles_.pop_back();
            setTriangle(t, below.vertex, corner.vertex, top.vertex);
            attach(edge(t, 1), corner);
            attach(edge(t, 2), top);
            corner = {corner.vertex, kNone, edge(t, 0)};
            suspects_.push_back(edge(t, 0));
            stack_.pop_back();
        }
        stack_.push_back(corner);
    }
    return stack_.size() == 2 ? stack_.back().edge : kNone;
}

void Triangulation::legalizeAll()
{
    while (!suspects_.empty())
    {
        const Edge e = suspects_.back();
        suspects_.pop_back();
        if (!shouldFlip(e)) continue;
        const std::uint32_t a = triangleOf(e), b = triangleOf(twin(e));
        flip(e);
        for (const Edge suspect : {edge(a, 0), edge(a, 2), edge(b, 0), edge(b, 1)}) suspects_.push_back(suspect);
    }
}

} // namespace clearway
