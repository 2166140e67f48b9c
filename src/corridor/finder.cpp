// SPDX-License-Identifier: MIT
// Based on:
// R. Geraerts, M. Overmars. The corridor map method. 2007 (retrieving a corridor)
// Departures: which edges a disc passes is decided by their exact narrowest place, not by the distance of samples; whether there
// is a way at all is known from the spanning forest before the search begins; branches into corners are never entered. As for
// paths, a disc passes where only a quantum of the frame is missing.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "corridor/anchor.h"
#include "corridor/data.h"
#include "corridor/sampling.h"

namespace clearway {

using corridor::Anchor;

namespace {

constexpr std::uint32_t kNone = CorridorMap::kNone;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A way from an anchor to a vertex: of an edge to its a (0) or b (1).
struct Exit
{
    std::uint32_t vertex = kNone;
    int side = 0;
    double cost = kInfinity; ///< infinite when the disc does not pass
};

/// From the ball of an anchor to one of the two samples beside it.
double computeStart(const CorridorMap::Data& data, const Anchor& anchor, std::uint32_t index)
{
    if (anchor.low == anchor.high) return anchor.link_length;
    return distance(anchor.ball.position, data.samplesOf(anchor.edge)[index].position);
}

bool passes(const CorridorMap::Data& data, std::uint32_t edge, std::uint32_t first, std::uint32_t last, double radius)
{
    if (radius <= data.edges[edge].narrowest) return true;
    const auto samples = data.samplesOf(edge);
    for (std::uint32_t i = std::min(first, last); i <= std::max(first, last); ++i)
        if (samples[i].clearance < radius) return false;
    return true;
}

/// The exits of an anchor that the disc passes; how many.
int findExits(const CorridorMap::Data& data, const Anchor& anchor, double radius, Exit (&exits)[2])
{
    if (anchor.vertex != kNone)
    {
        exits[0] = {anchor.vertex, 0, anchor.link_length};
        return 1;
    }
    int count = 0;
    const CorridorMap::Edge& edge = data.edges[anchor.edge];
    const std::uint32_t last = edge.sample_count - 1;
    if (passes(data, anchor.edge, 0, anchor.low, radius))
        exits[count++] = {edge.a, 0, computeStart(data, anchor, anchor.low) + data.distanceAt(anchor.edge, anchor.low)};
    if (passes(data, anchor.edge, anchor.high, last, radius))
        exits[count++] = {edge.b, 1,
                          computeStart(data, anchor, anchor.high) + edge.length - data.distanceAt(anchor.edge, anchor.high)};
    return count;
}

/// Straight along one edge, or from ball to ball between the same two samples, when both anchors are on it.
struct Direct
{
    double cost = kInfinity;
    bool has_piece = false;
    CorridorPiece piece;
};

Direct findDirect(const CorridorMap::Data& data, const Anchor& from, const Anchor& to, double radius)
{
    if (from.edge == kNone || from.edge != to.edge) return {};
    if (from.low != from.high && from.low == to.low && from.high == to.high)
        return {distance(from.ball.position, to.ball.position), false, {}};
    const bool is_backwards = to.low < from.low || (to.low == from.low && to.high < from.high);
    const std::uint32_t first = is_backwards ? from.low : from.high, last = is_backwards ? to.high : to.low;
    if (!passes(data, from.edge, first, last, radius)) return {};
    const double between = std::abs(data.distanceAt(from.edge, last) - data.distanceAt(from.edge, first));
    return {computeStart(data, from, first) + between + computeStart(data, to, last), true, {from.edge, first, last}};
}

} // namespace

struct CorridorFinder::State
{
    struct Node
    {
        double cost = 0;
        std::uint32_t generation = 0;
        std::uint32_t arrival = kNone; ///< 2 * edge + (1 when the edge was left at its b); of an exit: kNone
        int exit_side = 0;
        bool is_settled = false;
    };
    struct Waiting
    {
        double key = 0;
        std::uint32_t vertex = 0;

        /// For a heap with the smallest key on top.
        friend bool operator<(const Waiting& a, const Waiting& b) { return a.key != b.key ? a.key > b.key : a.vertex > b.vertex; }
    };

    explicit State(CorridorMap m) : map(std::move(m)), nodes(map.vertices().size()) {}

    CorridorMap map;
    std::vector<Node> nodes;
    std::uint32_t generation = 0;
    std::vector<Waiting> heap;
    std::uint64_t expanded = 0;
    Anchor from;
    Anchor to;

    void offer(std::uint32_t vertex, double cost, std::uint32_t arrival, int exit_side, const CorridorOptions& options)
    {
        Node& node = nodes[vertex];
        if (node.generation == generation && node.cost <= cost) return;
        node = {cost, generation, arrival, exit_side, false};
        const double rest =
            options.search == CorridorSearch::a_star ? distance(map.vertices()[vertex].position, to.ball.position) : 0;
        heap.push_back({cost + rest, vertex});
        std::push_heap(heap.begin(), heap.end());
    }

