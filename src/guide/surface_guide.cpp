// SPDX-License-Identifier: MIT
// The batch: nearly everybody keeps the way point of the last tick; the others are seen to one by one.
#include "guide/surface_guide.h"

#include <cstring>

#include <clearway/base/assert.h>

#include "guide/surface_agent_guide.h"

namespace clearway {

namespace {

constexpr std::uint64_t kTicksBetweenChecks = 8;

/// Whether it is time to look again.
bool needsRefresh(const SurfaceChart::Data& data, const Guide::Batch& batch, std::size_t i, const SurfaceGuideState& state)
{
    if ((state.flags & SurfaceGuideState::unreachable) != 0) return false;
    if (state.flags == 0 || (batch.tick + batch.ids[i]) % kTicksBetweenChecks == 0) return true;
    const std::uint32_t face = data.faceAt(state.way_point);
    if (face == kNone) return true; // from a file there may be anything
    if ((state.flags & SurfaceGuideState::sees_goal) != 0) return false;
    const double near = 2 * batch.radii[i] + 2 * static_cast<double>(batch.reaches[i]);
    const Vec3 position = data.toSpace(batch.footings[i].face, batch.positions[i]);
    return !(distanceSq(data.toSpace(face, state.way_point), position) > near * near);
}

Guidance makeGuidance(const SurfaceGuideState& state, Vec2 position)
{
    Guidance guidance;
    guidance.target = state.way_point;
    if ((state.flags & SurfaceGuideState::sees_goal) != 0) guidance.status = Guidance::Status::goal_ahead;
    if ((state.flags & SurfaceGuideState::unreachable) != 0)
    {
        guidance.status = Guidance::Status::unreachable;
        guidance.target = position;
    }
    return guidance;
}

} // namespace

void SurfaceGuide::guide(const Guide::Batch& batch) const
{
    const std::size_t count = batch.ids.size();
    CLEARWAY_ASSERT(batch.positions.size() == count && batch.footings.size() == count && batch.radii.size() == count &&
                        batch.goals.size() == count && batch.reaches.size() == count && batch.memos.size() == count &&
                        batch.guidance.size() == count && batch.states.size() == count * sizeof(SurfaceGuideState),
                    "the spans of a batch must have equal size");
    const auto scratch = world_->borrowScratch();
    SurfaceAgentGuide agent_guide(*this, *scratch);
    for (std::size_t i = 0; i < count; ++i)
    {
        SurfaceGuideState state;
        std::memcpy(&state, batch.states.data() + i * sizeof(SurfaceGuideState), sizeof(SurfaceGuideState));
        bool has_planned = false;
        if (needsRefresh(world_->data, batch, i, state))
        {
            SurfaceAgentGuide::Agent agent;
            agent.id = batch.ids[i];
            agent.tick = batch.tick;
            agent.position = batch.positions[i];
            agent.footing = batch.footings[i];
            agent.radius = batch.radii[i];
            agent.reach = static_cast<double>(batch.reaches[i]);
            agent.goal = batch.goals[i];
            has_planned = agent_guide.refresh(agent, state, batch.memos[i]);
            std::memcpy(batch.states.data() + i * sizeof(SurfaceGuideState), &state, sizeof(SurfaceGuideState));
        }
        batch.guidance[i] = makeGuidance(state, batch.positions[i]);
        batch.guidance[i].has_planned = has_planned;
    }
}

} // namespace clearway
