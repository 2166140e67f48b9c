// SPDX-License-Identifier: MIT
#include "navmesh/decompose_soup.h"

#include <algorithm>
#include <array>

#include <clearway/geometry/shapes.h>

namespace clearway {

namespace {

bool isLower(Vec2 a, Vec2 b) { return a.y != b.y ? a.y < b.y : a.x < b.x; }

/// The sides of one or two decompositions of a layer that make up its cells.
struct Choice
{
    const CellGraph* graph = nullptr;
    const CellGraph* other = nullptr;               ///< may be missing
    const std::vector<bool>* takes_other = nullptr; ///< per area; only with `other`

    bool takes(const CellGraph& from, const CellGraph::Side& side) const
    {
        return side.from != kNone && (other == nullptr || (*takes_other)[side.area] == (&from == other));
    }
    template <typename Function>
    void forEachGraph(Function function) const
    {
        function(*graph);
        if (other != nullptr) function(*other);
    }
};

/// The vertices that cells use, appended to the soup; for each vertex of the triangulation its id there.
std::vector<VertexId> appendVertices(const Choice& choice, CellSoup& soup)
{
    const LayerPlan& plan = choice.graph->plan();
    const Triangulation& t = plan.triangulation;
    std::vector<bool> used(t.vertexCount());
    choice.forEachGraph([&](const CellGraph& graph) {
        for (const CellGraph::Side& side : graph.sides())
        {
            if (choice.takes(graph, side)) used[side.from] = true;
        }
    });
    struct Added
    {
        std::uint32_t vertex;
        std::uint32_t wall;
        double parameter;
    };
    std::vector<Added> added;
    std::vector<VertexId> ids(t.vertexCount(), kNone);
    const auto heights = plan.scene->heights();
    for (std::uint32_t v = 0; v < t.vertexCount(); ++v)
    {
        if (!used[v]) continue;
        if (plan.isAdded(v))
        {
            const std::uint32_t wall = plan.added[v - plan.cornerCount()];
            const Segment segment = {t.position(wall), t.position(plan.next_corner[wall])};
            added.push_back({v, wall, computeClosestParameter(segment, t.position(v))});
            continue;
        }
        ids[v] = static_cast<VertexId>(soup.vertices.size());
        soup.vertices.push_back({t.position(v), heights[plan.corners[v]]});
    }
    std::sort(added.begin(), added.end(), [](const Added& a, const Added& b) {
        if (a.wall != b.wall) return a.wall < b.wall;
        return a.parameter != b.parameter ? a.parameter < b.parameter : a.vertex < b.vertex;
    });
    for (const Added& vertex : added)
    {
        const double begin = heights[plan.corners[vertex.wall]], end = heights[plan.corners[plan.next_corner[vertex.wall]]];
        ids[vertex.vertex] = static_cast<VertexId>(soup.vertices.size());
        soup.vertices.push_back({t.position(vertex.vertex), begin + (end - begin) * vertex.parameter});
    }
    return ids;
}

/// One side per cell: the one that starts at its lowest corner. In the order of these corners.
struct FirstSide
{
    const CellGraph* graph;
    std::uint32_t side;
    Vec2 corner;
    Vec2 next_corner;
};

std::vector<FirstSide> findFirstSides(const Choice& choice)
{
    std::vector<FirstSide> first_sides;
    choice.forEachGraph([&](const CellGraph& graph) {
        const auto& sides = graph.sides();
        const auto at = [&](std::uint32_t side) { return graph.plan().triangulation.position(sides[side].from); };
        std::vector<bool> seen(sides.size());
        for (std::uint32_t s = 0; s < sides.size(); ++s)
        {
            if (!choice.takes(graph, sides[s]) || seen[s]) continue;
            std::uint32_t lowest = s;
            for (std::uint32_t i = s; !seen[i]; i = sides[i].next)
            {
                seen[i] = true;
                if (isLower(at(i), at(lowest))) lowest = i;
            }
            first_sides.push_back({&graph, lowest, at(lowest), at(sides[lowest].next)});
        }
    });
    // No two cells have the same directed side, so this is a total order.
    std::sort(first_sides.begin(), first_sides.end(), [&](const FirstSide& a, const FirstSide& b) {
        return a.corner == b.corner ? isLower(a.next_corner, b.next_corner) : isLower(a.corner, b.corner);
    });
    return first_sides;
}

void appendChosenCells(const Choice& choice, CellSoup& soup)
{
    const LayerPlan& plan = choice.graph->plan();
    const std::vector<VertexId> ids = appendVertices(choice, soup);
    for (const FirstSide& first : findFirstSides(choice))
    {
        const auto& sides = first.graph->sides();
        std::uint32_t s = first.side;
        do
        {
            const bool is_portal = sides[s].twin != kNone;
            soup.corners.push_back(ids[sides[s].from]);
            // A wall that is none of the scene is left without an obstacle, which the assembly refuses.
            const std::uint32_t wall = is_portal ? kNone : plan.findWall(sides[s].from, first.graph->target(s));
            soup.side_obstacle.push_back(wall == kNone ? kNone : plan.corners[wall]);
            s = sides[s].next;
        } while (s != first.side);
        soup.first_side.push_back(static_cast<std::uint32_t>(soup.corners.size()));
        soup.layers.push_back(plan.layer);
    }
}

} // namespace

void appendCells(const CellGraph& graph, CellSoup& soup) { appendChosenCells({&graph, nullptr, nullptr}, soup); }

void appendCells(const CellGraph& graph, const CellGraph& other, const std::vector<bool>& takes_other, CellSoup& soup)
{
    appendChosenCells({&graph, &other, &takes_other}, soup);
}

} // namespace clearway
