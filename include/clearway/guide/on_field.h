// SPDX-License-Identifier: MIT
// A crowd that follows fields: ground of a navigation mesh, ways down potentials. Why: one field leads any number of people with
// the same goal, smoothly and clear of walls, and no path is ever searched; terrain is gone around or along.
// Based on: R. Silveira et al. Path-planning for RTS games based on potential fields. 2010 (global map)
// An agent heads for the farthest point of its way down that it can see within `look_ahead`, and for its goal as soon as it sees
// that; over terrain only where the straight line costs no more than the way. Fields are shared per goal cell, radius class and
// terrain; they are solved when first asked for. What is reachable is what the grid says: a passage must be a cell wider than the
// disc (see field/grid.h).
#pragma once
#include <optional>
#include <vector>

#include <clearway/base/result.h>
#include <clearway/field/cache.h>
#include <clearway/guide/guide.h>
#include <clearway/path.h>
#include <clearway/scene/scene.h>

namespace clearway {

struct OnFieldOptions
{
    double cell_size = 0; ///< metres; 0: 0.25, or as much as keeps a scene to half a million cells. Agents with a radius of more
                          ///< than four cells have cells of a quarter of their radius
    double radius_step = 0.05; ///< radii are rounded up to a multiple of this, and above four cells to eight sizes for each
                               ///< doubling; metres, 0: every radius its own
    double look_ahead = 6;     ///< along the way; metres, > 0
    double goal_sight = 0; ///< how far away an agent notices that nothing is between it and its goal: so large that those at the
                           ///< edge of a pack see its middle; metres, 0: look_ahead
    std::vector<TerrainArea> terrain = {}; ///< ground that costs more or less; where it may not be entered it is a wall
    TerrainCosts costs = kWalkerCosts;
    /// For all agents instead: cell size, terrain and costs are those of the grid. No way leads agents that are larger than its
    /// radius. Cells that may not be entered have no outline, and are no walls: cut them out of the scene (buildEnterableScene).
    std::optional<FieldGrid> grid = {};
    double eps = 0; ///< of the equation, per cell; ways bend toward v
    Vec2 v = {1, 0};
    std::size_t max_fields = 256; ///< kept at once; with more goals at a time fields are solved again and again; >= 1
    /// What fields (a third of it) and solvers may take together; those that have not been used for longest are dropped first,
    /// and solved again when they are asked for. The last of each is kept, whatever it takes.
    std::size_t max_bytes = std::size_t{3} << 28;
    FieldSolverOptions solver = {.max_bytes = std::int64_t{1} << 30}; ///< a field that would take more memory is refused
};

/// The guide is called "field". Fails when the scene has several layers, when an option is out of range, or when the grid would
/// be too large or solving on it take more memory than allowed, before that is spent. The fields of all crowds on this world
/// share its memory.
Result<World> onField(const ClearanceMesh& clearance, const Scene& scene, const OnFieldOptions& options = {});
/// Prepares the clearance first, and fails where buildClearance does.
Result<World> onField(const NavMesh& mesh, const Scene& scene, const OnFieldOptions& options = {});

} // namespace clearway
