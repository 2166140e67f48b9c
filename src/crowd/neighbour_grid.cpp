// SPDX-License-Identifier: MIT
#include "crowd/neighbour_grid.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace clearway {

void NeighbourGrid::resizeColumns(std::size_t count)
{
    slot.resize(count), id.resize(count), stands.resize(count), velocity_x.resize(count), velocity_y.resize(count);
    radius.resize(count + kPadding), wish_x.resize(count), wish_y.resize(count), held_up.resize(count), counterflow.resize(count),
        target_x.resize(count), target_y.resize(count);
    max_radius = 0;
    max_speed = 0;
}

inline void NeighbourGrid::copyAgent(const AgentColumns& agents, std::size_t from, std::size_t to)
{
    slot[to] = static_cast<std::uint32_t>(from);
    id[to] = agents.id[from];
    stands[to] = agents.status[from] == AgentStatus::arrived || !(agents.speed[from] > 0);
    velocity_x[to] = agents.velocity[from].x;
    velocity_y[to] = agents.velocity[from].y;
    radius[to] = static_cast<float>(agents.radius[from]);
    wish_x[to] = agents.preferred[from].x;
    wish_y[to] = agents.preferred[from].y;
    held_up[to] = agents.held_up[from];
    counterflow[to] = agents.counterflow[from];
    target_x[to] = static_cast<float>(agents.target[from].x - agents.position[from].x);
    target_y[to] = static_cast<float>(agents.target[from].y - agents.position[from].y);
    max_radius = std::max(max_radius, agents.radius[from]);
    max_speed = std::max(max_speed, agents.max_speed[from]);
}

void NeighbourGrid::arrange(const AgentColumns& agents, std::span<const std::uint32_t> order)
{
    resizeColumns(order.size());
    for (std::size_t to = 0; to < order.size(); ++to) copyAgent(agents, order[to], to);
}

void NeighbourGrid::build(const AgentColumns& agents, const Box2& bounds, double cell_size, int layer_count)
{
    const std::size_t count = agents.size();
    const double width = std::max(bounds.max.x - bounds.min.x, 1.0), height = std::max(bounds.max.y - bounds.min.y, 1.0);
    const double most_cells = 4.0 * static_cast<double>(count) + 1024;
    const double size = std::max(cell_size, std::sqrt(width * height / most_cells));
    origin_ = bounds.min;
    inverse_size_ = 1 / size;
    columns_ = static_cast<std::int32_t>(std::min(width * inverse_size_, most_cells)) + 1;
    rows_ = static_cast<std::int32_t>(std::min(height * inverse_size_, most_cells)) + 1;

    const std::size_t cell_count = static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_);
    first_.assign(cell_count + 1, 0);
    key_.resize(count);
    for (std::size_t i = 0; i < count; ++i)
    {
        const Vec2 p = agents.position[i];
        key_[i] =
            static_cast<std::uint32_t>(row(p.y)) * static_cast<std::uint32_t>(columns_) + static_cast<std::uint32_t>(column(p.x));
        ++first_[key_[i]];
    }
    std::uint32_t sum = 0;
    for (std::uint32_t& first : first_) sum = std::exchange(first, sum) + sum;

    resizeColumns(count);
    x.resize(count + kPadding), y.resize(count + kPadding);
    layer.resize(layer_count > 1 ? count : 0);
    for (std::size_t i = 0; i < count; ++i)
    {
        const std::uint32_t to = first_[key_[i]]++;
        copyAgent(agents, i, to);
        x[to] = agents.position[i].x;
        y[to] = agents.position[i].y;
        if (layer_count > 1) layer[to] = agents.footing[i].layer;
    }
    // Every entry now says where its cell ends: shift them back by one cell.
    for (std::size_t cell = cell_count; cell > 0; --cell) first_[cell] = first_[cell - 1];
    first_[0] = 0;
}

std::size_t NeighbourGrid::memoryBytes() const
{
    return slot.capacity() * 4 + id.capacity() * 8 + stands.capacity() + (x.capacity() + y.capacity()) * 8 +
           (velocity_x.capacity() + velocity_y.capacity()) * 4 +
           (radius.capacity() + wish_x.capacity() + wish_y.capacity() + held_up.capacity() + counterflow.capacity() +
            target_x.capacity() + target_y.capacity()) *
               4 +
           layer.capacity() * 4 + first_.capacity() * 4 + key_.capacity() * 4;
}

} // namespace clearway
