// SPDX-License-Identifier: MIT
// Based on:
// C. L. Lawson. Software for C1 surface interpolation. 1977 (flips)
// N. Amenta, S. Choi, G. Rote. Incremental constructions con BRIO. 2003 (order of insertion)
// Departures: the rounds of the order come from a hash of the coordinates instead of a random generator, so equal points stay in
// the order of their indices and the result depends on the input alone; ghost triangles around the hull instead of a huge first
// triangle, so that no coordinate has to be invented.
#include <algorithm>
#include <bit>
#include <string>

#include <clearway/geometry/box.h>
#include <clearway/geometry/predicates.h>
#include <clearway/geometry/triangulation.h>

#include "base/errors.h"
#include "geometry/space_order.h"

namespace clearway {

namespace {

/// The round in which a point is inserted: half of all points in the last one, a quarter in the one before, …
std::uint32_t computeRound(Vec2 p, std::uint32_t last_round)
{
    std::uint64_t hash = std::bit_cast<std::uint64_t>(p.x + 0.0) * 0x9e3779b97f4a7c15u;
    hash ^= std::bit_cast<std::uint64_t>(p.y + 0.0) + (hash >> 29);
    hash *= 0xbf58476d1ce4e5b9u;
    hash ^= hash >> 32;
    hash *= 0x94d049bb133111ebu;
    const auto zeros = static_cast<std::uint32_t>(std::countl_zero(hash));
    return last_round - std::min(zeros, last_round);
}

std::vector<std::uint32_t> computeInsertionOrder(std::span<const Vec2> points)
{
    const HilbertCurve curve(computeBounds(points));
    const auto last_round = static_cast<std::uint32_t>(std::bit_width(points.size() / 64));
    std::vector<std::uint64_t> keys(points.size());
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        const std::uint64_t round = computeRound(points[i], last_round);
        keys[i] = (round << 58) | (std::uint64_t{curve.computeIndex(points[i])} << 32) | i;
    }
    return sortByKeys(keys);
}

} // namespace

Result<Triangulation> buildTriangulation(std::span<const Vec2> points, std::span<const std::array<std::uint32_t, 2>> constraints,
                                         const Execution& execution)
{
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        if (isFinite(points[i])) continue;
        return makeError(ErrorCode::invalid_geometry, "A point to be triangulated has a coordinate that is not a number.",
                         atIndex(i));
    }
    if (points.size() >= (std::size_t{1} << 28))
        return makeError(ErrorCode::out_of_range, "Too many points for one triangulation.");

    Triangulation triangulation;
    triangulation.positions_.assign(points.begin(), points.end());
    triangulation.outgoing_.assign(points.size(), kNone);
    triangulation.vertex_of_point_.resize(points.size());
    for (std::uint32_t i = 0; i < points.size(); ++i) triangulation.vertex_of_point_[i] = i;
    triangulation.triangles_.reserve(2 * points.size() + 8);

    std::vector<std::uint32_t> order = computeInsertionOrder(points);
    const bool has_triangles = triangulation.startFrom(order);
    if (!has_triangles)
    {
        if (constraints.empty()) return triangulation;
        return makeError(ErrorCode::invalid_geometry, "All points to be triangulated lie on one line.");
    }
    if (auto done = triangulation.insertPoints(order, execution); !done) return done.error();
    triangulation.gatherTriangles();

    for (std::size_t i = 0; i < constraints.size(); ++i)
    {
        if (i % 4096 == 4095 && !report(execution.progress, "constraints", double(i) / double(constraints.size())))
            return makeError(ErrorCode::cancelled, "Cancelled while inserting constraints.");
        std::uint32_t from = triangulation.vertexOf(constraints[i][0]);
        const std::uint32_t to = triangulation.vertexOf(constraints[i][1]);
        while (from != to)
        {
            const Triangulation::Trace trace = triangulation.insertConstraint(from, to);
            if (triangulation.isBroken())
                return makeInternalError("a constraint of a triangulation could not be inserted",
                                         "constraint " + std::to_string(i) + " of " + std::to_string(points.size()) + " points");
            if (trace.status == Triangulation::Trace::Status::blocked)
            {
                Error error = makeError(ErrorCode::invalid_geometry, "Two constraints of a triangulation cross.",
                                        atPoint(triangulation.position(triangulation.origin(trace.blocker))));
                error.place.ring = static_cast<std::int64_t>(i);
                return error;
            }
            from = trace.end;
        }
    }
    triangulation.renumberTriangles();
    return triangulation;
}

