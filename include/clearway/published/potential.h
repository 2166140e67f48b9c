// SPDX-License-Identifier: MIT
// The potential as published: p itself in float, relaxed row by row until no cell changes by more than an absolute amount.
// For experiments and benchmarks; use solver.h for everything else. p near 1 has no slope left about five corridor widths from
// the goal, and an absolute tolerance ends before far cells have moved. Costs, and walls thinner than a cell, do not count.
// Based on: R. Silveira et al. Path-planning for RTS games based on potential fields. 2010
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/grid/field_grid.h>

namespace clearway::published {

/// The published discrete equation has opposite signs for x and y; the differential equation it stands for has not.
enum class DriftSign
{
    corrected, ///< lap p = eps v . grad p
    printed,   ///< as printed, with y up: v counts as (-x, y)
};

struct FloatPotentialOptions
{
    double eps = 0;
    Vec2 v = {1, 0};
    DriftSign sign = DriftSign::corrected;
    double tolerance = 1e-6; ///< the largest change of a sweep at which it ends
    int max_sweeps = 200000;
};

struct FloatPotential
{
    std::vector<float> p; ///< one per cell: 0 at the goals, 1 in obstacles
    int sweeps = 0;
    bool has_converged = false;
};

/// O(cells) per sweep; on n x n open cells of the order of n^2 sweeps. The goals must be free cells, eps and v finite.
FloatPotential computeFloatPotential(const FieldGrid& grid, std::span<const std::int32_t> goals,
                                     const FloatPotentialOptions& options = {});

/// The neighbour with the smallest p, if that is smaller than the cell's own; kNone else.
std::int32_t findLower(const FieldGrid& grid, const FloatPotential& potential, std::int32_t cell);

} // namespace clearway::published
