// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "base/errors.h"
#include "crowd/state.h"

namespace clearway {

Crowd::State::State(World the_world, CrowdOptions the_options)
    : Engine(std::move(the_world), std::move(the_options), orca()),
      curved(world.ground->curved()),
      passages(world.guide->passages()),
      queues(2 * passages.size()),
      passage_waits(2 * passages.size())
{
    needs = steering->needs();
    needs.neighbour_count = std::clamp(needs.neighbour_count, 0, kMaxNeighbours);
    needs.keeps_apart = needs.keeps_apart && !options.contacts;
    needs.shows_sign = needs.shows_sign && needs.state_bytes > 0;
    CLEARWAY_ASSERT(needs.vector_at < 0 || static_cast<std::size_t>(needs.vector_at) + 2 * sizeof(float) <= needs.state_bytes,
                    "a vector in the state of a model must lie within it");
    agents.guide_state = ByteColumn(world.guide->stateBytes());
    agents.room = ByteColumn(needs.wants_target ? sizeof(float) : 0);
    agents.steering_state = ByteColumn(needs.state_bytes);
    agents.start = ByteColumn(curved ? sizeof(Vec2) : 0);
    if (pool)
        most_chunks = 8 * pool->workerCount();
    else
        most_chunks = hook ? 32 : 1;
    listNearPassages();
    for (int i = 0; i < most_chunks; ++i) workspaces.push_back(std::make_unique<Workspace>());
}

Crowd::State::~State()
{
    for (const std::uint32_t memo : agents.memo)
        if (memo != 0) world.guide->forget(memo);
}

std::unique_ptr<Crowd::Engine> Crowd::State::makeEmpty() const { return std::make_unique<State>(world, options); }

// ---- who is there

Result<AgentId> Crowd::State::add(const AgentOptions& agent)
{
    if (agents.size() >= SlotTable::kNoSlot - 1) return makeError("The agent was not added: the crowd is full.");
    const Result<Stance> stance = findStance(agent, "The agent was not added");
    if (!stance) return stance.error();
    const std::uint32_t slot = append();
    agents.id[slot] = agent.id != kNoAgent ? agent.id : next_id;
    next_id = std::max(next_id, agents.id[slot] + 1);
    agents.position[slot] = agents.asked[slot] = stance->position;
    agents.setStart(slot, stance->position);
    agents.radius[slot] = agent.radius;
    agents.speed[slot] = static_cast<float>(agent.speed);
    agents.max_speed[slot] = static_cast<float>(agent.max_speed > 0 ? agent.max_speed : 1.5 * agent.speed);
    agents.footing[slot] = stance->footing;
    agents.group[slot] = agent.group;
    agents.flags[slot] = agent.leaves_at_goal ? AgentColumns::kLeavesAtGoal : std::uint8_t{0};
    setExtras(slot, agent);
    if (options.max_plans_per_tick > 0) assignGoal(slot, Goal::straight(stance->position)); // stands until it is its turn
    requestGoal(slot, agent.goal);
    slots.insertLast(agents.id);
    return agents.id[slot];
}

void Crowd::State::reserve(std::size_t agent_count) { agents.reserve(agent_count); }

void Crowd::State::remove(std::size_t index) { erase(static_cast<std::uint32_t>(index)); }

Result<void> Crowd::State::setGoal(std::size_t index, const Goal& goal)
{
    const auto slot = static_cast<std::uint32_t>(index);
    const bool waits = agents.extra(slot).waits_for_plan;
    if (goal.kind() == Goal::Kind::none || goal != (waits ? agents.extra(slot).next_goal : goalOf(slot))) requestGoal(slot, goal);
    return {};
}

Result<void> Crowd::State::setSpeed(std::size_t index, double speed, double max_speed)
{
    agents.speed[index] = static_cast<float>(speed);
    agents.max_speed[index] = static_cast<float>(max_speed > 0 ? max_speed : 1.5 * speed);
    return {};
}

bool Crowd::State::hasRoom(Vec2 position, double radius, int layer) const
{
    Footing footing;
    return world.ground->hasRoom(position, radius, layer, footing);
}

std::size_t Crowd::State::indexOf(AgentId id) const
{
    const std::uint32_t slot = slots.find(agents.id, id);
    return slot == SlotTable::kNoSlot ? kNoIndex : slot;
}

AgentView Crowd::State::view(std::size_t index) const
{
    AgentView view;
    view.id = agents.id[index];
    view.position = agents.position[index];
    view.velocity = velocity(index);
    view.radius = agents.radius[index];
    view.speed = agents.speed[index];
    view.max_speed = agents.max_speed[index];
    view.group = agents.group[index];
    view.user_data = agents.extra(index).user_data;
    view.heading = headingOf(index);
    view.footing = agents.footing[index];
    view.target = agents.target[index];
    view.goal_point = agents.goal_point[index];
    view.status = agents.status[index];
    view.reason = agents.reason(index);
    view.blocked_by = agents.blocked_by[index];
    view.still_for = agents.still_for[index];
    view.short_by = agents.extra(index).short_by;
    view.held_up = agents.held_up[index];
    return view;
}

Vec2 Crowd::State::startPosition(std::size_t index) const
{
    const std::span<const std::byte> bytes = agents.start.at(index);
    Vec2 start = agents.position[index];
    if (!bytes.empty()) std::memcpy(&start, bytes.data(), sizeof start);
    return start;
}
std::size_t Crowd::State::memoryBytes() const
{
    const std::size_t bytes = agents.memoryBytes() + grid.memoryBytes() + streams.memoryBytes() + space.memoryBytes() +
                              slot_bodies.capacity() * sizeof(SpaceBody) + ends.capacity() * sizeof(StepEnd) +
                              slots.memoryBytes();
    return bytes + workspaces.size() * sizeof(Workspace);
}

} // namespace clearway
