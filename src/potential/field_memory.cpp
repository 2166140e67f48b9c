// SPDX-License-Identifier: MIT
#include "potential/field_memory.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/errors.h"
#include "grid/cell_choice.h"

namespace clearway {

namespace {

/// Of relaxing and aggregating, for each cell; measured, rounded up.
constexpr double kBytesPerCell = 400;
/// Of a grid while it is built, for each cell; measured, rounded up.
constexpr double kGridBytesPerCell = 10;
/// Of eliminating, for each free cell; measured in mazes and corridors, where it is least, and rounded down.
constexpr double kLeastBytesPerFreeCell = 400;

bool mayEliminate(const FieldMemoryLimit& limit)
{
    return limit.method == FieldSolverOptions::Method::automatic || limit.method == FieldSolverOptions::Method::elimination;
}

Error makeMemoryError(double cell_count, double cell_size, double bytes, const FieldMemoryLimit& limit)
{
    return makeError(
        ErrorCode::out_of_range,
        fmt::format("A field on {:.0f} cells of {:.4g} m takes about {:.1f} GB of memory, and {:.1f} are allowed: use "
                    "larger cells{}.",
                    cell_count, cell_size, bytes / 1e9, limit.max_bytes / 1e9, limit.advice));
}

} // namespace

Result<void> checkFieldMemory(const Scene& scene, double cell_size, const FieldMemoryLimit& limit)
{
    const GridSize size = predictGridSize(scene, cell_size);
    if (const Result<void> checked = checkGridSize(size); !checked) return checked;
    const double count = size.cellCount();
    if (kBytesPerCell * count <= limit.max_bytes) return {};
    const double free_count = std::min(count, scene.area() / (cell_size * cell_size));
    const double least = kGridBytesPerCell * count + kLeastBytesPerFreeCell * free_count;
    if (mayEliminate(limit) && least <= limit.max_bytes) return {};
    return makeMemoryError(count, cell_size, kBytesPerCell * count, limit);
}

Result<void> checkFieldMemory(const FieldGrid& grid, const FieldEquation& equation, const FieldMemoryLimit& limit)
{
    const double needed = kBytesPerCell * grid.cellCount();
    if (needed <= limit.max_bytes) return {};
    if (mayEliminate(limit) && static_cast<double>(predictCost(grid, equation).bytes) <= limit.max_bytes) return {};
    return makeMemoryError(grid.cellCount(), grid.cellSize(), needed, limit);
}

} // namespace clearway
