// SPDX-License-Identifier: MIT
// What a ClearanceMesh holds: convex pieces of the cells with the sites near them, in coordinates relative to the frame's origin,
// so that far-away worlds keep their digits. Free intervals of doors: clearance/door_intervals.h.
#pragma once
#include <vector>

#include <clearway/clearance/clearance_mesh.h>

namespace clearway {

struct ClearanceMesh::Data
{
    /// A site, ready for use. A point is a notch: free space turns around it.
    struct Site
    {
        Vec2 a;            ///< start of a segment, free space on its left; a point
        Vec2 b;            ///< end of a segment; the same point
        Vec2 incoming;     ///< point: unit direction of the wall that ends here (free space on its left); segment: its own
        Vec2 outgoing;     ///< point: unit direction of the wall that starts here; segment: its own
        double room = 0;   ///< point: distance to the nearest obstacle other than those that start or end here
        double length = 0; ///< of a segment; 0 for a point
        bool is_point = false;
    };

    /// A convex piece of a cell: its sides are [first_side, first_side + side_count), its sites [first_site, ...) of piece_sites.
    struct Piece
    {
        std::uint32_t first_side = 0;
        std::uint32_t side_count = 0;
        std::uint32_t first_site = 0;
        std::uint32_t site_count = 0;
        CellId cell = kNone;
    };

    /// A side of a piece, from `from` to the `from` of the next side; the piece on its left.
    struct Side
    {
        Vec2 from;
        std::uint32_t door = kNone;      ///< the door that this side is, or kNone at an obstacle
        std::uint32_t neighbour = kNone; ///< the piece behind it, or kNone
    };

    /// Where two pieces meet: the portals of the mesh under their own numbers, then the cuts through cells that are not convex.
    struct Door
    {
        Vec2 a;
        Vec2 b;
        std::uint32_t left = 0; ///< the piece that has it as a side from a to b
        std::uint32_t right = 0;
        std::uint32_t first_site = 0;
        std::uint32_t site_count = 0;
    };

    Data(const NavMesh& of, const VoronoiDiagram& diagram)
        : mesh(of), voronoi(diagram), origin(of.frame().origin), quantum(of.frame().quantum)
    {
    }

    NavMesh mesh;
    VoronoiDiagram voronoi;
    Vec2 origin;             ///< of the frame: local = world - origin
    double quantum = 0;      ///< of the frame
    double snap_error = 0;   ///< how far rounding to the lattice moved an obstacle, at most; 0 for meshes of scenes
    std::vector<Site> sites; ///< under the numbers of the diagram
    std::vector<std::uint8_t> is_on_obstacle; ///< per vertex of the mesh: whether an obstacle side starts or ends there
    std::vector<Piece> pieces;
    std::vector<Side> sides;
    std::vector<std::uint8_t> is_side_on_obstacle; ///< per side: whether an obstacle touches where it starts
    std::vector<Door> doors;
    std::vector<std::uint32_t> piece_sites; ///< for each piece in increasing order
    std::vector<std::uint32_t> door_sites;
    std::vector<std::uint32_t> first_piece;     ///< per cell and one more: the pieces of a cell are consecutive
    std::vector<std::uint32_t> cell_sites;      ///< only where a cell has several pieces: their sites together
    std::vector<std::uint32_t> first_cell_site; ///< per cell and one more; empty when every cell is one piece

    std::span<const std::uint32_t> sitesOfPiece(std::uint32_t piece) const
    {
        return {piece_sites.data() + pieces[piece].first_site, pieces[piece].site_count};
    }
    std::span<const std::uint32_t> sitesOfDoor(std::uint32_t door) const
    {
        return {door_sites.data() + doors[door].first_site, doors[door].site_count};
    }
};

} // namespace clearway
