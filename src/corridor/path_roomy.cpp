// SPDX-License-Identifier: MIT
// Paths that use the room there is: with a preferred clearance, and with corners as round as the corridor allows.
#include <algorithm>

#include "corridor/path_writer.h"

namespace clearway {

using corridor::Gate;
using corridor::Station;

static constexpr double kSpare = 1e-6; ///< part of the room that rounded corners leave, so that they do not quite touch

Vec2 CorridorPathWriter::stepAside(Vec2 end, const CorridorMap::Sample& ball) const
{
    const double size = distance(end, ball.position), room = ball.clearance - preferred_;
    return size <= room ? end : ball.position + (end - ball.position) * (room / size);
}

void CorridorPathWriter::leadRoomy()
{
    const std::size_t count = stations().size();
    if (count == 1 && !isWide(0)) return addLine(start_, goal_); // in one ball, nowhere as far as preferred from both ends
    if (!isWide(0)) addLine(start_, stations()[0].ball.position);
    for (std::size_t i = 0; i < count;)
    {
        if (isWide(i))
        {
            i = leadThroughRoom(i);
            continue;
        }
        if (i + 1 < count) addStepFromNarrow(i);
        ++i;
    }
    if (!isWide(count - 1)) addLine(stations()[count - 1].ball.position, goal_);
}

void CorridorPathWriter::addStepFromNarrow(std::size_t i)
{
    const Station &from = stations()[i], &to = stations()[i + 1];
    const Vec2 end = isWide(i + 1) ? corridor::findCrossing(diagram_, from, to, preferred_) : to.ball.position;
    addStep(from.step, from.ball.position, end, std::min(from.ball.clearance, to.ball.clearance));
}

std::size_t CorridorPathWriter::leadThroughRoom(std::size_t first)
{
    std::size_t last = first;
    while (last + 1 < stations().size() && isWide(last + 1)) ++last;
    const bool has_start = first == 0, has_goal = last + 1 == stations().size();
    const CorridorMap::Sample &entry = stations()[first].ball, &exit = stations()[last].ball;
    const Vec2 from = has_start ? stepAside(start_, entry)
                                : corridor::findCrossing(diagram_, stations()[first - 1], stations()[first], preferred_);
    const Vec2 to =
        has_goal ? stepAside(goal_, exit) : corridor::findCrossing(diagram_, stations()[last], stations()[last + 1], preferred_);
    if (has_start) addLine(start_, from);
    listGates(first, last, preferred_);
    if (!pull(from, to, first, last, preferred_))
    {
        if (has_start)
            addLine(from, entry.position);
        else
            addStep(stations()[first - 1].step, from, entry.position, preferred_);
        addSteps(first, last);
        if (has_goal)
            addLine(exit.position, to);
        else
            addStep(stations()[last].step, exit.position, to, preferred_);
    }
    if (has_goal)
        addLine(to, goal_);
    else
        addStep(stations()[last].step, to, stations()[last + 1].ball.position, stations()[last + 1].ball.clearance);
    return last + 1;
}

double CorridorPathWriter::computeRoom(Vec2 corner, std::size_t first, std::size_t last) const
{
    double room = std::min({preferred_, distance(corner, start_), distance(corner, goal_)});
    const auto look = [&](std::size_t i) { room = std::min(room, distance(corner, stations()[i].ball.position)); };
    for (std::size_t i = first; i <= last; ++i) look(i);
    double walked = 0;
    for (std::size_t i = first; i > 0 && walked <= 2 * preferred_; --i)
    {
        look(i - 1);
        walked += distance(stations()[i].ball.position, stations()[i - 1].ball.position);
    }
    walked = 0;
    for (std::size_t i = last; i + 1 < stations().size() && walked <= 2 * preferred_; ++i)
    {
        look(i + 1);
        walked += distance(stations()[i].ball.position, stations()[i + 1].ball.position);
    }
    return room;
}

void CorridorPathWriter::listRoundedGates(double share)
{
    listGates(0, stations().size() - 1, radius_);
    const auto round = [&](auto centerOf, auto radiusOf) {
        std::size_t gate = 0;
        for (std::size_t i = 0; i < stations().size();)
        {
            std::size_t last = i, gate_count = stations()[i].isGate() ? 1 : 0;
            while (last + 1 < stations().size() && centerOf(stations()[last + 1].ball) == centerOf(stations()[i].ball))
                gate_count += stations()[++last].isGate() ? 1 : 0;
            if (gate_count > 1)
            {
                const double room = computeRoom(centerOf(stations()[i].ball), i, last);
                const double radius = radius_ + share * std::max(0.0, room * (1 - kSpare) - radius_);
                for (std::size_t j = 0; j < gate_count; ++j) radiusOf(state_.gates[gate + j]) = radius;
            }
            gate += gate_count;
            i = last + 1;
        }
    };
    round([](const CorridorMap::Sample& ball) { return ball.left; }, [](Gate& gate) -> double& { return gate.left_radius; });
    round([](const CorridorMap::Sample& ball) { return ball.right; }, [](Gate& gate) -> double& { return gate.right_radius; });
}

void CorridorPathWriter::pullSmooth()
{
    for (const double share : {1.0, 0.75, 0.5, 0.25, 0.1})
    {
        listRoundedGates(share);
        if (pull(start_, goal_, 0, stations().size() - 1, radius_)) return;
    }
    pullShortest();
}

} // namespace clearway
