// SPDX-License-Identifier: MIT
// Based on:
// I. Abraham, D. Delling, A. V. Goldberg, R. F. Werneck. Alternative routes in road networks. 2010
// Departures: no test of local optimality; a way is left out when it shares too much with any single one before it, not with all
// of them together; ways are taken by their length alone.
#include <clearway/corridor/ways.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <clearway/base/random.h>

#include "corridor/exits.h"
#include "corridor/writer.h"

namespace clearway {

using corridor::Anchor;
using corridor::Exit;

namespace {

/// The shortest ways from one or two exits to every vertex from which the far end may be reached within a limit.
class Tree
{
public:
    explicit Tree(std::size_t vertex_count) : nodes_(vertex_count) {}

    struct Node
    {
        double cost = 0;
        std::uint32_t generation = 0;
        std::uint32_t arrival = kNone; ///< 2 * edge + (1 when the edge was left at its b); of an exit: kNone
        int exit_side = 0;
        bool is_settled = false;
    };

    void grow(const CorridorMap& map, std::span<const Exit> exits, Vec2 toward, double radius, double limit)
    {
        if (++generation_ == 0)
        {
            for (Node& node : nodes_) node.generation = 0;
            generation_ = 1;
        }
        heap_.clear();
        reached_.clear();
        const auto offer = [&](std::uint32_t vertex, double cost, std::uint32_t arrival, int exit_side) {
            Node& node = nodes_[vertex];
            if (node.generation == generation_ && node.cost <= cost) return;
            if (cost + distance(map.vertices()[vertex].position, toward) > limit) return;
            node = {cost, generation_, arrival, exit_side, false};
            heap_.push_back({cost, vertex});
            std::push_heap(heap_.begin(), heap_.end());
        };
        for (const Exit& exit : exits) offer(exit.vertex, exit.cost, kNone, exit.side);
        while (!heap_.empty())
        {
            const std::uint32_t vertex = heap_.front().vertex;
            std::pop_heap(heap_.begin(), heap_.end());
            heap_.pop_back();
            if (nodes_[vertex].is_settled) continue;
            nodes_[vertex].is_settled = true;
            reached_.push_back(vertex);
            for (const std::uint32_t seen : map.edgesAt(vertex))
            {
                const CorridorMap::Edge& edge = map.edges()[seen / 2];
                if (edge.is_branch || edge.narrowest < radius) continue;
                offer(seen % 2 ? edge.a : edge.b, nodes_[vertex].cost + edge.length, seen, 0);
            }
        }
    }

    bool reaches(std::uint32_t vertex) const { return nodes_[vertex].generation == generation_ && nodes_[vertex].is_settled; }
    const Node& operator[](std::uint32_t vertex) const { return nodes_[vertex]; }
    std::span<const std::uint32_t> reached() const { return reached_; }

private:
    struct Waiting
    {
        double cost = 0;
        std::uint32_t vertex = 0;
        friend bool operator<(const Waiting& a, const Waiting& b)
        {
            return a.cost != b.cost ? a.cost > b.cost : a.vertex > b.vertex;
        }
    };
    std::vector<Node> nodes_;
    std::uint32_t generation_ = 0;
    std::vector<Waiting> heap_;
    std::vector<std::uint32_t> reached_;
};

} // namespace

struct WaysFinder::State
{
    explicit State(CorridorMap m)
        : corridors(std::move(m)),
          from_start(map().vertices().size()),
          from_goal(map().vertices().size()),
          vertex_stamps(map().vertices().size()),
          edge_pieces(map().edges().size()),
          edge_stamps(map().edges().size())
    {
    }
    const CorridorMap& map() const { return corridors.map(); }

    CorridorFinder corridors;
    Tree from_start;
    Tree from_goal;
    Anchor from;
    Anchor to;
    struct Candidate
    {
        double cost = 0;
        std::uint32_t vertex = kNone; ///< none: straight along one edge
    };
    std::vector<Candidate> candidates;
    std::vector<Corridor::Piece> pieces;
    std::uint32_t stamp = 0;
    std::vector<std::uint32_t> vertex_stamps;
    std::vector<Corridor::Piece> edge_pieces; ///< of the way at hand, by edge, where stamped
    std::vector<std::uint32_t> edge_stamps;

    void renewStamp()
    {
        if (++stamp != 0) return;
        std::fill(vertex_stamps.begin(), vertex_stamps.end(), 0u);
        std::fill(edge_stamps.begin(), edge_stamps.end(), 0u);
        stamp = 1;
    }
};

class WaysWriter
{
public:
    WaysWriter(WaysFinder::State& state, const WaysOptions& options, Ways& ways)
        : state_(state), data_(state.map().data()), options_(options), ways_(ways)
    {
        ways_.status_ = PathStatus::invalid;
        ways_.problem_ = PathProblem::none;
        ways_.count_ = 0;
        ways_.lengths_.clear();
        ways_.widest_ = -1;
    }