/// Makes the first triangle from the first points that do not lie on one line, and moves them to the front of the order.
bool Triangulation::startFrom(std::vector<std::uint32_t>& order)
{
    if (order.empty()) return false;
    const Vec2 a = positions_[order[0]];
    std::size_t second = 1;
    while (second < order.size() && positions_[order[second]] == a) ++second;
    if (second == order.size()) return false;
    const Vec2 b = positions_[order[second]];
    std::size_t third = second + 1;
    while (third < order.size() && computeOrientation(a, b, positions_[order[third]]) == 0) ++third;
    if (third == order.size()) return false;

    std::rotate(order.begin() + 1, order.begin() + static_cast<std::ptrdiff_t>(second),
                order.begin() + static_cast<std::ptrdiff_t>(second) + 1);
    std::rotate(order.begin() + 2, order.begin() + static_cast<std::ptrdiff_t>(third),
                order.begin() + static_cast<std::ptrdiff_t>(third) + 1);
    std::uint32_t v0 = order[0], v1 = order[1];
    const std::uint32_t v2 = order[2];
    if (computeOrientation(positions_[v0], positions_[v1], positions_[v2]) < 0) std::swap(v0, v1);

    triangles_.resize(4);
    for (Triangle& triangle : triangles_) triangle = {{}, 0, {kNone, kNone, kNone}, 0};
    setTriangle(0, v0, v1, v2);
    setTriangle(1, v1, v0, kNone);
    setTriangle(2, v2, v1, kNone);
    setTriangle(3, v0, v2, kNone);
    link(edge(0, 0), edge(1, 0));
    link(edge(0, 1), edge(2, 0));
    link(edge(0, 2), edge(3, 0));
    link(edge(1, 1), edge(3, 2));
    link(edge(1, 2), edge(2, 1));
    link(edge(2, 2), edge(3, 1));
    last_ = 0;
    return true;
}

Result<void> Triangulation::insertPoints(std::span<const std::uint32_t> order, const Execution& execution)
{
    for (std::size_t i = 3; i < order.size(); ++i)
    {
        if (i % 4096 == 0 && !report(execution.progress, "triangulation", double(i) / double(order.size())))
            return makeError(ErrorCode::cancelled, "Cancelled while triangulating.");
        insertVertex(order[i]);
    }
    return {};
}

// Points of outlines come in an order that goes from neighbour to neighbour; triangles made in the order of insertion lie all
// over the memory, which costs a large triangulation more than half of its speed. So they are put in the order of their vertices:
// once roughly before constraints go in, which takes no walk through memory, and once exactly after.

/// Numbers triangles by their lowest vertices.
void Triangulation::gatherTriangles()
{
    std::vector<std::uint32_t> first(positions_.size() + 1, 0);
    // A ghost's missing vertex is the highest number there is.
    const auto lowest = [](const Triangle& t) { return std::min({t.vertices[0], t.vertices[1], t.vertices[2]}); };
    for (const Triangle& triangle : triangles_) ++first[lowest(triangle) + 1];
    for (std::size_t v = 1; v < first.size(); ++v) first[v] += first[v - 1];
    std::vector<std::uint32_t> new_index(triangles_.size());
    for (std::size_t t = 0; t < triangles_.size(); ++t) new_index[t] = first[lowest(triangles_[t])]++;
    applyNumbers(new_index);
}

/// Numbers triangles in the order of their vertices and around each of them, so that nothing is left of the order of insertion.
void Triangulation::renumberTriangles()
{
    std::vector<std::uint32_t> new_index(triangles_.size(), kNone);
    std::uint32_t count = 0;
    for (const Edge first : outgoing_)
    {
        if (first == kNone) continue;
        Edge e = first;
        do
        {
            if (new_index[triangleOf(e)] == kNone) new_index[triangleOf(e)] = count++;
            e = turnLeft(e);
        } while (e != first);
    }
    applyNumbers(new_index);
}

void Triangulation::applyNumbers(std::span<const std::uint32_t> new_index)
{
    std::vector<Triangle> sorted;
    sorted.reserve(triangles_.capacity());
    sorted.resize(triangles_.size());
    for (std::uint32_t t = 0; t < triangles_.size(); ++t)
    {
        Triangle& triangle = sorted[new_index[t]];
        triangle = triangles_[t];
        for (Edge& twin : triangle.twins) twin = edge(new_index[triangleOf(twin)], twin & 3);
    }
    triangles_ = std::move(sorted);
    for (Edge& e : outgoing_)
    {
        if (e != kNone) e = edge(new_index[triangleOf(e)], e & 3);
    }
    last_ = 0;
}

