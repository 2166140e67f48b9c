// SPDX-License-Identifier: MIT
#include "guide/surface_world.h"

namespace clearway {

bool SurfaceWorldData::leadsStraight(const SurfacePlace& from, const SurfacePlace& to, double radius, double wall_room) const
{
    constexpr double kDetour = 1.5;  // a way is straight when it is at most so many times longer than the line through space
    constexpr int kMostSteps = 1024; // edges that a look crosses
    const double line = distance(from.position, to.position);
    const bool has_room = kDetour * line < wall_room || !(radius > 0);
    SurfacePlace at = from;
    double way = 0;
    int steps = 0;
    const auto isFree = [&](Vec3 p) {
        if (has_room || clearance.borders(at.triangle).empty()) return true;
        return clearance.isFree(at.triangle, at.position, p, radius);
    };
    const auto visit = [&](Vec3 point, std::uint32_t face) {
        way += distance(at.position, point);
        if (way > kDetour * line || ++steps > kMostSteps || !isFree(point)) return false;
        at = {point, face};
        return true;
    };
    const bool arrives =
        to.triangle == from.triangle || sight.follow(from.position, from.triangle, to.position, to.triangle, visit);
    return arrives && isFree(to.position);
}

} // namespace clearway
