// SPDX-License-Identifier: MIT
#include "corridor_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "passages.h"

namespace clearway::cli {

namespace {

struct MapStatistics
{
    std::size_t branch_count = 0;
    std::size_t islands = 0; ///< edges minus vertices plus components
    double length = 0;       ///< of all edges, branches too; metres
};

} // namespace

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

std::string formatSummary(const CorridorMap& map)
{
    return fmt::format("{}, {}, {}, {}", formatCount(map.edges().size(), "edge", "edges"),
                       formatCount(map.vertices().size(), "vertex", "vertices"),
                       formatCount(map.samples().size(), "ball", "balls"),
                       formatCount(map.componentCount(), "component", "components"));
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
