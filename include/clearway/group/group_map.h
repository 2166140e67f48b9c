// SPDX-License-Identifier: MIT
// GroupMap: the published way to keep a formation among obstacles. Near an obstacle a member is led less by its slot and more by
// the field toward the goal of the group.
// Regions surround the obstacles, one cell wide each: in the first, beside the obstacle, the field alone leads (weight 1), then
// 0.66 and 0.33 of it, and farther away the slot alone.
// Based on: R. Silveira, E. Prestes, L. P. Nedel. Managing coherent groups. 2008, as told in
// R. Silveira et al. Path-planning for RTS games based on potential fields. 2010 (section 3.2), which gives no numbers: these are
// ours. Departures: the map lies over the whole grid instead of moving along with the group, and members are no obstacles in it;
// whoever steers keeps them apart.
// An immutable handle's worth of data: const and thread-safe. Metres.
#pragma once
#include <cstdint>
#include <vector>

#include <clearway/field/field.h>
#include <clearway/group/march.h>

namespace clearway {

class GroupMap
{
public:
    /// `field` leads to the goal of the group's centre. O(cells).
    explicit GroupMap(Field field);

    const Field& field() const { return field_; }
    /// How much the field counts at p: 1, 0.66, 0.33 or 0; 1 outside free space.
    double weightAt(Vec2 p) const;
    /// Where a member at p with its slot there heads: normalised (1 - w) F + w D, F toward the slot and shorter than 1 within
    /// `near_distance` metres (> 0) of it, D down the field. (0, 0) in the slot, and where the field knows no way and w is 1.
    Vec2 directionAt(Vec2 p, Vec2 slot, double near_distance = 1) const;
    /// The same for an order of a GroupMarch: as far away, in that direction.
    MemberOrder bend(const MemberOrder& order, Vec2 position) const;

private:
    Field field_;
    std::vector<std::uint8_t> region_; ///< of each cell: 0 blocked, 1 to 3 cells from an obstacle, 4 farther
};

} // namespace clearway
