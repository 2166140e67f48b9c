// SPDX-License-Identifier: MIT
// Queries answered by looking at everything: slow, obvious, and without any structure of the library's own answers.
// Only for meshes of one layer. They share with the library the exact predicates, which have an oracle of their own.
#pragma once
#include <optional>
#include <vector>

#include <clearway/navmesh/navmesh.h>

namespace clearway::oracle {

bool doesCellContain(const NavMesh& mesh, CellId cell, Vec2 p);
/// The lowest cell that contains p.
CellId findCell(const NavMesh& mesh, Vec2 p);
double computeCellDistance(const NavMesh& mesh, CellId cell, Vec2 p);
double computeMeshDistance(const NavMesh& mesh, Vec2 p);
std::vector<CellId> findCellsInCircle(const NavMesh& mesh, Vec2 center, double radius);

/// The distance from p to a segment, by projection in long double.
double computeDistance(Vec2 p, const Segment& segment);
/// The smallest distance from p to any obstacle.
double computeWallDistance(const NavMesh& mesh, Vec2 p);
/// The smallest distance between two segments.
double computeDistance(const Segment& first, const Segment& second);

struct Ray
{
    double t = 1;
    bool is_stopped = false;
    /// The start is a point where obstacles touch: which way one may go depends on which side of it one is.
    bool is_ambiguous = false;
};
/// From a point of the mesh: stopped by the first obstacle crossed from its free side, or by the first corner on the way at
/// which free space does not go on along the line.
Ray castRay(const NavMesh& mesh, Vec2 from, Vec2 to);

/// Obstacles within `radius` of the segment, reached from `cell` through portals that are.
std::vector<ObstacleId> findObstacles(const NavMesh& mesh, CellId cell, const Segment& axis, double radius);
/// The first t at which a disc is within `radius` of one of `obstacles` and getting nearer.
double castDisc(const NavMesh& mesh, const std::vector<ObstacleId>& obstacles, Vec2 from, Vec2 to, double radius);

/// For every cell the lowest cell it can reach.
std::vector<CellId> findComponents(const NavMesh& mesh);

} // namespace clearway::oracle