    /// The radius that has to pass.
    double passing(double radius) const { return std::max(0.0, radius - map.diagram().frame().quantum); }

    void expand(std::uint32_t vertex, const CorridorOptions& options)
    {
        const double radius = passing(options.radius);
        ++expanded;
        nodes[vertex].is_settled = true;
        const double cost = nodes[vertex].cost;
        for (const std::uint32_t seen : map.edgesAt(vertex))
        {
            const CorridorMap::Edge& edge = map.edges()[seen / 2];
            if (edge.is_branch || edge.narrowest < radius) continue;
            offer(seen % 2 ? edge.a : edge.b, cost + edge.length, seen, 0, options);
        }
    }

    /// The exit at which the cheapest way arrives, or the number of exits when `best` cannot be improved upon.
    int search(std::span<const Exit> starts, std::span<const Exit> goals, const CorridorOptions& options, double& best)
    {
        if (++generation == 0)
        {
            for (Node& node : nodes) node.generation = 0;
            generation = 1;
        }
        heap.clear();
        for (const Exit& exit : starts) offer(exit.vertex, exit.cost, kNone, exit.side, options);
        int arrived = static_cast<int>(goals.size());
        while (!heap.empty() && heap.front().key < best)
        {
            const std::uint32_t vertex = heap.front().vertex;
            std::pop_heap(heap.begin(), heap.end());
            heap.pop_back();
            if (nodes[vertex].is_settled) continue;
            expand(vertex, options);
            for (std::size_t i = 0; i < goals.size(); ++i)
                if (goals[i].vertex == vertex && nodes[vertex].cost + goals[i].cost < best)
                {
                    best = nodes[vertex].cost + goals[i].cost;
                    arrived = static_cast<int>(i);
                }
        }
        return arrived;
    }
};

/// Writes down what a search found.
class CorridorWriter
{
public:
    CorridorWriter(CorridorFinder::State& state, const CorridorOptions& options, Corridor& corridor)
        : state_(state), data_(state.map.data()), options_(options), corridor_(corridor)
    {
        corridor_.map_ = data_.shared_from_this();
        corridor_.status_ = CorridorStatus::invalid;
        corridor_.problem_ = CorridorProblem::none;
        corridor_.head_.clear();
        corridor_.pieces_.clear();
        corridor_.tail_.clear();
        corridor_.radius_ = options.radius;
        corridor_.length_ = 0;
        corridor_.widest_ = -1;
    }

    void refuse(CorridorProblem problem) { corridor_.problem_ = problem; }

    void leaveUnreachable(Vec2 start, Vec2 goal)
    {
        corridor_.status_ = CorridorStatus::unreachable;
        corridor_.widest_ = state_.map.diagram().findWidest(start, goal, options_.layer).radius;
    }

    void writeDirect(const Direct& direct, Vec2 goal)
    {
        if (direct.has_piece) corridor_.pieces_.push_back(direct.piece);
        finish(direct.cost, goal);
    }

    /// The way that arrives at `vertex`, and on to the goal from there by the exit on that side.
    void writeSearch(const Exit& goal_exit, double cost, Vec2 goal)
    {
        const Anchor& to = state_.to;
        std::uint32_t vertex = goal_exit.vertex;
        auto& pieces = corridor_.pieces_;
        if (to.edge != kNone)
        {
            const std::uint32_t end = data_.edges[to.edge].sample_count - 1;
            pieces.push_back(goal_exit.side ? CorridorPiece{to.edge, end, to.high} : CorridorPiece{to.edge, 0, to.low});
        }
        for (; state_.nodes[vertex].arrival != kNone;)
        {
            const std::uint32_t seen = state_.nodes[vertex].arrival;
            const CorridorMap::Edge& edge = data_.edges[seen / 2];
            const std::uint32_t end = edge.sample_count - 1;
            pieces.push_back(seen % 2 ? CorridorPiece{seen / 2, end, 0} : CorridorPiece{seen / 2, 0, end});
            vertex = seen % 2 ? edge.b : edge.a;
        }
        const Anchor& from = state_.from;
        if (from.edge != kNone)
        {
            const std::uint32_t end = data_.edges[from.edge].sample_count - 1;
            pieces.push_back(state_.nodes[vertex].exit_side ? CorridorPiece{from.edge, from.high, end}
                                                            : CorridorPiece{from.edge, from.low, 0});
        }
        std::reverse(pieces.begin(), pieces.end());
        finish(cost, goal);
    }

private:
    void finish(double cost, Vec2 goal)
    {
        corridor_.status_ = CorridorStatus::found;
        corridor_.length_ = cost;
        const Anchor &from = state_.from, &to = state_.to;
        corridor_.head_.assign(from.link.begin(), from.link.end());
        if (corridor_.pieces_.empty() && from.vertex != kNone)
        {
            const CorridorMap::Vertex& vertex = data_.vertices[from.vertex];
            const Vec2 closest = data_.diagram.findNearest(vertex.position, vertex.layer).closest;
            corridor_.head_.push_back({vertex.position, vertex.clearance, closest, closest});
        }
        corridor_.tail_.assign(to.link.rbegin(), to.link.rend());
        const auto stepOf = [&](const Anchor& anchor) {
            return anchor.vertex == kNone && anchor.low != anchor.high ? data_.edges[anchor.edge].first_sample + anchor.low
                                                                       : kNone;
        };
        corridor_.ends_ = {stepOf(from), stepOf(to), static_cast<std::uint32_t>(to.link.size()),
                           data_.vertices[from.vertex != kNone ? from.vertex : data_.edges[from.edge].a].layer};
        appendGoal(goal);
    }

