// SPDX-License-Identifier: MIT
// Many agents at one goal pack into a disc round it. Everybody chooses a berth for itself, from what it sees of the others in the
// frozen tick: the innermost that it can walk to, past those who stand. Those who have arrived choose again whenever a berth
// nearby is clearly further in; every such move makes the pack rounder, so that they come to an end.
#include <algorithm>
#include <cmath>

#include "crowd/state.h"

namespace clearway {

namespace {

constexpr std::uint64_t kTicksBetweenChoices = 4;
constexpr double kWalkWeight = 0.05;     ///< what a metre of way counts, against a metre further out
constexpr double kImpatience = 0.2;      ///< how much more for each second of being held up
constexpr double kWorthMoving = 0.25;    ///< in radii: how much better a berth must be than the one chosen before
constexpr double kDiscouragement = 0.03; ///< how much that grows with the square of the failures
constexpr int kMostSqueezes = 1;
constexpr int kMostTries = 8;

/// How far an agent looks for berths. Crowd::ghostRange() covers it.
double computeView(double radius) { return 16 * radius + 2; }
/// Those who stand look only this far: less than what would make them set out again.
double computeViewOfStanding(double radius) { return 8 * radius + 1.9; }
double computeViewBeside(double radius) { return 3 * radius + 0.02; }

} // namespace

/// Whether it has a berth, or is about to: its last goal is a point, and it is there or sees it.
bool Crowd::State::isPacking(std::uint32_t slot) const
{
    if (curved) return false; // berths are a lattice in the plane
    if (agents.status[slot] != AgentStatus::arrived && !agents.is(slot, AgentColumns::kGoalAhead)) return false;
    if (!agents.hasListedGoal(slot)) return !agents.goesStraight(slot);
    const Goal::Kind kind = goals[agents.goal[slot]].kind();
    return kind == Goal::Kind::point || (kind == Goal::Kind::points && isLastGoalPoint(slot));
}

Vec2 Crowd::State::placeOf(std::uint32_t slot, Berth berth) const
{
    return agents.goal_point[slot] + computeBerthOffset(berth, agents.radius[slot]);
}

/// Marks whom the agent sees. False when nobody else is at its goal or on the way there.
bool Crowd::State::markOthers(BerthMap& map, std::uint32_t slot, double view)
{
    const Vec2 goal = agents.goal_point[slot], position = agents.position[slot];
    const double radius = agents.radius[slot];
    map.reset(position - goal, radius, view);
    bool is_shared = false, is_beside = false, is_near = distanceSq(goal, position) < view * view;
    grid.visitRuns(position, view, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i)
        {
            const std::uint32_t other = grid.slot[i];
            const Vec2 at = agents.position[other];
            const double away = distanceSq(at, position);
            if (other == slot || away > view * view || agents.footing[other].layer != agents.footing[slot].layer) continue;
            const bool shares = agents.goal_point[other] == goal;
            const bool is_there = agents.status[other] == AgentStatus::arrived;
            if (is_there) map.take(at - goal, agents.radius[other]);
            if (!shares) continue;
            is_shared = true;
            if (is_there) is_near = true;
            if (is_there && away < kBesideWithin * kBesideWithin * radius * radius) is_beside = true;
            const Vec2 place = placeOf(other, agents.berth[other]);
            map.claim(place - goal, agents.radius[other], distance(place, at), agents.id[other] < agents.id[slot]);
        }
    });
    agents.set(slot, AgentColumns::kBesidePack, is_beside);
    return is_shared && is_near;
}

/// Whether a disc gets from one place to another on a straight line, or along the walls beside it.
static bool canWalk(const Ground& ground, Vec2 from, Footing footing, Vec2 to, double radius)
{
    Vec2 position = from;
    ground.move({.positions = {&position, 1}, .targets = {&to, 1}, .radii = {&radius, 1}, .footings = {&footing, 1}});
    return position == to;
}

/// Whether the agent can stand on a berth and get there: room behind a wall is not for those before it.
bool Crowd::State::canTakeBerth(std::uint32_t slot, Vec2 there) const
{
    const Vec2 goal = agents.goal_point[slot];
    const double radius = agents.radius[slot];
    const Ground& ground = world.ground->forKind(agents.footing[slot].kind);
    const int layer = static_cast<int>(agents.footing[slot].layer);
    Footing footing = agents.footing[slot], footing_there, footing_of_goal;
    footing.kind = 0; // of the ground of its kind
    return ground.hasRoom(there, radius, layer, footing_there) && world.guide->canStand(agents.id[slot], radius, goal, there) &&
           (canWalk(ground, agents.position[slot], footing, there, radius) ||
            (ground.hasRoom(goal, radius, layer, footing_of_goal) && canWalk(ground, goal, footing_of_goal, there, radius)));
}

