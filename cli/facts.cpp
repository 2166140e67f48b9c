// SPDX-License-Identifier: MIT
// Navigation meshes, corridor maps and grids.
#include "facts.h"

#include <clearway/potential/solver.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace clearway::cli {

// ---- passages

void addPassages(Facts& facts, const VoronoiDiagram::Passages& passages)
{
    facts.set("widest", passages.widest);
    facts.set("narrowest", passages.narrowest);
    facts.set("gets_about", passages.gets_about);
    const auto addPlace = [&](std::string_view label, double radius, Vec2 at) {
        if (std::isnan(radius)) return;
        facts.set(fmt::format("{}_at", label), at);
        facts.add(label, "radius {} m, at {}", formatNumber(radius, 4), formatPoint(at));
    };
    addPlace("widest", passages.widest, passages.widest_at);
    if (!std::isnan(passages.gets_about)) facts.add("gets about", "up to radius {} m", formatNumber(passages.gets_about, 4));
    addPlace("narrowest", passages.narrowest, passages.narrowest_at);
}

static std::string formatBounds(const Box2& box)
{
    return fmt::format("{} to {}, {} x {} m", formatPoint(box.min), formatPoint(box.max), formatNumber(box.size().x),
                       formatNumber(box.size().y));
}

// ---- navigation meshes

Facts describe(const NavMesh& mesh)
{
    double longest = std::numeric_limits<double>::quiet_NaN(), shortest = longest;
    for (const NavMesh::Portal& portal : mesh.portals())
    {
        const Segment segment = mesh.segment(portal);
        const double width = distance(segment.a, segment.b);
        if (!(width <= longest)) longest = width;
        if (!(width >= shortest)) shortest = width;
    }
    const std::size_t islands = mesh.countIslands();
    Facts facts;
    facts.fields = {
        {"cells", mesh.cells().size()},
        {"portals", mesh.portals().size()},
        {"vertices", mesh.vertices().size()},
        {"obstacles", mesh.obstacles().size()},
        {"area", mesh.area()},
        {"components", mesh.componentCount()},
        {"islands", islands},
        {"longest_portal", longest},
        {"shortest_portal", shortest},
        {"bounds", mesh.bounds()},
        {"origin", mesh.frame().origin},
        {"quantum", mesh.frame().quantum},
        {"bytes", mesh.memoryBytes()},
        {"hash", formatHash(mesh.computeHash())},
    };
    facts.add("bounds", formatBounds(mesh.bounds()));
    facts.add("free space", "{} m²", formatNumber(mesh.area()));
    facts.add("lattice", "{:.3g} m", mesh.frame().quantum);
    facts.add("cells", "{}, from {}", formatInteger(mesh.cells().size()),
              formatCount(mesh.vertices().size(), "vertex", "vertices"));
    std::string portals = formatInteger(mesh.portals().size());
    if (!mesh.portals().empty()) portals += fmt::format(", {} to {} m long", formatNumber(shortest), formatNumber(longest));
    facts.add("portals", portals);
    facts.add("obstacles", formatCount(mesh.obstacles().size(), "edge", "edges"));
    facts.add("components", formatInteger(mesh.componentCount()));
    facts.add("islands", formatInteger(islands));
    facts.add("memory", formatCount(mesh.memoryBytes(), "byte", "bytes"));
    facts.add("hash", formatHash(mesh.computeHash()));
    facts.summary = fmt::format("{}, {}, {}, {}", formatCount(mesh.cells().size(), "cell", "cells"),
                                formatCount(mesh.portals().size(), "portal", "portals"),
                                formatCount(mesh.vertices().size(), "vertex", "vertices"),
                                formatCount(mesh.componentCount(), "component", "components"));
    return facts;
}

// ---- corridor maps

