// SPDX-License-Identifier: MIT
// Bounding volume hierarchy over boxes in space. Items are sorted along a space-filling curve (Morton order) and grouped by four
// from the bottom up, so building is linear but for the radix sort and the tree is the same everywhere.
// About 25 bytes per item. Const and thread-safe; queries allocate nothing.
// Based on: C. Lauterbach et al. Fast BVH construction on GPUs. 2009 (the order; our tree is implicit)
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <clearway/base/tasks.h>
#include <clearway/geometry/box3.h>

namespace clearway {

class Bvh3
{
public:
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    Bvh3() = default;
    /// Boxes must not be empty.
    static Bvh3 build(std::span<const Box3> items, const TaskHook& hook = {});

    bool isEmpty() const { return order_.empty(); }
    std::size_t byteCount() const { return (order_.size() + places_.size()) * 4 + nodes_.size() * sizeof(Box3); }

    /// After the boxes of some items changed; `boxOf(item)` is asked for those and the items beside them in the tree. The tree
    /// keeps its shape, so it gets slower when items wander far. Time follows `items`, but for the first call.
    template <typename BoxOf>
    void refit(std::span<const std::uint32_t> items, BoxOf&& boxOf);

    /// Calls visit(item) for every item of each leaf whose box satisfies touches(box); return true from visit to stop.
    template <typename Touches, typename Visit>
    bool forEachTouching(Touches&& touches, Visit&& visit) const;

    /// The item with the smallest bound: `boxBound(box)` must not exceed `itemBound(item)` of any item inside by more than
    /// rounding; ties go to the lower index. Nothing below `limit`: kNone.
    template <typename BoxBound, typename ItemBound>
    std::uint32_t findLeast(BoxBound&& boxBound, ItemBound&& itemBound,
                            double limit = std::numeric_limits<double>::infinity()) const;

private:
    static constexpr std::uint32_t kFan = 4;
    static constexpr std::size_t kMaxDepth = 17; ///< of 4-way levels over 2^32 items
    struct Level
    {
        std::uint32_t first = 0; ///< in nodes_
        std::uint32_t count = 0;
    };

    void listPlaces();
    void refitAbove(std::vector<std::uint32_t>& nodes);

    std::vector<std::uint32_t> order_;  ///< items, four to a leaf
    std::vector<std::uint32_t> places_; ///< of items in order_; empty until something is refitted
    std::vector<Box3> nodes_;           ///< leaves first, then each level above, the root last
    std::array<Level, kMaxDepth> levels_ = {};
    std::uint32_t level_count_ = 0;
};

template <typename Touches, typename Visit>
bool Bvh3::forEachTouching(Touches&& touches, Visit&& visit) const
{
    if (isEmpty()) return false;
    struct Waiting
    {
        std::uint32_t level, index;
    };
    std::array<Waiting, kMaxDepth * kFan> waiting;
    std::size_t count = 0;
    waiting[count++] = {level_count_ - 1, 0};
    while (count > 0)
    {
        const Waiting at = waiting[--count];
        if (!touches(nodes_[levels_[at.level].first + at.index])) continue;
        const std::uint32_t first = at.index * kFan;
        if (at.level == 0)
        {
            const auto end = std::min<std::size_t>(first + kFan, order_.size());
            for (std::size_t i = first; i < end; ++i)
                if (visit(order_[i])) return true;
            continue;
        }
        const std::uint32_t end = std::min(first + kFan, levels_[at.level - 1].count);
        for (std::uint32_t i = end; i-- > first;) waiting[count++] = {at.level - 1, i};
    }
    return false;
}

template <typename BoxOf>
void Bvh3::refit(std::span<const std::uint32_t> items, BoxOf&& boxOf)
{
    if (isEmpty() || items.empty()) return;
    if (places_.empty()) listPlaces();
    std::vector<std::uint32_t> leaves;
    leaves.reserve(items.size());
    for (const std::uint32_t item : items) leaves.push_back(places_[item] / kFan);
    std::sort(leaves.begin(), leaves.end());
    leaves.erase(std::unique(leaves.begin(), leaves.end()), leaves.end());
    for (const std::uint32_t leaf : leaves)
    {
        Box3 box;
        const auto end = std::min<std::size_t>(std::size_t{leaf} * kFan + kFan, order_.size());
        for (std::size_t i = std::size_t{leaf} * kFan; i < end; ++i) box.add(boxOf(order_[i]));
        nodes_[leaf] = box;
    }
    refitAbove(leaves);
}

template <typename BoxBound, typename ItemBound>
std::uint32_t Bvh3::findLeast(BoxBound&& boxBound, ItemBound&& itemBound, double limit) const
{
    if (isEmpty()) return kNone;
    // A little below the bound of the box, so that an item rounded to nearer than its box is not lost.
    constexpr double kSlack = 1 - 0x1p-40;
    struct Waiting
    {
        double bound;
        std::uint32_t level, index;
    };
    std::array<Waiting, kMaxDepth * kFan> waiting;
    std::size_t count = 0;
    waiting[count++] = {0, level_count_ - 1, 0};
    double best = limit;
    std::uint32_t best_item = kNone;
    while (count > 0)
    {
        const Waiting at = waiting[--count];
        if (at.bound > best) continue;
        const std::uint32_t first = at.index * kFan;
        if (at.level == 0)
        {
            const auto end = std::min<std::size_t>(first + kFan, order_.size());
            for (std::size_t i = first; i < end; ++i)
            {
                const double bound = itemBound(order_[i]);
                if (bound < best || (bound == best && order_[i] < best_item && best_item != kNone))
                {
                    best = bound;
                    best_item = order_[i];
                }
            }
            continue;
        }
        // The nearest child is looked at first.
        std::array<Waiting, kFan> children;
        std::size_t child_count = 0;
        const std::uint32_t end = std::min(first + kFan, levels_[at.level - 1].count);
        for (std::uint32_t i = first; i < end; ++i)
        {
            const Waiting child = {boxBound(nodes_[levels_[at.level - 1].first + i]) * kSlack, at.level - 1, i};
            if (child.bound > best) continue;
            std::size_t k = child_count++;
            for (; k > 0 && children[k - 1].bound < child.bound; --k) children[k] = children[k - 1];
            children[k] = child;
        }
        for (std::size_t k = 0; k < child_count; ++k) waiting[count++] = children[k];
    }
    return best_item;
}

} // namespace clearway
