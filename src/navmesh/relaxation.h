// SPDX-License-Identifier: MIT
// Convexity relaxation: which notches are shallow enough to be left alone.
// A notch alone is shallow when it is at most the relaxation away from the segment between its neighbours. Notches that follow
// one another (a rounded corner) are shallow together: all within the relaxation from the segment between the neighbours of the
// whole run, which turns by less than a right angle. So a run of tiny notches cannot add up to a deep bay, and each notch of it
// is shallow by itself too.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/geometry/vec.h>

namespace clearway {

/// Whether the points between the first and the last, a run of notches (or straight corners), are shallow.
bool isShallowRun(std::span<const Vec2> run, double relaxation);

/// The corners of a ring (free space on its left) that need a portal, as flags: all notches without relaxation. With it, runs of
/// notches are cut into the longest shallow pieces, and the corners between the pieces are the ones that need one.
std::vector<std::uint8_t> findDeepNotches(std::span<const Vec2> ring, double relaxation);

} // namespace clearway
