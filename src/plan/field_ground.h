// SPDX-License-Identifier: MIT
// A grid for one radius and what is solved on it: what the searches of a planner down fields share.
#pragma once
#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include <clearway/field/field.h>
#include <clearway/field/planner.h>
#include <clearway/published/potential.h>

#include "plan/recently_used.h"

namespace clearway::plan {

/// Of every grid of a planner.
struct FieldGroundOptions
{
    FieldEquation equation = {};
    FieldSolverOptions solver = {};
    std::optional<published::DriftSign> published_sign = {}; ///< solve the published potential, with this sign
    bool multi_resolution = false;                           ///< nothing is solved for a goal but what `planner()` solves
};

/// Const and thread-safe.
class FieldGround
{
public:
    FieldGround(FieldGrid grid, const FieldGroundOptions& options);

    /// The field of some goals, by one potential or the other.
    struct Solved
    {
        std::vector<std::int32_t> goals; ///< cells
        std::optional<Field> field;
        std::optional<published::FloatPotential> published;

        std::size_t memoryBytes() const;
    };

    const FieldGrid& grid() const { return grid_; }
    /// Only with multi_resolution.
    const FieldPlanner* planner() const { return planner_ ? &*planner_ : nullptr; }
    /// Solved when first asked for. Null when it cannot be solved. `goals`: free cells, in increasing order.
    std::shared_ptr<const Solved> find(const std::vector<std::int32_t>& goals) const;
    std::size_t memoryBytes() const { return grid_.memoryBytes() + solver_bytes_ + fields_.memoryBytes(); }

private:
    std::optional<FieldSolver> findSolver() const;

    FieldGrid grid_;
    FieldGroundOptions options_;
    std::optional<FieldPlanner> planner_;
    mutable LongLock solver_lock_;
    mutable std::optional<FieldSolver> solver_;
    mutable std::atomic<std::size_t> solver_bytes_ = 0;
    mutable RecentlyUsed<std::vector<std::int32_t>, Solved> fields_; ///< by the cells of their goals
};

} // namespace clearway::plan
