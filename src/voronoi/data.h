// SPDX-License-Identifier: MIT
// What a VoronoiDiagram holds.
#pragma once
#include <clearway/geometry/bvh.h>
#include <clearway/voronoi.h>

#include "voronoi/bottleneck.h"

namespace clearway {

struct VoronoiDiagram::Data
{
    std::vector<Segment> obstacles;
    std::vector<std::uint32_t> start_point; ///< the point site at the start of each obstacle, or kNone where none is ever nearest
    std::vector<std::uint32_t> end_point;   ///< the same at its end
    std::vector<Site> sites;                ///< all segments in the order of the obstacles, then the points
    std::vector<Vertex> vertices;
    std::vector<Edge> edges;
    std::vector<std::uint32_t> first_around; ///< one per site and one more, into `around`
    std::vector<std::uint32_t> around;
    Bvh bvh;                 ///< over the obstacles
    BottleneckForest forest; ///< over the vertices, keyed by the edges' narrowest clearance
    double largest_clearance = 0;
};

} // namespace clearway
