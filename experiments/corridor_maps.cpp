// SPDX-License-Identifier: MIT
// Sizes of corridor maps and the time to build them, in pixels as published and exact: C-T1, C-T1b.
#include <fmt/format.h>

#include <algorithm>

#include <clearway/corridor.h>
#include <clearway/native/picture.h>
#include <clearway/navmesh.h>
#include <clearway/published/raster_corridor_map.h>
#include <clearway/published/raster_voronoi.h>
#include <clearway/scene.h>

#include "list.h"
#include "require.h"
#include "world.h"

namespace clearway::experiments {

namespace {

constexpr const char* kFittedScenes[] = {"mckenna", "city"};
constexpr const char* kOtherScenes[] = {"city500", "cross", "fig17", "rooms", "doors", "maze"};

struct PublishedRow
{
    const char* map;
    const char* vertices;
    const char* edges;
    const char* samples;
    const char* seconds;
};

/// Table 1 of the paper. McKenna's 77 edges before pruning cannot be: removing an end removes an edge too, so that 86 would fit.
constexpr PublishedRow kPublished[2][3] = {
    {{"traced", "72", "77 (86 fits)", "17,102", "0.05"},
     {"pruned", "56", "70", "16,885", "0.05"},
     {"pruned, resampled", "56", "70", "1,927", "0.05"}},
    {{"traced", "1,814", "1,986", "177,626", "0.64"},
     {"pruned", "1,434", "1,606", "166,662", "0.72"},
     {"pruned, resampled", "1,434", "1,606", "25,863", "0.64"}},
};

struct Built
{
    published::RasterCorridorMap raster;
    std::size_t exact_vertices = 0;
    std::size_t exact_edges = 0;
    std::size_t exact_samples = 0;
    double raster_seconds = 0;
    double exact_seconds = 0;
    double uncovered = 0; ///< part of the free space that no ball of the exact map holds
};

/// By random places, the same in every run.
double computeUncovered(const Scene& scene, const CorridorMap& map)
{
    constexpr std::uint64_t kCount = 20'000;
    const NavMesh mesh = require(buildNavMesh(scene));
    NavMeshQuery query(mesh);
    std::uint64_t outside = 0;
    for (std::uint64_t i = 0; i < kCount; ++i)
        if (!map.findEnclosingBall(query.findRandomPoint({.seed = 1, .index = i}), 0)) ++outside;
    return static_cast<double>(outside) / static_cast<double>(kCount);
}

Built build(const Scene& scene)
{
    Built built;
    const double before = threadSeconds();
    built.raster = require(published::buildRasterCorridorMap(scene));
    built.raster_seconds = threadSeconds() - before;
    built.exact_seconds = measureSeconds([&] { require(buildCorridorMap(scene)); });
    const CorridorMap map = require(buildCorridorMap(scene));
    built.exact_vertices = map.vertices().size();
    built.exact_edges = map.edges().size();
    built.exact_samples = map.samples().size();
    built.uncovered = computeUncovered(scene, map);
    return built;
}

std::vector<std::string> makeRow(const std::string& scene, const std::string& by, const std::string& map,
                                 const published::RasterCorridorMap::Counts& counts, const std::string& seconds,
                                 const std::string& uncovered = "")
{
    return {scene,
            by,
            map,
            fmt::format("{}", counts.vertices),
            fmt::format("{}", counts.edges),
            fmt::format("{}", counts.samples),
            seconds,
            uncovered};
}

/// Ours in pixels, then the exact one.
void addRows(Table& table, const std::string& scene, const Built& built)
{
    const std::string seconds = fmt::format("{:.3f}", built.raster_seconds);
    table.rows.push_back(makeRow(scene, "ours, pixels of 0.125 m", "traced", built.raster.raw, ""));
    table.rows.push_back(makeRow(scene, "ours, pixels of 0.125 m", "pruned", built.raster.pruned, ""));
    table.rows.push_back(makeRow(scene, "ours, pixels of 0.125 m", "pruned, resampled", built.raster.resampled, seconds));
    table.rows.push_back(makeRow(scene, "ours, exact", "resampled",
                                 {built.exact_vertices, built.exact_edges, built.exact_samples},
                                 fmt::format("{:.4f}", built.exact_seconds), fmt::format("{:.2f} %", 100 * built.uncovered)));
}

template <typename Edges, typename SamplesOf>
Illustration drawMap(const Settings& settings, const Scene& scene, const std::string& file, const std::string& caption,
                     const Edges& edges, const SamplesOf& samplesOf)
{
    std::vector<std::vector<Path::Piece>> lines;
    for (const auto& edge : edges)
    {
        const auto samples = samplesOf(edge);
        lines.emplace_back();
        for (std::size_t i = 1; i < samples.size(); ++i)
            lines.back().push_back(Path::Piece::line(atHeight(samples[i - 1].position), atHeight(samples[i].position)));
    }
    std::vector<DrawnPath> paths;
    for (const auto& line : lines) paths.push_back({line, 0, {}});
    PictureOptions options;
    options.title = caption;
    options.paths = paths;
    require(savePicture(scene, settings.folder + "/" + file, options));
    return {file, caption};
}

double share(std::size_t part, std::size_t whole)
{
    return static_cast<double>(part) / static_cast<double>(std::max<std::size_t>(whole, 1));
}

} // namespace

Outcome runCorridorMaps(const Settings& settings)
{
    Outcome outcome;
    Table table;
    table.caption =
        "Sizes of corridor maps. The layouts of mckenna and city are ours, made to the paper's counts of buildings and "
        "triangles: their rows are fitted.";
    table.header = {"scene", "by", "map", "vertices", "edges", "samples", "seconds", "free space in no ball"};
    std::string fitted;
    double most_uncovered = 0;
    for (int i = 0; i < 2; ++i)
    {
        const char* name = kFittedScenes[i];
        for (const PublishedRow& row : kPublished[i])
            table.rows.push_back({name, "paper", row.map, row.vertices, row.edges, row.samples, row.seconds, ""});
        const Scene scene = require(buildScene(name));
        const Built built = build(scene);
        addRows(table, fmt::format("{} (fitted)", name), built);
        most_uncovered = std::max(most_uncovered, built.uncovered);
        fitted += fmt::format("{}{} {}/{}/{}, exact {}/{}/{}", fitted.empty() ? "" : "; ", name, built.raster.resampled.vertices,
                              built.raster.resampled.edges, built.raster.resampled.samples, built.exact_vertices,
                              built.exact_edges, built.exact_samples);
        if (i != 0 || settings.folder.empty()) continue;
        const CorridorMap map = require(buildCorridorMap(scene));
        outcome.pictures.push_back(drawMap(settings, scene, "corridor_map_pixels.svg", "mckenna: the published map, in pixels",
                                           built.raster.edges, [&](const auto& edge) { return built.raster.samplesOf(edge); }));
        outcome.pictures.push_back(drawMap(settings, scene, "corridor_map_exact.svg", "mckenna: the exact map", map.edges(),
                                           [&](const auto& edge) { return map.samples(edge); }));
    }

    // What was not fitted: does pruning keep V - E, and by how much do pruning and resampling shrink a map?
    bool keeps_difference = true;
    double least_pruned = 1, most_pruned = 0, least_thinned = 1e9, most_thinned = 0;
    for (const char* name : kOtherScenes)
    {
        const Built built = build(require(buildScene(name)));
        addRows(table, name, built);
        most_uncovered = std::max(most_uncovered, built.uncovered);
        const published::RasterCorridorMap::Counts &raw = built.raster.raw, &pruned = built.raster.pruned;
        keeps_difference = keeps_difference && raw.vertices + pruned.edges == pruned.vertices + raw.edges;
        const double removed = 1 - share(pruned.vertices, raw.vertices);
        const double thinned = share(pruned.samples, built.raster.resampled.samples);
        least_pruned = std::min(least_pruned, removed), most_pruned = std::max(most_pruned, removed);
        least_thinned = std::min(least_thinned, thinned), most_thinned = std::max(most_thinned, thinned);
    }
    outcome.tables = {table};
    outcome.measured =
        fmt::format("vertices/edges/samples: {}; on six other scenes pruning removes {:.0f} to {:.0f} % of the "
                    "vertices, resampling leaves 1 sample in {:.1f} to {:.1f}; at most {:.2f} % of the free space "
                    "is in no ball",
                    fitted, 100 * least_pruned, 100 * most_pruned, least_thinned, most_thinned, 100 * most_uncovered);
    outcome.verdict = keeps_difference ? Verdict::fitted : Verdict::refuted;
    outcome.reason =
        "The layouts are not given; ours have the paper's numbers of buildings, which fixes E - V. How much pruning removes "
        "depends on how obstacles are split: here only where they are concave, so that convex ones leave nothing to prune. "
        "Resampling does little in narrow places, where samples must stay close. V - E never changes.";
    return outcome;
}

Outcome runCorridorMapTime(const Settings&)
{
    Outcome outcome;
    Table table;
    table.caption = "Where the time goes; milliseconds of one core. mckenna and city are fitted scenes, city500 is not.";
    table.header = {"scene",
                    "nearest obstacle of pixels",
                    "tracing",
                    "pruning, resampling",
                    "diagram in all (paper: 85 %)",
                    "in pixels",
                    "exact diagram",
                    "exact map",
                    "exact",
                    "times faster"};
    std::string shares, ratios;
    bool is_most = true;
    for (const char* name : {kFittedScenes[0], kFittedScenes[1], kOtherScenes[0]})
    {
        const Scene scene = require(buildScene(name));
        double begin = threadSeconds();
        const published::RasterField field = require(published::buildRasterField(scene));
        const double field_seconds = threadSeconds() - begin;
        begin = threadSeconds();
        const published::RasterGraph graph = published::traceBoundaries(field);
        const double trace_seconds = threadSeconds() - begin;
        begin = threadSeconds();
        require(published::buildRasterCorridorMap(graph));
        const double rest_seconds = threadSeconds() - begin;
        const double diagram_seconds = measureSeconds([&] { require(buildVoronoi(scene)); });
        const double exact_seconds = measureSeconds([&] { require(buildCorridorMap(scene)); });
        const double all = field_seconds + trace_seconds + rest_seconds;
        const double part = (field_seconds + trace_seconds) / all;
        table.rows.push_back({name, fmt::format("{:.1f}", 1e3 * field_seconds), fmt::format("{:.1f}", 1e3 * trace_seconds),
                              fmt::format("{:.1f}", 1e3 * rest_seconds), fmt::format("{:.1f} %", 100 * part),
                              fmt::format("{:.1f}", 1e3 * all), fmt::format("{:.2f}", 1e3 * diagram_seconds),
                              fmt::format("{:.2f}", 1e3 * std::max(0.0, exact_seconds - diagram_seconds)),
                              fmt::format("{:.2f}", 1e3 * exact_seconds), fmt::format("{:.1f}", all / exact_seconds)});
        is_most = is_most && part > 0.5;
        shares += fmt::format("{}{} {:.1f} %", shares.empty() ? "" : ", ", name, 100 * part);
        ratios += fmt::format("{}{:.0f}", ratios.empty() ? "" : ", ", all / exact_seconds);
    }
    outcome.measured =
        fmt::format("in pixels on one core: {} for the diagram; exact maps are built {} times as fast", shares, ratios);
    outcome.verdict = is_most ? Verdict::confirmed : Verdict::refuted;
    outcome.reason = "A graphics card drew the published diagram; here one core computes it exactly to the pixel, so the share "
                     "is larger still, and on city500, which was not fitted, too.";
    outcome.tables = {table};
    return outcome;
}

} // namespace clearway::experiments
