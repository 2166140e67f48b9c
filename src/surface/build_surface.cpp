// SPDX-License-Identifier: MIT
// Based on: G. Berseth, M. Kapadia, P. Faloutsos. ACCLMesh: curvature-based navigation mesh generation. 2015
// Order: acceleration, what is blocked for other reasons, cutting, then what hangs together and where it ends.
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include <clearway/surface/build.h>

#include "base/errors.h"
#include "base/workers.h"
#include "surface/build_rules.h"
#include "surface/height_search.h"
#include "surface/standing.h"
#include "surface/surface_parts.h"

namespace clearway {

namespace {

using namespace surfacing;

Buffer<std::uint8_t> findSteep(const TriangleMesh& mesh, const Gravity& gravity, const TaskHook& hook, std::int64_t& count)
{
    const SlopeRule slope(gravity);
    if (!slope.isOn()) return {};
    Buffer<std::uint8_t> steep(mesh.triangleCount());
    std::vector<std::int64_t> counts(countChunks(mesh.triangleCount()));
    forChunks(hook, mesh.triangleCount(), [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i)
        {
            steep[i] = slope.isSteep(mesh, static_cast<std::uint32_t>(i));
            counts[chunk.index] += steep[i];
        }
    });
    for (const std::int64_t c : counts) count += c;
    return steep;
}

class SurfaceBuilder
{
public:
    /// The options must outlive what is handed out.
    SurfaceBuilder(const TriangleMesh& mesh, const SurfaceOptions& options)
        : mesh_(mesh), options_(options), data_(std::make_shared<SurfaceData>(mesh))
    {
        data_->speed = options.speed;
        data_->max_acceleration = options.max_acceleration;
        input_.accelerations = Buffer<double>(mesh.vertexCount());
    }

    /// Values are multiplied by `factor`.
    void setAccelerations(std::span<const double> values, double factor)
    {
        std::vector<std::pair<std::int64_t, std::int64_t>> counts(countChunks(values.size()));
        forChunks(options_.execution.task_hook, values.size(), [&](const Chunk& chunk) {
            auto& [bent, non_manifold] = counts[chunk.index];
            for (std::size_t v = chunk.begin; v < chunk.end; ++v)
            {
                const double a = factor * values[v];
                const auto vertex = static_cast<std::uint32_t>(v);
                const std::uint8_t reasons = computeReasons(mesh_, vertex, a, options_.max_acceleration);
                bent += (reasons & kBent) != 0;
                non_manifold += (reasons & kManySheets) != 0;
                input_.accelerations[v] = computeCutAcceleration(mesh_, vertex, a);
            }
        });
        for (const auto& [bent, non_manifold] : counts)
        {
            report.bent_vertices += bent;
            report.non_manifold_vertices += non_manifold;
        }
    }

    Result<SurfaceMesh> run()
    {
        const Progress& progress = options_.execution.progress;
        const auto stopped = [] { return makeCancelled("Building the surface mesh"); };
        input_.steep = findSteep(mesh_, options_.gravity, options_.execution.task_hook, report.steep_triangles);
        if (options_.height.height != 0)
        {
            if (!clearway::report(progress, "height clearance", 0.3)) return stopped();
            const Result<void> blocked = blockLow();
            if (!blocked) return blocked.error();
        }
        if (!clearway::report(progress, "cutting", 0.5)) return stopped();
        report.split_edges = cutSurface(mesh_, input_, options_, *data_);
        if (report.steep_triangles > 0) splitSurfaceFans(*data_);
        if (!clearway::report(progress, "components", 0.9)) return stopped();
        findComponents(*data_, options_.execution.task_hook);
        findBorderLoops(*data_, options_.execution.task_hook);
        if (looks_for_standing)
        {
            if (!clearway::report(progress, "what stands on the ground", 0.95)) return stopped();
            lookForStanding();
        }
        addRemarks();
        data_->removal = {report.bent_vertices, report.low_vertices, report.non_manifold_vertices, report.steep_triangles};
        return SurfaceMesh(std::move(data_));
    }

    SurfaceReport report;
    bool looks_for_standing = true;

