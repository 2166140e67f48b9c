// SPDX-License-Identifier: MIT
// Departures from a picture of distance meshes: seeds lie up to a pixel beside their walls, which would move shallow boundaries
// by many pixels. So pixels on both sides of a boundary are measured against the walls themselves, and the boundary moves until
// it is right. All pixels of a round look at the round before, so that any split between workers gives the same bits.
#include <algorithm>
#include <utility>

#include "published/raster_data.h"

namespace clearway::published {
namespace {

/// A few are enough; nothing proves that they always are.
constexpr int kMaxAdoptRounds = 64;

class Corrector
{
public:
    Corrector(const RasterField::Data& data, RasterLayer& layer, const TaskHook& hook)
        : data_(data),
          layer_(layer),
          hook_(hook),
          stride_(static_cast<std::ptrdiff_t>(layer.shape.columns)),
          around_{1, stride_, -1, -stride_, stride_ + 1, stride_ - 1, -stride_ - 1, -stride_ + 1}
    {
    }

    void run()
    {
        listBoundary();
        while (!waiting_.empty()) correctRound();
        waiting_ = std::move(looked_at_);
        const std::vector<std::size_t> candidates = waiting_;
        while (!waiting_.empty()) adoptRound(Adoption::farther);
        waiting_ = candidates;
        for (int round = 0; round < kMaxAdoptRounds && !waiting_.empty(); ++round) adoptRound(Adoption::nearer);
    }

private:
    Vec2 centerOf(std::size_t at) const
    {
        const auto columns = static_cast<std::size_t>(stride_);
        return data_.localCenter(static_cast<int>(at % columns), static_cast<int>(at / columns));
    }
    std::size_t neighbour(std::size_t at, int direction) const
    {
        return at + static_cast<std::size_t>(around_[direction]); // wraps around for negative steps, as it should
    }
    double measure(std::size_t at, std::uint32_t wall) const { return distanceSq(centerOf(at), data_.walls[wall]); }

    /// All pixels beside one with another wall, in order.
    void listBoundary()
    {
        constexpr int kRowsPerTask = 64;
        const int rows = layer_.shape.rows;
        const int task_count = (rows + kRowsPerTask - 1) / kRowsPerTask;
        std::vector<std::vector<std::size_t>> found(static_cast<std::size_t>(task_count));
        runTasks(hook_, task_count, [&](int task) {
            const int end = std::min(rows - 1, (task + 1) * kRowsPerTask);
            for (int row = std::max(1, task * kRowsPerTask); row < end; ++row)
                for (std::size_t at = layer_.indexOf(1, row), last = layer_.indexOf(layer_.shape.columns - 1, row); at < last;
                     ++at)
                    if (isBesideOther(at)) found[static_cast<std::size_t>(task)].push_back(at);
        });
        for (const auto& part : found) waiting_.insert(waiting_.end(), part.begin(), part.end());
    }

    bool isBesideOther(std::size_t at) const
    {
        const std::uint32_t* nearest = layer_.nearest.data() + at;
        const std::uint32_t own = *nearest;
        if (own == kNone) return false;
        const auto differs = [own](std::uint32_t other) { return other != own && other != kNone; };
        return differs(nearest[1]) || differs(nearest[-1]) || differs(nearest[stride_]) || differs(nearest[-stride_]);
    }

    /// The best wall for a pixel among its own and those of its eight neighbours.
    std::uint32_t findBest(std::size_t at) const
    {
        const std::uint32_t own = layer_.nearest[at];
        std::uint32_t best = own;
        double best_sq = measure(at, own);
        for (int i = 0; i < 8; ++i)
        {
            const std::uint32_t other = layer_.nearest[neighbour(at, i)];
            if (other == kNone || other == own || other == best) continue;
            if (const double sq = measure(at, other); data_.isNearer(sq, other, best_sq, best))
            {
                best = other;
                best_sq = sq;
            }
        }
        return best;
    }

