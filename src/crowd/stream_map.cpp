// SPDX-License-Identifier: MIT
#include "crowd/stream_map.h"

#include <algorithm>
#include <cmath>

namespace clearway {

/// Eighths of a turn round east, north-east, north …
int StreamMap::sectorOf(Vec2 direction)
{
    constexpr double kTangent = 0.41421356237309505; // of 22.5 degrees
    const double x = std::abs(direction.x), y = std::abs(direction.y);
    const int steep = y < kTangent * x ? 0 : x < kTangent * y ? 2 : 1; // eighths from the axis of x
    if (direction.x >= 0) return direction.y >= 0 ? steep : (kSectors - steep) % kSectors;
    return direction.y >= 0 ? 4 - steep : 4 + steep;
}

std::size_t StreamMap::squareOf(Vec2 point, std::uint32_t layer) const
{
    const auto clamped = [](double at, int count) { return at < 0 ? 0 : at >= count ? count - 1 : static_cast<int>(at); };
    const int column = clamped((point.x - origin_.x) * inverse_size_, columns_);
    const int row = clamped((point.y - origin_.y) * inverse_size_, rows_);
    return (std::size_t{layer} * static_cast<std::size_t>(rows_) + static_cast<std::size_t>(row)) *
               static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(column);
}

void StreamMap::build(const AgentColumns& agents, const Box2& bounds, int layer_count)
{
    // No more squares than four for each agent, as in the grid of neighbours.
    const double width = std::max(bounds.max.x - bounds.min.x, 1.0), height = std::max(bounds.max.y - bounds.min.y, 1.0);
    const double most = (4.0 * static_cast<double>(agents.size()) + 1024) / std::max(layer_count, 1);
    const double size = std::max(kSquare, std::sqrt(width * height / most));
    origin_ = bounds.min;
    inverse_size_ = 1 / size;
    columns_ = static_cast<int>(width / size) + 1;
    rows_ = static_cast<int>(height / size) + 1;
    counts_.assign(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_) *
                       static_cast<std::size_t>(std::max(layer_count, 1)),
                   Counts{});
    for (std::size_t slot = 0; slot < agents.size(); ++slot)
    {
        const Velocity wish = agents.preferred[slot];
        if (agents.status[slot] == AgentStatus::arrived || (wish.x == 0 && wish.y == 0)) continue;
        std::uint16_t& count = counts_[squareOf(agents.position[slot], agents.footing[slot].layer)]
                                      [static_cast<std::size_t>(sectorOf({wish.x, wish.y}))];
        if (count < 0xffff) ++count;
    }
}

std::uint32_t StreamMap::countAgainst(Vec2 point, std::uint32_t layer, Vec2 direction) const
{
    return counts_[squareOf(point, layer)][static_cast<std::size_t>((sectorOf(direction) + 4) % kSectors)];
}

} // namespace clearway
