// SPDX-License-Identifier: MIT
#include "walkers/rows.h"

#include <algorithm>
#include <cmath>

namespace clearway::walkers {

namespace {

/// Fine enough for walkers; finer ones would make the steps of a walker too long for float.
constexpr double kFinestQuantum = 1.0 / (1 << 17);
/// Centres are rounded, positions too, and distances are computed in float.
constexpr double kLostQuanta = 3;
constexpr double kLostPart = 1e-6;

} // namespace

Rows::Rows(const CorridorMap& map, double radius) : map_(map), radius_(radius), lattice_(map.diagram().frame())
{
    lattice_.quantum = std::max(lattice_.quantum, kFinestQuantum);
    balls_.reserve(map.samples().size());
    for (const CorridorSample& sample : map.samples())
    {
        const LatticePoint at = lattice_.snap(sample.position);
        const double room = sample.clearance - radius;
        balls_.push_back({at.x, at.y, static_cast<float>(room * (1 - kLostPart) - kLostQuanta * lattice_.quantum)});
    }
    const auto edges = map.edges();
    first_link_.assign(map.vertices().size() + 1, 0);
    for (std::uint32_t vertex = 0; vertex < map.vertices().size(); ++vertex)
    {
        for (const std::uint32_t link : map.edgesAt(vertex))
        {
            has_open_edge_ = has_open_edge_ || isOpen(link / 2);
            if (isThrough(link / 2)) links_.push_back({link, headOf(link), static_cast<float>(edges[link / 2].length)});
        }
        first_link_[vertex + 1] = static_cast<std::uint32_t>(links_.size());
    }
}

Spot Rows::findSpot(Vec2 p) const
{
    const LatticePoint at = lattice_.snap(p);
    // A little more than the radius, so that rounding to the lattice does not take the walker out of the ball again.
    const CorridorMap::Ball found = map_.findEnclosingBall(p, radius_ + 2 * (kLostQuanta + 1) * lattice_.quantum);
    const auto holds = [&](std::uint32_t ball) {
        const double dx = lattice_.quantum * (at.x - balls_[ball].x), dy = lattice_.quantum * (at.y - balls_[ball].y);
        const double reach = static_cast<double>(balls_[ball].reach);
        return reach > 0 && dx * dx + dy * dy < reach * reach * (1 - kLostPart);
    };
    if (found.edge != kNone)
    {
        const std::uint32_t ball = map_.edges()[found.edge].first_sample + found.index;
        return isOpen(found.edge) && holds(ball) ? Spot{found.edge, ball} : Spot{};
    }
    if (found.vertex == kNone) return {};
    for (const std::uint32_t link : map_.edgesAt(found.vertex))
        if (isOpen(link / 2) && holds(firstBallOf(link))) return {link / 2, firstBallOf(link)};
    return {};
}

std::size_t Rows::memoryBytes() const
{
    return balls_.capacity() * sizeof(Ball) + first_link_.capacity() * sizeof(std::uint32_t) + links_.capacity() * sizeof(Link);
}

} // namespace clearway::walkers
