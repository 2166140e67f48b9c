// SPDX-License-Identifier: MIT
// The simplest planner: straight ahead, or not at all. A pattern for planners of your own: a search, a guide, a registry entry.
#include <clearway/guide/on_navmesh.h>
#include <clearway/navmesh/query.h>

#include "base/scratch_pool.h"
#include "plan/kinds.h"
#include "plan/layers.h"
#include "plan/mesh_ends.h"
#include "plan/mesh_parts.h"
#include "plan/several_goals.h"
#include "plan/world_store.h"

namespace clearway::plan {

namespace {

class StraightSearch final : public PathSearch
{
public:
    StraightSearch(const NavMesh& mesh, const LayerFinder& layers) : query_(mesh), layers_(layers) {}
    void find(const PathRequest& request, Path& path) override
    {
        const int layer = layers_.find(request);
        findBest(request, path, spare_, [&](Vec3 goal, Path& found) { findOne(request, planar(goal), layer, found); });
    }

private:
    void findOne(const PathRequest& request, Vec2 goal, int layer, Path& path)
    {
        PathWriter writer(path);
        const double radius = request.radius;
        MeshEnds ends;
        const PathProblem problem = findEnds(query_, request, goal, layer, ends);
        if (problem != PathProblem::none) return writer.setProblem(problem);
        if (query_.computeWallDistance(ends.start, radius).distance < radius)
            return writer.setProblem(PathProblem::start_too_tight);
        if (query_.computeWallDistance(ends.goal, radius).distance < radius)
            return writer.setProblem(PathProblem::goal_too_tight);
        if (!query_.isCapsuleFree(ends.start, goal, radius)) return writer.setStatus(PathStatus::unreachable);
        const Vec2 start = ends.start.position;
        writer.setStatus(PathStatus::complete);
        writer.setRadius(radius);
        writer.setClearance(computeLineClearance(query_, ends.start, goal, obstacles_));
        writer.setLength(distance(start, goal));
        if (start != goal) writer.addPiece(Path::Piece::line(atHeight(start), atHeight(goal)));
    }

    NavMeshQuery query_;
    const LayerFinder& layers_;
    Path spare_;
    std::vector<ObstacleId> obstacles_;
};

/// An agent that sees its goal heads for it; all others have no way.
class StraightGuide final : public Guide
{
public:
    explicit StraightGuide(const NavMesh& mesh) : mesh_(mesh) {}
    const char* name() const override { return "straight"; }
    void guide(const Guide::Batch& batch) const override
    {
        const auto query = queries_.borrow([&] { return std::make_unique<NavMeshQuery>(mesh_); });
        for (std::size_t i = 0; i < batch.ids.size(); ++i)
        {
            const Place from{batch.positions[i], batch.footings[i].face};
            const bool is_free = query->isCapsuleFree(from, batch.goals[i], 0.99 * batch.radii[i]);
            batch.guidance[i] = {.target = is_free ? batch.goals[i] : batch.positions[i],
                                 .status = is_free ? Guidance::Status::goal_ahead : Guidance::Status::unreachable};
        }
    }

private:
    NavMesh mesh_;
    mutable ScratchPool<NavMeshQuery> queries_;
};

class StraightModel final : public PlannerModel
{
public:
    explicit StraightModel(const PlannerParts& parts) : parts_(parts), layers_(*parts.mesh) {}
    std::string_view name() const override { return "straight"; }
    const PlannerParts& parts() const override { return parts_; }
    std::unique_ptr<PathSearch> makeSearch() const override { return std::make_unique<StraightSearch>(*parts_.mesh, layers_); }
    Result<World> buildWorld(std::string_view guide) const override
    {
        return worlds_.find(guide, [&]() -> Result<World> {
            const Result<PlannerParts> all = prepareClearance(parts_, {});
            if (!all) return all.error();
            return World{onNavMesh(*all->clearance).ground, std::make_shared<StraightGuide>(*parts_.mesh)};
        });
    }

private:
    PlannerParts parts_;
    LayerFinder layers_;
    mutable WorldStore worlds_;
};

} // namespace

PlannerKind makeStraightKind()
{
    return {.name = "straight",
            .help = "straight ahead where nothing is in the way, or not at all",
            .guides = {"straight"},
            .can_use = hasPlane,
            .wants = "a scene or a navigation mesh",
            .no_path = "something is in the way",
            .keeps_cells = true,
            .build = [](const PlannerParts& given, const PlannerOptions&, const Execution& execution) -> Result<Planner> {
                const Result<PlannerParts> parts = prepareMesh(given, {.execution = execution});
                return parts ? Result<Planner>(Planner(std::make_shared<StraightModel>(*parts))) : Result<Planner>(parts.error());
            }};
}

} // namespace clearway::plan
