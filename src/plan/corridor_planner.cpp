// SPDX-License-Identifier: MIT
// The planner through the corridors of a corridor map.
#include <algorithm>
#include <initializer_list>

#include <clearway/corridor/corridor_path.h>
#include <clearway/guide/on_corridor_map.h>

#include "base/errors.h"
#include "guide/same_walls.h"
#include "plan/fitting_ends.h"
#include "plan/kinds.h"
#include "plan/layers.h"
#include "plan/mesh_parts.h"
#include "plan/options.h"
#include "plan/published_corridor.h"
#include "plan/several_goals.h"
#include "plan/world_store.h"

namespace clearway::plan {

namespace {

using Kind = ParameterInfo::Kind;

/// How the map is made. Paths over the raster map follow its backbone, as published.
enum class MapMethod
{
    exact,
    raster,
};

struct CorridorPlannerOptions
{
    CorridorPathOptions::Kind kind = CorridorPathOptions().kind;
    double clearance = CorridorPathOptions().preferred_clearance;
    CorridorOptions::Search search = CorridorOptions::Search::a_star;
    MapMethod map = MapMethod::exact;
    double pixel = published::RasterOptions().pixel;
    double max_radius = CorridorMapOptions().max_radius;
    double spacing = CorridorMapOptions().spacing;
    double finest = CorridorMapOptions().finest;
    double corner_clearance = CorridorMapOptions().corner_clearance;
    bool prune_corners = false;
    double side = OnCorridorMapOptions().side;
    int way_count = OnCorridorMapOptions().way_count;
};

constexpr std::string_view kCorridorKinds[] = {"backbone", "shortest", "roomy", "smooth"};
constexpr std::string_view kCorridorSearches[] = {"a_star", "dijkstra"};
constexpr std::string_view kMaps[] = {"exact", "raster"};
constexpr std::string_view kGeraerts = "Geraerts, Overmars 2007";
constexpr double kMostCorridor = 1e9; // metres

std::span<const OptionRow<CorridorPlannerOptions>> listCorridorRows()
{
    using O = CorridorPlannerOptions;
    static const OptionRow<O> rows[] = {
        parameterRow<&O::kind>(
            {"kind", "", 0, 3, "Geraerts 2010",
             "backbone: the middle; shortest: pulled taut; roomy: with clearance to spare; smooth: without kinks", Kind::choice,
             kCorridorKinds}),
        parameterRow<&O::clearance>(
            {"clearance", "metres", 0, kMostCorridor, "Geraerts 2010", "preferred clearance of roomy and smooth paths"}),
        parameterRow<&O::search>({"search", "", 0, 1, kGeraerts, "dijkstra: all around, as published; the path is as long",
                                  Kind::choice, kCorridorSearches}),
        parameterRow<&O::map>({"map", "", 0, 1, kGeraerts,
                               "raster: drawn in pixels, as published; it misses passages narrower than a pixel", Kind::choice,
                               kMaps}),
        parameterRow<&O::pixel>(
            {"pixel", "metres", 0, kMostCorridor, kGeraerts, "width of a pixel of the raster map", Kind::above}),
        parameterRow<&O::max_radius>(
            {"max_radius", "metres", 0, kMostCorridor, kGeraerts, "largest radius that the rows of balls are made for"}),
        parameterRow<&O::spacing>(
            {"spacing", "metres", 0, kMostCorridor, kGeraerts, "between balls where there is room", Kind::above}),
        parameterRow<&O::finest>(
            {"finest", "metres", 0, kMostCorridor, "ours", "between balls where there is none", Kind::above}),
        parameterRow<&O::corner_clearance>({"corner_clearance", "metres", 0, kMostCorridor, "ours",
                                            "clearance at which branches into corners end", Kind::above}),
        parameterRow<&O::prune_corners>({"prune_corners", "", 0, 1, kGeraerts, "leave out branches into corners, as published"}),
        parameterRow<&O::side>({"side", "", -1, 1, "ours", "where crowds walk beside the middle: -1 left, 1 right"}),
        parameterRow<&O::way_count>(
            {"way_count", "", 1, 64, "ours", "alternative ways among which each agent of a crowd chooses"}),
    };
    return rows;
}

class CorridorPathSearch final : public PathSearch
{
public:
    CorridorPathSearch(const CorridorMap& map, const CorridorPathOptions& options, const LayerFinder& layers)
        : finder_(map), options_(options), layers_(layers)
    {
    }
    void find(const PathRequest& request, Path& path) override
    {
        options_.radius = request.radius;
        options_.layer = layers_.find(request);
        const auto fit = [&](Vec3 p) { return fitEnd(finder_.map().diagram(), planar(p), request.radius, options_.layer); };
        const Vec2 start = fit(request.start);
        findBest(request, path, spare_, [&](Vec3 goal, Path& found) {
            const Vec2 end = fit(goal);
            finder_.find(start, end, options_, found);
            tellShifts(found, planar(request.start), start, planar(goal), end);
        });
    }

private:
    CorridorPathFinder finder_;
    CorridorPathOptions options_;
    const LayerFinder& layers_;
    Path spare_;
};

class CorridorModel final : public PlannerModel
{
public:
    CorridorModel(const PlannerParts& parts, const LayerFinder& layers, const CorridorPathOptions& options,
                  const OnCorridorMapOptions& crowd)
        : parts_(parts), layers_(layers), options_(options), crowd_(crowd)
    {
    }
    std::string_view name() const override { return "corridor"; }
    const PlannerParts& parts() const override { return parts_; }
    std::unique_ptr<PathSearch> makeSearch() const override
    {
        return std::make_unique<CorridorPathSearch>(*parts_.corridor_map, options_, layers_);
    }
    Result<World> buildWorld(std::string_view guide) const override
    {
        if (!hasPlane(parts_))
            return makeError(
                "A corridor map has no ground for a crowd to stand on: build the planner from the scene of the map.");
        return worlds_.find(guide, [&]() -> Result<World> {
            const Result<PlannerParts> parts = prepareClearance(parts_, {});
            if (!parts) return parts.error();
            return onCorridorMap(*parts->clearance, *parts_.corridor_map, crowd_);
        });
    }

private:
    PlannerParts parts_;
    LayerFinder layers_;
    CorridorPathOptions options_;
    OnCorridorMapOptions crowd_;
    mutable WorldStore worlds_;
};

CorridorMapOptions makeCorridorMapOptions(const CorridorPlannerOptions& options, const PlannerOptions& wanted)
{
    CorridorMapOptions map;
    map.max_radius = options.max_radius;
    map.spacing = options.spacing;
    map.finest = isGiven(wanted, {"finest"}) ? options.finest : std::min(options.finest, options.spacing);
    map.corner_clearance = options.corner_clearance;
    if (options.prune_corners) map.corners = CorridorMapOptions::CornerBranches::prune;
    return map;
}

/// What the map is made of cannot be changed when there is a map already.
const std::initializer_list<std::string_view> kMapOptions = {
    "map", "pixel", "max_radius", "spacing", "finest", "corner_clearance", "prune_corners"};

std::string findContradiction(const CorridorPlannerOptions& options, const PlannerOptions& wanted, std::string_view& name)
{
    const bool is_roomy = options.kind == CorridorPathOptions::Kind::roomy || options.kind == CorridorPathOptions::Kind::smooth;
    if (isGiven(wanted, {"clearance"}) && !is_roomy)
        return name = "clearance", "is for kind roomy and smooth; other paths keep the clearance that they have.";
    if (isGiven(wanted, {"pixel"}) && options.map != MapMethod::raster) return name = "pixel", "is for map raster.";
    name = findGiven(wanted, {"kind", "search", "finest", "corner_clearance", "prune_corners", "side", "way_count"});
    if (options.map == MapMethod::raster && !name.empty())
        return "is for map exact; paths over the raster map follow its backbone, found as published.";
    return {};
}

/// Fails when the map is not of the scene, or the mesh, that is given with it.
Result<void> checkMap(const PlannerParts& given, const Execution& execution)
{
    if (!hasPlane(given)) return {};
    const Result<PlannerParts> parts = given.clearance ? Result<PlannerParts>(given) : prepareScene(given, execution);
    if (!parts) return parts.error();
    const Result<VoronoiDiagram> diagram = prepareDiagram(*parts, execution);
    if (!diagram) return diagram.error();
    if (&diagram->data() == &given.corridor_map->diagram().data()) return {};
    const Result<PlannerParts> prepared = prepareClearance(*parts, {});
    return prepared ? compareWalls(*prepared->clearance, *given.corridor_map) : prepared.error();
}

Result<Planner> buildCorridorPlanner(const PlannerParts& given, const PlannerOptions& wanted, const Execution& execution)
{
    const Result<CorridorPlannerOptions> options = readOptions(listCorridorRows(), wanted);
    if (!options) return options.error();
    std::string_view name;
    if (const std::string problem = findContradiction(*options, wanted, name); !problem.empty())
        return makeOptionError(name, problem);
    if (name = findGiven(wanted, kMapOptions); given.corridor_map && !name.empty())
        return makeOptionError(name, "cannot be changed: here is a map already. Build from its scene.");
    if (options->map == MapMethod::raster)
        return buildRasterPlanner(given, {.pixel = options->pixel, .execution = execution},
                                  {.max_radius = options->max_radius, .spacing = options->spacing});
    const CorridorMapOptions map_options = makeCorridorMapOptions(*options, wanted);
    if (map_options.finest > map_options.spacing)
        return makeOptionError("finest", "is above spacing: balls stand closer where there is less room.");

    PlannerParts parts = given;
    if (!parts.corridor_map)
    {
        Result<PlannerParts> prepared = given.clearance ? Result<PlannerParts>(given) : prepareScene(given, execution);
        if (!prepared) return prepared.error();
        parts = std::move(*prepared);
        const Result<VoronoiDiagram> diagram = prepareDiagram(parts, execution);
        if (!diagram) return diagram.error();
        const Result<CorridorMap> map = buildCorridorMap(*diagram, map_options);
        if (!map) return map.error();
        parts.corridor_map = *map;
    }
    else if (const Result<void> same = checkMap(given, execution); !same)
        return same.error();
    LayerFinder layers; // a map knows no heights: those are looked up in the cells of its scene
    if (parts.mesh || parts.clearance || (parts.scene && parts.scene->layerCount() > 1))
    {
        Result<PlannerParts> prepared = prepareMesh(parts, {});
        if (!prepared) return prepared.error();
        parts = std::move(*prepared);
        layers = LayerFinder(*parts.mesh);
    }
    CorridorPathOptions search;
    search.kind = options->kind;
    search.preferred_clearance = options->clearance;
    search.search = options->search;
    return Planner(std::make_shared<CorridorModel>(parts, layers, search,
                                                   OnCorridorMapOptions{.side = options->side, .way_count = options->way_count}));
}

} // namespace

PlannerKind makeCorridorKind()
{
    return {.name = "corridor",
            .help = "paths with room to spare, through the corridors of a Voronoi diagram",
            .options = listOptions(listCorridorRows(), kMapOptions, {"side", "way_count"}),
            .guides = {"corridor"},
            .can_use = [](const PlannerParts& parts) { return parts.corridor_map || hasPlane(parts); },
            .wants = "a scene, a navigation mesh or a corridor map",
            .kept_part = "corridor_map",
            .build = buildCorridorPlanner};
}

} // namespace clearway::plan
