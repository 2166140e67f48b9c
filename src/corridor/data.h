// SPDX-License-Identifier: MIT
// What a CorridorMap holds.
#pragma once
#include <memory>
#include <vector>

#include <clearway/corridor/corridor_map.h>
#include <clearway/geometry/bvh.h>

#include "corridor/landmarks.h"
#include "voronoi/bottleneck.h"

namespace clearway {

struct CorridorMap::Data : std::enable_shared_from_this<CorridorMap::Data>
{
    /// Where an edge of the diagram went: samples [first, last] of a map edge, in the diagram's direction when first < last.
    /// An edge pruned away has none, but the vertex at which it grew.
    struct Origin
    {
        std::uint32_t edge = kNone;
        std::uint32_t first = 0;
        std::uint32_t last = 0;
        std::uint32_t root = kNone;
    };

    explicit Data(VoronoiDiagram from, const CorridorMapOptions& with) : diagram(std::move(from)), options(with) {}

    VoronoiDiagram diagram;
    CorridorMapOptions options;
    std::vector<Vertex> vertices;
    std::vector<Edge> edges;
    std::vector<CorridorMap::Sample> samples;
    std::vector<double> distances;
    std::vector<std::uint32_t> steps; ///< per sample: 2 * diagram edge + (1 when against it) to the next one; of the last: kNone
    std::vector<std::uint32_t> first_at; ///< one per vertex and one more, into `at`
    std::vector<std::uint32_t> at;
    std::vector<Origin> origins; ///< per edge of the diagram
    std::uint32_t component_count = 0;
    BottleneckForest forest;       ///< over the vertices, keyed by the edges' narrowest clearance
    corridor::Landmarks landmarks; ///< none in small maps
    Bvh balls;                     ///< first those of the vertices, then the samples; the ends of edges are left out

    std::span<const CorridorMap::Sample> samplesOf(std::uint32_t edge) const
    {
        return {samples.data() + edges[edge].first_sample, edges[edge].sample_count};
    }
    double distanceAt(std::uint32_t edge, std::uint32_t index) const { return distances[edges[edge].first_sample + index]; }
};

} // namespace clearway
