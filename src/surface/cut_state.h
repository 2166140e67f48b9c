// SPDX-License-Identifier: MIT
// How a triangle of the source stands when it is cut, in 16 bits: what it keeps depends on them alone.
#pragma once
#include "surface/cut_cases.h"
#include "surface/cut_edges.h"

namespace clearway::surfacing {

/// Bits 0 to 2: bad corners; then kSteep, three for split edges, three for good split points.
inline constexpr unsigned kSteep = 8;
inline constexpr int kSplitShift = 4;
inline constexpr int kGoodMiddleShift = 7;

inline std::uint16_t computeState(const EdgeRules& rules, const MeshTriangle& v, std::uint32_t t, bool is_steep)
{
    unsigned state = 7u ^ (rules.isGood(v[0]) | rules.isGood(v[1]) << 1u | rules.isGood(v[2]) << 2u);
    const unsigned bad = state;
    if (is_steep) state |= kSteep;
    if (kBitCount[bad] < 2) return static_cast<std::uint16_t>(state);
    for (unsigned k = 0; k < 3; ++k)
    {
        const unsigned ends = 1u << k | 1u << (k + 1) % 3;
        if ((bad & ends) != ends) continue;
        const Split split = rules.split(3 * t + k);
        if (!split.is_split) continue;
        state |= 1u << (k + kSplitShift);
        if (rules.isGood(split.spot.acceleration)) state |= 1u << (k + kGoodMiddleShift);
    }
    return static_cast<std::uint16_t>(state);
}

inline TriangleState unpackState(unsigned state)
{
    return {state & 7u, state >> kSplitShift & 7u, state >> kGoodMiddleShift & 7u};
}

} // namespace clearway::surfacing
