// SPDX-License-Identifier: MIT
// The planner on a navigation mesh: exact paths for every radius.
#include <clearway/guide/on_navmesh.h>
#include <clearway/navmesh/build.h>
#include <clearway/path/finder.h>

#include "plan/kinds.h"
#include "plan/layers.h"
#include "plan/mesh_parts.h"
#include "plan/options.h"
#include "plan/published_search.h"
#include "plan/several_goals.h"
#include "plan/world_store.h"

namespace clearway::plan {

namespace {

using Kind = ParameterInfo::Kind;

enum class NavMeshSearchKind
{
    exact,
    published,
};

struct NavMeshPlannerOptions
{
    NavMeshSearchKind search = NavMeshSearchKind::exact;
    PathOptions::Quality quality = PathOptions::Quality::shortest;
    bool partial = false;
    int landmarks = 0;
    NavMeshOptions::Decomposition decomposition = NavMeshOptions::Decomposition::notches;
    double relax = 0;
    bool avoid_queues = true;
};

constexpr std::string_view kSearches[] = {"exact", "published"};
constexpr std::string_view kQualities[] = {"shortest", "fast"};
constexpr std::string_view kDecompositions[] = {"notches", "merged", "triangulation"};
constexpr std::string_view kOliva = "Oliva, Pelechano 2013";

std::span<const OptionRow<NavMeshPlannerOptions>> listNavMeshRows()
{
    using O = NavMeshPlannerOptions;
    static const OptionRow<O> rows[] = {
        parameterRow<&O::quality>(
            {"quality", "", 0, 1, "ours", "shortest: the optimum; fast: at most 5 % longer", Kind::choice, kQualities}),
        parameterRow<&O::search>({"search", "", 0, 1, "Oliva, Pelechano 2014",
                                  "published: over the clearance of crossings, which misses paths and finds some that do not fit",
                                  Kind::choice, kSearches}),
        parameterRow<&O::partial>(
            {"partial", "", 0, 1, "ours", "if the goal cannot be reached, lead to the reachable point nearest to it"}),
        parameterRow<&O::landmarks>(
            {"landmarks", "", 0, 64, "Goldberg, Harrelson 2005", "corners with known distances: long paths are found faster"}),
        parameterRow<&O::decomposition>(
            {"decomposition", "", 0, 2, kOliva, "how free space is cut into cells", Kind::choice, kDecompositions}),
        parameterRow<&O::relax>({"relax", "metres", 0, 1e6, kOliva, "depth up to which a notch counts as convex: fewer cells"}),
        parameterRow<&O::avoid_queues>(
            {"avoid_queues", "", 0, 1, "ours", "whether agents of a crowd choose another way when they see a queue; only lanes"}),
    };
    return rows;
}

class NavMeshSearch final : public PathSearch
{
public:
    NavMeshSearch(const ClearanceMesh& clearance, const PathLandmarks& landmarks, const PathOptions& options,
                  const LayerFinder& layers)
        : finder_(clearance, landmarks), options_(options), layers_(layers)
    {
    }
    void find(const PathRequest& request, Path& path) override
    {
        options_.radius = request.radius;
        options_.layer = layers_.find(request);
        findBest(request, path, spare_,
                 [&](Vec3 goal, Path& found) { finder_.find(planar(request.start), planar(goal), options_, found); });
    }
    std::uint64_t expandedCount() const override { return finder_.expandedCount(); }

private:
    PathFinder finder_;
    PathOptions options_;
    const LayerFinder& layers_;
    Path spare_;
};

class NavMeshModel final : public PlannerModel
{
public:
    /// `crossings`: of the published search; null: the exact one.
    NavMeshModel(const PlannerParts& parts, const PathLandmarks& landmarks, const PathOptions& options,
                 const OnNavMeshOptions& crowd, std::shared_ptr<const published::CrossingTable> crossings)
        : parts_(parts),
          landmarks_(landmarks),
          options_(options),
          crowd_(crowd),
          layers_(*parts.mesh),
          crossings_(std::move(crossings))
    {
    }
    std::string_view name() const override { return "navmesh"; }
    const PlannerParts& parts() const override { return parts_; }
    std::unique_ptr<PathSearch> makeSearch() const override
    {
        if (crossings_) return std::make_unique<PublishedSearch>(*parts_.clearance, crossings_, layers_);
        return std::make_unique<NavMeshSearch>(*parts_.clearance, landmarks_, options_, layers_);
    }
    Result<World> buildWorld(std::string_view guide) const override
    {
        OnNavMeshOptions options = crowd_;
        for (const NavMeshGuide known :
             {NavMeshGuide::lanes, NavMeshGuide::exact, NavMeshGuide::simple, NavMeshGuide::farthest, NavMeshGuide::nearest,
              NavMeshGuide::centre, NavMeshGuide::path, NavMeshGuide::published})
            if (toString(known) == guide) options.guide = known;
        return worlds_.find(guide, [&] { return Result<World>(onNavMesh(*parts_.clearance, options)); });
    }

private:
    PlannerParts parts_;
    PathLandmarks landmarks_;
    PathOptions options_;
    OnNavMeshOptions crowd_;
    LayerFinder layers_;
    std::shared_ptr<const published::CrossingTable> crossings_;
    mutable WorldStore worlds_;
};

Result<Planner> buildNavMeshPlanner(const PlannerParts& given, const PlannerOptions& wanted, const Execution& execution)
{
    const Result<NavMeshPlannerOptions> options = readOptions(listNavMeshRows(), wanted);
    if (!options) return options.error();
    if (const std::string_view name = findGiven(wanted, {"decomposition", "relax"});
        (given.mesh || given.clearance) && !name.empty())
        return makeOptionError(name, "says how cells are cut; here are cells already. Build from the scene instead.");
    if (options->relax > 0 && options->decomposition != NavMeshOptions::Decomposition::notches)
        return makeOptionError("relax", "works with decomposition notches only.");
    const Result<PlannerParts> parts =
        prepareClearance(given, {.decomposition = options->decomposition, .relaxation = options->relax, .execution = execution});
    if (!parts) return parts.error();
    PathLandmarks landmarks;
    if (options->landmarks > 0)
    {
        const Result<PathLandmarks> built =
            buildPathLandmarks(*parts->clearance, {.count = options->landmarks, .execution = execution});
        if (!built) return built.error();
        landmarks = *built;
    }
    PathOptions search;
    search.quality = options->quality;
    search.allow_partial = options->partial;
    OnNavMeshOptions crowd;
    if (isGiven(wanted, {"quality"})) crowd.quality = options->quality;
    crowd.avoids_queues = options->avoid_queues;
    std::shared_ptr<const published::CrossingTable> crossings;
    if (options->search == NavMeshSearchKind::published)
    {
        if (isGiven(wanted, {"quality", "partial", "landmarks"}))
            return makeOptionError("search", "published takes neither quality, partial nor landmarks.");
        crossings = std::make_shared<const published::CrossingTable>(*parts->clearance);
    }
    return Planner(std::make_shared<NavMeshModel>(*parts, landmarks, search, crowd, std::move(crossings)));
}

} // namespace

PlannerKind makeNavMeshKind()
{
    return {.name = "navmesh",
            .help = "exact shortest paths for every radius on one navigation mesh",
            .options = listOptions(listNavMeshRows(), {"decomposition", "relax"}, {"avoid_queues"}, {"quality"}),
            .guides = {"lanes", "exact", "simple", "farthest", "nearest", "centre", "path", "published"},
            .can_use = hasPlane,
            .wants = "a scene or a navigation mesh",
            .keeps_cells = true,
            .kept_part = "mesh",
            .build = buildNavMeshPlanner};
}

} // namespace clearway::plan
