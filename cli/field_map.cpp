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

FieldEquation makeEquation(const FieldArguments& arguments)
{
    FieldEquation equation;
    equation.eps = arguments.eps.value_or(equation.eps);
    equation.v = arguments.v.value_or(equation.v);
    return equation;
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

double computeReach(const FieldGrid& grid) { return 1.5 * grid.cellSize(); }

std::string describeNothingFree(const FieldGrid& grid)
{
    return fmt::format("nothing is free for radius {} m on cells of {} m: choose a smaller --radius or --cell",
                       formatNumber(grid.radius(), 4), formatNumber(grid.cellSize(), 4));
}

Value::Fields describe(const FieldGrid& grid)
{
    const FieldCost cost = predictCost(grid);
    const Vec2 low = grid.origin(), high = low + Vec2{grid.width() * grid.cellSize(), grid.height() * grid.cellSize()};
    return {
        {"width", grid.width()},
        {"height", grid.height()},
        {"cells", grid.cellCount()},
        {"free", grid.freeCount()},
        {"components", grid.componentCount()},
        {"cell_size", grid.cellSize()},
        {"radius", grid.radius()},
        {"bounds", Value::List{low.x, low.y, high.x, high.y}},
        {"bytes", grid.memoryBytes()},
        {"solving", Value::Fields{{"multiply_adds", cost.multiply_adds}, {"bytes", cost.bytes}}},
        {"hash", formatHash(grid.computeHash())},
    };
}

std::string formatCells(const FieldGrid& grid)
{
    return fmt::format("{} x {} cells of {} m, {} of them free", formatNumber(grid.width(), 0), formatNumber(grid.height(), 0),
                       formatNumber(grid.cellSize(), 4), formatNumber(grid.freeCount(), 0));
}

static void addLine(std::string& text, std::string_view label, std::string_view value)
{
    text += fmt::format("  {:<12} {}\n", label, value);
}

static std::string formatText(const Input& input)
{
    const FieldGrid& grid = *input.field;
    const FieldCost cost = predictCost(grid);
    const FieldSolverOptions limits;
    const bool is_small = cost.multiply_adds <= limits.max_operations && cost.bytes <= limits.max_bytes;
    const Vec2 low = grid.origin(), high = low + Vec2{grid.width() * grid.cellSize(), grid.height() * grid.cellSize()};
    std::string text = fmt::format("{}: grid of a field\n", input.name);
    addLine(text, "bounds",
            fmt::format("({}, {}) to ({}, {})", formatNumber(low.x), formatNumber(low.y), formatNumber(high.x),
                        formatNumber(high.y)));
    addLine(text, "cells", formatCells(grid));
    addLine(text, "for radius", fmt::format("{} m", formatNumber(grid.radius(), 4)));
    addLine(text, "components", formatNumber(grid.componentCount(), 0));
    addLine(text, "memory", formatCount(grid.memoryBytes(), "byte", "bytes"));
    addLine(text, "solving",
            fmt::format("{} million multiply-adds and {} MB by elimination{}", formatNumber(cost.multiply_adds / 1e6, 0),
                        formatNumber(static_cast<double>(cost.bytes) / 1e6, 0),
                        is_small ? "" : ": too much, aggregation takes its place"));
    if (input.file_bytes >= 0) addLine(text, "file", formatCount(static_cast<std::size_t>(input.file_bytes), "byte", "bytes"));
    addLine(text, "hash", formatHash(grid.computeHash()));
    return text;
}

void printFieldInfo(const InfoOptions& options, const Input& input)
{
    if (!options.common.json) return printOutput(formatText(input));
    Value::Fields fields = {{"kind", "field"}, {"source", input.path}};
    for (auto& field : describe(*input.field)) fields.push_back(std::move(field));
    if (input.file_bytes >= 0) fields.emplace_back("file_bytes", input.file_bytes);
    printOutput(formatJson(fields));
}

} // namespace clearway::cli