/// The triangle, as its edge 0, in which p lies (or on whose border); a ghost when p lies outside the hull.
Triangulation::Edge Triangulation::locate(Vec2 p, Edge start) const
{
    std::uint32_t t = triangleOf(start);
    if (isGhost(t))
    {
        const auto& v = triangles_[t].vertices;
        const std::uint32_t real_side = v[0] == kNone ? 1 : v[1] == kNone ? 2 : 0;
        t = triangleOf(triangles_[t].twins[real_side]);
    }
    // In a Delaunay triangulation, going through any side that has p behind it always arrives.
    std::uint32_t entered = 3;
    while (true)
    {
        const Triangle& triangle = triangles_[t];
        std::uint32_t side = 3;
        for (std::uint32_t i = 0; i < 3 && side == 3; ++i)
        {
            if (i == entered) continue;
            if (computeOrientation(positions_[triangle.vertices[i]], positions_[triangle.vertices[i == 2 ? 0 : i + 1]], p) < 0)
                side = i;
        }
        if (side == 3) return edge(t, 0);
        const Edge behind = triangle.twins[side];
        t = triangleOf(behind);
        entered = behind & 3;
        if (isGhost(t)) return edge(t, 0);
    }
}

/// False when another vertex is already there.
bool Triangulation::insertVertex(std::uint32_t vertex)
{
    const Vec2 p = positions_[vertex];
    const Edge place = locate(p, last_);
    const std::uint32_t t = triangleOf(place);
    suspects_.clear();
    Edge on = kNone;
    if (!isGhost(t))
    {
        for (std::uint32_t i = 0; i < 3; ++i)
        {
            const Edge e = edge(t, i);
            if (positions_[origin(e)] == p)
            {
                vertex_of_point_[vertex] = origin(e);
                return false;
            }
            if (computeOrientation(positions_[origin(e)], positions_[target(e)], p) == 0) on = e;
        }
    }
    if (on == kNone)
        splitTriangle(t, vertex);
    else
        splitSide(on, vertex);
    legalizeAround();
    last_ = outgoing_[vertex];
    return true;
}

void Triangulation::setTriangle(std::uint32_t triangle, std::uint32_t a, std::uint32_t b, std::uint32_t c)
{
    Triangle& t = triangles_[triangle];
    t.vertices = {a, b, c};
    t.flags = a == kNone || b == kNone || c == kNone ? kGhost : 0;
    for (std::uint32_t i = 0; i < 3; ++i)
    {
        if (t.vertices[i] != kNone) outgoing_[t.vertices[i]] = edge(triangle, i);
    }
}

void Triangulation::setConstrained(Edge e)
{
    const Edge f = twin(e);
    triangles_[e >> 2].flags |= 1u << (e & 3);
    triangles_[f >> 2].flags |= 1u << (f & 3);
}

void Triangulation::splitTriangle(std::uint32_t triangle, std::uint32_t vertex)
{
    const Triangle old = triangles_[triangle];
    const auto second = static_cast<std::uint32_t>(triangles_.size());
    const std::array<std::uint32_t, 3> parts = {triangle, second, second + 1};
    triangles_.resize(triangles_.size() + 2, Triangle{{}, 0, {}, old.tag});
    for (std::uint32_t i = 0; i < 3; ++i)
    {
        setTriangle(parts[i], old.vertices[i], old.vertices[i == 2 ? 0 : i + 1], vertex);
        triangles_[parts[i]].flags |= (old.flags >> i) & 1;
        link(edge(parts[i], 0), old.twins[i]);
        suspects_.push_back(edge(parts[i], 0));
    }
    link(edge(parts[0], 1), edge(parts[1], 2));
    link(edge(parts[1], 1), edge(parts[2], 2));
    link(edge(parts[2], 1), edge(parts[0], 2));
}

