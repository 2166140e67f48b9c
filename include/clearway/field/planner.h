// SPDX-License-Identifier: MIT
// FieldPlanner: one way down a potential on a large map, from coarse to fine.
// Why: a whole field is right everywhere, which one character does not need; a tube of cells around its way is solved in a small
// part of the time.
// Based on: R. Silveira, E. Prestes, L. Nedel. Fast path planning using multi-resolution boundary value problems. 2010
// Departures: outside the tube the potential is that of the level above, not that of a wall; a way that leaves its tube is
// planned again in a wider one, and in the end on the whole grid, so that a way is found whenever there is one.
// Metres. The pyramid is built once, and its coarsest level solved for any goal: O(cells). find() may be called from several
// threads at once.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <clearway/field/field.h>

namespace clearway {

struct FieldPlannerOptions
{
    double eps = 0; ///< per cell of the finest level
    Vec2 v = {1, 0};
    std::int32_t coarsest = 128;  ///< the pyramid ends where neither side has more cells than this; >= 4
    std::int32_t tube_width = 16; ///< cells to each side of the way that are solved; >= 2
    FieldPathOptions path = {};
};

class FieldPlanner
{
public:
    /// What a search has cost.
    struct Report
    {
        std::int32_t levels = 0;
        std::int32_t widened = 0;     ///< how often a tube was too narrow
        bool used_full_field = false; ///< the fallback
        std::int64_t solved_cells = 0;
    };

    FieldPlanner(FieldGrid grid, const FieldPlannerOptions& options = {});

    /// The way from a point to a goal: the first point is `from`, the last one the middle of the goal's cell.
    /// invalid: a point that is not finite or not near a free cell.
    Path find(Vec2 from, Vec2 goal, Report* report = nullptr) const;

    const FieldGrid& grid() const { return levels_.front(); }

private:
    std::vector<FieldGrid> levels_; ///< the finest first
    FieldPlannerOptions options_;
    std::optional<FieldSolver> coarsest_; ///< of the last level, ready for goals; none when eps is too large for it
};

} // namespace clearway
