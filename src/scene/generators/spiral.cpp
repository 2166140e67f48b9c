// SPDX-License-Identifier: MIT
// One corridor wound up: the longest way between two points that lie close together.
#include "scene/generators/catalogue.h"
#include "scene/generators/outlines.h"
#include "scene/generators/turn.h"

namespace clearway::generators {

SceneInput buildSpiral(const GeneratorOptions& options)
{
    constexpr double kWidth = 2;
    constexpr double kPitch = 2.4; // corridor and wall
    constexpr double kFirstRadius = 1.5;
    constexpr int kSidesPerTurn = 36;
    const int side_count = computeCount(5 * kSidesPerTurn, options.scale, kSidesPerTurn / 2);

    // Both walls have their corners on the same rays, so no chord of one can cut through the other, however long it is.
    const auto pointAt = [](int k, double offset) {
        const double turn = static_cast<double>(k) / kSidesPerTurn;
        return (kFirstRadius + kPitch * turn + offset) * computeDirection(static_cast<double>(k % kSidesPerTurn) / kSidesPerTurn);
    };
    Ring ring;
    for (int k = 0; k <= side_count; ++k) ring.push_back(pointAt(k, kWidth));
    for (int k = side_count; k >= 0; --k) ring.push_back(pointAt(k, 0));
    SceneInput input;
    addArea(input, std::move(ring));
    return input;
}

} // namespace clearway::generators
