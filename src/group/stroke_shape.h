// SPDX-License-Identifier: MIT
// Polylines as shapes: resampled, smoothed, where they cross.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/geometry/vec.h>

namespace clearway {

double computePolylineLength(std::span<const Vec2> points);

/// The same line by points that are equally far apart along it, at most `spacing` metres; the ends stay. At least two points are
/// needed, and a length above 0.
std::vector<Vec2> resamplePolyline(std::span<const Vec2> points, double spacing);

/// Every point becomes the mean of those up to `window` before and after it, of as many on both sides; the ends stay.
std::vector<Vec2> smoothPolyline(std::span<const Vec2> points, std::size_t window);

/// Where a polyline crosses itself, at most so many places, in the order of the first piece. O(n log n + pairs that overlap in
/// x).
std::vector<Vec2> findSelfCrossings(std::span<const Vec2> points, std::size_t most);

/// Where the pieces of two polylines cross or touch, at most so many places; in the order of the first. O(n m).
std::vector<Vec2> findCrossings(std::span<const Vec2> first, std::span<const Vec2> second, std::size_t most);

} // namespace clearway
