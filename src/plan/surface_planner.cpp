// SPDX-License-Identifier: MIT
// The planner on the walkable part of any mesh of triangles.
#include <cmath>
#include <limits>
#include <mutex>

#include <fmt/format.h>

#include <clearway/guide/on_surface.h>
#include <clearway/surface/build.h>
#include <clearway/surface/path.h>

#include "base/long_lock.h"
#include "plan/kinds.h"
#include "plan/options.h"
#include "plan/several_goals.h"
#include "plan/world_store.h"

namespace clearway::plan {

namespace {

using Kind = ParameterInfo::Kind;

enum class SurfacePathKind
{
    shortest,
    vertex,
    effort,
};

struct SurfacePlannerOptions
{
    SurfacePathKind kind = SurfacePathKind::shortest;
    double effort = 1;
    double reach = SurfacePathOptions().reach;
    double speed = SurfaceOptions().speed;
    double max_acceleration = SurfaceOptions().max_acceleration;
    double height = 0;
    HeightOptions::Test height_test = HeightOptions().test;
    Gravity gravity = {};
    bool has_gravity = false; ///< a direction was chosen, or "none"
    bool is_centered = false; ///< towards the middle of the mesh
    double slope = Gravity().max_slope_degrees;
    double smooth = 0;
    CurvatureOptions::Method curvature = CurvatureOptions().method;
    CurvatureOptions::Measure measure = CurvatureOptions().measure;
    SurfaceOptions::CutFunction::Kind cut = SurfaceOptions::CutFunction::Kind::linear;
    double cut_fraction = SurfaceOptions::CutFunction().fraction;
    SurfaceOptions::BiasedEdges biased_edges = SurfaceOptions::BiasedEdges::cross_diagonal;
};

constexpr double kMostSurface = 1e9; // metres, m/s^2
constexpr std::string_view kBerseth = "Berseth et al. 2015";
constexpr std::string_view kSurfaceKinds[] = {"shortest", "vertex", "effort"};
constexpr std::string_view kHeightTests[] = {"capsule", "published"};
constexpr std::string_view kCuts[] = {"linear", "constant"};
constexpr std::string_view kBiasedEdges[] = {"cross_diagonal", "published", "keep"};

std::string showGravity(const SurfacePlannerOptions& options)
{
    if (options.is_centered) return "center";
    if (options.gravity.kind == Gravity::Kind::none) return "none";
    const Vec3 v = options.gravity.vector;
    return v == Vec3{0, 0, -1} ? "down" : fmt::format("{},{},{}", v.x, v.y, v.z);
}

std::string parseGravity(SurfacePlannerOptions& options, std::string_view text)
{
    options.has_gravity = true;
    options.gravity = {};
    options.is_centered = text == "center";
    options.gravity.kind = text == "none" ? Gravity::Kind::none : Gravity::Kind::direction;
    if (text == "none" || text == "down" || text == "center") return {};
    double numbers[3] = {};
    if (!parseNumbers(text, numbers) || !isFinite(Vec3{numbers[0], numbers[1], numbers[2]}))
        return "must be a direction x,y,z (0,0,-1 is down), 'down', 'center' or 'none'.";
    options.gravity.vector = {numbers[0], numbers[1], numbers[2]};
    return {};
}

constexpr std::string_view kCurvatures[] = {"meyer", "quadric"};
constexpr std::string_view kMeasures[] = {"mean", "largest"};

std::span<const OptionRow<SurfacePlannerOptions>> listSurfaceRows()
{
    using O = SurfacePlannerOptions;
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    static const OptionRow<O> rows[] = {
        parameterRow<&O::kind>(
            {"kind", "", 0, 2, kBerseth,
             "shortest: pulled taut; vertex: along edges, as published; effort: acceleration counts as well as length",
             Kind::choice, kSurfaceKinds}),
        parameterRow<&O::effort>({"effort", "", 0, kMostSurface, kBerseth, "weight of acceleration against length"}),
        parameterRow<&O::reach>({"reach", "metres", 0, kMostSurface, "ours", "how far from the surface a start or goal may be"}),
        parameterRow<&O::speed>({"speed", "m/s", 0, 1e6, kBerseth, "of the character"}),
        parameterRow<&O::max_acceleration>(
            {"max_acceleration", "m/s^2", 0, kInfinity, kBerseth,
             "largest acceleration that the character withstands where the ground bends; inf: nothing is left out"}),
        parameterRow<&O::height>({"height", "metres", 0, kMostSurface, kBerseth,
                                  "of the character: ground with less room above is left out; 0: not looked at"}),
        parameterRow<&O::height_test>({"height_test", "", 0, 1, kBerseth, "how height is tested", Kind::choice, kHeightTests}),
        {{"gravity", "", 0, 0, "ours",
          "x,y,z, down, center or none: ground that is too steep for it is left out; default none, or down with slope",
          Kind::text},
         showGravity,
         parseGravity},
        parameterRow<&O::slope>({"slope", "degrees", 0, 180, "ours", "steepest ground that is kept"}),
        parameterRow<&O::smooth>(
            {"smooth", "metres", 0, kMostSurface, "ours", "length over which curvature is averaged; 0: not"}),
        parameterRow<&O::curvature>({"curvature", "", 0, 1, "Meyer et al. 2003",
                                     "from the neighbours, or from paraboloids, which are calmer under noise", Kind::choice,
                                     kCurvatures}),
        parameterRow<&O::measure>({"measure", "", 0, 1, kBerseth, "which curvature counts", Kind::choice, kMeasures}),
        parameterRow<&O::cut>(
            {"cut", "", 0, 1, kBerseth,
             "where an edge to a blocked vertex is cut: where acceleration reaches the limit, or at cut_fraction", Kind::choice,
             kCuts}),
        parameterRow<&O::cut_fraction>(
            {"cut_fraction", "", 1e-6, 1 - 1e-6, kBerseth, "part of an edge that is kept with cut constant"}),
        parameterRow<&O::biased_edges>(
            {"biased_edges", "", 0, 2, kBerseth, "how edges between blocked vertices are split", Kind::choice, kBiasedEdges}),
    };
    return rows;
}

class SurfaceSearch final : public PathSearch
{
public:
    SurfaceSearch(const SurfacePathFinder& finder, const SurfacePathOptions& options) : finder_(finder), options_(options) {}
    void find(const PathRequest& request, Path& path) override
    {
        options_.radius = request.radius;
        const SurfacePlace start = findPlace(request.start);
        findBest(request, path, spare_, [&](Vec3 goal, Path& found) { findOne(request.start, start, goal, found); });
    }

private:
    void findOne(Vec3 from, const SurfacePlace& start, Vec3 to, Path& path)
    {
        const auto isPoint = [](Vec3 p) { return isFinite(planar(p)) && !std::isinf(p.z); };
        if (!isPoint(from) || !isPoint(to)) return PathWriter(path).setProblem(PathProblem::bad_point);
        finder_.find(start, findPlace(to), options_, path);
        if (path.problem() != PathProblem::start_outside && path.problem() != PathProblem::goal_outside) return;
        Vec3 point = path.problem() == PathProblem::start_outside ? from : to;
        if (std::isnan(point.z)) point.z = finder_.query().mesh().source().bounds().center().z;
        if (const SurfacePlace nearest = finder_.query().findNearest(point))
            PathWriter::amend(path).setSuggestion(nearest.position);
    }
    /// On the highest ground where no height is given. None where there is no ground.
    SurfacePlace findPlace(Vec3 p) const
    {
        if (!isFinite(planar(p)) || std::isinf(p.z)) return {};
        const SurfaceQuery& query = finder_.query();
        if (std::isfinite(p.z)) return query.findNearest(p, {.max_distance = options_.reach});
        const Box3 bounds = query.mesh().source().bounds();
        return query.castRay({p.x, p.y, bounds.max.z + 1 + bounds.size().z}, {0, 0, -1}).place;
    }

