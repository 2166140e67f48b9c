// SPDX-License-Identifier: MIT
// Where the centre of a disc may cross a door.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include <clearway/clearance/intervals.h>

#include "clearance/data.h"

namespace clearway {

/// What is nearer than this blocks a disc: a little less than its radius, at most a nanometre, so that touching is free though
/// numbers are rounded.
inline double computeBlockingRadius(double radius) { return radius - std::min(1e-9, radius / 1024); }

/// The points of a door at least `radius` away from every obstacle, as distances from its end a, in order. `free` is cleared
/// first. Touching is free: blocked sets are open, so a door exactly as wide as the disc keeps one point.
void computeDoorIntervals(const ClearanceMesh::Data& data, std::uint32_t door, double radius, std::vector<Interval>& free);

} // namespace clearway
