// SPDX-License-Identifier: MIT
// A block of agents goes through each stage together: what one stage has written has left the processor's store buffer when the
// next one reads it in wide pieces. Distances are computed for eight candidates at a time, whether they count or not, in loops
// that compilers turn into vectors; those near enough are then picked without a branch, and put in order by counting for each how
// many are nearer. Differences are taken in double and only then made float: the same precision far from the origin.
#include "crowd/neighbours.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace clearway {

namespace {

constexpr std::uint32_t kLanes = NeighbourGrid::kPadding;
constexpr std::size_t kMostRanked = 32;

// Vectors as g++ and clang know them, on every machine.
using Floats [[gnu::vector_size(kLanes * sizeof(float))]] = float;
using Ints [[gnu::vector_size(kLanes * sizeof(float))]] = std::int32_t;

std::uint32_t roundUp(std::uint32_t count) { return (count + kLanes - 1) / kLanes * kLanes; }

/// How candidates [0, count) look to an agent; a multiple of kLanes, so that no lane is left over.
void computeGaps(const double* __restrict xs, const double* __restrict ys, const float* __restrict radii, double x, double y,
                 std::uint32_t count, float* __restrict dx, float* __restrict dy, float* __restrict gap)
{
    for (std::uint32_t i = 0; i < count; ++i)
    {
        dx[i] = static_cast<float>(xs[i] - x);
        dy[i] = static_cast<float>(ys[i] - y);
        gap[i] = std::sqrt(dx[i] * dx[i] + dy[i] * dy[i]) - radii[i];
    }
}

/// Which of them count: [begin, end) without the agent itself, as far as `limit`.
void markNear(const float* __restrict gap, float limit, std::uint32_t begin, std::uint32_t end, std::uint32_t self,
              std::uint32_t count, std::uint32_t* __restrict sorted, std::uint32_t* __restrict is_near)
{
    for (std::uint32_t i = 0; i < count; ++i)
    {
        sorted[i] = begin + i;
        const std::uint32_t is_within = gap[i] <= limit ? 1 : 0;
        const std::uint32_t is_candidate = begin + i < end ? 1 : 0;
        const std::uint32_t is_other = begin + i != self ? 1 : 0;
        is_near[i] = is_within & is_candidate & is_other;
    }
}

} // namespace

void NeighbourFinder::Columns::grow(std::size_t count)
{
    for (auto* const column : {&gap, &dx, &dy}) column->resize(2 * count);
    sorted.resize(2 * count);
}

/// Adds a run of the grid to those seen.
void NeighbourFinder::look(const NeighbourGrid& grid, std::uint32_t self, float limit, std::uint32_t begin, std::uint32_t end)
{
    const std::uint32_t count = roundUp(end - begin);
    seen_.reserve(seen_count_ + count);
    if (is_near_.size() < seen_.gap.size()) is_near_.resize(seen_.gap.size()), picked_.resize(seen_.gap.size());
    const std::size_t to = seen_count_;
    computeGaps(grid.x.data() + begin, grid.y.data() + begin, grid.radius.data() + begin, grid.x[self], grid.y[self], count,
                seen_.dx.data() + to, seen_.dy.data() + to, seen_.gap.data() + to);
    markNear(seen_.gap.data() + to, limit, begin, end, self, count, seen_.sorted.data() + to, is_near_.data() + to);
    seen_count_ += count;
}

/// Adds the neighbours of one agent to those found.
void NeighbourFinder::gather(const NeighbourGrid& grid, std::uint32_t self, float range)
{
    seen_count_ = 0;
    const float limit = range + grid.radius[self];
    // A little more than needed, for the rounding of floats.
    const double reach = (static_cast<double>(limit) + grid.max_radius) * (1 + 1e-6) + 1e-6;
    grid.visitRuns({grid.x[self], grid.y[self]}, reach,
                   [&](std::uint32_t begin, std::uint32_t end) { look(grid, self, limit, begin, end); });
    std::uint32_t* const picked = picked_.data();
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < seen_count_; ++i)
    {
        picked[count] = i;
        count += is_near_[i];
    }
    const std::size_t first = found_count_;
    found_.reserve(first + count);
    for (std::size_t k = 0; k < count; ++k)
    {
        found_.gap[first + k] = seen_.gap[picked[k]];
        found_.dx[first + k] = seen_.dx[picked[k]];
        found_.dy[first + k] = seen_.dy[picked[k]];
        found_.sorted[first + k] = seen_.sorted[picked[k]];
    }
    found_count_ = first + count;
    if (!grid.floor.empty()) removeOtherFloors(grid, self, first);
}

