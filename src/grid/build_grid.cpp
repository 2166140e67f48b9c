// SPDX-License-Identifier: MIT
// The inside of free space is filled row by row through the middles of the cells; then every boundary edge blocks the middles,
// and the lines between neighbouring middles, that it is too near to.
#include <algorithm>
#include <cmath>
#include <string>

#include "base/errors.h"
#include "grid/cell_choice.h"
#include "grid/grid_data.h"

namespace clearway {
namespace {

Result<void> checkCosts(const TerrainCosts& costs)
{
    for (const double cost : costs)
        if (!(cost > 0) || (std::isfinite(cost) && (cost < 1e-6 || cost > 1e6)))
            return makeError("The cost of a terrain must be from 1e-6 to 1e6, or infinite where the characters may not go.");
    return {};
}

bool isTerrain(Terrain terrain) { return static_cast<int>(terrain) < kMaxTerrainCount; }

/// For each row, where the line through its middles enters or leaves the rings, in order. One serves for any number of shapes,
/// each at the cost of the rows that it touches.
class RowCrossings
{
public:
    explicit RowCrossings(const FieldGrid::Data& data) : data_(data), rows_(static_cast<std::size_t>(data.height)) {}

    void add(Vec2 a, Vec2 b)
    {
        if (a.y > b.y) std::swap(a, b);
        const double h = data_.cell_size;
        const double first = std::max(0.0, std::floor((a.y - data_.origin.y) / h - 0.5) - 1);
        const double last = std::min(data_.height - 1.0, std::floor((b.y - data_.origin.y) / h - 0.5) + 1);
        for (double row = first; row <= last; ++row)
        {
            const double y = data_.origin.y + (row + 0.5) * h;
            if (!(a.y <= y && y < b.y)) continue; // half open: a vertex on the line counts once
            rows_[static_cast<std::size_t>(row)].push_back(a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y)));
            first_ = std::min(first_, static_cast<std::int32_t>(row));
            last_ = std::max(last_, static_cast<std::int32_t>(row));
        }
    }

    void addRing(std::span<const Vec2> ring)
    {
        for (std::size_t i = 0; i < ring.size(); ++i) add(ring[i], ring[i + 1 < ring.size() ? i + 1 : 0]);
    }

    /// Calls visit(cell) for every cell whose middle is inside, and forgets the rings.
    template <typename Visit>
    void visitInside(Visit&& visit)
    {
        const double h = data_.cell_size;
        for (std::int32_t row = first_; row <= last_; ++row)
        {
            std::vector<double>& xs = rows_[static_cast<std::size_t>(row)];
            std::sort(xs.begin(), xs.end());
            for (std::size_t i = 0; i + 1 < xs.size(); i += 2)
            {
                const double first = std::clamp(std::ceil((xs[i] - data_.origin.x) / h - 0.5), 0.0, double(data_.width));
                const double last = std::clamp(std::floor((xs[i + 1] - data_.origin.x) / h - 0.5), -1.0, data_.width - 1.0);
                for (auto column = static_cast<std::int32_t>(first); column <= static_cast<std::int32_t>(last); ++column)
                    visit(row * data_.width + column);
            }
            xs.clear();
        }
        first_ = data_.height;
        last_ = -1;
    }

private:
    const FieldGrid::Data& data_;
    std::vector<std::vector<double>> rows_;
    std::int32_t first_ = data_.height; ///< of the rows that are crossed
    std::int32_t last_ = -1;
};

void setTerrain(FieldGrid::Data& data, std::int32_t cell, Terrain terrain)
{
    std::uint8_t& bits = data.cells[static_cast<std::size_t>(cell)];
    bits = static_cast<std::uint8_t>((bits & ((1 << kTerrainShift) - 1)) | (static_cast<int>(terrain) << kTerrainShift));
}

} // namespace

