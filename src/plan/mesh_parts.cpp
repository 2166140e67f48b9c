// SPDX-License-Identifier: MIT
#include "plan/mesh_parts.h"

#include <algorithm>
#include <mutex>

#include "base/long_lock.h"
#include "plan/same_scene.h"

namespace clearway {

static bool isSame(const Scene& a, const Scene& b) { return a.points().data() == b.points().data(); }
static bool isSame(const NavMesh& a, const NavMesh& b) { return &a.data() == &b.data(); }

struct PlannerParts::BuiltLater
{
    LongLock lock; ///< held while something is built: who needs it too waits, and does not build it again
    std::optional<Scene> scene;
    std::optional<NavMesh> mesh;           ///< of the scene, cut as usual
    std::optional<VoronoiDiagram> diagram; ///< of the scene
    std::vector<ClearanceMesh> clearances; ///< of one mesh each

    /// Parts may have been given another scene since.
    void turnTo(const std::optional<Scene>& wanted)
    {
        if (!wanted || (scene && isSame(*scene, *wanted))) return;
        scene = wanted;
        mesh.reset();
        diagram.reset();
        clearances.clear();
    }
};

namespace plan {

namespace {

using BuiltLater = PlannerParts::BuiltLater;

bool isUsual(const NavMeshOptions& options)
{
    return options.decomposition == NavMeshOptions().decomposition && options.relaxation == NavMeshOptions().relaxation;
}

/// With the diagram of a map or of the scene, when that is one of the mesh's own walls.
Result<ClearanceMesh> buildOnKnownDiagram(const PlannerParts& parts, const BuiltLater& known, const Execution& execution)
{
    std::vector<VoronoiDiagram> diagrams;
    if (parts.corridor_map) diagrams.push_back(parts.corridor_map->diagram());
    if (known.diagram) diagrams.push_back(*known.diagram);
    for (const VoronoiDiagram& diagram : diagrams)
        if (Result<ClearanceMesh> built = buildClearance(*parts.mesh, diagram, execution);
            built || built.error().code == ErrorCode::cancelled)
            return built;
    return buildClearance(*parts.mesh, execution);
}

} // namespace

PlannerParts withBuiltLater(PlannerParts parts)
{
    if (!parts.built_later) parts.built_later = std::make_shared<BuiltLater>();
    return parts;
}

Result<void> checkScene(const PlannerParts& parts)
{
    if (!parts.scene || !(parts.mesh || parts.clearance)) return {};
    const NavMesh& mesh = parts.clearance ? parts.clearance->mesh() : *parts.mesh;
    if (parts.built_later)
    {
        BuiltLater& later = *parts.built_later;
        const std::lock_guard<LongLock> guard(later.lock);
        const bool is_ours = later.mesh && isSame(*later.mesh, mesh) && later.scene && isSame(*later.scene, *parts.scene);
        if (is_ours) return {};
    }
    return compareMesh(mesh, *parts.scene);
}

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
    parts = withBuiltLater(std::move(parts));
    if (parts.clearance) parts.mesh = parts.clearance->mesh();
    if (parts.mesh) return parts;
    BuiltLater& later = *parts.built_later;
    const std::lock_guard<LongLock> guard(later.lock);
    later.turnTo(parts.scene);
    if (isUsual(options)) parts.mesh = later.mesh;
    if (parts.mesh) return parts;
    const Result<NavMesh> mesh = buildNavMesh(*parts.scene, options);
    if (!mesh) return mesh.error();
    parts.mesh = *mesh;
    if (isUsual(options)) later.mesh = *mesh;
    return parts;
}

Result<PlannerParts> prepareClearance(PlannerParts parts, const NavMeshOptions& options)
{
    Result<PlannerParts> prepared = prepareMesh(std::move(parts), options);
    if (!prepared || prepared->clearance) return prepared;
    const NavMesh& mesh = *prepared->mesh;
    BuiltLater& later = *prepared->built_later;
    const std::lock_guard<LongLock> guard(later.lock);
    later.turnTo(prepared->scene);
    const auto known = std::ranges::find_if(later.clearances, [&](const ClearanceMesh& one) { return isSame(one.mesh(), mesh); });
    if (known != later.clearances.end())
    {
        prepared->clearance = *known;
        return prepared;
    }
    const Result<ClearanceMesh> clearance = buildOnKnownDiagram(*prepared, later, options.execution);
    if (!clearance) return clearance.error();
    later.clearances.push_back(*clearance);
    if (later.mesh && isSame(*later.mesh, mesh)) later.diagram = clearance->voronoi();
    prepared->clearance = *clearance;
    return prepared;
}

Result<VoronoiDiagram> prepareDiagram(PlannerParts parts, const Execution& execution)
{
    if (parts.clearance) return parts.clearance->voronoi();
    parts = withBuiltLater(std::move(parts));
    BuiltLater& later = *parts.built_later;
    const std::lock_guard<LongLock> guard(later.lock);
    later.turnTo(parts.scene);
    if (later.diagram) return *later.diagram;
    Result<VoronoiDiagram> diagram = buildVoronoi(*parts.scene, execution);
    if (diagram) later.diagram = *diagram;
    return diagram;
}

} // namespace plan

} // namespace clearway
