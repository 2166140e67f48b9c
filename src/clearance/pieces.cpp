// SPDX-License-Identifier: MIT
// Based on: S. Hertel, K. Mehlhorn. Fast triangulation of simple polygons. 1983 (triangles merged while convex).
#include "clearance/pieces.h"

#include <algorithm>
#include <tuple>

#include <clearway/geometry/predicates.h>

#include "navmesh/data.h"
#include "navmesh/ring_triangles.h"

namespace clearway {
namespace {

/// A ring cut into convex faces. Half-edge h runs from ring corner `from[h]` with its face on the left.
class ConvexCut
{
public:
    explicit ConvexCut(std::span<const Vec2> ring) : ring_(ring)
    {
        for (const auto& triangle : triangulateAnyRing(ring))
        {
            const auto first = static_cast<std::uint32_t>(from.size());
            for (std::uint32_t k = 0; k < 3; ++k)
            {
                from.push_back(triangle[k]);
                next.push_back(first + (k + 1) % 3);
                previous_.push_back(first + (k + 2) % 3);
            }
        }
        linkTwins();
        mergeFaces();
    }

    std::vector<std::uint32_t> from;
    std::vector<std::uint32_t> next;
    std::vector<std::uint32_t> twin; ///< kNone on the ring
    std::vector<bool> is_gone;       ///< of merged faces

private:
    std::uint32_t to(std::uint32_t h) const { return from[next[h]]; }

    void linkTwins()
    {
        std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> keys;
        for (std::uint32_t h = 0; h < from.size(); ++h) keys.emplace_back(std::min(from[h], to(h)), std::max(from[h], to(h)), h);
        std::sort(keys.begin(), keys.end());
        twin.assign(from.size(), kNone);
        for (std::size_t i = 1; i < keys.size(); ++i)
        {
            const auto [u, v, h] = keys[i - 1];
            const auto [x, y, g] = keys[i];
            if (u != x || v != y) continue;
            twin[h] = g;
            twin[g] = h;
        }
    }

    void mergeFaces()
    {
        is_gone.assign(from.size(), false);
        std::vector<std::pair<double, std::uint32_t>> cuts; // the longest first: slivers go with them
        for (std::uint32_t h = 0; h < from.size(); ++h)
            if (twin[h] != kNone && h < twin[h]) cuts.emplace_back(-distanceSq(ring_[from[h]], ring_[to(h)]), h);
        std::sort(cuts.begin(), cuts.end());
        for (const auto& [key, h] : cuts)
        {
            const std::uint32_t g = twin[h];
            if (!staysConvex(previous_[h], next[g]) || !staysConvex(previous_[g], next[h])) continue;
            join(previous_[h], next[g]);
            join(previous_[g], next[h]);
            is_gone[h] = is_gone[g] = true;
        }
    }

    bool staysConvex(std::uint32_t before, std::uint32_t after) const
    {
        return computeOrientation(ring_[from[before]], ring_[from[after]], ring_[to(after)]) >= 0;
    }
    void join(std::uint32_t before, std::uint32_t after)
    {
        next[before] = after;
        previous_[after] = before;
    }

    std::span<const Vec2> ring_;
    std::vector<std::uint32_t> previous_;
};

class PieceBuilder
{
public:
    explicit PieceBuilder(ClearanceMesh::Data& data)
        : data_(data), mesh_(data.mesh.data()), piece_of_side_(mesh_.sides.size(), kNone)
    {
    }

    void run()
    {
        data_.doors.resize(mesh_.portals.size());
        for (CellId cell = 0; cell < mesh_.cells.size(); ++cell)
        {
            data_.first_piece.push_back(static_cast<std::uint32_t>(data_.pieces.size()));
            if (mesh_.is_convex[cell])
                addWholeCell(cell);
            else
                addCutCell(cell);
        }
        data_.first_piece.push_back(static_cast<std::uint32_t>(data_.pieces.size()));
        connectPortals();
        if (data_.snap_error > 0) dropPoints();
    }

private:
    /// Where the diagram has moved the corners of an imported mesh onto the lattice, the pieces follow.
    Vec2 local(Vec2 world) const
    {
        const Frame& frame = data_.mesh.frame();
        return (data_.snap_error > 0 ? frame.world(frame.snap(world)) : world) - data_.origin;
    }

