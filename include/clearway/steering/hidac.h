// SPDX-License-Identifier: MIT
// HiDAC: people turn aside for what they see ahead, are pushed apart only where discs overlap, and stop or wait by rules instead
// of shaking in a throng. They do not walk into each other, but discs may overlap when many press.
// Based on: N. Pelechano, J. M. Allbeck, N. I. Badler. Controlling individual agents in high-density crowd simulation. 2007
// Metres, seconds. Const, re-entrant, allocates nothing. Numbers that are not finite, or beyond a million, count as zero. The
// range of each field is in `steeringParameters<HidacOptions>()`; numbers outside are brought into it. Values without another
// source are ours: the paper gives few.
#pragma once
#include <memory>

#include <clearway/steering/steering.h>

namespace clearway {

struct HidacOptions
{
    // Where to.
    float acceleration = 2;       ///< m/s^2, 0.01 to 100 (SteerSuite: 2)
    float persistence = 1;        ///< weight of the direction of 0.1 s ago; 0 to 100 (2007: 1, of the last tick)
    float attraction = 1;         ///< weight of the preferred velocity; 0 to 100
    float agent_avoidance = 0.3F; ///< weight of turning aside for agents; 0 to 100
    float wall_avoidance = 1;     ///< weight of turning along walls; 0 to 100
    // What is seen: a rectangle ahead.
    float view_length = 3;    ///< metres, 0.1 to 20 (2007: 3)
    float view_margin = 0.1F; ///< beyond the discs, on either side; metres, 0 to 5
    /// The rectangle is half as long where so many people are around; per m^2, 0.01 to 100.
    float crowded_density = 1;

    // Discs that overlap.
    float personal_space = 0.02F; ///< kept around; those who are nearer are pushed away; metres, 0 to 1
    float push_near_walls = 0.3F; ///< weight of pushes by agents for those whom a wall pushes too; 0 to 1 (2007: 0.3)

    // Rules.
    float stopping_time = 0.2F; ///< longest stop of those who are pushed back; drawn evenly; seconds, 0 to 10
    float waiting_reach = 0.1F; ///< gap ahead in which somebody who goes the same way is waited for; metres, 0 to 5
    float waiting_time = 0.5F;  ///< longest wait at a time; drawn evenly; seconds, 0 to 10
    float going_time = 2;       ///< nobody stops or waits again within it; seconds, 0 to 100
    bool panics = false;        ///< nobody stops or waits, and everybody walks as fast as it can
    bool falls = false;         ///< whether people who are pushed too hard fall, and are walked round
    float fall_push = 0.1F;     ///< how far others push somebody who falls; metres, 0.001 to 10
    float fall_time = 5;        ///< how long somebody lies; seconds, 0 to 1000
    float fallen_view = 2;      ///< distance within which the fallen are walked round; metres, 0 to 20 (2007: 2)

    int neighbour_count = 12; ///< the nearest so many; 0 to kMaxNeighbours
    bool keeps_apart = false; ///< whether the crowd takes back moves that end in another disc; the published model does not
};

std::shared_ptr<const Steering> hidac(const HidacOptions& options = {});

} // namespace clearway