void Crowd::State::chooseBerth(BerthMap& map, std::uint32_t slot)
{
    const Vec2 goal = agents.goal_point[slot];
    const double radius = agents.radius[slot];
    const bool stands = agents.status[slot] == AgentStatus::arrived;
    const bool is_home = stands && distance(agents.position[slot], agents.target[slot]) < radius;
    const int failures = agents.failures(slot);
    const auto squeezing = failures > kMostSqueezes ? BerthMap::Squeezing::never : BerthMap::Squeezing::beside;
    bool is_enclosed = false; // in the midst of others: a look at those beside it is enough
    if (is_home)
    {
        markOthers(map, slot, computeViewBeside(radius));
        is_enclosed = map.explore(kWalkWeight, squeezing) == 0;
    }
    if (!is_enclosed && !markOthers(map, slot, stands ? computeViewOfStanding(radius) : computeView(radius)))
    {
        // Who stood at the end of a queue that has moved on is stranded, and sets out again.
        const bool is_stranded = stands && distance(goal, agents.position[slot]) > computeViewOfStanding(radius);
        if (is_stranded) agents.target[slot] = goal;
        if (!stands || is_stranded) agents.next_berth[slot] = agents.way_to_berth[slot] = {};
        return;
    }
    if (!is_enclosed)
        map.explore(kWalkWeight + (stands ? 0.0 : kImpatience * static_cast<double>(agents.held_up[slot])), squeezing);

    // Who failed tries again only for more: everybody comes to rest.
    const double worth_moving = (kWorthMoving + kDiscouragement * failures * failures) * radius;
    // Those who stand beside their berth are in the way of others: that costs too.
    const Vec2 place = placeOf(slot, agents.berth[slot]);
    double cost_now = distance(place, goal) + distance(place, agents.position[slot]), cost = 0;
    const bool can_stay = is_home || map.isGood(agents.berth[slot], cost_now);
    Berth best = agents.berth[slot];
    for (int tries = 0; tries < kMostTries; ++tries)
    {
        Berth berth;
        if (!map.findBest(berth, cost) || (can_stay && cost > cost_now - worth_moving)) break;
        if (canTakeBerth(slot, placeOf(slot, berth)))
        {
            best = berth;
            if (stands) agents.target[slot] = placeOf(slot, berth);
            break;
        }
        map.refuse(berth);
    }
    agents.next_berth[slot] = best;
    agents.way_to_berth[slot] = map.isGood(best, cost) ? map.findFirstLeg(best) : best;
}

/// Whether somebody who stands at the agent's goal is all that is between the two, when the agent does not see its goal and gets
/// no nearer: room at a goal may have a bend.
bool Crowd::State::standsBehindPack(std::uint32_t slot) const
{
    if (curved || agents.still_for[slot] < kYieldTimes.stuck || !isLastGoalPoint(slot)) return false;
    const Vec2 goal = agents.goal_point[slot], position = agents.position[slot];
    const double radius = agents.radius[slot], reach = kBlockedWithin * (radius + grid.max_radius);
    const Ground& ground = world.ground->forKind(agents.footing[slot].kind);
    Footing footing = agents.footing[slot];
    footing.kind = 0; // of the ground of its kind
    bool is_behind = false;
    grid.visitRuns(position, reach, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end && !is_behind; ++i)
        {
            const std::uint32_t other = grid.slot[i];
            if (other == slot || agents.status[other] != AgentStatus::arrived || agents.goal_point[other] != goal) continue;
            if (agents.footing[other].layer != agents.footing[slot].layer) continue;
            const Vec2 offset = agents.position[other] - position;
            const double away = length(offset), touching = radius + agents.radius[other];
            if (away > kBlockedWithin * touching) continue;
            const Vec2 there = away > touching ? position + offset * (1 - touching / away) : position;
            is_behind = canWalk(ground, position, footing, there, radius);
        }
    });
    return is_behind;
}

/// Sees to those who pack: to the berth; those who stand are on their way only when it is not where they are.
void Crowd::State::preferBerth(Workspace& work, std::uint32_t slot)
{
    if (!isPacking(slot))
    {
        if (!curved) agents.set(slot, AgentColumns::kBesidePack, standsBehindPack(slot));
        return;
    }
    const Vec2 position = agents.position[slot];
    const double radius = agents.radius[slot];
    const bool stands = agents.status[slot] == AgentStatus::arrived;
    agents.next_berth[slot] = agents.berth[slot];
    if ((agents.id[slot] + tick) % kTicksBetweenChoices == 0)
    {
        if (distance(agents.goal_point[slot], position) > 4 * computeView(radius)) // a pack that large is met later
            agents.next_berth[slot] = agents.way_to_berth[slot] = {};
        else
            chooseBerth(work.berths, slot);
    }
    const bool is_last_leg = agents.way_to_berth[slot] == agents.next_berth[slot];
    if (stands && is_last_leg) return;
    const Vec2 leg_end = placeOf(slot, agents.way_to_berth[slot]);
    if (!stands) agents.target[slot] = leg_end;
    const Vec2 way = leg_end - position;
    const double away = length(way);
    const double speed = is_last_leg ? std::min<double>(agents.speed[slot], away / step_length) : agents.speed[slot];
    const double factor = away > 0 ? speed / away : 0;
    agents.preferred[slot] = {static_cast<float>(way.x * factor), static_cast<float>(way.y * factor)};
}

/// What was chosen while others read the old choice.
void Crowd::State::takeChosenBerth(std::uint32_t slot)
{
    const Berth berth = agents.next_berth[slot];
    if (berth == agents.berth[slot]) return;
    agents.berth[slot] = berth;
    if (std::isfinite(agents.nearest[slot])) // another distance to get smaller; it has waited no less
        agents.nearest[slot] = static_cast<float>(distance(agents.position[slot], placeOf(slot, berth)));
}

} // namespace clearway
