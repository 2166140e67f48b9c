// SPDX-License-Identifier: MIT
// A* over a PathGraph, from a place to a place.
#pragma once
#include <cstdint>
#include <vector>

#include <clearway/surface/query.h>

#include "surface/path_graph.h"

namespace clearway::surfacing {

/// A node of a path, and the triangle that holds the way to it.
struct PathStep
{
    NodeId node = kNoNode; ///< kNoNode: the goal itself
    std::uint32_t triangle = kNoTriangle;
};

/// What a metre costs: 1 + weight * load, where the load of a point is its acceleration as a share of the largest, 0 to 1.
class PathCost
{
public:
    PathCost(const SurfaceMesh& mesh, double weight);

    bool isLength() const { return factor_ == 0; }
    double load(std::uint32_t vertex) const { return std::clamp(accelerations_[vertex] * scale_, 0.0, 1.0); }
    double load(const PathGraph& graph, const SurfaceView& view, NodeId node) const;
    double loadAt(const SurfaceView& view, const SurfacePlace& place) const;
    double cost(double length, double load_a, double load_b) const { return length * (1 + factor_ * (load_a + load_b)); }

private:
    const double* accelerations_;
    double scale_;  ///< one over the largest acceleration
    double factor_; ///< half the weight
};

class PathSearch
{
public:
    /// The steps from start to goal, the goal included; empty when there is no way. `steps` is cleared first.
    void find(const SurfaceView& view, const PathGraph& graph, const PathCost& cost, const SurfacePlace& start,
              const SurfacePlace& goal, std::vector<PathStep>& steps);
    std::uint64_t expandedCount() const { return expanded_count_; }
    std::size_t byteCount() const { return nodes_.capacity() * sizeof(Node) + open_.capacity() * sizeof(Entry); }

private:
    struct Node
    {
        double cost = 0;
        double estimate = 0; ///< of the rest of the way
        NodeId parent = kNoNode;
        std::uint32_t triangle = 0; ///< that holds the way from the parent
        std::uint32_t search = 0;   ///< in which the rest was written
        std::uint8_t is_closed = 0;
        std::uint8_t is_at_goal = 0; ///< on the triangle of the goal
    };
    struct Entry
    {
        double bound;
        NodeId node;
    };
    static bool isAfter(const Entry& a, const Entry& b) { return a.bound != b.bound ? a.bound > b.bound : a.node > b.node; }
    Node& touch(NodeId node, Vec3 at);
    void reach(NodeId node, Vec3 at, double cost, NodeId parent, std::uint32_t triangle);
    void push(const Entry& entry);
    Entry pop();

    std::vector<Node> nodes_;
    std::vector<Entry> open_; ///< a heap with four children to a node
    std::uint32_t search_ = 0;
    std::uint64_t expanded_count_ = 0;
    Vec3 goal_;
};

} // namespace clearway::surfacing
