// SPDX-License-Identifier: MIT
#include <clearway/published/potential.h>

#include <algorithm>
#include <cmath>

#include <clearway/base/assert.h>

namespace clearway::published {

FloatPotential computeFloatPotential(const FieldGrid& grid, std::span<const std::int32_t> goals,
                                     const FloatPotentialOptions& options)
{
    const std::int32_t width = grid.width(), stride = width + 2;
    const auto place = [width, stride](std::int32_t cell) {
        return static_cast<std::size_t>((cell / width + 1) * stride + cell % width + 1);
    };
    std::vector<float> p(static_cast<std::size_t>(stride) * static_cast<std::size_t>(grid.height() + 2), 1.0F);
    std::vector<bool> is_goal(static_cast<std::size_t>(grid.cellCount()), false);
    for (const std::int32_t goal : goals)
    {
        CLEARWAY_ASSERT(goal >= 0 && goal < grid.cellCount() && grid.isFree(goal),
                        "computeFloatPotential: a goal must be a free cell");
        is_goal[static_cast<std::size_t>(goal)] = true;
        p[place(goal)] = 0;
    }
    const double x_sign = options.sign == DriftSign::printed ? -1 : 1;
    const auto drift_x = static_cast<float>(x_sign * options.eps * options.v.x / 8),
               drift_y = static_cast<float>(options.eps * options.v.y / 8);
    std::vector<std::size_t> relaxed;
    for (std::int32_t cell = 0; cell < grid.cellCount(); ++cell)
        if (grid.isFree(cell) && !is_goal[static_cast<std::size_t>(cell)]) relaxed.push_back(place(cell));

    FloatPotential result;
    const auto up = static_cast<std::size_t>(stride);
    while (!result.has_converged && result.sweeps < options.max_sweeps)
    {
        ++result.sweeps;
        float change = 0;
        for (const std::size_t at : relaxed)
        {
            const float right = p[at + 1], left = p[at - 1], top = p[at + up], bottom = p[at - up];
            const float next = (right + left + top + bottom) / 4 - (drift_x * (right - left) + drift_y * (top - bottom));
            change = std::max(change, std::abs(next - p[at]));
            p[at] = next;
        }
        result.has_converged = static_cast<double>(change) < options.tolerance;
    }
    result.p.resize(static_cast<std::size_t>(grid.cellCount()));
    for (std::int32_t cell = 0; cell < grid.cellCount(); ++cell) result.p[static_cast<std::size_t>(cell)] = p[place(cell)];
    return result;
}

std::int32_t findLower(const FieldGrid& grid, const FloatPotential& potential, std::int32_t cell)
{
    std::int32_t lowest = FieldGrid::kNone;
    float least = potential.p[static_cast<std::size_t>(cell)];
    for (int side = 0; side < 4; ++side)
    {
        const std::int32_t other = grid.neighbour(cell, static_cast<FieldGrid::Toward>(side));
        if (other < 0 || !(potential.p[static_cast<std::size_t>(other)] < least)) continue;
        least = potential.p[static_cast<std::size_t>(other)];
        lowest = other;
    }
    return lowest;
}

} // namespace clearway::published
