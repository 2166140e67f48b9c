// SPDX-License-Identifier: MIT
// A passage: a place that is narrower than what lies on either side of it, such as a door, a gap between two buildings, or a
// corridor between two rooms. Metres.
#pragma once
#include <clearway/geometry/vec.h>

namespace clearway {

struct Passage
{
    Vec2 middle;
    Vec2 along;       ///< the direction through it, of length 1
    double width = 0; ///< from wall to wall
    double depth = 0; ///< how far it is that narrow on either side of the middle
    int layer = 0;

    /// Where a point is, seen by somebody who goes through the passage, `along` it or against it.
    struct Offset
    {
        double ahead = 0; ///< how far the point is beyond the middle; negative before it
        double left = 0;  ///< how far it is to the left of the line through the middle
    };
    Vec2 direction(bool is_against) const { return is_against ? -along : along; }
    Offset computeOffset(bool is_against, Vec2 point) const
    {
        const Vec2 offset = point - middle, ahead = direction(is_against);
        return {dot(ahead, offset), cross(ahead, offset)};
    }
    Vec2 computePoint(bool is_against, Offset offset) const
    {
        const Vec2 ahead = direction(is_against);
        return middle + ahead * offset.ahead + perpendicular(ahead) * offset.left;
    }
};

} // namespace clearway
