// SPDX-License-Identifier: MIT
// What a game commands its agents: everything that they were made with can be read and changed, agents are placed by hand, follow
// each other, and take up their goals a few in each tick.
#include <algorithm>

#include <fmt/format.h>

#include "base/errors.h"
#include "crowd/state.h"
#include "geometry/fit_tolerance.h"

namespace clearway {

// ---- reading and changing

AgentOptions Crowd::State::optionsOf(std::size_t index) const
{
    const AgentExtras& extra = agents.extra(index);
    AgentOptions agent;
    agent.position = agents.position[index];
    agent.radius = agents.radius[index];
    agent.goal = extra.waits_for_plan ? extra.next_goal : goalOf(static_cast<std::uint32_t>(index));
    agent.speed = agents.speed[index];
    agent.max_speed = agents.max_speed[index];
    agent.leaves_at_goal = agents.is(index, AgentColumns::kLeavesAtGoal);
    agent.id = agents.id[index];
    agent.group = agents.group[index];
    agent.layer = static_cast<int>(agents.footing[index].layer);
    agent.kind = agents.footing[index].kind;
    agent.fit_tolerance = extra.fit_tolerance;
    agent.user_data = extra.user_data;
    agent.priority = extra.priority;
    agent.category = extra.category;
    agent.avoids = extra.avoids;
    agent.is_kinematic = extra.is_kinematic;
    agent.max_acceleration = static_cast<double>(extra.max_acceleration);
    agent.max_turn_rate = static_cast<double>(extra.max_turn_rate);
    return agent;
}

static std::string explain(const Ground::Standing& standing, Vec2 position, double radius)
{
    std::string text = standing.problem == Ground::Standing::Problem::outside
                           ? fmt::format("({}, {}) is not in free space", position.x, position.y)
                           : fmt::format("a disc of radius {} m does not fit at ({}, {})", radius, position.x, position.y);
    if (standing.has_suggestion)
        text += fmt::format("; the nearest place that fits is ({}, {})", standing.suggestion.x, standing.suggestion.y);
    return text;
}

/// Where an agent would stand, and on what; `failure` begins the message when it cannot.
Result<Crowd::State::Stance> Crowd::State::findStance(const AgentOptions& agent, const std::string& failure) const
{
    if (agent.kind >= world.ground->kindCount())
        return makeError(fmt::format("{}: there is no kind {} of walkers on this ground; there are {}.", failure, agent.kind,
                                     world.ground->kindCount()));
    const Ground& ground = world.ground->forKind(agent.kind);
    const double radius = agent.is_kinematic ? 0 : agent.radius; // which may overlap walls
    Vec2 position = agent.position;
    Ground::Standing standing = ground.stand(position, radius, agent.layer);
    const double tolerance = computeFitTolerance(agent.fit_tolerance, position);
    if (!standing && standing.has_suggestion && distance(standing.suggestion, position) <= tolerance)
    {
        position = standing.suggestion;
        standing = ground.stand(position, radius, agent.layer);
    }
    if (!standing)
        return makeError(ErrorCode::invalid_geometry, failure + ": " + explain(standing, agent.position, radius) + ".",
                         atPoint(agent.position));
    standing.footing.kind = static_cast<std::uint16_t>(agent.kind);
    return Stance{position, standing.footing};
}

void Crowd::State::setExtras(std::uint32_t slot, const AgentOptions& agent)
{
    AgentExtras extra = agents.extra(slot);
    extra.fit_tolerance = std::max(0.0, agent.fit_tolerance); // no number counts as 0
    extra.user_data = agent.user_data;
    extra.priority = agent.priority;
    extra.category = agent.category;
    extra.avoids = agent.avoids;
    extra.is_kinematic = agent.is_kinematic;
    extra.max_acceleration = static_cast<float>(agent.max_acceleration);
    extra.max_turn_rate = static_cast<float>(agent.max_turn_rate);
    if (extra != agents.extra(slot)) agents.editExtra(slot) = extra;
}

Result<void> Crowd::State::set(std::size_t index, const AgentOptions& agent)
{
    const auto slot = static_cast<std::uint32_t>(index);
    const Footing& footing = agents.footing[slot];
    const bool is_elsewhere = agent.position != agents.position[slot] || agent.kind != footing.kind ||
                              (agent.layer >= 0 && agent.layer != static_cast<int>(footing.layer));
    const bool is_resized = agent.radius != agents.radius[slot] || (agents.extra(slot).is_kinematic && !agent.is_kinematic);
    Stance stance;
    if (is_elsewhere || is_resized)
    {
        AgentOptions there = agent;
        if (!is_elsewhere) there.fit_tolerance = 0; // it stays where it is
        const Result<Stance> found = findStance(there, fmt::format("Agent {} was not changed", agents.id[slot]));
        if (!found) return found.error();
        stance = *found;
    }
    const bool was_kinematic = agents.extra(slot).is_kinematic;
    setExtras(slot, agent);
    if (is_elsewhere || is_resized)
    {
        agents.radius[slot] = agent.radius;
        agents.footing[slot] = stance.footing;
        if (is_elsewhere)
            standAt(slot, stance.position);
        else
            resumeGoal(slot);
    }
    agents.speed[slot] = static_cast<float>(agent.speed);
    agents.max_speed[slot] = static_cast<float>(agent.max_speed > 0 ? agent.max_speed : 1.5 * agent.speed);
    agents.set(slot, AgentColumns::kLeavesAtGoal, agent.leaves_at_goal);
    agents.group[slot] = agent.group;
    if (was_kinematic != agent.is_kinematic)
    {
        agents.velocity[slot] = {};
        requestGoal(slot, agent.goal); // sets out, or stands
        return {};
    }
    if (agent.goal.kind() == Goal::Kind::none && goalOf(slot).kind() == Goal::Kind::none) return {};
    return setGoal(index, agent.goal);
}

/// At rest in another place, on the way to the goal that it has.
void Crowd::State::standAt(std::uint32_t slot, Vec2 position)
{
    agents.position[slot] = agents.asked[slot] = agents.target[slot] = position;
    agents.setStart(slot, position);
    agents.velocity[slot] = {};
    agents.passage[slot] = kNone;
    agents.waited[slot] = 0;
    agents.still_for[slot] = 0;
    agents.blocked_by[slot] = kNoAgent;
    resumeGoal(slot);
    if (goalOf(slot).kind() != Goal::Kind::none && !agents.extra(slot).is_kinematic) agents.status[slot] = AgentStatus::moving;
}

Result<void> Crowd::State::place(std::size_t index, Vec2 position, Vec2 velocity, int layer)
{
    const auto slot = static_cast<std::uint32_t>(index);
    if (!agents.extra(slot).is_kinematic)
        return makeError(
            fmt::format("Agent {} is not kinematic: it walks by itself. Use teleport(), or push().", agents.id[slot]));
    AgentOptions agent = optionsOf(index);
    agent.position = position;
    agent.layer = layer;
    const Result<Stance> stance = findStance(agent, fmt::format("Agent {} was not placed", agents.id[slot]));
    if (!stance) return stance.error();
    agents.footing[slot] = stance->footing;
    agents.position[slot] = agents.asked[slot] = agents.target[slot] = stance->position;
    agents.setStart(slot, stance->position);
    turnTo(slot, velocity);
    agents.velocity[slot] = toVelocity(velocity);
    return {};
}

// ---- goals that wait for their plan

/// A goal of its own for an agent: now, or when it is its turn.
void Crowd::State::requestGoal(std::uint32_t slot, const Goal& goal)
{
    const bool needs_plan = goal.kind() != Goal::Kind::none && goal.kind() != Goal::Kind::straight;
    const bool takes_back = agents.extra(slot).waits_for_plan && goal == goalOf(slot);
    if (options.max_plans_per_tick > 0 && needs_plan && !takes_back) return waitForPlan(slot, goal);
    if (agents.extra(slot).waits_for_plan) agents.editExtra(slot).waits_for_plan = false;
    if (!takes_back) assignGoal(slot, goal);
}

void Crowd::State::waitForPlan(std::uint32_t slot, const Goal& goal)
{
    AgentExtras& extra = agents.editExtra(slot);
    if (!extra.waits_for_plan) extra.waits_since = tick;
    extra.waits_for_plan = true;
    extra.next_goal = goal;
}

/// Those who have waited longest take up their goals.
void Crowd::State::takeUpGoals()
{
    if (options.max_plans_per_tick <= 0 || agents.size() == 0) return;
    if (agents.extras.empty()) agents.extras.resize(agents.size()); // chunks must not
    waiting.clear();
    for (std::uint32_t slot = 0; slot < agents.size(); ++slot)
        if (agents.extras[slot].waits_for_plan && !agents.is(slot, AgentColumns::kGhost))
            waiting.push_back({agents.extras[slot].waits_since, agents.id[slot], slot});
    const std::size_t count = std::min(waiting.size(), static_cast<std::size_t>(options.max_plans_per_tick));
    std::partial_sort(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(count), waiting.end());
    for (std::size_t i = 0; i < count; ++i)
    {
        const std::uint32_t slot = waiting[i].slot;
        AgentExtras& extra = agents.extras[slot];
        const Goal goal = std::move(extra.next_goal);
        extra.next_goal = {};
        extra.waits_for_plan = false;
        if (goal != goalOf(slot))
            assignGoal(slot, goal);
        else if (agents.hasListedGoal(slot))
            goToNextPoint(slot);
    }
}

// ---- goals that cannot be reached

/// Leads agents as near to such a goal as they can get. Looking for the place takes long: each agent has its own tick for it.
void Crowd::State::approachUnreachable()
{
    if (!options.approaches_unreachable) return;
    for (std::uint32_t slot = 0; slot < agents.size(); ++slot)
    {
        if (!agents.is(slot, AgentColumns::kUnreachable) || agents.is(slot, AgentColumns::kGhost)) continue;
        if (isItsTick(slot) && agents.extra(slot).short_by == 0) approach(slot);
    }
}

void Crowd::State::approach(std::uint32_t slot)
{
    constexpr float kLeast = 1e-3F;
    const Goal goal = goalOf(slot);
    const Goal::Kind kind = goal.kind();
    if (kind != Goal::Kind::point && kind != Goal::Kind::points && kind != Goal::Kind::area) return;
    const Vec2 wanted = agents.goal_point[slot];
    Vec2 place;
    if (!world.guide->findReachable(agents.position[slot], agents.footing[slot], agents.radius[slot], wanted, place)) return;
    agents.editExtra(slot).short_by = std::max(kLeast, static_cast<float>(distance(place, wanted)));
    if (!agents.hasListedGoal(slot)) agents.goal[slot] = goals.acquire(goal); // its point is needed for another
    agents.goal_point[slot] = place;
    forgetPlan(slot);
}

/// To the goal itself again, or to another random one, after an agent has come somewhere else or has another size.
void Crowd::State::resumeGoal(std::uint32_t slot)
{
    const bool was_lost = isLost(slot);
    forgetPlan(slot);
    if (was_lost) return goToNextPoint(slot);
    const bool was_short = agents.extra(slot).short_by != 0;
    if (was_short)
    {
        agents.editExtra(slot).short_by = 0;
        agents.status[slot] = AgentStatus::moving;
    }
    if (!agents.hasListedGoal(slot)) return fitPointGoal(slot);
    const Goal::Kind kind = goals[agents.goal[slot]].kind();
    if (was_short || kind == Goal::Kind::point || kind == Goal::Kind::points)
        agents.goal_point[slot] = chooseGoalPoint(slot).value_or(agents.position[slot]);
}

// ---- following

/// Sees to it that an agent is on its way to whom it follows; true when it is near enough and waits. Its way is planned again
/// when the other one has moved by a part of how far it is.
bool Crowd::State::followLeader(std::uint32_t slot)
{
    constexpr double kMovedPart = 0.1;
    const Goal& goal = goals[agents.goal[slot]];
    const std::uint32_t leader = slots.find(agents.id, goal.leader());
    const bool is_there = leader != SlotTable::kNoSlot && leader != slot;
    const double reach = agents.radius[slot] + goal.gap() + (is_there ? agents.radius[leader] : 0);
    const Vec2 place = is_there ? agents.position[leader] : agents.goal_point[slot];
    const double away = computeAway(slot, place);
    if (away <= reach) return true;
    if (distance(place, agents.goal_point[slot]) <= std::max(agents.radius[slot], kMovedPart * away)) return false;
    agents.goal_point[slot] = place;
    forgetPlan(slot);
    return false;
}

} // namespace clearway
