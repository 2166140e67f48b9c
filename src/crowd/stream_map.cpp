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

double StreamMap::computeSquare(const Box2& bounds, int layer_count)
{
    constexpr double kSquare = 2, kMost = 1 << 20;
    const double width = std::max(bounds.max.x - bounds.min.x, 1.0), height = std::max(bounds.max.y - bounds.min.y, 1.0);
    return std::max(kSquare, std::sqrt(width * height * std::max(layer_count, 1) / kMost));
}

void StreamMap::build(const AgentColumns& agents, const Box2& bounds, int layer_count)
{
    const double size = computeSquare(bounds, layer_count);
    origin_ = bounds.min;
    inverse_size_ = 1 / size;
    columns_ = static_cast<int>(std::max(bounds.max.x - bounds.min.x, 1.0) / size) + 1;
    rows_ = static_cast<int>(std::max(bounds.max.y - bounds.min.y, 1.0) / size) + 1;
    const auto count = static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_);
    sectors_.assign(count * static_cast<std::size_t>(std::max(layer_count, 1)), 0);
    for (std::size_t slot = 0; slot < agents.size(); ++slot)
    {
        const Velocity wish = agents.preferred[slot];
        if (agents.status[slot] == AgentStatus::arrived || (wish.x == 0 && wish.y == 0)) continue;
        std::uint8_t& sectors = sectors_[squareOf(agents.position[slot], agents.footing[slot].layer)];
        sectors = static_cast<std::uint8_t>(sectors | 1 << sectorOf({wish.x, wish.y}));
    }
}

bool StreamMap::hasAgainst(Vec2 point, std::uint32_t layer, Vec2 direction) const
{
    return (sectors_[squareOf(point, layer)] >> (sectorOf(direction) + 4) % kSectors & 1) != 0;
}

} // namespace clearway
