// SPDX-License-Identifier: MIT
// Start and goal of a question on a navigation mesh, and the clearance of straight lines between them.
#pragma once
#include <vector>

#include <clearway/navmesh/query.h>
#include <clearway/plan/planner.h>

namespace clearway::plan {

struct MeshEnds
{
    Place start;
    Place goal;
};

/// Locates both ends on `layer`. Says what is wrong with the question.
PathProblem findEnds(const NavMeshQuery& query, const PathRequest& request, Vec2 goal, int layer, MeshEnds& ends);

/// The distance between a line on the mesh and the nearest obstacle; infinite without obstacles. `obstacles` is scratch.
double computeLineClearance(NavMeshQuery& query, const Place& from, Vec2 to, std::vector<ObstacleId>& obstacles);

/// The same for a path of lines on one layer.
double computeClearance(NavMeshQuery& query, const Path& path, int layer, std::vector<ObstacleId>& obstacles);

} // namespace clearway::plan
