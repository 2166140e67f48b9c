// SPDX-License-Identifier: MIT
// Squares of the location grid are looked at in rings around the point, until no nearer cell can follow.
#include <algorithm>
#include <cmath>
#include <limits>

#include <clearway/navmesh/query.h>

#include "navmesh/cell_shape.h"
#include "navmesh/data.h"
#include "navmesh/place.h"
#include "navmesh/scratch.h"

namespace clearway {

namespace {

/// The nearest cell so far; of equally near ones the lowest.
struct Nearest
{
    NearestBound bound;
    CellId cell = kNone;
    BorderPoint border = {};
};

/// Looks at one square's cells.
void lookAtSquare(const NavMesh::Data& data, Vec2 p, int layer, std::uint32_t column, std::uint32_t row, Nearest& best)
{
    for (const CellId cell : data.grid.itemsAt(column, row))
    {
        if (cell == best.cell || (layer != kAnyLayer && data.cells[cell].layer != layer)) continue;
        const BorderPoint border = findBorderPoint(data, cell, p, best.bound);
        if (border.side == kNone || (border.distance_sq == best.bound.distanceSq() && cell > best.cell)) continue;
        best.cell = cell;
        best.border = border;
        best.bound.set(border.distance_sq);
    }
}

Nearest searchRings(const NavMesh::Data& data, Vec2 p, int layer, double limit_sq)
{
    const BinGrid& grid = data.grid;
    Nearest best{NearestBound(data, p, limit_sq)};
    // Of p's way to a point of the mesh, the part up to the box and the part inside it are at least at a right angle.
    const Vec2 inside{std::clamp(p.x, data.bounds.min.x, data.bounds.max.x),
                      std::clamp(p.y, data.bounds.min.y, data.bounds.max.y)};
    const double outside_sq = distanceSq(p, inside) * (1 - 1e-12);
    const double size = grid.inverse_size > 0 ? 1 / grid.inverse_size : 0;
    const auto center_column = static_cast<std::int64_t>(grid.columnOf(inside.x));
    const auto center_row = static_cast<std::int64_t>(grid.rowOf(inside.y));
    const auto columns = static_cast<std::int64_t>(grid.columns);
    const auto rows = static_cast<std::int64_t>(grid.rows);
    for (std::int64_t ring = 0; ring < std::max(columns, rows); ++ring)
    {
        // All squares of this ring are at least this far from `inside`, which lies somewhere in the centre square.
        const double gap = std::max(0.0, static_cast<double>(ring - 1) * size * (1 - 1e-6));
        if (outside_sq + gap * gap > best.bound.distanceSq()) break;
        const std::int64_t top = std::min(center_row + ring, rows - 1);
        for (std::int64_t row = std::max<std::int64_t>(center_row - ring, 0); row <= top; ++row)
        {
            const bool whole_row = row == center_row - ring || row == center_row + ring;
            const std::int64_t step = whole_row || ring == 0 ? 1 : 2 * ring;
            for (std::int64_t column = center_column - ring; column <= center_column + ring; column += step)
                if (column >= 0 && column < columns)
                    lookAtSquare(data, p, layer, static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row), best);
        }
    }
    return best;
}

} // namespace

Place NavMeshQuery::findNearest(Vec2 p, const NearestOptions& options) const
{
    const NavMesh::Data& data = mesh_.data();
    if (!isFinite(p) || !(options.max_distance >= 0)) return {};
    if (const CellId cell = findCellOf(data, p, options.layer); cell != kNone) return {p, cell};
    // Squares of distances must not overflow; from that far away all points of a mesh are equally near.
    constexpr double kFar = 1e140;
    p = {std::clamp(p.x, -kFar, kFar), std::clamp(p.y, -kFar, kFar)};
    const double limit_sq = options.max_distance * options.max_distance;
    const Nearest nearest = searchRings(data, p, options.layer, limit_sq);
    if (nearest.cell == kNone) return {};
    const Segment side = data.segment(nearest.border.side);
    const Place place = settle(data, nearest.cell, nearest.border.position, computeNormal(side));
    if (place) return place;
    // Too thin for a double inside: its corners at least are.
    return {distanceSq(p, side.a) <= distanceSq(p, side.b) ? side.a : side.b, nearest.cell};
}

void NavMeshQuery::findCellsInCircle(Vec2 center, double radius, std::vector<CellId>& cells, int layer)
{
    const NavMesh::Data& data = mesh_.data();
    cells.clear();
    if (!isFinite(center) || !(radius >= 0)) return;
    const Box2 box = computeBounds(Disc{center, radius}).inflated(4 * (computeUlp(center) + computeUlp({radius, 0})));
    if (!box.overlaps(data.bounds)) return;
    scratch_->cells.clear(data.cells.size());
    const NearestBound bound(data, center, radius * radius);
    const std::uint32_t last_row = data.grid.rowOf(box.max.y);
    const std::uint32_t last_column = data.grid.columnOf(box.max.x);
    for (std::uint32_t row = data.grid.rowOf(box.min.y); row <= last_row; ++row)
        for (std::uint32_t column = data.grid.columnOf(box.min.x); column <= last_column; ++column)
            for (const CellId cell : data.grid.itemsAt(column, row))
            {
                if (!scratch_->cells.add(cell) || (layer != kAnyLayer && data.cells[cell].layer != layer)) continue;
                if (findBorderPoint(data, cell, center, bound).side != kNone || containsPoint(data, cell, center))
                    cells.push_back(cell);
            }
    std::sort(cells.begin(), cells.end());
}

} // namespace clearway
