// SPDX-License-Identifier: MIT
// From where a point takes hold of a corridor map to the vertices, and from one such place to another on the same edge.
#pragma once
#include <limits>

#include "corridor/anchor.h"

namespace clearway::corridor {

/// A way from an anchor to a vertex: of an edge to its a (0) or b (1).
struct Exit
{
    std::uint32_t vertex = kNone;
    int side = 0;
    double cost = std::numeric_limits<double>::infinity();
};

/// The exits of an anchor that the disc passes; how many.
int findExits(const CorridorMap::Data& data, const Anchor& anchor, double radius, Exit (&exits)[2]);

/// Straight along one edge, or from ball to ball between the same two samples, when both anchors are on it.
struct Direct
{
    double cost = std::numeric_limits<double>::infinity(); ///< infinite when the disc does not pass
    bool has_piece = false;
    Corridor::Piece piece;
};

Direct findDirect(const CorridorMap::Data& data, const Anchor& from, const Anchor& to, double radius);

/// The part of an anchor's edge between it and the exit on a side, as travelled away from the anchor.
Corridor::Piece leaveBy(const CorridorMap::Data& data, const Anchor& anchor, int side);
/// The same, as travelled toward the anchor.
Corridor::Piece arriveBy(const CorridorMap::Data& data, const Anchor& anchor, int side);

} // namespace clearway::corridor
