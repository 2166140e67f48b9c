// SPDX-License-Identifier: MIT
#include <clearway/published/path_search.h>

#include <algorithm>
#include <limits>

#include <clearway/geometry/predicates.h>
#include <clearway/navmesh/query.h>

namespace clearway::published {

namespace {

/// A portal and the direction in which it is crossed: 2 * portal, + 1 when from right to left.
using Node = std::uint32_t;

struct Waiting
{
    double estimate = 0; ///< of the whole way
    double cost = 0;
    Node node = kNone;
};

/// The heap's order, smallest estimate on top; total, so that the answer never depends on the heap's inside.
bool comesLater(const Waiting& x, const Waiting& y)
{
    if (x.estimate != y.estimate) return x.estimate > y.estimate;
    if (x.cost != y.cost) return x.cost < y.cost;
    return x.node > y.node;
}

} // namespace

struct Search::State
{
    ClearanceMesh clearance;
    NavMesh mesh; ///< of the clearance
    std::shared_ptr<const CrossingTable> crossings;
    std::vector<Vec2> middles; ///< of portals
    std::vector<double> costs;
    std::vector<Node> parents;
    std::vector<std::uint32_t> epochs; ///< of the search that wrote costs and parents
    std::vector<std::uint8_t> closed;
    std::uint32_t epoch = 0;
    std::vector<Waiting> heap;
    std::vector<Interval> intervals;
    std::vector<Gate> gates;

    State(ClearanceMesh c, std::shared_ptr<const CrossingTable> table)
        : clearance(std::move(c)), mesh(clearance.mesh()), crossings(std::move(table))
    {
        const std::size_t count = mesh.portals().size();
        for (const NavMesh::Portal& portal : mesh.portals())
            middles.push_back(interpolate(mesh.segment(portal).a, mesh.segment(portal).b, 0.5));
        costs.resize(2 * count);
        parents.resize(2 * count);
        epochs.resize(2 * count);
        closed.resize(2 * count);
    }

    CellId behind(Node node) const
    {
        const NavMesh::Portal& portal = mesh.portals()[node / 2];
        return node % 2 == 0 ? portal.right : portal.left;
    }

    void push(Node node, double cost, Node parent, Vec2 goal)
    {
        if (epochs[node] == epoch && (closed[node] || costs[node] <= cost)) return;
        epochs[node] = epoch;
        closed[node] = 0;
        costs[node] = cost;
        parents[node] = parent;
        heap.push_back({cost + distance(middles[node / 2], goal), cost, node});
        std::push_heap(heap.begin(), heap.end(), comesLater);
    }

