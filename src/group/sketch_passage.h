// SPDX-License-Identifier: MIT
// How far units of one class can walk along a polyline.
#pragma once
#include <span>
#include <vector>

#include "group/stroke_ground.h"

namespace clearway {

struct SketchPassage
{
    std::vector<Vec2> goals; ///< the points of the line on the class's ground, as far as it can walk; at last where it must end
    bool is_whole = false;
    double length = 0; ///< walkable, along the line
};

/// On one component of the ground, at most `deviation` metres beside the line, and nowhere round by more than twice as much.
/// Without a single goal when not even the first point is near enough. O(length / cell size * deviation^2 / cell size^2).
SketchPassage computeSketchPassage(const StrokeGround& ground, std::int32_t component, std::span<const Vec2> line,
                                   double deviation);

} // namespace clearway
