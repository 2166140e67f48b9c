// SPDX-License-Identifier: MIT
// Distances of a whole run are computed first, in a loop without decisions that compilers turn into vectors; those near enough
// are then picked without a branch. Differences are taken in double and only then made float: the same precision far from the
// origin.
#include "crowd/neighbours.h"

#include <algorithm>
#include <cmath>

namespace clearway {

static constexpr std::uint32_t kPieceSize = 64;

void NeighbourFinder::gatherRun(const NeighbourGrid& grid, std::uint32_t self, float limit, std::uint32_t begin,
                                std::uint32_t end)
{
    const double x = grid.x[self], y = grid.y[self];
    float dx[kPieceSize], dy[kPieceSize], gap[kPieceSize];
    for (; begin < end; begin += kPieceSize)
    {
        const std::uint32_t size = std::min(end - begin, kPieceSize);
        const double* const xs = grid.x.data() + begin;
        const double* const ys = grid.y.data() + begin;
        const float* const radii = grid.radius.data() + begin;
        for (std::uint32_t i = 0; i < size; ++i)
        {
            dx[i] = static_cast<float>(xs[i] - x);
            dy[i] = static_cast<float>(ys[i] - y);
            gap[i] = std::sqrt(dx[i] * dx[i] + dy[i] * dy[i]) - radii[i];
        }
        if (found_.size() < found_count_ + size) found_.resize(2 * (found_count_ + size));
        Neighbour* const out = found_.data();
        std::size_t count = found_count_;
        for (std::uint32_t i = 0; i < size; ++i)
        {
            out[count] = {gap[i], dx[i], dy[i], begin + i};
            count += static_cast<std::size_t>(gap[i] <= limit) & static_cast<std::size_t>(begin + i != self);
        }
        found_count_ = count;
    }
}

void NeighbourFinder::gather(const NeighbourGrid& grid, std::uint32_t self, float range)
{
    found_count_ = 0;
    const float limit = range + grid.radius[self];
    // A little more than needed, for the rounding of floats.
    const double reach = (static_cast<double>(limit) + grid.max_radius) * (1 + 1e-6) + 1e-6;
    grid.visitRuns({grid.x[self], grid.y[self]}, reach,
                   [&](std::uint32_t begin, std::uint32_t end) { gatherRun(grid, self, limit, begin, end); });
    if (grid.floor.empty()) return;
    const auto is_elsewhere = [&](const Neighbour& n) { return grid.floor[n.sorted] != grid.floor[self]; };
    const auto begin = found_.begin();
    found_count_ =
        static_cast<std::size_t>(std::remove_if(begin, begin + static_cast<std::ptrdiff_t>(found_count_), is_elsewhere) - begin);
}

/// The nearest `count` come to the front, in order.
void NeighbourFinder::sortNearest(const NeighbourGrid& grid, const AgentColumns& agents, std::size_t count)
{
    const auto is_nearer = [&](const Neighbour& a, const Neighbour& b) {
        if (a.gap != b.gap) return a.gap < b.gap;
        return agents.id[grid.slot[a.sorted]] < agents.id[grid.slot[b.sorted]];
    };
    std::size_t sorted_count = std::min<std::size_t>(found_count_, 1);
    for (std::size_t i = 1; i < found_count_; ++i)
    {
        const Neighbour next = found_[i];
        if (sorted_count == count && !is_nearer(next, found_[count - 1])) continue;
        std::size_t at = sorted_count < count ? sorted_count++ : count - 1;
        for (; at > 0 && is_nearer(next, found_[at - 1]); --at) found_[at] = found_[at - 1];
        found_[at] = next;
    }
    found_count_ = sorted_count;
}

std::span<const Neighbour> NeighbourFinder::find(const NeighbourGrid& grid, const AgentColumns& agents, std::uint32_t self,
                                                 float range, int count, float guess)
{
    if (count <= 0) return {};
    const std::size_t wanted = static_cast<std::size_t>(count);
    gather(grid, self, std::min(guess, range));
    if (found_count_ < wanted && guess < range) gather(grid, self, range);
    sortNearest(grid, agents, wanted);
    return {found_.data(), found_count_};
}

std::span<const Neighbour> NeighbourFinder::findAll(const NeighbourGrid& grid, std::uint32_t self, float range)
{
    gather(grid, self, range);
    return {found_.data(), found_count_};
}

} // namespace clearway