    void correctRound()
    {
        constexpr std::size_t kPixelsPerTask = 4096;
        std::vector<std::uint32_t> best(waiting_.size());
        const auto task_count = static_cast<int>((waiting_.size() + kPixelsPerTask - 1) / kPixelsPerTask);
        runTasks(hook_, task_count, [&](int task) {
            const std::size_t begin = static_cast<std::size_t>(task) * kPixelsPerTask;
            for (std::size_t i = begin; i < std::min(waiting_.size(), begin + kPixelsPerTask); ++i)
                best[i] = findBest(waiting_[i]);
        });
        looked_at_.insert(looked_at_.end(), waiting_.begin(), waiting_.end());
        std::vector<std::size_t> changed;
        for (std::size_t i = 0; i < waiting_.size(); ++i)
        {
            if (best[i] == layer_.nearest[waiting_[i]]) continue;
            layer_.nearest[waiting_[i]] = best[i];
            changed.push_back(waiting_[i]);
        }
        waiting_.clear();
        for (const std::size_t at : changed)
            for (int i = 0; i < 8; ++i)
            {
                const std::size_t other = neighbour(at, i);
                if (layer_.nearest[other] == kNone || layer_.nearest[other] == layer_.nearest[at] ||
                    (layer_.flags[other] & kListed) != 0)
                    continue;
                layer_.flags[other] |= kListed;
                waiting_.push_back(other);
            }
        for (const std::size_t at : waiting_) layer_.flags[at] &= static_cast<std::uint8_t>(~kListed);
    }

    std::uint32_t partAt(std::size_t at) const { return data_.walls[layer_.nearest[at]].part; }

    /// Whether one can step from a pixel to its neighbour to the right, above, to the left or below.
    bool isOpen(std::size_t at, int direction) const
    {
        const std::size_t other = neighbour(at, direction);
        const std::uint8_t wall = direction % 2 == 0 ? kWallRight : kWallAbove;
        return layer_.nearest[other] != kNone && (layer_.flags[direction < 2 ? at : other] & wall) == 0;
    }

    /// A pixel from which no step leads nearer to its part: the rest of a region too thin for pixels. Around it an edge would run
    /// in a circle.
    bool isOrphan(std::size_t at) const
    {
        if (layer_.nearest[at] == kNone || (layer_.flags[at] & kSeed) != 0 || !isBesideOther(at)) return false;
        const double own_sq = measure(at, layer_.nearest[at]);
        for (int i = 0; i < 4; ++i)
            if (const std::size_t other = neighbour(at, i);
                isOpen(at, i) && partAt(other) == partAt(at) && measure(other, layer_.nearest[other]) < own_sq)
                return false;
        return true;
    }

    enum class Adoption
    {
        farther, ///< only by walls that are farther than the pixel's own: this ends
        nearer,  ///< for the few that missed their wall, because it was their neighbour's turn later
    };

    /// Orphans join the nearest part that a neighbour leads to.
    void adoptRound(Adoption adoption)
    {
        std::vector<std::size_t> changed;
        for (const std::size_t at : waiting_)
        {
            if (!isOrphan(at)) continue;
            const std::uint32_t own = layer_.nearest[at];
            const double own_sq = measure(at, own);
            std::uint32_t best = kNone;
            double best_sq = 0;
            for (int i = 0; i < 4; ++i)
            {
                const std::size_t other = neighbour(at, i);
                if (!isOpen(at, i) || partAt(other) == partAt(at)) continue;
                const std::uint32_t wall = layer_.nearest[other];
                const double sq = measure(at, wall);
                const bool is_eligible = adoption == Adoption::farther ? data_.isNearer(own_sq, own, sq, wall) : sq < own_sq;
                if (!is_eligible || !(measure(other, wall) < sq)) continue;
                if (best == kNone || data_.isNearer(sq, wall, best_sq, best))
                {
                    best = wall;
                    best_sq = sq;
                }
            }
            if (best == kNone) continue;
            layer_.nearest[at] = best;
            changed.push_back(at);
        }
        waiting_.clear();
        for (const std::size_t at : changed)
            for (int i = 0; i < 4; ++i) waiting_.push_back(neighbour(at, i));
        std::sort(waiting_.begin(), waiting_.end());
        waiting_.erase(std::unique(waiting_.begin(), waiting_.end()), waiting_.end());
    }

    const RasterField::Data& data_;
    RasterLayer& layer_;
    const TaskHook& hook_;
    std::ptrdiff_t stride_;
    std::ptrdiff_t around_[8]; ///< right, above, left, below, then across
    std::vector<std::size_t> waiting_;
    std::vector<std::size_t> looked_at_; ///< all that ever waited: whoever is beside another wall is among them
};

} // namespace

void correctNearest(const RasterField::Data& data, RasterLayer& layer, const TaskHook& hook)
{
    Corrector(data, layer, hook).run();
}

} // namespace clearway::published
