// SPDX-License-Identifier: MIT
// NavMesh: free space cut into polygonal cells that meet at portals. Built once, without any agent radius.
// Why: one mesh answers for a mouse and for a tank; obstacles stay the scene's own segments, so no answer depends on how cells
// were cut. Cells run counter-clockwise. They are convex when built from a scene without relaxation; relaxed and imported cells
// may not be. Metres. An immutable handle: cheap to copy, free to share between threads.
#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <clearway/base/bytes.h>
#include <clearway/base/none.h>
#include <clearway/base/progress.h>
#include <clearway/base/result.h>
#include <clearway/geometry/box.h>
#include <clearway/geometry/shapes.h>
#include <clearway/scene/scene.h>

namespace clearway {

using VertexId = std::uint32_t;
using CellId = std::uint32_t;
using SideId = std::uint32_t; ///< one side of one cell; the sides of a cell are consecutive
using PortalId = std::uint32_t;
using ObstacleId = std::uint32_t; ///< one boundary segment of free space

class NavMesh
{
public:
    struct Vertex
    {
        Vec2 position;
        double height = 0;

        friend bool operator==(const Vertex&, const Vertex&) = default;
    };

    /// A cell: its sides are [first_side, first_side + side_count).
    struct Cell
    {
        SideId first_side = 0;
        std::uint32_t side_count = 0;
        int layer = 0;
        std::uint32_t component = 0; ///< cells of one component are joined by portals
    };

    /// One side of a cell, from its vertex to the vertex of the next side; the cell on its left. Exactly one of portal and
    /// obstacle is set.
    struct Side
    {
        VertexId from = 0;
        PortalId portal = kNone;     ///< the portal that this side is, or kNone
        ObstacleId obstacle = kNone; ///< the obstacle on which this side lies, or kNone
    };

    /// Where two cells meet. `left` has it as a side from a to b, `right` from b to a. Its layer is that of `left`.
    struct Portal
    {
        VertexId a = 0;
        VertexId b = 0;
        CellId left = 0;
        CellId right = 0;
        SideId left_side = 0;
        SideId right_side = 0;
        int layer = 0;
    };

    /// A boundary segment, free space on its left: the scene's own edge, whole, even where portals end inside it. Such ends are
    /// rounded to doubles, so a side may be off its obstacle by an ulp; answers follow the obstacle.
    struct Obstacle
    {
        Segment segment;
        int layer = 0;
    };

    const Frame& frame() const;
    std::span<const Vertex> vertices() const;
    std::span<const Cell> cells() const;
    std::span<const Side> sides() const;
    std::span<const Portal> portals() const;
    std::span<const Obstacle> obstacles() const;
    std::span<const Side> sides(CellId cell) const;

    /// The vertices of a cell, counter-clockwise: corner i of `cell`.
    Vec2 corner(CellId cell, std::uint32_t i) const;
    /// The end points of a side, cell on the left.
    Segment segment(SideId side) const;
    Segment segment(const Portal& portal) const;
    /// The cell on the other side of `side` of `cell`, or kNone at an obstacle.
    CellId neighbour(CellId cell, const Side& side) const;

    std::uint32_t componentCount() const;
    /// Parts of the boundary with free space all round them: buildings, pillars. O(n).
    std::size_t countIslands() const;
    Box2 bounds() const;
    double area() const;
    double area(CellId cell) const;
    /// Bytes held, indices included.
    std::size_t memoryBytes() const;

    /// Cells and obstacles; portals, components and indices follow from them and are made anew on reading.
    void write(ByteWriter& writer) const;
    /// Whatever the bytes are: a mesh that every query can work on, or an error.
    static Result<NavMesh> read(ByteReader& reader);
    /// The same for the same mesh on every machine.
    std::uint64_t computeHash() const;

    struct Data;
    explicit NavMesh(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
    const Data& data() const { return *data_; } ///< for the library's own queries

private:
    std::shared_ptr<const Data> data_;
};

} // namespace clearway
