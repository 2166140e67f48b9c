// SPDX-License-Identifier: MIT
#include "grid/cell_choice.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <clearway/grid/field_grid.h>

#include "base/errors.h"

namespace clearway {

GridSize predictGridSize(const Scene& scene, double cell_size)
{
    const Vec2 size = scene.bounds().size();
    return {std::max(1.0, std::ceil(size.x / cell_size)), std::max(1.0, std::ceil(size.y / cell_size))};
}

Result<void> checkGridSize(const GridSize& size)
{
    if (size.cellCount() <= static_cast<double>(kMaxFieldCellCount) && size.columns < 1e9 && size.rows < 1e9) return {};
    return makeError(ErrorCode::out_of_range,
                     "The grid would have " + std::to_string(static_cast<std::int64_t>(std::min(size.columns, 1e9))) + " x " +
                         std::to_string(static_cast<std::int64_t>(std::min(size.rows, 1e9))) + " cells; at most " +
                         std::to_string(kMaxFieldCellCount) + " fit. Use larger cells or a smaller scene.");
}

double chooseCellSize(const Scene& scene, double usual, double most)
{
    const Vec2 size = scene.bounds().size();
    const double area = std::max(0.0, size.x * size.y);
    if (!std::isfinite(area)) return usual;
    // A scene may be so long that a single row of square cells would be too many.
    return std::max({usual, std::sqrt(area / most), std::max(size.x, size.y) / most});
}

} // namespace clearway
