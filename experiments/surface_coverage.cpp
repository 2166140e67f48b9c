// SPDX-License-Identifier: MIT
// How much of a model its mesh covers and how near it is to it, beside Recast: B-F2, figures 2, 5 and 6.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include <clearway/scene/mesh_generators.h>
#include <clearway/surface.h>

#include "list.h"
#include "recast_surface.h"
#include "require.h"

namespace clearway::experiments {

namespace {

/// All of a mesh.
SurfaceMesh buildWhole(const MeshInput& input, double weld_distance)
{
    SurfaceOptions options;
    options.max_acceleration = std::numeric_limits<double>::infinity();
    return require(buildSurfaceMesh(require(buildTriangleMesh(input, {.weld_distance = weld_distance})), options));
}

struct Comparison
{
    double coverage = 0; ///< share of the model within reach of the mesh
    double mean_gap = 0; ///< from the mesh to the model; metres
    double worst_gap = 0;
    std::uint32_t component_count = 0;
};

/// `reach`: how far a mesh may be from the ground it stands for.
Comparison compare(const SurfaceQuery& model, const SurfaceMesh& mesh, double reach, std::uint64_t samples)
{
    Comparison result;
    result.component_count = mesh.componentCount();
    if (mesh.isEmpty()) return result;
    const SurfaceQuery query(mesh);
    std::uint64_t covered = 0;
    for (std::uint64_t i = 0; i < samples; ++i)
    {
        const SurfacePlace on_model = model.findRandomPlace({.seed = 1, .index = i});
        covered += static_cast<bool>(query.findNearest(on_model.position, {reach}));
        const SurfacePlace on_mesh = query.findRandomPlace({.seed = 2, .index = i});
        const double gap = distance(on_mesh.position, model.findNearest(on_mesh.position).position);
        result.mean_gap += gap / static_cast<double>(samples);
        result.worst_gap = std::max(result.worst_gap, gap);
    }
    result.coverage = static_cast<double>(covered) / static_cast<double>(samples);
    return result;
}

} // namespace

Outcome runSurfaceCoverage(const Settings& settings)
{
    Outcome outcome;
    Table table;
    table.caption =
        "The share of each model that a mesh covers, how far the mesh is from the model, and how many parts it has. Ours "
        "within a micrometre, Recast's detail mesh within 0.6 m, which is two of its cells and its radius.";
    table.header = {"model", "mesh", "covered", "mean gap", "largest gap", "parts"};
    const std::uint64_t samples = settings.quick ? 2000 : 20000;
    bool ours_on_model = true, ours_covers_more = true, has_recast = true;
    std::string covered;
    for (const char* name : {"terrain", "asteroid", "octopus"})
    {
        const MeshInput input = require(buildMeshInput(name));
        const SurfaceMesh whole = buildWhole(input, 0);
        const SurfaceQuery model(whole);
        const auto add = [&](const char* kind, const Comparison& c) {
            table.rows.push_back({name, kind, fmt::format("{:.1f} %", 100 * c.coverage), fmt::format("{:.3f} m", c.mean_gap),
                                  fmt::format("{:.3f} m", c.worst_gap), std::to_string(c.component_count)});
        };
        const Comparison ours = compare(model, require(buildSurfaceMesh(whole.source())), 1e-6, samples);
        add("ours", ours);
        ours_on_model = ours_on_model && ours.worst_gap < 1e-6;
        const std::optional<RecastOutcome> recast = buildWithRecast(input);
        has_recast = has_recast && recast;
        if (!recast) continue;
        Comparison theirs;
        if (!recast->detail.triangles.empty()) theirs = compare(model, buildWhole(recast->detail, 1e-3), 0.6, samples);
        add("Recast", theirs);
        ours_covers_more = ours_covers_more && ours.coverage > theirs.coverage;
        covered += fmt::format("{}{} {:.0f} % and {:.0f} %", covered.empty() ? "" : ", ", name, 100 * ours.coverage,
                               100 * theirs.coverage);
    }
    outcome.tables = {table};
    outcome.measured = has_recast ? fmt::format("covered by ours and by Recast: {}; ours lies on the model everywhere", covered)
                                  : "ours lies on the model; not compared: this program was built without Recast";
    outcome.verdict = ours_on_model && ours_covers_more && has_recast ? Verdict::confirmed : Verdict::refuted;
    outcome.reason = "Every triangle of ours is a part of a triangle of the model. Recast looks down on a model: what is steep, "
                     "upside down or below something else is not there for it, and what remains is rounded to cells.";
    if (!has_recast) outcome.reason = "Without the peer only half of the claim can be looked at.";
    return outcome;
}

} // namespace clearway::experiments
