// SPDX-License-Identifier: MIT
#include "tests/oracle/triangulation_oracle.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <clearway/geometry/predicates.h>

namespace clearway::test::oracle {

namespace {

using Pair = std::array<std::uint32_t, 2>;

std::string describe(const char* what, std::uint32_t id) { return std::string(what) + " " + std::to_string(id); }

std::vector<Pair> collectConstraints(const Triangulation& t)
{
    std::set<Pair> found;
    for (std::uint32_t i = 0; i < t.triangleCount(); ++i)
    {
        for (std::uint32_t k = 0; k < 3; ++k)
        {
            const auto e = Triangulation::edge(i, k);
            if (t.isConstrained(e)) found.insert({std::min(t.origin(e), t.target(e)), std::max(t.origin(e), t.target(e))});
        }
    }
    return {found.begin(), found.end()};
}

/// The number of distinct points on the convex hull, those inside hull edges included; Jarvis's march would do, counting is
/// enough: a point is on the hull when some line through it and another point has everything on one side.
std::size_t countHullPoints(const std::vector<Vec2>& points)
{
    std::size_t count = 0;
    for (const Vec2 p : points)
    {
        const bool on_hull = std::any_of(points.begin(), points.end(), [&](Vec2 q) {
            return !(p == q) &&
                   std::all_of(points.begin(), points.end(), [&](Vec2 r) { return computeOrientation(p, q, r) >= 0; });
        });
        if (on_hull) ++count;
    }
    return count;
}

} // namespace

std::size_t countTriangles(const Triangulation& t)
{
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < t.triangleCount(); ++i) count += !t.isGhost(i);
    return count;
}

std::string findStructureProblem(const Triangulation& t)
{
    std::set<std::uint32_t> used;
    std::set<Pair> directed;
    for (std::uint32_t i = 0; i < t.triangleCount(); ++i)
    {
        const auto v = t.vertices(i);
        const bool ghost = v[0] == kNone || v[1] == kNone || v[2] == kNone;
        if (ghost != t.isGhost(i)) return describe("wrong ghost flag at triangle", i);
        if (!ghost && computeOrientation(t.position(v[0]), t.position(v[1]), t.position(v[2])) != 1)
            return describe("not counter-clockwise: triangle", i);
        for (std::uint32_t k = 0; k < 3; ++k)
        {
            const auto e = Triangulation::edge(i, k);
            const auto f = t.twin(e);
            if (t.twin(f) != e || t.origin(f) != t.target(e) || t.target(f) != t.origin(e))
                return describe("broken twin of edge", e);
            if (t.isConstrained(e) != t.isConstrained(f)) return describe("constraint on one side only: edge", e);
            if (!directed.insert({t.origin(e), t.target(e)}).second) return describe("directed edge twice: edge", e);
            if (!ghost) used.insert(v[k]);
        }
    }
    std::vector<Vec2> points;
    for (std::uint32_t v = 0; v < t.vertexCount(); ++v)
    {
        if (t.vertexOf(v) != v) continue;
        points.push_back(t.position(v));
        if (used.count(v) == 0) return describe("not in any triangle: vertex", v);
        if (t.outgoing(v) == kNone || t.origin(t.outgoing(v)) != v) return describe("wrong outgoing edge of vertex", v);
    }
    // Positively oriented triangles, glued along all sides, with Euler's number of triangles for a disc: they cover the hull
    // once.
    if (points.size() > 600) return "";
    const std::size_t hull = countHullPoints(points);
    if (countTriangles(t) != 2 * points.size() - 2 - hull) return "the number of triangles contradicts Euler";
    return "";
}

std::string findLocalDelaunayProblem(const Triangulation& t)
{
    for (std::uint32_t i = 0; i < t.triangleCount(); ++i)
    {
        for (std::uint32_t k = 0; k < 3; ++k)
        {
            const auto e = Triangulation::edge(i, k);
            if (t.isGhost(i) || t.isGhost(Triangulation::triangleOf(t.twin(e))) || t.isConstrained(e)) continue;
            const auto v = t.vertices(i);
            if (computeInCircle(t.position(v[0]), t.position(v[1]), t.position(v[2]), t.position(t.apex(t.twin(e)))) > 0)
                return describe("not Delaunay: edge", e);
        }
    }
    return "";
}

std::string findDelaunayProblem(const Triangulation& t)
{
    const std::vector<Pair> constraints = collectConstraints(t);
    for (std::uint32_t i = 0; i < t.triangleCount(); ++i)
    {
        if (t.isGhost(i)) continue;
        const auto v = t.vertices(i);
        const Vec2 a = t.position(v[0]), b = t.position(v[1]), c = t.position(v[2]);
        for (std::uint32_t w = 0; w < t.vertexCount(); ++w)
        {
            const Vec2 p = t.position(w);
            if (computeInCircle(a, b, c, p) <= 0) continue;
            // Seen from all three corners past every constraint: then it has no business inside the circle.
            const bool hidden = std::any_of(constraints.begin(), constraints.end(), [&](Pair s) {
                const Vec2 q = t.position(s[0]), r = t.position(s[1]);
                const auto blocks = [&](Vec2 corner) { return doSegmentsCross(corner, p, q, r); };
                return blocks(a) || blocks(b) || blocks(c);
            });
            if (!hidden) return describe("a vertex inside the circle of triangle", i);
        }
    }
    return findLocalDelaunayProblem(t);
}

std::string findConstraintProblem(const Triangulation& t, std::span<const Vec2> points, std::span<const Pair> constraints)
{
    const std::vector<Pair> edges = collectConstraints(t);
    for (std::uint32_t i = 0; i < constraints.size(); ++i)
    {
        const Vec2 a = points[constraints[i][0]], b = points[constraints[i][1]];
        // The edges that lie on the constraint must follow one another from its one end to its other.
        std::vector<Vec2> stops;
        for (const Vec2 p : points)
            if (isOnSegment(p, a, b)) stops.push_back(p);
        std::sort(stops.begin(), stops.end(), [](Vec2 p, Vec2 q) { return lexicographicLess(p, q); });
        stops.erase(std::unique(stops.begin(), stops.end()), stops.end());
        for (std::size_t k = 0; k + 1 < stops.size(); ++k)
        {
            const bool present = std::any_of(edges.begin(), edges.end(), [&](Pair e) {
                const Vec2 p = t.position(e[0]), q = t.position(e[1]);
                return (p == stops[k] && q == stops[k + 1]) || (q == stops[k] && p == stops[k + 1]);
            });
            if (!present) return describe("missing constraint", i);
        }
    }
    for (const Pair e : edges)
    {
        const Vec2 p = t.position(e[0]), q = t.position(e[1]);
        const bool wanted = std::any_of(constraints.begin(), constraints.end(), [&](Pair c) {
            return isOnSegment(p, points[c[0]], points[c[1]]) && isOnSegment(q, points[c[0]], points[c[1]]);
        });
        if (!wanted) return "a constrained edge that nobody asked for";
    }
    return "";
}

} // namespace clearway::test::oracle
