// SPDX-License-Identifier: MIT
// What a diagram holds, and the nearest site to any point.
#include <algorithm>

#include <clearway/geometry/predicates.h>

#include "voronoi/data.h"

namespace clearway {

const Frame& VoronoiDiagram::frame() const { return data_->frame; }
std::span<const VoronoiDiagram::Site> VoronoiDiagram::sites() const { return data_->sites; }
std::span<const VoronoiDiagram::Vertex> VoronoiDiagram::vertices() const { return data_->vertices; }
std::span<const VoronoiDiagram::Edge> VoronoiDiagram::edges() const { return data_->edges; }
double VoronoiDiagram::largestClearance() const { return data_->largest_clearance; }

std::span<const std::uint32_t> VoronoiDiagram::edgesAround(std::uint32_t site) const
{
    return {data_->around.data() + data_->first_around[site], data_->around.data() + data_->first_around[site + 1]};
}

std::size_t VoronoiDiagram::memoryBytes() const
{
    const auto bytes = [](const auto& v) { return v.capacity() * sizeof(v[0]); };
    std::size_t total = sizeof(Data) + bytes(data_->layers) + bytes(data_->sites) + bytes(data_->start_point) +
                        bytes(data_->end_point) + bytes(data_->other_side) + bytes(data_->vertices) + bytes(data_->edges) +
                        bytes(data_->first_around) + bytes(data_->around) + bytes(data_->around_from) +
                        data_->forest.memoryBytes();
    for (const Data::Layer& layer : data_->layers) total += std::size_t{layer.segment_count} * kBvhBytesPerItem;
    return total;
}

const VoronoiDiagram::Data::Layer* VoronoiDiagram::Data::findLayer(int layer) const
{
    const auto found = std::lower_bound(layers.begin(), layers.end(), layer,
                                        [](const Layer& candidate, int wanted) { return candidate.layer < wanted; });
    return found != layers.end() && found->layer == layer ? &*found : nullptr;
}

VoronoiDiagram::Nearest VoronoiDiagram::findNearest(Vec2 p, int layer) const
{
    if (!isFinite(p)) return {};
    std::uint32_t best = kNone;
    double best_sq = std::numeric_limits<double>::infinity();
    for (const Data::Layer& candidate : data_->layers)
    {
        if (layer != kAnyLayer && candidate.layer != layer) continue;
        const auto distance_to = [&](std::uint32_t i) { return distanceSq(p, data_->sites[candidate.first_site + i].shape); };
        const std::uint32_t found = candidate.bvh.findNearest(p, distance_to, best_sq);
        if (found == kNone) continue;
        best = candidate.first_site + found;
        best_sq = distance_to(found);
    }
    if (best == kNone) return {};
    const Segment s = data_->sites[best].shape;
    if (const std::uint32_t other = data_->other_side[best]; other != kNone && computeOrientation(s.a, s.b, p) < 0) best = other;
    Nearest nearest{best, computeClosestPoint(s, p), clearway::distance(p, s)};
    const Segment& facing = data_->sites[best].shape;
    if (nearest.closest == facing.a && data_->start_point[best] != kNone) nearest.site = data_->start_point[best];
    if (nearest.closest == facing.b && data_->end_point[best] != kNone) nearest.site = data_->end_point[best];
    return nearest;
}

} // namespace clearway