    void beginPiece(CellId cell) { data_.pieces.push_back({static_cast<std::uint32_t>(data_.sides.size()), 0, 0, 0, cell}); }
    /// A side that starts where side `corner` of the mesh does.
    void addSide(SideId corner, std::uint32_t door)
    {
        data_.sides.push_back({local(mesh_.corners[corner]), door, kNone});
        data_.is_side_on_obstacle.push_back(data_.is_on_obstacle[mesh_.sides[corner].from]);
        ++data_.pieces.back().side_count;
    }
    void addMeshSide(SideId side)
    {
        piece_of_side_[side] = static_cast<std::uint32_t>(data_.pieces.size() - 1);
        addSide(side, mesh_.sides[side].portal);
    }

    void addWholeCell(CellId cell)
    {
        beginPiece(cell);
        const NavMesh::Cell& c = mesh_.cells[cell];
        for (SideId side = c.first_side; side < c.first_side + c.side_count; ++side) addMeshSide(side);
    }

    void addCutCell(CellId cell)
    {
        const SideId first_side = mesh_.cells[cell].first_side;
        const std::span<const Vec2> ring = mesh_.ring(cell);
        const ConvexCut cut(ring);
        std::vector<std::uint32_t> door_of(cut.from.size(), kNone);
        std::vector<bool> is_done = cut.is_gone;
        for (std::uint32_t start = 0; start < cut.from.size(); ++start)
        {
            if (is_done[start]) continue;
            beginPiece(cell);
            const auto piece = static_cast<std::uint32_t>(data_.pieces.size() - 1);
            std::uint32_t h = start;
            do
            {
                is_done[h] = true;
                if (cut.twin[h] == kNone)
                    addMeshSide(first_side + cut.from[h]);
                else
                {
                    if (door_of[h] == kNone) // seen first from its left
                    {
                        door_of[h] = door_of[cut.twin[h]] = static_cast<std::uint32_t>(data_.doors.size());
                        data_.doors.push_back({local(ring[cut.from[h]]), local(ring[cut.from[cut.next[h]]]), piece, kNone, 0, 0});
                    }
                    else
                        data_.doors[door_of[h]].right = piece;
                    addSide(first_side + cut.from[h], door_of[h]);
                }
                h = cut.next[h];
            } while (h != start);
        }
    }

    void connectPortals()
    {
        for (PortalId i = 0; i < mesh_.portals.size(); ++i)
        {
            const NavMesh::Portal& portal = mesh_.portals[i];
            const Segment segment = mesh_.segment(portal.left_side);
            data_.doors[i] = {
                local(segment.a), local(segment.b), piece_of_side_[portal.left_side], piece_of_side_[portal.right_side], 0, 0};
        }
        for (std::uint32_t p = 0; p < data_.pieces.size(); ++p)
        {
            const auto& piece = data_.pieces[p];
            for (std::uint32_t s = piece.first_side; s < piece.first_side + piece.side_count; ++s)
                if (auto& side = data_.sides[s]; side.door != kNone)
                    side.neighbour =
                        data_.doors[side.door].left == p ? data_.doors[side.door].right : data_.doors[side.door].left;
        }
    }

    /// Removes sides whose ends the lattice has brought together: nothing passes them. A piece that is a point keeps one side, as
    /// a wall.
    void dropPoints()
    {
        std::uint32_t kept = 0;
        for (ClearanceMesh::Data::Piece& piece : data_.pieces)
        {
            const std::uint32_t first = piece.first_side;
            const std::uint32_t end = first + piece.side_count;
            const Vec2 start = data_.sides[first].from;
            piece.first_side = kept;
            for (std::uint32_t s = first; s < end; ++s)
            {
                if (data_.sides[s].from == (s + 1 < end ? data_.sides[s + 1].from : start)) continue;
                data_.sides[kept] = data_.sides[s];
                data_.is_side_on_obstacle[kept++] = data_.is_side_on_obstacle[s];
            }
            if (kept == piece.first_side)
            {
                data_.sides[kept] = {start, kNone, kNone};
                data_.is_side_on_obstacle[kept++] = data_.is_side_on_obstacle[first];
            }
            piece.side_count = kept - piece.first_side;
        }
        data_.sides.resize(kept);
        data_.is_side_on_obstacle.resize(kept);
    }

    ClearanceMesh::Data& data_;
    const NavMesh::Data& mesh_;
    std::vector<std::uint32_t> piece_of_side_; ///< per side of the mesh
};

} // namespace

void buildPieces(ClearanceMesh::Data& data) { PieceBuilder(data).run(); }

} // namespace clearway
