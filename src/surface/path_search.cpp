// SPDX-License-Identifier: MIT
// A node on an edge remembers from where it was reached in a straight line and what of the edge can be seen from there: nodes
// beyond the edge are then reached from that source too, not over the node, and the cost of a way hardly depends on how the
// mesh is cut into triangles. Such a way is as long as its line; a way that bends at a node is a little too long, never too
// short. Ways go on into the triangle ahead alone: what lies behind an edge was reached without it. Based on: A. Nash, K. Daniel,
// S. Koenig, A. Felner. Theta*: any-angle path planning on grids. 2007; J. S. B. Mitchell, D. M. Mount, C. H. Papadimitriou. The
// discrete geodesic problem. 1987 (what is seen through an edge; here one view for each node)
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

void PathSearch::begin(std::size_t node_count)
{
    if (nodes_.size() != node_count || search_ == std::numeric_limits<std::uint32_t>::max())
    {
        nodes_.assign(node_count, Node{});
        search_ = 0;
    }
    ++search_;
    expanded_count_ = 0;
    open_.clear();
    best_ = std::numeric_limits<double>::infinity();
    last_ = kNoNode;
}

/// Of the nearest corner of a triangle, good enough for choosing.
float PathSearch::distanceTo(std::uint32_t landmark, const SurfacePlace& place) const
{
    float best = Landmarks::kFar;
    double nearest = std::numeric_limits<double>::infinity();
    for (const std::uint32_t v : view_->triangles[place.triangle])
        if (const double d = distanceSq(view_->positions[v], place.position); d < nearest)
        {
            nearest = d;
            best = haste_.landmarks->of(v)[landmark];
        }
    return best;
}

void PathSearch::chooseLandmarks(const SurfacePlace& start)
{
    active_count_ = 0;
    if (!haste_.landmarks || haste_.landmarks->isEmpty()) return;
    for (std::uint32_t i = 0; i < Landmarks::kCount; ++i)
    {
        const float from = distanceTo(i, start), to = distanceTo(i, goal_);
        if (from < 0 || to < 0) continue;
        // Kept in falling order, of equal ones the first first.
        Active next = {i, to, std::abs(from - to)};
        for (std::size_t k = 0; k < active_count_; ++k)
            if (next.apart > active_[k].apart) std::swap(next, active_[k]);
        if (active_count_ < kActiveCount) active_[active_count_++] = next;
    }
}

double PathSearch::estimate(NodeId id) const
{
    double bound = distance(graph_->point(id), goal_.position);
    if (active_count_ > 0)
    {
        std::uint32_t a = id, b = id;
        float f = 0;
        if (!graph_->isVertex(id))
        {
            const std::uint32_t h = graph_->halfedgeOf(id);
            a = view_->origin(h);
            b = view_->target(h);
            f = static_cast<float>(graph_->fractionOf(id));
        }
        const auto at_a = haste_.landmarks->of(a), at_b = haste_.landmarks->of(b);
        const double trust = haste_.landmarks->trust();
        for (std::size_t i = 0; i < active_count_; ++i)
        {
            const std::uint32_t l = active_[i].landmark;
            const float d = at_a[l] + (at_b[l] - at_a[l]) * f;
            bound = std::max(bound, trust * static_cast<double>(std::abs(d - active_[i].goal_distance)));
        }
    }
    return haste_.factor * bound;
}

/// Whether this is the best way to the node until now.
bool PathSearch::reach(const Source& source, NodeId id, double cost, std::uint32_t triangle)
{
    Node& node = nodes_[id];
    if (node.search != search_)
    {
        node.search = search_;
        node.is_closed = 0;
        node.cost = std::numeric_limits<double>::infinity();
        node.estimate = estimate(id);
    }
    else if (node.is_closed || !(cost < node.cost))
        return false;
    if (!room_.isFree(triangle, source.at, graph_->point(id))) return false;
    node.cost = cost;
    node.parent = source.node;
    node.triangle = triangle;
    push({static_cast<float>(cost + node.estimate), id});
    return true;
}

