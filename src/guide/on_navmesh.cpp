// SPDX-License-Identifier: MIT
#include <clearway/guide/on_navmesh.h>

#include <string>

#include <clearway/base/log.h>

#include "guide/navmesh_ground.h"
#include "guide/navmesh_guide.h"

namespace clearway {

std::string_view toString(NavMeshGuide guide)
{
    switch (guide)
    {
    case NavMeshGuide::lanes: return "lanes";
    case NavMeshGuide::exact: return "exact";
    case NavMeshGuide::simple: return "simple";
    case NavMeshGuide::farthest: return "farthest";
    case NavMeshGuide::nearest: return "nearest";
    case NavMeshGuide::centre: return "centre";
    case NavMeshGuide::published: return "published";
    case NavMeshGuide::path: break;
    }
    return "path";
}

World onNavMesh(const ClearanceMesh& clearance, const OnNavMeshOptions& options)
{
    const auto world = std::make_shared<const NavMeshWorld>(clearance);
    return {std::make_shared<NavMeshGround>(world), std::make_shared<NavMeshPathGuide>(world, options)};
}

World onNavMesh(const NavMesh& mesh, const OnNavMeshOptions& options)
{
    const Result<ClearanceMesh> clearance = buildClearance(mesh);
    if (clearance) return onNavMesh(*clearance, options);
    logMessage(LogLevel::warning, "onNavMesh: the world is empty, since the mesh has no clearance. " + clearance.error().message);
    return {};
}

} // namespace clearway
