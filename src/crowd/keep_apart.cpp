// SPDX-License-Identifier: MIT
// Discs that would end in each other give way by half each, a few times over. A model may ask for what does not fit (a linear
// program without solution, a wall behind): this takes back what is too much. Every round reads where all would be and writes
// pushes; only then does anybody move.
#include <algorithm>
#include <cmath>

#include "crowd/state.h"

namespace clearway {

static constexpr int kRounds = 4;

void Crowd::State::keepApart()
{
    for (int round = 0; round < kRounds; ++round)
    {
        runChunks(&State::computePushes);
        const auto has_pushes = [](const auto& work) { return work->has_pushes; };
        if (std::ranges::none_of(workspaces, has_pushes)) return;
        runChunks(&State::applyPushes);
    }
}

/// The direction away from the other, when both would be at the same point: opposite for the two, and the same wherever they are.
static Vec2 computeEscape(AgentId id, AgentId other)
{
    const AgentId low = std::min(id, other);
    const double side = id < other ? 1 : -1;
    const double slope = static_cast<double>((low * 0x9e3779b97f4a7c15u) >> 40) * 0x1p-24 * 2 - 1;
    const Vec2 direction{1, slope};
    return direction * (side / length(direction));
}

/// Of the agents that the chunk found close when it steered.
void Crowd::State::computePushes(Workspace& work, std::uint32_t, std::uint32_t)
{
    const float range = 2.01F * grid.max_speed * dt;
    work.push.resize(work.close.size());
    work.has_pushes = false;
    for (std::size_t i = 0; i < work.close.size(); ++i)
    {
        const std::uint32_t sorted = work.close[i], slot = grid.slot[sorted];
        Vec2 push;
        // Neighbours come in any order: shares on a lattice give the same sum in every one.
        for (const Neighbour& neighbour : work.neighbours.findAll(grid, sorted, range))
        {
            const std::uint32_t other = grid.slot[neighbour.sorted];
            const Vec2 offset = agents.asked[slot] - agents.asked[other];
            const double distance = length(offset);
            const double overlap = agents.radius[slot] + agents.radius[other] - distance;
            if (!(overlap > 0)) continue;
            const Vec2 away = distance > 1e-9 ? offset / distance : computeEscape(agents.id[slot], agents.id[other]);
            push.x += std::nearbyint(away.x * overlap * 0.5 * 0x1p40) * 0x1p-40;
            push.y += std::nearbyint(away.y * overlap * 0.5 * 0x1p40) * 0x1p-40;
        }
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
