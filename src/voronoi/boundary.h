// SPDX-License-Identifier: MIT
// The boundary of one layer as sites: walls in a row, and the notches between them.
#pragma once
#include <cstdint>
#include <vector>

#include <clearway/voronoi.h>

#include "voronoi/data.h"
#include "voronoi/walls.h"

namespace clearway::voronoi {

/// Numbers are those of the layer: its segments from 0 in the order of the pieces, then its points.
struct Boundary
{
    std::vector<VoronoiDiagram::Site> sites;
    std::vector<std::uint32_t> start_point; ///< per segment: the notch at its start, whichever walls it belongs to, or kNone
    std::vector<std::uint32_t> end_point;   ///< the same at its end
    std::vector<std::uint32_t> other_side;  ///< per segment: the site that is its reverse, or kNone
};

Boundary buildBoundary(const Frame& frame, int layer, const std::vector<WallPiece>& pieces);

} // namespace clearway::voronoi
