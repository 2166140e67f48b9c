// SPDX-License-Identifier: MIT
// The batch: nearly everybody keeps the way point of the last tick; the others are seen to one by one.
#include "guide/navmesh_guide.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include <clearway/base/assert.h>

#include "guide/agent_guide.h"

namespace clearway {

namespace {

/// Whether a search that gave up is tried again: after 64 ticks, then after twice as many each time, up to 4,096.
bool isTimeToSearch(const Guide::Batch& batch, std::size_t i, const NavMeshGuideState& state)
{
    const int doublings = std::clamp(state.detours - 1, 0, 6);
    return (batch.tick + batch.ids[i]) % (std::uint64_t{64} << doublings) == 0;
}

/// Whether it is time to look again.
bool needsRefresh(const Guide::Batch& batch, std::size_t i, const NavMeshGuideState& state)
{
    if ((state.flags & NavMeshGuideState::unreachable) != 0) return false;
    if ((state.flags & NavMeshGuideState::waiting) != 0) return isTimeToSearch(batch, i, state);
    if (state.flags == 0 || state.cell != static_cast<std::uint16_t>(batch.footings[i].face) ||
        (batch.tick + batch.ids[i]) % 8 == 0)
        return true;
    const double gap_sq = distanceSq(state.way_point, batch.positions[i]);
    if ((state.flags & NavMeshGuideState::sees_goal) != 0) return !std::isfinite(gap_sq); // from a file there may be anything
    const double near = std::max(1.0, 2 * static_cast<double>(batch.reaches[i]));
    return !(gap_sq > near * near);
}

Guidance makeGuidance(const NavMeshGuideState& state, Vec2 position)
{
    Guidance guidance;
    guidance.target = state.way_point;
    guidance.room = state.computeRoom();
    guidance.remaining = state.remaining + static_cast<float>(distance(position, state.way_point));
    guidance.passage = state.passage;
    if ((state.flags & NavMeshGuideState::sees_goal) != 0) guidance.status = Guidance::Status::goal_ahead;
    if ((state.flags & NavMeshGuideState::unreachable) != 0)
    {
        guidance.status = Guidance::Status::unreachable;
        guidance.target = position;
    }
    return guidance;
}

} // namespace

NavMeshPathGuide::NavMeshPathGuide(std::shared_ptr<const NavMeshWorld> world, const OnNavMeshOptions& options)
    : world_(std::move(world)), options_(options)
{
}

const char* NavMeshPathGuide::name() const { return toString(options_.guide).data(); }

bool NavMeshPathGuide::findReachable(Vec2 position, const Footing& footing, double radius, Vec2 goal, Vec2& place) const
{
    const auto scratch = world_->borrowScratch();
    const std::optional<Place> found = scratch->places().findNearest(goal, world_->planRadius(radius), {position, footing.face},
                                                                     static_cast<int>(footing.layer));
    if (found) place = found->position;
    return found.has_value();
}

void NavMeshPathGuide::guide(const Guide::Batch& batch) const
{
    const std::size_t count = batch.ids.size();
    CLEARWAY_ASSERT(batch.positions.size() == count && batch.footings.size() == count && batch.radii.size() == count &&
                        batch.goals.size() == count && batch.reaches.size() == count && batch.memos.size() == count &&
                        batch.guidance.size() == count && batch.states.size() == count * sizeof(NavMeshGuideState),
                    "the spans of a batch must have equal size");
    const auto scratch = world_->borrowScratch();
    AgentGuide agent_guide(*this, *scratch);
    // Who needs more than the last answer is seen to after a look at all, when the paths have come from memory.
    constexpr std::size_t kBlock = 64;
    std::array<std::uint32_t, kBlock> waiting;
    for (std::size_t begin = 0; begin < count; begin += kBlock)
    {
        std::size_t waiting_count = 0;
        for (std::size_t i = begin; i < std::min(count, begin + kBlock); ++i)
        {
            NavMeshGuideState state;
            std::memcpy(&state, batch.states.data() + i * sizeof(NavMeshGuideState), sizeof(NavMeshGuideState));
            batch.guidance[i] = makeGuidance(state, batch.positions[i]);
            if (!needsRefresh(batch, i, state)) continue;
            waiting[waiting_count++] = static_cast<std::uint32_t>(i);
            paths_.prepare(batch.memos[i]);
        }
        for (std::size_t i = 0; i < waiting_count; ++i) refresh(batch, waiting[i], agent_guide);
    }
}

void NavMeshPathGuide::refresh(const Guide::Batch& batch, std::size_t i, AgentGuide& agent_guide) const
{
    NavMeshGuideState state;
    std::memcpy(&state, batch.states.data() + i * sizeof(NavMeshGuideState), sizeof(NavMeshGuideState));
    AgentGuide::Agent agent;
    agent.id = batch.ids[i];
    agent.tick = batch.tick;
    agent.side = batch.side;
    agent.place = {batch.positions[i], batch.footings[i].face};
    agent.layer = static_cast<int>(batch.footings[i].layer);
    agent.radius = batch.radii[i];
    agent.goal = batch.goals[i];
    agent.reach = static_cast<double>(batch.reaches[i]);
    agent.wall_room = static_cast<double>(batch.footings[i].wall_room);
    agent.held_up = batch.held_up.empty() ? 0 : batch.held_up[i];
    agent.crowding = batch.crowding.empty() ? 0 : batch.crowding[i];
    agent.counterflow = batch.counterflow.empty() ? 0 : batch.counterflow[i];
    agent.speed = batch.speeds.empty() ? 0 : batch.speeds[i];
    agent.passage_waits = batch.passage_waits;
    const bool has_planned = agent_guide.refresh(agent, state, batch.memos[i]);
    std::memcpy(batch.states.data() + i * sizeof(NavMeshGuideState), &state, sizeof(NavMeshGuideState));
    batch.guidance[i] = makeGuidance(state, batch.positions[i]);
    batch.guidance[i].has_planned = has_planned;
}

} // namespace clearway
