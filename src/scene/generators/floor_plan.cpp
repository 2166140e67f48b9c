// SPDX-License-Identifier: MIT
#include "scene/generators/floor_plan.h"

#include <algorithm>
#include <cmath>

#include <clearway/base/assert.h>

namespace clearway::generators {

std::int32_t toCentimetres(double metres) { return static_cast<std::int32_t>(std::floor(metres * 100 + 0.5)); }

Vec2 toMetres(PlanPoint p) { return {p.x / 100.0, p.y / 100.0}; }

static PlanBox makePlanBox(double x0, double y0, double x1, double y1, PlanPoint offset)
{
    return {{toCentimetres(x0) + offset.x, toCentimetres(y0) + offset.y},
            {toCentimetres(x1) + offset.x, toCentimetres(y1) + offset.y}};
}

void FloorPlan::add(double x0, double y0, double x1, double y1, PlanPoint offset)
{
    strokes_.push_back({makePlanBox(x0, y0, x1, y1, offset), true});
}

void FloorPlan::subtract(double x0, double y0, double x1, double y1, PlanPoint offset)
{
    strokes_.push_back({makePlanBox(x0, y0, x1, y1, offset), false});
}

namespace {

void sortUnique(std::vector<std::int32_t>& values)
{
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

std::size_t indexOf(const std::vector<std::int32_t>& values, std::int32_t value)
{
    return static_cast<std::size_t>(std::lower_bound(values.begin(), values.end(), value) - values.begin());
}

/// The cells between all box sides, free or not, with a border of cells that are not free around them.
class CellGrid
{
public:
    CellGrid(std::size_t columns, std::size_t rows) : stride_(columns + 2), free_(stride_ * (rows + 2), 0) {}

    void fill(std::size_t column, std::size_t end_column, std::size_t row, bool is_free)
    {
        const auto first = free_.begin() + static_cast<std::ptrdiff_t>((row + 1) * stride_ + 1);
        std::fill(first + static_cast<std::ptrdiff_t>(column), first + static_cast<std::ptrdiff_t>(end_column), is_free ? 1 : 0);
    }
    /// The cell to the lower left (dx = dy = -1) … upper right (0, 0) of a node.
    bool isFree(std::size_t column, std::size_t row, int dx, int dy) const
    {
        return free_[(row + 1 + static_cast<std::size_t>(dy)) * stride_ + column + 1 + static_cast<std::size_t>(dx)] != 0;
    }

private:
    std::size_t stride_;
    std::vector<std::uint8_t> free_;
};

/// Directions east, north, west, south: whether a wall leaves the node that way with free space on its left.
bool hasWall(const CellGrid& cells, std::size_t column, std::size_t row, int direction)
{
    static constexpr int kLeft[4][2] = {{0, 0}, {-1, 0}, {-1, -1}, {0, -1}};
    static constexpr int kRight[4][2] = {{0, -1}, {0, 0}, {-1, 0}, {-1, -1}};
    return cells.isFree(column, row, kLeft[direction][0], kLeft[direction][1]) &&
           !cells.isFree(column, row, kRight[direction][0], kRight[direction][1]);
}

} // namespace

std::vector<FloorPlan::PlanRing> FloorPlan::traceRings() const
{
    std::vector<std::int32_t> xs;
    std::vector<std::int32_t> ys;
    for (const Stroke& stroke : strokes_)
    {
        xs.insert(xs.end(), {stroke.box.min.x, stroke.box.max.x});
        ys.insert(ys.end(), {stroke.box.min.y, stroke.box.max.y});
    }
    sortUnique(xs);
    sortUnique(ys);

    CellGrid cells(xs.size() - 1, ys.size() - 1);
    for (const Stroke& stroke : strokes_)
    {
        const std::size_t first = indexOf(xs, stroke.box.min.x);
        const std::size_t last = indexOf(xs, stroke.box.max.x);
        const std::size_t end_row = indexOf(ys, stroke.box.max.y);
        for (std::size_t row = indexOf(ys, stroke.box.min.y); row < end_row; ++row) cells.fill(first, last, row, stroke.is_free);
    }

    // Every ring has a wall that runs east; rings are found by the lowest and leftmost of theirs, which starts at a corner.
    std::vector<std::uint8_t> is_traced(xs.size() * ys.size(), 0);
    std::vector<PlanRing> rings;
    for (std::size_t row = 0; row < ys.size(); ++row)
        for (std::size_t column = 0; column < xs.size(); ++column)
        {
            if (is_traced[row * xs.size() + column] || !hasWall(cells, column, row, 0)) continue;
            PlanRing ring;
            std::size_t x = column;
            std::size_t y = row;
            int direction = 0;
            int previous = 3;
            do
            {
                if (direction != previous) ring.push_back({xs[x], ys[y]});
                if (direction == 0) is_traced[y * xs.size() + x] = 1;
                x += direction == 0 ? 1u : direction == 2 ? std::size_t(-1) : 0u;
                y += direction == 1 ? 1u : direction == 3 ? std::size_t(-1) : 0u;
                previous = direction;
                // Left first: where two free cells touch at a corner only, the ring stays with its own.
                for (int turn : {1, 0, 3})
                    if (hasWall(cells, x, y, (previous + turn) % 4))
                    {
                        direction = (previous + turn) % 4;
                        break;
                    }
            } while (x != column || y != row || direction != 0);
            rings.push_back(std::move(ring));
        }
    return rings;
}

/// Bays on one wall line lie together: by the direction of the wall, then its line, then along it.
static bool isBayBefore(const PlanBay& a, const PlanBay& b)
{
    const bool a_is_vertical = a.from.x == a.to.x;
    const bool b_is_vertical = b.from.x == b.to.x;
    if (a_is_vertical != b_is_vertical) return b_is_vertical;
    if (a_is_vertical) return a.from.x != b.from.x ? a.from.x < b.from.x : a.from.y < b.from.y;
    return a.from.y != b.from.y ? a.from.y < b.from.y : a.from.x < b.from.x;
}

Ring FloorPlan::toRing(const PlanRing& ring, const std::vector<PlanBay>& sorted_bays) const
{
    Ring points;
    for (std::size_t k = 0; k < ring.size(); ++k)
    {
        const PlanPoint from = ring[k];
        const PlanPoint to = ring[(k + 1) % ring.size()];
        points.push_back(toMetres(from));
        const bool runs_forward = from < to;
        const PlanBay low{runs_forward ? from : to, runs_forward ? to : from, {}};
        const PlanBay high{low.to, low.from, {}};
        auto first = std::lower_bound(sorted_bays.begin(), sorted_bays.end(), low, isBayBefore);
        auto last = std::lower_bound(first, sorted_bays.end(), high, isBayBefore);
        const auto insert = [&points](const PlanBay& bay) {
            points.push_back(toMetres(bay.from));
            points.insert(points.end(), bay.between.begin(), bay.between.end());
            points.push_back(toMetres(bay.to));
        };
        if (runs_forward)
            while (first != last) insert(*first++);
        else
            while (first != last) insert(*--last);
    }
    return points;
}

static bool isCounterClockwise(const std::vector<PlanPoint>& ring)
{
    std::int64_t twice_area = 0;
    for (std::size_t k = 0; k < ring.size(); ++k)
    {
        const PlanPoint a = ring[k];
        const PlanPoint b = ring[(k + 1) % ring.size()];
        twice_area += std::int64_t{a.x} * b.y - std::int64_t{b.x} * a.y;
    }
    return twice_area > 0;
}

SceneInput::AreaInput FloorPlan::buildArea() const
{
    std::vector<PlanBay> sorted_bays = bays_;
    std::sort(sorted_bays.begin(), sorted_bays.end(), isBayBefore);
    SceneInput::AreaInput area;
    // The outline owns the lowest wall of all, so it is found first.
    for (const PlanRing& ring : traceRings())
    {
        SceneInput::RingInput& target = area.outline.points.empty() ? area.outline : area.holes.emplace_back();
        target.points = toRing(ring, sorted_bays);
        CLEARWAY_ASSERT((&target == &area.outline) == isCounterClockwise(ring), "the rooms of a floor plan must be connected");
    }
    CLEARWAY_ASSERT(!area.outline.points.empty(), "a floor plan needs at least one room");
    return area;
}

} // namespace clearway::generators
