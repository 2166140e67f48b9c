// SPDX-License-Identifier: MIT
#include "walkers/rows.h"

#include <algorithm>
#include <cmath>

#include "corridor/data.h"

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
    for (const CorridorMap::Edge& edge : edges)
    {
        tails_.push_back({edge.a, edge.first_sample});
        tails_.push_back({edge.b, edge.first_sample + edge.sample_count - 1});
        const auto first = balls_.begin() + edge.first_sample;
        is_open_.push_back(edge.valid_radius >= radius &&
                           std::all_of(first, first + edge.sample_count, [](const Ball& ball) { return ball.reach > 0; }));
    }
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
    Spot best;
    double best_sq = 0;
    const auto offer = [&](std::uint32_t edge, std::uint32_t ball) {
        if (!isOpen(edge)) return;
        const double dx = lattice_.quantum * (at.x - balls_[ball].x), dy = lattice_.quantum * (at.y - balls_[ball].y);
        const double reach = static_cast<double>(balls_[ball].reach), away_sq = dx * dx + dy * dy;
        if (!(away_sq < reach * reach * (1 - kLostPart))) return;
        if (best && (away_sq > best_sq || (away_sq == best_sq && ball > best.ball))) return;
        best = {edge, ball};
        best_sq = away_sq;
    };
    const CorridorMap::Data& data = map_.data();
    const auto vertex_count = static_cast<std::uint32_t>(data.vertices.size());
    data.balls.forEachIn({p, p}, [&](std::uint32_t item) {
        if (item < vertex_count)
        {
            for (const std::uint32_t link : map_.edgesAt(item)) offer(link / 2, firstBallOf(link));
            return;
        }
        const auto after = std::upper_bound(data.edges.begin(), data.edges.end(), item - vertex_count,
                                            [](std::uint32_t i, const CorridorMap::Edge& edge) { return i < edge.first_sample; });
        offer(static_cast<std::uint32_t>(after - data.edges.begin() - 1), item - vertex_count);
    });
    return best;
}

std::size_t Rows::memoryBytes() const
{
    return balls_.capacity() * sizeof(Ball) + tails_.capacity() * sizeof(Tail) + first_link_.capacity() * sizeof(std::uint32_t) +
           links_.capacity() * sizeof(Link);
}

} // namespace clearway::walkers
