// SPDX-License-Identifier: MIT
// Navigation meshes, corridor maps and grids.
#include "facts.h"

#include <clearway/potential/solver.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace clearway::cli {

// ---- passages

namespace {

/// Vertices that belong together: of one level, joined by edges along which the clearance stays the same, as in the middle of a
/// corridor; or of one piece.
class Sets
{
public:
    explicit Sets(std::size_t vertex_count) : parents_(vertex_count) { std::iota(parents_.begin(), parents_.end(), 0u); }
    std::uint32_t find(std::uint32_t vertex)
    {
        while (parents_[vertex] != vertex) vertex = parents_[vertex] = parents_[parents_[vertex]];
        return vertex;
    }
    void join(std::uint32_t a, std::uint32_t b) { parents_[find(b)] = find(a); }

private:
    std::vector<std::uint32_t> parents_;
};

} // namespace

/// From the widest edge to the narrowest, until one piece has half of the whole length. Edges into corners are no ways.
static double computeGettingAbout(const VoronoiDiagram& diagram)
{
    const auto vertices = diagram.vertices();
    const auto edges = diagram.edges();
    std::vector<std::uint32_t> order;
    std::vector<double> lengths(vertices.size()); // of the piece, at its name
    double total = 0;
    for (std::uint32_t i = 0; i < edges.size(); ++i)
    {
        if (vertices[edges[i].a].clearance == 0 || vertices[edges[i].b].clearance == 0) continue;
        order.push_back(i);
        total += distance(vertices[edges[i].a].position, vertices[edges[i].b].position);
    }
    std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
        return edges[i].narrowest != edges[j].narrowest ? edges[i].narrowest > edges[j].narrowest : i < j;
    });
    Sets pieces(vertices.size());
    for (std::uint32_t i : order)
    {
        const std::uint32_t a = pieces.find(edges[i].a), b = pieces.find(edges[i].b);
        const double length = distance(vertices[edges[i].a].position, vertices[edges[i].b].position);
        const double joined = lengths[a] + (a == b ? 0 : lengths[b]) + length;
        pieces.join(a, b);
        lengths[pieces.find(a)] = joined;
        if (joined >= total / 2) return edges[i].narrowest;
    }
    return std::numeric_limits<double>::quiet_NaN();
}

Passages computePassages(const VoronoiDiagram& diagram, double quantum)
{
    Passages passages;
    passages.gets_about = computeGettingAbout(diagram);
    const auto vertices = diagram.vertices();
    const auto edges = diagram.edges();
    for (const VoronoiDiagram::Vertex& vertex : vertices)
        if (!(vertex.clearance <= passages.widest))
        {
            passages.widest = vertex.clearance;
            passages.widest_at = vertex.position;
        }
    const auto addPassage = [&](double radius, Vec2 at) {
        if (radius >= passages.narrowest) return;
        passages.narrowest = radius;
        passages.narrowest_at = at;
    };
    // The walls of a straight corridor are a rounding apart here and there.
    const auto isLower = [&](double x, double y) { return x < y - (4 * quantum + 1e-6 * y); };

    // Dips inside an edge: between two corners, or a corner and a wall.
    Sets levels(vertices.size());
    for (const VoronoiDiagram::Edge& edge : edges)
    {
        const double low = std::min(vertices[edge.a].clearance, vertices[edge.b].clearance);
        const double high = std::max(vertices[edge.a].clearance, vertices[edge.b].clearance);
        if (isLower(edge.narrowest, low))
            addPassage(edge.narrowest, edge.narrowest_at);
        else if (!isLower(low, high))
            levels.join(edge.a, edge.b);
    }
    // Levels from which it gets wider in two directions: corridors between rooms, streets between crossings.
    std::vector<std::uint32_t> rising(vertices.size());
    for (const VoronoiDiagram::Edge& edge : edges)
    {
        const bool a_is_lower = vertices[edge.a].clearance < vertices[edge.b].clearance;
        const std::uint32_t low = a_is_lower ? edge.a : edge.b;
        const std::uint32_t high = a_is_lower ? edge.b : edge.a;
        if (!isLower(vertices[low].clearance, vertices[high].clearance)) continue;
        if (!isLower(edge.narrowest, vertices[low].clearance)) ++rising[levels.find(low)];
    }
    for (std::uint32_t vertex = 0; vertex < vertices.size(); ++vertex)
        if (rising[levels.find(vertex)] >= 2) addPassage(vertices[vertex].clearance, vertices[vertex].position);
    return passages;
}

