// SPDX-License-Identifier: MIT
#include "potential/coarsen.h"

#include <cmath>
#include <utility>

#include "grid/grid_data.h"

namespace clearway {

FieldGrid coarsen(const FieldGrid::Data& fine)
{
    auto data = std::make_shared<FieldGrid::Data>();
    data->width = (fine.width + 1) / 2;
    data->height = (fine.height + 1) / 2;
    data->cell_size = 2 * fine.cell_size;
    data->radius = fine.radius;
    data->origin = fine.origin;
    data->costs = fine.costs;
    data->cells.assign(static_cast<std::size_t>(data->width) * static_cast<std::size_t>(data->height), 0);
    for (std::int32_t y = 0; y < fine.height; ++y)
        for (std::int32_t x = 0; x < fine.width; ++x)
        {
            const std::uint8_t bits = fine.cells[static_cast<std::size_t>(y * fine.width + x)];
            if (!(bits & kCellFree)) continue;
            std::uint8_t& to = data->cells[static_cast<std::size_t>(y / 2 * data->width + x / 2)];
            if (!(to & kCellFree)) to = static_cast<std::uint8_t>(kCellFree | (bits >> kTerrainShift << kTerrainShift));
            if (x % 2 == 1) to |= bits & kJoinedRight;
            if (y % 2 == 1) to |= bits & kJoinedUp;
        }
    data->finish();
    return FieldGrid(std::move(data));
}

Wide sample(const Potential::Data& coarse, Vec2 p)
{
    const FieldGrid& grid = coarse.grid;
    const double x = (p.x - grid.origin().x) / grid.cellSize() - 0.5, y = (p.y - grid.origin().y) / grid.cellSize() - 0.5;
    const double column = std::floor(x), row = std::floor(y);
    Wide sum;
    double weights = 0;
    for (int corner = 0; corner < 4; ++corner)
    {
        const double cx = column + corner % 2, cy = row + corner / 2;
        if (!(cx >= 0 && cy >= 0 && cx < grid.width() && cy < grid.height())) continue;
        const Wide u = coarse.at(static_cast<std::int32_t>(cy) * grid.width() + static_cast<std::int32_t>(cx));
        const double weight = (1 - std::abs(x - cx)) * (1 - std::abs(y - cy));
        if (!(weight > 0) || u.isZero()) continue;
        sum = sum + u * makeWide(weight);
        weights += weight;
    }
    return weights > 0 ? sum / makeWide(weights) : Wide{};
}

} // namespace clearway