    void run(Vec2 start, Vec2 goal)
    {
        if (!(options_.longest >= 1 && std::isfinite(options_.longest) && options_.most_shared >= 0 && options_.most_shared <= 1))
        {
            ways_.problem_ = PathProblem::bad_option;
            return;
        }
        Corridor& shortest = addCorridor();
        state_.corridors.find(start, goal, {.radius = options_.radius, .search = {}, .layer = options_.layer}, shortest);
        ways_.status_ = shortest.status();
        ways_.problem_ = shortest.problem();
        ways_.widest_ = shortest.widest();
        if (!shortest || options_.count == 0)
        {
            ways_.count_ = 0;
            return;
        }
        ways_.lengths_.push_back(shortest.length());
        if (options_.count > 1) findOthers(start, goal, options_.longest * shortest.length());
    }

private:
    Corridor& addCorridor()
    {
        if (ways_.count_ == ways_.corridors_.size()) ways_.corridors_.emplace_back();
        return ways_.corridors_[ways_.count_++];
    }

    void findOthers(Vec2 start, Vec2 goal, double limit)
    {
        const CorridorMap& map = state_.map();
        radius_ = std::max(0.0, options_.radius - map.diagram().frame().quantum);
        const int layer = corridor::chooseLayer(map, start, goal, radius_, options_.layer, state_.from);
        corridor::findAnchor(map, start, radius_, layer, state_.from);
        corridor::findAnchor(map, goal, radius_, layer, state_.to);
        Exit starts[2], goals[2];
        const int start_count = corridor::findExits(data_, state_.from, radius_, starts);
        const int goal_count = corridor::findExits(data_, state_.to, radius_, goals);
        state_.from_start.grow(map, {starts, static_cast<std::size_t>(start_count)}, state_.to.ball.position, radius_, limit);
        state_.from_goal.grow(map, {goals, static_cast<std::size_t>(goal_count)}, state_.from.ball.position, radius_, limit);
        direct_ = corridor::findDirect(data_, state_.from, state_.to, radius_);

        auto& candidates = state_.candidates;
        candidates.clear();
        if (direct_.cost <= limit) candidates.push_back({direct_.cost, kNone});
        for (const std::uint32_t vertex : state_.from_start.reached())
            if (state_.from_goal.reaches(vertex))
                if (const double cost = state_.from_start[vertex].cost + state_.from_goal[vertex].cost; cost <= limit)
                    candidates.push_back({cost, vertex});
        std::sort(candidates.begin(), candidates.end(),
                  [](const auto& a, const auto& b) { return a.cost != b.cost ? a.cost < b.cost : a.vertex < b.vertex; });
        for (const auto& candidate : candidates)
        {
            if (ways_.count_ == options_.count) return;
            if (!listPieces(candidate.vertex) || !isDifferent(candidate.cost)) continue;
            Corridor& corridor = addCorridor();
            CorridorWriter writer(map, options_.radius, corridor);
            writer.pieces().assign(state_.pieces.begin(), state_.pieces.end());
            writer.finish(state_.from, state_.to, candidate.cost, goal);
            ways_.lengths_.push_back(candidate.cost);
        }
    }

    /// The pieces of the way through a vertex; false when it visits a place twice.
    bool listPieces(std::uint32_t via)
    {
        auto& pieces = state_.pieces;
        pieces.clear();
        state_.renewStamp();
        if (via == kNone)
        {
            if (direct_.has_piece) pieces.push_back(direct_.piece);
            stampPieces();
            return true;
        }
        const Anchor &from = state_.from, &to = state_.to;
        const auto visit = [&](std::uint32_t vertex) {
            return std::exchange(state_.vertex_stamps[vertex], state_.stamp) != state_.stamp;
        };
        const auto isEnd = [&](std::uint32_t edge) { return edge == from.edge || edge == to.edge; };
        // Backwards from the vertex to the start, then turned round.
        std::uint32_t vertex = via;
        for (; state_.from_start[vertex].arrival != kNone;)
        {
            const std::uint32_t seen = state_.from_start[vertex].arrival;
            if (!visit(vertex) || isEnd(seen / 2)) return false;
            pieces.push_back(makePiece(seen));
            vertex = tailOf(seen);
        }
        if (!visit(vertex)) return false;
        const int start_side = state_.from_start[vertex].exit_side;
        if (from.edge != kNone) pieces.push_back(corridor::leaveBy(data_, from, start_side));
        std::reverse(pieces.begin(), pieces.end());
        vertex = via;
        while (state_.from_goal[vertex].arrival != kNone)
        {
            const std::uint32_t seen = state_.from_goal[vertex].arrival;
            const Corridor::Piece piece = makePiece(seen);
            if (isEnd(seen / 2)) return false;
            pieces.push_back({piece.edge, piece.last, piece.first});
            vertex = tailOf(seen);
            if (!visit(vertex)) return false;
        }
        const int goal_side = state_.from_goal[vertex].exit_side;
        if (to.edge != kNone) pieces.push_back(corridor::arriveBy(data_, to, goal_side));
        if (from.edge != kNone && from.edge == to.edge && start_side == goal_side) return false;
        stampPieces();
        return true;
    }

