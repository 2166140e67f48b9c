// SPDX-License-Identifier: MIT
// Field: a global map. For every point of a grid the direction toward the nearest goals in the sense of its potential, and whole
// ways by following it.
// Why: one field serves any number of characters with the same goal; asking it is a few reads.
// Based on: R. Silveira et al. Path-planning for RTS games based on potential fields. 2010 (global map)
// Metres. Building: see solver.h. An immutable handle: cheap to copy, free to share between threads.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <clearway/geometry/path.h>
#include <clearway/grid/field_grid.h>
#include <clearway/potential/solver.h>

namespace clearway {

/// Where a field leads: a point, a disc or an area.
struct FieldGoal
{
    Vec2 position = {};
    double radius = 0; ///< > 0: every cell whose middle lies so near; metres
    Ring area = {};    ///< not empty: every cell whose middle lies inside, instead
};

struct FieldOptions
{
    FieldEquation equation = {};
    FieldSolverOptions solver = {};
    double goal_reach = 1; ///< a goal without a free cell takes the nearest one, at most so far away; metres, >= 0
};

struct FieldPathOptions
{
    double step = 0.25;                ///< between points, in cells; (0, 1]
    std::int32_t max_points = 1 << 22; ///< ends the path with out_of_budget
};

class Field
{
public:
    /// A way down a field as points.
    struct Streamline
    {
        PathStatus status = PathStatus::invalid;
        std::vector<Vec2>
            points; ///< from the start; without a way none, or those up to where a potential that did not converge ends

        double length() const;
    };

    explicit Field(Potential potential) : potential_(std::move(potential)) {}

    const Potential& potential() const { return potential_; }
    const FieldGrid& grid() const { return potential_.grid(); }
    std::size_t memoryBytes() const; ///< of the potential; the grid is shared with the solver

    /// The cell from which a character at p starts: the one it is in, or where that is blocked the nearest around it that has a
    /// way; kNone when no goal can be reached from there.
    std::int32_t startCell(Vec2 p) const;
    /// A unit vector down the potential at p, bilinear between the middles of cells, from middle to middle where there is no room
    /// for that; (0, 0) in a goal cell, without a way, and outside.
    Vec2 directionAt(Vec2 p) const;
    /// The published potential p = 1 - u, 1 without a way; bilinear where the four cells around are free.
    double potentialAt(Vec2 p) const;

    /// The way down from a point. Every point but the start, and every piece but the first, keeps the grid's radius from all
    /// obstacles the grid knows. A start with a way always arrives, unless the potential is one that did not converge.
    Path findPath(Vec2 from, const FieldPathOptions& options = {}) const;
    /// The same as points, into memory that stays warm.
    void follow(Vec2 from, Streamline& line, const FieldPathOptions& options = {}) const;

private:
    Potential potential_;
};

/// The free cells of these goals; an error when one has none within `goal_reach`, or is no goal at all.
Result<std::vector<std::int32_t>> findGoalCells(const FieldGrid& grid, std::span<const FieldGoal> goals, double goal_reach);

/// Solves for the goals. Build a FieldSolver and solve it yourself where many goals share a grid.
Result<Field> buildField(const FieldGrid& grid, std::span<const FieldGoal> goals, const FieldOptions& options = {});
Result<Field> buildField(const FieldGrid& grid, Vec2 goal, const FieldOptions& options = {});

} // namespace clearway
