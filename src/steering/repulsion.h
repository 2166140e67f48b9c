// SPDX-License-Identifier: MIT
// What each neighbour pushes with: accelerations from arrays of offsets, whoever they belong to.
// Based on:
// D. Helbing, P. Molnar. Social force model for pedestrian dynamics. 1995 (equations 3 and 4)
// D. Helbing, I. Farkas, T. Vicsek. Simulating dynamical features of escape panic. 2000
#pragma once

namespace clearway::steering {

/// Pairs of an agent and a neighbour. Arrays are read up to padded(count); contents beyond count do not matter.
struct Pairs
{
    int count = 0;
    const float* offset_x = nullptr; ///< of the neighbour from the agent
    const float* offset_y = nullptr;
    const float* velocity_x = nullptr; ///< of the neighbour
    const float* velocity_y = nullptr;
    const float* contact = nullptr; ///< sum of the radii; only for circular
};

/// The way an agent looks: unit length, or none. Those out of sight push less.
struct Sight
{
    float cosine_signed_sq = 0; ///< of half of the angle of sight: its cosine times the size of that
    float unseen_part = 0;
};

/// For half of an angle of sight in [0, 180] degrees.
Sight makeSight(double degrees, float unseen_part);

struct EllipticalLaw
{
    float strength = 0;   ///< V0
    float reach = 0;      ///< sigma, > 0
    float look_ahead = 0; ///< seconds
    float least_axis = 0; ///< of b, > 0
};

struct CircularLaw
{
    float strength = 0; ///< A
    float reach = 0;    ///< B, > 0
};

/// Squared distance below which a pair has no direction, and the force is not to be used.
inline constexpr float kCoincidentSq = 1e-8F;

/// Into arrays that are written up to padded(count). Returns how many pairs, of all that were read, are coincident.
int computeElliptical(const Pairs& pairs, const EllipticalLaw& law, float* force_x, float* force_y);
int computeCircular(const Pairs& pairs, const CircularLaw& law, float* force_x, float* force_y);

/// Shortens the forces of neighbours out of sight; `ahead` of the agent of each pair. Up to padded(count).
void applySight(const Sight& sight, int count, const float* ahead_x, const float* ahead_y, float* force_x, float* force_y);

} // namespace clearway::steering
