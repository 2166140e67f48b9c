// SPDX-License-Identifier: MIT
#include "plan/field_ground.h"

namespace clearway::plan {

/// Fields that a grid keeps, and the part of the memory for solving that they may take.
static constexpr std::size_t kMostFields = 16;
static constexpr std::int64_t kFieldShare = 8;

FieldGround::FieldGround(FieldGrid grid, const FieldGroundOptions& options)
    : grid_(std::move(grid)),
      options_(options),
      fields_(kMostFields, static_cast<std::size_t>(options.solver.max_bytes / kFieldShare))
{
    if (options_.multi_resolution)
        planner_.emplace(grid_, FieldPlannerOptions{.eps = options_.equation.eps, .v = options_.equation.v});
}

std::size_t FieldGround::Solved::memoryBytes() const
{
    return field ? field->memoryBytes() : published ? published->p.size() * sizeof(float) : 0;
}

std::optional<FieldSolver> FieldGround::findSolver() const
{
    const std::lock_guard<LongLock> guard(solver_lock_);
    if (solver_) return solver_;
    if (const Result<FieldSolver> built = buildFieldSolver(grid_, options_.equation, options_.solver))
    {
        solver_ = *built;
        solver_bytes_ = static_cast<std::size_t>(built->memoryBytes());
    }
    return solver_;
}

std::shared_ptr<const FieldGround::Solved> FieldGround::find(const std::vector<std::int32_t>& goals) const
{
    return fields_.find(goals, [&]() -> std::shared_ptr<const Solved> {
        Solved solved;
        solved.goals = goals;
        if (options_.published_sign)
            solved.published = published::computeFloatPotential(
                grid_, goals, {.eps = options_.equation.eps, .v = options_.equation.v, .sign = *options_.published_sign});
        else
        {
            const std::optional<FieldSolver> solver = findSolver();
            if (!solver) return nullptr;
            const Result<Potential> potential = solver->solve(goals);
            if (!potential) return nullptr;
            solved.field.emplace(*potential);
        }
        return std::make_shared<const Solved>(std::move(solved));
    });
}

} // namespace clearway::plan
