// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <string>

#include "base/errors.h"
#include "grid/grid_data.h"
#include "potential/solver_data.h"

namespace clearway {
namespace {

Result<void> checkEquation(const FieldGrid& grid, const FieldEquation& equation)
{
    const auto count = static_cast<std::size_t>(grid.cellCount());
    if ((!equation.cell_eps.empty() && equation.cell_eps.size() != count) ||
        (!equation.cell_v.empty() && equation.cell_v.size() != count))
        return makeError("eps and v of a field need one entry per cell (" + std::to_string(count) + "), or none.");
    bool is_finite = std::isfinite(equation.eps) && isFinite(equation.v);
    for (const double eps : equation.cell_eps) is_finite &= std::isfinite(eps);
    for (const Vec2 v : equation.cell_v) is_finite &= isFinite(v);
    if (!is_finite || !isFinite(equation.v * equation.eps)) return makeError("eps and v of a field must be finite numbers.");
    return {};
}

Result<void> checkGoals(const FieldGrid& grid, std::span<const std::int32_t> goals)
{
    if (goals.empty()) return makeError("A field needs at least one goal cell.");
    for (std::size_t i = 0; i < goals.size(); ++i)
    {
        const std::string goal = "Goal " + std::to_string(i) + " of the field is ";
        if (goals[i] < 0 || goals[i] >= grid.cellCount())
            return makeError(goal + "outside the grid; it must be a cell of it.", atIndex(i));
        if (grid.isFree(goals[i])) continue;
        const Vec2 p = grid.centerOf(goals[i]);
        return makeError(goal + "a blocked cell, near (" + std::to_string(p.x) + ", " + std::to_string(p.y) +
                             "); move it to a free one.",
                         atPoint(p, i));
    }
    return {};
}

/// One goal: a source there, since the rest of the solution is the same but for a factor.
void solveForOne(const FieldSolver::Data& solver, const Workers& workers, Potential::Data& data)
{
    const std::int32_t goal = data.goals.front();
    const FrontSource source = {&solver.stencil};
    const FieldSourceTerm term = {goal, makeWide(1)};
    const std::vector<Wide> q =
        substitute(source, solver.elimination, {&term, 1}, [&](std::int32_t cell) { return data.hasWay(cell); }, workers);
    const Scales scales(solver.stencil, goal);
    const Wide factor = makeWide(1) / q[static_cast<std::size_t>(goal)];
    for (std::int32_t cell = 0; cell < data.grid.cellCount(); ++cell)
        if (const Wide x = q[static_cast<std::size_t>(cell)]; !x.isZero())
            data.set(cell, scales.areTrivial() ? x * factor : x * factor * scales.at(cell));
    data.set(goal, makeWide(1));
}

/// Several goals: their cells are no unknowns any more, and their neighbours have sources.
Result<void> solveForSeveral(const FieldSolver::Data& solver, const Workers& workers, const Progress& progress,
                             Potential::Data& data)
{
    std::vector<bool> is_fixed(static_cast<std::size_t>(data.grid.cellCount()), false);
    for (const std::int32_t goal : data.goals) is_fixed[static_cast<std::size_t>(goal)] = true;
    const FrontSource source = {&solver.stencil, &is_fixed};
    const bool can_edit = solver.options.is_editable;
    const auto elimination = eliminate(source, solver.elimination.dissection, can_edit ? &solver.elimination : nullptr,
                                       data.goals, false, workers, progress);
    if (!elimination) return makeCancelled("The field");

    const Stencil& stencil = solver.stencil;
    const Scales scales(stencil, data.goals.front());
    std::vector<FieldSourceTerm> terms;
    for (const std::int32_t goal : data.goals)
        for (int side = 0; side < 4; ++side)
        {
            const std::int32_t cell = data.grid.neighbour(goal, static_cast<FieldGrid::Toward>(side));
            if (cell < 0 || is_fixed[static_cast<std::size_t>(cell)]) continue;
            const double weight = stencil.isSymmetric() ? stencil.jointWeight(cell, goal, side % 2 ? Axis::y : Axis::x)
                                                        : stencil.weightsOf(cell)[static_cast<std::size_t>((side + 2) % 4)];
            terms.push_back({cell, makeWide(weight) / scales.at(goal)});
        }
    const std::vector<Wide> q = substitute(
        source, *elimination, terms,
        [&](std::int32_t cell) { return data.hasWay(cell) && !is_fixed[static_cast<std::size_t>(cell)]; }, workers);
    for (std::int32_t cell = 0; cell < data.grid.cellCount(); ++cell)
        if (const Wide x = q[static_cast<std::size_t>(cell)]; !x.isZero()) data.set(cell, x * scales.at(cell));
    for (const std::int32_t goal : data.goals) data.set(goal, makeWide(1));
    return {};
}

/// The solver of a stencil, by the method that the options ask for.
Result<FieldSolver> prepare(Stencil stencil, const FieldSolverOptions& options)
{
    auto data = std::make_shared<FieldSolver::Data>(FieldSolver::Data{std::move(stencil), options, options.method, {}});
    if (options.method != FieldSolverOptions::Method::automatic && options.method != FieldSolverOptions::Method::elimination)
        return FieldSolver(std::move(data));

    auto dissection = std::make_shared<Dissection>(buildDissection(data->stencil.grid()));
    const FieldCost cost = predictCost(*dissection, data->stencil, options.is_editable);
    if (options.method == FieldSolverOptions::Method::automatic &&
        (cost.bytes > options.max_bytes || cost.multiply_adds > options.max_operations))
    {
        data->method = FieldSolverOptions::Method::aggregation;
        return FieldSolver(std::move(data));
    }
    if (cost.bytes > options.max_bytes)
        return makeError(ErrorCode::out_of_range,
                         "Elimination on this grid needs about " + std::to_string(cost.bytes >> 20) +
                             " MB, more than max_bytes allows; use larger cells or FieldMethod::aggregation.");
    data->method = FieldSolverOptions::Method::elimination;
    const Workers workers(options);
    auto elimination =
        eliminate({&data->stencil}, std::move(dissection), nullptr, {}, options.is_editable, workers, options.execution.progress);
    if (!elimination) return makeCancelled("The field");
    data->elimination = std::move(*elimination);
    return FieldSolver(std::move(data));
}

/// Whether so many cells have become free that the leaves of a subdivision are too large for dense pieces.
bool hasLargeLeaf(const Dissection& dissection, const FieldGrid& grid)
{
    constexpr std::int32_t kLargeLeaf = 1024;
    for (const Region& region : dissection.regions)
    {
        if (!region.isLeaf() || std::int64_t{region.x1 - region.x0} * (region.y1 - region.y0) <= kLargeLeaf) continue;
        std::int32_t count = 0;
        for (std::int32_t y = std::max(region.y0 + 1, 0); y < region.y1; ++y)
            for (std::int32_t x = std::max(region.x0 + 1, 0); x < region.x1; ++x)
                count += grid.data().isFree(y * grid.width() + x) ? 1 : 0;
        if (count > kLargeLeaf) return true;
    }
    return false;
}

} // namespace

FieldCost predictCost(const Dissection& dissection, const Stencil& stencil, bool is_editable)
{
    const int parts = stencil.isSymmetric() ? 1 : 2;
    return {dissection.multiply_adds * parts,
            (dissection.factor_bytes + (is_editable ? dissection.schur_bytes : dissection.schur_bytes / 4)) * parts};
}

Scales::Scales(const Stencil& stencil, std::int32_t reference) : width_(stencil.grid().width())
{
    if (!stencil.isSymmetric() || (stencil.thetaX() == 1 && stencil.thetaY() == 1)) return;
    const auto fill = [](std::vector<Wide>& powers, double theta, std::int32_t count, std::int32_t from) {
        powers.resize(static_cast<std::size_t>(count));
        for (std::int32_t i = 0; i < count; ++i) powers[static_cast<std::size_t>(i)] = computePower(theta, i - from);
    };
    fill(columns_, stencil.thetaX(), width_, reference % width_);
    fill(rows_, stencil.thetaY(), stencil.grid().height(), reference / width_);
}

SplitLoop Workers::split() const
{
    if (!workers_.hook()) return {};
    return [this](std::int32_t count, const std::function<void(std::int32_t)>& task) { run(count, task); };
}

FieldCost predictCost(const FieldGrid& grid, const FieldEquation& equation)
{
    return predictCost(buildDissection(grid), Stencil(grid, equation), false);
}

Result<FieldSolver> buildFieldSolver(const FieldGrid& grid, const FieldEquation& equation, const FieldSolverOptions& options)
{
    if (const auto checked = checkEquation(grid, equation); !checked) return checked.error();
    if (options.execution.worker_count < 0 || !(options.tolerance > 0) || options.max_sweeps < 1)
        return makeError("A field needs a worker count >= 0, a tolerance > 0 and at least one sweep.");
    return prepare(Stencil(grid, equation), options);
}

const FieldGrid& FieldSolver::grid() const { return data_->stencil.grid(); }
FieldSolverOptions::Method FieldSolver::method() const { return data_->method; }
std::int64_t FieldSolver::memoryBytes() const { return data_->elimination.bytes; }
std::int64_t FieldSolver::wideFrontCount() const { return data_->elimination.wide_count; }

Result<Potential> FieldSolver::solve(std::span<const std::int32_t> goals) const
{
    const Progress& progress = data_->options.execution.progress;
    if (const auto checked = checkGoals(grid(), goals); !checked) return checked.error();
    const std::shared_ptr<Potential::Data> data = startPotential(grid(), goals);
    const Workers workers(data_->options);
    bool is_done = true;
    switch (data_->method)
    {
    case FieldSolverOptions::Method::gauss_seidel:
        is_done = relaxGaussSeidel(data_->stencil, data_->options, progress, *data);
        break;
    case FieldSolverOptions::Method::red_black:
    case FieldSolverOptions::Method::over_relaxation:
        is_done = relaxRedBlack(data_->stencil, data_->options, workers, progress, *data);
        break;
    case FieldSolverOptions::Method::aggregation:
        is_done = relaxByAggregation(data_->stencil, data_->options, progress, *data);
        break;
    case FieldSolverOptions::Method::automatic:
    case FieldSolverOptions::Method::elimination:
        if (data->goals.size() == 1)
            solveForOne(*data_, workers, *data);
        else if (const auto solved = solveForSeveral(*data_, workers, progress, *data); !solved)
            return solved.error();
        break;
    }
    if (!is_done) return makeCancelled("The field");
    return Potential(data);
}

Result<FieldSolver> FieldSolver::withGrid(const FieldGrid& changed) const
{
    const Progress& progress = data_->options.execution.progress;
    if (changed.width() != grid().width() || changed.height() != grid().height())
        return makeError("A changed grid must have the size of the one before.");
    auto data =
        std::make_shared<FieldSolver::Data>(FieldSolver::Data{data_->stencil.onGrid(changed), data_->options, data_->method, {}});
    if (data_->method != FieldSolverOptions::Method::elimination) return FieldSolver(std::move(data));
    if (hasLargeLeaf(*data_->elimination.dissection, changed)) return prepare(data->stencil, data_->options);
    // Other prices, or weights of another kind, change every piece.
    const bool is_reused = data_->options.is_editable && changed.data().costs == grid().data().costs &&
                           data->stencil.isSymmetric() == data_->stencil.isSymmetric();
    std::vector<std::int32_t> cells;
    for (std::size_t i = 0; i < changed.data().cells.size() && is_reused; ++i)
        if (changed.data().cells[i] != grid().data().cells[i]) cells.push_back(static_cast<std::int32_t>(i));
    const Workers workers(data_->options);
    auto elimination = eliminate({&data->stencil}, data_->elimination.dissection, is_reused ? &data_->elimination : nullptr,
                                 cells, data_->options.is_editable, workers, progress);
    if (!elimination) return makeCancelled("The field");
    data->elimination = std::move(*elimination);
    return FieldSolver(std::move(data));
}

} // namespace clearway
