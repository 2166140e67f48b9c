// SPDX-License-Identifier: MIT
#include "field_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "memory.h"

namespace clearway::cli {

/// Of a field that is relaxed or aggregated, for each cell; measured, rounded up.
static constexpr std::uint64_t kBytesPerCell = 400;
/// Of a grid while it is built, for each cell.
static constexpr std::uint64_t kGridBytesPerCell = 10;

static std::string formatGigabytes(double bytes) { return fmt::format("{} GB", formatNumber(bytes / 1e9, 1)); }

/// Before a grid is allocated; how many cells it may have at all, the library says.
static void requireGridMemory(const Scene& scene, double cell)
{
    const Vec2 size = scene.bounds().size();
    const double cells = std::ceil(size.x / cell) * std::ceil(size.y / cell);
    const auto free = static_cast<double>(findFreeMemory());
    if (!(cells <= static_cast<double>(kMaxFieldCellCount)) || free == 0 || kGridBytesPerCell * cells <= free) return;
    throw Failure(ErrorCode::out_of_range,
                  fmt::format("a grid of {} cells needs about {} of memory, and {} are free: choose a larger --cell.",
                              formatNumber(cells, 0), formatGigabytes(kGridBytesPerCell * cells), formatGigabytes(free)));
}

FieldGrid buildGrid(const Input& input, std::optional<double> radius, std::optional<double> cell, const Progress& progress)
{
    if (input.field && (cell || (radius && *radius != input.field->radius())))
        throw UsageError(fmt::format("'{}' holds a grid already, for radius {} m; for another radius or --cell, give its scene",
                                     input.path, formatNumber(input.field->radius(), 4)));
    std::optional<FieldGrid> grid = input.field;
    if (!grid)
    {
        const Scene scene = buildOutline(input, progress);
        FieldGridOptions options;
        options.cell_size = cell.value_or(options.cell_size);
        options.radius = radius.value_or(options.radius);
        requireGridMemory(scene, options.cell_size);
        grid = require(buildFieldGrid(scene, options));
    }
    stopIfInterrupted();
    return *grid;
}

FieldSolverOptions makeSolverOptions(const FieldGrid& grid)
{
    FieldSolverOptions options;
    const auto free = static_cast<double>(findFreeMemory());
    if (free == 0) return options;
    // Some of what is free is needed for the work itself.
    options.max_bytes = std::min(options.max_bytes, static_cast<std::int64_t>(0.6 * free));
    const double needed = static_cast<double>(kBytesPerCell) * grid.cellCount();
    if (needed <= free || static_cast<double>(predictCost(grid).bytes) <= 0.6 * free) return options;
    throw Failure(ErrorCode::out_of_range,
                  fmt::format("a field on {} cells needs about {} of memory, and {} are free: choose a larger --cell.",
                              formatNumber(grid.cellCount(), 0), formatGigabytes(needed), formatGigabytes(free)));
}

std::string describeNothingFree(const FieldGrid& grid)
{
    return fmt::format("nothing is free for radius {} m on cells of {} m: choose a smaller --radius or --cell",
                       formatNumber(grid.radius(), 4), formatNumber(grid.cellSize(), 4));
}

} // namespace clearway::cli