    SurfacePathFinder finder_;
    SurfacePathOptions options_;
    Path spare_;
};

class SurfaceModel final : public PlannerModel
{
public:
    SurfaceModel(const PlannerParts& parts, const SurfacePathOptions& options)
        : parts_(parts), finder_(*parts.surface), options_(options)
    {
    }
    std::string_view name() const override { return "surface"; }
    const PlannerParts& parts() const override { return parts_; }
    std::unique_ptr<PathSearch> makeSearch() const override
    {
        const std::lock_guard<LongLock> guard(lock_);
        finder_.prepare(options_.method, PathRequest().radius); // once, for all searches
        return std::make_unique<SurfaceSearch>(finder_, options_);
    }
    Result<World> buildWorld(std::string_view guide) const override
    {
        return worlds_.find(guide, [&] {
            const Result<SurfaceWorld> surface = onSurface(*parts_.surface);
            return surface ? Result<World>(surface->world) : Result<World>(surface.error());
        });
    }

private:
    PlannerParts parts_;
    mutable LongLock lock_;            ///< of the finder
    mutable SurfacePathFinder finder_; ///< what it has built, its copies share
    SurfacePathOptions options_;
    mutable WorldStore worlds_;
};

Result<SurfaceOptions> makeSurfaceOptions(const SurfacePlannerOptions& options, const PlannerOptions& wanted,
                                          const TriangleMesh& mesh)
{
    const bool has_slope = isGiven(wanted, {"slope"});
    if (has_slope && options.has_gravity && options.gravity.kind == Gravity::Kind::none)
        return makeOptionError("slope", "needs gravity: leave out gravity none.");
    if (isGiven(wanted, {"smooth"}) && isGiven(wanted, {"curvature"}))
        return makeOptionError("smooth", "and curvature exclude each other: averaging takes the angles at edges.");
    if (isGiven(wanted, {"cut_fraction"}) && options.cut != SurfaceOptions::CutFunction::Kind::constant)
        return makeOptionError("cut_fraction", "needs cut constant.");
    if (isGiven(wanted, {"height_test"}) && !(options.height > 0)) return makeOptionError("height_test", "needs a height.");
    SurfaceOptions surface;
    surface.speed = options.speed;
    surface.max_acceleration = options.max_acceleration;
    surface.curvature.method = options.curvature;
    surface.curvature.measure = options.measure;
    surface.curvature.averaging_length = options.smooth;
    surface.biased_edges = options.biased_edges;
    surface.cut.kind = options.cut;
    surface.cut.fraction = options.cut_fraction;
    surface.height.height = options.height;
    surface.height.test = options.height_test;
    surface.gravity = options.gravity;
    surface.gravity.max_slope_degrees = options.slope;
    if (has_slope && !options.has_gravity) surface.gravity.kind = Gravity::Kind::direction;
    if (options.is_centered)
    {
        surface.gravity.kind = Gravity::Kind::toward_center;
        surface.gravity.vector = mesh.bounds().center();
    }
    return surface;
}

Result<SurfacePathOptions> makeSurfacePathOptions(const SurfacePlannerOptions& options, const PlannerOptions& wanted)
{
    const bool has_effort = isGiven(wanted, {"effort"});
    if (has_effort && isGiven(wanted, {"kind"}) && options.kind == SurfacePathKind::shortest)
        return makeOptionError("effort", "weighs acceleration against length: leave out kind shortest.");
    SurfacePathOptions path;
    if (options.kind == SurfacePathKind::vertex) path.method = SurfacePathOptions::Method::vertex_graph;
    if (has_effort || options.kind == SurfacePathKind::effort) path.effort_weight = options.effort;
    path.reach = options.reach;
    return path;
}

Result<Planner> buildSurfacePlanner(const PlannerParts& given, const PlannerOptions& wanted, const Execution& execution)
{
    const Result<SurfacePlannerOptions> options = readOptions(listSurfaceRows(), wanted);
    if (!options) return options.error();
    const Result<SurfacePathOptions> path = makeSurfacePathOptions(*options, wanted);
    if (!path) return path.error();
    PlannerParts parts = given;
    if (given.surface)
    {
        for (const PlannerOption& option : wanted)
            if (option.name != "kind" && option.name != "effort" && option.name != "reach")
                return makeOptionError(option.name,
                                       "cannot be changed: here is a surface mesh already. Build from its triangles.");
    }
    else
    {
        Result<SurfaceOptions> surface = makeSurfaceOptions(*options, wanted, *given.triangles);
        if (!surface) return surface.error();
        surface->execution = execution;
        SurfaceReport report;
        const Result<SurfaceMesh> mesh = buildSurfaceMesh(*given.triangles, *surface, &report);
        if (!mesh) return mesh.error();
        parts.surface = *mesh;
        parts.remarks.insert(parts.remarks.end(), report.remarks.begin(), report.remarks.end());
    }
    return Planner(std::make_shared<SurfaceModel>(parts, *path));
}

} // namespace

PlannerKind makeSurfaceKind()
{
    return {.name = "surface",
            .help = "paths over any mesh of triangles, whatever is up; ground that bends too much is left out",
            .options = listOptions(listSurfaceRows(), {"speed", "max_acceleration", "height", "height_test", "gravity", "slope",
                                                       "smooth", "curvature", "measure", "cut", "cut_fraction", "biased_edges"}),
            .guides = {"surface"},
            .can_use = [](const PlannerParts& parts) { return parts.surface || parts.triangles; },
            .wants = "a mesh of triangles or a surface mesh",
            .no_path = "start and goal lie on parts that are not connected for this radius",
            .kept_part = "surface",
            .build = buildSurfacePlanner};
}

} // namespace clearway::plan
