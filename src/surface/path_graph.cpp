// SPDX-License-Identifier: MIT
#include "surface/path_graph.h"

#include <algorithm>
#include <cmath>

#include "geometry/angle.h"

namespace clearway::surfacing {

namespace {

/// Points on an edge of mean length. The fewer triangles there are, the more choices between ways hang on each of them.
double choosePointsPerEdge(std::size_t triangle_count)
{
    if (triangle_count <= 500) return 6;
    if (triangle_count <= 5000) return 2;
    return 1;
}

constexpr double kMostPoints = 12;
constexpr double kPointsNearBorders = 5;

bool isNear(const BorderClearance& borders, const SurfaceView& view, std::uint32_t halfedge)
{
    const std::uint32_t other = view.opposites[halfedge];
    return !borders.borders(halfedge / 3).empty() || (other != kNone && !borders.borders(other / 3).empty());
}

double computeMeanEdgeLength(const SurfaceView& view, std::size_t halfedge_count)
{
    double sum = 0;
    for (std::uint32_t h = 0; h < halfedge_count; ++h) sum += distance(view.originAt(h), view.targetAt(h));
    return halfedge_count > 0 ? sum / static_cast<double>(halfedge_count) : 0;
}

/// A little less than a full turn, so that a plane counts as one.
constexpr double kFullTurn = 2 * kPi - 1e-6;

std::vector<std::uint8_t> findBendingVertices(const SurfaceView& view, std::size_t vertex_count, std::size_t halfedge_count)
{
    std::vector<double> angles(vertex_count);
    for (std::uint32_t h = 0; h < halfedge_count; ++h)
    {
        const Vec3 a = view.originAt(h), u = view.targetAt(h) - a, v = view.apexAt(h) - a;
        angles[view.origin(h)] += computeTurn({1, 0}, {dot(u, v), length(cross(u, v))});
        if (view.opposites[h] != kNone) continue;
        angles[view.origin(h)] += kFullTurn;
        angles[view.target(h)] += kFullTurn;
    }
    std::vector<std::uint8_t> can_bend(vertex_count);
    for (std::size_t v = 0; v < vertex_count; ++v) can_bend[v] = angles[v] >= kFullTurn;
    return can_bend;
}

} // namespace

PathGraph PathGraph::build(const SurfaceMesh& mesh, Kind kind, const BorderClearance* near_borders)
{
    PathGraph graph;
    const SurfaceView view(mesh);
    const auto halfedge_count = static_cast<std::uint32_t>(3 * mesh.triangleCount());
    graph.vertex_count_ = static_cast<std::uint32_t>(mesh.vertexCount());
    graph.corners_.assign(mesh.vertexCount(), kNone);
    graph.edge_of_halfedge_.resize(halfedge_count);
    for (std::uint32_t h = 0; h < halfedge_count; ++h)
    {
        const std::uint32_t other = view.opposites[h];
        if (graph.corners_[view.origin(h)] == kNone || other == kNone) graph.corners_[view.origin(h)] = h;
        if (other < h)
        {
            graph.edge_of_halfedge_[h] = graph.edge_of_halfedge_[other];
            continue;
        }
        graph.edge_of_halfedge_[h] = static_cast<std::uint32_t>(graph.edge_halfedges_.size());
        graph.edge_halfedges_.push_back(h);
    }

    graph.can_bend_ = findBendingVertices(view, mesh.vertexCount(), halfedge_count);
    const double per_edge = kind == Kind::vertices ? 0 : choosePointsPerEdge(mesh.triangleCount());
    const double mean = computeMeanEdgeLength(view, halfedge_count);
    graph.points_.assign(mesh.positions().begin(), mesh.positions().end());
    graph.first_points_.reserve(graph.edge_halfedges_.size() + 1);
    for (std::uint32_t edge = 0; edge < graph.edge_halfedges_.size(); ++edge)
    {
        graph.first_points_.push_back(static_cast<NodeId>(graph.points_.size()));
        const Vec3 a = view.originAt(graph.edge_halfedges_[edge]), b = view.targetAt(graph.edge_halfedges_[edge]);
        double wanted = mean > 0 ? std::floor(per_edge * distance(a, b) / mean + 0.5) : 0;
        // Ways that cannot bend at vertices must be able to cross every edge.
        if (kind == Kind::edge_points) wanted = std::max(wanted, 1.0);
        if (near_borders && kind == Kind::edge_points && isNear(*near_borders, view, graph.edge_halfedges_[edge]))
            wanted = std::max(wanted, kPointsNearBorders);
        const auto count = static_cast<std::uint32_t>(std::min(wanted, kMostPoints));
        for (std::uint32_t i = 1; i <= count; ++i)
        {
            graph.points_.push_back(interpolate(a, b, i / static_cast<double>(count + 1)));
            graph.edge_of_point_.push_back(edge);
        }
    }
    graph.first_points_.push_back(static_cast<NodeId>(graph.points_.size()));
    return graph;
}

double PathGraph::fractionOf(NodeId node) const
{
    const std::uint32_t edge = edge_of_point_[node - vertex_count_];
    const NodeId first = first_points_[edge];
    return (node - first + 1) / static_cast<double>(first_points_[edge + 1] - first + 1);
}

std::size_t PathGraph::memoryBytes() const
{
    return points_.capacity() * sizeof(Vec3) +
           4 * (corners_.capacity() + edge_of_halfedge_.capacity() + edge_halfedges_.capacity() + first_points_.capacity() +
                edge_of_point_.capacity());
}

} // namespace clearway::surfacing
