// SPDX-License-Identifier: MIT
// Based on: R. Oliva, N. Pelechano. Clearance for diversity of agents' sizes in navigation meshes. 2014
// The border of a cell, cut at the entry and the exit, is a left and a right chain. The gap is the shortest straight line from an
// obstacle of one chain to one of the other, and no more than an entry or exit whose ends both lie on obstacles.
// Departures: a chain without sides is still a point, the vertex that entry and exit share; through the other portals of a chain
// one looks from the vertices of the opposite chain, inside the cone that the portals leave open, so that an obstacle seen around
// a corner is not mistaken for one across; and from its walls at the vertices behind.
#include <clearway/published/crossing.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/workers.h"
#include "clearance/data.h"
#include "navmesh/data.h"

namespace clearway::published {
namespace {

/// The directions between two rays from one point, less than a half turn apart; `right` comes first counter-clockwise.
struct Cone
{
    Vec2 right;
    Vec2 left;
};

class CrossingSearch
{
public:
    CrossingSearch(const ClearanceMesh::Data& data, CrossingReach reach) : data_(data), mesh_(data.mesh.data()), reach_(reach) {}

    /// The gap between the chains of the crossing; infinite when there is no obstacle on one of them.
    double computeGap(SideId entry, SideId exit)
    {
        gap_ = std::numeric_limits<double>::infinity();
        for (SideId side : {entry, exit})
            if (isOnObstacle(side) && isOnObstacle(mesh_.next(side))) offer(distance(corner(side), corner(mesh_.next(side))));
        collectChain(entry, exit, chains_[0]);
        collectChain(exit, entry, chains_[1]);
        compareInside();
        if (reach_ == CrossingReach::through_portals)
            for (int i = 0; i < 2; ++i) lookThrough(chains_[i], chains_[1 - i]);
        return gap_;
    }

private:
    struct Chain
    {
        std::vector<SideId> walls;
        std::vector<SideId> portals;
        std::vector<Vec2> points; ///< its vertices on obstacles
    };
    /// A door looked through, as the side of the piece behind it. Pieces are convex, so the way through them never turns back.
    struct View
    {
        std::uint32_t piece = 0;
        std::uint32_t entered = 0;
        Cone cone;
        std::size_t parent = 0; ///< its place in views_, or kTop
    };
    static constexpr std::size_t kTop = std::numeric_limits<std::size_t>::max();

    Vec2 corner(SideId side) const { return mesh_.corners[side] - data_.origin; }
    Segment segment(SideId side) const { return {corner(side), corner(mesh_.next(side))}; }
    bool isOnObstacle(SideId side) const { return data_.is_on_obstacle[mesh_.sides[side].from] != 0; }
    void offer(double gap) { gap_ = std::min(gap_, gap); }

    /// The sides after `from` and before `to`, and all vertices between them.
    void collectChain(SideId from, SideId to, Chain& chain) const
    {
        chain.walls.clear();
        chain.portals.clear();
        chain.points.clear();
        for (SideId side = mesh_.next(from);; side = mesh_.next(side))
        {
            if (isOnObstacle(side)) chain.points.push_back(corner(side));
            if (side == to) return;
            (mesh_.sides[side].obstacle != kNone ? chain.walls : chain.portals).push_back(side);
        }
    }

    /// Whatever is nearest has a vertex at one of its ends.
    void compareInside()
    {
        for (int i = 0; i < 2; ++i)
            for (Vec2 point : chains_[i].points)
            {
                for (SideId wall : chains_[1 - i].walls) offer(distance(point, segment(wall)));
                for (Vec2 other : chains_[1 - i].points) offer(distance(point, other));
            }
    }

    void lookThrough(const Chain& near, const Chain& far)
    {
        for (SideId portal : far.portals)
        {
            for (Vec2 point : near.points) lookFromPoint(point, portal);
            for (SideId wall : near.walls) lookFromWall(segment(wall), portal);
        }
    }

    /// The part of a segment inside a cone from `eye`, counter-clockwise as seen from there; false when there is none.
    static bool clip(Vec2 eye, const Cone& cone, Segment& s)
    {
        const auto cut = [&](Vec2 ray, double sign) {
            const double at_a = sign * cross(ray, s.a - eye), at_b = sign * cross(ray, s.b - eye);
            if (at_a < 0 && at_b < 0) return false;
            if (at_a < 0)
                s.a = interpolate(s.a, s.b, at_a / (at_a - at_b));
            else if (at_b < 0)
                s.b = interpolate(s.a, s.b, at_a / (at_a - at_b));
            return true;
        };
        return cut(cone.right, 1) && cut(cone.left, -1);
    }

