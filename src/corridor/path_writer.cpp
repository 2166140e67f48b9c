// SPDX-License-Identifier: MIT
// Based on:
// R. Geraerts. Planning short paths with clearance using explicit corridors. 2010
// Departures: no triangulated corridor. A string is led between the nearest obstacle points of each sample and pulled taut around
// circles (taut.cpp). With a preferred clearance, the borders meet wherever there is less room than preferred, so that the path
// has to follow the middle there; only the parts between are pulled taut.
#include "corridor/path_writer.h"

#include <algorithm>
#include <cmath>

#include "corridor/piece_clearance.h"

namespace clearway {

using corridor::Gate;
using corridor::Station;

namespace {

constexpr double kTolerance = 1e-7; ///< metres by which a taut path may miss its clearance before another is taken
constexpr double kSamePoint = 1e-9; ///< metres between obstacle points that are taken as one

/// Whether p lies beyond the line from the right to the left obstacle.
bool isAhead(const CorridorMap::Sample& ball, Vec2 p) { return cross(ball.left - ball.right, p - ball.right) < 0; }

Gate makeGate(const Station& station, double radius)
{
    const double size = std::min(radius, station.ball.clearance);
    return {station.ball.left, station.ball.right, station.ball.position, size, size};
}

} // namespace

CorridorPathWriter::CorridorPathWriter(CorridorPathFinder::State& state, const CorridorPathOptions& options, Path& path)
    : state_(state), diagram_(state.corridors.map().diagram()), writer_(path)
{
    writer_.setRadius(options.radius);
}

void CorridorPathWriter::run(const Corridor& corridor, Vec2 start, Vec2 goal, const CorridorPathOptions& options)
{
    if (corridor.status() == PathStatus::invalid) return writer_.setProblem(corridor.problem());
    writer_.setStatus(corridor.status());
    writer_.setWidest(corridor.widest(), atHeight(corridor.narrowestAt()));
    if (!corridor) return;
    layer_ = corridor.ends_.layer;
    start_ = start;
    goal_ = goal;
    collectStations(corridor);
    radius_ = options.radius;
    for (const Station& station : state_.stations) radius_ = std::min(radius_, station.ball.clearance);
    preferred_ = std::max(radius_, options.preferred_clearance);
    const double at_start = diagram_.findNearest(start, layer_).distance;
    const double at_goal = diagram_.findNearest(goal, layer_).distance;
    clearance_ = std::min(at_start, at_goal);
    radius_ = std::max(0.0, std::min(radius_, clearance_));
    if (start != goal) lead(options.kind);
    measure();
}

void CorridorPathWriter::lead(CorridorPathOptions::Kind kind)
{
    switch (kind)
    {
    case CorridorPathOptions::Kind::backbone: return followBackbone();
    case CorridorPathOptions::Kind::shortest: return pullShortest();
    case CorridorPathOptions::Kind::roomy: return leadRoomy();
    case CorridorPathOptions::Kind::smooth: return pullSmooth();
    }
}

void CorridorPathWriter::addLine(Vec2 from, Vec2 to)
{
    if (from == to) return;
    writer_.addPiece(Path::Piece::line(atHeight(from), atHeight(to)));
    clearance_ = std::min(clearance_, corridor::computeClearance(diagram_, writer_.pieces().back(), layer_, clearance_));
}

void CorridorPathWriter::addStep(std::uint32_t step, Vec2 from, Vec2 to, double clearance)
{
    clearance_ = std::min(clearance_, clearance);
    if (from == to) return;
    writer_.pieces().push_back(corridor::makePiece(diagram_, step, from, to));
    writer_.pieces().back().room = clearance - radius_;
}

void CorridorPathWriter::addSteps(std::size_t first, std::size_t last)
{
    for (std::size_t i = first; i < last; ++i)
    {
        const CorridorMap::Sample &a = stations()[i].ball, &b = stations()[i + 1].ball;
        addStep(stations()[i].step, a.position, b.position, std::min(a.clearance, b.clearance));
    }
}

void CorridorPathWriter::followBackbone()
{
    addLine(start_, stations().front().ball.position);
    addSteps(0, stations().size() - 1);
    addLine(stations().back().ball.position, goal_);
}

bool CorridorPathWriter::pull(Vec2 from, Vec2 to, std::size_t first, std::size_t last, double clearance)
{
    const std::span<const Gate> gates = state_.gates;
    std::size_t begin = 0, end = gates.size();
    std::size_t gate = 0;
    for (std::size_t i = first; i <= last; ++i)
    {
        const CorridorMap::Sample& ball = stations()[i].ball;
        if (distance(ball.position, from) > ball.clearance) break;
        if (!stations()[i].isGate()) continue;
        if (!isAhead(ball, from)) break;
        begin = ++gate;
    }
    gate = gates.size();
    for (std::size_t i = last + 1; i-- > first;)
    {
        const CorridorMap::Sample& ball = stations()[i].ball;
        if (distance(ball.position, to) > ball.clearance) break;
        if (!stations()[i].isGate()) continue;
        if (isAhead(ball, to)) break;
        end = --gate;
    }
    const std::size_t old_size = writer_.pieces().size();
    if (!state_.string.pull(from, to, gates, begin, std::max(begin, end), writer_.pieces())) return false;
    double found = std::max(clearance_, clearance);
    for (std::size_t i = old_size; i < writer_.pieces().size(); ++i)
        found = std::min(found, corridor::computeClearance(diagram_, writer_.pieces()[i], layer_, found));
    if (found >= clearance - kTolerance)
    {
        clearance_ = std::min(clearance_, found);
        return true;
    }
    writer_.pieces().resize(old_size);
    return false;
}

void CorridorPathWriter::listGates(std::size_t first, std::size_t last, double radius)
{
    state_.gates.clear();
    for (std::size_t i = first; i <= last; ++i)
    {
        if (!stations()[i].isGate()) continue;
        state_.gates.push_back(makeGate(stations()[i], radius));
        if (state_.gates.size() < 2) continue;
        // The end of a wall and the corner there are one.
        const auto join = [](Vec2& point, Vec2 previous) {
            if (distanceSq(point, previous) < kSamePoint * kSamePoint) point = previous;
        };
        join(state_.gates.back().left, state_.gates[state_.gates.size() - 2].left);
        join(state_.gates.back().right, state_.gates[state_.gates.size() - 2].right);
    }
}

void CorridorPathWriter::pullShortest()
{
    listGates(0, stations().size() - 1, radius_);
    if (pull(start_, goal_, 0, stations().size() - 1, radius_)) return;
    followBackbone();
}

void CorridorPathWriter::measure()
{
    double length = 0;
    for (Path::Piece& piece : writer_.pieces())
    {
        if (piece.isArc()) piece.room = corridor::computeRoom(diagram_, piece, layer_, radius_);
        length += piece.length();
    }
    writer_.setLength(length);
    writer_.setClearance(clearance_);
}

} // namespace clearway
