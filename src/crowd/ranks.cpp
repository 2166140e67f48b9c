// SPDX-License-Identifier: MIT
// Who avoids whom, where agents differ in that: by categories, by priority, and because some are moved by hand.
#include "crowd/state.h"

namespace clearway {

/// What agent `self` does about `other`.
Crowd::State::Avoids Crowd::State::howAvoids(std::uint32_t self, std::uint32_t other) const
{
    const AgentExtras &mine = agents.extra(self), &theirs = agents.extra(other);
    if (mine.is_kinematic || (mine.avoids & theirs.category) == 0) return Avoids::not_at_all;
    if (theirs.is_kinematic || (theirs.avoids & mine.category) == 0) return Avoids::alone;
    if (mine.priority == theirs.priority) return Avoids::together;
    return mine.priority < theirs.priority ? Avoids::alone : Avoids::not_at_all;
}

/// The part of an overlap that agent `self` makes good. Priorities do not count here: bodies are bodies.
double Crowd::State::shareOfPush(std::uint32_t self, std::uint32_t other) const
{
    const AgentExtras &mine = agents.extra(self), &theirs = agents.extra(other);
    const bool avoids_other = !mine.is_kinematic && (mine.avoids & theirs.category) != 0;
    const bool is_avoided = !theirs.is_kinematic && (theirs.avoids & mine.category) != 0;
    return !avoids_other ? 0 : is_avoided ? 0.5 : 1;
}

/// Takes those out of the block whom its agents do not avoid, and marks those who do not make way. `begin`: of the grid.
void Crowd::State::applyRanks(Workspace& work, std::uint32_t begin, std::uint32_t count)
{
    NeighbourBlock& near = work.near;
    std::uint32_t to = 0, from = 0;
    for (std::uint32_t i = 0; i < count; ++i)
    {
        const std::uint32_t self = grid.slot[begin + i];
        for (const std::uint32_t end = near.first[i + 1]; from < end; ++from)
        {
            const Avoids avoids = howAvoids(self, grid.slot[near.sorted[from]]);
            if (avoids == Avoids::not_at_all) continue;
            near.gap[to] = near.gap[from];
            near.dx[to] = near.dx[from];
            near.dy[to] = near.dy[from];
            near.sorted[to] = near.sorted[from];
            work.neighbour_velocity_x[to] = work.neighbour_velocity_x[from];
            work.neighbour_velocity_y[to] = work.neighbour_velocity_y[from];
            work.neighbour_wish_x[to] = work.neighbour_wish_x[from];
            work.neighbour_wish_y[to] = work.neighbour_wish_y[from];
            work.neighbour_radius[to] = work.neighbour_radius[from];
            work.neighbour_id[to] = work.neighbour_id[from];
            work.neighbour_stands[to] = work.neighbour_stands[from];
            work.neighbour_sign[to] = work.neighbour_sign[from];
            work.neighbour_keeps_on[to] = avoids == Avoids::alone ? 1 : 0;
            ++to;
        }
        near.first[i + 1] = to;
    }
}

} // namespace clearway
