// SPDX-License-Identifier: MIT
#include "tests/oracle/interval_oracle.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearway::test {
namespace {

/// Plain arithmetic on purpose: nothing shared with the library.
double pointToSegment(Vec2 p, Vec2 a, Vec2 b)
{
    const double dx = b.x - a.x, dy = b.y - a.y;
    const double t = std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy), 0.0, 1.0);
    const double x = p.x - a.x - t * dx, y = p.y - a.y - t * dy;
    return std::sqrt(x * x + y * y);
}

bool isVertexOnObstacle(const NavMesh& mesh, Vec2 p, int layer) { return computeObstacleDistance(mesh, layer, p) < 1e-6; }

} // namespace

double computeObstacleDistance(const NavMesh& mesh, int layer, Vec2 p)
{
    double best = std::numeric_limits<double>::infinity();
    for (const NavMesh::Obstacle& obstacle : mesh.obstacles())
        if (obstacle.layer == layer) best = std::min(best, pointToSegment(p, obstacle.segment.a, obstacle.segment.b));
    return best;
}

void probeIntervals(const NavMesh& mesh, PortalId portal, double radius, const std::vector<Interval>& intervals, int count,
                    double tolerance, IntervalProbes& probes)
{
    const Segment s = mesh.segment(mesh.portals()[portal]);
    const double size = std::sqrt((s.b.x - s.a.x) * (s.b.x - s.a.x) + (s.b.y - s.a.y) * (s.b.y - s.a.y));
    std::vector<double> places;
    for (int i = 0; i < count; ++i) places.push_back(size * i / (count - 1));
    for (const Interval& interval : intervals)
        for (double t : {interval.begin, interval.end})
            for (double offset : {-1e-3, -3e-6, 0.0, 3e-6, 1e-3}) places.push_back(std::clamp(t + offset, 0.0, size));
    for (double t : places)
    {
        const double share = t / size;
        const Vec2 p = {s.a.x + (s.b.x - s.a.x) * share, s.a.y + (s.b.y - s.a.y) * share};
        const double excess = computeObstacleDistance(mesh, mesh.portals()[portal].layer, p) - radius;
        const auto isIn = [&](double slack) {
            return std::any_of(intervals.begin(), intervals.end(),
                               [&](const Interval& i) { return i.begin - slack <= t && t <= i.end + slack; });
        };
        ++probes.count;
        if (!(excess < -tolerance && isIn(0)) && !(excess > tolerance && !isIn(tolerance))) continue;
        ++probes.wrong;
        if (std::abs(excess) <= probes.worst) continue;
        probes.worst = std::abs(excess);
        probes.worst_portal = portal;
        probes.worst_radius = radius;
    }
}

double sampleCrossingGap(const NavMesh& mesh, CellId cell, PortalId entry, PortalId exit, double step)
{
    // Points of the border after the entry and after the exit, in turn.
    const auto sides = mesh.sides(cell);
    const auto n = static_cast<std::uint32_t>(sides.size());
    const int layer = mesh.cells()[cell].layer;
    std::vector<Vec2> chains[2];
    double gap = std::numeric_limits<double>::infinity();
    std::uint32_t start = 0;
    while (sides[start].portal != entry) ++start;
    int chain = 0;
    for (std::uint32_t k = 0; k < n; ++k)
    {
        const std::uint32_t i = (start + k) % n;
        const Vec2 a = mesh.corner(cell, i), b = mesh.corner(cell, (i + 1) % n);
        const double size = std::sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
        if (sides[i].portal == entry || sides[i].portal == exit)
        {
            if (isVertexOnObstacle(mesh, a, layer) && isVertexOnObstacle(mesh, b, layer)) gap = std::min(gap, size);
            chain = sides[i].portal == entry ? 0 : 1;
            if (isVertexOnObstacle(mesh, a, layer)) chains[1 - chain].push_back(a);
            if (isVertexOnObstacle(mesh, b, layer)) chains[chain].push_back(b);
            continue;
        }
        if (isVertexOnObstacle(mesh, a, layer)) chains[chain].push_back(a);
        if (isVertexOnObstacle(mesh, b, layer)) chains[chain].push_back(b);
        if (sides[i].obstacle == kNone) continue;
        const int pieces = static_cast<int>(size / step) + 1;
        for (int j = 0; j <= pieces; ++j)
            chains[chain].push_back({a.x + (b.x - a.x) * j / pieces, a.y + (b.y - a.y) * j / pieces});
    }
    for (Vec2 p : chains[0])
        for (Vec2 q : chains[1]) gap = std::min(gap, std::sqrt((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y)));
    return gap;
}

} // namespace clearway::test
