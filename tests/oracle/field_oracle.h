// SPDX-License-Identifier: MIT
// Potentials by plain Gaussian elimination with pivoting on the full matrix, in long double. Slow: O(cells^3).
#pragma once
#include <vector>

#include <clearway/field/solver.h>

namespace clearway::oracle {

/// u of every cell, 0 where it is blocked or cannot reach a goal. Knows nothing of the library's solvers.
std::vector<double> solveDirectly(const FieldGrid& grid, const FieldEquation& equation, const std::vector<std::int32_t>& goals);

/// The largest relative residual |sum of w u / u_c - 1| over all cells with a way that are no goals.
double computeResidual(const Potential& potential, const FieldEquation& equation);

/// How many cells with a way do not arrive at a goal by going to the best neighbour again and again.
int countStuck(const Potential& potential);

} // namespace clearway::oracle
