// SPDX-License-Identifier: MIT
#include "corridor/writer.h"

#include <algorithm>

namespace clearway {

using corridor::Anchor;

namespace {

} // namespace

CorridorWriter::CorridorWriter(const CorridorMap& map, double radius, Corridor& corridor)
    : map_(map), data_(map.data()), corridor_(corridor)
{
    corridor_.map_ = data_.shared_from_this();
    corridor_.status_ = PathStatus::invalid;
    corridor_.problem_ = PathProblem::none;
    corridor_.head_.clear();
    corridor_.pieces_.clear();
    corridor_.tail_.clear();
    corridor_.radius_ = radius;
    corridor_.length_ = 0;
    corridor_.widest_ = -1;
    corridor_.narrowest_at_ = {};
}

void CorridorWriter::leaveUnreachable(Vec2 start, Vec2 goal, int layer)
{
    corridor_.status_ = PathStatus::unreachable;
    const VoronoiDiagram::Widest widest = map_.diagram().findWidest(start, goal, layer);
    corridor_.widest_ = widest.radius;
    corridor_.narrowest_at_ = widest.narrowest_at;
}

void CorridorWriter::finish(const Anchor& from, const Anchor& to, double cost, Vec2 goal)
{
    corridor_.status_ = PathStatus::complete;
    corridor_.length_ = cost;
    corridor_.head_.assign(from.link.begin(), from.link.end());
    if (corridor_.pieces_.empty() && from.vertex != kNone)
    {
        const CorridorMap::Vertex& vertex = data_.vertices[from.vertex];
        const Vec2 closest = data_.diagram.findNearest(vertex.position, vertex.layer).closest;
        corridor_.head_.push_back({vertex.position, vertex.clearance, closest, closest});
    }
    corridor_.tail_.assign(to.link.rbegin(), to.link.rend());
    const auto stepOf = [&](const Anchor& anchor) {
        return anchor.vertex == kNone && anchor.low != anchor.high ? data_.edges[anchor.edge].first_sample + anchor.low : kNone;
    };
    corridor_.ends_ = {stepOf(from), stepOf(to), static_cast<std::uint32_t>(to.link.size()),
                       data_.vertices[from.vertex != kNone ? from.vertex : data_.edges[from.edge].a].layer};
    appendGoal(to.ball, goal);
}

/// Balls inside the last one, each touching it from within, so near to each other that the disc gets from one to the next;
/// where there is no room for that, `finest` apart.
void CorridorWriter::appendGoal(const CorridorMap::Sample& ball, Vec2 goal)
{
    const Vec2 center = ball.position;
    const double size = ball.clearance, total = distance(center, goal);
    if (!(total > 0)) return;
    const Vec2 away = (goal - center) / total;
    const Vec2 touched = center + away * size;
    // From the goal inward the balls grow: each step is ruled by the smaller one, as along an edge.
    const std::size_t begin = corridor_.tail_.size();
    for (double at = total; at > 0;)
    {
        const double room = std::max(0.0, size - at);
        corridor_.tail_.push_back({at == total ? goal : center + away * at, room, touched, touched});
        at -= std::max(std::min(data_.options.finest, total / 2), std::min(data_.options.spacing, room - corridor_.radius_));
    }
    std::reverse(corridor_.tail_.begin() + static_cast<std::ptrdiff_t>(begin), corridor_.tail_.end());
}

} // namespace clearway
