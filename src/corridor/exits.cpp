// SPDX-License-Identifier: MIT
#include "corridor/exits.h"

#include <algorithm>
#include <cmath>

namespace clearway::corridor {
namespace {

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

} // namespace

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

Corridor::Piece leaveBy(const CorridorMap::Data& data, const Anchor& anchor, int side)
{
    const std::uint32_t end = data.edges[anchor.edge].sample_count - 1;
    return side ? Corridor::Piece{anchor.edge, anchor.high, end} : Corridor::Piece{anchor.edge, anchor.low, 0};
}

Corridor::Piece arriveBy(const CorridorMap::Data& data, const Anchor& anchor, int side)
{
    const Corridor::Piece left = leaveBy(data, anchor, side);
    return {left.edge, left.last, left.first};
}

} // namespace clearway::corridor
