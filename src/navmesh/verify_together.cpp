// SPDX-License-Identifier: MIT
// Cells against each other. Two simple cells have area in common exactly when a side of one is somewhere inside the other, or two
// sides run the same way along each other. A side is inside if it starts there, crosses the border, or leaves the border inward.
#include <algorithm>

#include <clearway/geometry/polygon.h>
#include <clearway/geometry/predicates.h>

#include "geometry/bin_grid.h"
#include "navmesh/errors.h"
#include "navmesh/verify_parts.h"

namespace clearway {

namespace {

std::vector<Vec2> ringOf(const NavMesh& mesh, CellId c)
{
    std::vector<Vec2> ring;
    for (std::uint32_t i = 0; i < mesh.cells()[c].side_count; ++i) ring.push_back(mesh.corner(c, i));
    return ring;
}

Segment sideOf(const std::vector<Vec2>& ring, std::size_t i) { return {ring[i], ring[(i + 1) % ring.size()]}; }

/// Whether two sides lie on one line, point the same way and have more than a point in common.
bool runTogether(const Segment& s, const Segment& t)
{
    if (computeOrientation(s.a, s.b, t.a) != 0 || computeOrientation(s.a, s.b, t.b) != 0) return false;
    if (computeDotSign(s.a, s.b, t.a, t.b) <= 0) return false;
    return computeDotSign(s.a, s.b, s.a, t.b) > 0 && computeDotSign(s.a, s.b, t.a, s.b) > 0;
}

/// Whether the way from x, on side j of the ring, toward q leads into the ring at once.
bool leadsInside(const std::vector<Vec2>& ring, std::size_t j, Vec2 x, Vec2 q)
{
    const Segment t = sideOf(ring, j);
    if (x == t.b) return false; // asked for the next side
    const bool is_left = computeOrientation(t.a, t.b, q) > 0;
    if (x != t.a) return is_left;
    const Vec2 before = ring[(j + ring.size() - 1) % ring.size()];
    const bool is_left_of_last = computeOrientation(before, t.a, q) > 0;
    const int turn = computeOrientation(before, t.a, t.b);
    return turn > 0 ? is_left && is_left_of_last : turn < 0 ? is_left || is_left_of_last : is_left;
}

/// Whether a side of `first` comes into `second`, and where.
bool findEntry(const std::vector<Vec2>& first, const std::vector<Vec2>& second, Vec2& where)
{
    const Box2 box = computeBounds(second);
    for (std::size_t i = 0; i < first.size(); ++i)
    {
        const Segment s = sideOf(first, i);
        if (!computeBounds(s).overlaps(box)) continue;
        if (classifyPoint(second, s.a) == Side::inside) return where = s.a, true;
        for (std::size_t j = 0; j < second.size(); ++j)
        {
            const Segment t = sideOf(second, j);
            if (doSegmentsCross(s.a, s.b, t.a, t.b)) return where = interpolate(s.a, s.b, 0.5), true;
            if (runTogether(s, t)) return where = s.a, true;
            // Where the side touches the border it may go on inside.
            for (const Vec2 x : {s.a, t.a})
                if (x != s.b && isOnSegment(x, s.a, s.b) && isOnSegment(x, t.a, t.b) && leadsInside(second, j, x, s.b))
                    return where = x, true;
        }
    }
    return false;
}

} // namespace

void verifyTogether(const NavMesh& mesh, ProblemList& problems)
{
    std::vector<std::vector<Vec2>> rings;
    std::vector<Box2> boxes;
    for (CellId c = 0; c < mesh.cells().size(); ++c)
    {
        rings.push_back(ringOf(mesh, c));
        boxes.push_back(computeBounds(rings.back()));
    }
    const BinGrid grid = buildBinGrid(boxes);
    std::vector<CellId> near;
    for (CellId c = 0; c < mesh.cells().size() && !problems.isFull(); ++c)
    {
        near.clear();
        grid.forEachIn(boxes[c], [&](std::uint32_t other) {
            if (other != c && boxes[other].overlaps(boxes[c]) && mesh.cells()[other].layer == mesh.cells()[c].layer)
                near.push_back(other);
        });
        std::sort(near.begin(), near.end());
        near.erase(std::unique(near.begin(), near.end()), near.end());
        for (const CellId other : near)
        {
            Vec2 where;
            if (c < other && (findEntry(rings[c], rings[other], where) || findEntry(rings[other], rings[c], where)))
                problems.add(MeshProblem::Kind::overlap, c, where,
                             "Cells " + std::to_string(c) + " and " + std::to_string(other) + " overlap near " + toString(where) +
                                 ".");
            for (std::size_t i = 0; i < rings[c].size(); ++i)
            {
                const Segment s = sideOf(rings[c], i);
                if (!computeBounds(s).overlaps(boxes[other])) continue;
                for (const Vec2 v : rings[other])
                {
                    if (v == s.a || v == s.b || !isOnSegment(v, s.a, s.b)) continue;
                    problems.add(MeshProblem::Kind::t_joint, c, v,
                                 "A vertex of cell " + std::to_string(other) + " lies at " + toString(v) +
                                     " inside a side of cell " + std::to_string(c) + ".");
                }
            }
        }
    }
}

} // namespace clearway
