// SPDX-License-Identifier: MIT
// Where walkers go next: along their way, and on to another goal.
#include <algorithm>

#include "walkers/kernel.h"

namespace clearway::walkers {

namespace {

constexpr int kMostTries = 64;

} // namespace

/// The walker at `at` is in the last ball of its link.
void Kernel::followTrip(Workspace& work, std::uint32_t at)
{
    Card& card = now.card[at];
    Trip& trip = trips[card.slot];
    if (!trip.is_last_link)
    {
        if (takeNextLink(rows, trip))
            enterLink(card, rows.firstBallOf(trip.link));
        else
            waiting[work.first + work.waiting_count++] = at;
        return;
    }
    if (trip.state != Trip::State::walking)
    {
        if (trip.state == Trip::State::searching) waiting[work.first + work.waiting_count++] = at;
        return;
    }
    const float dx = static_cast<float>(trip.goal_x - now.x[at]) * quantum;
    const float dy = static_cast<float>(trip.goal_y - now.y[at]) * quantum;
    constexpr auto kNear = static_cast<float>(kArrivalDistance);
    if (dx * dx + dy * dy > kNear * kNear &&
        !(trip.has_area && wishes.isInArea(card.slot, rows.lattice().world({now.x[at], now.y[at]}))))
        return;
    trip.state = Trip::State::arrived;
    noted[work.first + work.noted_count++] = at;
}

/// Sets out from a ball along the trip's link.
void Kernel::enterLink(Card& card, std::uint32_t ball) const
{
    const Trip& trip = trips[card.slot];
    card.ball = ball;
    card.last = trip.is_last_link ? trip.goal.ball : rows.lastBallOf(trip.link);
}

/// With all workers: each way is a function of its walker alone.
void Kernel::planAll(std::span<const std::uint32_t> places)
{
    if (places.empty()) return;
    planned_count += places.size();
    struct Loop
    {
        Kernel& kernel;
        std::span<const std::uint32_t> places;
    } const loop{*this, places};
    // One pointer fits into a std::function without allocation.
    const auto task = [&loop](int worker) {
        Kernel& kernel = loop.kernel;
        for (std::size_t i = static_cast<std::size_t>(worker); i < loop.places.size(); i += kernel.planners.size())
            kernel.plan(*kernel.planners[static_cast<std::size_t>(worker)], loop.places[i]);
    };
    runTasks(options.hook, static_cast<int>(planners.size()), task);
}

void Kernel::plan(Planner& planner, std::uint32_t place)
{
    Card& card = now.card[place];
    Trip& trip = trips[card.slot];
    const Spot here{trip.link / 2, card.ball};
    if (trip.state == Trip::State::walking)
    {
        if (planner.find(here, trip)) enterLink(card, here.ball);
        return;
    }
    const Wish wish = wishes.computeWish(card.slot);
    Trip next;
    next.has_area = trip.has_area;
    next.leaves = trip.leaves;
    next.still_for = trip.still_for;
    next.still_tick = trip.still_tick;
    next.number = trip.number;
    if (wish.is_anywhere)
    {
        next.number = ++trip.number;
        Random random = makeRandom(wish.seed, ids[card.slot], next.number, Purpose::goal);
        if (!chooseRandomGoal(planner, random, here, next))
        {
            trip.state = Trip::State::searching;
            return;
        }
    }
    else
    {
        LatticePoint at;
        next.goal = rows.findSpotNear(wish.point, kArrivalDistance, at);
        next.goal_x = at.x;
        next.goal_y = at.y;
        if (!next.goal || !planner.find(here, next))
        {
            trip.state = Trip::State::lost;
            return;
        }
    }
    trip = next;
    enterLink(card, here.ball);
}

/// The numbers of one trip of a walker, for one purpose.
Random Kernel::makeRandom(std::uint64_t seed, Id id, std::uint32_t number, Purpose purpose)
{
    return Random(seed, (id - 1) << 32 | (std::uint64_t{number} << 1 | static_cast<std::uint64_t>(purpose)));
}

/// A goal that can be reached from `here`, and the way to it.
bool Kernel::chooseRandomGoal(Planner& planner, Random& random, Spot here, Trip& trip) const
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
Spot Kernel::drawSpot(Random& random, LatticePoint& at) const
{
    const double width = rows.lattice().quantum * static_cast<double>(std::int32_t{1} << cell_shift);
    const Vec2 corner = rows.lattice().world({grid_x, grid_y});
    const double x = corner.x + width * static_cast<double>(column_count) * random.uniform();
    const double y = corner.y + width * static_cast<double>(row_count) * random.uniform();
    at = rows.lattice().snap({x, y});
    return rows.findSpot(rows.lattice().world(at));
}

} // namespace clearway::walkers
