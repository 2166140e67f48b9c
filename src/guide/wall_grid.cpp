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
void visitSquares(const Segment& segment, double reach, const BinLayout& squares, const Visit& visit)
{
    const Vec2 low = segment.a.y <= segment.b.y ? segment.a : segment.b;
    const Vec2 high = segment.a.y <= segment.b.y ? segment.b : segment.a;
    const double size = squares.size, from = squares.bounds.min.y;
    const std::uint32_t first_row = squares.rowOf(low.y - reach);
    const std::uint32_t last_row = squares.rowOf(high.y + reach);
    const double slope = high.y > low.y ? (high.x - low.x) / (high.y - low.y) : 0;
    for (std::uint32_t row = first_row; row <= last_row; ++row)
    {
        // The part of the segment within reach of the row.
        const double bottom = from + row * size - reach;
        const double top = from + (row + 1) * size + reach;
        double x0 = low.x;
        double x1 = high.x;
        if (bottom > low.y && row > 0 && slope != 0) x0 = low.x + (std::min(bottom, high.y) - low.y) * slope;
        if (top < high.y && row + 1 < squares.rows && slope != 0) x1 = low.x + (std::max(top, low.y) - low.y) * slope;
        const std::uint32_t first = squares.columnOf(std::min(x0, x1) - reach - size * 1e-6);
        const std::uint32_t last = squares.columnOf(std::max(x0, x1) + reach + size * 1e-6);
        for (std::uint32_t column = first; column <= last; ++column) visit(squares.binOf(column, row));
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
    if (walls.empty()) return;
    const double most = std::max(kMostSquares, 16.0 * static_cast<double>(walls.size()));
    for (double size = kSize;; size *= 2)
    {
        const double columns = std::floor(box.size().x / size) + 1;
        const double rows = std::floor(box.size().y / size) + 1;
        if (columns * rows > most) continue;
        // The size is a power of two, so that its inverse is exact.
        if (list(layer, walls, {box, size, 1 / size, static_cast<std::uint32_t>(columns), static_cast<std::uint32_t>(rows)}))
            return;
    }
}

/// False when there would be too many listings: walls much longer than the squares.
bool WallGrid::list(Layer& layer, const std::vector<ObstacleId>& walls, const BinLayout& squares) const
{
    const std::size_t most = 256 * walls.size() + 4 * static_cast<std::size_t>(kMostSquares);
    return layer.squares.fill(
        squares,
        [&](const auto& add) {
            // A little more than the reach, since squares are found by rounded arithmetic.
            for (const ObstacleId wall : walls)
            {
                bool fits = true;
                visitSquares(mesh_.obstacles[wall].segment, layer.reach * (1 + 1e-6), squares,
                             [&](std::size_t square) { fits = add(square, wall); });
                if (!fits) return;
            }
        },
        most);
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
    const BinGrid& squares = layer.squares;
    if (range <= layer.reach) return add(p, range * range, squares.itemsAt(squares.columnOf(p.x), squares.rowOf(p.y)), walls);
    scratch.clear();
    const double more = range - layer.reach;
    for (std::uint32_t row = squares.rowOf(p.y - more); row <= squares.rowOf(p.y + more); ++row)
        for (std::uint32_t column = squares.columnOf(p.x - more); column <= squares.columnOf(p.x + more); ++column)
        {
            const std::span<const ObstacleId> ids = squares.itemsAt(column, row);
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
        for (const Layer& layer : layers) total += sizeof(Layer) + layer.squares.memoryBytes();
    return total;
}

} // namespace clearway
