// SPDX-License-Identifier: MIT
// After: R. Oliva, N. Pelechano. Clearance for diversity of agents' sizes in navigation meshes. 2014, figures 14, 16 and 19.
// The paper says: a large cross, obstacles placed at random, 208 portals. The measures are ours; the number of obstacles is
// chosen for the portals.
#include <array>

#include "scene/generators/catalogue.h"
#include "scene/generators/outlines.h"
#include "scene/generators/packing.h"

namespace clearway::generators {

SceneInput buildCross(const GeneratorOptions& options)
{
    constexpr double kHalfWidth = 10;
    constexpr double kGap = 1.2;
    constexpr double kLargest = 4;
    constexpr double kObstacleCount = 60;
    // Arms of 120 m at scale 1; the area, and with it the number of obstacles at the same density, grows with the scale.
    const double half_length = 55 * options.scale + kHalfWidth / 2;
    const double w = kHalfWidth;
    const double l = half_length > w + kLargest ? half_length : w + kLargest;

    SceneInput input;
    addArea(input, {{-w, -l}, {w, -l}, {w, -w}, {l, -w}, {l, w}, {w, w}, {w, l}, {-w, l}, {-w, w}, {-l, w}, {-l, -w}, {-w, -w}});

    // Three boxes that do not meet: one arm whole, and what the other adds to it on both sides. Each keeps its own list of what
    // is placed.
    const std::array<Box2, 3> boxes = {Box2{{-l, -w}, {l, w}}, Box2{{-w, w}, {w, l}}, Box2{{-w, -l}, {w, -w}}};
    std::array<Packing, 3> packings = {Packing(boxes[0], kLargest, kGap), Packing(boxes[1], kLargest, kGap),
                                       Packing(boxes[2], kLargest, kGap)};
    Random random(options.seed);
    const int count = computeCount(kObstacleCount, options.scale, 4);
    for (int placed = 0; placed < count;)
    {
        const int corner_count = 3 + static_cast<int>(random.below(5));
        const Ring shape = makeRandomConvex(random, random.uniform(1, kLargest), corner_count);
        const double along = random.uniform(-l, 3 * l - 2 * w); // the arm from -l to l, then both parts of the other
        const double across = random.uniform(-w, w);
        const std::size_t k = along < l ? 0 : along < 2 * l - w ? 1 : 2;
        const Vec2 center = k == 0   ? Vec2{along, across}
                            : k == 1 ? Vec2{across, along - l + w}
                                     : Vec2{across, l - along - w + (l - w)};
        const Ring outline = place(shape, center, 0);
        const Box2 around = computeBounds(outline).inflated(kGap);
        if (boxes[k].contains(around.min) && boxes[k].contains(around.max) && packings[k].tryAdd(outline)) ++placed;
    }
    for (const Packing& packing : packings)
        for (const Ring& outline : packing.outlines()) addObstacle(input, outline);
    return input;
}

} // namespace clearway::generators
