// SPDX-License-Identifier: MIT
// What a NavMesh holds: the public arrays, and beside them what makes queries fast.
// Everything below `Search structures` follows from the arrays above it and is never stored in files.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/navmesh/navmesh.h>

#include "geometry/bin_grid.h"

namespace clearway {

/// Triangles of all cells, component after component, with the area up to and including each: for points uniform by area.
struct AreaTable
{
    std::vector<std::array<SideId, 3>> triangles; ///< as the sides that start at their corners
    std::vector<double> area_until;               ///< one per triangle
    std::vector<std::uint32_t> component_first;   ///< one per component and one more: its first triangle
};

struct NavMesh::Data
{
    Frame frame;
    std::vector<Vertex> vertices;
    std::vector<Cell> cells;
    std::vector<Side> sides;
    std::vector<Portal> portals;
    std::vector<Obstacle> obstacles;
    std::uint32_t component_count = 0;

    // Search structures
    Box2 bounds;
    double area = 0;
    std::vector<Vec2> corners;           ///< where each side starts: the ring of a cell is contiguous
    std::vector<CellId> side_cell;       ///< whose side it is
    std::vector<std::uint8_t> is_convex; ///< one per cell; exact
    BinGrid grid;                        ///< lists in each bin, in increasing order, the cells that touch it
    AreaTable areas;

    std::span<const Vec2> ring(CellId cell) const { return {corners.data() + cells[cell].first_side, cells[cell].side_count}; }
    SideId next(SideId side) const
    {
        const Cell& cell = cells[side_cell[side]];
        return side + 1 < cell.first_side + cell.side_count ? side + 1 : cell.first_side;
    }
    SideId previous(SideId side) const
    {
        const Cell& cell = cells[side_cell[side]];
        return side > cell.first_side ? side - 1 : cell.first_side + cell.side_count - 1;
    }
    Segment segment(SideId side) const { return {corners[side], corners[next(side)]}; }
    /// The same portal seen from the other cell; `side` must be a portal.
    SideId opposite(SideId side) const
    {
        const Portal& portal = portals[sides[side].portal];
        return portal.left_side == side ? portal.right_side : portal.left_side;
    }
};

} // namespace clearway
