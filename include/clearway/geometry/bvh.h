// SPDX-License-Identifier: MIT
// Bounding volume hierarchy over boxes: for items whose sizes differ widely, where a uniform grid wastes memory.
// O(n log n) to build, by median split with a total order, so the tree is the same everywhere. About 50 bytes per item.
// Const and thread-safe; queries allocate nothing.
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <clearway/base/none.h>
#include <clearway/geometry/box.h>

namespace clearway {

class Bvh
{
public:
    Bvh() = default;
    /// Empty boxes are kept out: no query finds them.
    static Bvh build(std::span<const Box2> items);

    bool isEmpty() const { return nodes_.empty(); }

    /// Calls visit(item) once for each item whose box touches `box`, always in the same order.
    template <typename Visit>
    void forEachIn(const Box2& box, Visit&& visit) const;

    /// The item with the smallest distanceSq(item), a function of yours that is never below the squared distance from p to
    /// the item's box (by more than rounding); ties go to the lower index. Nothing nearer than `limit_sq`: kNone.
    template <typename DistanceSq>
    std::uint32_t findNearest(Vec2 p, DistanceSq&& item_distance_sq,
                              double limit_sq = std::numeric_limits<double>::infinity()) const;

private:
    struct Node
    {
        Box2 box;
        std::uint32_t first = 0; ///< leaf: first item; inner: index of the second child (the first follows its parent)
        std::uint32_t count = 0; ///< leaf: number of items; inner: 0
    };
    struct Task;
    static constexpr int kMaxDepth = 64; ///< halves of 2^32 items at most

    Box2 computeRangeBounds(std::span<const Box2> items, const Task& task) const;
    std::uint32_t split(std::span<const Box2> items, const Task& task);

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> items_;
    std::vector<Box2> boxes_; ///< of items_, in the same order
};

template <typename Visit>
void Bvh::forEachIn(const Box2& box, Visit&& visit) const
{
    if (nodes_.empty()) return;
    std::array<std::uint32_t, kMaxDepth> waiting;
    int waiting_count = 0;
    std::uint32_t at = 0;
    for (;;)
    {
        const Node& node = nodes_[at];
        if (node.box.overlaps(box))
        {
            if (node.count == 0)
            {
                waiting[static_cast<std::size_t>(waiting_count++)] = node.first;
                ++at;
                continue;
            }
            for (std::uint32_t i = node.first; i < node.first + node.count; ++i)
                if (boxes_[i].overlaps(box)) visit(items_[i]);
        }
        if (waiting_count == 0) return;
        at = waiting[static_cast<std::size_t>(--waiting_count)];
    }
}

template <typename DistanceSq>
std::uint32_t Bvh::findNearest(Vec2 p, DistanceSq&& item_distance_sq, double limit_sq) const
{
    struct Waiting
    {
        std::uint32_t node = 0;
        double bound = 0;
    };
    // A little below the distance to the box, so that an item rounded to nearer than its box is not lost. A node as near as
    // the best is still searched: it may hold an equal item of lower index.
    constexpr double kSlack = 1 - 0x1p-46;
    const auto boundOf = [&](const Box2& box) { return distanceSq(p, box) * kSlack; };
    if (nodes_.empty()) return kNone;
    double best_sq = limit_sq;
    std::uint32_t best = kNone;
    std::array<Waiting, kMaxDepth> waiting;
    int waiting_count = 0;
    Waiting at = {0, boundOf(nodes_[0].box)};
    for (;;)
    {
        const Node& node = nodes_[at.node];
        if (at.bound <= best_sq)
        {
            if (node.count == 0)
            {
                Waiting nearer = {at.node + 1, boundOf(nodes_[at.node + 1].box)};
                Waiting farther = {node.first, boundOf(nodes_[node.first].box)};
                if (farther.bound < nearer.bound) std::swap(nearer, farther);
                waiting[static_cast<std::size_t>(waiting_count++)] = farther;
                at = nearer;
                continue;
            }
            for (std::uint32_t i = node.first; i < node.first + node.count; ++i)
            {
                if (boundOf(boxes_[i]) > best_sq) continue;
                const double item_sq = item_distance_sq(items_[i]);
                if (item_sq < best_sq || (item_sq == best_sq && items_[i] < best && best != kNone))
                {
                    best_sq = item_sq;
                    best = items_[i];
                }
            }
        }
        if (waiting_count == 0) return best;
        at = waiting[static_cast<std::size_t>(--waiting_count)];
    }
}

} // namespace clearway
