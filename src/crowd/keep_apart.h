// SPDX-License-Identifier: MIT
// How much one disc gives way to another.
#pragma once
#include <algorithm>
#include <cmath>

#include <clearway/geometry/vec.h>
#include <clearway/guide/guide.h>

namespace clearway {

/// The direction away from the other, when both would be at the same point: opposite for the two, and the same wherever they are.
inline Vec2 computeEscape(AgentId id, AgentId other)
{
    const AgentId low = std::min(id, other);
    const double side = id < other ? 1 : -1;
    const double slope = static_cast<double>((low * 0x9e3779b97f4a7c15u) >> 40) * 0x1p-24 * 2 - 1;
    const Vec2 direction{1, slope};
    return direction * (side / length(direction));
}

/// Adds its share of what two discs would overlap; `offset`: of this one from the other, `radii`: their sum. Others come in any
/// order: shares on a lattice give the same sum in every one.
inline void addPush(Vec2& push, Vec2 offset, double radii, AgentId id, AgentId other, double share = 0.5)
{
    const double distance = length(offset);
    const double overlap = radii - distance;
    if (!(overlap > 0)) return;
    const Vec2 away = distance > 1e-9 ? offset / distance : computeEscape(id, other);
    push.x += std::nearbyint(away.x * overlap * share * 0x1p40) * 0x1p-40;
    push.y += std::nearbyint(away.y * overlap * share * 0x1p40) * 0x1p-40;
}

} // namespace clearway