    /// What was computed on the way; the builder is of no more use afterwards.
    void hand(BuildParts& parts)
    {
        parts.input = std::move(input_);
        parts.ups = std::move(ups_);
        if (search_) parts.search.emplace(std::move(*search_));
        parts.reasons.assign(mesh_.vertexCount(), 0);
        for (std::size_t v = 0; v < low_.size(); ++v)
            if (low_[v]) parts.reasons[v] = kLow;
    }

private:
    Result<void> blockLow()
    {
        ups_.resize(mesh_.vertexCount());
        forChunks(options_.execution.task_hook, ups_.size(), [&](const Chunk& chunk) {
            for (std::size_t v = chunk.begin; v < chunk.end; ++v)
                ups_[v] = computeUpAt(mesh_, options_.gravity, static_cast<std::uint32_t>(v));
        });
        const Result<void> checked = checkHeights(mesh_, ups_, options_.height);
        if (!checked) return checked.error();
        search_.emplace(mesh_, options_.height, options_.execution.task_hook);
        low_ = findLow(*search_, ups_, mesh_.vertexCount(), options_.execution.task_hook);
        for (std::size_t v = 0; v < low_.size(); ++v)
        {
            if (!low_[v]) continue;
            ++report.low_vertices;
            input_.accelerations[v] = kBlocked;
        }
        if (options_.height.test != HeightOptions::Test::capsule) return {};
        input_.low = low_;
        input_.is_low_on_edge = [this](std::uint32_t vertex, std::uint32_t low_vertex, double fraction) {
            return isLowOnEdge(mesh_, ups_, *search_, vertex, low_vertex, fraction);
        };
        return {};
    }

    void lookForStanding()
    {
        report.standing = findStanding(*data_, options_, low_);
        data_->standing = report.standing;
    }

    void addRemarks()
    {
        if (options_.max_acceleration == 0)
            report.remarks.push_back("No acceleration is allowed, so nothing is walkable, not even flat ground.");
        else if (data_->triangles.empty())
            report.remarks.push_back(
                "Nothing is walkable: no vertex is below the largest acceleration on ground that is free and "
                "not too steep. Allow more acceleration or go slower.");
        else if (options_.max_acceleration == kBlocked)
            report.remarks.push_back("Any acceleration is allowed: nothing was cut for its curvature.");
        else if (options_.speed == 0)
            report.remarks.push_back("At speed 0 nothing accelerates: nothing was cut for its curvature.");
    }

    const TriangleMesh& mesh_;
    const SurfaceOptions& options_;
    std::shared_ptr<SurfaceData> data_;
    CutInput input_;
    std::vector<Vec3> ups_; ///< of vertices, where heights are looked at
    std::optional<HeightSearch> search_;
    std::vector<std::uint8_t> low_; ///< vertices
};

CurvatureOptions lendExecution(const SurfaceOptions& options)
{
    CurvatureOptions curvature = options.curvature;
    if (!curvature.execution.task_hook && curvature.execution.worker_count == 1) curvature.execution = options.execution;
    return curvature;
}

Result<SurfaceMesh> build(const TriangleMesh& mesh, std::span<const double> values, double factor, const SurfaceOptions& options,
                          SurfaceReport* report)
{
    if (values.size() != mesh.vertexCount())
        return makeError(
            fmt::format("There are {} values for {} vertices: they belong to another mesh.", values.size(), mesh.vertexCount()));
    const TaskWorkers workers(options.execution);
    SurfaceOptions with_hook = options;
    with_hook.execution.task_hook = workers.hook();
    SurfaceBuilder builder(mesh, with_hook);
    builder.setAccelerations(values, factor);
    Result<SurfaceMesh> surface = builder.run();
    if (report) *report = std::move(builder.report);
    return surface;
}

} // namespace

Result<void> surfacing::checkSurfaceOptions(const SurfaceOptions& options)
{
    if (!(options.speed >= 0) || !std::isfinite(options.speed))
        return makeError(fmt::format("The speed must be 0 or more metres per second; it is {}.", options.speed));
    if (!(options.max_acceleration >= 0))
        return makeError(fmt::format("The largest acceleration must be 0 or more m/s²; it is {}.", options.max_acceleration));
    if (options.cut.kind == SurfaceOptions::CutFunction::Kind::constant &&
        !(options.cut.fraction > 0 && options.cut.fraction < 1))
        return makeError(fmt::format("A constant cut must be between 0 and 1; it is {}.", options.cut.fraction));
    if (options.cut.kind == SurfaceOptions::CutFunction::Kind::user && !options.cut.function)
        return makeError("A cut of the user's own needs a function.");
    const Gravity& gravity = options.gravity;
    if (gravity.kind == Gravity::Kind::none) return {};
    if (!isFinite(gravity.vector) || (gravity.kind == Gravity::Kind::direction && gravity.vector == Vec3{}))
        return makeError("The direction of gravity must be finite and not zero.");
    if (!(gravity.max_slope_degrees >= 0 && gravity.max_slope_degrees <= 180))
        return makeError(fmt::format("The steepest slope must be 0 to 180 degrees; it is {}.", gravity.max_slope_degrees));
    return {};
}

