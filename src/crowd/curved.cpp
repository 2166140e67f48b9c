// SPDX-License-Identifier: MIT
// What is different on curved ground: everybody has a plane of its own, in which the others are seen; vectors are turned from
// plane to plane.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "crowd/keep_apart.h"
#include "crowd/state.h"

namespace clearway {

Vec2 Crowd::State::computeCurvedWay(std::uint32_t slot, Vec2 place) const
{
    if (place == agents.position[slot]) return {};
    const Pose there = curved->computePose(place);
    return there.face == kNone ? Vec2{} : computeOffset(curved->computePose(agents.position[slot]), there);
}

double Crowd::State::computeCurvedAway(std::uint32_t slot, Vec2 place) const
{
    if (place == agents.position[slot]) return 0;
    const Pose there = curved->computePose(place);
    if (there.face == kNone) return std::numeric_limits<double>::infinity();
    return distance(curved->computePose(agents.position[slot]).position, there.position);
}

// ---- neighbours

void Crowd::State::locateBodies(Workspace&, std::uint32_t begin, std::uint32_t end)
{
    for (std::uint32_t slot = begin; slot < end; ++slot) slot_bodies[slot] = makeBody(curved->computePose(agents.position[slot]));
}

void Crowd::State::buildSpaceGrid()
{
    slot_bodies.resize(agents.size());
    runChunks(&State::locateBodies);
    // Cubes about as wide as the neighbours of an agent reach.
    const double wanted = std::max(1, needs.neighbour_count);
    const double size = std::sqrt(wanted * curved->area() / (3.0 * static_cast<double>(std::max<std::size_t>(1, agents.size()))));
    const double range = std::max(static_cast<double>(needs.neighbour_range), 1e-3);
    space.build(slot_bodies, std::clamp(size, range / 32, range), grid.slot);
    grid.arrange(agents, grid.slot);
    sortStorage();
}

void Crowd::State::gatherSpaceNeighbours(Workspace& work, std::uint32_t begin, std::uint32_t end, std::span<const float> guesses)
{
    work.space_neighbours.find(spaceView(), begin, end, needs.neighbour_range, needs.neighbour_count, guesses, work.near);
    for (std::uint32_t i = 0; i < end - begin; ++i)
        for (std::uint32_t k = work.near.first[i]; k < work.near.first[i + 1]; ++k)
        {
            const std::uint32_t other = work.near.sorted[k];
            const auto turn = [&](float x, float y, float& turned_x, float& turned_y) {
                turnFloats(space.bodies[other], space.bodies[begin + i], x, y);
                turned_x = x, turned_y = y;
            };
            turn(grid.velocity_x[other], grid.velocity_y[other], work.neighbour_velocity_x[k], work.neighbour_velocity_y[k]);
            if (needs.wants_wishes)
                turn(grid.wish_x[other], grid.wish_y[other], work.neighbour_wish_x[k], work.neighbour_wish_y[k]);
        }
}

/// Whether somebody stands at the agent's goal already, beside it.
void Crowd::State::lookForPack(const Workspace& work, int at, std::uint32_t slot)
{
    bool is_beside = false;
    for (std::uint32_t k = work.near.first[at]; k < work.near.first[at + 1] && !is_beside; ++k)
    {
        const std::uint32_t other = grid.slot[work.near.sorted[k]];
        is_beside =
            agents.status[other] == AgentStatus::arrived && agents.goal_point[other] == agents.goal_point[slot] &&
            work.near.gap[k] + static_cast<float>(agents.radius[other]) < static_cast<float>(kBesideWithin * agents.radius[slot]);
    }
    agents.set(slot, AgentColumns::kBesidePack, is_beside);
}

/// Who is ahead and in touch, as things are after this tick: the nearest, then the lowest id.
AgentId Crowd::State::findSpaceBlocker(std::uint32_t slot) const
{
    const Pose pose = curved->computePose(agents.position[slot]);
    const Vec2 heading = computeWay(slot, agents.target[slot]);
    AgentId blocker = kNoAgent;
    double nearest = std::numeric_limits<double>::infinity();
    const double reach = kBlockedWithin * (agents.radius[slot] + grid.max_radius) + 2.01 * grid.max_speed * step_length;
    space.visit(pose.position, reach, [&](std::uint32_t i) {
        const std::uint32_t other = grid.slot[i];
        if (other == slot) return;
        const Pose there = curved->computePose(agents.position[other]);
        const double away = distance(pose.position, there.position);
        if (away > kBlockedWithin * (agents.radius[slot] + agents.radius[other]) || isTurnedAway(makeBody(pose), makeBody(there)))
            return;
        if (away > nearest || (away == nearest && agents.id[other] > blocker)) return;
        if (dot(computeOffset(pose, there), heading) <= 0) return;
        if (!curved->isNear(pose.position, pose.face, there.position, there.face, pose.normal + there.normal)) return;
        nearest = away;
        blocker = agents.id[other];
    });
    return blocker;
}

// ---- keeping apart and moving

/// How far an agent should give way, so that where it would get is in nobody.
Vec2 Crowd::State::computeSpacePush(Workspace& work, std::uint32_t sorted, float range)
{
    const std::uint32_t slot = grid.slot[sorted];
    const Vec2 way = agents.asked[slot] - agents.position[slot];
    Vec2 push;
    for (const Neighbour& neighbour : work.space_neighbours.findAll(spaceView(), sorted, range))
    {
        const std::uint32_t other = grid.slot[neighbour.sorted];
        const Vec2 other_way = agents.asked[other] - agents.position[other];
        float dx = static_cast<float>(other_way.x), dy = static_cast<float>(other_way.y);
        turnFloats(space.bodies[neighbour.sorted], space.bodies[sorted], dx, dy);
        const Vec2 offset = way - Vec2{neighbour.dx + dx, neighbour.dy + dy};
        addPush(push, offset, agents.radius[slot] + agents.radius[other], agents.id[slot], agents.id[other],
                agents.extras.empty() ? 0.5 : shareOfPush(slot, other));
    }
    return push;
}

/// What belongs to an agent besides its velocity and is a vector in its plane, when the plane turns; cosine and sine.
void Crowd::State::turnMemory(std::uint32_t slot, Vec2 turn)
{
    if (turn == Vec2{1, 0}) return;
    turnHeading(slot, turn);
    if (needs.vector_at < 0) return;
    std::byte* at = agents.steering_state.at(slot).data() + needs.vector_at;
    float v[2];
    std::memcpy(v, at, sizeof v);
    const double x = static_cast<double>(v[0]), y = static_cast<double>(v[1]);
    v[0] = static_cast<float>(turn.x * x - turn.y * y);
    v[1] = static_cast<float>(turn.y * x + turn.x * y);
    std::memcpy(at, v, sizeof v);
}

void Crowd::State::moveOnCurved(std::uint32_t first, std::uint32_t count)
{
    constexpr std::uint32_t kSize = 64;
    Vec2 moves[kSize], turns[kSize];
    Ground::MoveBatch batch{std::span(agents.position).subspan(first, count), std::span(agents.asked).subspan(first, count),
                            std::span(agents.radius).subspan(first, count), std::span(agents.footing).subspan(first, count)};
    batch.moves = {moves, count};
    batch.turns = {turns, count};
    for (std::uint32_t i = 0; i < count; ++i) agents.setStart(first + i, agents.position[first + i]);
    world.ground->move(batch);
    for (std::uint32_t i = 0; i < batch.turns.size(); ++i) turnMemory(first + i, turns[i]);
    for (std::uint32_t i = 0; i < count; ++i) setVelocity(first + i, toVelocity(moves[i] / step_length));
}

} // namespace clearway
