// SPDX-License-Identifier: MIT
// A perfect maze: exactly one way between any two cells, so the free space is one long outline without holes.
// Depth-first: long winding corridors. O(n).
#include <cmath>

#include <clearway/base/random.h>

#include "scene/generators/catalogue.h"
#include "scene/generators/floor_plan.h"
#include "scene/generators/outlines.h"

namespace clearway::generators {

SceneInput buildMaze(const GeneratorOptions& options)
{
    constexpr double kCorridor = 1.7;
    constexpr double kWall = 0.3;
    constexpr double kPitch = kCorridor + kWall;
    const int cell_count = computeCount(192, options.scale, 4);
    const int rows = std::max(2, static_cast<int>(std::floor(std::sqrt(cell_count * 0.75))));
    const int columns = std::max(2, (cell_count + rows / 2) / rows);

    FloorPlan plan;
    const auto addCell = [&plan](int column, int row) {
        plan.add(column * kPitch, row * kPitch, column * kPitch + kCorridor, row * kPitch + kCorridor);
    };
    static constexpr int kStep[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    std::vector<bool> is_visited(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows), false);
    const auto indexOf = [columns](int column, int row) { return static_cast<std::size_t>(row * columns + column); };

    Random random(options.seed);
    std::vector<std::pair<int, int>> trail = {{0, 0}};
    is_visited[0] = true;
    addCell(0, 0);
    while (!trail.empty())
    {
        const auto [column, row] = trail.back();
        int choices[4];
        int choice_count = 0;
        for (int k = 0; k < 4; ++k)
        {
            const int x = column + kStep[k][0];
            const int y = row + kStep[k][1];
            if (x >= 0 && y >= 0 && x < columns && y < rows && !is_visited[indexOf(x, y)]) choices[choice_count++] = k;
        }
        if (choice_count == 0)
        {
            trail.pop_back();
            continue;
        }
        const int* step = kStep[choices[random.below(static_cast<std::uint64_t>(choice_count))]];
        const int x = column + step[0];
        const int y = row + step[1];
        // The wall between the two cells, from the lower or left one.
        const double left = std::min(column, x) * kPitch;
        const double bottom = std::min(row, y) * kPitch;
        if (step[0] != 0)
            plan.add(left + kCorridor, bottom, left + kPitch, bottom + kCorridor);
        else
            plan.add(left, bottom + kCorridor, left + kCorridor, bottom + kPitch);
        addCell(x, y);
        is_visited[indexOf(x, y)] = true;
        trail.emplace_back(x, y);
    }
    SceneInput input;
    input.areas.push_back(plan.buildArea());
    return input;
}

} // namespace clearway::generators
