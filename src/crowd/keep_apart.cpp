// SPDX-License-Identifier: MIT
// Discs that would end in each other give way by half each, a few times over. A model may ask for what does not fit (a linear
// program without solution, a wall behind): this takes back what is too much. Every round reads where all would be and writes
// pushes; only then does anybody move.
#include "crowd/keep_apart.h"

#include <algorithm>

#include "crowd/state.h"

namespace clearway {

static constexpr int kRounds = 4;

void Crowd::State::keepApart()
{
    for (int round = 0; round < kRounds; ++round)
    {
        runChunks(&State::computePushes);
        const auto has_pushes = [](const auto& work) { return work->has_pushes; };
        if (std::ranges::none_of(workspaces, has_pushes)) break;
        runChunks(&State::applyPushes);
    }
    if (curved) keepApartAtCreases();
}

/// How far an agent should give way, so that where it would get is in nobody.
Vec2 Crowd::State::computePush(Workspace& work, std::uint32_t sorted, float range)
{
    const std::uint32_t slot = grid.slot[sorted];
    Vec2 push;
    for (const Neighbour& neighbour : work.neighbours.findAll(grid, sorted, range))
    {
        const std::uint32_t other = grid.slot[neighbour.sorted];
        addPush(push, agents.asked[slot] - agents.asked[other], agents.radius[slot] + agents.radius[other], agents.id[slot],
                agents.id[other], agents.extras.empty() ? 0.5 : shareOfPush(slot, other));
    }
    return push;
}

/// Of the agents that the chunk found close when it steered.
void Crowd::State::computePushes(Workspace& work, std::uint32_t, std::uint32_t)
{
    const float range = 2.01F * grid.max_speed * dt;
    work.push.resize(work.close.size());
    work.has_pushes = false;
    for (std::size_t i = 0; i < work.close.size(); ++i)
    {
        const std::uint32_t sorted = work.close[i];
        const Vec2 push = curved ? computeSpacePush(work, sorted, range) : computePush(work, sorted, range);
        work.push[i] = {static_cast<float>(push.x), static_cast<float>(push.y)};
        work.has_pushes = work.has_pushes || push.x != 0 || push.y != 0;
    }
}

void Crowd::State::applyPushes(Workspace& work, std::uint32_t, std::uint32_t)
{
    for (std::size_t i = 0; i < work.close.size(); ++i)
    {
        if (work.push[i].x == 0 && work.push[i].y == 0) continue;
        const std::uint32_t slot = grid.slot[work.close[i]];
        const Vec2 way = agents.asked[slot] + Vec2{work.push[i].x, work.push[i].y} - agents.position[slot];
        const double distance = length(way), limit = agents.max_speed[slot] * step_length;
        agents.asked[slot] = agents.position[slot] + (distance > limit ? way * (limit / distance) : way);
    }
}

} // namespace clearway
