// SPDX-License-Identifier: MIT
// A uniform grid over the frozen tick: agents sorted by cell, row by row, so that the neighbours of an agent are a few contiguous
// runs. Who is found never depends on the size of the cells nor on the order inside one.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include <clearway/base/tasks.h>
#include <clearway/geometry/box.h>

#include "crowd/columns.h"

namespace clearway {

class NeighbourGrid
{
public:
    static constexpr std::uint32_t kPadding = 8; ///< positions and radii may be read so far past the end

    /// `cell_size` is what would be good; cells are larger where the bounds would give many more cells than agents.
    void build(const AgentColumns& agents, const Box2& bounds, double cell_size, int layer_count);

    /// Everything but positions and cells, in an order that is given: for grounds that have cells of their own. `order` is
    /// `slot`, or becomes it.
    void arrange(const AgentColumns& agents, std::span<const std::uint32_t> order);

    std::size_t size() const { return slot.size(); }
    /// Agents whose cells meet the square of half-width `reach` around a point, as runs of sorted indices, of which some
    /// are empty.
    template <typename Visit>
    void visitRuns(Vec2 center, double reach, Visit visit) const;

    std::size_t memoryBytes() const;

    // In sorted order:
    std::vector<std::uint32_t> slot;
    std::vector<AgentId> id;
    std::vector<std::uint8_t> stands; ///< does not want to get anywhere
    std::vector<double> x;
    std::vector<double> y;
    std::vector<float> velocity_x;
    std::vector<float> velocity_y;
    std::vector<float> radius;
    std::vector<float> wish_x; ///< preferred velocity, as the guide left it
    std::vector<float> wish_y;
    std::vector<float> held_up;
    std::vector<float> counterflow;
    std::vector<float> target_x; ///< of what it heads for, from its centre, as the guide left it; in the plane only
    std::vector<float> target_y;
    std::vector<std::uint32_t> layer; ///< only when there are several
    double max_radius = 0;
    float max_speed = 0;

private:
    void resizeColumns(std::size_t count);
    void copyAgent(const AgentColumns& agents, std::size_t from, std::size_t to);

    std::int32_t column(double at) const { return clampCell((at - origin_.x) * inverse_size_, columns_); }
    std::int32_t row(double at) const { return clampCell((at - origin_.y) * inverse_size_, rows_); }
    static std::int32_t clampCell(double at, std::int32_t count)
    {
        return at < 0 ? 0 : at >= count ? count - 1 : static_cast<std::int32_t>(at);
    }

    Vec2 origin_;
    double inverse_size_ = 1;
    std::int32_t columns_ = 1;
    std::int32_t rows_ = 1;
    std::vector<std::uint32_t> first_; ///< of each cell, row by row, and one more
    std::vector<std::uint32_t> key_;
};

template <typename Visit>
void NeighbourGrid::visitRuns(Vec2 center, double reach, Visit visit) const
{
    const std::int32_t first_column = column(center.x - reach), last_column = column(center.x + reach);
    const std::int32_t last_row = row(center.y + reach);
    for (std::int32_t at = row(center.y - reach); at <= last_row; ++at)
    {
        const std::size_t base = static_cast<std::size_t>(at) * static_cast<std::size_t>(columns_);
        const std::uint32_t begin = first_[base + static_cast<std::size_t>(first_column)];
        const std::uint32_t end = first_[base + static_cast<std::size_t>(last_column) + 1];
        visit(begin, end);
    }
}

} // namespace clearway
