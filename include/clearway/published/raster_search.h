// SPDX-License-Identifier: MIT
// The query of a corridor map as published: start and goal are joined to the nearest ball that holds the disc, and the shortest
// way over the edges of the graph follows the balls between them.
// Why: to compare with CorridorFinder, which finds a way wherever there is one. Here a pixel decides: a disc that no ball of a
// sample holds has no way, and an edge whose narrowest sample is smaller than the disc is closed.
// Based on: R. Geraerts, M. Overmars. The corridor map method: real-time high-quality path planning. 2007 (query phase, Dijkstra)
// Metres. O(samples) to join start and goal, O(edges log edges) to search. Warm searches allocate nothing.
#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include <clearway/geometry/path.h>
#include <clearway/navmesh/navmesh.h>
#include <clearway/published/raster_corridor_map.h>

namespace clearway::published {

/// Keeps its scratch warm; one thread at a time.
class RasterSearch
{
public:
    explicit RasterSearch(std::shared_ptr<const RasterCorridorMap> map);

    /// The way along the backbone: lines from start over the samples to the goal. `layer`: of both ends; kAnyLayer: the lowest on
    /// which both can be joined.
    void find(Vec2 start, Vec2 goal, double radius, int layer, Path& path);
    /// Vertices of the graph that the last search took up.
    std::uint64_t expandedCount() const { return expanded_count_; }

private:
    /// A sample that start or goal is joined to.
    struct Joint
    {
        std::uint32_t edge = kNone;
        std::uint32_t sample = 0; ///< index within the samples of the edge
    };
    /// How a vertex was reached.
    struct Label
    {
        double cost = std::numeric_limits<double>::infinity();
        std::uint32_t edge = kNone; ///< by which; kNone: from the start's own edge
    };

    Joint findJoint(Vec2 p, double radius, int layer) const;
    int chooseLayer(Vec2 start, Vec2 goal, double radius) const;
    /// The length of a part of an edge; infinite when one of its samples is too small.
    double computeCost(std::uint32_t edge, std::uint32_t first, std::uint32_t last, double radius) const;
    void search(const Joint& from, double radius);
    void addSamples(std::uint32_t edge, std::uint32_t first, std::uint32_t last);
    bool collectPoints(const Joint& from, const Joint& to, double radius);

    std::shared_ptr<const RasterCorridorMap> map_;
    std::vector<std::uint32_t> first_edge_; ///< per vertex, into edges_
    std::vector<std::uint32_t> edges_;
    std::vector<Label> labels_;
    std::vector<std::pair<double, std::uint32_t>> heap_;
    std::vector<std::uint32_t> chain_;
    std::vector<RasterGraph::Sample> points_;
    std::uint64_t expanded_count_ = 0;
};

} // namespace clearway::published
