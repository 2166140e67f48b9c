// SPDX-License-Identifier: MIT
// The published index of a corridor map's balls: a kd-tree whose nodes hold interval trees.
// Why: to compare with. `CorridorMap::findEnclosingBall` gives the same answers from a hierarchy of boxes, which is faster.
// Based on: R. Geraerts, M. Overmars. The corridor map method: real-time high-quality path planning. 2007 (lines that halve the
// balls; those that a line cuts are kept with it, by their extent along it). O(n log n) to build, O(k + log^2 n) to ask, k being
// the balls whose boxes hold the point. Const and thread-safe; questions allocate nothing.
#pragma once
#include <cstdint>
#include <vector>

#include <clearway/base/none.h>
#include <clearway/corridor/corridor_map.h>

namespace clearway::published {

class BallTree
{
public:
    explicit BallTree(CorridorMap map);

    /// As `CorridorMap::findEnclosingBall`, to the same ball.
    CorridorMap::Ball findEnclosingBall(Vec2 p, double radius, int layer = kAnyLayer) const;
    std::size_t memoryBytes() const;

private:
    /// A line across, at `at` on an axis; below and above it other lines.
    struct Line
    {
        double at = 0;
        int axis = 0;
        std::uint32_t below = kNone;
        std::uint32_t above = kNone;
        std::uint32_t cut = kNone; ///< root of the interval tree of the balls that it cuts
    };
    /// Intervals that hold `at`, sorted by both ends; others are below or above.
    struct Interval
    {
        double at = 0;
        std::uint32_t below = kNone;
        std::uint32_t above = kNone;
        std::uint32_t first = 0; ///< into by_low_ and by_high_
        std::uint32_t count = 0;
    };
    struct End
    {
        double at = 0;
        std::uint32_t item = 0;
    };

    std::uint32_t buildLines(std::vector<std::uint32_t>& items, int axis);
    std::uint32_t buildIntervals(std::vector<std::uint32_t>& items, int axis);
    double lowOf(std::uint32_t item, int axis) const;
    double highOf(std::uint32_t item, int axis) const;
    template <typename Visit>
    void forEachHolding(std::uint32_t root, double at, Visit&& visit) const;

    CorridorMap map_;
    std::vector<std::uint32_t> samples_; ///< item - vertex count: index of the sample
    std::vector<std::uint32_t> sample_edges_;
    std::vector<Line> lines_;
    std::vector<Interval> intervals_;
    std::vector<End> by_low_;
    std::vector<End> by_high_;
    std::uint32_t root_ = kNone;
};

} // namespace clearway::published
