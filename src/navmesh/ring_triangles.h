// SPDX-License-Identifier: MIT
// Rings of any size cut into triangles: ears for the small ones that cells usually are, a triangulation for those with thousands
// of corners.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <clearway/geometry/vec.h>

namespace clearway {

/// From how many corners on a ring counts as large.
inline constexpr std::size_t kLargeRing = 64;

/// Triangles of a simple counter-clockwise ring, as indices into it. O(n log n) in practice.
std::vector<std::array<std::uint32_t, 3>> triangulateAnyRing(std::span<const Vec2> ring);

/// Where a large ring crosses or touches itself; nothing when it is simple. O(n log n) whatever it looks like.
std::optional<Vec2> findSelfContactOfLargeRing(std::span<const Vec2> ring);

} // namespace clearway
