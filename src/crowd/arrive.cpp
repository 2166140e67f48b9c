// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include <clearway/geometry/polygon.h>

#include "crowd/state.h"

namespace clearway {

namespace {

constexpr int kMostReturns = 4;    ///< to a berth, after failures to get to a better one; then one stays where one is
constexpr double kProgress = 0.02; ///< metres that count as coming nearer

} // namespace

void Crowd::State::arrive(Workspace& work, std::uint32_t begin, std::uint32_t end)
{
    for (std::uint32_t slot = begin; slot < end; ++slot)
    {
        if (isPacking(slot)) takeChosenBerth(slot);
        if (agents.status[slot] == AgentStatus::arrived)
            settle(slot);
        else if (agents.extra(slot).waits_for_plan)
            agents.still_for[slot] = 0; // until it is its turn
        else if (agents.goesStraight(slot))
            waitAhead(work, slot);
        else if (follows(slot))
            keepUp(work, slot);
        else
            followGoal(work, slot);
        if (!agents.is(slot, AgentColumns::kGhost)) work.run_hash += hashStep(slot);
    }
}

/// What an agent did in this tick, as one number: where it got, on which layer, how fast, and whether it has arrived or is stuck.
/// Numbers are added up, so that neither the order of agents nor the crowd that they are in makes a difference. One round of
/// mixing: this is done for every agent and tick.
std::uint64_t Crowd::State::hashStep(std::uint32_t slot) const
{
    const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x + 0.0); }; // no -0
    const auto half = [](float x) { return std::uint64_t{std::bit_cast<std::uint32_t>(x + 0.0F)}; };
    const Velocity velocity = agents.velocity[slot];
    std::uint64_t x = agents.id[slot] * 0x9e3779b97f4a7c15u + tick * 0xd1342543de82ef95u;
    x += bits(agents.position[slot].x) * 0xbf58476d1ce4e5b9u + bits(agents.position[slot].y) * 0x94d049bb133111ebu;
    x += (half(velocity.x) << 32 | half(velocity.y)) * 0xc2b2ae3d27d4eb4fu;
    x += (static_cast<std::uint64_t>(agents.status[slot]) + 1) * 0xff51afd7ed558ccdu;
    x += agents.footing[slot].layer * 0xd6e8feb86659fd93u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/// Its place is where it is.
void Crowd::State::stayHere(std::uint32_t slot)
{
    agents.target[slot] = agents.position[slot];
    if (!isPacking(slot)) return;
    agents.berth[slot] = agents.way_to_berth[slot] =
        findNearestBerth(agents.position[slot] - agents.goal_point[slot], agents.radius[slot]);
}

/// Somebody who has arrived: takes what it has got for its place when it cannot get back; sets out again when it was carried
/// away.
void Crowd::State::settle(std::uint32_t slot)
{
    const double away = computeAway(slot, agents.target[slot]);
    if (away <= 0.8 * kStandingPart * agents.radius[slot])
    {
        agents.held_up[slot] = 0;
        return;
    }
    agents.held_up[slot] += dt; // also while it is pushed about
    // In a pack there is always another place; who stands alone waits until those who push have passed.
    if (agents.held_up[slot] > (isPacking(slot) ? kYieldTimes.in_pack : kYieldTimes.beside_goal))
    {
        const bool has_failed = away > 0.2 * agents.radius[slot];
        // Not on ground that it may not enter: there it was pushed, and goes back.
        if (world.guide->canStand(agents.id[slot], agents.radius[slot], agents.goal_point[slot], agents.position[slot]))
            stayHere(slot);
        if (has_failed)
        {
            agents.addFailure(slot);
            // Not half way: there it would bar the place to others too.
            if (isPacking(slot) && agents.failures(slot) <= kMostReturns) agents.target[slot] = placeOf(slot, agents.berth[slot]);
        }
        agents.held_up[slot] = 0;
    }
    if (away < 8 * agents.radius[slot] + 2 || goalOf(slot).kind() == Goal::Kind::none) return;
    agents.status[slot] = AgentStatus::moving;
    agents.nearest[slot] = std::numeric_limits<float>::infinity();
    agents.held_up[slot] = 0;
}

/// Whether an agent is so near to its goal that others who stand may be all that is between.
bool Crowd::State::isBesideGoal(std::uint32_t slot, double away) const
{
    return away <= 3 * agents.radius[slot] || agents.is(slot, AgentColumns::kBesidePack);
}

/// Whether what has been reached will do, because others stand where the agent wants to.
bool Crowd::State::isAsNearAsCanBe(std::uint32_t slot, double away) const
{
    if (away <= agents.radius[slot]) return agents.held_up[slot] > kYieldTimes.near_goal;
    if (!isBesideGoal(slot, away)) return false;
    // Also somebody who walks to and fro beside those who stand at its goal, and gets no nearer.
    return std::max(agents.held_up[slot], agents.still_for[slot]) > kYieldTimes.beside_goal;
}

