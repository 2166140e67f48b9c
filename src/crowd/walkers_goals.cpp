// SPDX-License-Identifier: MIT
// Where the people of the fast engine go, and what happens to them on the way.
#include <algorithm>

#include <clearway/base/hash.h>
#include <clearway/base/random.h>
#include <clearway/geometry/polygon.h>

#include "crowd/walkers_engine.h"

namespace clearway {

using walkers::Kernel;
using walkers::Trip;

// ---- goals

void Crowd::Walkers::giveGoal(std::uint32_t place, const Goal& goal)
{
    const std::uint32_t slot = kernel_->now.card[place].slot;
    walkers::Label& label = kernel_->labels[slot];
    // Acquired before the old one is released: an equal one keeps its index.
    const std::uint32_t index = goal.kind() == Goal::Kind::point ? kPointGoal : goals_.acquire(goal);
    if (label.goal != kPointGoal) goals_.release(label.goal);
    label.goal = index;
    label.point = kernel_->rows.lattice().snap(goal.point());
    Trip& trip = kernel_->trips[slot];
    trip.number = 0;
    trip.has_area = goal.kind() == Goal::Kind::area;
    if (goal.kind() == Goal::Kind::none)
        kernel_->stand(place, Trip::State::arrived);
    else
        kernel_->send(place);
}

Goal Crowd::Walkers::goalOf(std::uint32_t slot) const
{
    const walkers::Label& label = kernel_->labels[slot];
    return label.goal == kPointGoal ? Goal(kernel_->rows.lattice().world(label.point)) : goals_[label.goal];
}

Vec2 Crowd::Walkers::goalPointOf(std::uint32_t slot) const
{
    const Trip& trip = kernel_->trips[slot];
    const walkers::Label& label = kernel_->labels[slot];
    if (label.goal == kPointGoal) return kernel_->rows.lattice().world(label.point);
    const bool has_way = trip.state == Trip::State::walking || trip.state == Trip::State::arrived;
    if (has_way || goals_[label.goal].kind() == Goal::Kind::random)
        return kernel_->rows.lattice().world({trip.goal_x, trip.goal_y});
    return computeWish(slot).point;
}

bool Crowd::Walkers::isLastPoint(std::uint32_t slot) const
{
    const std::uint32_t index = kernel_->labels[slot].goal;
    if (index == kPointGoal) return true;
    const Goal& goal = goals_[index];
    if (goal.kind() == Goal::Kind::random) return false;
    if (goal.kind() != Goal::Kind::points) return true;
    return goal.atTheEnd() == Goal::AtTheEnd::stay && kernel_->trips[slot].number + 1 >= goal.list().size();
}

/// A place of its own in an area: the first of a few draws that a ball holds, or the middle.
static Vec2 choosePlaceInArea(const walkers::Rows& rows, std::span<const Vec2> outline, Random random)
{
    const Box2 box = computeBounds(outline);
    for (int tries = 0; tries < 64; ++tries)
    {
        const double x = random.uniform(box.min.x, box.max.x);
        const Vec2 p{x, random.uniform(box.min.y, box.max.y)};
        if (classifyPoint(outline, p) != Side::outside && rows.findSpot(p)) return p;
    }
    return computeCentroid(outline);
}

walkers::Wish Crowd::Walkers::computeWish(std::uint32_t slot) const
{
    const walkers::Label& label = kernel_->labels[slot];
    walkers::Wish wish;
    wish.point = kernel_->rows.lattice().world(label.point);
    if (label.goal == kPointGoal) return wish;
    const Goal& goal = goals_[label.goal];
    wish.is_anywhere = goal.kind() == Goal::Kind::random;
    wish.seed = goal.seed();
    if (goal.kind() == Goal::Kind::points) wish.point = goal.list()[kernel_->trips[slot].number % goal.list().size()];
    if (goal.kind() == Goal::Kind::area)
        wish.point = choosePlaceInArea(kernel_->rows, goal.list(), Random(options.seed, kernel_->ids[slot]));
    return wish;
}

bool Crowd::Walkers::isInArea(std::uint32_t slot, Vec2 position) const
{
    return classifyPoint(goals_[kernel_->labels[slot].goal].list(), position) != Side::outside;
}

// ---- time

void Crowd::Walkers::removeAt(std::uint32_t place)
{
    const std::uint32_t goal = kernel_->labels[kernel_->now.card[place].slot].goal;
    if (goal != kPointGoal) goals_.release(goal);
    kernel_->remove(place);
    ++version_;
}

void Crowd::Walkers::report(CrowdEvent::Kind kind, std::uint32_t place)
{
    const std::uint32_t slot = kernel_->now.card[place].slot;
    const StuckReason reason = reasonOf(kernel_->trips[slot]);
    const bool says_why = kind == CrowdEvent::Kind::arrived || kind == CrowdEvent::Kind::left ||
                          kind == CrowdEvent::Kind::got_stuck || kind == CrowdEvent::Kind::unreachable;
    events.push_back(
        {kind, says_why ? reason : StuckReason::none, kernel_->ids[slot], kNoAgent, positionAt(place), tick, goalPointOf(slot)});
}

/// The ways that were searched, and those that were not found.
void Crowd::Walkers::reportPlans()
{
    for (const std::uint32_t place : kernel_->planned)
    {
        const std::uint32_t slot = kernel_->now.card[place].slot;
        report(CrowdEvent::Kind::planned, place);
        if (kernel_->trips[slot].state == Trip::State::lost) report(CrowdEvent::Kind::unreachable, place);
    }
}

/// Those that have come to a goal stay, leave, or go on to the next.
void Crowd::Walkers::meetArrivals()
{
    for (const std::uint32_t place : kernel_->arrived)
    {
        const std::uint32_t slot = kernel_->now.card[place].slot;
        Trip& trip = kernel_->trips[slot];
        if (!isLastPoint(slot))
        {
            report(CrowdEvent::Kind::next_goal, place);
            if (goals_[kernel_->labels[slot].goal].kind() == Goal::Kind::points) ++trip.number;
            trip.state = Trip::State::setting_out;
            continue;
        }
        report(trip.leaves ? CrowdEvent::Kind::left : CrowdEvent::Kind::arrived, place);
        if (trip.leaves) removeAt(place);
    }
}

void Crowd::Walkers::step(double duration)
{
    const std::size_t first_event = events.size();
    ++tick;
    ++version_;
    if (!kernel_) return;
    kernel_->tick = tick - 1;
    kernel_->planSent();
    reportPlans();
    kernel_->walk(duration);
    for (const std::uint32_t place : kernel_->going) report(CrowdEvent::Kind::got_going, place);
    for (const std::uint32_t place : kernel_->stopped) report(CrowdEvent::Kind::got_stuck, place);
    meetArrivals();
    kernel_->planWaiting();
    reportPlans();
    std::sort(events.begin() + static_cast<std::ptrdiff_t>(first_event), events.end(),
              [](const CrowdEvent& a, const CrowdEvent& b) { return a.id != b.id ? a.id < b.id : a.kind < b.kind; });
    run_hash += kernel_->run_hash;
    for (std::size_t i = first_event; i < events.size(); ++i)
    {
        Hasher hasher(events[i].id);
        hasher.add(static_cast<int>(events[i].kind));
        hasher.add(tick);
        run_hash += hasher.value();
    }
}

} // namespace clearway
