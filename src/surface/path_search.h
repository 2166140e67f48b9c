// SPDX-License-Identifier: MIT
// A* over a PathGraph, from a place to a place, straight on over edges where that is possible.
#pragma once
#include <cstdint>
#include <vector>

#include <clearway/surface/query.h>

#include "surface/landmarks.h"
#include "surface/path_graph.h"

namespace clearway::surfacing {

/// A node of a path, and the triangle that holds the way to it.
struct PathStep
{
    NodeId node = kNoNode; ///< kNoNode: the goal itself
    std::uint32_t triangle = kNone;
};

/// What a metre costs: 1 + weight * load, where the load of a point is its acceleration as a share of the largest, 0 to 1.
class PathCost
{
public:
    PathCost(const SurfaceMesh& mesh, double weight);

    bool isLength() const { return factor_ == 0; }
    double load(std::uint32_t vertex) const { return scale_ > 0 ? std::clamp(accelerations_[vertex] * scale_, 0.0, 1.0) : 0; }
    double load(const PathGraph& graph, const SurfaceView& view, NodeId node) const;
    double loadAt(const SurfaceView& view, const SurfacePlace& place) const;
    double cost(double length, double load_a, double load_b) const { return length * (1 + factor_ * (load_a + load_b)); }

private:
    const double* accelerations_;
    double scale_;  ///< one over the largest acceleration; 0 when that is infinite
    double factor_; ///< half the weight
};

/// How far a path stays from borders.
struct PathRoom
{
    const BorderClearance* borders = nullptr; ///< none: no matter
    double radius = 0;

    bool isEverywhere(std::uint32_t triangle) const { return !borders || borders->borders(triangle).empty(); }
    bool isFree(std::uint32_t triangle, Vec3 a, Vec3 b) const { return !borders || borders->isFree(triangle, a, b, radius); }
};

/// How eagerly a search goes for the goal.
struct PathHaste
{
    const Landmarks* landmarks = nullptr; ///< none: the rest of the way is estimated by the straight line
    /// Estimates are multiplied by this. 1: the least cost that the graph has; above, fewer nodes are looked at, and the way may
    /// cost that much more, though it hardly ever does.
    double factor = 1;
};

class PathSearch
{
public:
    /// The steps from start to goal, the goal included; empty when there is no way. `steps` is cleared first.
    void find(const SurfaceView& view, const PathGraph& graph, const PathCost& cost, const PathRoom& room, const PathHaste& haste,
              const SurfacePlace& start, const SurfacePlace& goal, std::vector<PathStep>& steps);
    std::uint64_t expandedCount() const { return expanded_count_; }
    std::size_t memoryBytes() const { return nodes_.capacity() * sizeof(Node) + open_.capacity() * sizeof(Entry); }

private:
    /// Of a node on an edge: from where it was reached in a straight line, with all triangles in between laid into one plane.
    struct Light
    {
        float x = 0, y = 0;      ///< of the source, in the frame of the node's half-edge; y >= 0 is the distance behind it
        float low = 0, high = 0; ///< what of the half-edge it sees
    };
    struct Node
    {
        double cost = 0;
        double estimate = 0; ///< of the rest of the way, with the factor of haste
        Light light;
        NodeId parent = kNoNode;
        std::uint32_t triangle = 0; ///< that holds the way from the parent
        std::uint32_t search = 0;   ///< in which the rest was written
        std::uint32_t is_closed = 0;
    };
    struct Entry
    {
        float bound; ///< rounded: the order of what is open need not be exact, and the heap is half as large
        NodeId node;
    };
    /// Where a way goes on from.
    struct Source
    {
        NodeId node = kNoNode; ///< kNoNode: the start
        Vec3 at;
        double cost = 0;
        double load = 0;
    };
    struct Beam;
    /// A landmark from which start and goal look far apart.
    struct Active
    {
        std::uint32_t landmark = 0;
        float goal_distance = 0;
        float apart = 0;
    };
    static constexpr std::size_t kActiveCount = 3;
    static bool isAfter(const Entry& a, const Entry& b) { return a.bound != b.bound ? a.bound > b.bound : a.node > b.node; }
    void begin(std::size_t node_count);
    double load(NodeId node) const { return is_length_ ? 0 : cost_->load(*graph_, *view_, node); }
    void chooseLandmarks(const SurfacePlace& start);
    float distanceTo(std::uint32_t landmark, const SurfacePlace& place) const;
    double estimate(NodeId node) const;
    bool reach(const Source& source, NodeId node, double cost, std::uint32_t triangle);
    void reachVertex(const Source& source, std::uint32_t vertex, std::uint32_t triangle);
    void reachEdge(const Source& source, std::uint32_t halfedge);
    void reachGoal(const Source& source, double cost);
    void leaveVertex(const Source& source, std::uint32_t vertex);
    void leaveEdge(const Source& source);
    void lightEdge(const Source& source, const Beam& beam, std::uint32_t halfedge, Vec2 from, Vec2 to);
    void push(const Entry& entry);
    Entry pop();

    std::vector<Node> nodes_;
    std::vector<Entry> open_; ///< a heap with four children to a node
    std::uint32_t search_ = 0;
    std::uint64_t expanded_count_ = 0;

    // Of the question that is being answered.
    const SurfaceView* view_ = nullptr;
    const PathGraph* graph_ = nullptr;
    const PathCost* cost_ = nullptr;
    PathRoom room_;
    PathHaste haste_;
    std::array<Active, kActiveCount> active_ = {};
    std::size_t active_count_ = 0;
    bool is_length_ = true;
    bool is_straight_ = true; ///< ways bend at vertices only where shortest ones can
    SurfacePlace goal_;
    double goal_load_ = 0;
    double best_ = 0; ///< cost of the best way to the goal
    NodeId last_ = kNoNode;
};

} // namespace clearway::surfacing
