// SPDX-License-Identifier: MIT
#include <clearway/field/planner.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "field/streamline.h"
#include "grid/grid_data.h"
#include "potential/coarsen.h"
#include "potential/solver_data.h"

namespace clearway {
namespace {

/// The cells x0 to x1, y0 to y1 of a grid, ends included.
FieldGrid crop(const FieldGrid::Data& whole, std::int32_t x0, std::int32_t y0, std::int32_t x1, std::int32_t y1)
{
    auto data = std::make_shared<FieldGrid::Data>();
    data->width = x1 - x0 + 1;
    data->height = y1 - y0 + 1;
    data->cell_size = whole.cell_size;
    data->radius = whole.radius;
    data->origin = whole.origin + Vec2{x0 * whole.cell_size, y0 * whole.cell_size};
    data->costs = whole.costs;
    data->cells.reserve(static_cast<std::size_t>(data->width) * static_cast<std::size_t>(data->height));
    for (std::int32_t y = y0; y <= y1; ++y)
    {
        const auto row = whole.cells.begin() + static_cast<std::ptrdiff_t>(y) * whole.width;
        data->cells.insert(data->cells.end(), row + x0, row + x1 + 1);
    }
    data->finish();
    return FieldGrid(std::move(data));
}

/// eps is per cell: cells of level k are 2^k times as wide.
FieldEquation equationOf(std::size_t level, const FieldPlannerOptions& options)
{
    return {.eps = options.eps * static_cast<double>(std::int64_t{1} << level), .v = options.v};
}

class Search
{
public:
    /// `coarsest`: of the last level; without it the whole field is solved.
    Search(const std::vector<FieldGrid>& levels, const FieldSolver* coarsest, const FieldPlannerOptions& options,
           FieldPlanner::Report& report)
        : levels_(levels), coarsest_(coarsest), options_(options), report_(report), workers_({})
    {
    }

    Field::Streamline run(Vec2 from, std::int32_t start, std::int32_t goal)
    {
        from_ = from;
        start_ = start;
        goal_ = goal;
        for (std::int32_t width = options_.tube_width, tries = 0; tries < 3 && levels_.size() > 1 && coarsest_;
             ++tries, width *= 3)
        {
            if (auto path = descendLevels(width)) return std::move(*path);
            ++report_.widened;
        }
        report_.used_full_field = true;
        const FieldGrid& grid = levels_.front();
        report_.solved_cells += grid.freeCount();
        const bool is_only_level = levels_.size() == 1 && coarsest_;
        const auto solver = is_only_level ? Result<FieldSolver>(*coarsest_) : buildFieldSolver(grid, equationOf(0, options_));
        if (!solver) return {};
        const auto potential = solver->solve(goal_);
        return potential ? follow(*potential, from_) : Field::Streamline{};
    }

private:
    Field::Streamline follow(const Potential& potential, Vec2 from) const
    {
        Field::Streamline line;
        Field(potential).follow(from, line, options_.path);
        return line;
    }
    struct Ends
    {
        std::int32_t start, goal;
    };
    std::optional<Ends> findEnds(const FieldGrid& grid) const;
    std::optional<Field::Streamline> descendLevels(std::int32_t width);
    Field::Streamline refine(std::size_t level, const std::vector<Vec2>& way, std::int32_t width, Potential& coarser);
    FieldGrid cutOut(const FieldGrid& grid, const std::vector<Vec2>& way, std::int32_t width,
                     std::vector<bool>& is_outside) const;
    /// The part of a grid in which the way is sought, eliminated.
    struct Tube
    {
        Stencil stencil;
        std::vector<bool> is_fixed; ///< the cells outside, and the goal
        std::int32_t goal = FieldGrid::kNone;
        Elimination elimination = {};
    };
    /// The potential in a tube; outside it has that of the coarser level, or without one that of a wall.
    std::shared_ptr<Potential::Data> solveTube(const Tube& tube, const Potential::Data* coarser) const;
    /// The way down; not complete when it leaves the tube.
    Field::Streamline trace(const Potential& potential, const std::vector<bool>& is_outside, Vec2 from) const;

