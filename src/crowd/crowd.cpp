// SPDX-License-Identifier: MIT
#include <clearway/crowd/crowd.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "base/errors.h"
#include "crowd/state.h"

namespace clearway {

std::string_view toString(AgentStatus status)
{
    constexpr std::string_view kTexts[] = {"moving", "arrived", "stuck"};
    return kTexts[static_cast<int>(status)];
}

std::string_view toString(StuckReason reason)
{
    constexpr std::string_view kTexts[] = {"none", "blocked_by_agent", "waiting", "unreachable", "arrived"};
    return kTexts[static_cast<int>(reason)];
}

std::string_view toString(CrowdEvent::Kind kind)
{
    constexpr std::string_view kTexts[] = {"arrived", "next_goal", "left", "got_stuck", "got_going", "planned", "unreachable"};
    return kTexts[static_cast<int>(kind)];
}

Crowd::State::State(World the_world, CrowdOptions the_options)
    : world(std::move(the_world)),
      curved(world.ground ? world.ground->curved() : nullptr),
      options(std::move(the_options)),
      steering(options.steering ? options.steering : orca())
{
    CLEARWAY_ASSERT(world.ground && world.guide, "a crowd needs a ground and a guide");
    needs = steering->needs();
    needs.neighbour_count = std::clamp(needs.neighbour_count, 0, kMaxNeighbours);
    needs.shows_sign = needs.shows_sign && needs.state_bytes > 0;
    CLEARWAY_ASSERT(needs.vector_at < 0 || static_cast<std::size_t>(needs.vector_at) + 2 * sizeof(float) <= needs.state_bytes,
                    "a vector in the state of a model must lie within it");
    agents.guide_state = ByteColumn(world.guide->stateBytes());
    agents.room = ByteColumn(needs.wants_target ? sizeof(float) : 0);
    agents.steering_state = ByteColumn(needs.state_bytes);
    agents.start = ByteColumn(curved ? sizeof(Vec2) : 0);
    if (!(options.max_step > 0)) options.max_step = CrowdOptions{}.max_step;
    hook = options.execution.task_hook;
    most_chunks = hook ? 32 : 1;
    if (!hook && options.execution.worker_count != 1)
    {
        pool = std::make_unique<WorkerPool>(std::max(0, options.execution.worker_count));
        if (pool->workerCount() > 1)
        {
            hook = pool->hook();
            most_chunks = 8 * pool->workerCount();
        }
    }
    for (int i = 0; i < most_chunks; ++i) workspaces.push_back(std::make_unique<Workspace>());
}

Crowd::Crowd(World world, CrowdOptions options) : state_(std::make_unique<State>(std::move(world), std::move(options))) {}
Crowd::Crowd(std::unique_ptr<State> state) : state_(std::move(state)) {}
Crowd::~Crowd()
{
    if (!state_) return;
    for (const std::uint32_t memo : state_->agents.memo)
        if (memo != 0) state_->world.guide->forget(memo);
}
Crowd::Crowd(Crowd&&) noexcept = default;
Crowd& Crowd::operator=(Crowd&& other) noexcept
{
    std::swap(state_, other.state_);
    return *this;
}

const World& Crowd::world() const { return state_->world; }
const Steering& Crowd::steering() const { return *state_->steering; }

// ---- who is there

/// What is wrong with the numbers of an agent; empty when nothing is.
static std::string findFault(const AgentOptions& agent)
{
    if (!isFinite(agent.position)) return fmt::format("position ({}, {}) is not finite", agent.position.x, agent.position.y);
    if (!(agent.radius > 0 && agent.radius <= kMaxAgentRadius))
        return fmt::format("radius {} is not above 0 and at most {} m", agent.radius, kMaxAgentRadius);
    if (!(agent.speed >= 0 && agent.speed <= kMaxAgentSpeed))
        return fmt::format("speed {} is not between 0 and {} m/s", agent.speed, kMaxAgentSpeed);
    if (!(agent.max_speed >= 0 && agent.max_speed <= kMaxAgentSpeed))
        return fmt::format("max_speed {} is not between 0 and {} m/s", agent.max_speed, kMaxAgentSpeed);
    if (!agent.goal.isFinite()) return "its goal has no points, or one that is not finite";
    return {};
}

static std::string explain(const Standing& standing, Vec2 position, double radius)
{
    std::string text = standing.problem == Standing::Problem::outside
                           ? fmt::format("({}, {}) is not in free space", position.x, position.y)
                           : fmt::format("a disc of radius {} m does not fit at ({}, {})", radius, position.x, position.y);
    if (standing.has_suggestion)
        text += fmt::format("; the nearest place that fits is ({}, {})", standing.suggestion.x, standing.suggestion.y);
    return text;
}

Result<AgentId> Crowd::add(const AgentOptions& agent)
{
    State& s = *state_;
    if (const std::string fault = findFault(agent); !fault.empty()) return makeError("The agent was not added: " + fault + ".");
    if (agent.id != kNoAgent && has(agent.id))
        return makeError(fmt::format("The agent was not added: id {} is taken.", agent.id));
    if (s.agents.size() >= SlotTable::kNoSlot - 1) return makeError("The agent was not added: the crowd is full.");
    Vec2 position = agent.position;
    Standing standing = s.world.ground->stand(position, agent.radius, agent.layer);
    const double tolerance = agent.fit_tolerance > 0 ? std::max(agent.fit_tolerance, computeFloatError(position)) : 0;
    if (!standing && standing.has_suggestion && distance(standing.suggestion, position) <= tolerance)
    {
        position = standing.suggestion;
        standing = s.world.ground->stand(position, agent.radius, agent.layer);
    }
    if (!standing)
    {
        return makeError(ErrorCode::invalid_geometry,
                         "The agent was not added: " + explain(standing, agent.position, agent.radius) + ".",
                         atPoint(agent.position));
    }
    const std::uint32_t slot = s.append();
    AgentColumns& agents = s.agents;
    agents.id[slot] = agent.id != kNoAgent ? agent.id : s.next_id;
    s.next_id = std::max(s.next_id, agents.id[slot] + 1);
    agents.position[slot] = agents.asked[slot] = position;
    agents.setStart(slot, position);
    agents.radius[slot] = agent.radius;
    agents.speed[slot] = static_cast<float>(agent.speed);
    agents.max_speed[slot] = static_cast<float>(agent.max_speed > 0 ? agent.max_speed : 1.5 * agent.speed);
    agents.footing[slot] = standing.footing;
    agents.group[slot] = agent.group;
    agents.flags[slot] = agent.leaves_at_goal ? AgentColumns::kLeavesAtGoal : std::uint8_t{0};
    s.assignGoal(slot, agent.goal);
    s.slots.insertLast(agents.id);
    return agents.id[slot];
}

void Crowd::reserve(std::size_t agent_count) { state_->agents.reserve(agent_count); }

bool Crowd::remove(AgentId id)
{
    const std::uint32_t slot = state_->slots.find(state_->agents.id, id);
    if (slot == SlotTable::kNoSlot) return false;
    state_->erase(slot);
    return true;
}

static Error makeUnknownAgent(AgentId id) { return makeError(fmt::format("There is no agent {} in this crowd.", id)); }

Result<void> Crowd::setGoal(AgentId id, const Goal& goal)
{
    const std::uint32_t slot = state_->slots.find(state_->agents.id, id);
    if (slot == SlotTable::kNoSlot) return makeUnknownAgent(id);
    if (!goal.isFinite()) return makeError(fmt::format("The goal of agent {} has no points, or one that is not finite.", id));
    if (goal.kind() != Goal::Kind::none && state_->goalOf(slot) == goal) return {};
    state_->assignGoal(slot, goal);
    return {};
}

Result<void> Crowd::setSpeed(AgentId id, double speed, double max_speed)
{
    const std::uint32_t slot = state_->slots.find(state_->agents.id, id);
    if (slot == SlotTable::kNoSlot) return makeUnknownAgent(id);
    AgentOptions agent;
    agent.speed = speed;
    agent.max_speed = max_speed;
    if (const std::string fault = findFault(agent); !fault.empty()) return makeError(fmt::format("Agent {}: {}.", id, fault));
    state_->agents.speed[slot] = static_cast<float>(speed);
    state_->agents.max_speed[slot] = static_cast<float>(max_speed > 0 ? max_speed : 1.5 * speed);
    return {};
}

std::size_t Crowd::size() const { return state_->agents.size(); }
bool Crowd::has(AgentId id) const { return state_->slots.find(state_->agents.id, id) != SlotTable::kNoSlot; }

std::optional<AgentView> Crowd::tryFind(AgentId id) const
{
    const std::uint32_t slot = state_->slots.find(state_->agents.id, id);
    if (slot == SlotTable::kNoSlot) return std::nullopt;
    return view(slot);
}

AgentView Crowd::find(AgentId id) const
{
    const std::uint32_t slot = state_->slots.find(state_->agents.id, id);
    CLEARWAY_ASSERT(slot != SlotTable::kNoSlot, "there is no such agent in this crowd");
    return view(slot);
}

AgentView Crowd::view(std::size_t index) const
{
    const AgentColumns& agents = state_->agents;
    CLEARWAY_ASSERT(index < agents.size(), "there are not so many agents");
    AgentView view;
    view.id = agents.id[index];
    view.position = agents.position[index];
    view.velocity = velocity(index);
    view.radius = agents.radius[index];
    view.speed = agents.speed[index];
    view.max_speed = agents.max_speed[index];
    view.group = agents.group[index];
    view.footing = agents.footing[index];
    view.target = agents.target[index];
    view.goal_point = agents.goal_point[index];
    view.status = agents.status[index];
    view.reason = agents.reason[index];
    view.blocked_by = agents.blocked_by[index];
    view.still_for = agents.still_for[index];
    return view;
}

std::span<const AgentId> Crowd::ids() const { return state_->agents.id; }
std::span<const Vec2> Crowd::positions() const { return state_->agents.position; }
std::span<const double> Crowd::radii() const { return state_->agents.radius; }
std::span<const Footing> Crowd::footings() const { return state_->agents.footing; }
std::span<const AgentStatus> Crowd::statuses() const { return state_->agents.status; }
std::span<const std::uint32_t> Crowd::groups() const { return state_->agents.group; }
std::span<const Vec2> Crowd::askedPositions() const { return state_->agents.asked; }
Vec2 Crowd::startPosition(std::size_t index) const
{
    const std::span<const std::byte> bytes = state_->agents.start.at(index);
    Vec2 start = state_->agents.position[index];
    if (!bytes.empty()) std::memcpy(&start, bytes.data(), sizeof start);
    return start;
}
Vec2 Crowd::velocity(std::size_t index) const { return {state_->agents.velocity[index].x, state_->agents.velocity[index].y}; }

// ---- time

void Crowd::step(double dt)
{
    constexpr double kShortest = 1e-9; // velocities of shorter ones would be rounding errors, then infinite
    state_->events.clear();
    if (!(dt >= kShortest) || !std::isfinite(dt)) return;
    const double part_count = std::min(std::ceil(dt / state_->options.max_step * (1 - 1e-12)), 1e9);
    for (double part = 0; part < part_count; ++part) state_->step(dt / part_count);
    state_->clock.advance(dt); // as it was given: the parts of a step may not add up to it
}

std::uint64_t Crowd::tick() const { return state_->tick; }
double Crowd::time() const { return state_->clock.time(); }
std::span<const CrowdEvent> Crowd::events() const { return state_->events; }
std::uint64_t Crowd::runHash() const { return state_->run_hash; }
const SteeringFaults& Crowd::faults() const { return state_->faults; }

void SteeringFaults::add(const SteeringFaults& other)
{
    const bool is_first = first_bad_id == kNoAgent || other.first_bad_tick < first_bad_tick ||
                          (other.first_bad_tick == first_bad_tick && other.first_bad_id < first_bad_id);
    if (other.bad_answer_count > 0 && is_first)
    {
        first_bad_id = other.first_bad_id;
        first_bad_tick = other.first_bad_tick;
    }
    clamped_count += other.clamped_count;
    bad_answer_count += other.bad_answer_count;
}

std::size_t Crowd::memoryBytes() const
{
    std::size_t bytes = state_->agents.memoryBytes() + state_->grid.memoryBytes() + state_->space.memoryBytes() +
                        state_->slot_bodies.capacity() * sizeof(SpaceBody) + state_->slots.memoryBytes();
    return bytes + state_->workspaces.size() * sizeof(Workspace);
}

} // namespace clearway
