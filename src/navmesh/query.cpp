// SPDX-License-Identifier: MIT
#include <clearway/navmesh/query.h>

#include <utility>

#include "navmesh/place.h"
#include "navmesh/scratch.h"

namespace clearway {

NavMeshQuery::NavMeshQuery(NavMesh mesh) : mesh_(std::move(mesh)), scratch_(std::make_unique<Scratch>()) {}
NavMeshQuery::~NavMeshQuery() = default;
NavMeshQuery::NavMeshQuery(NavMeshQuery&&) noexcept = default;
NavMeshQuery& NavMeshQuery::operator=(NavMeshQuery&&) noexcept = default;

const NavMesh& NavMeshQuery::mesh() const { return mesh_; }

Place findPlace(const NavMesh& mesh, Vec2 p, int layer)
{
    const CellId cell = findCellOf(mesh.data(), p, layer);
    return cell != kNone ? Place{p, cell} : Place{};
}

Place findNearest(const NavMesh& mesh, Vec2 p, const NearestOptions& options)
{
    return NavMeshQuery(mesh).findNearest(p, options);
}
NavMeshQuery::RayHit castRay(const NavMesh& mesh, Vec2 from, Vec2 to)
{
    return NavMeshQuery(mesh).castRay(findPlace(mesh, from), to);
}

NavMeshQuery::RayHit castDisc(const NavMesh& mesh, Vec2 from, Vec2 to, double radius)
{
    return NavMeshQuery(mesh).castDisc(findPlace(mesh, from), to, radius);
}

Place moveAlong(const NavMesh& mesh, Vec2 from, Vec2 to) { return NavMeshQuery(mesh).moveAlong(findPlace(mesh, from), to); }

NavMeshQuery::WallDistance computeWallDistance(const NavMesh& mesh, Vec2 from)
{
    return NavMeshQuery(mesh).computeWallDistance(findPlace(mesh, from));
}

std::vector<CellId> findCellsInCircle(const NavMesh& mesh, Vec2 center, double radius)
{
    std::vector<CellId> cells;
    NavMeshQuery(mesh).findCellsInCircle(center, radius, cells);
    return cells;
}

Place findRandomPoint(const NavMesh& mesh, const RandomPointOptions& options)
{
    return NavMeshQuery(mesh).findRandomPoint(options);
}

} // namespace clearway
