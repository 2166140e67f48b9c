// SPDX-License-Identifier: MIT
// Steps round sharp edges and corners of curved ground. Steering and pushes see the others in the plane of an agent, which says
// little about where a step round an edge ends, and nothing at a corner, where a step aside may lead back to the same neighbour.
// Agents that step on turned ground or have a neighbour there look where their step really ends. A step that would end in another
// one, and nearer to it than before, becomes one past it; if that is no better, the agent stays where it is for this tick.
#include <algorithm>

#include "crowd/state.h"

namespace clearway {

namespace {

constexpr int kCreaseRounds = 8;
constexpr float kFlat = 0.9F; ///< cosine between normals: with less the ground between two agents has a crease

} // namespace

void Crowd::State::keepApartAtCreases()
{
    runChunks(&State::findCreased);
    const auto has_creased = [](const auto& work) { return !work->creased.empty(); };
    if (std::ranges::none_of(workspaces, has_creased)) return;
    ends.resize(agents.size());
    runChunks(&State::foresee);
    runChunks(&State::foreseeCreased);
    for (int round = 0; round < kCreaseRounds; ++round)
    {
        runChunks(&State::findBadSteps);
        const auto has_bad_steps = [](const auto& work) { return !work->bad_steps.empty(); };
        if (std::ranges::none_of(workspaces, has_bad_steps)) return;
        runChunks(round == 0 ? &State::slide : &State::stay);
    }
}

/// Whether somebody whom agent `at` of the block may touch in this tick stands on ground that is turned.
bool Crowd::State::isAtCrease(const Workspace& work, int at, std::uint32_t sorted) const
{
    const float range = grid.radius[sorted] + 2.01F * grid.max_speed * dt;
    for (std::uint32_t k = work.near.first[at]; k < work.near.first[at + 1] && work.near.gap[k] <= range; ++k)
        if (dot3(space.bodies[sorted].normal, space.bodies[work.near.sorted[k]].normal) < kFlat) return true;
    return false;
}

/// Adds those who come onto turned ground in this tick, though all who are near stand on theirs.
void Crowd::State::findCreased(Workspace& work, std::uint32_t, std::uint32_t)
{
    const std::size_t known_count = work.creased.size();
    std::size_t known = 0;
    for (const std::uint32_t sorted : work.close) // the known ones are among them, in the same order
        if (known < known_count && work.creased[known] == sorted)
            ++known;
        else if (turnsInStep(sorted))
            work.creased.push_back(sorted);
}

bool Crowd::State::turnsInStep(std::uint32_t sorted) const
{
    const std::uint32_t slot = grid.slot[sorted];
    const double way = distance(agents.position[slot], agents.asked[slot]);
    if (way <= static_cast<double>(agents.footing[slot].face_room)) return false;
    return dot3(space.bodies[sorted].normal, makeBody(computeEnd(slot)).normal) < kFlat;
}

Pose Crowd::State::computeEnd(std::uint32_t slot) const
{
    Vec2 position = agents.position[slot];
    Footing footing = agents.footing[slot];
    world.ground->move({{&position, 1}, {&agents.asked[slot], 1}, {&agents.radius[slot], 1}, {&footing, 1}});
    return curved->computePose(position);
}

/// Where the agents at [begin, end) of the grid would end on flat ground.
void Crowd::State::foresee(Workspace&, std::uint32_t begin, std::uint32_t end)
{
    for (std::uint32_t sorted = begin; sorted < end; ++sorted)
    {
        const SpaceBody& body = space.bodies[sorted];
        const Vec2 way = agents.asked[grid.slot[sorted]] - agents.position[grid.slot[sorted]];
        ends[sorted] = {body.position + toSpace(body, way), false};
    }
}

void Crowd::State::foreseeCreased(Workspace& work, std::uint32_t, std::uint32_t)
{
    for (const std::uint32_t sorted : work.creased) ends[sorted] = {computeEnd(grid.slot[sorted]).position, true};
}

/// Steps that end in another one, nearer to it than before, and not only because the other one comes nearer: unless that one does
/// not look where it steps.
void Crowd::State::findBadSteps(Workspace& work, std::uint32_t, std::uint32_t)
{
    const float range = 2.01F * grid.max_speed * dt;
    work.bad_steps.clear();
    for (const std::uint32_t sorted : work.creased)
    {
        const Vec3 here = space.bodies[sorted].position, end = ends[sorted].position;
        if (end == here) continue;
        double deepest = 0;
        BadStep step{sorted, sorted};
        for (const Neighbour& neighbour : work.space_neighbours.findAll(spaceView(), sorted, range))
        {
            const std::uint32_t other = neighbour.sorted;
            const Vec3 there = space.bodies[other].position;
            const double before = distance(here, there), after = distance(end, ends[other].position);
            const double depth = agents.radius[grid.slot[sorted]] + agents.radius[grid.slot[other]] - after;
            // Of two who come nearer to each other, one of these is true for one of them at least.
            const bool leads_nearer = distance(end, there) < before || after < distance(here, ends[other].position);
            if (after >= before || (ends[other].is_looked_at && !leads_nearer) || depth < deepest || depth <= 0) continue;
            if (depth == deepest && grid.id[other] > grid.id[step.other]) continue;
            deepest = depth;
            step.other = other;
        }
        if (step.other != sorted) work.bad_steps.push_back(step);
    }
}

/// The same steps without what leads toward the other one.
void Crowd::State::slide(Workspace& work, std::uint32_t, std::uint32_t)
{
    for (const BadStep& step : work.bad_steps)
    {
        const std::uint32_t slot = grid.slot[step.agent];
        const SpaceBody& body = space.bodies[step.agent];
        const Vec3 line = space.bodies[step.other].position - body.position;
        const Vec2 toward = toPlane(body, line), way = agents.asked[slot] - agents.position[slot];
        const double along = dot(way, toward), size_sq = lengthSq(toward);
        agents.asked[slot] = agents.position[slot] + (along > 0 ? way - toward * (along / size_sq) : Vec2{});
        ends[step.agent].position = computeEnd(slot).position;
    }
}

void Crowd::State::stay(Workspace& work, std::uint32_t, std::uint32_t)
{
    for (const BadStep& step : work.bad_steps)
    {
        agents.asked[grid.slot[step.agent]] = agents.position[grid.slot[step.agent]];
        ends[step.agent].position = space.bodies[step.agent].position;
    }
}

} // namespace clearway
