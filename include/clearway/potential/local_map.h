// SPDX-License-Identifier: MIT
// Local maps: a small potential of its own around every character, with the others as obstacles.
// Why: the global map leads to the goal; the local one leads around whoever is in the way, in the character's own manner (eps,
// v; see behaviour.h). A character should remember the side on which it passes others: updateSide().
// Based on: R. Silveira et al. Path-planning for RTS games based on potential fields. 2010 (sections 3.1 and 5)
// A map is n x n cells around its character. The outermost ring (b-zone) is a wall but for an intermediate goal of three cells
// where the global direction leaves the map; the ring inside it (f-zone) is always free; inside that (u-zone), cells are blocked
// by walls and by the others within the view cone.
// Departures: walls count all round, not in the cone alone, since the global map knows them. Cold start: no state, and no
// dependence on who shares a batch or a worker. Metres. On one core about 10 microseconds per map of 33 x 33 cells, with the
// exact method 20. Re-entrant; allocates its scratch per task.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <clearway/base/execution.h>
#include <clearway/base/result.h>
#include <clearway/geometry/shapes.h>
#include <clearway/grid/field_grid.h>

namespace clearway {

struct LocalMapOptions
{
    enum class Method
    {
        relaxed, ///< a fixed number of sweeps; half of all directions are within 3 degrees of the exact one
        exact,   ///< by elimination
    };

    std::int32_t size = 33;    ///< cells along a side; odd, 5 to 257
    double cell_size = 0.5;    ///< that of the global map; metres, > 0
    double view_degrees = 120; ///< the whole angle of the cone; (0, 360]
    int sweeps = 0;            ///< 0: by eps and size, to within about 3 degrees of the converged solution
    Method method = Method::relaxed;
};

/// What a character knows.
struct LocalMapInput
{
    Vec2 position = {};
    Vec2 heading = {1, 0};         ///< unit vector
    Vec2 toward = {1, 0};          ///< direction of the global map; unit vector
    std::optional<Vec2> goal = {}; ///< its true goal: takes the place of the intermediate one when it lies on the map
    double radius = 0.25;          ///< metres, >= 0
    double eps = 0;
    Vec2 v = {0, 0};
    std::uint32_t first_other = 0; ///< those it may see: others [first_other, first_other + other_count)
    std::uint32_t other_count = 0;
};

/// The direction in which each character goes: a unit vector, or (0, 0) where every way is closed or its input is no number.
/// `walls` may be null: none. Fails when an option is out of range. directions must have the size of inputs.
Result<void> computeLocalDirections(std::span<const LocalMapInput> inputs, std::span<const Disc> others, const FieldGrid* walls,
                                    const LocalMapOptions& options, std::span<Vec2> directions, const Execution& execution = {});

/// One map, to be looked at; row by row from the lower left.
struct LocalMap
{
    /// What a cell of a local map is.
    enum class Cell : std::uint8_t
    {
        update,   ///< u-zone, free
        obstacle, ///< u-zone, blocked
        open,     ///< f-zone
        border,   ///< b-zone
        goal,
    };

    std::int32_t size = 0;
    std::vector<Cell> cells;
    std::vector<double> u; ///< 1 - p; 0 where no goal can be reached
    Vec2 direction;        ///< of the character, exact
};

/// The map of a character and its exact potential. For pictures and tests: about a millisecond.
Result<LocalMap> computeLocalMap(const LocalMapInput& input, std::span<const Disc> others, const FieldGrid* walls,
                                 const LocalMapOptions& options);

struct LocalMotion
{
    Vec2 heading;     ///< after the turn; unit vector
    double speed = 0; ///< share of the desired speed, 0 to 1
};

/// Equations 3 and 4: turns the heading toward the direction by 1 - eta of the angle between them, wrapped to the shorter way,
/// and slows down by its cosine; stands still when it is more than a right angle, or the direction is (0, 0). eta in [0, 1).
LocalMotion computeLocalMotion(Vec2 heading, Vec2 direction, double eta);

/// The side on which a character passes what is in its way, so that it does not change its mind before each step: 1 is the left
/// and -1 the right of `toward`, a unit vector; 0 at first. From the side of the last map and the direction that the map gave, in
/// steps of `dt` > 0 seconds; forgotten within a second or so when the way is straight again.
double updateSide(double side, Vec2 toward, Vec2 direction, double dt);
/// What the side adds to eps v, per metre, in the world's axes: ways bend toward it. Only for a character that has somebody near
/// ahead: others would walk in arcs.
Vec2 computeSideDrift(double side, Vec2 toward);
/// Whether somebody at `offset`, whom the character touches at the distance `reach`, is near ahead.
bool isNearAhead(Vec2 offset, double reach, Vec2 toward);

} // namespace clearway
