// SPDX-License-Identifier: MIT
#include <clearway/path/path.h>

#include "geometry/arc_points.h"

namespace clearway {

std::string_view toText(PathStatus status)
{
    switch (status)
    {
    case PathStatus::complete: return "complete";
    case PathStatus::partial: return "partial";
    case PathStatus::unreachable: return "unreachable";
    case PathStatus::out_of_budget: return "out_of_budget";
    case PathStatus::unresolved: return "unresolved";
    case PathStatus::invalid: break;
    }
    return "invalid";
}

std::string_view toText(PathProblem problem)
{
    switch (problem)
    {
    case PathProblem::bad_radius: return "the radius is negative or not a finite number";
    case PathProblem::bad_point: return "start or goal is not a finite point";
    case PathProblem::bad_mesh: return "the mesh cannot be used for paths";
    case PathProblem::start_outside: return "the start is not in free space";
    case PathProblem::goal_outside: return "the goal is not in free space";
    case PathProblem::start_too_tight: return "the disc does not fit at the start";
    case PathProblem::goal_too_tight: return "the disc does not fit at the goal";
    case PathProblem::none: break;
    }
    return "";
}

void computePoints(const Path& path, double deviation, std::vector<Vec2>& points)
{
    points.clear();
    const auto add = [&](Vec2 p) {
        if (points.empty() || points.back() != p) points.push_back(p);
    };
    for (const PathPiece& piece : path.pieces())
    {
        add(piece.from);
        if (piece.isArc())
            addPointsAroundArc({piece.center, piece.from, piece.to, piece.angle}, limitDeviation(deviation, piece.room), points);
        add(piece.to);
    }
}

std::vector<Vec2> computePoints(const Path& path, double deviation)
{
    std::vector<Vec2> points;
    computePoints(path, deviation, points);
    return points;
}

} // namespace clearway
