// SPDX-License-Identifier: MIT
#include "guide/cell_table.h"

#include <algorithm>
#include <array>
#include <limits>

#include "navmesh/place.h"

namespace clearway {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The side of the line from a to b on which p lies: 1 left, -1 right, 0 when rounding leaves that open.
int computeSide(Vec2 a, Vec2 b, Vec2 p)
{
    const double left = (a.x - p.x) * (b.y - p.y);
    const double right = (a.y - p.y) * (b.x - p.x);
    const double bound = (std::abs(left) + std::abs(right)) * 0x1p-50 + 0x1p-1000;
    const double area = left - right;
    return area > bound ? 1 : area < -bound ? -1 : 0;
}

} // namespace

WallShape WallShape::make(const Segment& segment)
{
    const Vec2 along = segment.b - segment.a;
    const double length_sq = lengthSq(along);
    return {segment.a, along, length_sq > 0 ? 1 / length_sq : 0};
}

CellTable::CellTable(const NavMesh::Data& mesh, const ClearanceMesh::Data& clearance) : mesh_(mesh), clearance_(clearance)
{
    const double ulp = std::max(computeUlp(mesh.bounds.min), computeUlp(mesh.bounds.max));
    slack_ = clearance.snap_error + 2 * kDiscMoveToleranceUlps * ulp;
    sites_.reserve(clearance.sites.size());
    for (const ClearanceMesh::Data::Site& site : clearance.sites)
        sites_.push_back(WallShape::make({clearance.origin + site.a, clearance.origin + site.b}));
    inverse_length_.resize(mesh.sides.size());
    for (SideId side = 0; side < mesh.sides.size(); ++side)
    {
        const Segment segment = mesh.segment(side);
        inverse_length_[side] = 1 / distance(segment.a, segment.b);
    }
}

std::span<const std::uint32_t> CellTable::sitesOf(CellId cell) const
{
    const std::uint32_t piece = clearance_.first_piece[cell];
    if (clearance_.first_piece[cell + 1] - piece == 1) return clearance_.sitesOfPiece(piece);
    const std::uint32_t first = clearance_.first_cell_site[cell];
    return {clearance_.cell_sites.data() + first, clearance_.first_cell_site[cell + 1] - first};
}

double CellTable::computeFaceRoom(CellId cell, Vec2 p) const
{
    if (!mesh_.is_convex[cell]) return 0;
    const NavMesh::Cell& c = mesh_.cells[cell];
    const Vec2* const corners = mesh_.corners.data() + c.first_side;
    const double* const inverse = inverse_length_.data() + c.first_side;
    const std::uint32_t last = c.side_count - 1;
    double room = cross(corners[0] - corners[last], p - corners[last]) * inverse[last];
    for (std::uint32_t i = 0; i < last; ++i)
        room = std::min(room, cross(corners[i + 1] - corners[i], p - corners[i]) * inverse[i]);
    room = room * (1 - 0x1p-40) - slack_;
    return room > 0 ? room : 0;
}

double CellTable::computeSiteDistanceSq(CellId cell, Vec2 p) const
{
    double best = kInfinity;
    for (const std::uint32_t i : sitesOf(cell)) best = std::min(best, sites_[i].distanceSq(p));
    return best;
}

std::uint32_t CellTable::findSite(CellId cell, Vec2 p) const
{
    std::uint32_t site = kNone;
    double best = kInfinity;
    for (const std::uint32_t i : sitesOf(cell))
        if (const double distance_sq = sites_[i].distanceSq(p); distance_sq < best)
        {
            best = distance_sq;
            site = i;
        }
    return site;
}

/// The way of a disc, ready to be compared with many walls.
struct CellTable::Way
{
    Way(Vec2 from, Vec2 to, double disc_radius)
        : p(from), q(to), shape(WallShape::make({from, to})), radius(disc_radius), length(distance(from, to))
    {
        if (length > 0) along = shape.along / length;
        // What is certainly farther away than the radius, rounding included.
        margin = radius * (1 + 0x1p-30) + length * 0x1p-40;
    }