void PathSearch::reachVertex(const Source& source, std::uint32_t vertex, std::uint32_t triangle)
{
    if (is_straight_ && !graph_->canBend(vertex)) return;
    const double l = distance(source.at, view_->positions[vertex]);
    reach(source, vertex, source.cost + cost_->cost(l, source.load, load(vertex)), triangle);
}

/// The nodes on a half-edge, from a point of its triangle.
void PathSearch::reachEdge(const Source& source, std::uint32_t halfedge)
{
    if (view_->opposites[halfedge] == kNone) return;
    graph_->forEachPoint(halfedge, [&](NodeId node) {
        const double l = distance(source.at, graph_->point(node));
        if (!reach(source, node, source.cost + cost_->cost(l, source.load, load(node)), halfedge / 3)) return;
        const std::uint32_t h = graph_->halfedgeOf(node);
        const Vec3 a = view_->originAt(h);
        const FlatTriangle flat = computeFlatTriangle(a, view_->targetAt(h), source.at);
        nodes_[node].light = {static_cast<float>(flat.apex.x), static_cast<float>(flat.apex.y), 0,
                              static_cast<float>(flat.length)};
    });
}

void PathSearch::reachGoal(const Source& source, double cost)
{
    if (!(cost < best_) || !room_.isFree(goal_.triangle, source.at, goal_.position)) return;
    best_ = cost;
    last_ = source.node;
}

void PathSearch::leaveVertex(const Source& source, std::uint32_t vertex)
{
    const std::uint32_t first = graph_->cornerOf(vertex);
    std::uint32_t h = first;
    do
    {
        const std::uint32_t t = h / 3;
        if (t == goal_.triangle)
            reachGoal(source, source.cost + cost_->cost(distance(source.at, goal_.position), source.load, goal_load_));
        reachVertex(source, view_->target(h), t);
        reachEdge(source, nextHalfedge(h));
        const std::uint32_t left = previousHalfedge(h);
        h = view_->opposites[left];
        if (h == kNone) reachVertex(source, view_->origin(left), t); // the border: seen from this side only
    } while (h != kNone && h != first);
}

/// What is seen through an edge that lies along the x axis, from below.
struct PathSearch::Beam
{
    Vec2 source;
    Vec2 node; ///< on the axis: from where it goes on to what is not seen
    double low = 0, high = 0;
    double source_cost = 0;

    bool sees(Vec2 p) const
    {
        const double rise = p.y - source.y;
        if (!(rise > 0)) return false;
        const double x = source.x + (p.x - source.x) * (-source.y / rise);
        return x >= low && x <= high;
    }
};

void PathSearch::leaveEdge(const Source& source)
{
    const Node& node = nodes_[source.node];
    const std::uint32_t own = graph_->halfedgeOf(source.node);
    const std::uint32_t h = node.triangle == own / 3 ? view_->opposites[own] : own;
    if (h == kNone) return;
    const std::uint32_t t = h / 3;
    // Near a border the line from the source may come too near to it; that from the node is looked at.
    if (!is_length_ || !room_.isEverywhere(t))
    {
        if (t == goal_.triangle)
            reachGoal(source, source.cost + cost_->cost(distance(source.at, goal_.position), source.load, goal_load_));
        reachVertex(source, view_->apex(h), t);
        reachEdge(source, nextHalfedge(h));
        reachEdge(source, previousHalfedge(h));
        return;
    }
    const Vec3 a = view_->originAt(h), b = view_->targetAt(h), c = view_->apexAt(h);
    const FlatTriangle flat = computeFlatTriangle(a, b, c);
    const Light& light = node.light;
    Beam beam{{light.x, -light.y}, {graph_->fractionOf(source.node) * flat.length, 0}, light.low, light.high};
    if (h != own)
        beam = {
            {flat.length - light.x, -light.y}, {flat.length - beam.node.x, 0}, flat.length - light.high, flat.length - light.low};
    beam.source_cost = source.cost - distance(beam.source, beam.node);
    const auto costTo = [&](Vec2 p) {
        return beam.sees(p) ? beam.source_cost + distance(beam.source, p) : source.cost + distance(beam.node, p);
    };
    if (t == goal_.triangle) reachGoal(source, costTo(computeFlatAxes(a, b, c).toPlane(goal_.position)));
    if (!is_straight_ || graph_->canBend(view_->apex(h))) reach(source, view_->apex(h), costTo(flat.apex), t);
    lightEdge(source, beam, nextHalfedge(h), {flat.length, 0}, flat.apex);
    lightEdge(source, beam, previousHalfedge(h), flat.apex, {0, 0});
}

