// SPDX-License-Identifier: MIT
#include "plan/mesh_ends.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearway::plan {

PathProblem findEnds(const NavMeshQuery& query, const PathRequest& request, Vec2 goal, int layer, MeshEnds& ends)
{
    const Vec2 start = planar(request.start);
    if (!(request.radius >= 0) || !std::isfinite(request.radius)) return PathProblem::bad_radius;
    if (!isFinite(start) || !isFinite(goal)) return PathProblem::bad_point;
    ends = {{start, query.findCell(start, layer)}, {goal, query.findCell(goal, layer)}};
    if (!ends.start) return PathProblem::start_outside;
    if (!ends.goal) return PathProblem::goal_outside;
    return PathProblem::none;
}

double computeLineClearance(NavMeshQuery& query, const Place& from, Vec2 to, std::vector<ObstacleId>& obstacles)
{
    double nearest = std::numeric_limits<double>::infinity();
    query.findObstacles(from, to, nearest, obstacles);
    for (const ObstacleId id : obstacles)
        nearest = std::min(nearest, distance(Segment{from.position, to}, query.mesh().obstacles()[id].segment));
    return nearest;
}

double computeClearance(NavMeshQuery& query, const Path& path, int layer, std::vector<ObstacleId>& obstacles)
{
    double nearest = std::numeric_limits<double>::infinity();
    for (const Path::Piece& piece : path.pieces())
    {
        const Vec2 from = planar(piece.from);
        const Place start{from, query.findCell(from, layer)};
        nearest = std::min(nearest, start ? computeLineClearance(query, start, planar(piece.to), obstacles) : 0.0);
    }
    return nearest;
}

} // namespace clearway::plan