    Segment segmentOf(const ClearanceMesh::Data::Piece& piece, std::uint32_t side) const
    {
        const std::uint32_t next = side + 1 < piece.first_side + piece.side_count ? side + 1 : piece.first_side;
        return {data_.sides[side].from, data_.sides[next].from};
    }

    /// The side that a door is of a piece.
    std::uint32_t findEntered(std::uint32_t door, std::uint32_t piece) const
    {
        const auto& p = data_.pieces[piece];
        for (std::uint32_t side = p.first_side; side < p.first_side + p.side_count; ++side)
            if (data_.sides[side].door == door) return side;
        return kNone;
    }

    /// The door as seen by one who comes from `piece`: it runs from right to left.
    Segment seenFrom(std::uint32_t door, std::uint32_t piece) const
    {
        const auto& d = data_.doors[door];
        return d.left == piece ? Segment{d.a, d.b} : Segment{d.b, d.a};
    }

    /// Views open in the order of their discovery; each leads one piece further. What is beyond the gap is not followed.
    void lookFromPoint(Vec2 eye, SideId portal)
    {
        views_.clear();
        const auto& door = data_.doors[mesh_.sides[portal].portal];
        const bool comes_from_left = mesh_.portals[mesh_.sides[portal].portal].left_side == portal;
        openView(eye, mesh_.sides[portal].portal, comes_from_left ? door.left : door.right, {{}, {}}, kTop);
        for (std::size_t i = 0; i < views_.size(); ++i)
        {
            const View view = views_[i];
            const auto& piece = data_.pieces[view.piece];
            for (std::uint32_t side = piece.first_side; side < piece.first_side + piece.side_count; ++side)
            {
                const Vec2 from = data_.sides[side].from;
                if (data_.is_side_on_obstacle[side] && isInside(eye, view.cone, from)) offer(distance(eye, from));
                if (side == view.entered) continue;
                if (data_.sides[side].door != kNone)
                {
                    openView(eye, data_.sides[side].door, view.piece, view.cone, i);
                    continue;
                }
                Segment seen = segmentOf(piece, side);
                if (clip(eye, view.cone, seen)) offer(distance(eye, seen));
            }
        }
    }

    static bool isInside(Vec2 eye, const Cone& cone, Vec2 p)
    {
        return cross(cone.right, p - eye) >= 0 && cross(cone.left, p - eye) <= 0;
    }

    void openView(Vec2 eye, std::uint32_t door, std::uint32_t from, const Cone& cone, std::size_t parent)
    {
        Segment seen = seenFrom(door, from);
        if (!(cross(seen.a - eye, seen.b - eye) > 0)) return; // edge-on
        if (parent != kTop && !clip(eye, cone, seen)) return;
        if (!(distance(eye, seen) < gap_) || !(cross(seen.a - eye, seen.b - eye) > 0)) return;
        push(door, from, {seen.a - eye, seen.b - eye}, parent);
    }

    void push(std::uint32_t door, std::uint32_t from, const Cone& cone, std::size_t parent)
    {
        if (views_.size() >= kMaxViews) return;
        const std::uint32_t piece = data_.doors[door].left == from ? data_.doors[door].right : data_.doors[door].left;
        views_.push_back({piece, findEntered(door, piece), cone, parent});
    }

    /// The vertices behind a portal whose foot on a wall lies inside it, seen straight through all doors between.
    void lookFromWall(const Segment& wall, SideId portal)
    {
        views_.clear();
        const auto& door = data_.doors[mesh_.sides[portal].portal];
        const bool comes_from_left = mesh_.portals[mesh_.sides[portal].portal].left_side == portal;
        openPassage(wall, mesh_.sides[portal].portal, comes_from_left ? door.left : door.right, kTop);
        for (std::size_t i = 0; i < views_.size(); ++i)
        {
            const View view = views_[i];
            const auto& piece = data_.pieces[view.piece];
            for (std::uint32_t side = piece.first_side; side < piece.first_side + piece.side_count; ++side)
            {
                if (data_.is_side_on_obstacle[side]) offerVertex(wall, data_.sides[side].from, i);
                if (side != view.entered && data_.sides[side].door != kNone)
                    openPassage(wall, data_.sides[side].door, view.piece, i);
            }
        }
    }

