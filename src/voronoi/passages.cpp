// SPDX-License-Identifier: MIT
#include <clearway/voronoi/diagram.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "base/disjoint_sets.h"

namespace clearway {

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
    DisjointSets pieces(vertices.size());
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

VoronoiDiagram::Passages VoronoiDiagram::computePassages() const
{
    Passages passages;
    passages.gets_about = computeGettingAbout(*this);
    const auto vertices = this->vertices();
    const auto edges = this->edges();
    const double quantum = frame().quantum;
    for (const Vertex& vertex : vertices)
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
    // Levels: vertices joined by edges along which the clearance stays the same, as in the middle of a corridor.
    DisjointSets levels(vertices.size());
    for (const Edge& edge : edges)
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
    for (const Edge& edge : edges)
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

} // namespace clearway
