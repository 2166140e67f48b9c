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

#include "corridor/exits.h"
#include "corridor/finder_state.h"
#include "corridor/writer.h"

namespace clearway {

using corridor::Anchor;
using corridor::Exit;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

} // namespace

namespace {

/// The pieces of the way that arrives at an exit of the goal.
void listPieces(const CorridorFinder::State& state, const Exit& goal_exit, std::vector<Corridor::Piece>& pieces)
{
    const CorridorMap::Data& data = state.map.data();
    std::uint32_t vertex = goal_exit.vertex;
    if (state.to.edge != kNone) pieces.push_back(corridor::arriveBy(data, state.to, goal_exit.side));
    while (state.nodes[vertex].arrival != kNone)
    {
        const std::uint32_t seen = state.nodes[vertex].arrival;
        const CorridorMap::Edge& edge = data.edges[seen / 2];
        const std::uint32_t end = edge.sample_count - 1;
        pieces.push_back(seen % 2 ? Corridor::Piece{seen / 2, end, 0} : Corridor::Piece{seen / 2, 0, end});
        vertex = seen % 2 ? edge.b : edge.a;
    }
    if (state.from.edge != kNone) pieces.push_back(corridor::leaveBy(data, state.from, state.nodes[vertex].exit_side));
    std::reverse(pieces.begin(), pieces.end());
}

} // namespace

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
    CorridorWriter writer(state.map, options.radius, corridor);
    if (!(options.radius >= 0 && std::isfinite(options.radius))) return writer.refuse(PathProblem::bad_radius);
    if (!isFinite(start) || !isFinite(goal)) return writer.refuse(PathProblem::bad_point);
    const double radius = state.passing(options.radius);
    const int layer = corridor::chooseLayer(state.map, start, goal, radius, options.layer, state.from);
    if (const auto problem = corridor::findAnchor(state.map, start, radius, layer, state.from); problem != PathProblem::none)
        return writer.refuse(problem);
    if (const auto problem = corridor::findAnchor(state.map, goal, radius, layer, state.to); problem != PathProblem::none)
        return writer.refuse(problem == PathProblem::start_outside ? PathProblem::goal_outside : PathProblem::goal_too_tight);

    const CorridorMap::Data& data = state.map.data();
    const corridor::Direct direct = corridor::findDirect(data, state.from, state.to, radius);
    Exit starts[2], goals[2];
    const int start_count = corridor::findExits(data, state.from, radius, starts);
    const int goal_count = corridor::findExits(data, state.to, radius, goals);
    bool has_way = false;
    for (int i = 0; i < start_count && !has_way; ++i)
        for (int j = 0; j < goal_count && !has_way; ++j)
            has_way = state.map.findWidest(starts[i].vertex, goals[j].vertex) >= radius;
    double best = direct.cost;
    int arrived = goal_count;
    if (has_way)
        arrived = state.search({starts, static_cast<std::size_t>(start_count)}, {goals, static_cast<std::size_t>(goal_count)},
                               options, best);
    if (arrived == goal_count && !(direct.cost < kInfinity)) return writer.leaveUnreachable(start, goal, layer);
    if (arrived < goal_count)
        listPieces(state, goals[arrived], writer.pieces());
    else if (direct.has_piece)
        writer.pieces().push_back(direct.piece);
    writer.finish(state.from, state.to, best, goal);
}

Corridor findCorridor(const CorridorMap& map, Vec2 start, Vec2 goal, const CorridorOptions& options)
{
    return CorridorFinder(map).find(start, goal, options);
}

} // namespace clearway
