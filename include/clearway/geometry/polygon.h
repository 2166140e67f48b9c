// SPDX-License-Identifier: MIT
// Simple polygons given as rings of points, without repeating the first. Counter-clockwise rings have positive area.
// Decisions are exact; areas are summed relative to the first point, so far-away polygons keep their digits.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/geometry/vec.h>

namespace clearway {

using Ring = std::vector<Vec2>;

/// Positive for counter-clockwise rings; 0 for fewer than three points. O(n).
double computeSignedArea(std::span<const Vec2> ring);
/// The centre of the area; the mean of the points where there is no area. O(n).
Vec2 computeCentroid(std::span<const Vec2> ring);

enum class Side
{
    inside,
    boundary,
    outside,
};

/// Where p lies with respect to a ring, by the even-odd rule and exactly; any orientation, crossing itself or not. O(n).
Side classifyPoint(std::span<const Vec2> ring, Vec2 p);

/// Whether the ring turns left or goes straight at every corner, exactly, and winds once. False for a ring without area;
/// repeated points do not matter. O(n).
bool isConvex(std::span<const Vec2> ring);

/// Triangles of a simple counter-clockwise ring as indices into it, by cutting off ears. Straight corners become corners of
/// triangles with area. Always n - 2 triangles for n >= 3 points, also for rings that are not simple: there, and at repeated
/// points, triangles may have no area or overlap. O(n^2); meant for the cells of a mesh.
std::vector<std::array<std::uint32_t, 3>> triangulateRing(std::span<const Vec2> ring);

} // namespace clearway
