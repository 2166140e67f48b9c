// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include <clearway/base/random.h>
#include <clearway/geometry/polygon.h>

#include "crowd/state.h"
#include "geometry/fit_tolerance.h"

namespace clearway {

std::uint32_t Crowd::State::append()
{
    const std::uint32_t slot = static_cast<std::uint32_t>(agents.size());
    agents.resize(slot + 1);
    agents.goal[slot] = AgentColumns::kPointGoal;
    agents.passage[slot] = kNone;
    agents.kth_gap[slot] = needs.neighbour_range;
    return slot;
}

void Crowd::State::erase(std::uint32_t slot)
{
    if (agents.hasListedGoal(slot)) goals.release(agents.goal[slot]);
    if (agents.memo[slot] != 0) world.guide->forget(agents.memo[slot]);
    slots.eraseBySwap(agents.id, slot);
    const std::uint32_t last = static_cast<std::uint32_t>(agents.size() - 1);
    if (slot != last) agents.swap(slot, last);
    agents.resize(last);
}

void Crowd::State::forgetPlan(std::uint32_t slot)
{
    if (agents.memo[slot] != 0) world.guide->forget(agents.memo[slot]);
    agents.memo[slot] = 0;
    std::ranges::fill(agents.guide_state.at(slot), std::byte{0});
    agents.nearest[slot] = std::numeric_limits<float>::infinity();
    agents.way_left[slot] = std::numeric_limits<float>::infinity();
    agents.held_up[slot] = 0;
    agents.berth[slot] = agents.way_to_berth[slot] = {};
    agents.flags[slot] &= static_cast<std::uint8_t>(AgentColumns::kLeavesAtGoal | AgentColumns::kGhost);
}

/// What the column of goals says for a goal; counts one user more of those that are kept in the table.
std::uint32_t Crowd::State::indexOf(const Goal& goal)
{
    if (goal.kind() == Goal::Kind::point) return AgentColumns::kPointGoal;
    return goal.kind() == Goal::Kind::straight ? AgentColumns::kStraightGoal : goals.acquire(goal);
}

/// The goal of an agent that has none is to stand: it has arrived.
void Crowd::State::assignGoal(std::uint32_t slot, const Goal& goal)
{
    if (goal.kind() == Goal::Kind::straight && agents.goesStraight(slot))
    {
        agents.goal_point[slot] = goal.point(); // led on: how long it has stood still counts on
        return;
    }
    // Acquired before the old one is released: agents that get the goal they have keep its index.
    const std::uint32_t index = indexOf(goal);
    if (agents.hasListedGoal(slot)) goals.release(agents.goal[slot]);
    agents.goal[slot] = index;
    agents.goal_step[slot] = 0;
    if (agents.extra(slot).short_by != 0) agents.editExtra(slot).short_by = 0;
    forgetPlan(slot);
    agents.goal_point[slot] = goal.point();
    if (agents.hasListedGoal(slot))
        headForGoal(slot);
    else
        fitPointGoal(slot);
    agents.blocked_by[slot] = kNoAgent;
    agents.still_for[slot] = 0;
    agents.target[slot] = agents.position[slot];
    const bool stands = goal.kind() == Goal::Kind::none || agents.extra(slot).is_kinematic;
    agents.status[slot] = stands ? AgentStatus::arrived : AgentStatus::moving;
}

Goal Crowd::State::goalOf(std::uint32_t slot) const
{
    if (agents.goesStraight(slot)) return Goal::straight(agents.goal_point[slot]);
    return agents.hasListedGoal(slot) ? goals[agents.goal[slot]] : Goal(agents.goal_point[slot]);
}

bool Crowd::State::isLastGoalPoint(std::uint32_t slot) const
{
    if (!agents.hasListedGoal(slot)) return true;
    const Goal& goal = goals[agents.goal[slot]];
    if (goal.kind() == Goal::Kind::random || goal.kind() == Goal::Kind::follow) return false;
    if (goal.kind() != Goal::Kind::points) return true;
    return goal.atTheEnd() == Goal::AtTheEnd::stay && agents.goal_step[slot] + 1 >= goal.list().size();
}

void Crowd::State::advanceGoal(std::uint32_t slot)
{
    if (options.max_plans_per_tick > 0)
        waitForPlan(slot, goalOf(slot));
    else
        goToNextPoint(slot);
}

void Crowd::State::goToNextPoint(std::uint32_t slot, Draw draw)
{
    ++agents.goal_step[slot];
    if (agents.extra(slot).short_by != 0) agents.extras[slot].short_by = 0;
    headForGoal(slot, draw);
}

/// Where its goal leads now. Whoever finds no room for a random goal stays where it is, and has no way to a goal.
void Crowd::State::headForGoal(std::uint32_t slot, Draw draw)
{
    const bool was_lost = agents.is(slot, AgentColumns::kUnreachable);
    const std::optional<Vec2> point = chooseGoalPoint(slot, draw);
    agents.goal_point[slot] = point.value_or(agents.position[slot]);
    forgetPlan(slot);
    if (!point) agents.set(slot, was_lost ? AgentColumns::kUnreachable : AgentColumns::kNewlyLost, true);
}

/// A goal that is a point, where the agent fits. The goal as it was given is kept in the table then.
void Crowd::State::fitPointGoal(std::uint32_t slot)
{
    if (agents.hasListedGoal(slot) || agents.goesStraight(slot)) return;
    const Vec2 wanted = agents.goal_point[slot];
    agents.goal_point[slot] = fitGoalPoint(slot, wanted);
    if (agents.goal_point[slot] != wanted) agents.goal[slot] = goals.acquire(Goal(wanted));
}

/// A point, or the place beside it where the agent fits if it misses that by rounding.
Vec2 Crowd::State::fitGoalPoint(std::uint32_t slot, Vec2 wanted) const
{
    const double tolerance = computeFitTolerance(agents.extra(slot).fit_tolerance, wanted);
    if (tolerance == 0 || agents.extra(slot).is_kinematic) return wanted;
    const Ground& ground = world.ground->forKind(agents.footing[slot].kind);
    const double radius = agents.radius[slot];
    const int layer = static_cast<int>(agents.footing[slot].layer);
    Footing footing;
    if (ground.hasRoom(wanted, radius, layer, footing)) return wanted;
    // Where not even a disc smaller by the tolerance fits, none that does is so near: nothing is looked for far away.
    if (radius > tolerance && !ground.hasRoom(wanted, radius - tolerance, layer, footing)) return wanted;
    const Ground::Standing standing = ground.stand(wanted, radius, layer);
    const bool is_near = standing.has_suggestion && distance(standing.suggestion, wanted) <= tolerance;
    return is_near ? standing.suggestion : wanted;
}

/// A place of its own in an area: the first of a few draws with room for the agent, or the middle.
static Vec2 choosePointInArea(const Ground& ground, std::span<const Vec2> outline, double radius, int layer, Random random)
{
    Box2 box;
    for (const Vec2 p : outline) box.add(p);
    for (int tries = 0; tries < 64; ++tries)
    {
        const double x = random.uniform(box.min.x, box.max.x);
        const Vec2 p{x, random.uniform(box.min.y, box.max.y)};
        if (classifyPoint(outline, p) != Side::outside && ground.stand(p, radius, layer)) return p;
    }
    return computeCentroid(outline);
}

/// Nothing when there is no room for a random goal.
std::optional<Vec2> Crowd::State::drawRandomGoal(std::uint32_t slot, Draw draw) const
{
    constexpr int kTries = 64;
    const Ground& ground = world.ground->forKind(agents.footing[slot].kind);
    const std::uint64_t seed = Random(goals[agents.goal[slot]].seed(), agents.id[slot]).bits();
    const std::uint32_t face = agents.footing[slot].face;
    Vec2 point;
    if (draw == Draw::anywhere)
    {
        const bool is_found = ground.drawRandomPoint(seed, agents.goal_step[slot], agents.radius[slot], face, kTries, point);
        return is_found ? std::optional(point) : std::nullopt;
    }
    std::optional<Vec2> nearest;
    double least = std::numeric_limits<double>::infinity();
    const std::uint64_t step_seed = Random(seed, agents.goal_step[slot]).bits();
    for (std::uint64_t i = 0; i < kTries; ++i)
    {
        if (!ground.drawRandomPoint(step_seed, i, agents.radius[slot], face, 1, point)) continue;
        const double distance = length(computeWay(slot, point));
        if (distance >= least) continue;
        least = distance;
        nearest = point;
    }
    return nearest;
}

/// Nothing when there is no room for a random goal.
std::optional<Vec2> Crowd::State::chooseGoalPoint(std::uint32_t slot, Draw draw) const
{
    const Goal& goal = goals[agents.goal[slot]];
    const AgentId id = agents.id[slot];
    const Ground& ground = world.ground->forKind(agents.footing[slot].kind);
    switch (goal.kind())
    {
    case Goal::Kind::point: return fitGoalPoint(slot, goal.point());
    case Goal::Kind::points: return fitGoalPoint(slot, goal.list()[agents.goal_step[slot] % goal.list().size()]);
    case Goal::Kind::area:
        return choosePointInArea(ground, goal.list(), agents.radius[slot], static_cast<int>(agents.footing[slot].layer),
                                 Random(options.seed, id));
    case Goal::Kind::random: return drawRandomGoal(slot, draw);
    default: return agents.position[slot];
    }
}

// ---- random goals that cannot be reached

bool Crowd::State::isLost(std::uint32_t slot) const
{
    return agents.is(slot, AgentColumns::kUnreachable) && agents.hasListedGoal(slot) &&
           goals[agents.goal[slot]].kind() == Goal::Kind::random;
}

/// Somebody without a goal that it can reach: stays, and draws another one in its own tick of a few. True when there is nothing
/// to ask the guide.
bool Crowd::State::staysLost(Workspace& work, std::uint32_t slot)
{
    if (!isLost(slot)) return false;
    if (agents.is(slot, AgentColumns::kGoalAhead))
    {
        agents.set(slot, AgentColumns::kGoalAhead, false);
        tellUnreachable(work, slot);
    }
    else if (isItsTick(slot) && !agents.extra(slot).waits_for_plan)
    {
        advanceGoal(slot);
        const bool has_drawn = !agents.is(slot, AgentColumns::kUnreachable);
        agents.set(slot, AgentColumns::kUnreachable, true); // until the guide has looked for a way
        if (has_drawn) return false;
    }
    agents.target[slot] = agents.position[slot];
    return true;
}

/// A random place may lie behind a passage that is too narrow, which only a search tells. Then the next one is drawn at once, and
/// after that some nearby: who stands in a small part that such passages shut off would hardly ever draw a place in it. Each is
/// a search that may look at all of the ground: who has no way to any of a few has no way to a goal, and tries one now and then.
void Crowd::State::drawReachableGoal(std::uint32_t slot, float reach, Guidance& guidance)
{
    constexpr int kTries = 5;
    const bool is_random = agents.hasListedGoal(slot) && goals[agents.goal[slot]].kind() == Goal::Kind::random;
    if (!is_random || options.max_plans_per_tick > 0) return;
    const bool was_lost = agents.is(slot, AgentColumns::kUnreachable);
    const int tries = was_lost ? 1 : kTries;
    for (int i = 0; i < tries && guidance.status == Guidance::Status::unreachable; ++i)
    {
        agents.set(slot, AgentColumns::kUnreachable, true);
        goToNextPoint(slot, was_lost || i > 0 ? Draw::nearby : Draw::anywhere);
        if (!agents.is(slot, AgentColumns::kUnreachable)) askGuide(slot, 1, &reach, &guidance);
    }
    agents.set(slot, AgentColumns::kUnreachable, was_lost);
}

void Crowd::State::tellUnreachable(Workspace& work, std::uint32_t slot) const
{
    if (agents.is(slot, AgentColumns::kGhost)) return;
    work.events.push_back({CrowdEvent::Kind::unreachable, StuckReason::unreachable, agents.id[slot], kNoAgent,
                           agents.position[slot], tick + 1, agents.goal_point[slot]});
}

} // namespace clearway
