// SPDX-License-Identifier: MIT
#include "group/sketch_passage.h"

#include <algorithm>
#include <cmath>

namespace clearway {

SketchPassage computeSketchPassage(const StrokeGround& ground, std::int32_t component, std::span<const Vec2> line,
                                   double deviation)
{
    constexpr double kSpacing = 0.5; // cells
    const double h = ground.grid().cellSize(), reach = std::min(deviation, 64 * h);
    SketchPassage passage;
    auto foothold = ground.findNearest(line.front(), reach, component);
    if (!foothold) return passage;
    passage.goals = {foothold->position};
    for (std::size_t i = 1; i < line.size(); ++i)
    {
        // Longer pieces than the grid are left where they leave it.
        const double piece = distance(line[i - 1], line[i]), count = std::max(1.0, std::ceil(piece / (kSpacing * h)));
        for (double k = 1; k <= count; k += 1)
        {
            const Vec2 p = k < count ? interpolate(line[i - 1], line[i], k / count) : line[i];
            const auto next = ground.findNearest(p, reach, component);
            const bool is_next =
                next && (ground.isDirect(foothold->position, next->position) ||
                         !findStrokeWay(ground, foothold->position, next->position,
                                        {.max_length = distance(foothold->position, next->position) + 2 * deviation})
                              .empty());
            if (!is_next)
            {
                if (!(passage.goals.back() == foothold->position)) passage.goals.push_back(foothold->position);
                return passage;
            }
            foothold = next;
            passage.length += piece / count;
        }
        passage.goals.push_back(foothold->position);
    }
    passage.is_whole = true;
    return passage;
}

} // namespace clearway
