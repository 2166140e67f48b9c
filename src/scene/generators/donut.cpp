// SPDX-License-Identifier: MIT
// After: R. Oliva, N. Pelechano. Clearance for diversity of agents' sizes in navigation meshes. 2014, figures 14 and 18.
// The paper gives no measures: 8 m between the walls and 24 corners on the inner one give 24 cells of useful size.
#include "scene/generators/catalogue.h"
#include "scene/generators/outlines.h"

namespace clearway::generators {

SceneInput buildDonut(const GeneratorOptions& options)
{
    constexpr double kWidth = 8;
    const double inner_radius = 10 * options.scale;
    const int inner_sides = computeCount(24, options.scale, 6);
    SceneInput input;
    // Three outer sides to an inner one: both walls look round, and an outer corner faces every inner one.
    addArea(input, makeRegularPolygon({}, inner_radius + kWidth, 3 * inner_sides));
    addObstacle(input, makeRegularPolygon({}, inner_radius, inner_sides));
    return input;
}

} // namespace clearway::generators
