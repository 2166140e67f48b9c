// SPDX-License-Identifier: MIT
#include "walkers/planner.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "corridor/data.h"

namespace clearway::walkers {

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

} // namespace

Planner::Planner(const Rows& rows) : rows_(rows), nodes_(rows.map().vertices().size()) {}

bool Planner::mayReach(Spot from, Spot to) const
{
    const auto edges = rows_.map().edges();
    if (from.edge == to.edge) return true;
    return rows_.map().vertices()[edges[from.edge].a].component == rows_.map().vertices()[edges[to.edge].a].component;
}

/// Along the edge to its b, and to its a.
void Planner::findExits(Spot spot, Exit (&exits)[2]) const
{
    const auto length = static_cast<float>(rows_.map().edges()[spot.edge].length);
    const auto along = static_cast<float>(rows_.map().distances()[spot.ball]);
    exits[0] = {2 * spot.edge, length - along};
    exits[1] = {2 * spot.edge + 1, along};
}

/// The way from a landmark to a spot; infinite when none is known.
float Planner::measureFrom(std::uint32_t landmark, const Exit (&exits)[2]) const
{
    float least = kInfinity;
    for (const Exit& exit : exits)
        if (const float way = rows_.map().data().landmarks.of(rows_.headOf(exit.link))[landmark]; way >= 0)
            least = std::min(least, way + exit.cost);
    return least;
}

/// Those that promise most for the question.
void Planner::chooseLandmarks(const Exit (&starts)[2], const Exit (&goals)[2])
{
    const std::uint32_t count = rows_.map().data().landmarks.count();
    std::array<std::pair<float, std::uint32_t>, corridor::Landmarks::kMost> promises; // negative: the largest comes first
    for (std::uint32_t i = 0; i < count; ++i)
    {
        const float gap = std::fabs(measureFrom(i, starts) - measureFrom(i, goals));
        promises[i] = {gap < kInfinity ? -gap : 0.0F, i};
    }
    used_count_ = std::min<std::size_t>(kMostUsed, count);
    std::partial_sort(promises.begin(), promises.begin() + static_cast<std::ptrdiff_t>(used_count_),
                      promises.begin() + static_cast<std::ptrdiff_t>(count));
    for (std::size_t i = 0; i < used_count_; ++i) used_[i] = {promises[i].second, measureFrom(promises[i].second, goals)};
}

/// Never more than the way to the goal, but for rounding.
float Planner::estimateRest(std::uint32_t vertex) const
{
    if (used_count_ == 0) return static_cast<float>(distance(rows_.map().vertices()[vertex].position, goal_));
    const std::span<const float> distances = rows_.map().data().landmarks.of(vertex);
    float rest = 0;
    for (std::size_t i = 0; i < used_count_; ++i)
    {
        const auto [landmark, to_goal] = used_[i];
        const float gap = std::fabs(distances[landmark] - to_goal);
        rest = distances[landmark] >= 0 && gap > rest && gap < kInfinity ? gap : rest;
    }
    return rest;
}

void Planner::offer(std::uint32_t vertex, float cost, std::uint32_t arrival, Leg leg)
{
    Node& node = nodes_[vertex];
    if (node.generation == generation_ && node.cost <= cost) return;
    node = {cost, generation_, arrival, false, leg == Leg::first};
    heap_.push(cost + estimateRest(vertex), vertex);
}

void Planner::expand(std::uint32_t vertex)
{
    nodes_[vertex].is_settled = true;
    const float cost = nodes_[vertex].cost;
    for (const Rows::Link& link : rows_.linksAt(vertex)) offer(link.head, cost + link.length, link.name, Leg::later);
}

bool Planner::find(Spot from, Trip& trip)
{
    const Spot to = trip.goal;
    if (!mayReach(from, to)) return false;
    if (++generation_ == 0)
    {
        for (Node& node : nodes_) node.generation = 0;
        generation_ = 1;
    }
    heap_.clear();
    Exit starts[2], goals[2];
    findExits(from, starts);
    findExits(to, goals);
    chooseLandmarks(starts, goals);
    goal_ = rows_.map().samples()[to.ball].position;
    float best = kInfinity;
    std::uint32_t direct = kNone, goal_link = kNone;
    if (from.edge == to.edge)
    {
        direct = to.ball >= from.ball ? starts[0].link : starts[1].link;
        best = direct == starts[0].link ? starts[0].cost - goals[0].cost : starts[1].cost - goals[1].cost;
    }
    for (const Exit& exit : starts) offer(rows_.headOf(exit.link), exit.cost, exit.link, Leg::first);
    while (!heap_.isEmpty() && heap_.leastCost() < best)
    {
        const std::uint32_t vertex = heap_.pop().second;
        if (nodes_[vertex].is_settled) continue;
        expand(vertex);
        for (const Exit& exit : goals)
        {
            if (rows_.headOf(exit.link) != vertex || nodes_[vertex].cost + exit.cost >= best) continue;
            best = nodes_[vertex].cost + exit.cost;
            goal_link = exit.link ^ 1u; // the other way round
        }
    }
    if (goal_link != kNone) return writeWay(goal_link, trip);
    if (direct == kNone) return false;
    trip.turns = {};
    trip.bit_count = trip.next_bit = 0;
    trip.link = trip.goal_link = direct;
    trip.is_last_link = true;
    return true;
}

bool Planner::writeWay(std::uint32_t goal_link, Trip& trip)
{
    std::uint32_t vertex = rows_.tailOf(goal_link);
    links_.clear();
    for (;; vertex = rows_.tailOf(links_.back()))
    {
        links_.push_back(nodes_[vertex].arrival);
        if (nodes_[vertex].is_first) break;
    }
    trip.turns = {};
    trip.bit_count = trip.next_bit = 0;
    trip.is_last_link = false;
    trip.link = links_.back();
    trip.goal_link = goal_link;
    for (std::size_t i = links_.size() - 1; i-- > 0;)
    {
        const Choices choices(rows_, links_[i + 1]);
        if (trip.append(choices.find(links_[i]), choices.width())) continue;
        trip.goal_link = kNone; // to be searched again from there
        break;
    }
    return true;
}

std::size_t Planner::memoryBytes() const
{
    return nodes_.capacity() * sizeof(Node) + heap_.memoryBytes() + links_.capacity() * sizeof(std::uint32_t);
}

} // namespace clearway::walkers
