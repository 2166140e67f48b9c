// SPDX-License-Identifier: MIT
#include "tests/oracle/navmesh_oracle.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <clearway/geometry/predicates.h>

#include "tests/oracle/rational.h"

namespace clearway::oracle {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A direction in which an obstacle leaves a point, and on which side of it free space is.
struct Branch
{
    Vec2 toward;
    bool is_free_ccw;
};

std::vector<Branch> findBranches(const NavMesh& mesh, Vec2 v)
{
    std::vector<Branch> branches;
    for (const NavMesh::Obstacle& obstacle : mesh.obstacles())
    {
        const auto [a, b] = obstacle.segment;
        if (!isOnSegment(v, a, b)) continue;
        if (v != b) branches.push_back({b, true});  // free space on the left of the way to b
        if (v != a) branches.push_back({a, false}); // and so on the right of the way to a
    }
    return branches;
}

/// Whether u comes before w when turning counter-clockwise from the direction p-q, seen from v; both strictly on its left.
bool isFirst(Vec2 v, Vec2 u, Vec2 w) { return computeOrientation(v, u, w) > 0; }

/// Whether the half-plane on the right of the line p-q is free close to v, all of it. Mirrored: the left.
bool isHalfFree(const std::vector<Branch>& branches, Vec2 p, Vec2 q, Vec2 v, int half)
{
    for (const Branch& branch : branches)
        if (computeOrientation(p, q, branch.toward) == half) return false;
    const Branch* nearest = nullptr;
    for (const Branch& branch : branches)
    {
        if (computeOrientation(p, q, branch.toward) == 0)
        {
            // Turning ccw from straight back leads to the right half; from straight ahead, to the left one.
            const bool is_ahead = computeDotSign(v, branch.toward, p, q) > 0;
            const bool half_is_ccw = (half < 0) != is_ahead;
            return branch.is_free_ccw == half_is_ccw;
        }
        const bool is_nearer =
            !nearest || (half < 0 ? isFirst(v, branch.toward, nearest->toward) : isFirst(v, nearest->toward, branch.toward));
        if (is_nearer) nearest = &branch;
    }
    // All branches are in the other half: the one next to the direction ahead has this half on its far side.
    return nearest && nearest->is_free_ccw == (half > 0);
}

/// Whether the line p-q may go on through v.
bool isPassable(const std::vector<Branch>& branches, Vec2 p, Vec2 q, Vec2 v)
{
    return isHalfFree(branches, p, q, v, -1) || isHalfFree(branches, p, q, v, 1);
}

/// Whether the direction from v to q points into free space or along a wall.
bool isStartFree(const std::vector<Branch>& branches, Vec2 v, Vec2 q)
{
    // The branch met first when turning clockwise from the direction to q.
    const Branch* nearest = nullptr;
    const auto half = [&](Vec2 w) { return computeOrientation(v, q, w) < 0 ? 0 : 1; }; // right half comes first
    for (const Branch& branch : branches)
    {
        if (computeOrientation(v, q, branch.toward) == 0 && computeDotSign(v, q, v, branch.toward) > 0) return true;
        if (!nearest || half(branch.toward) < half(nearest->toward) ||
            (half(branch.toward) == half(nearest->toward) && computeOrientation(v, nearest->toward, branch.toward) > 0))
            nearest = &branch;
    }
    return !nearest || nearest->is_free_ccw;
}

int countSectors(const std::vector<Branch>& branches)
{
    return static_cast<int>(std::count_if(branches.begin(), branches.end(), [](const Branch& b) { return b.is_free_ccw; }));
}

double lengthAlong(Vec2 p, Vec2 q, Vec2 v)
{
    const Vec2 d = q - p;
    return dot(v - p, d) / dot(d, d);
}

} // namespace

bool doesCellContain(const NavMesh& mesh, CellId cell, Vec2 p)
{
    // Winding number, border first.
    int winding = 0;
    const NavMesh::Cell& c = mesh.cells()[cell];
    for (SideId s = c.first_side; s < c.first_side + c.side_count; ++s)
    {
        const Segment side = mesh.segment(s);
        if (isOnSegment(p, side.a, side.b)) return true;
        const int turn = computeOrientation(side.a, side.b, p);
        if (side.a.y <= p.y && side.b.y > p.y && turn > 0) ++winding;
        if (side.a.y > p.y && side.b.y <= p.y && turn < 0) --winding;
    }
    return winding != 0;
}

CellId findCell(const NavMesh& mesh, Vec2 p)
{
    for (CellId c = 0; c < mesh.cells().size(); ++c)
        if (doesCellContain(mesh, c, p)) return c;
    return kNone;
}

double computeDistance(Vec2 p, const Segment& segment)
{
    using Real = long double;
    const Real dx = Real{segment.b.x} - segment.a.x, dy = Real{segment.b.y} - segment.a.y;
    const Real px = Real{p.x} - segment.a.x, py = Real{p.y} - segment.a.y;
    const Real t = std::clamp((px * dx + py * dy) / (dx * dx + dy * dy), Real{0}, Real{1});
    return static_cast<double>(std::sqrt((px - t * dx) * (px - t * dx) + (py - t * dy) * (py - t * dy)));
}

double computeDistance(const Segment& first, const Segment& second)
{
    if (doSegmentsTouch(first.a, first.b, second.a, second.b)) return 0;
    if (first.a == first.b) return computeDistance(first.a, second);
    if (second.a == second.b) return computeDistance(second.a, first);
    return std::min({computeDistance(first.a, second), computeDistance(first.b, second), computeDistance(second.a, first),
                     computeDistance(second.b, first)});
}

