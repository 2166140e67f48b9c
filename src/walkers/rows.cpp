// SPDX-License-Identifier: MIT
#include "walkers/rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

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
    for (const CorridorMap::Sample& sample : map.samples())
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

template <typename Visit>
void Rows::forEachBall(const Box2& box, Visit visit) const
{
    const CorridorMap::Data& data = map_.data();
    const auto vertex_count = static_cast<std::uint32_t>(data.vertices.size());
    data.balls.forEachIn(box, [&](std::uint32_t item) {
        if (item < vertex_count)
        {
            for (const std::uint32_t link : map_.edgesAt(item))
                if (isOpen(link / 2)) visit(link / 2, firstBallOf(link));
            return;
        }
        const auto after = std::upper_bound(data.edges.begin(), data.edges.end(), item - vertex_count,
                                            [](std::uint32_t i, const CorridorMap::Edge& edge) { return i < edge.first_sample; });
        const auto edge = static_cast<std::uint32_t>(after - data.edges.begin() - 1);
        if (isOpen(edge)) visit(edge, item - vertex_count);
    });
}

Spot Rows::findSpot(Vec2 p) const
{
    const LatticePoint at = lattice_.snap(p);
    Spot best;
    double best_sq = 0;
    forEachBall({p, p}, [&](std::uint32_t edge, std::uint32_t ball) {
        const double dx = lattice_.quantum * (at.x - balls_[ball].x), dy = lattice_.quantum * (at.y - balls_[ball].y);
        const double reach = static_cast<double>(balls_[ball].reach), away_sq = dx * dx + dy * dy;
        if (!(away_sq < reach * reach * (1 - kLostPart))) return;
        if (best && (away_sq > best_sq || (away_sq == best_sq && ball > best.ball))) return;
        best = {edge, ball};
        best_sq = away_sq;
    });
    return best;
}

/// The place of a ball, a little inside of its border, that is nearest to p; and how far it is from p.
static Vec2 findPlaceIn(Vec2 center, double reach, Vec2 p, double& gap)
{
    constexpr double kInside = 0.999;
    const double away = distance(p, center);
    gap = std::max(0.0, away - kInside * reach);
    return gap > 0 ? center + (p - center) * (kInside * reach / away) : p;
}

Spot Rows::findSpotNear(Vec2 p, double most, LatticePoint& at) const
{
    at = lattice_.snap(p);
    if (const Spot spot = findSpot(p)) return spot;
    std::uint32_t best = kNone;
    double best_gap = most;
    Vec2 place;
    forEachBall(Box2{p, p}.inflated(most), [&](std::uint32_t, std::uint32_t ball) {
        double gap = 0;
        const Vec2 offered =
            findPlaceIn(lattice_.world({balls_[ball].x, balls_[ball].y}), static_cast<double>(balls_[ball].reach), p, gap);
        if (gap > best_gap || (gap == best_gap && ball > best)) return;
        best = ball;
        best_gap = gap;
        place = offered;
    });
    if (best == kNone) return {};
    at = lattice_.snap(place);
    return findSpot(lattice_.world(at));
}

Vec2 Rows::findPlaceFor(Vec2 p) const
{
    double best = std::numeric_limits<double>::infinity();
    Vec2 place = p;
    for (std::uint32_t edge = 0; edge < map_.edges().size(); ++edge)
    {
        if (!isOpen(edge)) continue;
        for (const CorridorMap::Sample& ball : map_.samples(map_.edges()[edge]))
        {
            double gap = 0;
            const Vec2 offered = findPlaceIn(ball.position, ball.clearance - radius_, p, gap);
            if (gap >= best) continue;
            best = gap;
            place = offered;
        }
    }
    return place;
}

std::size_t Rows::memoryBytes() const
{
    return balls_.capacity() * sizeof(Ball) + tails_.capacity() * sizeof(Tail) + first_link_.capacity() * sizeof(std::uint32_t) +
           links_.capacity() * sizeof(Link);
}

} // namespace clearway::walkers
