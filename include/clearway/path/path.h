// SPDX-License-Identifier: MIT
// Paths of a disc: straight pieces, and arcs of its radius around corners. Metres, radians.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <clearway/geometry/vec.h>
#include <clearway/navmesh/navmesh.h>

namespace clearway {

enum class PathStatus
{
    complete,      ///< from start to goal
    partial,       ///< to the reachable point nearest to the goal
    unreachable,   ///< no way for this radius; `widest` says for which there is one
    out_of_budget, ///< there is a way, but the search reached PathOptions::max_nodes; the path leads as near as it got
    /// There is a way, but the search did not find it: a defect of the library, which is logged with what is needed to repeat the
    /// question. The path leads as near to the goal as the search got, and keeps the radius.
    unresolved,
    invalid, ///< the question makes no sense; `problem` says why
};

/// Why a question is invalid.
enum class PathProblem
{
    none,
    bad_radius,      ///< negative, infinite or not a number
    bad_point,       ///< start or goal is not finite
    start_outside,   ///< the start is not in free space
    goal_outside,    ///< the goal is not in free space
    start_too_tight, ///< the disc does not fit at the start
    goal_too_tight,  ///< the disc does not fit at the goal
    bad_mesh,        ///< the mesh has no clearance; buildClearance says why
};

std::string_view toText(PathStatus status);
std::string_view toText(PathProblem problem);

/// A piece of a path: straight, or an arc around a corner of an obstacle.
struct PathPiece
{
    Vec2 from;
    Vec2 to;
    Vec2 center;      ///< of an arc
    double angle = 0; ///< of an arc: how far it turns, positive to the left; 0: straight
    double room = 0;  ///< of an arc: the disc keeps this much more than its radius from all but the corner, or more
    bool isArc() const { return angle != 0; }
};

/// What a search found. Reused by a finder, it keeps its memory.
class Path
{
public:
    PathStatus status() const { return status_; }
    PathProblem problem() const { return problem_; }
    explicit operator bool() const { return status_ == PathStatus::complete; }

    std::span<const PathPiece> pieces() const { return pieces_; }
    /// The cells that the path crosses, in order; start and goal cell included.
    std::span<const CellId> cells() const { return cells_; }
    /// Of the exact path; 0 when there is none.
    double length() const { return length_; }
    /// The smallest distance between the exact path and an obstacle; infinite without obstacles, 0 when there is no path.
    double clearance() const { return clearance_; }
    /// The radius of the arcs: the one asked for, or up to a quantum less where only that passes. It may be 0 for a disc of at
    /// most six quanta, which is less than a micrometre in a world of 40 m.
    double radius() const { return radius_; }
    /// How far the start and the goal were moved to where the disc fits; see PathOptions::fit_tolerance. The path begins and ends
    /// at the moved points.
    double startShift() const { return start_shift_; }
    double goalShift() const { return goal_shift_; }
    /// The largest radius that could travel from start to goal; -1 when not even a point can.
    double widest() const { return widest_; }
    /// Where a path of that radius is narrowest.
    Vec2 narrowestAt() const { return narrowest_at_; }
    /// When the start or the goal does not fit: the nearest place that does (see hasSuggestion).
    Vec2 suggestion() const { return suggestion_; }
    bool hasSuggestion() const { return has_suggestion_; }

private:
    friend class PathWriter; // of the module: fills in what a search found
    PathStatus status_ = PathStatus::invalid;
    PathProblem problem_ = PathProblem::none;
    bool has_suggestion_ = false;
    std::vector<PathPiece> pieces_;
    std::vector<CellId> cells_;
    double length_ = 0;
    double clearance_ = 0;
    double radius_ = 0;
    double start_shift_ = 0;
    double goal_shift_ = 0;
    double widest_ = -1;
    Vec2 narrowest_at_;
    Vec2 suggestion_;
};

/// The path as points. Arcs become polylines around them, so that the disc stays clear of the corner, at most `deviation` off and
/// never farther out than there is room (but up to 1e-4 m where there is none). `points` is cleared first.
void computePoints(const Path& path, double deviation, std::vector<Vec2>& points);
std::vector<Vec2> computePoints(const Path& path, double deviation = 0.001);

} // namespace clearway
