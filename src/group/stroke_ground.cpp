// SPDX-License-Identifier: MIT
#include "group/stroke_ground.h"

#include <algorithm>
#include <cmath>

#include <clearway/geometry/shapes.h>

namespace clearway {
namespace {

/// Middles of cells are the whole numbers here. What is meant to lie on a line between middles does so after rounding.
double snapToLine(double x)
{
    constexpr double kRounding = 1e-9;
    const double whole = std::round(x);
    return std::abs(x - whole) < kRounding ? whole : x;
}

Vec2 toLattice(const FieldGrid& grid, Vec2 p)
{
    return {snapToLine((p.x - grid.origin().x) / grid.cellSize() - 0.5),
            snapToLine((p.y - grid.origin().y) / grid.cellSize() - 0.5)};
}

/// The cell whose middle has these whole numbers, or FieldGrid::kNone.
std::int32_t cellOf(const FieldGrid& grid, double column, double row)
{
    if (!(column >= 0 && row >= 0 && column < grid.width() && row < grid.height())) return FieldGrid::kNone;
    return static_cast<std::int32_t>(row) * grid.width() + static_cast<std::int32_t>(column);
}

bool isFreeSquare(const FieldGrid& grid, double column, double row)
{
    const std::int32_t cell = cellOf(grid, column, row);
    return cell != FieldGrid::kNone && column + 1 < grid.width() && row + 1 < grid.height() && grid.isSquareFree(cell);
}

/// Whether a place in lattice numbers is on the ground; asked only inside of squares and of their sides.
bool isOnGround(const FieldGrid& grid, Vec2 p)
{
    const double column = std::floor(p.x), row = std::floor(p.y);
    const bool on_column = column == p.x, on_row = row == p.y;
    if (isFreeSquare(grid, column, row)) return true;
    if (on_column && isFreeSquare(grid, column - 1, row)) return true;
    if (on_row && isFreeSquare(grid, column, row - 1)) return true;
    const std::int32_t cell = cellOf(grid, column, row);
    if (cell == FieldGrid::kNone || !(on_column || on_row)) return false;
    if (on_column && on_row) return grid.isFree(cell);
    return grid.neighbour(cell, on_column ? FieldGrid::Toward::up : FieldGrid::Toward::right) != FieldGrid::kNone;
}

} // namespace

std::optional<StrokeGround::Foothold> StrokeGround::findNearest(Vec2 p, double reach, std::int32_t component) const
{
    if (!isFinite(p) || !(reach >= 0)) return std::nullopt;
    const double h = grid_.cellSize();
    const auto clampTo = [h](double x, double from, std::int32_t count) {
        return static_cast<std::int32_t>(std::clamp(std::floor((x - from) / h - 0.5), 0.0, count - 1.0));
    };
    const std::int32_t first_column = clampTo(p.x - reach, grid_.origin().x, grid_.width());
    const std::int32_t last_column = clampTo(p.x + reach + h, grid_.origin().x, grid_.width());
    const std::int32_t first_row = clampTo(p.y - reach, grid_.origin().y, grid_.height());
    const std::int32_t last_row = clampTo(p.y + reach + h, grid_.origin().y, grid_.height());
    std::optional<Foothold> best;
    double best_sq = reach * reach;
    const auto offer = [&](Vec2 q, std::int32_t cell) {
        const double d = distanceSq(p, q);
        if (d > best_sq || (best && d == best_sq)) return;
        best = {q, grid_.componentOf(cell), 0};
        best_sq = d;
    };
    for (std::int32_t row = first_row; row <= last_row; ++row)
        for (std::int32_t column = first_column; column <= last_column; ++column)
        {
            const std::int32_t cell = row * grid_.width() + column;
            if (!grid_.isFree(cell) || (component != kAnyComponent && grid_.componentOf(cell) != component)) continue;
            const Vec2 low = grid_.centerOf(cell);
            if (column + 1 < grid_.width() && row + 1 < grid_.height() && grid_.isSquareFree(cell))
            {
                const Vec2 high = grid_.centerOf(cell + grid_.width() + 1);
                offer({std::clamp(p.x, low.x, high.x), std::clamp(p.y, low.y, high.y)}, cell);
                continue;
            }
            offer(low, cell);
            if (const std::int32_t right = grid_.neighbour(cell, FieldGrid::Toward::right); right != FieldGrid::kNone)
                offer({std::clamp(p.x, low.x, grid_.centerOf(right).x), low.y}, cell);
            if (const std::int32_t up = grid_.neighbour(cell, FieldGrid::Toward::up); up != FieldGrid::kNone)
                offer({low.x, std::clamp(p.y, low.y, grid_.centerOf(up).y)}, cell);
        }
    if (best) best->gap = std::sqrt(best_sq);
    return best;
}

bool StrokeGround::isDirect(Vec2 a, Vec2 b) const
{
    const Vec2 from = toLattice(grid_, a), to = toLattice(grid_, b), d = to - from;
    if (!isOnGround(grid_, from) || !isOnGround(grid_, to)) return false;
    // Where the way changes squares; between two changes it is in the inside or on one side of one square.
    std::vector<double> changes = {0, 1};
    const auto addLines = [&changes](double x, double x_end) {
        for (double line = std::floor(std::min(x, x_end)) + 1; line < std::max(x, x_end); line += 1)
            changes.push_back((line - x) / (x_end - x));
    };
    addLines(from.x, to.x);
    addLines(from.y, to.y);
    std::sort(changes.begin(), changes.end());
    for (std::size_t i = 1; i < changes.size(); ++i)
    {
        // Through a corner both lines are crossed at once, but for rounding; that piece has no inside.
        if (changes[i] - changes[i - 1] < 1e-12) continue;
        const double t = (changes[i - 1] + changes[i]) / 2;
        const Vec2 middle = {d.x == 0 ? from.x : snapToLine(from.x + d.x * t), d.y == 0 ? from.y : snapToLine(from.y + d.y * t)};
        if (!isOnGround(grid_, middle)) return false;
    }
    return true;
}

std::vector<Vec2> StrokeGround::simplify(std::span<const Vec2> points, double tolerance) const
{
    if (points.size() < 3) return {points.begin(), points.end()};
    std::vector<char> is_kept(points.size(), 0);
    is_kept.front() = is_kept.back() = 1;
    std::vector<std::pair<std::size_t, std::size_t>> open = {{0, points.size() - 1}};
    while (!open.empty())
    {
        const auto [first, last] = open.back();
        open.pop_back();
        if (last - first < 2) continue;
        const Segment chord = {points[first], points[last]};
        std::size_t farthest = first + (last - first) / 2;
        double farthest_sq = 0;
        for (std::size_t i = first + 1; i < last; ++i)
            if (const double d = distanceSq(points[i], chord); d > farthest_sq)
            {
                farthest = i;
                farthest_sq = d;
            }
        if (farthest_sq <= tolerance * tolerance && isDirect(chord.a, chord.b)) continue;
        is_kept[farthest] = 1;
        open.push_back({farthest, last});
        open.push_back({first, farthest});
    }
    std::vector<Vec2> kept;
    for (std::size_t i = 0; i < points.size(); ++i)
        if (is_kept[i] && (kept.empty() || !(kept.back() == points[i]))) kept.push_back(points[i]);
    return kept;
}

} // namespace clearway
