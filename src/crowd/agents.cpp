// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include <clearway/base/random.h>
#include <clearway/geometry/polygon.h>

#include "crowd/state.h"

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
    agents.goal_point[slot] = agents.hasListedGoal(slot) ? chooseGoalPoint(slot) : goal.point();
    forgetPlan(slot);
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

void Crowd::State::goToNextPoint(std::uint32_t slot)
{
    ++agents.goal_step[slot];
    if (agents.extra(slot).short_by != 0) agents.extras[slot].short_by = 0;
    agents.goal_point[slot] = chooseGoalPoint(slot);
    forgetPlan(slot);
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

Vec2 Crowd::State::chooseGoalPoint(std::uint32_t slot) const
{
    const Goal& goal = goals[agents.goal[slot]];
    const AgentId id = agents.id[slot];
    const Ground& ground = world.ground->forKind(agents.footing[slot].kind);
    switch (goal.kind())
    {
    case Goal::Kind::point: return goal.point();
    case Goal::Kind::points: return goal.list()[agents.goal_step[slot] % goal.list().size()];
    case Goal::Kind::area:
        return choosePointInArea(ground, goal.list(), agents.radius[slot], static_cast<int>(agents.footing[slot].layer),
                                 Random(options.seed, id));
    case Goal::Kind::random: {
        Vec2 point = agents.position[slot];
        const std::uint64_t seed = Random(goal.seed(), id).bits();
        // Whoever finds no room stays, and draws again in the next tick.
        constexpr int kTries = 64;
        ground.drawRandomPoint(seed, agents.goal_step[slot], agents.radius[slot], agents.footing[slot].face, kTries, point);
        return point;
    }
    default: return agents.position[slot];
    }
}

/// A random place on a surface may lie behind a passage that is too narrow, which only a search tells. Then the next one is
/// drawn; an agent that can reach neither stays, and draws again in the next tick.
void Crowd::State::drawReachableGoal(std::uint32_t slot, float reach, Guidance& guidance)
{
    if (!agents.hasListedGoal(slot) || goals[agents.goal[slot]].kind() != Goal::Kind::random) return;
    advanceGoal(slot);
    askGuide(slot, 1, &reach, &guidance);
    if (guidance.status != Guidance::Status::unreachable) return;
    agents.goal_point[slot] = agents.position[slot];
    forgetPlan(slot);
    askGuide(slot, 1, &reach, &guidance);
}

} // namespace clearway
