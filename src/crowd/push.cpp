// SPDX-License-Identifier: MIT
#include "base/errors.h"
#include "crowd/state.h"

namespace clearway {

Result<Vec2> Crowd::push(AgentId id, Vec2 target)
{
    AgentColumns& agents = state_->agents;
    const std::uint32_t slot = state_->slots.find(agents.id, id);
    if (slot == SlotTable::kNoSlot) return makeError("there is no agent " + std::to_string(id) + " to push.");
    if (!isFinite(target)) return makeError("agent " + std::to_string(id) + " cannot be pushed to a point that is not finite.");
    Vec2 turn{1, 0}; // of the plane, which stays what it is on flat ground
    MoveBatch batch{std::span(agents.position).subspan(slot, 1), std::span<const Vec2>(&target, 1),
                    std::span<const double>(agents.radius).subspan(slot, 1), std::span(agents.footing).subspan(slot, 1)};
    if (state_->curved) batch.turns = {&turn, 1};
    state_->world.ground->move(batch);
    if (turn == Vec2{1, 0}) return agents.position[slot];
    const Vec2 v{agents.velocity[slot].x, agents.velocity[slot].y};
    agents.velocity[slot] = {static_cast<float>(turn.x * v.x - turn.y * v.y), static_cast<float>(turn.y * v.x + turn.x * v.y)};
    state_->turnMemory(slot, turn);
    return agents.position[slot];
}

} // namespace clearway
