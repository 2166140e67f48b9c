// SPDX-License-Identifier: MIT
// The batch: balls come from memory while others are looked at.
#include "guide/corridor_guide.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include <clearway/base/assert.h>

#include "guide/corridor_walk.h"

namespace clearway {

CorridorGuide::CorridorGuide(std::shared_ptr<const NavMeshWorld> world, CorridorMap map, const OnCorridorMapOptions& options)
    : world_(std::move(world)),
      map_(std::move(map)),
      options_(options),
      slack_(2 * std::max(world_->quantum, map_.diagram().frame().quantum) + world_->move_tolerance)
{
}

/// Soon the agent will be looked at.
void CorridorGuide::prepare(const CorridorGuideState& state, std::uint32_t memo) const
{
#if defined(__GNUC__)
    if ((state.flags & CorridorGuideState::on_map) != 0 && state.ball < map_.samples().size())
    {
        const CorridorMap::Sample* const sample = map_.samples().data() + state.ball;
        __builtin_prefetch(sample);
        __builtin_prefetch(state.last < state.ball ? sample - 1 : sample + 1);
    }
#endif
    if (state.ball == state.last) ways_.prepare(memo);
}

void CorridorGuide::guide(const Guide::Batch& batch) const
{
    const std::size_t count = batch.ids.size();
    CLEARWAY_ASSERT(batch.positions.size() == count && batch.footings.size() == count && batch.radii.size() == count &&
                        batch.goals.size() == count && batch.reaches.size() == count && batch.memos.size() == count &&
                        batch.guidance.size() == count && batch.states.size() == count * sizeof(CorridorGuideState),
                    "the spans of a batch must have equal size");
    const auto scratch = pool_.borrow([this] { return std::make_unique<CorridorScratch>(world_->clearance, map_); });
    constexpr std::size_t kBlock = 32;
    std::array<CorridorGuideState, kBlock> states;
    for (std::size_t begin = 0; begin < count; begin += kBlock)
    {
        const std::size_t size = std::min(kBlock, count - begin);
        std::memcpy(states.data(), batch.states.data() + begin * sizeof(CorridorGuideState), size * sizeof(CorridorGuideState));
        for (std::size_t i = 0; i < size; ++i) prepare(states[i], batch.memos[begin + i]);
        for (std::size_t i = 0; i < size; ++i)
            batch.guidance[begin + i] = CorridorWalk(*this, *scratch, batch, begin + i, states[i]).follow();
        std::memcpy(batch.states.data() + begin * sizeof(CorridorGuideState), states.data(), size * sizeof(CorridorGuideState));
    }
}

} // namespace clearway
