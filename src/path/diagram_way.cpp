// SPDX-License-Identifier: MIT
#include "path/diagram_way.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "voronoi/attach.h"
#include "voronoi/data.h"

namespace clearway {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The edges at each vertex.
struct EdgesAtVertices
{
    explicit EdgesAtVertices(const VoronoiDiagram& diagram) : first(diagram.vertices().size() + 1)
    {
        for (const VoronoiDiagram::Edge& edge : diagram.edges()) ++first[edge.a], ++first[edge.b];
        std::uint32_t sum = 0;
        for (std::uint32_t& begin : first) sum += std::exchange(begin, sum);
        edges.resize(sum);
        std::vector<std::uint32_t> next = first;
        for (std::uint32_t i = 0; i < diagram.edges().size(); ++i)
            for (const std::uint32_t vertex : {diagram.edges()[i].a, diagram.edges()[i].b}) edges[next[vertex]++] = i;
    }
    std::span<const std::uint32_t> at(std::uint32_t vertex) const
    {
        return std::span(edges).subspan(first[vertex], first[vertex + 1] - first[vertex]);
    }

    std::vector<std::uint32_t> first;
    std::vector<std::uint32_t> edges;
};

struct WaitingVertex
{
    double key = 0;
    std::uint32_t vertex = 0;

    friend bool operator<(const WaitingVertex& a, const WaitingVertex& b) // the first in a heap has the lowest key
    {
        return a.key != b.key ? a.key > b.key : a.vertex > b.vertex;
    }
};

} // namespace

std::vector<std::uint32_t> findDiagramWay(const VoronoiDiagram& diagram, const DiagramEnd& start, const DiagramEnd& goal,
                                          double radius)
{
    const voronoi::Attachment from = voronoi::attach(diagram.data(), start.position, start.nearest);
    const voronoi::Attachment to = voronoi::attach(diagram.data(), goal.position, goal.nearest);
    if (from.edge == kNone || to.edge == kNone) return {};
    const EdgesAtVertices around(diagram);
    const std::span<const VoronoiDiagram::Vertex> vertices = diagram.vertices();
    std::vector<double> costs(vertices.size(), kInfinity);
    std::vector<std::uint32_t> parents(vertices.size(), kNone);
    std::vector<WaitingVertex> heap;
    const auto reach = [&](std::uint32_t vertex, double cost, std::uint32_t parent) {
        if (cost >= costs[vertex] || vertices[vertex].clearance < radius) return;
        costs[vertex] = cost;
        parents[vertex] = parent;
        heap.push_back({cost + distance(vertices[vertex].position, goal.position), vertex});
        std::push_heap(heap.begin(), heap.end());
    };
    const VoronoiDiagram::Edge& first = diagram.edges()[from.edge];
    const VoronoiDiagram::Edge& last = diagram.edges()[to.edge];
    for (const std::uint32_t vertex : {first.a, first.b})
        reach(vertex, distance(start.position, vertices[vertex].position), kNone);
    std::uint32_t arrived = kNone;
    while (!heap.empty() && arrived == kNone)
    {
        std::pop_heap(heap.begin(), heap.end());
        const auto [key, vertex] = heap.back();
        heap.pop_back();
        if (key > costs[vertex] + distance(vertices[vertex].position, goal.position)) continue; // reached by a shorter way since
        if (vertex == last.a || vertex == last.b) arrived = vertex;
        for (const std::uint32_t i : around.at(vertex))
        {
            const VoronoiDiagram::Edge& edge = diagram.edges()[i];
            if (edge.narrowest < radius) continue;
            const std::uint32_t other = edge.a == vertex ? edge.b : edge.a;
            reach(other, costs[vertex] + distance(vertices[vertex].position, vertices[other].position), vertex);
        }
    }
    std::vector<std::uint32_t> way;
    for (; arrived != kNone; arrived = parents[arrived]) way.push_back(arrived);
    std::ranges::reverse(way);
    return way;
}

} // namespace clearway
