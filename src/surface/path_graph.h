// SPDX-License-Identifier: MIT
// The graph that paths over a surface are searched in: vertices, and points spread over the edges.
#pragma once
#include <cstdint>
#include <vector>

#include <clearway/surface/border_clearance.h>
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
    /// With `near_borders`, edges of triangles that are near to a border get more points.
    static PathGraph build(const SurfaceMesh& mesh, Kind kind, const BorderClearance* near_borders = nullptr);

    std::size_t nodeCount() const { return points_.size(); }
    Vec3 point(NodeId node) const { return points_[node]; }
    bool hasEdgePoints() const { return points_.size() > vertex_count_; }
    bool isVertex(NodeId node) const { return node < vertex_count_; }
    /// A half-edge that holds a node on an edge.
    std::uint32_t halfedgeOf(NodeId node) const { return edge_halfedges_[edge_of_point_[node - vertex_count_]]; }
    /// How far along halfedgeOf(node) it is.
    double fractionOf(NodeId node) const;
    /// A half-edge that starts at a vertex; turning left from it, all triangles there are met.
    std::uint32_t cornerOf(std::uint32_t vertex) const { return corners_[vertex]; }
    /// Whether shortest ways may bend at a vertex: there is more than a full turn around it, or a border.
    bool canBend(std::uint32_t vertex) const { return can_bend_[vertex] != 0; }
    std::size_t memoryBytes() const;

    /// Calls visit(node) for each node on a half-edge, its ends left out.
    template <typename Visit>
    void forEachPoint(std::uint32_t halfedge, Visit&& visit) const
    {
        const std::uint32_t edge = edge_of_halfedge_[halfedge];
        for (NodeId i = first_points_[edge]; i < first_points_[edge + 1]; ++i) visit(i);
    }

private:
    std::uint32_t vertex_count_ = 0;
    std::vector<Vec3> points_;           ///< vertices, then points on edges
    std::vector<std::uint32_t> corners_; ///< of vertices
    std::vector<std::uint8_t> can_bend_;
    std::vector<std::uint32_t> edge_of_halfedge_;
    std::vector<std::uint32_t> edge_halfedges_; ///< the lower half-edge of each edge
    std::vector<NodeId> first_points_;          ///< of each edge, and one more
    std::vector<std::uint32_t> edge_of_point_;
};

} // namespace clearway::surfacing