std::string describeStanding(const SurfaceMesh::Standing& standing)
{
    if (standing.triangle_count == 0) return {};
    const bool is_one = standing.triangle_count == 1;
    return fmt::format(
        "{} {} on walkable ground or {} through it without sharing its vertices, the first at ({:.6g}, {:.6g}, "
        "{:.6g}): ways lead through {}. A surface knows only what is joined to it; join such parts with the ground.",
        standing.triangle_count, is_one ? "triangle stands" : "triangles stand", is_one ? "cuts" : "cut", standing.at.x,
        standing.at.y, standing.at.z, is_one ? "it" : "them");
}

std::string SurfaceReport::summary() const
{
    std::string text;
    const auto add = [&](std::int64_t count, const char* what) {
        if (count > 0) text += fmt::format("{} {}\n", count, what);
    };
    add(bent_vertices, "vertices bend too much for the speed");
    add(low_vertices, "vertices have too little height above them");
    add(non_manifold_vertices, "vertices left out because several sheets meet there");
    add(steep_triangles, "triangles are too steep");
    add(split_edges, "biased edges split");
    if (standing.triangle_count > 0) text += describeStanding(standing) + "\n";
    for (const std::string& remark : remarks) text += remark + "\n";
    return text;
}

Result<SurfaceMesh> buildSurfaceMesh(const TriangleMesh& mesh, const SurfaceOptions& options, SurfaceReport* report)
{
    const Result<void> checked = checkSurfaceOptions(options);
    if (!checked) return checked.error();
    if (!clearway::report(options.execution.progress, "curvature", 0)) return makeCancelled("Building");
    const Result<CurvatureField> field = buildCurvature(mesh, lendExecution(options));
    if (!field) return field.error();
    return build(mesh, field->values(), options.speed * options.speed, options, report);
}

bool surfacing::isLowOnEdge(const TriangleMesh& mesh, std::span<const Vec3> ups, const HeightSearch& search, std::uint32_t vertex,
                            std::uint32_t low_vertex, double fraction)
{
    const Vec3 foot = interpolate(mesh.positions()[vertex], mesh.positions()[low_vertex], fraction);
    const Vec3 up = normalized(interpolate(ups[vertex], ups[low_vertex], fraction));
    return search.isLowAt(foot, up, vertex, low_vertex);
}

Result<SurfaceMesh> surfacing::buildForEditing(const TriangleMesh& mesh, const SurfaceOptions& options, BuildParts& parts)
{
    const Result<void> checked = checkSurfaceOptions(options);
    if (!checked) return checked.error();
    const Result<CurvatureField> field = buildCurvature(mesh, lendExecution(options));
    if (!field) return field.error();
    const double factor = options.speed * options.speed;
    SurfaceBuilder builder(mesh, options);
    builder.looks_for_standing = false; // every edit would have to look again
    builder.setAccelerations(field->values(), factor);
    Result<SurfaceMesh> surface = builder.run();
    if (!surface) return surface;
    builder.hand(parts);
    for (std::uint32_t v = 0; v < mesh.vertexCount(); ++v)
        parts.reasons[v] |= computeReasons(mesh, v, factor * field->values()[v], options.max_acceleration);
    return surface;
}

Result<SurfaceMesh> buildSurfaceMesh(const TriangleMesh& mesh, const CurvatureField& curvature, const SurfaceOptions& options,
                                     SurfaceReport* report)
{
    const Result<void> checked = checkSurfaceOptions(options);
    if (!checked) return checked.error();
    return build(mesh, curvature.values(), options.speed * options.speed, options, report);
}

Result<SurfaceMesh> buildSurfaceMeshFromAccelerations(const TriangleMesh& mesh, std::span<const double> accelerations,
                                                      const SurfaceOptions& options, SurfaceReport* report)
{
    const Result<void> checked = checkSurfaceOptions(options);
    if (!checked) return checked.error();
    return build(mesh, accelerations, 1, options, report);
}

} // namespace clearway