/// The nodes on a half-edge ahead, that runs from one point of the plane to another.
void PathSearch::lightEdge(const Source& source, const Beam& beam, std::uint32_t halfedge, Vec2 from, Vec2 to)
{
    if (view_->opposites[halfedge] == kNone) return;
    graph_->forEachPoint(halfedge, [&](NodeId node) {
        const bool is_own = graph_->halfedgeOf(node) == halfedge;
        const Vec2 a = is_own ? from : to, b = is_own ? to : from;
        const Vec2 p = interpolate(a, b, graph_->fractionOf(node));
        const bool is_seen = beam.sees(p);
        const Vec2 s = is_seen ? beam.source : beam.node;
        const double cost = is_seen ? beam.source_cost + distance(s, p) : source.cost + distance(s, p);
        if (!reach(source, node, cost, halfedge / 3)) return;
        const double l = distance(a, b);
        const Vec2 x = l > 0 ? (b - a) / l : Vec2{1, 0};
        double low = 0, high = l;
        if (is_seen)
            for (const double end : {beam.low, beam.high})
            {
                // Where the ray through an end of what is seen meets the edge; it cuts off the part on its side.
                const Vec2 d = Vec2{end, 0} - s;
                const double across = cross(d, x);
                if (across == 0) continue;
                const double at = cross(d, s - a) / across;
                // `a` is on the cut-off side of the ray at the low end when it is to its left; at the high end, to its right.
                const double side = cross(d, a - s);
                const bool is_a_cut = end == beam.low ? side > 0 : side < 0;
                const double b_side = cross(d, b - s);
                const bool is_b_cut = end == beam.low ? b_side > 0 : b_side < 0;
                if (is_a_cut && !is_b_cut) low = std::max(low, at);
                if (is_b_cut && !is_a_cut) high = std::min(high, at);
            }
        nodes_[node].light = {static_cast<float>(dot(s - a, x)), static_cast<float>(std::abs(cross(x, s - a))),
                              static_cast<float>(low), static_cast<float>(high)};
    });
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

void PathSearch::find(const SurfaceView& view, const PathGraph& graph, const PathCost& cost, const PathRoom& room,
                      const PathHaste& haste, const SurfacePlace& start, const SurfacePlace& goal, std::vector<PathStep>& steps)
{
    steps.clear();
    view_ = &view;
    graph_ = &graph;
    cost_ = &cost;
    room_ = room;
    haste_ = haste;
    is_length_ = cost.isLength();
    is_straight_ = is_length_ && !room.borders && graph.hasEdgePoints();
    goal_ = goal;
    goal_load_ = is_length_ ? 0 : cost.loadAt(view, goal);
    begin(graph.nodeCount());
    chooseLandmarks(start);
    const Source from{kNoNode, start.position, 0, is_length_ ? 0 : cost.loadAt(view, start)};
    for (std::uint32_t h = 3 * start.triangle; h < 3 * start.triangle + 3; ++h)
    {
        reachVertex(from, view.origin(h), start.triangle);
        reachEdge(from, h);
    }
    while (!open_.empty())
    {
        const Entry entry = pop();
        if (!(entry.bound < best_)) break;
        Node& node = nodes_[entry.node];
        if (node.is_closed) continue;
        node.is_closed = 1;
        ++expanded_count_;
        const Source source{entry.node, graph.point(entry.node), node.cost, load(entry.node)};
        if (graph.isVertex(entry.node))
            leaveVertex(source, entry.node);
        else
            leaveEdge(source);
    }
    if (last_ == kNoNode) return;
    steps.push_back({kNoNode, goal.triangle});
    for (NodeId node = last_; node != kNoNode; node = nodes_[node].parent) steps.push_back({node, nodes_[node].triangle});
    std::reverse(steps.begin(), steps.end());
}

} // namespace clearway::surfacing
