// SPDX-License-Identifier: MIT
#include "encounter.h"

#include <algorithm>
#include <cmath>

#include <clearway/yielding/yielding.h>

namespace clearway::steering {

namespace {

constexpr float kThrong = 0.1F;       // gap to those who press against each other; metres
constexpr float kOncoming = 0.5F;     // part of my speed at which somebody who comes against me counts
constexpr float kOncomingReach = 3;   // gap within which they count; metres
constexpr float kAlmostThere = 1;     // time to the goal within which nobody turns aside; seconds
constexpr float kTurningSideways = 5; // seconds in which somebody in a jam does that
constexpr float kSideways = 0.5F;     // part of the width of a person seen from the side
constexpr float kLeastSq = 1e-6F;     // squared length of a direction
constexpr float kShortestTime = 1e-3F;
constexpr float kWallTime = 0.2F; // ahead for which walls are kept clear of; seconds
constexpr int kRounds = 3;        // what one takes away may lead toward another

float atLeast(float x, float least) { return x > least ? x : least; }
float dot(Velocity a, Velocity b) { return a.x * b.x + a.y * b.y; }

Velocity offsetOf(const Neighbours& neighbours, int k) { return {sane(neighbours.offset_x[k]), sane(neighbours.offset_y[k])}; }
float radiusOf(const Neighbours& neighbours, int k) { return atLeast(sane(neighbours.radius[k]), 0); }

/// Whether somebody not far ahead wants to come against those who walk like this. What counts is the wish: in a jam both stand.
bool meetsOncoming(const Self& self, const Neighbours& neighbours, Velocity wish)
{
    if (!neighbours.wish_x) return false;
    const float wanted = dot(wish, wish);
    for (int k = 0; k < neighbours.count; ++k)
    {
        const Velocity offset = offsetOf(neighbours, k);
        const float reach = self.radius + radiusOf(neighbours, k) + kOncomingReach;
        if (dot(offset, offset) > reach * reach) break;
        if (!(dot(offset, wish) > 0)) continue;
        if (dot({sane(neighbours.wish_x[k]), sane(neighbours.wish_y[k])}, wish) < -kOncoming * wanted) return true;
    }
    return false;
}

/// Away from those who press against the agent from ahead and go first; none when there are none.
Velocity findAway(const Self& self, const Neighbours& neighbours, Velocity wish, std::uint64_t turn)
{
    Velocity away;
    for (int k = 0; k < neighbours.count; ++k)
    {
        const Velocity offset = offsetOf(neighbours, k);
        const float reach = self.radius + radiusOf(neighbours, k) + kThrong;
        const float distance_sq = dot(offset, offset);
        if (distance_sq > reach * reach) break;
        const Claim claim = neighbours.stands && neighbours.stands[k] != 0 ? Claim::stands : Claim::walks_past;
        if (kWhoYields[1][static_cast<int>(claim)] == Yields::never || !(dot(offset, wish) > 0)) continue;
        if (!(distance_sq > kLeastSq) || !isTurnOfOther(self.id, neighbours.id[k], turn)) continue;
        const float distance = std::sqrt(distance_sq);
        away = {away.x - offset.x / distance, away.y - offset.y / distance};
    }
    return away;
}

/// By 45 degrees; `side`: 1 to the right, -1 to the left, 0 not at all.
Velocity turnToSide(Velocity v, float side)
{
    constexpr float kSine = 0.70710678F;
    if (side == 0) return v;
    return {kSine * (v.x + side * v.y), kSine * (v.y - side * v.x)};
}

} // namespace

Self readSelf(const SteeringBlock& block, int i)
{
    return {block.id[i],
            {sane(block.velocity_x[i]), sane(block.velocity_y[i])},
            atLeast(sane(block.radius[i]), 0),
            atLeast(sane(block.max_speed[i]), 0)};
}

Neighbours readNeighbours(const SteeringBlock& block, int i, int most)
{
    const std::uint32_t n = block.first_neighbour[i];
    return {std::min(static_cast<int>(block.first_neighbour[i + 1] - n), most),
            block.offset_x + n,
            block.offset_y + n,
            block.neighbour_velocity_x + n,
            block.neighbour_velocity_y + n,
            block.neighbour_radius + n,
            block.neighbour_id + n,
            block.neighbour_stands ? block.neighbour_stands + n : nullptr,
            block.neighbour_wish_x ? block.neighbour_wish_x + n : nullptr,
            block.neighbour_wish_x ? block.neighbour_wish_y + n : nullptr,
            block.neighbour_keeps_on ? block.neighbour_keeps_on + n : nullptr};
}

WallSpan readWalls(const SteeringBlock& block, int i)
{
    const std::uint32_t w = block.first_wall[i];
    return {static_cast<int>(block.first_wall[i + 1] - w), block.wall_ax + w, block.wall_ay + w, block.wall_bx + w,
            block.wall_by + w};
}

Intent decide(const SteeringBlock& block, int i, const Self& self, const Neighbours& neighbours, Velocity preferred,
              Courtesy courtesy)
{
    const float held_up = block.held_up ? sane(block.held_up[i]) : 0;
    Intent intent{preferred};
    if (!(held_up > kYieldTimes.starting)) return intent;
    if (held_up > kYieldTimes.jam && meetsOncoming(self, neighbours, preferred))
    {
        intent.size = 1 - (1 - kSideways) * std::min(atLeast(held_up - kYieldTimes.stuck, 0) / kTurningSideways, 1.0F);
        if (!block.horizon || block.horizon[i] > kAlmostThere) intent.wish = turnToSide(preferred, signOf(block.side));
    }
    const std::uint64_t turn = countTurns(block.tick, atLeast(sane(block.dt), kShortestTime));
    const Velocity away = findAway(self, neighbours, intent.wish, turn);
    const float length_sq = dot(away, away);
    if (!(length_sq > kLeastSq)) return intent;
    const float scale = courtesy == Courtesy::waits ? 0 : std::sqrt(dot(intent.wish, intent.wish) / length_sq);
    intent.wish = {away.x * scale, away.y * scale};
    return intent;
}

Velocity keepClear(const Self& self, const Neighbours& neighbours, Velocity velocity, float dt, float size)
{
    const float time = atLeast(dt, kContactTime);
    const float half_inverse = 0.5F / time;
    for (int round = 0; round < kRounds; ++round)
    {
        bool has_changed = false;
        for (int k = 0; k < neighbours.count; ++k)
        {
            const Velocity offset = offsetOf(neighbours, k);
            const float distance_sq = dot(offset, offset);
            const float radius = radiusOf(neighbours, k);
            const float reach = self.radius + radius + 2 * time * self.max_speed;
            if (distance_sq > reach * reach) break;
            if (!(distance_sq > kLeastSq)) continue;
            const float distance = std::sqrt(distance_sq);
            const Velocity toward{offset.x / distance, offset.y / distance};
            const float approach = dot(velocity, toward);
            const float pace = dot({sane(neighbours.velocity_x[k]), sane(neighbours.velocity_y[k])}, toward);
            // Two who follow each other at one pace keep what both walk in the time between them.
            const float share = atLeast(distance - computeTouch(self.radius, radius, size), 0) * half_inverse;
            const float most = share + std::min(share, 0.5F * atLeast(pace, 0));
            if (!(approach > most)) continue;
            velocity = {velocity.x - toward.x * (approach - most), velocity.y - toward.y * (approach - most)};
            has_changed = true;
        }
        if (!has_changed) break;
    }
    return velocity;
}

Velocity keepOut(const Self& self, const Neighbours& neighbours, const WallSpan& walls, Velocity velocity, float dt)
{
    constexpr int kCapacity = padded(kMaxWallLines + kMaxNeighbours) + kLanes;
    LineStorage<kCapacity> storage, spare;
    const Lines lines = storage.lines();
    const float step = atLeast(dt, kShortestTime);
    const int wall_lines = walls.count > 0 ? computeWallLines(self, walls, atLeast(kWallTime, step), lines) : 0;
    int count = wall_lines;
    count +=
        computeContactLines(self, neighbours, {.time = step, .dt = step}, {lines.nx + count, lines.ny + count, lines.c + count});
    for (int k = count; k < padded(count); ++k) lines.nx[k] = lines.ny[k] = lines.c[k] = 0;
    if (findViolated(lines, wall_lines, count, velocity, 0) == count && hasClearStep(self, walls, velocity, step))
        return velocity;
    Velocity answer;
    solve({lines, spare.lines(), count, count, self.max_speed}, velocity, answer);
    return answer;
}

} // namespace clearway::steering
