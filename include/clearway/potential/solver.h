// SPDX-License-Identifier: MIT
// Potentials on a grid: the solution of lap p = eps v . grad p with p = 1 in obstacles and p = 0 at the goals.
// Why: it has no local minimum but the goals, so whoever goes down arrives, smoothly and clear of walls; eps and v bend the ways
// toward v, which makes them personal.
// Based on: C. I. Connolly, J. B. Burns, R. Weiss. Path planning using Laplace's equation. 1990; M. Trevisan, M. Idiart,
// E. Prestes, P. Engel. Exploratory navigation based on dynamic boundary value problems. 2006; R. Silveira, L. Fischer,
// J. Salini Ferreira, E. Prestes, L. Nedel. Path-planning for RTS games based on potential fields. 2010
// What is kept is u = 1 - p with an exponent of its own in every cell: p loses its slope five corridor widths from the goal, u
// never does. The discrete equation per cell, y up: u = sum of w_d u_d over the four neighbours, with w = 1/4 -+ eps v / 8.
// Where |eps v| reaches 2 in an axis, weights are fitted exponentially and stay positive; no local minimum appears. More than 16
// in an axis counts as 16: what flows against it is then lost in the rounding of what flows with it.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <clearway/base/execution.h>
#include <clearway/base/result.h>
#include <clearway/grid/field_grid.h>

namespace clearway {

/// eps and v of lap p = eps v . grad p; ways bend toward v. eps is per cell: a physical eps times the cell size. Where they
/// change in time, each moment is an equation of its own, with a solver of its own.
struct FieldEquation
{
    double eps = 0;                        ///< finite; 0: plain harmonic, the safest
    Vec2 v = {1, 0};                       ///< finite; its length counts
    std::span<const double> cell_eps = {}; ///< one per cell instead of `eps`, or empty
    std::span<const Vec2> cell_v = {};     ///< one per cell instead of `v`, or empty
};

struct FieldSolverOptions
{
    enum class Method
    {
        automatic,       ///< elimination where its predicted cost fits, aggregation beyond
        elimination,     ///< direct and right at any distance: every value keeps its relative accuracy
        aggregation,     ///< iterative, multiplicative, for maps too large for elimination; few cycles, fewest where it is open;
                         ///< up to 400 bytes per cell while it solves
        gauss_seidel,    ///< row by row in double, as published but in u
        red_black,       ///< the same in two colours, for vectors and workers
        over_relaxation, ///< red-black with over-relaxation: fast on open maps, wrong where u falls below its rounding noise
    };

    Method method = Method::automatic;
    Execution execution = {};                       ///< of building, and of everything that the solver does later
    bool is_editable = false;                       ///< elimination keeps what edits and goal areas need: about twice the memory
    std::int64_t max_bytes = std::int64_t{1} << 32; ///< of what elimination may keep; beyond it `automatic` takes aggregation
    double max_operations = 2e11;                   ///< multiply-adds of an elimination; beyond it `automatic` takes aggregation
    double tolerance = 1e-9;                        ///< iterative methods end when no cell changes by more than this fraction
    int max_sweeps = 200000;                        ///< iterative methods end after so many sweeps or cycles
};

/// What elimination will cost on a grid, known before any arithmetic.
struct FieldCost
{
    double multiply_adds = 0;
    std::int64_t bytes = 0;
};

/// A solved potential. u = 1 - p is 1 at the goals and 0 in obstacles; cells that cannot reach a goal have no potential at all.
/// An immutable handle: cheap to copy, free to share between threads.
class Potential
{
public:
    const FieldGrid& grid() const;
    std::span<const std::int32_t> goals() const;
    /// Whether a goal can be reached from the cell. False for blocked cells.
    bool hasWay(std::int32_t cell) const;
    bool isGoal(std::int32_t cell) const;
    /// u = mantissa * 2^exponent, mantissa in [1, 2); 0 and meaningless where there is no way.
    double mantissa(std::int32_t cell) const;
    std::int32_t exponent(std::int32_t cell) const;
    /// u as a double: 0 where it is below the range of doubles. The published p is 1 - value.
    double value(std::int32_t cell) const;
    /// Log2 of u to about 1e-9, for pictures and comparisons.
    double log2Of(std::int32_t cell) const;
    /// The unit vector down the potential in the middle of a cell, by central differences; a blocked side counts as obstacle.
    /// (0, 0) at goals, without a way, and where the slope is lost (potentials of iterative methods that did not converge).
    Vec2 directionAt(std::int32_t cell) const;
    /// The neighbour with the largest u (with costs: toward which most flows), if that is larger than the cell's own; kNone at
    /// goals, without a way, and in a local minimum of p, which only an unconverged potential has.
    std::int32_t nextToward(std::int32_t cell) const;

    int sweeps() const;        ///< of an iterative method; 0 for elimination
    bool hasConverged() const; ///< always true for elimination

    struct Data;
    explicit Potential(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
    const Data& data() const { return *data_; }

private:
    std::shared_ptr<const Data> data_;
};

/// A grid and an equation, ready for goals. With elimination the work is done here, and a goal is a substitution. An immutable
/// handle: cheap to copy, and solve() may run on several threads at once if its workers are not shared.
class FieldSolver
{
public:
    /// The potential of these goal cells. A single goal costs a few percent of building; several ones, or a goal area, cost as
    /// much as an edit at these cells. Fails when there is no goal, or one is blocked or outside. With several goals u is 1 at
    /// each. Same bits for every worker count.
    Result<Potential> solve(std::span<const std::int32_t> goals) const;
    Result<Potential> solve(std::int32_t goal) const { return solve(std::span(&goal, 1)); }

    /// The solver of a grid of the same size in which some cells have changed. With `is_editable`, only what those cells touch is
    /// eliminated again, with the bits of a solver built anew on the same subdivision; this solver stays as it is. Where far more
    /// cells than before are free in one place, or terrain has other costs, everything is eliminated again.
    Result<FieldSolver> withGrid(const FieldGrid& changed) const;

    const FieldGrid& grid() const;
    FieldSolverOptions::Method method() const; ///< the one in use; never `automatic`
    std::int64_t memoryBytes() const;
    /// How many dense pieces needed an exponent per number, the slow way; for tests.
    std::int64_t wideFrontCount() const;

    struct Data;
    explicit FieldSolver(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

private:
    std::shared_ptr<const Data> data_;
};

/// Fails when the equation has numbers that are not finite or spans of another size than the grid, or when elimination is asked
/// for and would need more than `max_bytes`.
Result<FieldSolver> buildFieldSolver(const FieldGrid& grid, const FieldEquation& equation = {},
                                     const FieldSolverOptions& options = {});

/// O(cells).
FieldCost predictCost(const FieldGrid& grid, const FieldEquation& equation = {});

} // namespace clearway
