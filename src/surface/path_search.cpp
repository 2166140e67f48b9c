// SPDX-License-Identifier: MIT
#include "surface/path_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearway::surfacing {

PathCost::PathCost(const SurfaceMesh& mesh, double weight)
    : accelerations_(mesh.accelerations().data()),
      scale_(mesh.maxAcceleration() > 0 && std::isfinite(mesh.maxAcceleration()) ? 1 / mesh.maxAcceleration() : 0),
      factor_(weight / 2)
{
}

double PathCost::load(const PathGraph& graph, const SurfaceView& view, NodeId node) const
{
    if (graph.isVertex(node)) return load(node);
    const std::uint32_t h = graph.halfedgeOf(node);
    const double f = graph.fractionOf(node);
    return load(view.origin(h)) * (1 - f) + load(view.target(h)) * f;
}

double PathCost::loadAt(const SurfaceView& view, const SurfacePlace& place) const
{
    const MeshTriangle& v = view.triangles[place.triangle];
    const Vec3 a = view.positions[v[0]], ab = view.positions[v[1]] - a, ac = view.positions[v[2]] - a;
    const Vec3 n = cross(ab, ac), d = place.position - a;
    const double nn = lengthSq(n);
    if (!(nn > 0)) return load(v[0]);
    const double s = std::clamp(dot(cross(d, ac), n) / nn, 0.0, 1.0);
    const double t = std::clamp(dot(cross(ab, d), n) / nn, 0.0, 1.0 - s);
    return load(v[0]) * (1 - s - t) + load(v[1]) * s + load(v[2]) * t;
}

PathSearch::Node& PathSearch::touch(NodeId id, Vec3 at)
{
    Node& node = nodes_[id];
    if (node.search == search_) return node;
    node = {};
    node.search = search_;
    node.cost = std::numeric_limits<double>::infinity();
    node.estimate = distance(at, goal_);
    return node;
}

void PathSearch::reach(NodeId id, Vec3 at, double cost, NodeId parent, std::uint32_t triangle)
{
    Node& node = touch(id, at);
    if (node.is_closed || !(cost < node.cost)) return;
    node.cost = cost;
    node.parent = parent;
    node.triangle = triangle;
    push({cost + node.estimate, id});
}

void PathSearch::push(const Entry& entry)
{
    std::size_t i = open_.size();
    open_.push_back(entry);
    while (i > 0)
    {
        const std::size_t up = (i - 1) / 4;
        if (!isAfter(open_[up], entry)) break;
        open_[i] = open_[up];
        i = up;
    }
    open_[i] = entry;
}

PathSearch::Entry PathSearch::pop()
{
    const Entry top = open_.front();
    const Entry last = open_.back();
    open_.pop_back();
    const std::size_t count = open_.size();
    std::size_t i = 0;
    while (4 * i + 1 < count)
    {
        std::size_t least = 4 * i + 1;
        for (std::size_t k = least + 1; k < std::min(4 * i + 5, count); ++k)
            if (isAfter(open_[least], open_[k])) least = k;
        if (!isAfter(last, open_[least])) break;
        open_[i] = open_[least];
        i = least;
    }
    if (count > 0) open_[i] = last;
    return top;
}

void PathSearch::find(const SurfaceView& view, const PathGraph& graph, const PathCost& cost, const SurfacePlace& start,
                      const SurfacePlace& goal, std::vector<PathStep>& steps)
{
    steps.clear();
    if (nodes_.size() != graph.nodeCount() || search_ == std::numeric_limits<std::uint32_t>::max())
    {
        nodes_.assign(graph.nodeCount(), Node{});
        search_ = 0;
    }
    ++search_;
    expanded_count_ = 0;
    open_.clear();
    goal_ = goal.position;
    const bool is_length = cost.isLength();
    const auto loadOf = [&](NodeId node) { return is_length ? 0 : cost.load(graph, view, node); };

    graph.forEachNode(view, goal.triangle, [&](NodeId node) { touch(node, graph.point(node)).is_at_goal = 1; });
    const double start_load = is_length ? 0 : cost.loadAt(view, start);
    const double goal_load = is_length ? 0 : cost.loadAt(view, goal);
    graph.forEachNode(view, start.triangle, [&](NodeId node) {
        const Vec3 at = graph.point(node);
        reach(node, at, cost.cost(distance(start.position, at), start_load, loadOf(node)), kNoNode, start.triangle);
    });
    double best = std::numeric_limits<double>::infinity();
    NodeId last = kNoNode;
    while (!open_.empty())
    {
        const Entry entry = pop();
        if (!(entry.bound < best)) break;
        Node& node = nodes_[entry.node];
        if (node.is_closed) continue;
        node.is_closed = 1;
        ++expanded_count_;
        const Vec3 at = graph.point(entry.node);
        const double load = loadOf(entry.node);
        if (node.is_at_goal)
        {
            const double whole = node.cost + cost.cost(node.estimate, load, goal_load);
            if (whole < best)
            {
                best = whole;
                last = entry.node;
            }
        }
        const double so_far = node.cost;
        graph.forEachNeighbour(view, entry.node, [&](NodeId other, std::uint32_t triangle) {
            if (nodes_[other].search == search_ && nodes_[other].is_closed) return;
            const Vec3 to = graph.point(other);
            reach(other, to, so_far + cost.cost(distance(at, to), load, loadOf(other)), entry.node, triangle);
        });
    }
    if (last == kNoNode) return;
    steps.push_back({kNoNode, goal.triangle});
    for (NodeId node = last; node != kNoNode; node = nodes_[node].parent) steps.push_back({node, nodes_[node].triangle});
    std::reverse(steps.begin(), steps.end());
}

} // namespace clearway::surfacing
