// SPDX-License-Identifier: MIT
#include "guide/guide_per_agent.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include <clearway/base/assert.h>

namespace clearway {

static constexpr std::size_t kMostAtOnce = 128;
static constexpr std::size_t kMostStateBytes = 64;

GuidePerAgent::GuidePerAgent(std::vector<std::shared_ptr<const Guide>> guides, std::size_t agent_count)
    : guides_(std::move(guides)), guide_of_(agent_count, 0)
{
    for (const auto& guide : guides_) state_bytes_ = std::max(state_bytes_, guide->stateBytes());
    CLEARWAY_ASSERT(state_bytes_ <= kMostStateBytes, "a guide keeps more state than there is room for");
}

/// Agents that are stored side by side and share a guide are one batch.
void GuidePerAgent::guide(const Guide::Batch& batch) const
{
    const auto guideOf = [&](std::size_t i) { return guide_of_[batch.ids[i] - 1]; };
    for (std::size_t first = 0, end = 0; first < batch.ids.size(); first = end)
    {
        while (end < batch.ids.size() && end - first < kMostAtOnce && guideOf(end) == guideOf(first)) ++end;
        guideRun(batch, first, end - first);
    }
}

/// A memo says which guide it is from: the crowd gives it back without its agent.
void GuidePerAgent::guideRun(const Guide::Batch& batch, std::size_t first, std::size_t count) const
{
    const std::uint32_t index = guide_of_[batch.ids[first] - 1];
    const auto guide_count = static_cast<std::uint32_t>(guides_.size());
    const std::size_t bytes = guides_[index]->stateBytes();
    std::array<std::byte, kMostAtOnce * kMostStateBytes> states;
    std::array<std::uint32_t, kMostAtOnce> memos;
    for (std::size_t i = 0; i < count; ++i)
    {
        std::memcpy(states.data() + i * bytes, batch.states.data() + (first + i) * state_bytes_, bytes);
        memos[i] = batch.memos[first + i] / guide_count;
    }
    guides_[index]->guide({.tick = batch.tick,
                           .side = batch.side,
                           .ids = batch.ids.subspan(first, count),
                           .positions = batch.positions.subspan(first, count),
                           .footings = batch.footings.subspan(first, count),
                           .radii = batch.radii.subspan(first, count),
                           .goals = batch.goals.subspan(first, count),
                           .reaches = batch.reaches.subspan(first, count),
                           .held_up = batch.held_up.empty() ? batch.held_up : batch.held_up.subspan(first, count),
                           .crowding = batch.crowding.empty() ? batch.crowding : batch.crowding.subspan(first, count),
                           .counterflow = batch.counterflow.empty() ? batch.counterflow : batch.counterflow.subspan(first, count),
                           .speeds = batch.speeds.empty() ? batch.speeds : batch.speeds.subspan(first, count),
                           .passage_waits = {}, // it has no passages
                           .states = std::span(states).first(count * bytes),
                           .memos = std::span(memos).first(count),
                           .guidance = batch.guidance.subspan(first, count)});
    for (std::size_t i = 0; i < count; ++i)
    {
        std::memcpy(batch.states.data() + (first + i) * state_bytes_, states.data() + i * bytes, bytes);
        batch.memos[first + i] = memos[i] == 0 ? 0 : memos[i] * guide_count + index;
    }
}

bool GuidePerAgent::canStand(AgentId id, double radius, Vec2 goal, Vec2 place) const
{
    return guides_[guide_of_[id - 1]]->canStand(id, radius, goal, place);
}

void GuidePerAgent::forget(std::uint32_t memo) const
{
    const auto guide_count = static_cast<std::uint32_t>(guides_.size());
    guides_[memo % guide_count]->forget(memo / guide_count);
}

std::size_t GuidePerAgent::memoryBytes() const
{
    std::size_t bytes = 0;
    for (const auto& guide : guides_) bytes += guide->memoryBytes();
    return bytes;
}

} // namespace clearway
