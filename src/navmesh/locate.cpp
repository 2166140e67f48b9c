// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include <clearway/navmesh/query.h>

#include "navmesh/cell_shape.h"
#include "navmesh/place.h"

namespace clearway {

CellId findCellOf(const NavMesh::Data& data, Vec2 p, int layer)
{
    if (!data.bounds.contains(p)) return kNone; // NaN and infinity too
    for (const CellId cell : data.grid.itemsAt(data.grid.columnOf(p.x), data.grid.rowOf(p.y)))
        if ((layer == kAnyLayer || data.cells[cell].layer == layer) && containsPoint(data, cell, p)) return cell;
    return kNone;
}

namespace {

/// `cell` or a neighbour of it that contains p.
CellId findCellNear(const NavMesh::Data& data, CellId cell, Vec2 p)
{
    if (containsPoint(data, cell, p)) return cell;
    const NavMesh::Cell& c = data.cells[cell];
    for (SideId side = c.first_side; side < c.first_side + c.side_count; ++side)
    {
        if (data.sides[side].portal == kNone) continue;
        const CellId other = data.side_cell[data.opposite(side)];
        if (containsPoint(data, other, p)) return other;
    }
    return kNone;
}

} // namespace

Place checkPlace(const NavMesh::Data& data, const Place& place)
{
    if (place.cell == kNone || !isFinite(place.position)) return {};
    if (place.cell >= data.cells.size()) return {place.position, findCellOf(data, place.position, kAnyLayer)};
    if (const CellId near = findCellNear(data, place.cell, place.position); near != kNone) return {place.position, near};
    return {place.position, findCellOf(data, place.position, data.cells[place.cell].layer)};
}

Place settle(const NavMesh::Data& data, CellId cell, Vec2 p, Vec2 inward)
{
    constexpr int kAttempts = 10; // up to 2^9 ulp: beyond that the direction was wrong, not the rounding
    double step = 0;
    for (int attempt = 0; attempt < kAttempts; ++attempt)
    {
        const Vec2 candidate = p + inward * step;
        if (const CellId near = findCellNear(data, cell, candidate); near != kNone) return {candidate, near};
        step = step > 0 ? 2 * step : computeUlp(p);
    }
    return {};
}

double computeUlp(Vec2 p)
{
    return std::max({std::abs(p.x), std::abs(p.y), std::numeric_limits<double>::min()}) * std::numeric_limits<double>::epsilon();
}

Vec2 computeNormal(const Segment& segment)
{
    // Scaled first, so that neither tiny nor huge segments lose their direction.
    Vec2 d = segment.b - segment.a;
    const double scale = std::max(std::abs(d.x), std::abs(d.y));
    if (!(scale > 0)) return {};
    d = {d.x / scale, d.y / scale};
    return perpendicular(d / length(d));
}

CellId NavMeshQuery::findCell(Vec2 p, int layer) const { return findCellOf(mesh_.data(), p, layer); }

} // namespace clearway
