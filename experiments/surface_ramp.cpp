// SPDX-License-Identifier: MIT
// The ramp of figure 7, coarse and subdivided, and with other cuts: B-F7ad, B-F7ef.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "draw.h"
#include "list.h"
#include "require.h"
#include "surfaces.h"

namespace clearway::experiments {

namespace {

constexpr double kCoarse = 1e-4; ///< the detail of the ramp whose only vertices are on creases

SurfaceOptions makeOptions(double max_acceleration)
{
    SurfaceOptions options;
    options.max_acceleration = max_acceleration;
    options.gravity.kind = Gravity::Kind::direction; // the walls are no way up
    return options;
}

/// Whether the ground before the ramp hangs together with the platform above it.
bool isTraversable(const SurfaceMesh& mesh)
{
    const SurfaceQuery query(mesh);
    const SurfacePlace foot = query.findNearest({1.2, 11.75, 0}, {.max_distance = 0.5});
    const SurfacePlace top = query.findNearest({17.5, 11.75, 1.98}, {.max_distance = 0.5});
    return foot && top && mesh.components()[foot.triangle] == mesh.components()[top.triangle];
}

/// The least acceleration that must be allowed for the ramp to be walkable; m/s^2.
double findThreshold(double detail, double averaging_length)
{
    const TriangleMesh mesh = makeMesh("ramp", detail);
    const CurvatureField curvature = require(buildCurvature(mesh, {.averaging_length = averaging_length}));
    double low = 0, high = 16;
    for (int i = 0; i < 14; ++i)
    {
        const double middle = (low + high) / 2;
        (isTraversable(require(buildSurfaceMesh(mesh, curvature, makeOptions(middle)))) ? high : low) = middle;
    }
    return high;
}

} // namespace

Outcome runSubdividedRamp(const Settings& settings)
{
    constexpr double kAveraging = 0.5;
    struct Row
    {
        const char* name;
        double detail;
    };
    std::vector<Row> rows = {
        {"coarse, vertices on creases only", kCoarse}, {"subdivided, cells of 1 m", 0.25}, {"0.5 m", 1}, {"0.25 m", 4}};
    if (!settings.quick) rows.push_back({"0.125 m", 16});
    Outcome outcome;
    Table table;
    table.caption = "The least acceleration (m/s²) that must be allowed at 1.4 m/s for the ramp to be walkable";
    table.header = {"ramp", "triangles", "mean curvature, as published", fmt::format("averaged over {} m", kAveraging)};
    std::vector<double> published, averaged;
    for (const Row& row : rows)
    {
        published.push_back(findThreshold(row.detail, 0));
        averaged.push_back(findThreshold(row.detail, kAveraging));
        table.rows.push_back({row.name, std::to_string(makeMesh("ramp", row.detail).triangleCount()),
                              fmt::format("{:.3f}", published.back()), fmt::format("{:.3f}", averaged.back())});
    }
    const double limit = std::sqrt(published[0] * published[1]); // between the coarse one and the first subdivided one
    const bool becomes_walkable = published[1] < published[0];
    const bool is_lost_again = published.back() > published[0];
    const auto [least, most] = std::minmax_element(averaged.begin() + 1, averaged.end());
    outcome.measured = fmt::format("with {:.2f} m/s² allowed the coarse ramp is {}, cut into cells of 1 m it is {}; cells of "
                                   "0.25 m need {:.2f} m/s²; averaged "
                                   "over {} m all subdivided ones need {:.2f} to {:.2f}",
                                   limit, published[0] < limit ? "walkable" : "lost", published[1] < limit ? "walkable" : "lost",
                                   published[3], kAveraging, *least, *most);
    outcome.verdict = becomes_walkable ? Verdict::confirmed : Verdict::refuted;
    outcome.reason = fmt::format("Every vertex of the coarse ramp is on a crease; subdividing puts flat ones between. But the "
                                 "curvature of a crease grows as "
                                 "triangles shrink: subdividing again {}. Averaging over a length does not depend on that.",
                                 is_lost_again ? "loses the ramp again" : "asks for more and more");
    outcome.tables = {table};
    if (settings.folder.empty()) return outcome;
    for (const auto& [file, detail, caption] : {std::tuple{"ramp_coarse.png", kCoarse, "Figure 7: vertices on creases only"},
                                                {"ramp_subdivided.png", 0.25, "Figure 7: subdivided"}})
    {
        const SurfaceMesh mesh = require(buildSurfaceMesh(makeMesh("ramp", detail), makeOptions(limit)));
        outcome.pictures.push_back(draw(settings, mesh, file, caption, {.draw_edges = true}));
    }
    return outcome;
}

Outcome runCutFractions(const Settings& settings)
{
    Outcome outcome;
    Table table;
    table.caption = "Ground lost at 1.4 m/s when 0.3 m/s² are allowed, in percent of the ramp's mesh";
    table.header = {"cut", "cells of 0.5 m", "cells of 0.25 m"};
    const std::array<TriangleMesh, 2> meshes = {makeMesh("ramp"), makeMesh("ramp", 4)};
    const auto build = [&](const TriangleMesh& mesh, const SurfaceOptions::CutFunction& cut) {
        SurfaceOptions options;
        options.max_acceleration = 0.3;
        options.cut = cut;
        return require(buildSurfaceMesh(mesh, options));
    };
    const auto measureLoss = [&](const TriangleMesh& mesh, const SurfaceOptions::CutFunction& cut) {
        return 100 * (1 - build(mesh, cut).area() / mesh.area());
    };
    std::vector<double> losses;
    for (const double fraction : {0.5, 0.9, 0.99, 0.999})
    {
        const SurfaceOptions::CutFunction cut = {.kind = SurfaceOptions::CutFunction::Kind::constant, .fraction = fraction};
        losses.push_back(measureLoss(meshes[0], cut));
        table.rows.push_back({fmt::format("at {}", fraction), fmt::format("{:.3f}", losses.back()),
                              fmt::format("{:.3f}", measureLoss(meshes[1], cut))});
    }
    table.rows.push_back(
        {"linear", fmt::format("{:.3f}", measureLoss(meshes[0], {})), fmt::format("{:.3f}", measureLoss(meshes[1], {}))});
    const bool shrinks = losses[0] > losses[1] && losses[1] > losses[2] && losses[2] > losses[3];
    // What no fraction can save: triangles with three blocked vertices.
    const double whole = measureLoss(meshes[0], {.kind = SurfaceOptions::CutFunction::Kind::constant, .fraction = 1 - 1e-6});
    const bool vanishes = losses[3] - whole < 0.02 * (losses[0] - whole);
    outcome.measured =
        fmt::format("{:.2f} %, {:.2f} %, {:.3f} % and {:.4f} % of the ground are lost with cuts at 0.5, 0.9, 0.99 and 0.999",
                    losses[0], losses[1], losses[2], losses[3]);
    outcome.verdict = shrinks && vanishes ? Verdict::confirmed : Verdict::refuted;
    outcome.reason = fmt::format("What is lost is a part of each edge at a blocked vertex. Triangles with three of those, {:.2f} "
                                 "% of this mesh where the walls run "
                                 "out, are lost whatever the fraction is. The border says nothing about acceleration any more, "
                                 "unlike that of linear cuts.",
                                 whole);
    outcome.tables = {table};
    if (settings.folder.empty()) return outcome;
    for (const auto& [file, fraction] : {std::pair{"cut_90.png", 0.9}, {"cut_99.png", 0.99}})
        outcome.pictures.push_back(
            draw(settings, build(meshes[0], {.kind = SurfaceOptions::CutFunction::Kind::constant, .fraction = fraction}), file,
                 fmt::format("Figure 7: edges cut at {}", fraction), {}));
    return outcome;
}

} // namespace clearway::experiments
