// SPDX-License-Identifier: MIT
// Agents that cannot change their velocity at once, and where everybody looks.
#include <algorithm>
#include <cmath>

#include "crowd/state.h"

namespace clearway {

namespace {

constexpr double kHeadingUnit = 32767;
constexpr float kLooksAhead = 0.1F; ///< m/s: slower ones keep looking where they looked

Heading toHeading(Vec2 direction)
{
    const double size = length(direction);
    if (!(size > 0)) return {};
    return {static_cast<std::int16_t>(std::nearbyint(direction.x / size * kHeadingUnit)),
            static_cast<std::int16_t>(std::nearbyint(direction.y / size * kHeadingUnit))};
}

bool looksAhead(Velocity v) { return v.x * v.x + v.y * v.y > kLooksAhead * kLooksAhead; }

/// A direction of length 1, or zero.
Vec2 toDirection(Heading heading)
{
    const Vec2 direction{static_cast<double>(heading.x), static_cast<double>(heading.y)};
    const double size = length(direction);
    return size > 0 ? direction / size : Vec2{};
}

/// `direction` turned toward `to` by at most `angle`; both of length 1. A rational rotation by almost this angle: the same bits
/// everywhere.
Vec2 turnToward(Vec2 direction, Vec2 to, double angle)
{
    const double half = std::min(angle, 3.0) / 2;
    const double t = half * (1 + half * half / 3); // of the tangent's series
    const double cosine = (1 - t * t) / (1 + t * t), sine = 2 * t / (1 + t * t);
    if (angle >= 3 || dot(direction, to) >= cosine) return to;
    const double side = cross(direction, to) >= 0 ? sine : -sine;
    return {cosine * direction.x - side * direction.y, side * direction.x + cosine * direction.y};
}

} // namespace

/// Where an agent looks.
Vec2 Crowd::State::headingOf(std::size_t slot) const
{
    const bool turns_slowly = std::isfinite(agents.extra(slot).max_turn_rate);
    if (turns_slowly || !looksAhead(agents.velocity[slot])) return toDirection(agents.heading[slot]);
    const Vec2 v = velocity(slot);
    return v / length(v);
}

/// It looks that way from now on, unless it hardly moves.
void Crowd::State::turnTo(std::uint32_t slot, Vec2 way)
{
    if (looksAhead(toVelocity(way))) agents.heading[slot] = toHeading(way);
}

/// Before the velocity of an agent becomes `next`: one that comes to a halt keeps looking where it went.
void Crowd::State::keepHeading(std::uint32_t slot, Velocity next)
{
    if (looksAhead(next) || !looksAhead(agents.velocity[slot]) || std::isfinite(agents.extra(slot).max_turn_rate)) return;
    agents.heading[slot] = toHeading(velocity(slot));
}

/// As an agent has moved. That of a kinematic one is what it was given.
void Crowd::State::setVelocity(std::uint32_t slot, Velocity moved)
{
    if (agents.extra(slot).is_kinematic) return;
    keepHeading(slot, moved);
    agents.velocity[slot] = moved;
}

/// With the plane that the agent walks in; cosine and sine.
void Crowd::State::turnHeading(std::uint32_t slot, Vec2 turn)
{
    const Vec2 heading = toDirection(agents.heading[slot]);
    agents.heading[slot] = toHeading({turn.x * heading.x - turn.y * heading.y, turn.y * heading.x + turn.x * heading.y});
}

/// What an agent can do of the velocity that it was asked for.
Vec2 Crowd::State::limitMotion(std::uint32_t slot, Vec2 asked)
{
    const AgentExtras& extra = agents.extra(slot);
    if (extra.is_kinematic) return {};
    const Vec2 before = velocity(slot);
    const double most = static_cast<double>(extra.max_acceleration) * step_length;
    if (!std::isfinite(extra.max_turn_rate))
    {
        const double change = distance(asked, before);
        return change > most ? before + (asked - before) * (most / change) : asked;
    }
    const Vec2 heading = toDirection(agents.heading[slot]);
    const double speed = length(asked);
    const bool has_heading = heading != Vec2{};
    if (!(speed > 0) && !has_heading) return {};
    Vec2 direction = heading;
    if (speed > 0)
        direction = has_heading ? turnToward(heading, asked / speed, static_cast<double>(extra.max_turn_rate) * step_length)
                                : asked / speed;
    agents.heading[slot] = toHeading(direction);
    // Slower in a turn: only what leads ahead.
    const double had = std::max(0.0, dot(before, direction));
    return direction * std::clamp(std::max(0.0, dot(asked, direction)), std::max(0.0, had - most), had + most);
}

} // namespace clearway
