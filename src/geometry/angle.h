// SPDX-License-Identifier: MIT
// Angles that come out the same on every machine: the mathematical library of the platform has its own last bits, this has ours.
#pragma once
#include <clearway/geometry/vec.h>

namespace clearway {

inline constexpr double kPi = 3.14159265358979323846;

/// The angle by which `from` has to be turned to point along `to`, positive to the left, in (-pi, pi]; radians. Accurate to a few
/// ulp for vectors of any length but 0.
double computeTurn(Vec2 from, Vec2 to);

} // namespace clearway
