// SPDX-License-Identifier: MIT
// Potentials by plain Gaussian elimination with pivoting on the full matrix, in long double. Slow: O(cells^3).
#pragma once
#include <vector>

#include <clearway/potential/solver.h>

namespace clearway::oracle {

/// u of every cell, 0 where it is blocked or cannot reach a goal. Knows nothing of the library's solvers.
std::vector<double> solveDirectly(const FieldGrid& grid, const FieldEquation& equation, const std::vector<std::int32_t>& goals);

/// log u of every cell by relaxation of logarithms, -1e300 where there is none: L = log of the sum of w e^(L_d). Another
/// arithmetic than the library's, right at any distance; slow to converge: for small maps. Ends when no cell changes by more than
/// the tolerance.
std::vector<double> solveInLogSpace(const FieldGrid& grid, const FieldEquation& equation, const std::vector<std::int32_t>& goals,
                                    double tolerance = 1e-9);
/// The unit vector down the potential in the middle of a cell, from logarithms.
Vec2 directionInLogSpace(const FieldGrid& grid, const std::vector<double>& logs, std::int32_t cell);

/// The largest relative residual |sum of w u / u_c - 1| over all cells with a way that are no goals.
double computeResidual(const Potential& potential, const FieldEquation& equation);

/// How many cells with a way do not arrive at a goal by going to the best neighbour again and again.
int countStuck(const Potential& potential);

} // namespace clearway::oracle
