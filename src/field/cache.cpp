// SPDX-License-Identifier: MIT
#include <clearway/field/cache.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "grid/grid_data.h"

namespace clearway {
namespace {

std::uint64_t bitsOf(double x) { return std::bit_cast<std::uint64_t>(x + 0.0); }

/// The radius class of a radius: rounded up, so that what fits the class fits the character.
double classOf(double radius, double step)
{
    if (!(step > 0)) return radius;
    return std::max(radius, std::ceil(radius / step * (1 - 1e-12)) * step);
}

std::size_t bytesOf(const FieldSolver& solver)
{
    return solver.grid().memoryBytes() + static_cast<std::size_t>(solver.memoryBytes());
}

/// The entry with this key, moved to the front; null when there is none.
template <typename List, typename Is>
auto touch(List& list, Is is_it)
{
    const auto at = std::find_if(list.begin(), list.end(), is_it);
    if (at == list.end()) return static_cast<decltype(&list.front().value)>(nullptr);
    list.splice(list.begin(), list, at);
    return &list.front().value;
}

/// Whether the same cells are free, and joined, at the same prices.
bool areEqual(const FieldGrid::Data& a, const FieldGrid::Data& b)
{
    return a.width == b.width && a.height == b.height && a.cell_size == b.cell_size && a.origin == b.origin &&
           a.costs == b.costs && a.cells == b.cells;
}

} // namespace

FieldCache::FieldCache(Scene scene, FieldCacheOptions options) : scene_(std::move(scene)), options_(std::move(options))
{
    CLEARWAY_ASSERT(options_.max_solvers >= 1 && options_.max_fields >= 1, "FieldCache: room for at least one solver and field");
}

/// The solver of another radius class that leaves the same cells free, which then serves this one too: on cells of a quarter of a
/// metre, classes of five centimetres seldom differ, and an elimination is the dearest there is.
const FieldSolver* FieldCache::findEqual(const FieldGrid& grid, const Key& key)
{
    const auto is_equal = [&](const SolverEntry& entry) {
        const Key& other = entry.keys.front(); // the radius comes first
        return std::equal(other.begin() + 1, other.end(), key.begin() + 1, key.end()) &&
               areEqual(entry.value.grid().data(), grid.data());
    };
    const FieldSolver* found = touch(solvers_, is_equal);
    if (found) solvers_.front().keys.push_back(key);
    return found;
}

Result<FieldSolver> FieldCache::findSolver(const FieldRequest& request, Key key)
{
    const double radius = classOf(request.radius, options_.radius_step);
    const auto has_key = [&](const SolverEntry& entry) { return std::ranges::find(entry.keys, key) != entry.keys.end(); };
    if (const FieldSolver* found = touch(solvers_, has_key))
    {
        ++solver_hits_;
        return *found;
    }
    const auto grid = options_.grid ? Result<FieldGrid>(*options_.grid)
                                    : buildFieldGrid(scene_, {.cell_size = cellSizeOf(request),
                                                              .radius = radius,
                                                              .layer = options_.layer,
                                                              .terrain = options_.terrain,
                                                              .costs = request.costs});
    if (!grid) return grid.error();
    if (const FieldSolver* found = findEqual(*grid, key))
    {
        ++solver_hits_;
        return *found;
    }
    keepSolvers(options_.max_solver_bytes / 2, 0); // another is about to come, and takes about as much
    auto solver = buildFieldSolver(*grid, {.eps = request.eps, .v = request.v}, options_.solver);
    if (!solver) return solver.error();
    solvers_.push_front({{std::move(key)}, *solver});
    if (solvers_.size() > options_.max_solvers) solvers_.pop_back();
    keepSolvers(options_.max_solver_bytes, 1);
    return solver;
}

void FieldCache::keepSolvers(std::size_t most_bytes, std::size_t least_count)
{
    std::size_t bytes = 0, kept = 0;
    auto at = solvers_.begin();
    for (; at != solvers_.end(); ++at, ++kept)
    {
        bytes += bytesOf(at->value);
        if (bytes > most_bytes && kept >= least_count) break;
    }
    solvers_.erase(at, solvers_.end());
}

double FieldCache::cellSizeOf(const FieldRequest& request) const
{
    return request.cell_size > 0 ? request.cell_size : options_.cell_size;
}

std::size_t FieldCache::memoryBytes() const
{
    std::size_t bytes = 0;
    for (const auto& entry : solvers_) bytes += bytesOf(entry.value);
    for (const auto& entry : fields_) bytes += entry.value.memoryBytes();
    return bytes;
}

Result<Field> FieldCache::find(const FieldRequest& request)
{
    ++requests_;
    Key key = {bitsOf(classOf(request.radius, options_.radius_step)), bitsOf(cellSizeOf(request)), bitsOf(request.eps),
               bitsOf(request.v.x), bitsOf(request.v.y)};
    for (const double cost : request.costs) key.push_back(bitsOf(cost));
    Key solver_key = key;
    for (const FieldGoal& goal : request.goals)
    {
        for (const double x : {goal.position.x, goal.position.y, goal.radius}) key.push_back(bitsOf(x));
        key.push_back(goal.area.size());
        for (const Vec2 p : goal.area)
        {
            key.push_back(bitsOf(p.x));
            key.push_back(bitsOf(p.y));
        }
    }
    if (const Field* found = touch(fields_, [&](const Entry<Field>& entry) { return entry.key == key; }))
    {
        ++field_hits_;
        return *found;
    }
    const auto solver = findSolver(request, std::move(solver_key));
    if (!solver) return solver.error();
    const auto cells = findGoalCells(solver->grid(), request.goals, std::max(options_.goal_reach, 1.5 * request.cell_size));
    if (!cells) return cells.error();
    auto potential = solver->solve(*cells);
    if (!potential) return potential.error();
    fields_.push_front({std::move(key), Field(std::move(*potential))});
    if (fields_.size() > options_.max_fields) fields_.pop_back();
    return fields_.front().value;
}

} // namespace clearway
