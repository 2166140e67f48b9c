// SPDX-License-Identifier: MIT
#include "base/errors.h"
#include "crowd/state.h"

namespace clearway {

Vec2 Crowd::State::push(std::size_t index, Vec2 target)
{
    const auto slot = static_cast<std::uint32_t>(index);
    Vec2 turn{1, 0}; // of the plane, which stays what it is on flat ground
    Ground::MoveBatch batch{std::span(agents.position).subspan(slot, 1), std::span<const Vec2>(&target, 1),
                            std::span<const double>(agents.radius).subspan(slot, 1), std::span(agents.footing).subspan(slot, 1)};
    if (curved) batch.turns = {&turn, 1};
    world.ground->move(batch);
    if (turn == Vec2{1, 0}) return agents.position[slot];
    const Vec2 v{agents.velocity[slot].x, agents.velocity[slot].y};
    agents.velocity[slot] = {static_cast<float>(turn.x * v.x - turn.y * v.y), static_cast<float>(turn.y * v.x + turn.x * v.y)};
    turnMemory(slot, turn);
    return agents.position[slot];
}

} // namespace clearway
