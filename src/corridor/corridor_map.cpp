// SPDX-License-Identifier: MIT
// What a corridor map holds, and the ball that holds a disc.
// Based on:
// R. Geraerts, M. Overmars. The corridor map method. 2007 (enclosing ball)
// Departures: one hierarchy of the balls' boxes instead of a kd-tree with interval trees. A ball that holds the point has a box
// that does, so all that is left to compare is centres.
#include <clearway/corridor/corridor_map.h>

#include <algorithm>

#include "corridor/data.h"
#include "voronoi/data.h"

namespace clearway {

const VoronoiDiagram& CorridorMap::diagram() const { return data_->diagram; }
const CorridorMapOptions& CorridorMap::options() const { return data_->options; }
std::span<const CorridorMap::Vertex> CorridorMap::vertices() const { return data_->vertices; }
std::span<const CorridorMap::Edge> CorridorMap::edges() const { return data_->edges; }
std::span<const CorridorMap::Sample> CorridorMap::samples() const { return data_->samples; }
std::span<const double> CorridorMap::distances() const { return data_->distances; }
std::uint32_t CorridorMap::componentCount() const { return data_->component_count; }

std::span<const std::uint32_t> CorridorMap::edgesAt(std::uint32_t vertex) const
{
    return {data_->at.data() + data_->first_at[vertex], data_->at.data() + data_->first_at[vertex + 1]};
}

double CorridorMap::findWidest(std::uint32_t u, std::uint32_t v) const
{
    if (u == v) return data_->vertices[u].clearance;
    const std::uint32_t link = data_->forest.findNarrowest(u, v);
    return link == kNone ? -1 : data_->edges[link].narrowest;
}

CorridorMap::Ball CorridorMap::findEnclosingBall(Vec2 p, double radius, int layer) const
{
    if (!isFinite(p) || !(radius >= 0)) return {};
    const auto vertex_count = static_cast<std::uint32_t>(data_->vertices.size());
    const auto edgeOf = [&](std::uint32_t sample) {
        const auto after = std::upper_bound(data_->edges.begin(), data_->edges.end(), sample,
                                            [](std::uint32_t i, const Edge& edge) { return i < edge.first_sample; });
        return static_cast<std::uint32_t>(after - data_->edges.begin() - 1);
    };
    std::uint32_t best = kNone;
    double best_sq = 0;
    data_->balls.forEachIn({p, p}, [&](std::uint32_t item) {
        const bool is_vertex = item < vertex_count;
        const Vec2 center = is_vertex ? data_->vertices[item].position : data_->samples[item - vertex_count].position;
        const double center_sq = distanceSq(p, center);
        if (best != kNone && (center_sq > best_sq || (center_sq == best_sq && item > best))) return;
        const double room =
            (is_vertex ? data_->vertices[item].clearance : data_->samples[item - vertex_count].clearance) - radius;
        if (!(room > 0 && center_sq < room * room)) return;
        if (layer != kAnyLayer && data_->vertices[is_vertex ? item : data_->edges[edgeOf(item - vertex_count)].a].layer != layer)
            return;
        best = item;
        best_sq = center_sq;
    });
    if (best == kNone) return {};
    if (best < vertex_count) return {best, kNone, 0};
    const std::uint32_t edge = edgeOf(best - vertex_count);
    return {kNone, edge, best - vertex_count - data_->edges[edge].first_sample};
}

std::size_t CorridorMap::memoryBytes() const
{
    const auto bytes = [](const auto& v) { return v.capacity() * sizeof(v[0]); };
    return sizeof(Data) + data_->diagram.memoryBytes() + bytes(data_->vertices) + bytes(data_->edges) + bytes(data_->samples) +
           bytes(data_->distances) + bytes(data_->steps) + bytes(data_->first_at) + bytes(data_->at) + bytes(data_->origins) +
           data_->forest.memoryBytes() + data_->landmarks.memoryBytes() +
           (data_->vertices.size() + data_->samples.size()) * kBvhBytesPerItem;
}

} // namespace clearway
