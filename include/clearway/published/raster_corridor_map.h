// SPDX-License-Identifier: MIT
// The corridor map as published: balls on the pixel corners of a drawn diagram, thinned out.
// Why: to compare with. The CorridorMap of clearway/corridor/corridor_map.h is the one to use: exact, smaller, faster to build.
// Based on: R. Geraerts, M. Overmars. Enhancing corridor maps for real-time path planning in virtual environments. 2008
// Metres. O(samples). Plain data.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/base/result.h>
#include <clearway/published/raster_voronoi.h>
#include <clearway/scene/scene.h>

namespace clearway::published {

struct RasterCorridorMapOptions
{
    double max_radius = 1; ///< of the characters that shall pass from ball to ball; metres, >= 0
    double spacing = 1;    ///< preferred between samples; metres, > 0
};

struct RasterCorridorMap
{
    /// Of a graph: before pruning, after it, and with thinned out samples.
    struct Counts
    {
        std::size_t vertices = 0;
        std::size_t edges = 0;
        std::size_t samples = 0;
    };
    struct Edge
    {
        std::uint32_t a = 0;
        std::uint32_t b = 0;
        std::uint32_t first_sample = 0;
        std::uint32_t sample_count = 0; ///< both ends included
        double length = 0;              ///< from sample to sample, after thinning out: pixel corners overstate it
        double narrowest = 0;           ///< the smallest clearance of any sample, also of those left out
        /// The largest radius for which a disc that stands at one sample lies in the balls of its neighbours, in both directions;
        /// negative when not even a point does. Near `max_radius` in wide places, since samples are far apart there.
        double valid_radius = 0;
        double raw_valid_radius = 0; ///< the same for all samples before thinning out: what really passes, to a pixel
    };

    double pixel = 0;
    std::vector<RasterGraph::Vertex> vertices;
    std::vector<std::uint32_t> components; ///< per vertex: equal for those that edges connect; from 0 without gaps
    std::uint32_t component_count = 0;
    std::vector<Edge> edges;
    std::vector<RasterGraph::Sample> samples;
    Counts raw;
    Counts pruned;
    Counts resampled;

    std::span<const RasterGraph::Sample> samplesOf(const Edge& edge) const
    {
        return std::span(samples).subspan(edge.first_sample, edge.sample_count);
    }
};

/// Thins out a row of balls: one is left out when its neighbours, the one before as it was kept, are at most `spacing` apart and
/// so near that a disc of `max_radius` at one lies in the ball of the other. Both ends stay. Appends to `kept`.
void resample(std::span<const RasterGraph::Sample> samples, const RasterCorridorMapOptions& options,
              std::vector<RasterGraph::Sample>& kept);

/// The map of a traced graph, which is pruned first. Fails when an option is out of range.
Result<RasterCorridorMap> buildRasterCorridorMap(const RasterGraph& graph, const RasterCorridorMapOptions& options = {});
/// Everything from a scene.
Result<RasterCorridorMap> buildRasterCorridorMap(const Scene& scene, const RasterOptions& raster = {},
                                                 const RasterCorridorMapOptions& options = {});

} // namespace clearway::published
