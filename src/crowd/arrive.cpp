// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include <clearway/geometry/polygon.h>

#include "crowd/state.h"

namespace clearway {

namespace {

constexpr int kMostReturns = 4; ///< to a berth, after failures to get to a better one; then one stays where one is
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kStillPart = 0.05F; ///< of its speed: slower is standing
constexpr float kPatience = 1;      ///< seconds without getting nearer until what has been reached will do
constexpr float kLongPatience = 8;  ///< the same, for those who only got near to others who stand there
constexpr double kProgress = 0.02;  ///< metres that count as getting nearer

} // namespace

void Crowd::State::arrive(Workspace& work, std::uint32_t begin, std::uint32_t end)
{
    for (std::uint32_t slot = begin; slot < end; ++slot)
    {
        if (isPacking(slot)) takeChosenBerth(slot);
        if (agents.status[slot] == AgentStatus::arrived)
            settle(slot);
        else if (agents.goesStraight(slot))
            waitAhead(work, slot);
        else
            followGoal(work, slot);
        if (!agents.is(slot, AgentColumns::kGhost)) work.run_hash += hashStep(slot);
    }
}

/// What an agent did in this tick, as one number: where it got, how fast, and whether it has arrived or is stuck. Numbers are
/// added up, so that neither the order of agents nor the crowd that they are in makes a difference. One round of mixing: this is
/// done for every agent and tick.
std::uint64_t Crowd::State::hashStep(std::uint32_t slot) const
{
    const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x + 0.0); }; // no -0
    const auto half = [](float x) { return std::uint64_t{std::bit_cast<std::uint32_t>(x + 0.0F)}; };
    const Velocity velocity = agents.velocity[slot];
    std::uint64_t x = agents.id[slot] * 0x9e3779b97f4a7c15u + tick * 0xd1342543de82ef95u;
    x += bits(agents.position[slot].x) * 0xbf58476d1ce4e5b9u + bits(agents.position[slot].y) * 0x94d049bb133111ebu;
    x += (half(velocity.x) << 32 | half(velocity.y)) * 0xc2b2ae3d27d4eb4fu;
    x += (static_cast<std::uint64_t>(agents.status[slot]) + 1) * 0xff51afd7ed558ccdu;
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
        agents.stalled_for[slot] = 0;
        return;
    }
    agents.stalled_for[slot] += dt;
    // In a pack there is always another place; who stands alone waits until those who push have passed.
    if (agents.stalled_for[slot] > (isPacking(slot) ? 2 * kPatience : kLongPatience))
    {
        const bool has_failed = away > 0.2 * agents.radius[slot];
        stayHere(slot);
        if (has_failed)
        {
            agents.addFailure(slot);
            // Not half way: there it would bar the place to others too.
            if (isPacking(slot) && agents.failures(slot) <= kMostReturns) agents.target[slot] = placeOf(slot, agents.berth[slot]);
        }
        agents.stalled_for[slot] = 0;
    }
    if (away < 8 * agents.radius[slot] + 2 || goalOf(slot).kind() == Goal::Kind::none) return;
    agents.status[slot] = AgentStatus::moving;
    agents.reason[slot] = StuckReason::none;
    agents.nearest[slot] = kInfinity;
    agents.stalled_for[slot] = 0;
}

/// Whether what has been reached will do, because others stand where the agent wants to.
bool Crowd::State::isAsNearAsCanBe(std::uint32_t slot, double away) const
{
    const double radius = agents.radius[slot];
    const float seconds = agents.stalled_for[slot];
    if (away <= radius) return seconds > kPatience;
    return seconds > kLongPatience && (away <= 3 * radius || agents.is(slot, AgentColumns::kBesidePack));
}

/// Somebody who goes straight: standing still counts as being stuck only short of its point.
void Crowd::State::waitAhead(Workspace& work, std::uint32_t slot)
{
    const bool is_there = computeAway(slot, agents.goal_point[slot]) <= agents.radius[slot];
    countStillness(slot);
    if (is_there) agents.still_for[slot] = 0;
    explainStillness(work, slot);
}

void Crowd::State::countStillness(std::uint32_t slot)
{
    const Velocity velocity = agents.velocity[slot];
    const float speed = std::sqrt(velocity.x * velocity.x + velocity.y * velocity.y);
    agents.still_for[slot] = speed < kStillPart * agents.speed[slot] ? agents.still_for[slot] + dt : 0;
}

