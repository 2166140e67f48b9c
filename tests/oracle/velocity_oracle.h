// SPDX-License-Identifier: MIT
// Velocity obstacles the slow way, in double and without vectors: the textbook half-plane of a pair of discs, the best velocity
// by trying every corner, and by sampling.
#pragma once
#include <span>
#include <vector>

#include <clearway/steering/orca.h>

namespace clearway::test {

struct Velocity2
{
    double x = 0;
    double y = 0;
};

/// n . v >= c.
struct AllowedSide
{
    double nx = 0;
    double ny = 0;
    double c = 0;
};

AllowedSide toSide(const VelocityLine& line);

struct Violation
{
    double hard = 0; ///< worst of the hard lines; zero when all hold
    double soft = 0;
};

Violation computeViolation(std::span<const VelocityLine> lines, int hard_count, Velocity2 v);

/// Whether all lines can hold, to `slack`, and the velocity nearest to `preferred` where they do.
struct BestVelocity
{
    bool is_feasible = false;
    Velocity2 v;
    double distance = 0;
};
BestVelocity findBestVelocity(std::span<const VelocityLine> lines, Velocity2 preferred, double max_speed, double slack);

/// The least worst violation of the soft lines by velocities that violate no hard line by more than `hard_slack`, by sampling
/// the disc: the best of a coarse lattice, and finer ones around the best.
double sampleLeastViolation(std::span<const VelocityLine> lines, int hard_count, double max_speed, double hard_slack);

/// One disc beside another: all relative to the first.
struct Encounter
{
    Velocity2 offset;
    Velocity2 velocity;
    Velocity2 other_velocity;
    double reach = 0; ///< sum of the radii
};

/// The half-plane of the first disc, half of the avoidance being its own: where the discs do not overlap. By the definition: the
/// nearest point of the boundary of the truncated cone to the relative velocity.
AllowedSide computeAgentSide(const Encounter& encounter, double horizon);

/// Least distance of a wall from the centre of a disc that moves with `v` for `time`.
double computeWallDistance(Velocity2 a, Velocity2 b, Velocity2 v, double time);

} // namespace clearway::test
