// SPDX-License-Identifier: MIT
#include <clearway/published/raster_search.h>

#include <algorithm>
#include <cmath>

namespace clearway::published {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

} // namespace

RasterSearch::RasterSearch(std::shared_ptr<const RasterCorridorMap> map)
    : map_(std::move(map)), first_edge_(map_->vertices.size() + 1), edges_(2 * map_->edges.size()), labels_(map_->vertices.size())
{
    for (const auto& edge : map_->edges)
        for (const std::uint32_t end : {edge.a, edge.b}) ++first_edge_[end + 1];
    for (std::size_t i = 1; i < first_edge_.size(); ++i) first_edge_[i] += first_edge_[i - 1];
    std::vector<std::uint32_t> next = first_edge_;
    for (std::uint32_t i = 0; i < map_->edges.size(); ++i)
        for (const std::uint32_t end : {map_->edges[i].a, map_->edges[i].b}) edges_[next[end]++] = i;
}

RasterSearch::Joint RasterSearch::findJoint(Vec2 p, double radius, int layer) const
{
    Joint best;
    double best_distance = kInfinity;
    for (std::uint32_t e = 0; e < map_->edges.size(); ++e)
    {
        if (map_->vertices[map_->edges[e].a].layer != layer) continue;
        const auto samples = map_->samplesOf(map_->edges[e]);
        for (std::uint32_t i = 0; i < samples.size(); ++i)
        {
            const double away = distance(p, samples[i].position);
            if (away + radius > samples[i].clearance || away >= best_distance) continue;
            best = {e, i};
            best_distance = away;
        }
    }
    return best;
}

int RasterSearch::chooseLayer(Vec2 start, Vec2 goal, double radius) const
{
    int last = 0;
    for (const auto& vertex : map_->vertices) last = std::max(last, vertex.layer);
    for (int layer = 0; layer < last; ++layer)
        if (findJoint(start, radius, layer).edge != kNone && findJoint(goal, radius, layer).edge != kNone) return layer;
    return last;
}

double RasterSearch::computeCost(std::uint32_t edge, std::uint32_t first, std::uint32_t last, double radius) const
{
    const auto samples = map_->samplesOf(map_->edges[edge]);
    if (last < first) std::swap(first, last);
    double length = 0;
    for (std::uint32_t i = first; i <= last; ++i)
    {
        if (samples[i].clearance < radius) return kInfinity;
        if (i > first) length += distance(samples[i - 1].position, samples[i].position);
    }
    return length;
}

void RasterSearch::search(const Joint& from, double radius)
{
    std::ranges::fill(labels_, Label{});
    heap_.clear();
    expanded_count_ = 0;
    const auto reach = [&](std::uint32_t vertex, double cost, std::uint32_t edge) {
        if (!(cost < labels_[vertex].cost)) return;
        labels_[vertex] = {cost, edge};
        heap_.emplace_back(-cost, vertex);
        std::ranges::push_heap(heap_);
    };
    const auto& own = map_->edges[from.edge];
    reach(own.a, computeCost(from.edge, from.sample, 0, radius), kNone);
    reach(own.b, computeCost(from.edge, from.sample, own.sample_count - 1, radius), kNone);
    while (!heap_.empty())
    {
        std::ranges::pop_heap(heap_);
        const auto [negative, vertex] = heap_.back();
        heap_.pop_back();
        if (-negative > labels_[vertex].cost) continue;
        ++expanded_count_;
        for (std::uint32_t i = first_edge_[vertex]; i < first_edge_[vertex + 1]; ++i)
        {
            const auto& edge = map_->edges[edges_[i]];
            if (edge.narrowest >= radius) reach(edge.a == vertex ? edge.b : edge.a, edge.length - negative, edges_[i]);
        }
    }
}

void RasterSearch::addSamples(std::uint32_t edge, std::uint32_t first, std::uint32_t last)
{
    const auto samples = map_->samplesOf(map_->edges[edge]);
    for (std::uint32_t i = first; i != last; i += first < last ? 1 : ~std::uint32_t{0}) points_.push_back(samples[i]);
    points_.push_back(samples[last]);
}

bool RasterSearch::collectPoints(const Joint& from, const Joint& to, double radius)
{
    points_.clear();
    const auto& own = map_->edges[from.edge];
    const auto& end = map_->edges[to.edge];
    const std::uint32_t last = end.sample_count - 1;
    const double along = from.edge == to.edge ? computeCost(from.edge, from.sample, to.sample, radius) : kInfinity;
    search(from, radius);
    const double over_a = labels_[end.a].cost + computeCost(to.edge, 0, to.sample, radius);
    const double over_b = labels_[end.b].cost + computeCost(to.edge, last, to.sample, radius);
    if (!(std::min({along, over_a, over_b}) < kInfinity)) return false;
    if (along <= std::min(over_a, over_b))
    {
        addSamples(from.edge, from.sample, to.sample);
        return true;
    }
    // Back from the goal's edge to that of the start, then forward again.
    chain_.clear();
    std::uint32_t vertex = over_a <= over_b ? end.a : end.b;
    for (std::uint32_t edge = labels_[vertex].edge; edge != kNone; edge = labels_[vertex].edge)
    {
        chain_.push_back(edge);
        vertex = map_->edges[edge].a == vertex ? map_->edges[edge].b : map_->edges[edge].a;
    }
    const bool leaves_at_a =
        vertex == own.a && (own.a != own.b || computeCost(from.edge, from.sample, 0, radius) == labels_[vertex].cost);
    addSamples(from.edge, from.sample, leaves_at_a ? 0 : own.sample_count - 1);
    for (std::size_t i = chain_.size(); i-- > 0;)
    {
        const auto& edge = map_->edges[chain_[i]];
        const bool is_forward = edge.a == vertex;
        addSamples(chain_[i], is_forward ? 0 : edge.sample_count - 1, is_forward ? edge.sample_count - 1 : 0);
        vertex = is_forward ? edge.b : edge.a;
    }
    addSamples(to.edge, over_a <= over_b ? 0 : last, to.sample);
    return true;
}

void RasterSearch::find(Vec2 start, Vec2 goal, double radius, int layer, Path& path)
{
    PathWriter writer(path);
    expanded_count_ = 0;
    if (!(radius >= 0) || !std::isfinite(radius)) return writer.setProblem(PathProblem::bad_radius);
    if (!isFinite(start) || !isFinite(goal)) return writer.setProblem(PathProblem::bad_point);
    const int on = layer == kAnyLayer ? chooseLayer(start, goal, radius) : layer;
    const Joint from = findJoint(start, radius, on), to = findJoint(goal, radius, on);
    if (from.edge == kNone) return writer.setProblem(PathProblem::start_too_tight);
    if (to.edge == kNone) return writer.setProblem(PathProblem::goal_too_tight);
    if (!collectPoints(from, to, radius)) return writer.setStatus(PathStatus::unreachable);
    writer.setStatus(PathStatus::complete);
    writer.setRadius(radius);
    double length = 0;
    Vec2 at = start;
    const auto goTo = [&](Vec2 next) {
        if (next == at) return;
        length += distance(at, next);
        writer.addPiece(Path::Piece::line(atHeight(at), atHeight(next)));
        at = next;
    };
    for (const RasterGraph::Sample& sample : points_) goTo(sample.position);
    goTo(goal);
    writer.setLength(length);
}

} // namespace clearway::published
