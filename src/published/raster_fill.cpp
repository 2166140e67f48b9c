// SPDX-License-Identifier: MIT
// Which pixels are free, between which of them a wall runs, and what is nearest beside walls.
// Why walls are kept between pixels too: one thinner than a pixel holds no centre, yet nobody passes through it.
#include <algorithm>
#include <cmath>

#include "published/raster_data.h"

namespace clearway::published {
namespace {

/// The first column or row whose centre is not below a local coordinate.
int firstCenterFrom(double x, double pixel, int count)
{
    return static_cast<int>(std::clamp(std::ceil(x / pixel + 0.5), 1.0, count - 1.0));
}

/// Every wall leaves its mark between the centres that it passes, row by row and column by column.
void markWalls(const RasterField::Data& data, RasterLayer& layer)
{
    const int columns = layer.shape.columns, rows = layer.shape.rows;
    const auto stride = static_cast<std::size_t>(columns);
    for (const std::uint32_t i : layer.walls)
    {
        const Vec2 a = data.walls[i].a, b = data.walls[i].b;
        const Vec2 low = a.y < b.y ? a : b, high = a.y < b.y ? b : a;
        const Vec2 left = a.x < b.x ? a : b, right = a.x < b.x ? b : a;
        for (int row = firstCenterFrom(low.y, data.pixel, rows); row < rows; ++row)
        {
            const double y = (row - 0.5) * data.pixel;
            if (!(y < high.y)) break;
            const double x = low.x + (high.x - low.x) * ((y - low.y) / (high.y - low.y));
            const std::size_t at = layer.indexOf(firstCenterFrom(x, data.pixel, columns), row);
            layer.flags[at] ^= kToggle;
            layer.flags[at - 1] |= kWallRight;
        }
        for (int column = firstCenterFrom(left.x, data.pixel, columns); column < columns; ++column)
        {
            const double x = (column - 0.5) * data.pixel;
            if (!(x < right.x)) break;
            const double y = left.y + (right.y - left.y) * ((x - left.x) / (right.x - left.x));
            layer.flags[layer.indexOf(column, firstCenterFrom(y, data.pixel, rows)) - stride] |= kWallAbove;
        }
    }
}

void fillRow(RasterLayer& layer, int row)
{
    std::uint8_t* flags = layer.flags.data() + layer.indexOf(0, row);
    std::uint8_t is_free = 0;
    for (int column = 0; column < layer.shape.columns; ++column)
    {
        is_free ^= static_cast<std::uint8_t>((flags[column] & kToggle) / kToggle);
        flags[column] = static_cast<std::uint8_t>((flags[column] & (kWallRight | kWallAbove)) | is_free);
    }
}

/// Offers a wall to all free pixels beside walls whose centre is near it. One that the wall shuts off is at most a pixel away.
void seedWall(const RasterField::Data& data, RasterLayer& layer, std::uint32_t wall)
{
    constexpr double kReach = 1.0625;
    const int columns = layer.shape.columns, rows = layer.shape.rows;
    const auto stride = static_cast<std::size_t>(columns);
    const double reach = kReach * data.pixel;
    const Vec2 a = data.walls[wall].a, b = data.walls[wall].b;
    const Vec2 low = a.y < b.y ? a : b, high = a.y < b.y ? b : a;
    const double slope = high.y > low.y ? (high.x - low.x) / (high.y - low.y) : 0;
    for (int row = firstCenterFrom(low.y - reach, data.pixel, rows - 1); row < rows - 1; ++row)
    {
        const double y = (row - 0.5) * data.pixel;
        if (y > high.y + reach) break;
        double from = low.x, to = high.x; // of the wall, as far as it is near this row
        if (high.y > low.y)
        {
            from = low.x + slope * (std::clamp(y - reach, low.y, high.y) - low.y);
            to = low.x + slope * (std::clamp(y + reach, low.y, high.y) - low.y);
        }
        const int first = firstCenterFrom(std::min(from, to) - reach, data.pixel, columns - 1);
        for (int column = first; column < columns - 1 && (column - 0.5) * data.pixel <= std::max(from, to) + reach; ++column)
        {
            const std::size_t at = layer.indexOf(column, row);
            const std::uint8_t flags = layer.flags[at];
            const int walls_around = (flags & (kWallRight | kWallAbove)) | (layer.flags[at - 1] & kWallRight) |
                                     (layer.flags[at - stride] & kWallAbove);
            if (!(flags & kFree) || walls_around == 0) continue;
            const Vec2 p = data.localCenter(column, row);
            const double sq = distanceSq(p, data.walls[wall]);
            if (sq > reach * reach) continue;
            std::uint32_t& nearest = layer.nearest[at];
            if (nearest == kNone || data.isNearer(sq, wall, distanceSq(p, data.walls[nearest]), nearest)) nearest = wall;
            layer.flags[at] |= kSeed;
        }
    }
}

} // namespace

void fillFreeSpace(const RasterField::Data& data, RasterLayer& layer, const TaskHook& hook)
{
    constexpr int kRowsPerTask = 64;
    markWalls(data, layer);
    runTasks(hook, (layer.shape.rows + kRowsPerTask - 1) / kRowsPerTask, [&](int task) {
        const int end = std::min(layer.shape.rows, (task + 1) * kRowsPerTask);
        for (int row = task * kRowsPerTask; row < end; ++row) fillRow(layer, row);
    });
    for (const std::uint32_t wall : layer.walls) seedWall(data, layer, wall);
}

} // namespace clearway::published