    /// Whether a wall is nearer than the radius; the way does not cross it.
    bool isNear(const WallShape& wall) const
    {
        // Most are beside it, behind or beyond.
        const Vec2 a = wall.a - p;
        const Vec2 b = a + wall.along;
        const double across_a = cross(along, a);
        const double across_b = cross(along, b);
        if ((across_a > margin && across_b > margin) || (across_a < -margin && across_b < -margin)) return false;
        const double ahead_a = dot(along, a);
        const double ahead_b = dot(along, b);
        if ((ahead_a > length + margin && ahead_b > length + margin) || (ahead_a < -margin && ahead_b < -margin)) return false;
        const double radius_sq = radius * radius;
        return wall.distanceSq(p) < radius_sq || wall.distanceSq(q) < radius_sq || shape.distanceSq(wall.a) < radius_sq ||
               (wall.inverse_length_sq > 0 && shape.distanceSq(wall.a + wall.along) < radius_sq);
    }

    Vec2 p;
    Vec2 q;
    WallShape shape;
    double radius;
    double length;
    double margin;
    Vec2 along; ///< unit length; zero when there is no way to go
};

bool CellTable::isNearSite(CellId cell, const Way& way) const
{
    for (const std::uint32_t i : sitesOf(cell))
        if (way.isNear(sites_[i])) return true;
    return false;
}

SideId CellTable::findExit(const NavMesh::Cell& cell, Vec2 p, Vec2 q) const
{
    SideId exit = kNone;
    const Vec2* const corners = mesh_.corners.data();
    const SideId end = cell.first_side + cell.side_count;
    int last_side = computeSide(p, q, corners[end - 1]);
    if (last_side == 0) return kNone;
    for (SideId side = cell.first_side, last = end - 1; side < end; last = side++)
    {
        const int now = computeSide(p, q, corners[side]);
        if (now == 0) return kNone;
        if (last_side < 0 && now > 0) exit = last;
        last_side = now;
    }
    return exit;
}

/// Goes straight through convex cells as long as all is clear; isBlocked(cell) is asked about each cell that is passed.
template <typename IsBlocked>
CellTable::Sight CellTable::go(CellId& cell, Vec2 p, Vec2 q, Ending ending, const IsBlocked& isBlocked) const
{
    if (isBlocked(cell)) return Sight::blocked;
    if (computeFaceRoom(cell, q) > 0) return Sight::free;
    CellId at = cell;
    for (std::size_t steps = mesh_.cells.size(); steps > 0 && mesh_.is_convex[at]; --steps)
    {
        const SideId exit = findExit(mesh_.cells[at], p, q);
        if (exit == kNone) return Sight::unsure;
        const int side = computeSide(mesh_.corners[exit], mesh_.corners[mesh_.next(exit)], q);
        if (side == 0 && ending == Ending::known) return Sight::unsure;
        if (side >= 0)
        {
            cell = at;
            return Sight::free;
        }
        if (mesh_.sides[exit].portal == kNone) return Sight::blocked;
        at = mesh_.side_cell[mesh_.opposite(exit)];
        if (isBlocked(at)) return Sight::blocked;
    }
    return Sight::unsure;
}

CellTable::Sight CellTable::look(CellId& cell, Vec2 p, Vec2 q, double radius) const
{
    const Way way(p, q, radius);
    return go(cell, p, q, Ending::known, [&](CellId at) { return isNearSite(at, way); });
}

CellTable::Sight CellTable::walk(CellId& cell, Vec2 p, Vec2 q) const
{
    return go(cell, p, q, Ending::known, [](CellId) { return false; });
}

CellTable::Sight CellTable::see(CellId cell, Vec2 p, Vec2 q, double radius) const
{
    // The walk first: it is short, and where the view is blocked it mostly ends at a wall.
    std::array<CellId, 16> passed;
    std::size_t count = 0;
    const Way way(p, q, radius);
    const Sight sight = go(cell, p, q, Ending::any, [&](CellId at) {
        if (count == passed.size()) return isNearSite(at, way);
        passed[count++] = at;
        return false;
    });
    if (sight != Sight::free) return sight;
    for (std::size_t i = 0; i < count; ++i)
        if (isNearSite(passed[i], way)) return Sight::blocked;
    return Sight::free;
}

bool CellTable::seeWithin(CellId cell, Vec2 p, Vec2 q, double radius) const { return !isNearSite(cell, Way(p, q, radius)); }

std::size_t CellTable::memoryBytes() const
{
    return sizeof(*this) + sites_.capacity() * sizeof(WallShape) + inverse_length_.capacity() * sizeof(double);
}

} // namespace clearway
