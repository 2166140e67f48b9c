// SPDX-License-Identifier: MIT
// What solvers and potentials hold, and the methods behind them.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <clearway/potential/solver.h>

#include "base/workers.h"
#include "potential/dissection.h"
#include "potential/front.h"
#include "potential/stencil.h"
#include "potential/wide.h"

namespace clearway {

struct Potential::Data
{
    FieldGrid grid;
    std::vector<std::int32_t> goals; ///< ascending
    std::vector<double> mantissa;
    std::vector<std::int32_t> exponent;
    std::vector<bool> component_has_goal;
    int sweeps = 0;
    bool has_converged = true;

    Wide at(std::int32_t cell) const
    {
        return {mantissa[static_cast<std::size_t>(cell)], exponent[static_cast<std::size_t>(cell)]};
    }
    void set(std::int32_t cell, Wide u)
    {
        mantissa[static_cast<std::size_t>(cell)] = u.m;
        exponent[static_cast<std::size_t>(cell)] = u.e;
    }
    bool hasWay(std::int32_t cell) const
    {
        const std::int32_t component = grid.componentOf(cell);
        return component >= 0 && component_has_goal[static_cast<std::size_t>(component)];
    }
};

/// A potential that is 0 everywhere; goals must be free cells.
std::shared_ptr<Potential::Data> startPotential(const FieldGrid& grid, std::span<const std::int32_t> goals);

/// Workers for a call: the user's hook, or a pool of our own.
class Workers
{
public:
    explicit Workers(const FieldSolverOptions& options) : workers_(options.execution) {}

    void run(std::int32_t count, const std::function<void(std::int32_t)>& task) const { runTasks(workers_.hook(), count, task); }
    /// Empty when there is one worker.
    SplitLoop split() const;

private:
    TaskWorkers workers_;
};

/// The eliminated regions of a grid.
struct Elimination
{
    std::shared_ptr<const Dissection> dissection;
    std::vector<std::shared_ptr<const Front>> fronts; ///< one per region
    std::int64_t bytes = 0;
    std::int64_t wide_count = 0;
};

/// What eliminating with this subdivision costs.
FieldCost predictCost(const Dissection& dissection, const Stencil& stencil, bool is_editable);

/// Eliminates all regions, or with `before` those that a changed cell touches. Nothing when cancelled.
std::optional<Elimination> eliminate(const FrontSource& source, std::shared_ptr<const Dissection> dissection,
                                     const Elimination* before, std::span<const std::int32_t> changed, bool keeps_rest,
                                     const Workers& workers, const Progress& progress);

/// A source of the walk: f of a cell, before the elimination.
struct FieldSourceTerm
{
    std::int32_t cell = 0;
    Wide f;
};

/// The solution of the eliminated equation for these sources, one number per cell; 0 for cells that are no unknowns.
/// `matters` says in which cells a 0 would be wrong.
std::vector<Wide> substitute(const FrontSource& source, const Elimination& elimination, std::span<const FieldSourceTerm> terms,
                             const std::function<bool(std::int32_t)>& matters, const Workers& workers);

/// u of the solution q of the symmetric equation: u = theta_x^(column - reference) theta_y^(row - reference) q; 1 for others.
class Scales
{
public:
    Scales(const Stencil& stencil, std::int32_t reference);

    bool areTrivial() const { return columns_.empty(); }

    Wide at(std::int32_t cell) const
    {
        if (columns_.empty()) return makeWide(1);
        return columns_[static_cast<std::size_t>(cell % width_)] * rows_[static_cast<std::size_t>(cell / width_)];
    }

private:
    std::int32_t width_;
    std::vector<Wide> columns_;
    std::vector<Wide> rows_;
};

/// Iterative methods: relax `data` until it converges. False when cancelled.
bool relaxGaussSeidel(const Stencil& stencil, const FieldSolverOptions& options, const Progress& progress, Potential::Data& data);
bool relaxRedBlack(const Stencil& stencil, const FieldSolverOptions& options, const Workers& workers, const Progress& progress,
                   Potential::Data& data);
bool relaxByAggregation(const Stencil& stencil, const FieldSolverOptions& options, const Progress& progress,
                        Potential::Data& data);

struct FieldSolver::Data
{
    Stencil stencil;
    FieldSolverOptions options;
    FieldSolverOptions::Method method = FieldSolverOptions::Method::elimination;
    Elimination elimination;
};

} // namespace clearway