void NeighbourFinder::removeOtherFloors(const NeighbourGrid& grid, std::uint32_t self, std::size_t first)
{
    std::size_t to = first;
    for (std::size_t k = first; k < found_count_; ++k)
    {
        if (grid.floor[found_.sorted[k]] != grid.floor[self]) continue;
        found_.gap[to] = found_.gap[k];
        found_.dx[to] = found_.dx[k];
        found_.dy[to] = found_.dy[k];
        found_.sorted[to++] = found_.sorted[k];
    }
    found_count_ = to;
}

/// For each of `count` gaps, how many are smaller: those of kLanes at a time, without a branch. Whatever lies beyond the last is
/// compared too.
static void countSmaller(const float* gaps, std::size_t count, std::uint32_t* ranks)
{
    for (std::size_t first = 0; first < count; first += kLanes)
    {
        Floats mine;
        std::memcpy(&mine, gaps + first, sizeof mine);
        Ints smaller = {};
        for (std::size_t j = 0; j < count; ++j) smaller -= gaps[j] < mine; // true is -1
        std::memcpy(ranks + first, &smaller, sizeof smaller);
    }
}

/// Puts those found in order by counting. False when there are too many, or two of them are equally near.
bool NeighbourFinder::rank(std::size_t first, std::size_t count, std::size_t to, NeighbourBlock& out) const
{
    if (count > kMostRanked) return false;
    std::uint32_t ranks[kMostRanked];
    countSmaller(found_.gap.data() + first, count, ranks);
    std::uint32_t taken = 0;
    for (std::size_t i = 0; i < count; ++i)
    {
        const std::size_t at = to + ranks[i];
        out.gap[at] = found_.gap[first + i];
        out.dx[at] = found_.dx[first + i];
        out.dy[at] = found_.dy[first + i];
        out.sorted[at] = found_.sorted[first + i];
        taken |= std::uint32_t{1} << ranks[i];
    }
    return static_cast<std::size_t>(std::popcount(taken)) == count;
}

/// The slow way: by gap, then by id.
void NeighbourFinder::sort(const NeighbourGrid& grid, std::size_t first, std::size_t count, std::size_t wanted)
{
    few_.clear();
    for (std::size_t k = first; k < first + count; ++k)
        few_.push_back({found_.gap[k], found_.dx[k], found_.dy[k], found_.sorted[k]});
    const auto is_nearer = [&](const Neighbour& a, const Neighbour& b) {
        return a.gap != b.gap ? a.gap < b.gap : grid.id[a.sorted] < grid.id[b.sorted];
    };
    std::partial_sort(few_.begin(), few_.begin() + static_cast<std::ptrdiff_t>(wanted), few_.end(), is_nearer);
}

void NeighbourFinder::find(const NeighbourGrid& grid, std::uint32_t begin, std::uint32_t end, float range, int count,
                           std::span<const float> guesses, NeighbourBlock& out)
{
    const std::uint32_t agent_count = end - begin;
    const std::size_t most = static_cast<std::size_t>(std::clamp(count, 0, kMaxNeighbours));
    if (most == 0) return std::fill(out.first, out.first + agent_count + 1, 0u);
    std::size_t first_found[NeighbourBlock::kMostAgents + 1] = {};
    found_count_ = 0;
    for (std::uint32_t i = 0; i < agent_count; ++i)
    {
        gather(grid, begin + i, std::min(guesses[i], range));
        if (found_count_ - first_found[i] < most && guesses[i] < range)
        {
            found_count_ = first_found[i];
            gather(grid, begin + i, range);
        }
        first_found[i + 1] = found_count_;
    }
    found_.reserve(found_count_ + kMostRanked);
    for (std::uint32_t i = 0; i < agent_count; ++i)
    {
        // Those beyond the last that is wanted are written over by the next agent's.
        const std::uint32_t to = out.first[i];
        const std::size_t found = first_found[i + 1] - first_found[i], wanted = std::min(found, most);
        if (!rank(first_found[i], found, to, out))
        {
            sort(grid, first_found[i], found, wanted);
            for (std::size_t k = 0; k < wanted; ++k)
            {
                out.gap[to + k] = few_[k].gap;
                out.dx[to + k] = few_[k].dx;
                out.dy[to + k] = few_[k].dy;
                out.sorted[to + k] = few_[k].sorted;
            }
        }
        out.first[i + 1] = to + static_cast<std::uint32_t>(wanted);
    }
}

std::span<const Neighbour> NeighbourFinder::findAll(const NeighbourGrid& grid, std::uint32_t self, float range)
{
    found_count_ = 0;
    gather(grid, self, range);
    few_.clear();
    for (std::size_t k = 0; k < found_count_; ++k) few_.push_back({found_.gap[k], found_.dx[k], found_.dy[k], found_.sorted[k]});
    return few_;
}

} // namespace clearway