    const std::vector<FieldGrid>& levels_;
    const FieldSolver* coarsest_;
    const FieldPlannerOptions& options_;
    FieldPlanner::Report& report_;
    Workers workers_;
    Vec2 from_;
    std::int32_t start_ = FieldGrid::kNone;
    std::int32_t goal_ = FieldGrid::kNone;
};

FieldGrid Search::cutOut(const FieldGrid& grid, const std::vector<Vec2>& way, std::int32_t width,
                         std::vector<bool>& is_outside) const
{
    Box2 box;
    for (const Vec2 p : way) box.add(p);
    const double h = grid.cellSize(), margin = (width + 1) * h;
    const auto place = [h](double x, double from, std::int32_t count) {
        return static_cast<std::int32_t>(std::clamp(std::floor((x - from) / h), 0.0, count - 1.0));
    };
    const FieldGrid part =
        crop(grid.data(), place(box.min.x - margin, grid.origin().x, grid.width()),
             place(box.min.y - margin, grid.origin().y, grid.height()), place(box.max.x + margin, grid.origin().x, grid.width()),
             place(box.max.y + margin, grid.origin().y, grid.height()));
    is_outside.assign(static_cast<std::size_t>(part.cellCount()), true);
    for (const Vec2 p : way)
    {
        const std::int32_t column = place(p.x, part.origin().x, part.width()), row = place(p.y, part.origin().y, part.height());
        for (std::int32_t y = std::max(0, row - width); y <= std::min(part.height() - 1, row + width); ++y)
        {
            const auto first = static_cast<std::ptrdiff_t>(y) * part.width();
            std::fill(is_outside.begin() + first + std::max(0, column - width),
                      is_outside.begin() + first + std::min(part.width() - 1, column + width) + 1, false);
        }
    }
    return part;
}

std::shared_ptr<Potential::Data> Search::solveTube(const Tube& tube, const Potential::Data* coarser) const
{
    const FieldGrid& grid = tube.stencil.grid();
    const FrontSource source = {&tube.stencil, &tube.is_fixed};
    auto data = startPotential(grid, {&tube.goal, 1});
    const Scales scales(tube.stencil, tube.goal);
    std::vector<FieldSourceTerm> terms;
    for (std::int32_t cell = 0; cell < grid.cellCount(); ++cell)
    {
        if (!source.isUnknown(cell) || !data->hasWay(cell)) continue;
        for (int side = 0; side < 4; ++side)
        {
            const std::int32_t other = grid.data().neighbour(cell, side);
            if (other < 0 || !tube.is_fixed[static_cast<std::size_t>(other)]) continue;
            if (data->at(other).isZero())
                data->set(other, other == tube.goal ? makeWide(1) : coarser ? sample(*coarser, grid.centerOf(other)) : Wide{});
            if (data->at(other).isZero()) continue;
            const double weight = tube.stencil.isSymmetric() ? tube.stencil.jointWeight(cell, other, side % 2 ? Axis::y : Axis::x)
                                                             : tube.stencil.weightsOf(cell)[static_cast<std::size_t>(side)];
            terms.push_back({cell, makeWide(weight) * data->at(other) / scales.at(other)});
        }
    }
    const std::vector<Wide> q = substitute(source, tube.elimination, terms, [](std::int32_t) { return false; }, workers_);
    for (std::int32_t cell = 0; cell < grid.cellCount(); ++cell)
        if (const Wide x = q[static_cast<std::size_t>(cell)]; !x.isZero()) data->set(cell, x * scales.at(cell));
    data->set(tube.goal, makeWide(1));
    return data;
}

Field::Streamline Search::trace(const Potential& potential, const std::vector<bool>& is_outside, Vec2 from) const
{
    Field::Streamline path = follow(potential, from);
    const FieldGrid& grid = potential.grid();
    const bool leaves = std::any_of(path.points.begin(), path.points.end(), [&](Vec2 p) {
        const std::int32_t cell = grid.cellAt(p);
        return cell != FieldGrid::kNone && is_outside[static_cast<std::size_t>(cell)];
    });
    if (leaves) path.status = PathStatus::unreachable;
    return path;
}

/// The places of the goal and the start on a level; nothing when no way joins them there.
std::optional<Search::Ends> Search::findEnds(const FieldGrid& grid) const
{
    const FieldGrid& finest = levels_.front();
    const Ends ends = {grid.cellAt(finest.centerOf(start_)), grid.cellAt(finest.centerOf(goal_))};
    if (ends.goal == FieldGrid::kNone || ends.start == FieldGrid::kNone ||
        grid.componentOf(ends.goal) != grid.componentOf(ends.start))
        return std::nullopt;
    return ends;
}

std::optional<Field::Streamline> Search::descendLevels(std::int32_t width)
{
    const auto ends = findEnds(levels_.back());
    if (!ends) return std::nullopt;
    const auto whole = coarsest_->solve(ends->goal);
    if (!whole) return std::nullopt;
    Potential coarser = *whole;
    report_.solved_cells += levels_.back().freeCount();
    Field::Streamline path = follow(coarser, levels_.back().centerOf(ends->start));
    for (std::size_t level = levels_.size() - 1; path.status == PathStatus::complete && level-- > 0;)
        path = refine(level, path.points, width, coarser);
    return path.status == PathStatus::complete ? std::optional(std::move(path)) : std::nullopt;
}

/// The way on a level near that of the level above, whose potential is `coarser`, from then on this level's.
Field::Streamline Search::refine(std::size_t level, const std::vector<Vec2>& way, std::int32_t width, Potential& coarser)
{
    std::vector<bool> is_outside;
    const FieldGrid part = cutOut(levels_[level], way, width, is_outside);
    const auto ends = findEnds(part);
    if (!ends) return {};
    Tube tube = {Stencil(part, equationOf(level, options_)), is_outside, ends->goal};
    tube.is_fixed[static_cast<std::size_t>(ends->goal)] = true;
    // Only what is solved counts for the subdivision.
    auto counted = std::make_shared<FieldGrid::Data>(part.data());
    for (std::size_t i = 0; i < tube.is_fixed.size(); ++i)
        if (tube.is_fixed[i])
            counted->cells[i] = 0;
        else
            report_.solved_cells += counted->cells[i] & kCellFree;
    auto dissection = std::make_shared<Dissection>(buildDissection(FieldGrid(std::move(counted))));
    if (predictCost(*dissection, tube.stencil, false).bytes > FieldSolverOptions{}.max_bytes) return {};
    tube.elimination = *eliminate({&tube.stencil, &tube.is_fixed}, std::move(dissection), nullptr, {}, false, workers_, {});

    const Vec2 from = level > 0 ? part.centerOf(ends->start) : from_;
    coarser = Potential(solveTube(tube, &coarser.data()));
    Field::Streamline path = trace(coarser, is_outside, from);
    if (path.status == PathStatus::complete) return path;
    // The coarser level promised a way out of the tube; between walls there is none.
    coarser = Potential(solveTube(tube, nullptr));
    return trace(coarser, is_outside, from);
}

} // namespace

FieldPlanner::FieldPlanner(FieldGrid grid, const FieldPlannerOptions& options) : options_(options)
{
    CLEARWAY_ASSERT(options.coarsest >= 4 && options.tube_width >= 2, "FieldPlanner: coarsest >= 4 and tube_width >= 2");
    CLEARWAY_ASSERT(std::isfinite(options.eps) && isFinite(options.v), "FieldPlanner: eps and v must be finite");
    levels_.push_back(std::move(grid));
    options_.tube_width = std::min(options_.tube_width, std::max(levels_[0].width(), levels_[0].height()));
    while (std::max(levels_.back().width(), levels_.back().height()) > options.coarsest)
        levels_.push_back(coarsen(levels_.back().data()));
    if (auto solver = buildFieldSolver(levels_.back(), equationOf(levels_.size() - 1, options_))) coarsest_ = std::move(*solver);
}

Path FieldPlanner::find(Vec2 from, Vec2 goal, FieldPlanner::Report* report) const
{
    FieldPlanner::Report own;
    FieldPlanner::Report& told = report ? *report : own;
    told = {.levels = static_cast<std::int32_t>(levels_.size())};
    Path refused;
    PathWriter writer(refused);
    const auto refuse = [&](PathProblem problem) {
        writer.setProblem(problem);
        return refused;
    };
    if (!isFinite(from) || !isFinite(goal)) return refuse(PathProblem::bad_point);
    const auto cellOf = [this](Vec2 p) {
        const std::int32_t cell = grid().cellAt(p);
        return cell != FieldGrid::kNone && grid().isFree(cell) ? cell : grid().findNearestFree(p, 1.5 * grid().cellSize());
    };
    const std::int32_t start = cellOf(from), end = cellOf(goal);
    if (start == FieldGrid::kNone) return refuse(PathProblem::start_outside);
    if (end == FieldGrid::kNone) return refuse(PathProblem::goal_outside);
    if (grid().componentOf(start) != grid().componentOf(end))
    {
        writer.setStatus(PathStatus::unreachable);
        return refused;
    }
    return field::makePath(Search(levels_, coarsest_ ? &*coarsest_ : nullptr, options_, told).run(from, start, end), grid());
}

} // namespace clearway
