// SPDX-License-Identifier: MIT
// Where a point meets the diagram when it moves straight away from its nearest obstacle: it never gets tighter on the way.
#pragma once
#include <clearway/voronoi.h>

namespace clearway::voronoi {

struct Attachment
{
    std::uint32_t edge = kNone;
    Vec2 position;
    double clearance = 0; ///< at `position`
};

/// x must be in free space and `nearest` its nearest site. No edge where the site has no region.
Attachment attach(const VoronoiDiagram::Data& data, Vec2 x, const VoronoiDiagram::Nearest& nearest);

} // namespace clearway::voronoi
