// SPDX-License-Identifier: MIT
#include "guide/wall_grid.h"

#include <algorithm>
#include <cmath>

#include <clearway/geometry/predicates.h>

namespace clearway {

namespace {

constexpr double kSize = 2; ///< of a square where there are few; metres
constexpr double kMostSquares = 1 << 20;

/// Calls visit(column, row) for every square within `reach` of the segment, and now and then for one more: row by row, between
/// where the grown segment enters and leaves the row.
template <typename Visit>
void visitSquares(const Segment& segment, double reach, Vec2 min, double size, std::uint32_t columns, std::uint32_t rows,
                  const Visit& visit)
{
    const Vec2 low = segment.a.y <= segment.b.y ? segment.a : segment.b;
    const Vec2 high = segment.a.y <= segment.b.y ? segment.b : segment.a;
    const auto index = [size](double offset, std::uint32_t count) { return LocationGrid::clampIndex(offset / size, count); };
    const std::uint32_t first_row = index(low.y - reach - min.y, rows);
    const std::uint32_t last_row = index(high.y + reach - min.y, rows);
    const double slope = high.y > low.y ? (high.x - low.x) / (high.y - low.y) : 0;
    for (std::uint32_t row = first_row; row <= last_row; ++row)
    {
        // The part of the segment within reach of the row.
        const double bottom = min.y + row * size - reach;
        const double top = min.y + (row + 1) * size + reach;
        double x0 = low.x;
        double x1 = high.x;
        if (bottom > low.y && row > 0 && slope != 0) x0 = low.x + (std::min(bottom, high.y) - low.y) * slope;
        if (top < high.y && row + 1 < rows && slope != 0) x1 = low.x + (std::max(top, low.y) - low.y) * slope;
        const std::uint32_t first = index(std::min(x0, x1) - reach - size * 1e-6 - min.x, columns);
        const std::uint32_t last = index(std::max(x0, x1) + reach + size * 1e-6 - min.x, columns);
        for (std::uint32_t column = first; column <= last; ++column) visit(column, row);
    }
}

} // namespace

WallGrid::WallGrid(const NavMesh::Data& mesh) : mesh_(mesh)
{
    shapes_.reserve(mesh.obstacles.size());
    std::vector<std::vector<ObstacleId>> walls;
    std::vector<Box2> boxes;
    for (const NavMesh::Cell& cell : mesh.cells)
        if (static_cast<std::size_t>(cell.layer) >= walls.size()) walls.resize(static_cast<std::size_t>(cell.layer) + 1);
    boxes.resize(walls.size());
    for (ObstacleId i = 0; i < mesh.obstacles.size(); ++i)
    {
        const NavMesh::Obstacle& obstacle = mesh.obstacles[i];
        shapes_.push_back(WallShape::make(obstacle.segment));
        const auto layer = static_cast<std::size_t>(obstacle.layer);
        if (layer >= walls.size()) continue; // no cell is there
        walls[layer].push_back(i);
        boxes[layer].add(obstacle.segment.a);
        boxes[layer].add(obstacle.segment.b);
    }
    for (std::size_t level = 0; level < kReaches.size(); ++level)
        for (std::size_t i = 0; i < walls.size(); ++i)
        {
            floors_[level].emplace_back().reach = kReaches[level];
            build(floors_[level].back(), walls[i], boxes[i]);
        }
}

void WallGrid::build(Floor& floor, const std::vector<ObstacleId>& walls, const Box2& box) const
{
    floor.first.assign(2, 0);
    if (walls.empty()) return;
    floor.min = box.min;
    const double most = std::max(kMostSquares, 16.0 * static_cast<double>(walls.size()));
    for (double size = kSize;; size *= 2)
    {
        const double columns = std::floor(box.size().x / size) + 1;
        const double rows = std::floor(box.size().y / size) + 1;
        if (columns * rows > most) continue;
        floor.columns = static_cast<std::uint32_t>(columns);
        floor.rows = static_cast<std::uint32_t>(rows);
        floor.inverse_size = 1 / size;
        if (list(floor, walls, size)) return;
    }
}

/// Counting sort. False when there would be too many listings: walls much longer than the squares.
bool WallGrid::list(Floor& floor, const std::vector<ObstacleId>& walls, double size) const
{
    const std::size_t square_count = std::size_t{floor.columns} * floor.rows;
    const std::size_t most = 256 * walls.size() + 4 * static_cast<std::size_t>(kMostSquares);
    floor.first.assign(square_count + 1, 0);
    std::size_t total = 0;
    const auto each = [&](ObstacleId wall, const auto& visit) {
        // A little more than the reach, since squares are found by rounded arithmetic.
        visitSquares(mesh_.obstacles[wall].segment, floor.reach * (1 + 1e-6), floor.min, size, floor.columns, floor.rows,
                     [&](std::uint32_t column, std::uint32_t row) { visit(std::size_t{row} * floor.columns + column); });
    };
    for (const ObstacleId wall : walls)
    {
        each(wall, [&](std::size_t square) {
            ++floor.first[square + 1];
            ++total;
        });
        if (total > most && square_count > 1) return false;
    }
    for (std::size_t i = 0; i < square_count; ++i) floor.first[i + 1] += floor.first[i];
    floor.walls.resize(total);
    std::vector<std::uint32_t> next(floor.first.begin(), floor.first.end() - 1);
    for (const ObstacleId wall : walls) each(wall, [&](std::size_t square) { floor.walls[next[square]++] = wall; });
    return true;
}

void WallGrid::add(Vec2 p, double range_sq, std::span<const ObstacleId> ids, std::vector<Wall>& walls) const
{
    for (const ObstacleId id : ids)
    {
        if (shapes_[id].distanceSq(p) > range_sq) continue;
        const Segment& s = mesh_.obstacles[id].segment;
        if (computeOrientation(s.a, s.b, p) < 0) continue;
        walls.push_back({static_cast<float>(s.a.x - p.x), static_cast<float>(s.a.y - p.y), static_cast<float>(s.b.x - p.x),
                         static_cast<float>(s.b.y - p.y)});
    }
}

void WallGrid::find(Vec2 p, std::uint32_t floor_index, double range, std::vector<Wall>& walls,
                    std::vector<std::uint32_t>& scratch) const
{
    if (floor_index >= floors_[0].size() || !(range >= 0)) return;
    const std::size_t level = range <= kReaches[0] ? 0 : 1;
    const Floor& floor = floors_[level][floor_index];
    if (range <= floor.reach) return add(p, range * range, floor.wallsAt(floor.columnOf(p.x), floor.rowOf(p.y)), walls);
    scratch.clear();
    const double more = range - floor.reach;
    for (std::uint32_t row = floor.rowOf(p.y - more); row <= floor.rowOf(p.y + more); ++row)
        for (std::uint32_t column = floor.columnOf(p.x - more); column <= floor.columnOf(p.x + more); ++column)
        {
            const std::span<const ObstacleId> ids = floor.wallsAt(column, row);
            scratch.insert(scratch.end(), ids.begin(), ids.end());
        }
    std::sort(scratch.begin(), scratch.end());
    scratch.erase(std::unique(scratch.begin(), scratch.end()), scratch.end());
    add(p, range * range, scratch, walls);
}

std::size_t WallGrid::memoryBytes() const
{
    std::size_t total = sizeof(*this) + shapes_.capacity() * sizeof(WallShape);
    for (const std::vector<Floor>& floors : floors_)
        for (const Floor& floor : floors)
            total += sizeof(Floor) + floor.first.capacity() * sizeof(std::uint32_t) + floor.walls.capacity() * sizeof(ObstacleId);
    return total;
}

} // namespace clearway