    /// Only through doors over the wall, and no door twice on one way.
    void openPassage(const Segment& wall, std::uint32_t door, std::uint32_t from, std::size_t parent)
    {
        const Segment seen = seenFrom(door, from);
        const Vec2 along = wall.b - wall.a;
        const double at_a = dot(seen.a - wall.a, along), at_b = dot(seen.b - wall.a, along);
        if (std::max(at_a, at_b) < 0 || std::min(at_a, at_b) > lengthSq(along)) return;
        if (!(at_a > at_b) || !(distance(wall, seen) < gap_)) return; // seen from the wall, its right end is the farther along
        for (std::size_t at = parent; at != kTop; at = views_[at].parent)
            if (data_.sides[views_[at].entered].door == door) return;
        push(door, from, {}, parent);
    }

    void offerVertex(const Segment& wall, Vec2 vertex, std::size_t view)
    {
        const Vec2 along = wall.b - wall.a;
        const double t = dot(vertex - wall.a, along) / lengthSq(along);
        if (!(t > 0 && t < 1) || !(cross(along, vertex - wall.a) > 0)) return;
        const Vec2 foot = interpolate(wall.a, wall.b, t);
        if (!(distance(foot, vertex) < gap_)) return;
        for (std::size_t at = view; at != kTop; at = views_[at].parent)
        {
            const Segment door = segmentOf(data_.pieces[views_[at].piece], views_[at].entered);
            if (cross(vertex - foot, door.a - foot) * cross(vertex - foot, door.b - foot) > 0) return;
        }
        offer(distance(foot, vertex));
    }

    /// More ways through doors than this are not followed from one place: a bound for meshes of very many tiny cells.
    static constexpr std::size_t kMaxViews = 4096;

    const ClearanceMesh::Data& data_;
    const NavMesh::Data& mesh_;
    CrossingReach reach_;
    double gap_ = 0;
    Chain chains_[2];
    std::vector<View> views_;
};

SideId sideOf(const NavMesh::Portal& portal, CellId cell) { return portal.left == cell ? portal.left_side : portal.right_side; }

} // namespace

double computeCrossingClearance(const ClearanceMesh& clearance, CellId cell, PortalId entry, PortalId exit, CrossingReach reach)
{
    const auto portals = clearance.mesh().portals();
    return CrossingSearch(clearance.data(), reach).computeGap(sideOf(portals[entry], cell), sideOf(portals[exit], cell)) / 2;
}

CrossingTable::CrossingTable(const ClearanceMesh& clearance, CrossingReach reach, const Execution& execution)
    : mesh_(clearance.mesh())
{
    const NavMesh::Data& mesh = mesh_.data();
    const auto cell_count = static_cast<std::uint32_t>(mesh.cells.size());
    place_.assign(mesh.sides.size(), 0);
    first_.assign(1, 0);
    for (const NavMesh::Cell& cell : mesh.cells)
    {
        std::uint32_t count = 0;
        for (SideId side = cell.first_side; side < cell.first_side + cell.side_count; ++side)
            if (mesh.sides[side].portal != kNone) place_[side] = count++;
        first_.push_back(first_.back() + count * (count - (count > 0)) / 2);
    }
    clearances_.assign(first_.back(), 0);

    const auto fill = [&](CellId cell) {
        if (first_[cell] == first_[cell + 1]) return;
        CrossingSearch search(clearance.data(), reach);
        const NavMesh::Cell& c = mesh.cells[cell];
        for (SideId exit = c.first_side; exit < c.first_side + c.side_count; ++exit)
            for (SideId entry = c.first_side; entry < exit; ++entry)
                if (mesh.sides[entry].portal != kNone && mesh.sides[exit].portal != kNone)
                    clearances_[first_[cell] + place_[exit] * (place_[exit] - 1) / 2 + place_[entry]] =
                        search.computeGap(entry, exit) / 2;
    };
    constexpr std::uint32_t kBatch = 64;
    const auto batch = [&](int index) {
        const std::uint32_t begin = static_cast<std::uint32_t>(index) * kBatch;
        for (CellId cell = begin; cell < std::min(begin + kBatch, cell_count); ++cell) fill(cell);
    };
    const int batch_count = static_cast<int>((cell_count + kBatch - 1) / kBatch);
    runTasks(TaskWorkers(execution).hook(), batch_count, batch);
}

double CrossingTable::find(CellId cell, PortalId entry, PortalId exit) const
{
    const auto portals = mesh_.portals();
    const std::uint32_t i = place_[sideOf(portals[entry], cell)], j = place_[sideOf(portals[exit], cell)];
    const std::uint32_t low = std::min(i, j), high = std::max(i, j);
    return clearances_[first_[cell] + high * (high - 1) / 2 + low];
}

std::size_t CrossingTable::memoryBytes() const
{
    return sizeof(*this) + first_.capacity() * sizeof(first_[0]) + place_.capacity() * sizeof(place_[0]) +
           clearances_.capacity() * sizeof(clearances_[0]);
}

} // namespace clearway::published