    Corridor::Piece makePiece(std::uint32_t seen) const
    {
        const std::uint32_t end = data_.edges[seen / 2].sample_count - 1;
        return seen % 2 ? Corridor::Piece{seen / 2, end, 0} : Corridor::Piece{seen / 2, 0, end};
    }
    std::uint32_t tailOf(std::uint32_t seen) const { return seen % 2 ? data_.edges[seen / 2].b : data_.edges[seen / 2].a; }

    void stampPieces()
    {
        for (const Corridor::Piece& piece : state_.pieces)
        {
            state_.edge_stamps[piece.edge] = state_.stamp;
            state_.edge_pieces[piece.edge] = piece;
        }
    }

    double sharedLength(const Corridor::Piece& a, const Corridor::Piece& b) const
    {
        const std::uint32_t low = std::max(std::min(a.first, a.last), std::min(b.first, b.last));
        const std::uint32_t high = std::min(std::max(a.first, a.last), std::max(b.first, b.last));
        return low < high ? data_.distanceAt(a.edge, high) - data_.distanceAt(a.edge, low) : 0;
    }

    bool isDifferent(double length) const
    {
        for (const Corridor& other : ways_.corridors())
        {
            double shared = 0;
            bool has_same_pieces = other.pieces().size() == state_.pieces.size();
            for (std::size_t i = 0; i < other.pieces().size(); ++i)
            {
                const Corridor::Piece& piece = other.pieces()[i];
                if (state_.edge_stamps[piece.edge] == state_.stamp) shared += sharedLength(piece, state_.edge_pieces[piece.edge]);
                // A way that starts and ends on one edge has two pieces there, of which the last was noted.
                if (state_.pieces.size() > 1 && state_.pieces.front().edge == piece.edge &&
                    state_.pieces.back().edge == piece.edge)
                    shared += sharedLength(piece, state_.pieces.front());
                has_same_pieces = has_same_pieces && piece.edge == state_.pieces[i].edge &&
                                  piece.first == state_.pieces[i].first && piece.last == state_.pieces[i].last;
            }
            if (has_same_pieces || shared > options_.most_shared * length) return false;
        }
        return true;
    }

    WaysFinder::State& state_;
    const CorridorMap::Data& data_;
    const WaysOptions& options_;
    Ways& ways_;
    corridor::Direct direct_;
    double radius_ = 0;
};

WaysFinder::WaysFinder(CorridorMap map) : state_(std::make_unique<State>(std::move(map))) {}
WaysFinder::~WaysFinder() = default;
WaysFinder::WaysFinder(WaysFinder&&) noexcept = default;
WaysFinder& WaysFinder::operator=(WaysFinder&&) noexcept = default;
const CorridorMap& WaysFinder::map() const { return state_->map(); }

Ways WaysFinder::find(Vec2 start, Vec2 goal, const WaysOptions& options)
{
    Ways ways;
    find(start, goal, options, ways);
    return ways;
}

void WaysFinder::find(Vec2 start, Vec2 goal, const WaysOptions& options, Ways& ways)
{
    WaysWriter(*state_, options, ways).run(start, goal);
}

Ways findWays(const CorridorMap& map, Vec2 start, Vec2 goal, const WaysOptions& options)
{
    return WaysFinder(map).find(start, goal, options);
}

std::size_t chooseWay(std::uint64_t id, std::span<const double> lengths, std::uint64_t key)
{
    if (lengths.empty()) return 0;
    const double shortest = *std::min_element(lengths.begin(), lengths.end());
    const auto weightOf = [&](double length) {
        if (!(length > 0)) return 1.0;
        const double r = shortest / length, cube = r * r * r;
        return cube * cube * cube * cube;
    };
    double total = 0;
    for (const double length : lengths) total += weightOf(length);
    double left = Random(id, key).uniform() * total;
    for (std::size_t i = 0; i < lengths.size(); ++i)
        if ((left -= weightOf(lengths[i])) < 0) return i;
    return 0;
}

} // namespace clearway
