// SPDX-License-Identifier: MIT
// `clearway info` of a surface: what can be walked on, what cannot and why, what it costs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <clearway/surface/path.h>

#include "clock.h"
#include "progress_bar.h"
#include "surface_mesh.h"

namespace clearway::cli {

namespace {

struct SurfaceStatistics
{
    double area = 0;
    double source_area = 0;
    double largest_component = 0; ///< area; square metres
    double border_length = 0;
    double least_acceleration = std::numeric_limits<double>::quiet_NaN();
    double most_acceleration = std::numeric_limits<double>::quiet_NaN();
};

/// What questions need beside the mesh, and how long that takes to build.
struct QueryCost
{
    double query_seconds = 0;
    std::size_t query_bytes = 0;
    double path_seconds = 0;
    std::size_t path_bytes = 0;
};

} // namespace

static SurfaceStatistics computeStatistics(const SurfaceMesh& mesh)
{
    SurfaceStatistics statistics;
    statistics.source_area = mesh.source().area();
    std::vector<double> areas(mesh.componentCount());
    for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    {
        const MeshTriangle& v = mesh.triangles()[t];
        const Vec3 a = mesh.positions()[v[0]];
        areas[mesh.components()[t]] += length(cross(mesh.positions()[v[1]] - a, mesh.positions()[v[2]] - a)) / 2;
    }
    statistics.area = mesh.area();
    if (!areas.empty()) statistics.largest_component = *std::max_element(areas.begin(), areas.end());
    for (const std::uint32_t h : mesh.borderHalfedges())
        statistics.border_length += distance(mesh.positions()[mesh.origin(h)], mesh.positions()[mesh.target(h)]);
    if (!mesh.accelerations().empty())
    {
        const auto [least, most] = std::minmax_element(mesh.accelerations().begin(), mesh.accelerations().end());
        statistics.least_acceleration = *least;
        statistics.most_acceleration = *most;
    }
    return statistics;
}

static QueryCost measureQueries(const SurfaceMesh& mesh)
{
    QueryCost cost;
    Clock::time_point start = Clock::now();
    const SurfaceQuery query(mesh);
    query.prepare();
    cost.query_seconds = secondsSince(start);
    cost.query_bytes = query.memoryBytes();
    start = Clock::now();
    SurfacePathFinder finder(mesh);
    finder.prepare();
    cost.path_seconds = secondsSince(start);
    cost.path_bytes = finder.memoryBytes();
    return cost;
}

/// Curvature of ground with this acceleration; 1/m.
static double computeCurvature(const SurfaceMesh& mesh, double acceleration)
{
    return mesh.speed() > 0 ? acceleration / (mesh.speed() * mesh.speed()) : std::numeric_limits<double>::quiet_NaN();
}

/// What is in the way without being part of the ground; null when nobody looked.
static Value describeStandingFields(const SurfaceMesh& mesh)
{
    if (!mesh.standing()) return {};
    const SurfaceStanding& standing = *mesh.standing();
    Value::Fields fields = {{"triangles", standing.triangle_count}};
    if (standing.triangle_count > 0) fields.emplace_back("at", Value::List{standing.at.x, standing.at.y, standing.at.z});
    return fields;
}

Value::Fields describe(const SurfaceMesh& mesh)
{
    const SurfaceStatistics statistics = computeStatistics(mesh);
    const SurfaceRemoval& removal = mesh.removal();
    const Box3 bounds = mesh.source().bounds();
    return {
        {"triangles", mesh.triangleCount()},
        {"vertices", mesh.vertexCount()},
        {"area", statistics.area},
        {"removed_area", std::max(0.0, statistics.source_area - statistics.area)},
        {"removed", Value::Fields{{"bent_vertices", removal.bent_vertices},
                                  {"low_vertices", removal.low_vertices},
                                  {"non_manifold_vertices", removal.non_manifold_vertices},
                                  {"steep_triangles", removal.steep_triangles}}},
        {"standing", describeStandingFields(mesh)},
        {"components", mesh.componentCount()},
        {"largest_component_area", statistics.largest_component},
        {"borders", mesh.borderLoops().size()},
        {"border_length", statistics.border_length},
        {"speed", mesh.speed()},
        {"max_acceleration", mesh.maxAcceleration()},
        {"acceleration", Value::List{statistics.least_acceleration, statistics.most_acceleration}},
        {"curvature", Value::List{computeCurvature(mesh, statistics.least_acceleration),
                                  computeCurvature(mesh, statistics.most_acceleration)}},
        {"mesh", Value::Fields{{"triangles", mesh.source().triangleCount()},
                               {"vertices", mesh.source().vertexCount()},
                               {"area", statistics.source_area},
                               {"bytes", mesh.source().memoryBytes()},
                               {"hash", formatHash(mesh.source().computeHash())}}},
        {"bounds", Value::List{bounds.min.x, bounds.min.y, bounds.min.z, bounds.max.x, bounds.max.y, bounds.max.z}},
        {"bytes", mesh.memoryBytes()},
        {"hash", formatHash(mesh.computeHash())},
    };
}

static void addLine(std::string& text, std::string_view label, std::string_view value)
{
    text += fmt::format("  {:<12} {}\n", label, value);
}

static std::string formatPlain(std::size_t count) { return formatNumber(static_cast<double>(count), 0); }

/// Why ground was removed, most first; empty when nothing was.
static std::string formatReasons(const SurfaceRemoval& removal)
{
    std::vector<std::pair<std::int64_t, std::string>> reasons;
    const auto add = [&](std::int64_t count, std::string_view one, std::string_view many) {
        if (count > 0) reasons.emplace_back(count, formatCount(static_cast<std::size_t>(count), one, many));
    };
    add(removal.bent_vertices, "vertex bends too much for the speed", "vertices bend too much for the speed");
    add(removal.low_vertices, "vertex has too little height above", "vertices have too little height above");
    add(removal.non_manifold_vertices, "vertex joins several sheets", "vertices join several sheets");
    add(removal.steep_triangles, "triangle is too steep", "triangles are too steep");
    std::stable_sort(reasons.begin(), reasons.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::string text;
    for (const auto& [count, reason] : reasons) text += (text.empty() ? "" : ", ") + reason;
    return text;
}

static std::string formatText(const Input& input, const BuiltSurface& built, const QueryCost& cost)
{
    const SurfaceMesh& mesh = built.mesh;
    const SurfaceStatistics statistics = computeStatistics(mesh);
    const Box3 bounds = mesh.source().bounds();
    std::string text = fmt::format("{}: {}\n", input.name, input.surface ? "surface mesh" : "mesh of triangles, as a surface");
    addLine(text, "bounds",
            fmt::format("({}, {}, {}) to ({}, {}, {})", formatNumber(bounds.min.x), formatNumber(bounds.min.y),
                        formatNumber(bounds.min.z), formatNumber(bounds.max.x), formatNumber(bounds.max.y),
                        formatNumber(bounds.max.z)));
    addLine(text, "mesh",
            fmt::format("{}, {}, {} m²", formatCount(mesh.source().triangleCount(), "triangle", "triangles"),
                        formatCount(mesh.source().vertexCount(), "vertex", "vertices"), formatNumber(statistics.source_area)));
    addLine(text, "speed",
            fmt::format("{} m/s, accelerations up to {} m/s²", formatNumber(mesh.speed()), formatNumber(mesh.maxAcceleration())));
    addLine(text, "walkable",
            fmt::format("{}, {}", formatWalkable(mesh), formatCount(mesh.triangleCount(), "triangle", "triangles")));
    const std::string reasons = formatReasons(mesh.removal());
    if (!reasons.empty()) addLine(text, "removed", reasons);
    if (mesh.standing() && mesh.standing()->triangle_count > 0)
        addLine(text, "standing",
                fmt::format("{} on the ground or through it, the first at ({}, {}, {})",
                            formatCount(static_cast<std::size_t>(mesh.standing()->triangle_count), "triangle", "triangles"),
                            formatNumber(mesh.standing()->at.x), formatNumber(mesh.standing()->at.y),
                            formatNumber(mesh.standing()->at.z)));
    if (!mesh.isEmpty())
    {
        addLine(text, "acceleration",
                fmt::format("{} to {} m/s²", formatNumber(statistics.least_acceleration, 4),
                            formatNumber(statistics.most_acceleration, 4)));
        if (mesh.speed() > 0)
            addLine(text, "curvature",
                    fmt::format("{} to {} 1/m", formatNumber(computeCurvature(mesh, statistics.least_acceleration), 4),
                                formatNumber(computeCurvature(mesh, statistics.most_acceleration), 4)));
    }
    addLine(text, "components",
            fmt::format("{}{}", formatPlain(mesh.componentCount()),
                        mesh.componentCount() > 1
                            ? fmt::format(", the largest of {} m²", formatNumber(statistics.largest_component))
                            : std::string()));
    addLine(text, "borders",
            mesh.borderLoops().empty() ? "none: closed"
                                       : fmt::format("{}, {} m in all", formatCount(mesh.borderLoops().size(), "loop", "loops"),
                                                     formatNumber(statistics.border_length)));
    addLine(text, "memory",
            fmt::format("{}, and {} of the mesh it lies on; {} to find places, {} to find paths",
                        formatCount(mesh.memoryBytes(), "byte", "bytes"), formatPlain(mesh.source().memoryBytes()),
                        formatPlain(cost.query_bytes), formatPlain(cost.path_bytes)));
    addLine(text, "times",
            fmt::format("read in {} ms, {}ready for places in {} ms, for paths in {} ms", formatNumber(1000 * input.read_seconds),
                        input.surface ? "" : fmt::format("built in {} ms, ", formatNumber(1000 * built.build_seconds)),
                        formatNumber(1000 * cost.query_seconds), formatNumber(1000 * cost.path_seconds)));
    if (input.file_bytes >= 0) addLine(text, "file", formatCount(static_cast<std::size_t>(input.file_bytes), "byte", "bytes"));
    addLine(text, "hash", formatHash(mesh.computeHash()));
    return text;
}

/// What is wrong, at most so much that it can be read.
static std::vector<std::string> findProblems(const SurfaceMesh& mesh)
{
    std::vector<std::string> problems = verify(mesh.source());
    for (std::string& problem : verify(mesh)) problems.push_back(std::move(problem));
    if (problems.size() > 100) problems.resize(100);
    return problems;
}

void printSurfaceInfo(const InfoOptions& options, const Input& input)
{
    if (options.mesh.cells || options.mesh.relaxation > 0)
        throw UsageError("--decomposition and --relax are for outlines; a surface is made of triangles already");
    ProgressBar bar;
    const BuiltSurface built = buildSurface(input, options.surface, bar.callback());
    const QueryCost cost = measureQueries(built.mesh);
    std::vector<std::string> problems;
    if (options.verify) problems = findProblems(built.mesh);
    bar.clear();
    printFindings(input, built.parts);
    if (options.common.json)
    {
        Value::Fields fields = {{"kind", "surface"}, {"source", input.path}};
        for (auto& field : describe(built.mesh)) fields.push_back(std::move(field));
        fields.emplace_back("query_bytes", cost.query_bytes);
        fields.emplace_back("path_bytes", cost.path_bytes);
        fields.emplace_back("seconds", Value::Fields{{"read", input.read_seconds},
                                                     {"build", input.surface ? Value() : Value(built.build_seconds)},
                                                     {"query", cost.query_seconds},
                                                     {"path", cost.path_seconds}});
        if (input.file_bytes >= 0) fields.emplace_back("file_bytes", input.file_bytes);
        if (input.triangles) fields.emplace_back("findings", describe(input.mesh_report));
        if (options.verify)
        {
            Value::List list;
            for (const std::string& problem : problems) list.emplace_back(problem);
            fields.emplace_back("problems", std::move(list));
        }
        printOutput(formatJson(fields));
    }
    else
    {
        std::string text = formatText(input, built, cost);
        if (options.verify) addLine(text, "verified", problems.empty() ? "nothing wrong" : "see below");
        for (const std::string& problem : problems) text += fmt::format("  problem: {}\n", problem);
        printOutput(text);
    }
    requireNoProblems(input.name, problems);
}

} // namespace clearway::cli