/// Puts a vertex between the ends of edge u -> w: the two triangles (u, w, c) and (w, u, d) become four.
void Triangulation::splitSide(Edge e, std::uint32_t vertex)
{
    const Edge f = twin(e);
    const std::uint32_t u = origin(e), w = origin(f), c = apex(e), d = apex(f);
    const bool constrained = isConstrained(e);
    const Edge wc = twin(next(e)), cu = twin(previous(e)), ud = twin(next(f)), dw = twin(previous(f));
    const bool wc_constrained = isConstrained(next(e)), cu_constrained = isConstrained(previous(e));
    const bool ud_constrained = isConstrained(next(f)), dw_constrained = isConstrained(previous(f));
    const std::uint32_t left = triangleOf(e), right = triangleOf(f);
    const auto left2 = static_cast<std::uint32_t>(triangles_.size());
    const std::uint32_t right2 = left2 + 1;
    triangles_.push_back(Triangle{{}, 0, {}, triangles_[left].tag});
    triangles_.push_back(Triangle{{}, 0, {}, triangles_[right].tag});

    setTriangle(left, u, vertex, c);
    setTriangle(left2, vertex, w, c);
    setTriangle(right, w, vertex, d);
    setTriangle(right2, vertex, u, d);
    triangles_[left].flags |= std::uint32_t{constrained} | std::uint32_t{cu_constrained} << 2;
    triangles_[left2].flags |= std::uint32_t{constrained} | std::uint32_t{wc_constrained} << 1;
    triangles_[right].flags |= std::uint32_t{constrained} | std::uint32_t{dw_constrained} << 2;
    triangles_[right2].flags |= std::uint32_t{constrained} | std::uint32_t{ud_constrained} << 1;
    link(edge(left, 0), edge(right2, 0));
    link(edge(left2, 0), edge(right, 0));
    link(edge(left, 1), edge(left2, 2));
    link(edge(right, 1), edge(right2, 2));
    link(edge(left, 2), cu);
    link(edge(left2, 1), wc);
    link(edge(right, 2), dw);
    link(edge(right2, 1), ud);
    for (const Edge suspect : {edge(left, 2), edge(left2, 1), edge(right, 2), edge(right2, 1)}) suspects_.push_back(suspect);
}

/// Whether the triangles at an edge are not Delaunay. A ghost's circle is the half-plane outside its hull edge.
bool Triangulation::shouldFlip(Edge e) const
{
    if (isConstrained(e)) return false;
    const Edge f = twin(e);
    const std::uint32_t u = origin(e), w = origin(f), p = apex(e), q = apex(f);
    if (p == kNone || q == kNone) return false;
    if (u == kNone) return computeOrientation(positions_[p], positions_[w], positions_[q]) < 0;
    if (w == kNone) return computeOrientation(positions_[q], positions_[u], positions_[p]) < 0;
    return computeInCircle(positions_[u], positions_[w], positions_[p], positions_[q]) > 0;
}

/// Turns the edge u -> w between apexes p and q into p -> q. The triangle of e becomes (u, q, p), the other one (q, w, p).
void Triangulation::flip(Edge e)
{
    const Edge f = twin(e);
    const std::uint32_t u = origin(e), w = origin(f), p = apex(e), q = apex(f);
    const Edge wp = twin(next(e)), pu = twin(previous(e)), uq = twin(next(f)), qw = twin(previous(f));
    const std::uint32_t wp_bit = isConstrained(next(e)), pu_bit = isConstrained(previous(e));
    const std::uint32_t uq_bit = isConstrained(next(f)), qw_bit = isConstrained(previous(f));
    const std::uint32_t a = triangleOf(e), b = triangleOf(f);
    setTriangle(a, u, q, p);
    setTriangle(b, q, w, p);
    triangles_[a].flags |= uq_bit | pu_bit << 2;
    triangles_[b].flags |= qw_bit | wp_bit << 1;
    link(edge(a, 0), uq);
    link(edge(a, 1), edge(b, 2));
    link(edge(a, 2), pu);
    link(edge(b, 0), qw);
    link(edge(b, 1), wp);
}

/// Flips what a new vertex made wrong: every suspect has it as its apex, and so have the edges that a flip brings in.
void Triangulation::legalizeAround()
{
    while (!suspects_.empty())
    {
        const Edge e = suspects_.back();
        suspects_.pop_back();
        if (!shouldFlip(e)) continue;
        const std::uint32_t a = triangleOf(e), b = triangleOf(twin(e));
        flip(e);
        suspects_.push_back(edge(a, 0));
        suspects_.push_back(edge(b, 0));
    }
}

bool Triangulation::canSplit(Edge e, Vec2 point) const
{
    const Edge f = twin(e);
    const std::uint32_t u = origin(e), w = origin(f);
    for (const std::uint32_t corner : {apex(e), apex(f)})
    {
        if (corner == kNone) continue;
        const int side = corner == apex(e) ? 1 : -1;
        if (computeOrientation(positions_[u], point, positions_[corner]) != side) return false;
        if (computeOrientation(point, positions_[w], positions_[corner]) != side) return false;
    }
    return true;
}

std::uint32_t Triangulation::splitEdge(Edge e, Vec2 point)
{
    CLEARWAY_DEBUG_ASSERT(canSplit(e, point), "the point does not fit into the edge");
    const std::uint32_t vertex = vertexCount();
    positions_.push_back(point);
    outgoing_.push_back(kNone);
    vertex_of_point_.push_back(vertex);
    suspects_.clear();
    splitSide(e, vertex);
    legalizeAround();
    return vertex;
}

} // namespace clearway
