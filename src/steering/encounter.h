// SPDX-License-Identifier: MIT
// How people treat those next to them, for models that do not promise to keep discs apart: nobody walks into anybody, those who
// are held up take turns, and those who have been held up by oncoming people for long make themselves small.
#pragma once
#include <cstdint>

#include <clearway/steering/steering.h>

#include "wall_lines.h"

namespace clearway::steering {

/// In which two who walk toward each other may each take half of the gap between them; seconds. Not longer than it takes to set
/// down the other foot; at least two ticks of the usual length, so that what both do in one of them never ends in contact.
inline constexpr float kContactTime = 0.2F;

/// How people let others go first.
enum class Courtesy
{
    waits,      ///< where discs may overlap a little
    steps_back, ///< where they may not: two who touch in a door could not pass
};

/// What an agent wants, and what is left of it.
struct Intent
{
    Velocity wish;  ///< none for those who wait
    float size = 1; ///< part of its width that counts: less when it turns sideways to get past people who come against it
};

/// Of agent i of a block.
Self readSelf(const SteeringBlock& block, int i);
Neighbours readNeighbours(const SteeringBlock& block, int i, int most);
WallSpan readWalls(const SteeringBlock& block, int i);

/// Of an agent that prefers a velocity. One that is held up lets those ahead go first whose turn it is; after some seconds it
/// turns to the side on which people pass, before those who come against it, and then sideways, until it is half as wide.
Intent decide(const SteeringBlock& block, int i, const Self& self, const Neighbours& neighbours, Velocity preferred,
              Courtesy courtesy = Courtesy::waits);

/// `velocity` without what leads into those next to the agent. Of a gap it takes half in kContactTime, or in `dt` where that is
/// longer; behind somebody who walks away it keeps as far as the other one gets in that time. Discs that overlap come no nearer.
/// Neighbours come nearest first. At most neighbours.count square roots, three times over where many press.
Velocity keepClear(const Self& self, const Neighbours& neighbours, Velocity velocity, float dt, float size);

/// The velocity nearest to `velocity` that leads into no wall and, for one tick, into no disc next to the agent as long as the
/// others do likewise. Standing still is always allowed. Neighbours come nearest first.
Velocity keepOut(const Self& self, const Neighbours& neighbours, const WallSpan& walls, Velocity velocity, float dt);

/// At which distance two discs touch where one is so small: both people turn sideways. Nobody is wider than a person.
inline float computeTouch(float radius, float other, float size)
{
    constexpr float kPerson = 0.25F;
    const float smaller = radius < other ? radius : other;
    return radius + other - 2 * (1 - size) * (smaller < kPerson ? smaller : kPerson);
}

} // namespace clearway::steering