    /// All portals of `cell` but the one just crossed, if a disc of this radius may cross the cell so.
    void expand(CellId cell, Node from, Vec2 at, double cost, double radius, Vec2 goal)
    {
        for (const NavMesh::Side& side : mesh.sides(cell))
        {
            if (side.portal == kNone || (from != kNone && side.portal == from / 2)) continue;
            if (crossings && from != kNone && !(radius <= crossings->find(cell, from / 2, side.portal))) continue;
            const Node node = 2 * side.portal + (mesh.portals()[side.portal].left == cell ? 0 : 1);
            push(node, cost + distance(at, middles[side.portal]), from, goal);
        }
    }
};

Search::Search(ClearanceMesh clearance, std::shared_ptr<const CrossingTable> crossings)
    : state_(std::make_unique<State>(std::move(clearance), std::move(crossings)))
{
}
Search::~Search() = default;
Search::Search(Search&&) noexcept = default;
Search& Search::operator=(Search&&) noexcept = default;

void Search::findChain(const Place& start, const Place& goal, double radius, SearchResult& path)
{
    State& state = *state_;
    path.status = SearchStatus::invalid;
    path.cells.clear();
    path.portals.clear();
    path.intervals.clear();
    path.points.clear();
    path.length = 0;
    path.expanded_count = 0;
    if (!start || !goal || !(radius >= 0) || radius == std::numeric_limits<double>::infinity()) return;
    if (start.cell == goal.cell)
    {
        path.status = SearchStatus::found;
        path.cells.push_back(start.cell);
        return;
    }
    if (++state.epoch == 0)
    {
        std::fill(state.epochs.begin(), state.epochs.end(), 0);
        state.epoch = 1;
    }
    state.heap.clear();
    // The first crossing has no entry and the last one no exit: they are not pruned.
    state.expand(start.cell, kNone, start.position, 0, radius, goal.position);
    Node last = kNone;
    while (!state.heap.empty() && last == kNone)
    {
        std::pop_heap(state.heap.begin(), state.heap.end(), comesLater);
        const Waiting next = state.heap.back();
        state.heap.pop_back();
        if (state.closed[next.node]) continue;
        state.closed[next.node] = 1;
        ++path.expanded_count;
        const CellId cell = state.behind(next.node);
        if (cell == goal.cell)
            last = next.node;
        else
            state.expand(cell, next.node, state.middles[next.node / 2], next.cost, radius, goal.position);
    }
    path.status = last == kNone ? SearchStatus::no_way : SearchStatus::found;
    if (last == kNone) return;
    for (Node node = last; node != kNone; node = state.parents[node])
    {
        path.portals.push_back(node / 2);
        path.cells.push_back(state.behind(node));
    }
    path.cells.push_back(start.cell);
    std::reverse(path.portals.begin(), path.portals.end());
    std::reverse(path.cells.begin(), path.cells.end());
}

void Search::find(const Place& start, const Place& goal, const SearchOptions& options, SearchResult& path)
{
    State& state = *state_;
    findChain(start, goal, options.radius, path);
    if (!path) return;
    state.gates.clear();
    for (std::size_t i = 0; i < path.portals.size(); ++i)
    {
        const NavMesh::Portal& portal = state.mesh.portals()[path.portals[i]];
        const ShrinkOptions shrink = {.radius = options.radius,
                                      .method = options.method,
                                      .from = path.cells[i],
                                      .exits = std::span(path.portals).subspan(i + 1)};
        computeFreeIntervals(state.clearance, path.portals[i], shrink, state.intervals);
        if (state.intervals.empty())
        {
            path.status = SearchStatus::portal_blocked;
            return;
        }
        const Segment whole = state.mesh.segment(portal);
        const double length = distance(whole.a, whole.b);
        path.intervals.push_back(state.intervals.front());
        const Vec2 along = length > 0 ? (whole.b - whole.a) / length : Vec2();
        const Vec2 begin = whole.a + along * path.intervals.back().begin;
        const Vec2 end = whole.a + along * path.intervals.back().end;
        // The left cell has the portal from a to b with itself on the left: whoever leaves it sees b on the left.
        state.gates.push_back(portal.left == path.cells[i] ? Gate{end, begin} : Gate{begin, end});
    }
    pullString(start.position, goal.position, state.gates, path.points);
    for (std::size_t i = 1; i < path.points.size(); ++i) path.length += distance(path.points[i - 1], path.points[i]);
}

SearchResult searchPath(const ClearanceMesh& clearance, Vec2 start, Vec2 goal, const SearchOptions& options)
{
    SearchResult path;
    Search finder(clearance, std::make_shared<const CrossingTable>(clearance));
    finder.find(findPlace(clearance.mesh(), start), findPlace(clearance.mesh(), goal), options, path);
    return path;
}

void pullString(Vec2 start, Vec2 goal, std::span<const Gate> gates, std::vector<Vec2>& points)
{
    points.clear();
    points.push_back(start);
    const auto gate = [&](std::size_t i) { return i < gates.size() ? gates[i] : Gate{goal, goal}; };
    Vec2 apex = start;
    Vec2 left = start;
    Vec2 right = start;
    std::size_t left_index = 0; // of the gate after the one that gave this side of the funnel
    std::size_t right_index = 0;
    for (std::size_t i = 0; i <= gates.size(); ++i)
    {
        const Gate next = gate(i);
        if (left == apex || computeOrientation(apex, left, next.left) <= 0)
        {
            if (right != apex && left != apex && computeOrientation(apex, right, next.left) < 0)
            {
                // The new left side lies beyond the right one: the string bends there, and all starts again behind it.
                points.push_back(right);
                apex = left = right;
                i = right_index - 1;
                left_index = right_index;
                continue;
            }
            left = next.left;
            left_index = i + 1;
        }
        if (right == apex || computeOrientation(apex, right, next.right) >= 0)
        {
            if (left != apex && right != apex && computeOrientation(apex, left, next.right) > 0)
            {
                points.push_back(left);
                apex = right = left;
                i = left_index - 1;
                right_index = left_index;
                continue;
            }
            right = next.right;
            right_index = i + 1;
        }
    }
    if (points.back() != goal || points.size() == 1) points.push_back(goal);
}

} // namespace clearway::published