    /// Balls inside the last one, each touching it from within, so near to each other that the disc gets from one to the next;
    /// where there is no room for that, `finest` apart.
    void appendGoal(Vec2 goal)
    {
        const Vec2 center = state_.to.ball.position;
        const double size = state_.to.ball.clearance, total = distance(center, goal);
        if (!(total > 0)) return;
        const Vec2 away = (goal - center) / total;
        const Vec2 touched = center + away * size;
        // From the goal inward the balls grow: each step is ruled by the smaller one, as along an edge.
        const std::size_t begin = corridor_.tail_.size();
        for (double at = total; at > 0;)
        {
            const double room = std::max(0.0, size - at);
            corridor_.tail_.push_back({at == total ? goal : center + away * at, room, touched, touched});
            at -= std::max(std::min(data_.options.finest, total / 2), std::min(data_.options.spacing, room - options_.radius));
        }
        std::reverse(corridor_.tail_.begin() + static_cast<std::ptrdiff_t>(begin), corridor_.tail_.end());
    }

    CorridorFinder::State& state_;
    const CorridorMap::Data& data_;
    const CorridorOptions& options_;
    Corridor& corridor_;
};

CorridorFinder::CorridorFinder(CorridorMap map) : state_(std::make_unique<State>(std::move(map))) {}
CorridorFinder::~CorridorFinder() = default;
CorridorFinder::CorridorFinder(CorridorFinder&&) noexcept = default;
CorridorFinder& CorridorFinder::operator=(CorridorFinder&&) noexcept = default;
const CorridorMap& CorridorFinder::map() const { return state_->map; }
std::uint64_t CorridorFinder::expandedCount() const { return state_->expanded; }

Corridor CorridorFinder::find(Vec2 start, Vec2 goal, const CorridorOptions& options)
{
    Corridor corridor;
    find(start, goal, options, corridor);
    return corridor;
}

void CorridorFinder::find(Vec2 start, Vec2 goal, const CorridorOptions& options, Corridor& corridor)
{
    State& state = *state_;
    state.expanded = 0;
    CorridorWriter writer(state, options, corridor);
    if (!(options.radius >= 0 && std::isfinite(options.radius))) return writer.refuse(CorridorProblem::bad_radius);
    if (!isFinite(start) || !isFinite(goal)) return writer.refuse(CorridorProblem::bad_point);
    const double radius = state.passing(options.radius);
    if (const auto problem = corridor::findAnchor(state.map, start, radius, options.layer, state.from);
        problem != CorridorProblem::none)
        return writer.refuse(problem);
    if (const auto problem = corridor::findAnchor(state.map, goal, radius, options.layer, state.to);
        problem != CorridorProblem::none)
        return writer.refuse(problem == CorridorProblem::start_outside ? CorridorProblem::goal_outside
                                                                       : CorridorProblem::goal_too_tight);

    const CorridorMap::Data& data = state.map.data();
    const Direct direct = findDirect(data, state.from, state.to, radius);
    Exit starts[2], goals[2];
    const int start_count = findExits(data, state.from, radius, starts);
    const int goal_count = findExits(data, state.to, radius, goals);
    bool has_way = false;
    for (int i = 0; i < start_count && !has_way; ++i)
        for (int j = 0; j < goal_count && !has_way; ++j)
            has_way = state.map.findWidest(starts[i].vertex, goals[j].vertex) >= radius;
    double best = direct.cost;
    int arrived = goal_count;
    if (has_way)
        arrived = state.search({starts, static_cast<std::size_t>(start_count)}, {goals, static_cast<std::size_t>(goal_count)},
                               options, best);
    if (arrived < goal_count)
        writer.writeSearch(goals[arrived], best, goal);
    else if (direct.cost < kInfinity)
        writer.writeDirect(direct, goal);
    else
        writer.leaveUnreachable(start, goal);
}

Corridor findCorridor(const CorridorMap& map, Vec2 start, Vec2 goal, const CorridorOptions& options)
{
    return CorridorFinder(map).find(start, goal, options);
}

} // namespace clearway
