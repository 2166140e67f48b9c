// SPDX-License-Identifier: MIT
// Questions to the diagram: the nearest site, and the widest way between two points.
// A point moves straight away from its nearest obstacle onto an edge of the diagram; that never makes it tighter, so nothing is
// lost.
#include <algorithm>

#include "voronoi/data.h"

namespace clearway {

std::span<const Segment> VoronoiDiagram::obstacles() const { return data_->obstacles; }
std::span<const VoronoiDiagram::Site> VoronoiDiagram::sites() const { return data_->sites; }
std::span<const VoronoiDiagram::Vertex> VoronoiDiagram::vertices() const { return data_->vertices; }
std::span<const VoronoiDiagram::Edge> VoronoiDiagram::edges() const { return data_->edges; }
double VoronoiDiagram::largestClearance() const { return data_->largest_clearance; }

std::span<const std::uint32_t> VoronoiDiagram::edgesAround(std::uint32_t site) const
{
    return {data_->around.data() + data_->first_around[site], data_->around.data() + data_->first_around[site + 1]};
}

Segment VoronoiDiagram::shape(const Site& site) const
{
    const Segment& s = data_->obstacles[site.obstacle];
    return site.kind == Site::Kind::segment ? s : Segment{s.a, s.a};
}

VoronoiDiagram::Nearest VoronoiDiagram::findNearest(Vec2 p) const
{
    if (!isFinite(p) || data_->obstacles.empty()) return {};
    const auto distance_to = [&](std::uint32_t i) { return distanceSq(p, data_->obstacles[i]); };
    const std::uint32_t obstacle = data_->bvh.findNearest(p, distance_to);
    const Segment& s = data_->obstacles[obstacle];
    Nearest nearest{obstacle, computeClosestPoint(s, p), 0};
    nearest.distance = clearway::distance(p, s);
    if (nearest.closest == s.a && data_->start_point[obstacle] != kNone) nearest.site = data_->start_point[obstacle];
    if (nearest.closest == s.b && data_->end_point[obstacle] != kNone) nearest.site = data_->end_point[obstacle];
    return nearest;
}

} // namespace clearway
