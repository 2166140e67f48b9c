// SPDX-License-Identifier: MIT
#include "crowd/observer_space_contacts.h"

#include <algorithm>

namespace clearway {

ContactCount SpaceContactFinder::find(const CurvedGround& ground, std::span<const Vec2> positions, std::span<const double> radii)
{
    bodies_.clear();
    radii_.clear();
    double max_radius = 0;
    for (std::size_t i = 0; i < positions.size(); ++i)
    {
        if (!isFinite(positions[i])) continue;
        bodies_.push_back(makeBody(ground.computePose(positions[i])));
        if (bodies_.back().face == kNone)
            bodies_.pop_back();
        else
            radii_.push_back(radii[i]);
        max_radius = std::max(max_radius, radii[i]);
    }
    ContactCount count;
    if (bodies_.empty()) return count;
    grid_.build(bodies_, 2 * max_radius, order_);
    for (std::uint32_t i = 0; i < order_.size(); ++i)
    {
        const SpaceBody& body = grid_.bodies[i];
        const double radius = radii_[order_[i]];
        grid_.visit(body.position, radius + max_radius, [&](std::uint32_t j) {
            const SpaceBody& other = grid_.bodies[j];
            const double sum = radius + radii_[order_[j]];
            const double distance_sq = distanceSq(body.position, other.position);
            // Every pair is seen from both sides: the later one counts.
            if (j >= i || distance_sq >= sum * sum || isTurnedAway(body, other)) return;
            const Vec3 up{static_cast<double>(body.normal[0]), static_cast<double>(body.normal[1]),
                          static_cast<double>(body.normal[2])};
            if (!ground.isNear(body.position, body.face, other.position, other.face, up)) return;
            const double overlap = sum - std::sqrt(distance_sq);
            count.pairs += overlap > kContactDepth;
            count.max_overlap = std::max(count.max_overlap, overlap);
            count.max_relative_overlap = std::max(count.max_relative_overlap, overlap / std::min(radius, radii_[order_[j]]));
        });
    }
    return count;
}

} // namespace clearway
