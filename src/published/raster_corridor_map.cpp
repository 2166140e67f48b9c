// SPDX-License-Identifier: MIT
// Based on:
// R. Geraerts, M. Overmars. Enhancing corridor maps for real-time path planning in virtual environments. 2008
// Departures: the published bound looks at the radius of the next ball only, and so depends on the direction of travel; here the
// smaller of both radii counts. The largest radius of an edge is also kept from the samples before thinning out, since those left
// refuse characters larger than `max_radius` where there is room for them.
#include <clearway/published/raster_corridor_map.h>

#include <algorithm>
#include <cmath>

#include "base/disjoint_sets.h"
#include "base/errors.h"

namespace clearway::published {
namespace {

double computeValidRadius(std::span<const RasterGraph::Sample> samples)
{
    double radius = samples.front().clearance;
    for (std::size_t i = 1; i < samples.size(); ++i)
        radius = std::min(radius, std::min(samples[i - 1].clearance, samples[i].clearance) -
                                      distance(samples[i - 1].position, samples[i].position));
    return radius;
}

void numberComponents(RasterCorridorMap& map)
{
    DisjointSets sets(map.vertices.size());
    for (const RasterCorridorMap::Edge& edge : map.edges) sets.join(edge.a, edge.b);
    map.components.resize(map.vertices.size());
    for (std::uint32_t v = 0; v < map.vertices.size(); ++v)
        map.components[v] = sets.find(v) == v ? map.component_count++ : map.components[sets.find(v)];
}

template <typename Graph>
RasterCorridorMap::Counts countAll(const Graph& graph)
{
    return {graph.vertices.size(), graph.edges.size(), graph.samples.size()};
}

} // namespace

void resample(std::span<const RasterGraph::Sample> samples, const RasterCorridorMapOptions& options,
              std::vector<RasterGraph::Sample>& kept)
{
    if (samples.empty()) return;
    kept.push_back(samples.front());
    for (std::size_t i = 1; i < samples.size(); ++i)
    {
        if (i + 1 < samples.size())
        {
            const RasterGraph::Sample &before = kept.back(), &after = samples[i + 1];
            const double room = std::min(before.clearance, after.clearance) - options.max_radius;
            if (distance(before.position, after.position) <= std::min(options.spacing, room)) continue;
        }
        kept.push_back(samples[i]);
    }
}

Result<RasterCorridorMap> buildRasterCorridorMap(const RasterGraph& graph, const RasterCorridorMapOptions& options)
{
    if (!(options.max_radius >= 0 && std::isfinite(options.max_radius)))
        return makeError("The largest radius of a corridor map must be a finite number from 0 on.");
    if (!(options.spacing > 0 && std::isfinite(options.spacing)))
        return makeError("The spacing of a corridor map must be finite and above 0.");
    RasterGraph pruned = pruneFalseEdges(graph);
    RasterCorridorMap map;
    map.pixel = graph.pixel;
    map.raw = countAll(graph);
    map.pruned = countAll(pruned);
    for (const RasterGraph::Edge& from : pruned.edges)
    {
        const auto samples = pruned.samplesOf(from);
        RasterCorridorMap::Edge edge;
        edge.a = from.a;
        edge.b = from.b;
        edge.first_sample = static_cast<std::uint32_t>(map.samples.size());
        resample(samples, options, map.samples);
        edge.sample_count = static_cast<std::uint32_t>(map.samples.size()) - edge.first_sample;
        const auto kept = map.samplesOf(edge);
        for (std::size_t i = 1; i < kept.size(); ++i) edge.length += distance(kept[i - 1].position, kept[i].position);
        edge.narrowest = samples.front().clearance;
        for (const RasterGraph::Sample& sample : samples) edge.narrowest = std::min(edge.narrowest, sample.clearance);
        edge.valid_radius = computeValidRadius(kept);
        edge.raw_valid_radius = computeValidRadius(samples);
        map.edges.push_back(edge);
    }
    map.vertices = std::move(pruned.vertices);
    map.resampled = countAll(map);
    numberComponents(map);
    return map;
}

Result<RasterCorridorMap> buildRasterCorridorMap(const Scene& scene, const RasterOptions& raster,
                                                 const RasterCorridorMapOptions& options)
{
    const Result<RasterField> field = buildRasterField(scene, raster);
    if (!field) return field.error();
    return buildRasterCorridorMap(traceBoundaries(*field, raster.execution), options);
}

} // namespace clearway::published
