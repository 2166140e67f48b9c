// SPDX-License-Identifier: MIT
// What a FieldGrid holds.
#pragma once
#include <cstdint>
#include <vector>

#include <clearway/grid/field_grid.h>

namespace clearway {

/// Bits of a cell. The bits for joints are set only when both cells are free.
inline constexpr std::uint8_t kCellFree = 1;
inline constexpr std::uint8_t kJoinedRight = 2;
inline constexpr std::uint8_t kJoinedUp = 4;
/// A wall ends inside the square between the middles of this cell, its right, upper and upper right neighbours.
inline constexpr std::uint8_t kSquareBlocked = 8;
inline constexpr int kTerrainShift = 4;
static_assert(kMaxTerrainCount <= 1 << (8 - kTerrainShift), "a terrain has the rest of the bits");

struct FieldGrid::Data
{
    std::int32_t width = 0;
    std::int32_t height = 0;
    double cell_size = 1;
    double radius = 0;
    Vec2 origin = {};
    TerrainCosts costs = {};
    std::vector<std::uint8_t> cells;
    std::vector<std::int32_t> component;
    std::int32_t component_count = 0;
    std::int32_t free_count = 0;
    bool has_costs = false;

    bool isFree(std::int32_t cell) const { return (cells[static_cast<std::size_t>(cell)] & kCellFree) != 0; }
    Vec2 center(std::int32_t column, std::int32_t row) const
    {
        return {origin.x + (column + 0.5) * cell_size, origin.y + (row + 0.5) * cell_size};
    }
    /// The neighbour that can be reached, or kNone; as FieldGrid::neighbour.
    std::int32_t neighbour(std::int32_t cell, int side) const
    {
        const auto bits = [this](std::int32_t c) { return cells[static_cast<std::size_t>(c)]; };
        switch (side)
        {
        case 0: return bits(cell) & kJoinedRight ? cell + 1 : kNone;
        case 1: return bits(cell) & kJoinedUp ? cell + width : kNone;
        case 2: return cell % width > 0 && (bits(cell - 1) & kJoinedRight) ? cell - 1 : kNone;
        default: return cell >= width && (bits(cell - width) & kJoinedUp) ? cell - width : kNone;
        }
    }
    Terrain terrain(std::int32_t cell) const
    {
        return static_cast<Terrain>(cells[static_cast<std::size_t>(cell)] >> kTerrainShift);
    }

    /// After cells were freed or blocked: joints to blocked cells go, components are numbered, terrain that may not be entered
    /// is blocked.
    void finish();
};

/// Blocks the cells whose middle a disc of `radius` cannot stand on because of this segment, and parts the cells between which
/// it cannot walk. Nearer than `radius` by more than `slack` counts.
void blockNear(FieldGrid::Data& data, const Segment& wall, double radius, double slack);

} // namespace clearway
