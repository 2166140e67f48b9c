// SPDX-License-Identifier: MIT
#include "plan/published_corridor.h"

#include <clearway/published/raster_search.h>

#include "base/errors.h"
#include "plan/layers.h"
#include "plan/mesh_ends.h"
#include "plan/mesh_parts.h"
#include "plan/several_goals.h"

namespace clearway::plan {

namespace {

class RasterPathSearch final : public PathSearch
{
public:
    RasterPathSearch(const NavMesh& mesh, std::shared_ptr<const published::RasterCorridorMap> map, const LayerFinder& layers)
        : query_(mesh), search_(std::move(map)), layers_(layers)
    {
    }
    void find(const PathRequest& request, Path& path) override
    {
        const int layer = layers_.find(request);
        findBest(request, path, spare_, [&](Vec3 goal, Path& found) {
            search_.find(planar(request.start), planar(goal), request.radius, layer, found);
        });
        if (path.isUsable()) PathWriter::amend(path).setClearance(computeClearance(query_, path, layer, obstacles_));
    }
    std::uint64_t expandedCount() const override { return search_.expandedCount(); }

private:
    NavMeshQuery query_;
    published::RasterSearch search_;
    const LayerFinder& layers_;
    std::vector<ObstacleId> obstacles_;
    Path spare_;
};

class RasterModel final : public PlannerModel
{
public:
    RasterModel(const PlannerParts& parts, published::RasterCorridorMap map)
        : parts_(parts), layers_(*parts.mesh), map_(std::make_shared<const published::RasterCorridorMap>(std::move(map)))
    {
    }
    std::string_view name() const override { return "corridor"; }
    const PlannerParts& parts() const override { return parts_; }
    std::unique_ptr<PathSearch> makeSearch() const override
    {
        return std::make_unique<RasterPathSearch>(*parts_.mesh, map_, layers_);
    }
    Result<World> buildWorld(std::string_view) const override
    {
        return makeError("The raster map leads no crowd; map exact does.");
    }

private:
    PlannerParts parts_;
    LayerFinder layers_;
    std::shared_ptr<const published::RasterCorridorMap> map_;
};

} // namespace

Result<Planner> buildRasterPlanner(const PlannerParts& given, const published::RasterOptions& raster,
                                   const published::RasterCorridorMapOptions& options)
{
    Result<PlannerParts> parts = prepareScene(given, raster.execution);
    if (parts) parts = prepareMesh(*parts, {.execution = raster.execution});
    if (!parts) return parts.error();
    Result<published::RasterCorridorMap> map = published::buildRasterCorridorMap(*parts->scene, raster, options);
    if (!map) return map.error();
    return Planner(std::make_shared<RasterModel>(*parts, std::move(*map)));
}

} // namespace clearway::plan
