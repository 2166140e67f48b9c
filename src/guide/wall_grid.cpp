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
            layers_[level].emplace_back().reach = kReaches[level];
            build(layers_[level].back(), walls[i], boxes[i]);
        }
}

void WallGrid::build(Layer& layer, const std::vector<ObstacleId>& walls, const Box2& box) const
{
    layer.first.assign(2, 0);
    if (walls.empty()) return;
    layer.min = box.min;
    const double most = std::max(kMostSquares, 16.0 * static_cast<double>(walls.size()));
    for (double size = kSize;; size *= 2)
    {
        const double columns = std::floor(box.size().x / size) + 1;
        const double rows = std::floor(box.size().y / size) + 1;
        if (columns * rows > most) continue;
        layer.columns = static_cast<std::uint32_t>(columns);
        layer.rows = static_cast<std::uint32_t>(rows);
        layer.inverse_size = 1 / size;
        if (list(layer, walls, size)) return;
    }
}

/// Counting sort. False when there would be too many listings: walls much longer than the squares.
bool WallGrid::list(Layer& layer, const std::vector<ObstacleId>& walls, double size) const
{
    const std::size_t square_count = std::size_t{layer.columns} * layer.rows;
    const std::size_t most = 256 * walls.size() + 4 * static_cast<std::size_t>(kMostSquares);
    layer.first.assign(square_count + 1, 0);
    std::size_t total = 0;
    const auto each = [&](ObstacleId wall, const auto& visit) {
        // A little more than the reach, since squares are found by rounded arithmetic.
        visitSquares(mesh_.obstacles[wall].segment, layer.reach * (1 + 1e-6), layer.min, size, layer.columns, layer.rows,
                     [&](std::uint32_t column, std::uint32_t row) { visit(std::size_t{row} * layer.columns + column); });
    };
    for (const ObstacleId wall : walls)
    {
        each(wall, [&](std::size_t square) {
            ++layer.first[square + 1];
            ++total;
        });
        if (total > most && square_count > 1) return false;
    }
    for (std::size_t i = 0; i < square_count; ++i) layer.first[i + 1] += layer.first[i];
    layer.walls.resize(total);
    std::vector<std::uint32_t> next(layer.first.begin(), layer.first.end() - 1);
    for (const ObstacleId wall : walls) each(wall, [&](std::size_t square) { layer.walls[next[square]++] = wall; });
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

void WallGrid::find(Vec2 p, std::uint32_t layer_index, double range, std::vector<Wall>& walls,
                    std::vector<std::uint32_t>& scratch) const
{
    if (layer_index >= layers_[0].size() || !(range >= 0)) return;
    const std::size_t level = range <= kReaches[0] ? 0 : 1;
    const Layer& layer = layers_[level][layer_index];
    if (range <= layer.reach) return add(p, range * range, layer.wallsAt(layer.columnOf(p.x), layer.rowOf(p.y)), walls);
    scratch.clear();
    const double more = range - layer.reach;
    for (std::uint32_t row = layer.rowOf(p.y - more); row <= layer.rowOf(p.y + more); ++row)
        for (std::uint32_t column = layer.columnOf(p.x - more); column <= layer.columnOf(p.x + more); ++column)
        {
            const std::span<const ObstacleId> ids = layer.wallsAt(column, row);
            scratch.insert(scratch.end(), ids.begin(), ids.end());
        }
    std::sort(scratch.begin(), scratch.end());
    scratch.erase(std::unique(scratch.begin(), scratch.end()), scratch.end());
    add(p, range * range, scratch, walls);
}

std::size_t WallGrid::memoryBytes() const
{
    std::size_t total = sizeof(*this) + shapes_.capacity() * sizeof(WallShape);
    for (const std::vector<Layer>& layers : layers_)
        for (const Layer& layer : layers)
            total += sizeof(Layer) + layer.first.capacity() * sizeof(std::uint32_t) + layer.walls.capacity() * sizeof(ObstacleId);
    return total;
}

} // namespace clearway
