// SPDX-License-Identifier: MIT
// All pairs of discs that overlap on curved ground: nearer through space than the sum of their radii, and near on the ground.
// O(n) for discs of about one size.
#pragma once
#include <span>
#include <vector>

#include "crowd/observer_contacts.h"
#include "crowd/space_grid.h"

namespace clearway {

class SpaceContactFinder
{
public:
    ContactCount find(const CurvedGround& ground, std::span<const Vec2> positions, std::span<const double> radii);

private:
    SpaceGrid grid_;
    std::vector<SpaceBody> bodies_;
    std::vector<double> radii_;
    std::vector<std::uint32_t> order_;
};

} // namespace clearway
