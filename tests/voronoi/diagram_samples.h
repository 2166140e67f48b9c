// SPDX-License-Identifier: MIT
// Points on the edges of an exact diagram, from the definition of lines and parabolas, and a slow but sure way to find near ones.
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include <clearway/voronoi.h>

namespace clearway::test {

/// Points of an edge from a to b, both included, at most about `step` apart.
inline std::vector<Vec2> sampleEdge(const VoronoiDiagram& diagram, const VoronoiDiagram::Edge& edge, double step)
{
    const Vec2 a = diagram.vertices()[edge.a].position, b = diagram.vertices()[edge.b].position;
    std::vector<Vec2> points = {a};
    const Segment left = diagram.sites()[edge.left].shape, right = diagram.sites()[edge.right].shape;
    const Segment& line = left.a == left.b ? right : left;
    const Vec2 focus = left.a == left.b ? left.a : right.a;
    const Vec2 along = (line.b - line.a) / std::max(distance(line.a, line.b), 1e-300), up = perpendicular(along);
    const double height = dot(focus - line.a, up);
    const bool is_curve = edge.is_parabola && std::abs(height) > 1e-9;
    const auto pointAt = [&](double t) {
        if (!is_curve) return interpolate(a, b, t);
        // As far from the line as from the focus, at this place along the line.
        const double x = dot(interpolate(a, b, t) - focus, along);
        return focus + along * x + up * ((x * x - height * height) / (2 * height));
    };
    double length = 0;
    for (int i = 0; i < 16; ++i) length += distance(pointAt(i / 16.0), pointAt((i + 1) / 16.0));
    const int count = std::max(1, static_cast<int>(length / step) + 1);
    for (int i = 1; i < count; ++i) points.push_back(pointAt(static_cast<double>(i) / count));
    points.push_back(b);
    return points;
}

/// Finds whether a point is among many within a fixed distance.
class PointSet
{
public:
    explicit PointSet(double reach) : reach_(reach) {}

    void add(Vec2 p) { cells_[cellOf(p)].push_back(p); }
    /// The distance to the nearest one, if that is at most the reach; else infinity.
    double distanceTo(Vec2 p) const
    {
        double best = std::numeric_limits<double>::infinity();
        const auto [column, row] = cellOf(p);
        for (long x = column - 1; x <= column + 1; ++x)
            for (long y = row - 1; y <= row + 1; ++y)
                if (const auto found = cells_.find({x, y}); found != cells_.end())
                    for (const Vec2 q : found->second) best = std::min(best, distance(p, q));
        return best <= reach_ ? best : std::numeric_limits<double>::infinity();
    }

private:
    std::pair<long, long> cellOf(Vec2 p) const
    {
        return {static_cast<long>(std::floor(p.x / reach_)), static_cast<long>(std::floor(p.y / reach_))};
    }

    double reach_;
    std::map<std::pair<long, long>, std::vector<Vec2>> cells_;
};

} // namespace clearway::test
