// SPDX-License-Identifier: MIT
// Maps for the tests of fields: open, random blocks, rooms with doors, perfect mazes, long winding corridors.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include <clearway/base/random.h>
#include <clearway/grid/field_grid.h>

namespace clearway::test {

struct Map
{
    std::int32_t width = 0;
    std::int32_t height = 0;
    std::vector<std::uint8_t> is_free;

    Map(std::int32_t w, std::int32_t h, std::uint8_t value)
        : width(w), height(h), is_free(static_cast<std::size_t>(w) * static_cast<std::size_t>(h), value)
    {
    }
    void fill(std::int32_t x, std::int32_t y, std::int32_t w, std::int32_t h, std::uint8_t value)
    {
        for (std::int32_t j = std::max(y, 0); j < std::min(y + h, height); ++j)
            for (std::int32_t i = std::max(x, 0); i < std::min(x + w, width); ++i)
                is_free[static_cast<std::size_t>(j * width + i)] = value;
    }
    FieldGrid grid(const FieldMaskOptions& options = {}) const { return buildFieldGrid(width, height, is_free, options).value(); }
};

inline std::int32_t below(Random& random, std::int32_t count)
{
    return static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(count)));
}

inline Map makeOpen(std::int32_t n) { return {n, n, 1}; }

/// About a sixth of it blocked by boxes.
inline Map makeBlocks(std::int32_t width, std::int32_t height, std::uint64_t seed)
{
    Map map(width, height, 1);
    Random random(seed);
    const std::int32_t size = std::max(2, std::min(width, height) / 10);
    for (std::int32_t covered = 0; covered < width * height / 6;)
    {
        const std::int32_t w = 1 + below(random, size), h = 1 + below(random, size);
        const std::int32_t x = below(random, width), y = below(random, height);
        map.fill(x, y, w, h, 0);
        covered += w * h;
    }
    return map;
}

/// A perfect maze with corridors of `wide` cells and walls of one.
inline Map makeMaze(std::int32_t n, std::int32_t wide, std::uint64_t seed)
{
    const std::int32_t rooms = n / (wide + 1), pitch = wide + 1;
    Map map(n, n, 0);
    Random random(seed);
    std::vector<char> is_seen(static_cast<std::size_t>(rooms * rooms), 0);
    std::vector<std::int32_t> way = {0};
    is_seen[0] = 1;
    map.fill(0, 0, wide, wide, 1);
    while (!way.empty())
    {
        const std::int32_t x = way.back() % rooms, y = way.back() / rooms;
        const std::int32_t steps[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
        std::vector<int> open;
        for (int d = 0; d < 4; ++d)
        {
            const std::int32_t nx = x + steps[d][0], ny = y + steps[d][1];
            if (nx >= 0 && ny >= 0 && nx < rooms && ny < rooms && !is_seen[static_cast<std::size_t>(ny * rooms + nx)])
                open.push_back(d);
        }
        if (open.empty())
        {
            way.pop_back();
            continue;
        }
        const int d = open[random.below(open.size())];
        const std::int32_t nx = x + steps[d][0], ny = y + steps[d][1];
        is_seen[static_cast<std::size_t>(ny * rooms + nx)] = 1;
        map.fill(std::min(x, nx) * pitch, std::min(y, ny) * pitch, wide + (x != nx ? pitch : 0), wide + (y != ny ? pitch : 0), 1);
        way.push_back(ny * rooms + nx);
    }
    return map;
}

/// One corridor to and fro over the whole map.
inline Map makeSerpentine(std::int32_t n, std::int32_t wide)
{
    Map map(n, n, 1);
    for (std::int32_t y = wide, i = 0; y < n; y += wide + 1, ++i)
    {
        map.fill(0, y, n, 1, 0);
        map.fill(i % 2 ? 0 : n - wide, y, wide, 1, 1);
    }
    return map;
}

/// Rooms of 8 to 16 cells with walls of one cell and doors of two.
inline Map makeOffice(std::int32_t n, std::uint64_t seed)
{
    Map map(n, n, 1);
    Random random(seed);
    std::vector<std::int32_t> walls[2];
    for (auto& list : walls)
        for (std::int32_t x = 8 + below(random, 8); x < n; x += 9 + below(random, 8)) list.push_back(x);
    for (const std::int32_t x : walls[0]) map.fill(x, 0, 1, n, 0);
    for (const std::int32_t y : walls[1]) map.fill(0, y, n, 1, 0);
    for (int axis = 0; axis < 2; ++axis)
        for (const std::int32_t wall : walls[axis])
            for (std::size_t i = 0; i <= walls[1 - axis].size(); ++i)
            {
                const auto& cross = walls[1 - axis];
                const std::int32_t low = i == 0 ? 0 : cross[i - 1] + 1, high = i < cross.size() ? cross[i] : n;
                if (high - low < 3) continue;
                const std::int32_t door = low + below(random, high - low - 2);
                if (axis == 0)
                    map.fill(wall, door, 1, 2, 1);
                else
                    map.fill(door, wall, 2, 1, 1);
            }
    return map;
}

/// A free cell of the largest component.
inline std::int32_t pickGoal(const FieldGrid& grid, std::uint64_t seed)
{
    std::vector<std::int32_t> sizes(static_cast<std::size_t>(grid.componentCount()), 0);
    for (std::int32_t cell = 0; cell < grid.cellCount(); ++cell)
        if (grid.isFree(cell)) ++sizes[static_cast<std::size_t>(grid.componentOf(cell))];
    const auto largest = static_cast<std::int32_t>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
    Random random(seed, 1);
    while (true)
    {
        const std::int32_t cell = below(random, grid.cellCount());
        if (grid.componentOf(cell) == largest) return cell;
    }
}

} // namespace clearway::test
