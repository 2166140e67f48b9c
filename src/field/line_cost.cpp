// SPDX-License-Identifier: MIT
// Based on: J. Amanatides, A. Woo. A fast voxel traversal algorithm for ray tracing. 1987
#include "field/line_cost.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "grid/grid_data.h"

namespace clearway::field {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// Where a line crosses from cell to cell along one axis; lengths in cells, the line from 0 to 1.
struct Axis
{
    Axis(double from, double along)
        : cell(std::floor(from)),
          step(along > 0 ? 1 : -1),
          spacing(along != 0 ? 1 / std::abs(along) : kNever),
          next(along != 0 ? ((along > 0 ? cell + 1 : cell) - from) / along : kNever)
    {
    }

    void advance()
    {
        cell += step;
        next += spacing;
    }

    double cell;
    double step;
    double spacing;
    double next;
};

} // namespace

double computeLineCost(const FieldGrid& grid, Vec2 from, Vec2 to)
{
    const double h = grid.cellSize();
    const Vec2 start = (from - grid.origin()) / h, along = (to - from) / h;
    Axis x(start.x, along.x), y(start.y, along.y);
    double at = 0, sum = 0;
    while (at < 1)
    {
        const double end = std::min({x.next, y.next, 1.0});
        if (end > at)
        {
            if (!(x.cell >= 0 && x.cell < grid.width() && y.cell >= 0 && y.cell < grid.height())) return kNever;
            const std::int32_t cell = static_cast<std::int32_t>(y.cell) * grid.width() + static_cast<std::int32_t>(x.cell);
            sum += (end - at) * grid.data().costs[static_cast<std::size_t>(grid.terrainOf(cell))];
            at = end;
        }
        if (at < 1) (x.next <= y.next ? x : y).advance();
    }
    return sum > 0 ? sum * distance(from, to) : 0;
}

void computeWayCosts(const FieldGrid& grid, std::span<const Vec2> points, std::vector<double>& costs)
{
    costs.assign(points.size(), 0);
    for (std::size_t i = 1; i < points.size(); ++i)
    {
        const double cost = computeLineCost(grid, points[i - 1], points[i]);
        costs[i] = costs[i - 1] + (std::isfinite(cost) ? cost : distance(points[i - 1], points[i]));
    }
}

bool isLineCheap(const FieldGrid& grid, Vec2 from, Vec2 to, double way_cost)
{
    constexpr double kRounding = 1e-9;
    const double cost = computeLineCost(grid, from, to);
    return std::isfinite(cost) && cost <= way_cost * (1 + kRounding);
}

bool isLineCheap(const Field& field, Vec2 from, Vec2 to, const FieldPathOptions& options, WayScratch& scratch)
{
    const FieldGrid& grid = field.grid();
    field.follow(from, scratch.path, options);
    std::vector<Vec2>& points = scratch.path.points;
    if (points.empty()) return std::isfinite(computeLineCost(grid, from, to));
    if (scratch.path.status == PathStatus::complete) points.push_back(to);
    computeWayCosts(grid, points, scratch.costs);
    return isLineCheap(grid, from, to, scratch.costs.back());
}

} // namespace clearway::field
