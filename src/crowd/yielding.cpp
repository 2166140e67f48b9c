// SPDX-License-Identifier: MIT
// What a crowd does about agents that hold each other up: it counts for how long, moves those who stand out of the way, and says
// who is stuck and why. Who yields to whom, and when, is in clearway/yielding.
#include <algorithm>
#include <cmath>
#include <limits>

#include "crowd/state.h"

namespace clearway {

namespace {

constexpr double kGiveWayWithin = 0.2;          ///< metres between the discs
constexpr std::uint64_t kTicksBetweenLooks = 4; ///< into the distance
constexpr double kFirstLook = 3;                ///< nearer ones are neighbours; metres
constexpr double kNotAhead = 4;                 ///< before the target; metres
constexpr double kBetweenLooks = 2;             ///< metres
constexpr double kFar = 1000;                   ///< seconds of walking: beyond everybody in sight
constexpr float kGettingOn = 0.2F;              ///< of its speed: of large and slow agents that much on average will do
constexpr float kStillPart = 0.05F;             ///< of its speed: slower is standing

} // namespace

/// The clock of an agent that has not arrived, from the velocity it has got and the one it wants now; `sorted`: in the grid. An
/// agent without any way to its goal is held up too, and so is one beside its goal until it comes nearer (followGoal).
void Crowd::State::countHeldUp(std::uint32_t slot, std::uint32_t sorted)
{
    const Velocity wish = agents.preferred[slot];
    const float before = grid.held_up[sorted];
    agents.held_up[slot] =
        agents.is(slot, AgentColumns::kUnreachable) || std::isfinite(agents.nearest[slot])
            ? before + dt
            : clearway::countHeldUp(before, {wish.x, wish.y}, {grid.velocity_x[sorted], grid.velocity_y[sorted]}, dt);
}

/// Whether people come against the agent on the straight way to its target. Not near the target itself: there people come
/// together who want to go the same way.
bool Crowd::State::seesCounterflowAhead(std::uint32_t slot) const
{
    const Vec2 position = agents.position[slot], way = agents.target[slot] - position;
    const double size = length(way);
    if (!(agents.speed[slot] > 0) || agents.status[slot] == AgentStatus::arrived) return false;
    const double end = std::min(size - kNotAhead, kCounterflowSight);
    for (double s = kFirstLook; s < end; s += kBetweenLooks)
        if (streams.hasAgainst(position + way * (s / size), agents.footing[slot].layer, way)) return true;
    return false;
}

/// Whether people come against the agent: it sees them, or those ahead who go its way have noticed some. `at`: in the block;
/// `sorted`: in the grid.
void Crowd::State::noticeCounterflow(const Workspace& work, int at, std::uint32_t sorted)
{
    const std::uint32_t slot = grid.slot[sorted];
    const Vec2 wish{grid.wish_x[sorted], grid.wish_y[sorted]};
    const Vec2 target = curved ? wish * kFar : Vec2{grid.target_x[sorted], grid.target_y[sorted]};
    float seen = curved == nullptr && (tick + agents.id[slot]) % kTicksBetweenLooks == 0 && seesCounterflowAhead(slot) ? 1 : 0;
    for (std::uint32_t k = work.near.first[at]; k < work.near.first[at + 1]; ++k)
    {
        const std::uint32_t other = work.near.sorted[k];
        Velocity wish_there{grid.wish_x[other], grid.wish_y[other]};
        if (curved) turnFloats(space.bodies[other], space.bodies[sorted], wish_there.x, wish_there.y);
        const Vec2 offset{work.near.dx[k], work.near.dy[k]};
        // On curved ground targets cannot be compared: what counts is the direction.
        const Vec2 target_there =
            curved ? Vec2{wish_there.x, wish_there.y} * kFar : Vec2{grid.target_x[other], grid.target_y[other]};
        seen = std::max(seen, clearway::noticeCounterflow(wish, target, offset, {wish_there.x, wish_there.y}, target_there,
                                                          grid.counterflow[other]));
    }
    agents.counterflow[slot] = std::max(seen, grid.counterflow[sorted] - dt / kYieldTimes.counterflow);
    if (agents.counterflow[slot] < 0) agents.counterflow[slot] = 0;
}

/// What neighbour `other` of an agent that stands is about.
Claim Crowd::State::claimOf(const Neighbour& neighbour, std::uint32_t other, std::uint32_t slot) const
{
    const bool shares_goal = agents.goal_point[other] == agents.goal_point[slot];
    if (agents.status[other] != AgentStatus::arrived) return shares_goal ? Claim::walks_here : Claim::walks_past;
    // Berths are those of the last tick: what the others choose in this one is theirs alone.
    const bool moves_up = shares_goal && !curved && neighbour.gap <= agents.radius[slot] + kGiveWayWithin &&
                          distance(placeOf(other, agents.berth[other]), agents.position[other]) > agents.radius[other];
    return moves_up ? Claim::moves_up : Claim::stands;
}

/// Somebody who stands steps aside for those who have come to a halt behind and want to get past. `at`: in the block;
/// `self`: in the grid.
void Crowd::State::giveWay(const Workspace& work, int at, std::uint32_t self)
{
    const std::uint32_t slot = grid.slot[self];
    // One that has stepped aside stays there until the others are past: going back at once would close the gap again.
    const double within = agents.radius[slot] + kGiveWayWithin + computeAway(slot, agents.target[slot]);
    Vec2 aside;
    bool is_passed = false;
    for (std::uint32_t k = work.near.first[at]; k < work.near.first[at + 1]; ++k)
    {
        const Neighbour neighbour = work.near.at(k);
        if (neighbour.gap > within) break;
        const std::uint32_t other = grid.slot[neighbour.sorted];
        if (kWhoYields[0][static_cast<int>(claimOf(neighbour, other, slot))] == Yields::never) continue;
        Velocity wish_there{grid.wish_x[neighbour.sorted], grid.wish_y[neighbour.sorted]};
        if (curved) turnFloats(space.bodies[neighbour.sorted], space.bodies[self], wish_there.x, wish_there.y);
        const Vec2 wish{wish_there.x, wish_there.y};
        const Vec2 velocity{work.neighbour_velocity_x[k], work.neighbour_velocity_y[k]};
        const Vec2 offset{-neighbour.dx, -neighbour.dy}; // from the other to this one
        if (!(dot(offset, wish) > 0)) continue;
        if (dot(velocity, wish) > 0.5 * lengthSq(wish))
        {
            is_passed = true;
            continue;
        }
        aside = aside + stepAside(wish / length(wish), offset, grid.held_up[neighbour.sorted]);
    }
    const double size = length(aside);
    if (size > 0)
        agents.preferred[slot] = {static_cast<float>(aside.x * (0.5 * agents.speed[slot] / size)),
                                  static_cast<float>(aside.y * (0.5 * agents.speed[slot] / size))};
    else if (is_passed)
        agents.preferred[slot] = {}; // and goes back when they are past
}

/// For its status only. Whoever walks to and fro without getting nearer to its goal does not get on. A new path has a length of
/// its own.
void Crowd::State::noteProgress(std::uint32_t slot, const Guidance& guidance)
{
    if (!std::isfinite(guidance.remaining) || guidance.status == Guidance::Status::unreachable)
    {
        agents.way_left[slot] = std::numeric_limits<float>::infinity();
        return;
    }
    const bool is_new = guidance.has_planned && guidance.remaining > agents.way_left[slot];
    const float step = std::min(static_cast<float>(agents.radius[slot]), kGettingOn * agents.speed[slot] * kYieldTimes.stuck);
    const bool is_nearer = guidance.remaining < agents.way_left[slot] - step || !(agents.speed[slot] > 0);
    agents.still_for[slot] = is_nearer ? 0 : agents.still_for[slot] + dt;
    if (is_nearer || is_new) agents.way_left[slot] = guidance.remaining;
}

/// Where nobody knows how long the way is, speed tells who gets on.
void Crowd::State::countStillness(std::uint32_t slot)
{
    if (std::isfinite(agents.way_left[slot])) return;
    const Velocity velocity = agents.velocity[slot];
    const float speed = std::sqrt(velocity.x * velocity.x + velocity.y * velocity.y);
    agents.still_for[slot] = speed < kStillPart * agents.speed[slot] ? agents.still_for[slot] + dt : 0;
}

/// Whether an agent is stuck, and why.
void Crowd::State::explainStillness(Workspace& work, std::uint32_t slot)
{
    const bool was_stuck = agents.status[slot] == AgentStatus::stuck;
    const bool is_stuck = agents.still_for[slot] >= kYieldTimes.stuck;
    agents.status[slot] = is_stuck ? AgentStatus::stuck : AgentStatus::moving;
    const bool is_blocked = is_stuck && !agents.is(slot, AgentColumns::kUnreachable);
    agents.blocked_by[slot] = is_blocked ? findBlocker(slot) : kNoAgent;
    if (is_stuck == was_stuck || agents.is(slot, AgentColumns::kGhost)) return;
    work.events.push_back({is_stuck ? CrowdEvent::Kind::got_stuck : CrowdEvent::Kind::got_going, agents.reason(slot),
                           agents.id[slot], agents.blocked_by[slot], agents.position[slot], tick, agents.goal_point[slot]});
}

/// Who is ahead and in touch, as things are after this tick: the nearest, then the lowest id.
AgentId Crowd::State::findBlocker(std::uint32_t slot) const
{
    if (curved) return findSpaceBlocker(slot);
    const Vec2 position = agents.position[slot];
    const Vec2 heading = agents.target[slot] - position;
    AgentId blocker = kNoAgent;
    double nearest = std::numeric_limits<double>::infinity();
    const double reach = kBlockedWithin * (agents.radius[slot] + grid.max_radius) + 2.01 * grid.max_speed * step_length;
    grid.visitRuns(position, reach, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i)
        {
            const std::uint32_t other = grid.slot[i];
            const Vec2 offset = agents.position[other] - position;
            const double away = length(offset);
            if (other == slot || agents.footing[other].layer != agents.footing[slot].layer) continue;
            if (away > kBlockedWithin * (agents.radius[slot] + agents.radius[other]) || dot(offset, heading) <= 0) continue;
            if (away > nearest || (away == nearest && agents.id[other] > blocker)) continue;
            nearest = away;
            blocker = agents.id[other];
        }
    });
    return blocker;
}

} // namespace clearway
