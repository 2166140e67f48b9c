// SPDX-License-Identifier: MIT
#include <clearway/guide/on_field.h>

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "base/errors.h"
#include "guide/crowd_cell.h"
#include "guide/field_guide.h"
#include "guide/navmesh_ground.h"
#include "potential/field_memory.h"

namespace clearway {

namespace {

/// The cells of agents. Fails when solving on them would take too much memory, before it is taken.
Result<FieldGrid> buildGround(const Scene& scene, const OnFieldOptions& options, const FieldEquation& equation)
{
    const FieldMemoryLimit limit = {.method = options.solver.method,
                                    .max_bytes = static_cast<double>(options.solver.max_bytes),
                                    .advice = ", or allow more memory"};
    const double cell_size = options.cell_size > 0 ? options.cell_size : chooseCrowdCell(scene);
    if (!options.grid)
        if (const Result<void> checked = checkFieldMemory(scene, cell_size, limit); !checked) return checked.error();
    Result<FieldGrid> grid =
        options.grid
            ? Result<FieldGrid>(*options.grid)
            : buildFieldGrid(scene, {.cell_size = cell_size, .radius = 0, .terrain = options.terrain, .costs = options.costs});
    if (!grid) return grid;
    if (const Result<void> checked = checkFieldMemory(*grid, equation, limit); !checked) return checked.error();
    return grid;
}

} // namespace

double chooseCrowdCell(const Scene& scene)
{
    constexpr double kUsual = 0.25, kMostCells = 1 << 19;
    return chooseCellSize(scene, kUsual, kMostCells);
}

/// What may not be entered becomes a wall: in the scene, in the mesh, and so for every step.
static Result<World> onEnterable(const Scene& scene, const OnFieldOptions& options)
{
    const Result<Scene> enterable = buildEnterableScene(scene, options.terrain, options.costs);
    if (!enterable) return enterable.error();
    const Result<NavMesh> mesh = buildNavMesh(*enterable);
    if (!mesh) return mesh.error();
    OnFieldOptions rest = options;
    std::erase_if(rest.terrain, [&](const TerrainArea& area) { return !std::isfinite(options.costs[area.terrain]); });
    return onField(*mesh, *enterable, rest);
}

Result<World> onField(const ClearanceMesh& clearance, const Scene& scene, const OnFieldOptions& options)
{
    const auto isForbidden = [&](const TerrainArea& area) { return !std::isfinite(options.costs[area.terrain]); };
    if (!options.grid && scene.layerCount() == 1 && std::ranges::any_of(options.terrain, isForbidden))
        return onEnterable(scene, options);
    if (scene.layerCount() > 1)
        return makeError(
            fmt::format("Fields lead over one layer; the scene has {}. Use the guides on its mesh.", scene.layerCount()));
    if (!(options.look_ahead > 0) || !std::isfinite(options.look_ahead))
        return makeError(fmt::format("look_ahead must be above 0 metres; it is {}.", options.look_ahead));
    if (!(options.goal_sight >= 0) || !std::isfinite(options.goal_sight))
        return makeError(fmt::format("goal_sight must be above 0 metres, or 0 for look_ahead; it is {}.", options.goal_sight));
    if (!(options.radius_step >= 0) || !std::isfinite(options.radius_step))
        return makeError(fmt::format("radius_step must be 0 metres or more; it is {}.", options.radius_step));
    if (options.max_fields < 1) return makeError("max_fields must be at least 1.");
    if (!(options.cell_size >= 0) || !std::isfinite(options.cell_size))
        return makeError(fmt::format("cell_size must be above 0 metres, or 0 for the usual one; it is {}.", options.cell_size));
    // What would fail for every goal is said now.
    const FieldEquation equation = {.eps = options.eps, .v = options.v};
    const Result<FieldGrid> grid = buildGround(scene, options, equation);
    if (!grid) return grid.error();
    FieldSolverOptions unsolved = options.solver;
    unsolved.method = FieldSolverOptions::Method::gauss_seidel; // checks, and leaves the work to solve()
    if (const auto solver = buildFieldSolver(*grid, equation, unsolved); !solver) return solver.error();
    if (options.solver.method == FieldSolverOptions::Method::elimination &&
        predictCost(*grid, equation).bytes > options.solver.max_bytes)
        return makeError("Elimination needs more than max_bytes on this grid: use larger cells or another method.");

    FieldCacheOptions cache;
    cache.cell_size = grid->cellSize();
    cache.terrain = options.terrain;
    cache.grid = options.grid;
    cache.solver = options.solver;
    cache.max_fields = options.max_fields;
    const std::size_t max_field_bytes = options.max_bytes / 3;
    cache.max_solver_bytes = options.max_bytes - max_field_bytes;
    FieldRequest request;
    request.costs = options.costs;
    request.eps = options.eps;
    request.v = options.v;
    auto fields = std::make_unique<FieldStore>(scene, cache, max_field_bytes, options.radius_step, request, grid->origin());
    const auto world = std::make_shared<const NavMeshWorld>(clearance);
    return World{std::make_shared<NavMeshGround>(world),
                 std::make_shared<FieldGuide>(world, std::move(fields), options.look_ahead,
                                              options.goal_sight > 0 ? options.goal_sight : options.look_ahead, *grid)};
}

Result<World> onField(const NavMesh& mesh, const Scene& scene, const OnFieldOptions& options)
{
    const Result<ClearanceMesh> clearance = buildClearance(mesh);
    if (!clearance) return clearance.error();
    return onField(clearance.value(), scene, options);
}

} // namespace clearway
