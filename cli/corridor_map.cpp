// SPDX-License-Identifier: MIT
#include "corridor_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "passages.h"
#include "progress_bar.h"

namespace clearway::cli {

namespace {

struct MapStatistics
{
    std::size_t branch_count = 0;
    std::size_t islands = 0; ///< edges minus vertices plus components
    double length = 0;       ///< of all edges, branches too; metres
};

} // namespace

CorridorMap buildCorridor(const Input& input, const CorridorArguments& arguments, const Progress& progress, double* seconds)
{
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    if (input.corridor && arguments.isGiven())
        throw UsageError(
            fmt::format("'{}' holds a corridor map already; to change it, build it anew from its scene", input.path));
    std::optional<CorridorMap> map = input.corridor;
    if (!map)
    {
        CorridorMapOptions options;
        options.max_radius = arguments.max_radius.value_or(options.max_radius);
        options.spacing = arguments.spacing.value_or(options.spacing);
        options.finest = arguments.finest.value_or(std::min(options.finest, options.spacing));
        options.corner_clearance = arguments.corner_clearance.value_or(options.corner_clearance);
        if (arguments.prune_corners) options.corners = CornerBranches::prune;
        if (options.finest > options.spacing)
            throw UsageError(fmt::format("--finest {} is above --spacing {}: balls stand closer where there is less room",
                                         options.finest, options.spacing));
        const VoronoiDiagram diagram = require(buildVoronoi(buildOutline(input, progress), progress));
        map = require(buildCorridorMap(diagram, options));
    }
    if (seconds) *seconds = std::chrono::duration<double>(Clock::now() - start).count();
    stopIfInterrupted();
    return *map;
}

static MapStatistics computeStatistics(const CorridorMap& map)
{
    MapStatistics statistics;
    for (const CorridorMap::Edge& edge : map.edges())
    {
        statistics.branch_count += edge.is_branch;
        statistics.length += edge.length;
    }
    statistics.islands = map.edges().size() + map.componentCount() - map.vertices().size();
    return statistics;
}

static Box2 computeBounds(const CorridorMap& map)
{
    Box2 bounds;
    for (const VoronoiDiagram::Site& site : map.diagram().sites())
    {
        bounds.add(site.shape.a);
        bounds.add(site.shape.b);
    }
    return bounds;
}

Value::Fields describe(const CorridorMap& map)
{
    const MapStatistics statistics = computeStatistics(map);
    const Passages passages = computePassages(map.diagram(), map.diagram().frame().quantum);
    const CorridorMapOptions& options = map.options();
    const Box2 bounds = computeBounds(map);
    return {
        {"edges", map.edges().size()},
        {"branches", statistics.branch_count},
        {"vertices", map.vertices().size()},
        {"balls", map.samples().size()},
        {"length", statistics.length},
        {"components", map.componentCount()},
        {"islands", statistics.islands},
        {"widest", passages.widest},
        {"narrowest", passages.narrowest},
        {"gets_about", passages.gets_about},
        {"options", Value::Fields{{"max_radius", options.max_radius},
                                  {"spacing", options.spacing},
                                  {"finest", options.finest},
                                  {"corner_clearance", options.corner_clearance},
                                  {"prune_corners", options.corners == CornerBranches::prune}}},
        {"bounds", Value::List{bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y}},
        {"quantum", map.diagram().frame().quantum},
        {"bytes", map.memoryBytes()},
        {"hash", formatHash(map.computeHash())},
    };
}

static void addLine(std::string& text, std::string_view label, std::string_view value)
{
    text += fmt::format("  {:<12} {}\n", label, value);
}

static std::string formatText(const Input& input)
{
    const CorridorMap& map = *input.corridor;
    const MapStatistics statistics = computeStatistics(map);
    const Passages passages = computePassages(map.diagram(), map.diagram().frame().quantum);
    const Box2 bounds = computeBounds(map);
    const auto formatPlace = [](double radius, Vec2 at) {
        return fmt::format("radius {} m, at ({}, {})", formatNumber(radius, 4), formatNumber(at.x), formatNumber(at.y));
    };
    std::string text = fmt::format("{}: corridor map\n", input.name);
    addLine(text, "bounds",
            fmt::format("({}, {}) to ({}, {})", formatNumber(bounds.min.x), formatNumber(bounds.min.y),
                        formatNumber(bounds.max.x), formatNumber(bounds.max.y)));
    addLine(text, "edges",
            fmt::format("{}, {} into corners, {} m in all", formatNumber(static_cast<double>(map.edges().size()), 0),
                        formatNumber(static_cast<double>(statistics.branch_count), 0), formatNumber(statistics.length)));
    addLine(text, "vertices", formatNumber(static_cast<double>(map.vertices().size()), 0));
    addLine(text, "balls",
            fmt::format("{}, {} m apart where there is room, {} m where there is not",
                        formatNumber(static_cast<double>(map.samples().size()), 0), formatNumber(map.options().spacing, 4),
                        formatNumber(map.options().finest, 4)));
    if (!std::isnan(passages.widest)) addLine(text, "widest", formatPlace(passages.widest, passages.widest_at));
    if (!std::isnan(passages.gets_about))
        addLine(text, "gets about", fmt::format("up to radius {} m", formatNumber(passages.gets_about, 4)));
    if (!std::isnan(passages.narrowest)) addLine(text, "narrowest", formatPlace(passages.narrowest, passages.narrowest_at));
    addLine(text, "components", formatNumber(map.componentCount(), 0));
    addLine(text, "islands", formatNumber(static_cast<double>(statistics.islands), 0));
    addLine(text, "memory", formatCount(map.memoryBytes(), "byte", "bytes"));
    if (input.file_bytes >= 0) addLine(text, "file", formatCount(static_cast<std::size_t>(input.file_bytes), "byte", "bytes"));
    addLine(text, "hash", formatHash(map.computeHash()));
    return text;
}

void printCorridorInfo(const InfoOptions& options, const Input& input)
{
    if (!options.common.json) return printOutput(formatText(input));
    Value::Fields fields = {{"kind", "corridor"}, {"source", input.path}};
    for (auto& field : describe(*input.corridor)) fields.push_back(std::move(field));
    if (input.file_bytes >= 0) fields.emplace_back("file_bytes", input.file_bytes);
    printOutput(formatJson(fields));
}

} // namespace clearway::cli
