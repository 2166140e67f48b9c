// SPDX-License-Identifier: MIT
// What can be known of the grid of a scene before it is built.
#pragma once
#include <clearway/base/result.h>
#include <clearway/scene/scene.h>

namespace clearway {

struct GridSize
{
    double columns = 1;
    double rows = 1;

    double cellCount() const { return columns * rows; }
};

/// Of a grid that covers the scene, also where it is larger than any grid may be.
GridSize predictGridSize(const Scene& scene, double cell_size);

/// Fails when a grid may not have so many cells.
Result<void> checkGridSize(const GridSize& size);

} // namespace clearway
