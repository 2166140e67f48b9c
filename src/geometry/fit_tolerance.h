// SPDX-License-Identifier: MIT
// Points that miss by rounding to be where a disc fits, and the places beside them where it does.
#pragma once
#include <algorithm>
#include <optional>

#include <clearway/geometry/vec.h>

namespace clearway {

/// How far p may be moved to where a disc fits: `tolerance`, or the float error of p if that is more; 0 stays 0.
inline double computeFitTolerance(double tolerance, Vec2 p)
{
    return tolerance > 0 ? std::max(tolerance, computeFloatError(p)) : 0;
}

/// What a point is nearest to.
struct NearWall
{
    double distance = 0; ///< negative behind the wall
    Vec2 closest;        ///< point of the wall
    Vec2 away;           ///< from there into free space; of length 1
};

/// Where a disc fits that misses fitting at p by no more than `tolerance`: `nearby`, or a place away from what is too near, in a
/// corner from one wall after the other; at most `tolerance` from p. Nothing when there is none. `enough`: the distance from
/// walls that will do, the radius or a little less. `findNear(q)`: the NearWall of q, or nothing where q cannot be.
template <typename FindNear>
std::optional<Vec2> moveToFit(Vec2 p, Vec2 nearby, double radius, double enough, double tolerance, FindNear&& findNear)
{
    constexpr int kMostMoves = 16;
    for (int i = 0; i < kMostMoves; ++i)
    {
        const std::optional<NearWall> near = findNear(nearby);
        if (!near) return std::nullopt;
        if (near->distance >= enough) return nearby;
        if (radius - near->distance > tolerance) return std::nullopt;
        nearby = near->closest + near->away * radius;
        if (distance(nearby, p) > tolerance) return std::nullopt;
    }
    return std::nullopt;
}

} // namespace clearway
