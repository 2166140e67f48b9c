// SPDX-License-Identifier: MIT
// What a VoronoiDiagram holds.
#pragma once
#include <clearway/geometry/bvh.h>
#include <clearway/voronoi.h>

#include "voronoi/bottleneck.h"

namespace clearway {

/// About what a Bvh takes for each item: its box, its index and its share of the nodes.
inline constexpr std::size_t kBvhBytesPerItem = 56;

struct VoronoiDiagram::Data
{
    /// The sites of one layer: segments [first_site, first_site + segment_count), points [.., end_site).
    struct Layer
    {
        int layer = 0;
        std::uint32_t first_site = 0;
        std::uint32_t segment_count = 0;
        std::uint32_t end_site = 0;
        Bvh bvh; ///< over the segments, counted from first_site
    };

    Frame frame;
    std::vector<Layer> layers; ///< in increasing order
    std::vector<Site> sites;
    std::vector<std::uint32_t> start_point; ///< per site; of a segment: the point site at its start, or kNone
    std::vector<std::uint32_t> end_point;   ///< the same at its end
    std::vector<std::uint32_t> other_side;  ///< the segment that is its reverse, or kNone
    std::vector<Vertex> vertices;
    std::vector<Edge> edges;
    std::vector<std::uint32_t> first_around; ///< one per site and one more, into `around`
    std::vector<std::uint32_t> around;
    std::vector<Vec2> around_from; ///< where each of them starts, seen from its site: what a search along the border reads
    BottleneckForest forest;       ///< over the vertices, keyed by the edges' narrowest clearance
    double largest_clearance = 0;

    const Layer* findLayer(int layer) const;
    /// The start, seen counter-clockwise around `site`, of the how-manieth edge around it.
    std::uint32_t firstVertex(std::uint32_t seen) const { return seen % 2 ? edges[seen / 2].b : edges[seen / 2].a; }
    std::uint32_t lastVertex(std::uint32_t seen) const { return seen % 2 ? edges[seen / 2].a : edges[seen / 2].b; }
};

} // namespace clearway