/// Somebody who goes straight: standing still counts as being stuck only short of its point.
void Crowd::State::waitAhead(Workspace& work, std::uint32_t slot)
{
    const bool is_there = computeAway(slot, agents.goal_point[slot]) <= agents.radius[slot];
    countStillness(slot);
    if (is_there) agents.held_up[slot] = agents.still_for[slot] = 0;
    explainStillness(work, slot);
}

/// Somebody who follows another one: standing still counts as being stuck only when it is too far behind.
void Crowd::State::keepUp(Workspace& work, std::uint32_t slot)
{
    countStillness(slot);
    if (agents.target[slot] == agents.position[slot]) agents.held_up[slot] = agents.still_for[slot] = 0;
    explainStillness(work, slot);
}

void Crowd::State::followGoal(Workspace& work, std::uint32_t slot)
{
    if (isLost(slot))
    {
        countStillness(slot);
        return explainStillness(work, slot);
    }
    const Vec2 position = agents.position[slot];
    const bool is_last = isLastGoalPoint(slot);
    // Round a corner, or an edge of curved ground, an agent may be beside those who stand at its goal and never see the goal
    // itself.
    const bool is_ahead = agents.is(slot, AgentColumns::kGoalAhead) || agents.is(slot, AgentColumns::kBesidePack);
    const double away = is_ahead ? computeAway(slot, is_last ? placeOf(slot, agents.berth[slot]) : agents.goal_point[slot]) : 0;

    // Beside its goal an agent gets on only when it comes nearer; on curved ground, where it has no berth to walk to, as soon as
    // the goal is ahead.
    const bool must_come_nearer = is_ahead && is_last && (curved != nullptr || isBesideGoal(slot, away));
    if (!is_ahead)
        agents.nearest[slot] = std::numeric_limits<float>::infinity();
    else if (must_come_nearer && away < agents.nearest[slot] - kProgress)
    {
        agents.nearest[slot] = static_cast<float>(away);
        agents.held_up[slot] = 0;
    }

    const std::uint32_t goal = agents.goal[slot];
    const bool is_in_area = agents.hasListedGoal(slot) && goals[goal].kind() == Goal::Kind::area &&
                            classifyPoint(goals[goal].list(), position) != Side::outside;
    const double tolerance =
        is_last ? kArrivalPart * agents.radius[slot] + 0.01 : std::max(2 * agents.radius[slot], kPassingDistance);
    // An exit is reached at its edge; who stays goes on to its own place, unless others keep it from that.
    const bool ends_in_area =
        is_in_area && (agents.is(slot, AgentColumns::kLeavesAtGoal) || agents.held_up[slot] > kYieldTimes.in_pack);
    const bool is_there = ends_in_area || (is_ahead && (away <= tolerance || (is_last && isAsNearAsCanBe(slot, away))));

    const bool is_ghost = agents.is(slot, AgentColumns::kGhost);
    const auto report = [&](CrowdEvent::Kind kind, StuckReason reason) {
        if (is_ghost) return;
        work.events.push_back({kind, reason, agents.id[slot], agents.blocked_by[slot], position, tick, agents.goal_point[slot]});
    };

    if (is_there)
    {
        const bool was_stuck = agents.status[slot] == AgentStatus::stuck;
        agents.status[slot] = AgentStatus::moving;
        agents.blocked_by[slot] = kNoAgent;
        agents.still_for[slot] = 0;
        if (was_stuck) report(CrowdEvent::Kind::got_going, StuckReason::none);
        if (!is_last)
        {
            report(CrowdEvent::Kind::next_goal, StuckReason::none);
            advanceGoal(slot);
            return;
        }
        const Berth berth = agents.berth[slot];
        const bool has_berth = isPacking(slot) && away <= agents.radius[slot];
        forgetPlan(slot);
        agents.status[slot] = AgentStatus::arrived;
        stayHere(slot);
        if (has_berth)
        {
            agents.berth[slot] = agents.way_to_berth[slot] = berth;
            agents.target[slot] = placeOf(slot, berth);
        }
        if (agents.extra(slot).short_by > 0) return; // as near as it can be
        const bool leaves = agents.is(slot, AgentColumns::kLeavesAtGoal);
        report(leaves ? CrowdEvent::Kind::left : CrowdEvent::Kind::arrived, StuckReason::arrived);
        if (leaves && !is_ghost) work.leaving.push_back(agents.id[slot]);
        return;
    }
    countStillness(slot);
    explainStillness(work, slot);
}

} // namespace clearway
