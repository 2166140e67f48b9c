// SPDX-License-Identifier: MIT
// A corridor as a row of places on the diagram, and the exact curves between them.
#pragma once
#include <clearway/corridor/corridor_path.h>

#include "corridor/data.h"

namespace clearway::corridor {

/// A ball of the corridor that is centred on the diagram.
struct Station
{
    CorridorMap::Sample ball;
    /// The curve to the next station: 2 * edge of the diagram + (1 when against it); kNone: a straight line along which clearance
    /// changes evenly.
    std::uint32_t step = kNone;
    /// Whether obstacles are known on both sides.
    bool isGate() const { return ball.left != ball.right; }
};

/// The piece of a curve between two of its points.
Path::Piece makePiece(const VoronoiDiagram& diagram, std::uint32_t step, Vec2 from, Vec2 to);

/// Where on the way from one station to the next the clearance is `clearance`, which lies between both of theirs.
Vec2 findCrossing(const VoronoiDiagram& diagram, const Station& from, const Station& to, double clearance);

} // namespace clearway::corridor
