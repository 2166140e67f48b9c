// SPDX-License-Identifier: MIT
// How far polylines are apart, on which side of things they pass, and which of them is nearest to a point, by looking everywhere.
// Shares nothing with the library but vectors.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include <clearway/geometry/vec.h>

namespace clearway::oracle {

/// The Frechet distance of two polylines by points at most `step` apart along them: too large by at most `step`.
double computeFrechetDistance(std::span<const Vec2> a, std::span<const Vec2> b, double step);

/// Whether two polylines with nearly the same ends pass every pin on the same side in the same order: the way there along one and
/// back along the other can be pulled tight to a point in the plane without the pins.
bool isSameHomotopy(std::span<const Vec2> a, std::span<const Vec2> b, std::span<const Vec2> pins);

/// The distance from p to the polyline, by the distances to its ends and to the feet of perpendiculars.
double computeDistance(Vec2 p, std::span<const Vec2> polyline);

} // namespace clearway::oracle