void blockNear(FieldGrid::Data& data, const Segment& wall, double radius, double slack)
{
    const double h = data.cell_size;
    const double limit = std::max(0.0, radius - slack);
    const double reach = radius + h;
    const Segment s = wall.a.y <= wall.b.y ? wall : Segment{wall.b, wall.a};
    const auto tooNear = [limit](double distance) { return distance <= 0 || distance < limit; };
    const auto lastOf = [h](double from, double to, std::int32_t count) {
        return static_cast<std::int32_t>(std::clamp(std::floor((to - from) / h - 0.5) + 1, -1.0, count - 1.0));
    };
    const auto firstOf = [h](double from, double to, std::int32_t count) {
        return static_cast<std::int32_t>(std::clamp(std::ceil((to - from) / h - 0.5) - 1, 0.0, double(count)));
    };
    for (const Vec2 end : {s.a, s.b})
    {
        const double column = std::floor((end.x - data.origin.x) / h - 0.5), row = std::floor((end.y - data.origin.y) / h - 0.5);
        if (!(column >= 0 && column + 1 < data.width && row >= 0 && row + 1 < data.height)) continue;
        const auto cell = static_cast<std::size_t>(row) * static_cast<std::size_t>(data.width) + static_cast<std::size_t>(column);
        data.cells[cell] |= kSquareBlocked;
    }
    for (std::int32_t row = firstOf(data.origin.y, s.a.y - reach, data.height);
         row <= lastOf(data.origin.y, s.b.y + reach, data.height); ++row)
    {
        // The piece of the wall that can matter for this row.
        const double y = data.center(0, row).y;
        const double rise = s.b.y - s.a.y;
        const double t0 = rise > 0 ? std::clamp((y - reach - s.a.y) / rise, 0.0, 1.0) : 0;
        const double t1 = rise > 0 ? std::clamp((y + reach - s.a.y) / rise, 0.0, 1.0) : 1;
        const double x0 = interpolate(s.a, s.b, t0).x, x1 = interpolate(s.a, s.b, t1).x;
        for (std::int32_t column = firstOf(data.origin.x, std::min(x0, x1) - reach, data.width);
             column <= lastOf(data.origin.x, std::max(x0, x1) + reach, data.width); ++column)
        {
            std::uint8_t& bits = data.cells[static_cast<std::size_t>(row * data.width + column)];
            if (!(bits & kCellFree)) continue;
            const Vec2 center = data.center(column, row);
            if (tooNear(distance(center, s)))
            {
                bits &= static_cast<std::uint8_t>(~kCellFree);
                continue;
            }
            const auto isParted = [&](Vec2 other) { return tooNear(distance({center, other}, s)); };
            if ((bits & kJoinedRight) && isParted(data.center(column + 1, row))) bits &= static_cast<std::uint8_t>(~kJoinedRight);
            if ((bits & kJoinedUp) && isParted(data.center(column, row + 1))) bits &= static_cast<std::uint8_t>(~kJoinedUp);
        }
    }
}

