// SPDX-License-Identifier: MIT
// Distances are computed first, for eight candidates at a time, whether they count or not, in a loop that compilers turn into
// vectors; those near enough are then picked without a branch. Differences are taken in double and only then made float: the
// same precision far from the origin.
#include "crowd/neighbours.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace clearway {

static constexpr std::uint32_t kLanes = NeighbourGrid::kPadding;
static constexpr std::uint32_t kPieceSize = 64;

namespace {

/// Candidates as an agent sees them.
struct Candidates
{
    float dx[kPieceSize];
    float dy[kPieceSize];
    float gap[kPieceSize];
};

/// `count` is a multiple of kLanes, so that no lane is left over; it is not known here, or the loop would be unrolled instead.
void computeGaps(const NeighbourGrid& grid, std::uint32_t self, std::uint32_t begin, std::uint32_t count, Candidates& out)
{
    const double x = grid.x[self], y = grid.y[self];
    const double* const xs = grid.x.data() + begin;
    const double* const ys = grid.y.data() + begin;
    const float* const radii = grid.radius.data() + begin;
    for (std::uint32_t i = 0; i < count; ++i)
    {
        out.dx[i] = static_cast<float>(xs[i] - x);
        out.dy[i] = static_cast<float>(ys[i] - y);
        out.gap[i] = std::sqrt(out.dx[i] * out.dx[i] + out.dy[i] * out.dy[i]) - radii[i];
    }
}

} // namespace

void NeighbourFinder::gatherRun(const NeighbourGrid& grid, std::uint32_t self, float limit, std::uint32_t begin,
                                std::uint32_t end)
{
    if (found_.size() < found_count_ + (end - begin) + 1) found_.resize(2 * (found_count_ + (end - begin) + 1));
    Neighbour* const out = found_.data();
    std::size_t count = found_count_;
    for (; begin < end; begin += kPieceSize)
    {
        const std::uint32_t size = std::min(end - begin, kPieceSize);
        Candidates near;
        computeGaps(grid, self, begin, (size + kLanes - 1) / kLanes * kLanes, near);
        for (std::uint32_t i = 0; i < size; ++i)
        {
            out[count] = {near.gap[i], near.dx[i], near.dy[i], begin + i};
            count += static_cast<std::size_t>(near.gap[i] <= limit) & static_cast<std::size_t>(begin + i != self);
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

/// Puts those found into nearest_ by counting, for each, how many are nearer: many at a time, without a branch. False when there
/// are too many, or two of them are equally near.
bool NeighbourFinder::rankNearest()
{
    if (found_count_ > kMostRanked) return false;
    float gaps[kMostRanked];
    std::uint32_t ranks[kMostRanked] = {};
    std::fill(gaps, gaps + kMostRanked, std::numeric_limits<float>::infinity());
    for (std::size_t i = 0; i < found_count_; ++i) gaps[i] = found_[i].gap;
    constexpr std::size_t kFew = kMostRanked / 2;
    for (std::size_t j = 0; j < found_count_; ++j)
        for (std::size_t i = 0; i < kFew; ++i) ranks[i] += gaps[j] < gaps[i] ? 1u : 0u;
    if (found_count_ > kFew)
        for (std::size_t j = 0; j < found_count_; ++j)
            for (std::size_t i = kFew; i < kMostRanked; ++i) ranks[i] += gaps[j] < gaps[i] ? 1u : 0u;
    std::uint32_t seen = 0;
    for (std::size_t i = 0; i < found_count_; ++i)
    {
        nearest_[ranks[i]] = found_[i];
        seen |= std::uint32_t{1} << ranks[i];
    }
    return static_cast<std::size_t>(std::popcount(seen)) == found_count_;
}

/// The slow way: by gap, then by id.
void NeighbourFinder::sortNearest(const NeighbourGrid& grid, std::size_t count)
{
    const auto is_nearer = [&](const Neighbour& a, const Neighbour& b) {
        return a.gap != b.gap ? a.gap < b.gap : grid.id[a.sorted] < grid.id[b.sorted];
    };
    const auto begin = found_.begin();
    std::partial_sort(begin, begin + static_cast<std::ptrdiff_t>(count), begin + static_cast<std::ptrdiff_t>(found_count_),
                      is_nearer);
}

std::span<const Neighbour> NeighbourFinder::find(const NeighbourGrid& grid, std::uint32_t self, float range, int count,
                                                 float guess)
{
    if (count <= 0) return {};
    const std::size_t wanted = static_cast<std::size_t>(count);
    gather(grid, self, std::min(guess, range));
    if (found_count_ < wanted && guess < range) gather(grid, self, range);
    const std::size_t size = std::min(found_count_, wanted);
    if (rankNearest()) return {nearest_, size};
    sortNearest(grid, size);
    return {found_.data(), size};
}

std::span<const Neighbour> NeighbourFinder::findAll(const NeighbourGrid& grid, std::uint32_t self, float range)
{
    gather(grid, self, range);
    return {found_.data(), found_count_};
}

} // namespace clearway
