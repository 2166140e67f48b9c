// SPDX-License-Identifier: MIT
// Social force: people and walls push as if by a potential, and everybody accelerates toward the velocity it prefers. Cheap, soft
// and smooth: people make way early and do not walk into each other, but discs may overlap when many press.
// Based on: D. Helbing, P. Molnar. Social force model for pedestrian dynamics. 1995 (elliptical)
//           D. Helbing, I. Farkas, T. Vicsek. Simulating dynamical features of escape panic. 2000 (circular)
//           A. Johansson, D. Helbing, P. K. Shukla. Specification of the social force pedestrian model by evolutionary adjustment
//           to video tracking data. 2007 (relative velocities)
//           R. Geraerts, M. Overmars. Enhancing corridor maps for real-time path planning in virtual environments. 2008
//           (attraction)
// Accelerations (mass 1), metres, seconds. Two divisions and four square roots for each neighbour; const, re-entrant, allocates
// nothing. Numbers that are not finite, or beyond a million, count as zero. The range of each field is in
// `steeringParameters<SocialForceOptions>()`; numbers outside are brought into it.
#pragma once
#include <cstdint>
#include <memory>

#include <clearway/steering/steering.h>

namespace clearway {

struct SocialForceOptions
{
    enum class Shape : std::uint8_t
    {
        /// Around the step that the other is about to make, as the agent sees it that walks itself (1995, 2007). Between centres,
        /// for two people of 0.25 m; as much more or less for others as their radii are (ours).
        elliptical,
        circular, ///< around where the other is; between the discs (the psychological part of 2000, without body contact)
    };
    Shape shape = Shape::elliptical;

    enum class Drive : std::uint8_t
    {
        relaxation, ///< toward the preferred velocity (1995)
        /// To the attraction point of a corridor, the more the nearer the disc is to the border of its ball; no drag, at most the
        /// speed that the agent likes (2008). Who sees its last goal ahead walks straight at it and brakes.
        attraction,
    };
    Drive drive = Drive::relaxation;
    /// Of the attraction, which has a pole at the border of the ball. m/s^2, 0.1 to 1000 (ours). What would still carry a disc
    /// out of its ball is taken back.
    float attraction_limit = 5;

    float relaxation_time = 0.5F; ///< in which the preferred velocity is taken up; seconds, 0.01 to 100 (1995: 0.5)
    // Elliptical.
    float strength = 2.1F; ///< of the potential between agents, V0; m^2/s^2, 0 to 100 (1995: 2.1)
    float reach = 0.3F;    ///< over which it falls to 1/e, sigma; metres, 0.01 to 10 (1995: 0.3)
    float look_ahead =
        0.5F; ///< the step of others that is avoided; seconds, 0 to 10 (2007: 0.5; 1995: 2, of their velocity alone)
    float least_axis = 0.1F; ///< smallest half-axis b of the ellipse: the force has a pole at 0; metres, 0.001 to 1 (ours)
    /// Of what others push back, this part pushes to the right as well, or to the left where people pass on the left: two who
    /// meet make way on the same side. 0 to 10 (ours)
    float keep_right = 0.5F;
    // Circular.
    float circular_strength = 25; ///< A, at contact; m/s^2, 0 to 1000 (2000: 2000 N over 80 kg; stiff: ticks of 0.02 s)
    float circular_reach = 0.08F; ///< B; metres, 0.01 to 10 (2000: 0.08)

    float sight_degrees = 100; ///< half of the angle of sight, around the preferred velocity; 0 to 180 (1995: 100)
    float unseen_part = 0.5F;  ///< of the force of those out of sight; 0 to 1 (1995: 0.5)
    /// Of the potential of walls, U0; m^2/s^2, 0 to 100. 1995 has 10, which nobody overcomes in a door of 1 m; what keeps discs
    /// out of walls is the crowd. Walls push aside, never against the way that somebody wants to go (ours).
    float wall_strength = 2;
    float wall_reach = 0.2F; ///< R; metres, 0.01 to 10 (1995: 0.2)
    /// Sideways, of those who walk; drawn evenly for each agent and half a second. m/s^2, 0 to 10 (1995 wants fluctuations and
    /// gives no number).
    float fluctuation = 0.1F;
    /// The pushes of all others and walls together are shortened to this, which is reported as a fault. m/s^2, 0.1 to 10,000
    /// (ours)
    float max_force = 100;

    /// Gap between discs within which somebody counts; metres, 0 to 50. At 3 m and 1.34 m/s of both the force is below 0.01
    /// m/s^2.
    float neighbour_range = 3;
    int neighbour_count = 16; ///< the nearest so many; 0 to kMaxNeighbours
    float wall_range = 1.2F;  ///< gap within which a wall counts; metres, 0 to 50
    bool keeps_apart = false; ///< whether the crowd takes back moves that end in another disc; the published model does not
};

std::shared_ptr<const Steering> socialForce(const SocialForceOptions& options = {});

} // namespace clearway
