// SPDX-License-Identifier: MIT
#include "guide/navmesh_world.h"

#include "navmesh/place.h"

namespace clearway {

NavMeshWorld::NavMeshWorld(const ClearanceMesh& of)
    : clearance(of),
      mesh(clearance.mesh().data()),
      sites(clearance.data()),
      cells(mesh, sites),
      walls(mesh),
      passages(clearance),
      quantum(sites.quantum)
{
    move_tolerance = kDiscMoveToleranceUlps * std::max(computeUlp(mesh.bounds.min), computeUlp(mesh.bounds.max));
    // Where a disc was left by a move it may be planned for; far from the origin of the world the tolerance of moves is larger
    // than a quantum, and then nothing but the quantum is given up.
    move_less = std::max(1.25 * quantum - move_tolerance, quantum);
}

bool canSee(const NavMeshWorld& world, NavMeshScratch& scratch, const Place& from, Vec2 target, double radius, double wall_room)
{
    if (distance(target, from.position) <= wall_room) return true;
    const double kept = world.sightRadius(radius);
    const CellTable::Sight sight = from.cell < world.mesh.cells.size() && isFinite(target)
                                       ? world.cells.see(from.cell, from.position, target, kept)
                                       : CellTable::Sight::unsure;
    if (sight != CellTable::Sight::unsure) return sight == CellTable::Sight::free;
    return scratch.query.isCapsuleFree(from, target, kept);
}

} // namespace clearway
