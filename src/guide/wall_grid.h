// SPDX-License-Identifier: MIT
// Which walls are near: a grid for each layer whose squares list all walls within a fixed reach, in two sizes of reach. Beyond
// the larger several squares are looked at. Built once, O(walls and the squares near them); then const and thread-safe.
// Memory: squares of 2 m, made larger in large worlds so that there are at most about a million squares or sixteen for every
// wall.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include <clearway/guide/ground.h>

#include "guide/cell_table.h"

namespace clearway {

class WallGrid
{
public:
    static constexpr std::array<double, 2> kReaches = {2, 4}; ///< metres

    explicit WallGrid(const NavMesh::Data& mesh);

    /// Appends the walls of a layer within `range` of p that have p on their left or on their line, in the order of their ids.
    void find(Vec2 p, std::uint32_t layer, double range, std::vector<Wall>& walls, std::vector<std::uint32_t>& scratch) const;

    std::size_t memoryBytes() const;

private:
    struct Layer
    {
        double reach = 0;
        Vec2 min;
        double inverse_size = 0;
        std::uint32_t columns = 1;
        std::uint32_t rows = 1;
        std::vector<std::uint32_t> first; ///< per square and one more
        std::vector<ObstacleId> walls;

        std::uint32_t columnOf(double x) const { return LocationGrid::clampIndex((x - min.x) * inverse_size, columns); }
        std::uint32_t rowOf(double y) const { return LocationGrid::clampIndex((y - min.y) * inverse_size, rows); }
        std::span<const ObstacleId> wallsAt(std::uint32_t column, std::uint32_t row) const
        {
            const std::size_t square = std::size_t{row} * columns + column;
            return {walls.data() + first[square], walls.data() + first[square + 1]};
        }
    };

    void build(Layer& layer, const std::vector<ObstacleId>& walls, const Box2& box) const;
    bool list(Layer& layer, const std::vector<ObstacleId>& walls, double size) const;
    void add(Vec2 p, double range_sq, std::span<const ObstacleId> ids, std::vector<Wall>& walls) const;

    const NavMesh::Data& mesh_;
    std::vector<WallShape> shapes_; ///< per obstacle
    std::array<std::vector<Layer>, kReaches.size()> layers_;
};

} // namespace clearway