void Crowd::State::followGoal(Workspace& work, std::uint32_t slot)
{
    const Vec2 position = agents.position[slot];
    const bool is_last = isLastGoalPoint(slot);
    // Round an edge of curved ground an agent may be beside those who stand at its goal and never see the goal itself.
    const bool is_ahead =
        agents.is(slot, AgentColumns::kGoalAhead) || (curved != nullptr && agents.is(slot, AgentColumns::kBesidePack));
    const double away = is_ahead ? computeAway(slot, is_last ? placeOf(slot, agents.berth[slot]) : agents.goal_point[slot]) : 0;

    if (!is_ahead || away < agents.nearest[slot] - kProgress)
    {
        agents.nearest[slot] = is_ahead ? static_cast<float>(away) : kInfinity;
        agents.stalled_for[slot] = 0;
    }
    else
        agents.stalled_for[slot] += dt;

    const std::uint32_t goal = agents.goal[slot];
    const bool is_in_area = agents.hasListedGoal(slot) && goals[goal].kind() == Goal::Kind::area &&
                            classifyPoint(goals[goal].list(), position) != Side::outside;
    const double tolerance =
        is_last ? kArrivalPart * agents.radius[slot] + 0.01 : std::max(2 * agents.radius[slot], kPassingDistance);
    const bool is_there = is_in_area || (is_ahead && (away <= tolerance || (is_last && isAsNearAsCanBe(slot, away))));

    countStillness(slot);
    const bool is_ghost = agents.is(slot, AgentColumns::kGhost);
    const auto report = [&](CrowdEvent::Kind kind, StuckReason reason) {
        if (is_ghost) return;
        work.events.push_back({kind, reason, agents.id[slot], agents.blocked_by[slot], position, tick, agents.goal_point[slot]});
    };

    if (is_there ||
        (agents.is(slot, AgentColumns::kUnreachable) && agents.hasListedGoal(slot) && goals[goal].kind() == Goal::Kind::random))
    {
        const bool was_stuck = agents.status[slot] == AgentStatus::stuck;
        agents.status[slot] = AgentStatus::moving;
        agents.reason[slot] = StuckReason::none;
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
        agents.reason[slot] = StuckReason::arrived;
        stayHere(slot);
        if (has_berth)
        {
            agents.berth[slot] = agents.way_to_berth[slot] = berth;
            agents.target[slot] = placeOf(slot, berth);
        }
        agents.stalled_for[slot] = 0;
        const bool leaves = agents.is(slot, AgentColumns::kLeavesAtGoal);
        report(leaves ? CrowdEvent::Kind::left : CrowdEvent::Kind::arrived, StuckReason::arrived);
        if (leaves && !is_ghost) work.leaving.push_back(agents.id[slot]);
        return;
    }
    explainStillness(work, slot);
}

/// Whether an agent is stuck, and why.
void Crowd::State::explainStillness(Workspace& work, std::uint32_t slot)
{
    const bool was_stuck = agents.status[slot] == AgentStatus::stuck;
    const bool is_stuck = agents.still_for[slot] >= kStuckAfter;
    agents.status[slot] = is_stuck ? AgentStatus::stuck : AgentStatus::moving;
    agents.blocked_by[slot] = kNoAgent;
    if (agents.is(slot, AgentColumns::kUnreachable))
        agents.reason[slot] = StuckReason::unreachable;
    else if (is_stuck)
    {
        agents.blocked_by[slot] = findBlocker(slot);
        agents.reason[slot] = agents.blocked_by[slot] != kNoAgent ? StuckReason::blocked_by_agent : StuckReason::waiting;
    }
    else
        agents.reason[slot] = StuckReason::none;
    if (is_stuck == was_stuck || agents.is(slot, AgentColumns::kGhost)) return;
    work.events.push_back({is_stuck ? CrowdEvent::Kind::got_stuck : CrowdEvent::Kind::got_going, agents.reason[slot],
                           agents.id[slot], agents.blocked_by[slot], agents.position[slot], tick, agents.goal_point[slot]});
}

/// Who is ahead and in touch, as things are after this tick: the nearest, then the lowest id.
AgentId Crowd::State::findBlocker(std::uint32_t slot) const
{
    if (curved) return findSpaceBlocker(slot);
    const Vec2 position = agents.position[slot];
    const Vec2 heading = agents.target[slot] - position;
    AgentId blocker = kNoAgent;
    double nearest = std::numeric_limits<double>::infinity();
    const double reach = kBlockedWithin * (agents.radius[slot] + grid.max_radius) + 2.01 * grid.max_speed * step_length;
    grid.visitRuns(position, reach, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i)
        {
            const std::uint32_t other = grid.slot[i];
            const Vec2 offset = agents.position[other] - position;
            const double away = length(offset);
            if (other == slot || agents.footing[other].layer != agents.footing[slot].layer) continue;
            if (away > kBlockedWithin * (agents.radius[slot] + agents.radius[other]) || dot(offset, heading) <= 0) continue;
            if (away > nearest || (away == nearest && agents.id[other] > blocker)) continue;
            nearest = away;
            blocker = agents.id[other];
        }
    });
    return blocker;
}

} // namespace clearway
