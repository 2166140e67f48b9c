// SPDX-License-Identifier: MIT
// The nearest of a few sites, in plain arithmetic: good to a few ulp of the coordinates.
#pragma once
#include <limits>
#include <span>

#include "clearance/data.h"

namespace clearway {

struct NearestSite
{
    std::uint32_t site = kNone;
    Vec2 closest; ///< relative to the frame's origin
    double distance_sq = std::numeric_limits<double>::infinity();
};

/// p relative to the frame's origin. Of equally near ones the first, but the side of a thin wall that faces p, and a notch rather
/// than the walls that meet there.
inline NearestSite findNearestOf(const ClearanceMesh::Data& data, std::span<const std::uint32_t> sites, Vec2 p)
{
    NearestSite best;
    bool best_is_behind = true;
    for (const std::uint32_t i : sites)
    {
        const ClearanceMesh::Data::Site& site = data.sites[i];
        const Vec2 offset = p - site.a;
        Vec2 closest = site.a;
        bool is_behind = false;
        if (!site.is_point)
        {
            const Vec2 along = site.b - site.a;
            const double t = dot(offset, along), length_sq = lengthSq(along);
            if (t >= length_sq)
                closest = site.b;
            else if (t > 0)
                closest = site.a + along * (t / length_sq);
            is_behind = cross(along, offset) < 0;
        }
        const double distance_sq = clearway::distanceSq(p, closest);
        const bool is_as_good =
            distance_sq == best.distance_sq && (is_behind < best_is_behind || (site.is_point && best.site != kNone));
        if (distance_sq < best.distance_sq || is_as_good)
        {
            best = {i, closest, distance_sq};
            best_is_behind = is_behind;
        }
    }
    return best;
}

} // namespace clearway
