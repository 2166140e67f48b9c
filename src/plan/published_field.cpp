// SPDX-License-Identifier: MIT
#include "plan/published_field.h"

#include <algorithm>

namespace clearway::plan {

void followPublished(const FieldGrid& grid, const published::FloatPotential& potential, std::span<const std::int32_t> goals,
                     Vec2 from, double reach, Field::Streamline& line)
{
    line.points.assign(1, from);
    line.status = PathStatus::unreachable;
    std::int32_t cell = grid.findNearestFree(from, reach);
    const auto isConnected = [&](std::int32_t goal) { return grid.componentOf(goal) == grid.componentOf(cell); };
    if (cell == FieldGrid::kNone || std::ranges::none_of(goals, isConnected)) return line.points.clear();
    // Every step goes down, so no cell comes twice.
    while (cell != FieldGrid::kNone)
    {
        line.points.push_back(grid.centerOf(cell));
        if (std::ranges::find(goals, cell) != goals.end())
        {
            line.status = PathStatus::complete;
            return;
        }
        cell = published::findLower(grid, potential, cell);
    }
}

} // namespace clearway::plan
