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
        BinGrid squares;
    };

    void build(Layer& layer, const std::vector<ObstacleId>& walls, const Box2& box) const;
    bool list(Layer& layer, const std::vector<ObstacleId>& walls, const BinLayout& squares) const;
    void add(Vec2 p, double range_sq, std::span<const ObstacleId> ids, std::vector<Wall>& walls) const;

    const NavMesh::Data& mesh_;
    std::vector<WallShape> shapes_; ///< per obstacle
    std::array<std::vector<Layer>, kReaches.size()> layers_;
};

} // namespace clearway