Result<FieldGrid> buildFieldGrid(const Scene& scene, const FieldGridOptions& options)
{
    if (!(options.cell_size > 0) || !std::isfinite(options.cell_size))
        return makeError("The cell size of a field must be a positive number of metres.");
    if (!(options.radius >= 0) || !std::isfinite(options.radius))
        return makeError("The radius of a field must be a number of metres, at least 0.");
    if (const auto checked = checkCosts(options.costs); !checked) return checked.error();
    for (const Disc& disc : options.discs)
        if (!isFinite(disc.center) || !(disc.radius >= 0) || !std::isfinite(disc.radius))
            return makeError("A disc obstacle of a field has a centre or radius that is no number.");
    for (const Ring& ring : options.obstacles)
        for (const Vec2 p : ring)
            if (!isFinite(p)) return makeError("An obstacle of a field has a coordinate that is no number.");
    for (const TerrainArea& area : options.terrain)
    {
        if (!isTerrain(area.terrain)) return makeError("A terrain area of a field has an unknown terrain.");
        for (const Vec2 p : area.outline)
            if (!isFinite(p)) return makeError("A terrain area of a field has a coordinate that is no number.");
    }
    const Box2 bounds = scene.bounds();
    const GridSize size = predictGridSize(scene, options.cell_size);
    if (const auto checked = checkGridSize(size); !checked) return checked.error();

    auto data = std::make_shared<FieldGrid::Data>();
    data->width = static_cast<std::int32_t>(size.columns);
    data->height = static_cast<std::int32_t>(size.rows);
    data->cell_size = options.cell_size;
    data->radius = options.radius;
    data->costs = options.costs;
    data->origin = bounds.center() - Vec2{size.columns, size.rows} * (options.cell_size / 2);
    data->cells.assign(static_cast<std::size_t>(data->width) * static_cast<std::size_t>(data->height), 0);

    RowCrossings crossings(*data);
    for (const Scene::Area& area : scene.areas())
        if (area.layer == options.layer)
            for (const Scene::RingRange& ring : scene.rings().subspan(area.first_ring, area.ring_count))
                crossings.addRing(scene.points(ring));
    constexpr std::uint8_t kOpen = kCellFree | kJoinedRight | kJoinedUp;
    crossings.visitInside([&](std::int32_t cell) { data->cells[static_cast<std::size_t>(cell)] = kOpen; });
    for (const TerrainArea& area : options.terrain)
    {
        crossings.addRing(area.outline);
        crossings.visitInside([&](std::int32_t cell) { setTerrain(*data, cell, area.terrain); });
    }
    for (const Ring& ring : options.obstacles)
    {
        crossings.addRing(ring);
        crossings.visitInside(
            [&](std::int32_t cell) { data->cells[static_cast<std::size_t>(cell)] &= static_cast<std::uint8_t>(~kCellFree); });
        for (std::size_t i = 0; i < ring.size(); ++i)
            blockNear(*data, {ring[i], ring[i + 1 < ring.size() ? i + 1 : 0]}, options.radius, 0);
    }
    // As everywhere: a radius passes when it is at most a quantum too large, since drawing snapped the walls by that much.
    for (const Scene::Area& area : scene.areas())
        if (area.layer == options.layer)
            for (const Scene::RingRange& ring : scene.rings().subspan(area.first_ring, area.ring_count))
                for (std::uint32_t i = ring.first; i < ring.first + ring.count; ++i)
                    blockNear(*data, scene.edge(i), options.radius, scene.frame().quantum);
    for (const Disc& disc : options.discs) blockNear(*data, {disc.center, disc.center}, disc.radius + options.radius, 0);
    data->finish();
    return FieldGrid(std::move(data));
}

Result<FieldGrid> buildFieldGrid(std::int32_t width, std::int32_t height, std::span<const std::uint8_t> is_free,
                                 const FieldMaskOptions& options)
{
    if (width < 1 || height < 1) return makeError("A field needs at least one column and one row of cells.");
    if (const auto checked = checkGridSize({static_cast<double>(width), static_cast<double>(height)}); !checked)
        return checked.error();
    const auto count = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    if (is_free.size() != count || (!options.terrain.empty() && options.terrain.size() != count))
        return makeError("The mask and the terrain of a field must have one entry per cell (" + std::to_string(count) + ").");
    if (!(options.cell_size > 0) || !std::isfinite(options.cell_size) || !isFinite(options.origin))
        return makeError("The cell size of a field must be a positive number of metres, and its origin a point.");
    if (const auto checked = checkCosts(options.costs); !checked) return checked.error();

    auto data = std::make_shared<FieldGrid::Data>();
    data->width = width;
    data->height = height;
    data->cell_size = options.cell_size;
    data->costs = options.costs;
    data->origin = options.origin;
    data->cells.resize(count);
    for (std::size_t i = 0; i < count; ++i) data->cells[i] = is_free[i] ? kCellFree | kJoinedRight | kJoinedUp : 0;
    for (std::size_t i = 0; i < options.terrain.size(); ++i)
    {
        if (!isTerrain(options.terrain[i])) return makeError("A cell of the field has an unknown terrain.");
        setTerrain(*data, static_cast<std::int32_t>(i), options.terrain[i]);
    }
    data->finish();
    return FieldGrid(std::move(data));
}

} // namespace clearway