double computeCellDistance(const NavMesh& mesh, CellId cell, Vec2 p)
{
    if (doesCellContain(mesh, cell, p)) return 0;
    double best = kInfinity;
    const NavMesh::Cell& c = mesh.cells()[cell];
    for (SideId s = c.first_side; s < c.first_side + c.side_count; ++s)
        best = std::min(best, computeDistance(p, mesh.segment(s)));
    return best;
}

double computeMeshDistance(const NavMesh& mesh, Vec2 p)
{
    double best = kInfinity;
    for (CellId c = 0; c < mesh.cells().size(); ++c) best = std::min(best, computeCellDistance(mesh, c, p));
    return best;
}

std::vector<CellId> findCellsInCircle(const NavMesh& mesh, Vec2 center, double radius)
{
    std::vector<CellId> cells;
    for (CellId c = 0; c < mesh.cells().size(); ++c)
        if (computeCellDistance(mesh, c, center) <= radius) cells.push_back(c);
    return cells;
}

double computeWallDistance(const NavMesh& mesh, Vec2 p)
{
    double best = kInfinity;
    for (const NavMesh::Obstacle& obstacle : mesh.obstacles()) best = std::min(best, computeDistance(p, obstacle.segment));
    return best;
}

Ray castRay(const NavMesh& mesh, Vec2 from, Vec2 to)
{
    Ray ray;
    if (from == to) return ray;
    const auto stop = [&](double t) {
        ray.t = std::min(ray.t, std::clamp(t, 0.0, 1.0));
        ray.is_stopped = true;
    };
    const std::vector<Branch> start = findBranches(mesh, from);
    ray.is_ambiguous = countSectors(start) > 1;
    if (!isStartFree(start, from, to)) stop(0);
    for (const NavMesh::Obstacle& obstacle : mesh.obstacles())
    {
        const auto [a, b] = obstacle.segment;
        const bool is_crossed = computeOrientation(from, to, a) * computeOrientation(from, to, b) < 0;
        if (is_crossed && computeOrientation(a, b, from) > 0 && computeOrientation(a, b, to) < 0)
            stop(test::lineIntersectionOracle(from, to, obstacle.segment));
        for (Vec2 v : {a, b})
        {
            if (v == from || v == to || !isOnSegment(v, from, to)) continue;
            if (!isPassable(findBranches(mesh, v), from, to, v)) stop(lengthAlong(from, to, v));
        }
    }
    return ray;
}

std::vector<ObstacleId> findObstacles(const NavMesh& mesh, CellId cell, const Segment& axis, double radius)
{
    std::vector<bool> is_reached(mesh.cells().size(), false);
    is_reached[cell] = true;
    for (bool has_changed = true; has_changed;)
    {
        has_changed = false;
        for (const NavMesh::Portal& portal : mesh.portals())
        {
            if (is_reached[portal.left] == is_reached[portal.right] || computeDistance(mesh.segment(portal), axis) > radius)
                continue;
            is_reached[portal.left] = is_reached[portal.right] = has_changed = true;
        }
    }
    std::vector<ObstacleId> obstacles;
    for (CellId c = 0; c < mesh.cells().size(); ++c)
        for (const NavMesh::Side& side : mesh.sides(c))
            if (is_reached[c] && side.obstacle != kNone &&
                computeDistance(mesh.obstacles()[side.obstacle].segment, axis) <= radius)
                obstacles.push_back(side.obstacle);
    std::sort(obstacles.begin(), obstacles.end());
    obstacles.erase(std::unique(obstacles.begin(), obstacles.end()), obstacles.end());
    return obstacles;
}

double castDisc(const NavMesh& mesh, const std::vector<ObstacleId>& obstacles, Vec2 from, Vec2 to, double radius)
{
    double first = 1;
    for (const ObstacleId id : obstacles)
    {
        const Segment& segment = mesh.obstacles()[id].segment;
        const auto gap = [&](double t) { return computeDistance(interpolate(from, to, t), segment); };
        // The distance is a convex function of t: its lowest point by thirds, then the first time within the radius by halves.
        double low = 0, high = 1;
        for (int i = 0; i < 200; ++i)
        {
            const double a = low + (high - low) / 3, b = high - (high - low) / 3;
            (gap(a) <= gap(b) ? high : low) = gap(a) <= gap(b) ? b : a;
        }
        const double lowest = low;
        if (gap(lowest) >= radius - 1e-9 || gap(lowest) >= gap(0) - 1e-12) continue; // touches at most, or only moves away
        low = 0;
        high = lowest;
        for (int i = 0; i < 100 && gap(0) > radius; ++i) (gap((low + high) / 2) > radius ? low : high) = (low + high) / 2;
        first = std::min(first, low);
    }
    return first;
}

std::vector<CellId> findComponents(const NavMesh& mesh)
{
    std::vector<CellId> lowest(mesh.cells().size());
    for (CellId c = 0; c < lowest.size(); ++c) lowest[c] = c;
    for (bool has_changed = true; has_changed;)
    {
        has_changed = false;
        for (const NavMesh::Portal& portal : mesh.portals())
        {
            const CellId low = std::min(lowest[portal.left], lowest[portal.right]);
            if (lowest[portal.left] == low && lowest[portal.right] == low) continue;
            lowest[portal.left] = lowest[portal.right] = low;
            has_changed = true;
        }
    }
    return lowest;
}

} // namespace clearway::oracle
