// SPDX-License-Identifier: MIT
#include "navmesh/cone_search.h"

namespace clearway {

SeenPart ConeSearch::computeSeenPart(Triangulation::Edge e, std::uint32_t right, std::uint32_t left) const
{
    const Vec2 x = at(plan_->triangulation.origin(e)) - v_;
    const Vec2 y = at(plan_->triangulation.target(e)) - v_;
    const Vec2 along = y - x;
    const Vec2 to_right = right == kNone ? v_ - previous_ : at(right) - v_;
    const Vec2 to_left = left == kNone ? v_ - next_ : at(left) - v_;
    const auto intersect = [&](Vec2 direction) {
        const double at_x = cross(direction, x), at_y = cross(direction, y);
        return at_y > at_x ? std::clamp(at_x / (at_x - at_y), 0.0, 1.0) : 0.5;
    };
    SeenPart part;
    part.begin = cross(to_right, x) < 0 ? intersect(to_right) : 0;
    part.end = cross(to_left, y) > 0 ? intersect(to_left) : 1;
    part.end = std::max(part.begin, part.end);
    const double foot = -dot(x, along) / lengthSq(along);
    part.nearest = std::clamp(foot, part.begin, part.end);
    part.distance_sq = lengthSq(x + along * part.nearest);
    return part;
}

} // namespace clearway
