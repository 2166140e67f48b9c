// SPDX-License-Identifier: MIT
// Where walkers go next: along their way, and on to another goal.
#include <algorithm>

#include "walkers/state.h"

namespace clearway {

using walkers::Card;
using walkers::Planner;
using walkers::Spot;
using walkers::Trip;

namespace {

constexpr int kMostTries = 64;

} // namespace

/// The walker at `at` is in the last ball of its link.
void Walkers::State::followTrip(Workspace& work, std::uint32_t at)
{
    Card& card = now.card[at];
    Trip& trip = trips[card.id];
    if (!trip.is_last_link)
    {
        if (takeNextLink(rows, trip))
            enterLink(card, rows.firstBallOf(trip.link));
        else
            waiting[work.first + work.waiting_count++] = at;
        return;
    }
    if (trip.has_arrived)
    {
        // No goal was found in the last tick: tried again.
        if (options.at_goal == WalkersOptions::AtGoal::wander) waiting[work.first + work.waiting_count++] = at;
        return;
    }
    const float dx = static_cast<float>(trip.goal_x - now.x[at]) * quantum;
    const float dy = static_cast<float>(trip.goal_y - now.y[at]) * quantum;
    const auto near = static_cast<float>(options.arrival_distance);
    if (dx * dx + dy * dy > near * near) return;
    trip.has_arrived = true;
    arriving[work.first + work.arrived_count++] = card.id;
    if (options.at_goal == WalkersOptions::AtGoal::wander) waiting[work.first + work.waiting_count++] = at;
}

/// Sets out from a ball along the trip's link.
void Walkers::State::enterLink(Card& card, std::uint32_t ball) const
{
    const Trip& trip = trips[card.id];
    card.ball = ball;
    card.last = trip.is_last_link ? trip.goal.ball : rows.lastBallOf(trip.link);
}

/// Ways for those who need one, with all workers: each is a function of its walker alone.
void Walkers::State::planWaiting()
{
    std::size_t total = 0;
    for (const auto& work : workspaces)
    {
        std::copy_n(waiting.begin() + work->first, work->waiting_count, waiting.begin() + static_cast<std::ptrdiff_t>(total));
        total += work->waiting_count;
    }
    if (total == 0) return;
    planned_count += total;
    struct Loop
    {
        State& state;
        std::size_t total;
    } const loop{*this, total};
    // One pointer fits into a std::function without allocation.
    const auto task = [&loop](int worker) {
        State& state = loop.state;
        for (std::size_t i = static_cast<std::size_t>(worker); i < loop.total; i += state.planners.size())
            state.plan(*state.planners[static_cast<std::size_t>(worker)], state.now.card[state.waiting[i]]);
    };
    runTasks(hook, static_cast<int>(planners.size()), task);
}

void Walkers::State::plan(Planner& planner, Card& card)
{
    Trip& trip = trips[card.id];
    const Spot here{trip.link / 2, card.ball};
    if (trip.has_arrived)
    {
        Trip next;
        next.number = ++trip.number;
        Random random = makeRandom(card.id, next.number, Purpose::goal);
        if (!chooseRandomGoal(planner, random, here, next)) return;
        trip = next;
    }
    else if (!planner.find(here, trip))
        return;
    enterLink(card, here.ball);
}

/// The numbers of one trip of a walker, for one purpose.
Random Walkers::State::makeRandom(WalkerId id, std::uint32_t number, Purpose purpose) const
{
    return Random(options.seed, std::uint64_t{id} << 32 | (std::uint64_t{number} << 1 | static_cast<std::uint64_t>(purpose)));
}

/// A goal that can be reached from `here`, and the way to it.
bool Walkers::State::chooseRandomGoal(Planner& planner, Random& random, Spot here, Trip& trip) const
{
    for (int tries = 0; tries < kMostTries; ++tries)
    {
        LatticePoint at;
        trip.goal = drawSpot(random, at);
        if (!trip.goal) continue;
        trip.goal_x = at.x;
        trip.goal_y = at.y;
        if (planner.find(here, trip)) return true;
    }
    return false;
}

/// A place drawn evenly from the box round the balls; none when no ball holds it.
Spot Walkers::State::drawSpot(Random& random, LatticePoint& at) const
{
    const double width = rows.lattice().quantum * static_cast<double>(std::int32_t{1} << cell_shift);
    const Vec2 corner = rows.lattice().world({grid_x, grid_y});
    const double x = corner.x + width * static_cast<double>(column_count) * random.uniform();
    const double y = corner.y + width * static_cast<double>(row_count) * random.uniform();
    at = rows.lattice().snap({x, y});
    return rows.findSpot(rows.lattice().world(at));
}

/// A start and a goal that belong together. False when none were found, which is unlikely unless there is hardly any room.
bool Walkers::State::drawTrip(Planner& planner, WalkerId id, LatticePoint& at, Spot& from, Trip& trip) const
{
    Random random = makeRandom(id, 0, Purpose::start);
    for (int tries = 0; tries < kMostTries * kMostTries; ++tries)
        if ((from = drawSpot(random, at)) && chooseRandomGoal(planner, random, from, trip)) return true;
    return false;
}

void Walkers::State::insert(const Trip& trip, Spot from, LatticePoint at)
{
    if (count == now.capacity()) now.reserve(std::max<std::size_t>(1024, 2 * count));
    const auto id = static_cast<WalkerId>(trips.size());
    trips.push_back(trip);
    waiting.push_back(0);
    leaving.push_back(0);
    arriving.push_back(0);
    now.x[count] = at.x;
    now.y[count] = at.y;
    now.vx[count] = now.vy[count] = 0;
    Card& card = now.card[count];
    card.id = id;
    card.cell = cellOf(at.x, at.y);
    enterLink(card, from.ball);
    ++count;
    is_counted = has_index = false;
}

} // namespace clearway
