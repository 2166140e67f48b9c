// SPDX-License-Identifier: MIT
// A hall with deep narrow bays on both sides, like the teeth of a comb: two notches per tooth, the hard case of many algorithms
// on polygons.
#include <algorithm>

#include <clearway/base/random.h>

#include "scene/generators/catalogue.h"
#include "scene/generators/outlines.h"

namespace clearway::generators {

SceneInput buildComb(const GeneratorOptions& options)
{
    constexpr double kHall = 4;
    constexpr double kPitch = 1.6;
    constexpr double kRoot = 1.1; // a tooth's width at the hall; it narrows to kTip
    constexpr double kTip = 0.7;
    const int tooth_count = std::max(1, computeCount(40, options.scale, 2) / 2); // on each side
    const double length = tooth_count * kPitch + 0.8;

    Random random(options.seed);
    Ring ring;
    // Counter-clockwise from the lower left: the teeth that point down, from left to right, then those that point up, from right
    // to left.
    ring.push_back({0, 0});
    for (int k = 0; k < tooth_count; ++k)
    {
        const double middle = 0.8 + k * kPitch;
        const double depth = random.uniform(5, 8);
        ring.insert(ring.end(),
                    {{middle - kRoot / 2, 0}, {middle - kTip / 2, -depth}, {middle + kTip / 2, -depth}, {middle + kRoot / 2, 0}});
    }
    ring.insert(ring.end(), {{length, 0}, {length, kHall}});
    for (int k = tooth_count - 1; k >= 0; --k)
    {
        const double middle = 0.8 + k * kPitch;
        const double top = kHall + random.uniform(5, 8);
        ring.insert(
            ring.end(),
            {{middle + kRoot / 2, kHall}, {middle + kTip / 2, top}, {middle - kTip / 2, top}, {middle - kRoot / 2, kHall}});
    }
    ring.push_back({0, kHall});
    SceneInput input;
    addArea(input, std::move(ring));
    return input;
}

} // namespace clearway::generators
