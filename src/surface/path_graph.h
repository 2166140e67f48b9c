// SPDX-License-Identifier: MIT
// The graph that paths over a surface are searched in: vertices, and points spread over the edges. Two nodes are joined when a
// triangle holds both and the line between them passes no other.
#pragma once
#include <cstdint>
#include <vector>

#include <clearway/surface/surface_mesh.h>

#include "surface/unfold.h"

namespace clearway::surfacing {

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = 0xffffffff;

class PathGraph
{
public:
    enum class Kind
    {
        vertices,    ///< no points on edges
        edge_points, ///< on long edges more than on short ones, on small meshes more than on large ones
    };
    static PathGraph build(const SurfaceMesh& mesh, Kind kind);

    bool isBuilt() const { return !points_.empty(); }
    std::size_t nodeCount() const { return points_.size(); }
    Vec3 point(NodeId node) const { return points_[node]; }
    bool isVertex(NodeId node) const { return node < vertex_count_; }
    /// A half-edge that holds a node on an edge.
    std::uint32_t halfedgeOf(NodeId node) const { return edge_halfedges_[edge_of_point_[node - vertex_count_]]; }
    /// How far along halfedgeOf(node) it is.
    double fractionOf(NodeId node) const;
    /// A half-edge that starts at a vertex; turning left from it, all triangles there are met.
    std::uint32_t cornerOf(std::uint32_t vertex) const { return corners_[vertex]; }
    std::size_t byteCount() const;

    /// Calls visit(neighbour, triangle) for each neighbour of a node; some come twice.
    template <typename Visit>
    void forEachNeighbour(const SurfaceView& view, NodeId node, Visit&& visit) const;
    /// Calls visit(node) for each node on the border of a triangle.
    template <typename Visit>
    void forEachNode(const SurfaceView& view, std::uint32_t triangle, Visit&& visit) const;

private:
    template <typename Visit>
    void forEachPoint(std::uint32_t halfedge, Visit&& visit) const
    {
        const std::uint32_t edge = edge_of_halfedge_[halfedge];
        for (std::uint32_t i = first_points_[edge]; i < first_points_[edge + 1]; ++i) visit(i);
    }
    /// The node next to the start of a half-edge, on it.
    NodeId nextAlong(const SurfaceView& view, std::uint32_t halfedge) const
    {
        const std::uint32_t edge = edge_of_halfedge_[halfedge];
        const std::uint32_t first = first_points_[edge], end = first_points_[edge + 1];
        if (first == end) return view.target(halfedge);
        return edge_halfedges_[edge] == halfedge ? first : end - 1;
    }

    std::uint32_t vertex_count_ = 0;
    std::vector<Vec3> points_;           ///< vertices, then points on edges
    std::vector<std::uint32_t> corners_; ///< of vertices
    std::vector<std::uint32_t> edge_of_halfedge_;
    std::vector<std::uint32_t> edge_halfedges_; ///< the lower half-edge of each edge
    std::vector<NodeId> first_points_;          ///< of each edge, and one more
    std::vector<std::uint32_t> edge_of_point_;
};

template <typename Visit>
void PathGraph::forEachNode(const SurfaceView& view, std::uint32_t triangle, Visit&& visit) const
{
    for (std::uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h)
    {
        visit(view.origin(h));
        forEachPoint(h, visit);
    }
}

template <typename Visit>
void PathGraph::forEachNeighbour(const SurfaceView& view, NodeId node, Visit&& visit) const
{
    if (isVertex(node))
    {
        const std::uint32_t first = corners_[node];
        std::uint32_t h = first;
        do
        {
            const std::uint32_t t = h / 3;
            visit(nextAlong(view, h), t);
            forEachPoint(nextHalfedge(h), [&](NodeId other) { visit(other, t); });
            const std::uint32_t left = previousHalfedge(h);
            h = view.opposites[left];
            if (h != kNoHalfedge) continue;
            // The border on the left: seen from this side only.
            const std::uint32_t edge = edge_of_halfedge_[left];
            const bool has_points = first_points_[edge] != first_points_[edge + 1];
            visit(has_points ? first_points_[edge + 1] - 1 : view.origin(left), t);
            break;
        } while (h != first);
        return;
    }
    const std::uint32_t edge = edge_of_point_[node - vertex_count_];
    const std::uint32_t h = edge_halfedges_[edge];
    visit(node > first_points_[edge] ? node - 1 : view.origin(h), h / 3);
    visit(node + 1 < first_points_[edge + 1] ? node + 1 : view.target(h), h / 3);
    for (const std::uint32_t side : {h, view.opposites[h]})
    {
        if (side == kNoHalfedge) continue;
        const std::uint32_t t = side / 3;
        visit(view.apex(side), t);
        forEachPoint(nextHalfedge(side), [&](NodeId other) { visit(other, t); });
        forEachPoint(previousHalfedge(side), [&](NodeId other) { visit(other, t); });
    }
}

} // namespace clearway::surfacing
