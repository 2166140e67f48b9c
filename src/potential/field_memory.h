// SPDX-License-Identifier: MIT
// Whether solving a field takes more memory than allowed, before it is spent.
#pragma once
#include <string_view>

#include <clearway/base/result.h>
#include <clearway/potential/solver.h>

namespace clearway {

struct FieldMemoryLimit
{
    FieldSolverOptions::Method method = FieldSolverOptions::Method::automatic;
    double max_bytes = 0;
    std::string_view advice; ///< what to do else, the end of the message: ", or multi_resolution"
};

/// Fails when there are more cells than a grid may have, or when the grid and any field on it would take more than allowed.
/// O(points of the scene): nothing is built. What passes may still be refused once the grid is known.
Result<void> checkFieldMemory(const Scene& scene, double cell_size, const FieldMemoryLimit& limit);

/// Fails when a field on this grid would take more than allowed. O(1), or O(cells) when only elimination may do.
Result<void> checkFieldMemory(const FieldGrid& grid, const FieldEquation& equation, const FieldMemoryLimit& limit);

} // namespace clearway
