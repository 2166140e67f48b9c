// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <utility>

#include "grid/grid_data.h"

namespace clearway {

void FieldGrid::Data::finish()
{
    const auto count = static_cast<std::int32_t>(cells.size());
    has_costs = false;
    free_count = 0;
    for (std::int32_t cell = 0; cell < count; ++cell)
    {
        const double cost = costs[static_cast<std::size_t>(terrain(cell))];
        if (!std::isfinite(cost)) cells[static_cast<std::size_t>(cell)] &= static_cast<std::uint8_t>(~kCellFree);
        if (!isFree(cell)) continue;
        ++free_count;
        has_costs |= cost != 1;
    }
    for (std::int32_t cell = 0; cell < count; ++cell)
    {
        std::uint8_t& bits = cells[static_cast<std::size_t>(cell)];
        const std::int32_t column = cell % width;
        if (!isFree(cell) || column + 1 == width || !isFree(cell + 1)) bits &= static_cast<std::uint8_t>(~kJoinedRight);
        if (!isFree(cell) || cell + width >= count || !isFree(cell + width)) bits &= static_cast<std::uint8_t>(~kJoinedUp);
    }

    component.assign(cells.size(), kNone);
    component_count = 0;
    std::vector<std::int32_t> waiting;
    for (std::int32_t first = 0; first < count; ++first)
    {
        if (!isFree(first) || component[static_cast<std::size_t>(first)] != kNone) continue;
        const auto reach = [&](std::int32_t cell) {
            if (component[static_cast<std::size_t>(cell)] != kNone) return;
            component[static_cast<std::size_t>(cell)] = component_count;
            waiting.push_back(cell);
        };
        reach(first);
        while (!waiting.empty())
        {
            const std::int32_t cell = waiting.back();
            waiting.pop_back();
            if (cells[static_cast<std::size_t>(cell)] & kJoinedRight) reach(cell + 1);
            if (cells[static_cast<std::size_t>(cell)] & kJoinedUp) reach(cell + width);
            if (cell % width > 0 && (cells[static_cast<std::size_t>(cell - 1)] & kJoinedRight)) reach(cell - 1);
            if (cell >= width && (cells[static_cast<std::size_t>(cell - width)] & kJoinedUp)) reach(cell - width);
        }
        ++component_count;
    }
}

std::int32_t FieldGrid::width() const { return data_->width; }
std::int32_t FieldGrid::height() const { return data_->height; }
double FieldGrid::cellSize() const { return data_->cell_size; }
double FieldGrid::radius() const { return data_->radius; }
Vec2 FieldGrid::origin() const { return data_->origin; }
bool FieldGrid::isFree(std::int32_t cell) const { return data_->isFree(cell); }
Terrain FieldGrid::terrainOf(std::int32_t cell) const { return data_->terrain(cell); }
bool FieldGrid::hasCosts() const { return data_->has_costs; }
std::int32_t FieldGrid::componentOf(std::int32_t cell) const { return data_->component[static_cast<std::size_t>(cell)]; }
std::int32_t FieldGrid::componentCount() const { return data_->component_count; }
std::int32_t FieldGrid::freeCount() const { return data_->free_count; }
Vec2 FieldGrid::centerOf(std::int32_t cell) const { return data_->center(cell % width(), cell / width()); }

bool FieldGrid::isSquareFree(std::int32_t cell) const
{
    const std::vector<std::uint8_t>& cells = data_->cells;
    const auto i = static_cast<std::size_t>(cell);
    if ((cells[i] & (kJoinedRight | kJoinedUp | kSquareBlocked)) != (kJoinedRight | kJoinedUp)) return false;
    return (cells[i + 1] & kJoinedUp) && (cells[i + static_cast<std::size_t>(width())] & kJoinedRight);
}

double FieldGrid::costOf(std::int32_t cell) const
{
    return isFree(cell) ? data_->costs[static_cast<std::size_t>(terrainOf(cell))] : 1;
}

std::int32_t FieldGrid::neighbour(std::int32_t cell, FieldGrid::Toward side) const
{
    return data_->neighbour(cell, static_cast<int>(side));
}

std::int32_t FieldGrid::cellAt(Vec2 p) const
{
    const double column = std::floor((p.x - data_->origin.x) / data_->cell_size);
    const double row = std::floor((p.y - data_->origin.y) / data_->cell_size);
    if (!(column >= 0 && column < width() && row >= 0 && row < height())) return kNone;
    return static_cast<std::int32_t>(row) * width() + static_cast<std::int32_t>(column);
}

std::int32_t FieldGrid::findNearestFree(Vec2 p, double reach) const
{
    if (!isFinite(p) || !(reach >= 0)) return kNone;
    const double h = data_->cell_size;
    const auto span = [h](double low, double high, double from, std::int32_t count) {
        return std::pair{static_cast<std::int32_t>(std::clamp(std::floor((low - from) / h), 0.0, count - 1.0)),
                         static_cast<std::int32_t>(std::clamp(std::floor((high - from) / h), 0.0, count - 1.0))};
    };
    const auto [first_column, last_column] = span(p.x - reach, p.x + reach, data_->origin.x, width());
    const auto [first_row, last_row] = span(p.y - reach, p.y + reach, data_->origin.y, height());
    std::int32_t nearest = kNone;
    double nearest_sq = reach * reach;
    for (std::int32_t row = first_row; row <= last_row; ++row)
        for (std::int32_t column = first_column; column <= last_column; ++column)
        {
            const std::int32_t cell = row * width() + column;
            const double d = distanceSq(p, data_->center(column, row));
            if (!data_->isFree(cell) || d > nearest_sq || (nearest != kNone && d == nearest_sq)) continue;
            nearest = cell;
            nearest_sq = d;
        }
    return nearest;
}

FieldGrid FieldGrid::withBlocked(std::span<const std::int32_t> cells) const
{
    auto data = std::make_shared<Data>(*data_);
    for (const std::int32_t cell : cells)
    {
        CLEARWAY_ASSERT(cell >= 0 && cell < cellCount(), "withBlocked: no such cell");
        data->cells[static_cast<std::size_t>(cell)] &= static_cast<std::uint8_t>(~kCellFree);
    }
    data->finish();
    return FieldGrid(std::move(data));
}

FieldGrid FieldGrid::withDiscs(std::span<const Disc> discs) const
{
    auto data = std::make_shared<Data>(*data_);
    for (const Disc& disc : discs)
        if (isFinite(disc.center) && std::isfinite(disc.radius))
            blockNear(*data, {disc.center, disc.center}, disc.radius + data->radius, 0);
    data->finish();
    return FieldGrid(std::move(data));
}

} // namespace clearway