Facts describe(const CorridorMap& map)
{
    const VoronoiDiagram& diagram = map.diagram();
    const CorridorMapOptions& options = map.options();
    std::size_t branch_count = 0;
    double length = 0;
    for (const CorridorMap::Edge& edge : map.edges())
    {
        branch_count += edge.is_branch;
        length += edge.length;
    }
    const std::size_t islands = map.edges().size() + map.componentCount() - map.vertices().size();
    Box2 bounds;
    for (const VoronoiDiagram::Site& site : diagram.sites())
    {
        bounds.add(site.shape.a);
        bounds.add(site.shape.b);
    }
    Facts facts;
    facts.fields = {
        {"edges", map.edges().size()},
        {"branches", branch_count},
        {"vertices", map.vertices().size()},
        {"balls", map.samples().size()},
        {"length", length},
        {"components", map.componentCount()},
        {"islands", islands},
        {"options", Value::Fields{{"max_radius", options.max_radius},
                                  {"spacing", options.spacing},
                                  {"finest", options.finest},
                                  {"corner_clearance", options.corner_clearance},
                                  {"prune_corners", options.corners == CorridorMapOptions::CornerBranches::prune}}},
        {"bounds", bounds},
        {"quantum", diagram.frame().quantum},
        {"bytes", map.memoryBytes()},
        {"hash", formatHash(map.computeHash())},
    };
    facts.add("bounds", formatBounds(bounds));
    facts.add("edges", "{}, {} into corners, {} m in all", formatInteger(map.edges().size()), formatInteger(branch_count),
              formatNumber(length));
    facts.add("vertices", formatInteger(map.vertices().size()));
    facts.add("balls", "{}, {} m apart where there is room, {} m where there is not", formatInteger(map.samples().size()),
              formatNumber(options.spacing, 4), formatNumber(options.finest, 4));
    addPassages(facts, diagram.computePassages());
    facts.add("components", formatInteger(map.componentCount()));
    facts.add("islands", formatInteger(islands));
    facts.add("memory", formatCount(map.memoryBytes(), "byte", "bytes"));
    facts.add("hash", formatHash(map.computeHash()));
    facts.summary =
        fmt::format("{}, {}, {}, {}", formatCount(map.edges().size(), "edge", "edges"),
                    formatCount(map.vertices().size(), "vertex", "vertices"), formatCount(map.samples().size(), "ball", "balls"),
                    formatCount(map.componentCount(), "component", "components"));
    return facts;
}

// ---- grids of fields

std::string formatCells(const FieldGrid& grid)
{
    return fmt::format("{} x {} cells of {} m, {} of them free", formatNumber(grid.width(), 0), formatNumber(grid.height(), 0),
                       formatNumber(grid.cellSize(), 4), formatNumber(grid.freeCount(), 0));
}

Facts describe(const FieldGrid& grid)
{
    const FieldCost cost = predictCost(grid);
    const FieldSolverOptions limits;
    const bool is_small = cost.multiply_adds <= limits.max_operations && cost.bytes <= limits.max_bytes;
    const Box2 bounds = {grid.origin(), grid.origin() + Vec2{grid.width() * grid.cellSize(), grid.height() * grid.cellSize()}};
    Facts facts;
    facts.fields = {
        {"width", grid.width()},
        {"height", grid.height()},
        {"cells", grid.cellCount()},
        {"free", grid.freeCount()},
        {"components", grid.componentCount()},
        {"cell_size", grid.cellSize()},
        {"radius", grid.radius()},
        {"bounds", bounds},
        {"bytes", grid.memoryBytes()},
        {"solving", Value::Fields{{"multiply_adds", cost.multiply_adds}, {"bytes", cost.bytes}}},
        {"hash", formatHash(grid.computeHash())},
    };
    facts.add("bounds", formatBounds(bounds));
    facts.add("cells", formatCells(grid));
    facts.add("for radius", "{} m", formatNumber(grid.radius(), 4));
    facts.add("components", formatNumber(grid.componentCount(), 0));
    facts.add("memory", formatCount(grid.memoryBytes(), "byte", "bytes"));
    facts.add("solving", "{} million multiply-adds and {} MB by elimination{}", formatNumber(cost.multiply_adds / 1e6, 0),
              formatNumber(static_cast<double>(cost.bytes) / 1e6, 0), is_small ? "" : ": too much, aggregation takes its place");
    facts.add("hash", formatHash(grid.computeHash()));
    facts.summary = fmt::format("{}, {}", formatCells(grid),
                                formatCount(static_cast<std::size_t>(grid.componentCount()), "component", "components"));
    return facts;
}

} // namespace clearway::cli
