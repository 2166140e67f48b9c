// SPDX-License-Identifier: MIT
#include <clearway/group/group_map.h>

#include <algorithm>

namespace clearway {

namespace {

constexpr std::uint8_t kFarAway = 4;
constexpr double kWeights[] = {1, 1, 0.66, 0.33, 0};

} // namespace

GroupMap::GroupMap(Field field) : field_(std::move(field))
{
    const FieldGrid& grid = field_.grid();
    const std::int32_t width = grid.width(), height = grid.height();
    region_.resize(static_cast<std::size_t>(grid.cellCount()), kFarAway);
    for (std::int32_t cell = 0; cell < grid.cellCount(); ++cell)
        if (!grid.isFree(cell)) region_[static_cast<std::size_t>(cell)] = 0;
    // Beyond the border nothing is free.
    for (std::uint8_t ring = 1; ring < kFarAway; ++ring)
        for (std::int32_t y = 0; y < height; ++y)
            for (std::int32_t x = 0; x < width; ++x)
            {
                std::uint8_t& region = region_[static_cast<std::size_t>(y * width + x)];
                if (region != kFarAway) continue;
                bool touches = ring == 1 && (x == 0 || y == 0 || x + 1 == width || y + 1 == height);
                for (std::int32_t v = std::max(y - 1, 0); v <= std::min(y + 1, height - 1); ++v)
                    for (std::int32_t u = std::max(x - 1, 0); u <= std::min(x + 1, width - 1); ++u)
                        touches = touches || region_[static_cast<std::size_t>(v * width + u)] == ring - 1;
                if (touches) region = ring;
            }
}

double GroupMap::weightAt(Vec2 p) const
{
    const std::int32_t cell = field_.grid().cellAt(p);
    return cell == FieldGrid::kNone ? 1 : kWeights[region_[static_cast<std::size_t>(cell)]];
}

Vec2 GroupMap::directionAt(Vec2 p, Vec2 slot, double near_distance) const
{
    const double w = weightAt(p);
    const Vec2 to = slot - p;
    const Vec2 form = to / std::max(length(to), near_distance);
    const Vec2 sum = form * (1 - w) + field_.directionAt(p) * w;
    const double size = length(sum);
    return size > 0 ? sum / size : Vec2{};
}

MemberOrder GroupMap::bend(const MemberOrder& order, Vec2 position) const
{
    MemberOrder bent = order;
    if (weightAt(position) > 0) bent.target = position + directionAt(position, order.target) * distance(position, order.target);
    return bent;
}

} // namespace clearway
