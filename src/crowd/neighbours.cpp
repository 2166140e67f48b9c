// SPDX-License-Identifier: MIT
// Distances are computed for eight candidates at a time, whether they count or not, in a loop of fixed length that compilers turn
// into vectors; those near enough are then picked without a branch. The nearest are sorted as integers. Differences are taken in
// double and only then made float: the same precision far from the origin.
#include "crowd/neighbours.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace clearway {

static constexpr std::uint32_t kLanes = NeighbourGrid::kPadding;

void NeighbourFinder::gatherRun(const NeighbourGrid& grid, std::uint32_t self, float limit, std::uint32_t begin,
                                std::uint32_t end)
{
    const double x = grid.x[self], y = grid.y[self];
    if (found_.size() < found_count_ + (end - begin) + 1) found_.resize(2 * (found_count_ + (end - begin) + 1));
    Neighbour* const out = found_.data();
    std::size_t count = found_count_;
    for (; begin < end; begin += kLanes)
    {
        float dx[kLanes], dy[kLanes], gap[kLanes];
        const double* const xs = grid.x.data() + begin;
        const double* const ys = grid.y.data() + begin;
        const float* const radii = grid.radius.data() + begin;
        for (std::uint32_t i = 0; i < kLanes; ++i)
        {
            dx[i] = static_cast<float>(xs[i] - x);
            dy[i] = static_cast<float>(ys[i] - y);
            gap[i] = std::sqrt(dx[i] * dx[i] + dy[i] * dy[i]) - radii[i];
        }
        const std::uint32_t size = std::min(end - begin, kLanes);
        for (std::uint32_t i = 0; i < size; ++i)
        {
            out[count] = {gap[i], dx[i], dy[i], begin + i};
            count += static_cast<std::size_t>(gap[i] <= limit) & static_cast<std::size_t>(begin + i != self);
        }
    }
    found_count_ = count;
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

/// Grows with the value, as an unsigned integer does.
static std::uint64_t toOrderedBits(float value)
{
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value + 0.0F);
    return bits ^ ((bits >> 31) != 0 ? 0xffffffffu : 0x80000000u);
}

/// The keys of the nearest `count`, in order; returns how many there are.
std::size_t NeighbourFinder::sortNearest(std::size_t count)
{
    std::uint64_t* const keys = keys_.data();
    std::size_t sorted_count = 0;
    for (std::size_t i = 0; i < found_count_; ++i)
    {
        const std::uint64_t key = toOrderedBits(found_[i].gap) << 32 | i;
        if (sorted_count == count && key > keys[count - 1]) continue;
        std::size_t at = sorted_count < count ? sorted_count++ : count - 1;
        for (; at > 0 && keys[at - 1] > key; --at) keys[at] = keys[at - 1];
        keys[at] = key;
    }
    return sorted_count;
}

/// Of equal gaps the lowest id comes first, whatever order they were found in.
void NeighbourFinder::orderTies(const NeighbourGrid& grid, const AgentColumns& agents)
{
    const auto is_nearer = [&](const Neighbour& a, const Neighbour& b) {
        if (a.gap != b.gap) return a.gap < b.gap;
        return agents.id[grid.slot[a.sorted]] < agents.id[grid.slot[b.sorted]];
    };
    std::sort(found_.begin(), found_.begin() + static_cast<std::ptrdiff_t>(found_count_), is_nearer);
}

std::span<const Neighbour> NeighbourFinder::find(const NeighbourGrid& grid, const AgentColumns& agents, std::uint32_t self,
                                                 float range, int count, float guess)
{
    if (count <= 0) return {};
    const std::size_t wanted = static_cast<std::size_t>(count);
    gather(grid, self, std::min(guess, range));
    if (found_count_ < wanted && guess < range) gather(grid, self, range);
    // One more than wanted, to see whether the last of them has a rival.
    keys_.resize(wanted + 1);
    nearest_.resize(wanted + 1);
    const std::size_t sorted_count = sortNearest(wanted + 1);
    bool has_ties = false;
    for (std::size_t i = 0; i + 1 < sorted_count; ++i) has_ties |= keys_[i] >> 32 == keys_[i + 1] >> 32;
    const std::size_t size = std::min(sorted_count, wanted);
    if (has_ties)
    {
        orderTies(grid, agents);
        return {found_.data(), size};
    }
    for (std::size_t i = 0; i < size; ++i) nearest_[i] = found_[keys_[i] & 0xffffffffu];
    return {nearest_.data(), size};
}

std::span<const Neighbour> NeighbourFinder::findAll(const NeighbourGrid& grid, std::uint32_t self, float range)
{
    gather(grid, self, range);
    return {found_.data(), found_count_};
}

} // namespace clearway