void addPassages(Facts& facts, const Passages& passages)
{
    facts.set("widest", passages.widest);
    facts.set("narrowest", passages.narrowest);
    facts.set("gets_about", passages.gets_about);
    const auto addPlace = [&](std::string_view label, double radius, Vec2 at) {
        if (std::isnan(radius)) return;
        facts.set(fmt::format("{}_at", label), at);
        facts.add(label, fmt::format("radius {} m, at {}", formatNumber(radius, 4), formatPoint(at)));
    };
    addPlace("widest", passages.widest, passages.widest_at);
    if (!std::isnan(passages.gets_about))
        facts.add("gets about", fmt::format("up to radius {} m", formatNumber(passages.gets_about, 4)));
    addPlace("narrowest", passages.narrowest, passages.narrowest_at);
}

static std::string formatBounds(const Box2& box)
{
    return fmt::format("{} to {}, {} x {} m", formatPoint(box.min), formatPoint(box.max), formatNumber(box.size().x),
                       formatNumber(box.size().y));
}

// ---- navigation meshes

/// The side after `side` around its cell.
static SideId nextAround(const NavMesh& mesh, CellId cell, SideId side)
{
    const NavMesh::Cell& c = mesh.cells()[cell];
    return side + 1 == c.first_side + c.side_count ? c.first_side : side + 1;
}

/// Boundary loops with free space all round them. Walks along boundaries, free space on the left: at the end of a side, turns
/// through portals until the next boundary side. Every component has one loop around it; all others are islands.
static std::size_t countIslands(const NavMesh& mesh)
{
    std::vector<bool> is_seen(mesh.sides().size());
    std::size_t loop_count = 0;
    for (CellId first_cell = 0; first_cell < mesh.cells().size(); ++first_cell)
    {
        const NavMesh::Cell& c = mesh.cells()[first_cell];
        for (SideId start = c.first_side; start < c.first_side + c.side_count; ++start)
        {
            if (mesh.sides()[start].portal != kNone || is_seen[start]) continue;
            ++loop_count;
            CellId cell = first_cell;
            for (SideId side = start; !is_seen[side];)
            {
                is_seen[side] = true;
                side = nextAround(mesh, cell, side);
                while (mesh.sides()[side].portal != kNone)
                {
                    const NavMesh::Portal& portal = mesh.portals()[mesh.sides()[side].portal];
                    const bool from_left = portal.left_side == side;
                    cell = from_left ? portal.right : portal.left;
                    side = nextAround(mesh, cell, from_left ? portal.right_side : portal.left_side);
                }
            }
        }
    }
    return loop_count > mesh.componentCount() ? loop_count - mesh.componentCount() : 0;
}

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
    const std::size_t islands = countIslands(mesh);
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
    facts.add("free space", fmt::format("{} m²", formatNumber(mesh.area())));
    facts.add("lattice", fmt::format("{:.3g} m", mesh.frame().quantum));
    facts.add("cells", fmt::format("{}, from {}", formatInteger(mesh.cells().size()),
                                   formatCount(mesh.vertices().size(), "vertex", "vertices")));
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
    facts.add("edges", fmt::format("{}, {} into corners, {} m in all", formatInteger(map.edges().size()),
                                   formatInteger(branch_count), formatNumber(length)));
    facts.add("vertices", formatInteger(map.vertices().size()));
    facts.add("balls",
              fmt::format("{}, {} m apart where there is room, {} m where there is not", formatInteger(map.samples().size()),
                          formatNumber(options.spacing, 4), formatNumber(options.finest, 4)));
    addPassages(facts, computePassages(diagram, diagram.frame().quantum));
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
    facts.add("for radius", fmt::format("{} m", formatNumber(grid.radius(), 4)));
    facts.add("components", formatNumber(grid.componentCount(), 0));
    facts.add("memory", formatCount(grid.memoryBytes(), "byte", "bytes"));
    facts.add("solving",
              fmt::format("{} million multiply-adds and {} MB by elimination{}", formatNumber(cost.multiply_adds / 1e6, 0),
                          formatNumber(static_cast<double>(cost.bytes) / 1e6, 0),
                          is_small ? "" : ": too much, aggregation takes its place"));
    facts.add("hash", formatHash(grid.computeHash()));
    facts.summary = fmt::format("{}, {}", formatCells(grid),
                                formatCount(static_cast<std::size_t>(grid.componentCount()), "component", "components"));
    return facts;
}

} // namespace clearway::cli
