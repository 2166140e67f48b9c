// SPDX-License-Identifier: MIT
#include "plan/mesh_parts.h"

namespace clearway::plan {

Result<PlannerParts> prepareScene(PlannerParts parts, const Execution& execution)
{
    if (parts.scene) return parts;
    if (!parts.mesh && parts.clearance) parts.mesh = parts.clearance->mesh();
    const Result<Scene> scene = buildScene(buildSceneInput(*parts.mesh), nullptr, execution);
    if (!scene) return scene.error();
    parts.scene = *scene;
    return parts;
}

Result<PlannerParts> prepareMesh(PlannerParts parts, const NavMeshOptions& options)
{
    if (parts.clearance) parts.mesh = parts.clearance->mesh();
    if (parts.mesh) return parts;
    const Result<NavMesh> mesh = buildNavMesh(*parts.scene, options);
    if (!mesh) return mesh.error();
    parts.mesh = *mesh;
    return parts;
}

Result<PlannerParts> prepareClearance(PlannerParts parts, const NavMeshOptions& options)
{
    Result<PlannerParts> prepared = prepareMesh(std::move(parts), options);
    if (!prepared || prepared->clearance) return prepared;
    const Result<ClearanceMesh> clearance = buildClearance(*prepared->mesh, options.execution);
    if (!clearance) return clearance.error();
    prepared->clearance = *clearance;
    return prepared;
}

} // namespace clearway::plan
