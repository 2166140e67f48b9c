// SPDX-License-Identifier: MIT
// A block of agents goes through each stage together: what one stage has written has left the processor's store buffer when the
// next one reads it in wide pieces. Eight candidates at a time are compared, whether they count or not; those near enough are
// then picked without a branch, and put in order by counting for each how many are nearer. Differences are taken in double and
// only then made float: the same precision far from the origin.
#include "crowd/neighbours.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace clearway {

namespace {

constexpr std::uint32_t kLanes = NeighbourGrid::kPadding;
constexpr std::size_t kMostRanked = 32;
constexpr float kMargin = 1.00001F; ///< more than what rounding may take from a squared distance

// Vectors as g++ and clang know them, on every machine.
using Doubles [[gnu::vector_size(kLanes * sizeof(double))]] = double;
using Floats [[gnu::vector_size(kLanes * sizeof(float))]] = float;
using Ints [[gnu::vector_size(kLanes * sizeof(float))]] = std::int32_t;

template <typename Lanes, typename Number>
void load(Lanes& lanes, const Number* from)
{
    static_assert(sizeof(lanes) == kLanes * sizeof(Number));
    std::memcpy(&lanes, from, sizeof lanes);
}

template <typename Lanes, typename Number>
void store(const Lanes& lanes, Number* to)
{
    static_assert(sizeof(lanes) == kLanes * sizeof(Number));
    std::memcpy(to, &lanes, sizeof lanes);
}

constexpr Ints kOrdinals = {0, 1, 2, 3, 4, 5, 6, 7};
static_assert(kLanes == 8);

std::uint32_t roundUp(std::uint32_t count) { return (count + kLanes - 1) / kLanes * kLanes; }

} // namespace

void NeighbourFinder::Seen::grow(std::size_t count)
{
    for (auto* const column : {&dx, &dy}) column->resize(2 * count);
    for (auto* const column : {&sorted, &counts, &picked}) column->resize(2 * count);
}

void NeighbourFinder::Found::grow(std::size_t count)
{
    for (auto* const column : {&gap, &dx, &dy}) column->resize(2 * count);
    sorted.resize(2 * count);
}

/// Adds a run of the grid to those seen. An empty run costs as much as a short one: a branch that cannot be foretold costs more.
void NeighbourFinder::look(const NeighbourGrid& grid, std::uint32_t self, float limit, std::uint32_t begin, std::uint32_t end)
{
    const std::uint32_t count = roundUp(std::max(end - begin, 1u));
    seen_.reserve(seen_count_ + count);
    const double x = grid.x[self], y = grid.y[self];
    for (std::uint32_t first = begin; first < begin + count; first += kLanes, seen_count_ += kLanes)
    {
        Doubles xs, ys;
        Floats radii;
        load(xs, grid.x.data() + first);
        load(ys, grid.y.data() + first);
        load(radii, grid.radius.data() + first);
        const Floats dx = __builtin_convertvector(xs - x, Floats);
        const Floats dy = __builtin_convertvector(ys - y, Floats);
        const Ints sorted = kOrdinals + static_cast<std::int32_t>(first);
        const Floats reach = radii + limit;
        const Ints is_near = dx * dx + dy * dy <= reach * reach * kMargin;
        const Ints counts = is_near & (sorted < static_cast<std::int32_t>(end)) & (sorted != static_cast<std::int32_t>(self));
        store(dx, seen_.dx.data() + seen_count_);
        store(dy, seen_.dy.data() + seen_count_);
        store(sorted, seen_.sorted.data() + seen_count_);
        store(-counts, seen_.counts.data() + seen_count_); // true is -1
    }
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
    std::uint32_t* const picked = seen_.picked.data();
    std::size_t picked_count = 0;
    for (std::uint32_t i = 0; i < seen_count_; ++i)
    {
        picked[picked_count] = i;
        picked_count += seen_.counts[i];
    }
    const std::size_t first = found_count_;
    found_.reserve(first + picked_count + 1);
    std::size_t count = first;
    for (std::size_t k = 0; k < picked_count; ++k)
    {
        const float dx = seen_.dx[picked[k]], dy = seen_.dy[picked[k]];
        const std::uint32_t sorted = seen_.sorted[picked[k]];
        const float gap = std::sqrt(dx * dx + dy * dy) - grid.radius[sorted];
        found_.gap[count] = gap;
        found_.dx[count] = dx;
        found_.dy[count] = dy;
        found_.sorted[count] = sorted;
        count += gap <= limit ? 1 : 0;
    }
    found_count_ = count;
    if (!grid.layer.empty()) removeOtherLayers(grid, self, first);
}

void NeighbourFinder::removeOtherLayers(const NeighbourGrid& grid, std::uint32_t self, std::size_t first)
{
    std::size_t to = first;
    for (std::size_t k = first; k < found_count_; ++k)
    {
        if (grid.layer[found_.sorted[k]] != grid.layer[self]) continue;
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
        load(mine, gaps + first);
        Ints smaller = {};
        for (std::size_t j = 0; j < count; ++j) smaller -= gaps[j] < mine; // true is -1
        store(smaller, ranks + first);
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
