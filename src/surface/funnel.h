// SPDX-License-Identifier: MIT
// The shortest way through a row of gates in the plane.
// Based on: D. T. Lee, F. P. Preparata. Euclidean shortest paths in the presence of rectilinear barriers. 1984
#pragma once
#include <cmath>
#include <cstdint>

#include <clearway/geometry/vec.h>

namespace clearway::surfacing {

/// Whether b lies to the left of a, and not just by rounding: a way along an edge has both its ends on one line.
inline bool isLeft(Vec2 a, Vec2 b)
{
    const double c = cross(a, b);
    return c > 0 && c * c > 1e-24 * lengthSq(a) * lengthSq(b);
}

/// From where a funnel goes on: a point and the gate it is at, or the start and the first gate.
struct FunnelStart
{
    Vec2 apex, left, right;
    std::uint32_t gate = 0;
};

/// Leads the way through gates [from.gate + 1, count]; gate `count` is the goal. leftOf(i) and rightOf(i) are the ends of a gate
/// as seen by who walks. Calls bend(at, gate, is_left, seen_at) where the way bends at the end of a gate, which `seen_at` showed.
template <typename LeftOf, typename RightOf, typename Bend>
void runFunnel(const FunnelStart& from, std::uint32_t count, LeftOf&& leftOf, RightOf&& rightOf, Bend&& bend)
{
    Vec2 apex = from.apex, left = from.left, right = from.right;
    std::uint32_t left_index = from.gate, right_index = from.gate;
    for (std::uint32_t i = from.gate + 1; i <= count; ++i)
    {
        const Vec2 l = leftOf(i), r = rightOf(i);
        // The same point again says nothing new, and rounding must not find that it does.
        if (r == right)
            right_index = i;
        else if (cross(right - apex, r - apex) >= 0)
        {
            if (apex == right || !isLeft(left - apex, r - apex))
            {
                right = r;
                right_index = i;
            }
            else
            {
                bend(left, left_index, true, i);
                apex = right = left;
                i = right_index = left_index;
                continue;
            }
        }
        if (l == left)
            left_index = i;
        else if (cross(left - apex, l - apex) <= 0)
        {
            if (apex == left || !isLeft(l - apex, right - apex))
            {
                left = l;
                left_index = i;
            }
            else
            {
                bend(right, right_index, false, i);
                apex = left = right;
                i = left_index = right_index;
                continue;
            }
        }
    }
}

/// Where the line between two points crosses the gate from `right` to `left`: 0 at its right end, 1 at its left end.
inline double computeCrossing(Vec2 from, Vec2 to, Vec2 left, Vec2 right)
{
    const Vec2 d = to - from, e = left - right;
    const double across = cross(d, e), ee = lengthSq(e);
    // Along a gate: where the way first touches it.
    const bool is_crossed = std::abs(across) > 1e-12 * length(d) * std::sqrt(ee);
    return is_crossed ? cross(d, from - right) / across : ee > 0 ? dot(from - right, e) / ee : 0;
}

} // namespace clearway::surfacing
