// SPDX-License-Identifier: MIT
// Bounding volume hierarchy over boxes in space. Items are sorted along a space-filling curve (Morton order) and grouped by four
// from the bottom up, so building is linear but for the radix sort and the tree is the same everywhere.
// About 25 bytes per item, 8 more from the first update on. Queries are const and thread-safe and allocate nothing.
// Based on: C. Lauterbach et al. Fast BVH construction on GPUs. 2009 (the order; our tree is implicit)
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <clearway/base/execution.h>
#include <clearway/base/none.h>
#include <clearway/geometry/box3.h>

namespace clearway {

class Bvh3
{
public:
    Bvh3() = default;
    /// Boxes must not be empty.
    static Bvh3 build(std::span<const Box3> items, const Execution& execution = {});

    bool isEmpty() const { return order_.empty(); }
    std::size_t memoryBytes() const { return (order_.size() + places_.size() + next_.size()) * 4 + nodes_.size() * sizeof(Box3); }
    Box3 bounds() const { return isEmpty() ? Box3{} : nodes_.back(); } ///< of all items

    /// After items changed: they are now [0, count), and `changed` lists those whose boxes are other ones, new items among them;
    /// it may hold some twice, and some that are no more. `boxOf(item)` is asked for these and for the items beside them. Items
    /// that left their leaf go to the one that is nearest now; the tree keeps its shape. Answers are those of a new tree. Time
    /// follows `changed` and the difference in count, but for the first call, which is linear. The tree must not be empty.
    template <typename BoxOf>
    void update(std::uint32_t count, std::span<const std::uint32_t> changed, BoxOf&& boxOf);
    /// Whether updates made it so much worse that a new one is worth its time: leaves twice as large, or many crowded ones.
    bool isWorn() const { return leaf_sizes_ > 2 * built_leaf_sizes_ || crowded_ > order_.size() / 4 + 16; }

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

    void startUpdates();
    void takeOut(std::uint32_t item);
    void putIn(std::uint32_t item, std::uint32_t leaf);
    std::uint32_t findLeaf(Vec3 p) const;
    void replaceLeaf(std::uint32_t leaf, const Box3& box);
    void refitAbove(std::vector<std::uint32_t>& nodes);
    /// The next item at the same place.
    std::uint32_t next(std::uint32_t item) const { return next_.empty() ? kNone : next_[item]; }

    std::vector<std::uint32_t> order_;  ///< the first item at each place, four places to a leaf; kNone where there is none
    std::vector<std::uint32_t> places_; ///< of items in order_; empty until the first update
    std::vector<std::uint32_t> next_;   ///< the item behind each at its place; empty until the first update
    std::vector<Box3> nodes_;           ///< leaves first, then each level above, the root last
    double leaf_sizes_ = 0;             ///< sum of the sides of the leaves; known from the first update on
    double built_leaf_sizes_ = 0;
    std::size_t crowded_ = 0; ///< how often an item came to a leaf without a free place
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
                for (std::uint32_t item = order_[i]; item != kNone; item = next(item))
                    if (visit(item)) return true;
            continue;
        }
        const std::uint32_t end = (std::min)(first + kFan, levels_[at.level - 1].count);
        for (std::uint32_t i = end; i-- > first;) waiting[count++] = {at.level - 1, i};
    }
    return false;
}

template <typename BoxOf>
void Bvh3::update(std::uint32_t count, std::span<const std::uint32_t> changed, BoxOf&& boxOf)
{
    if (places_.empty()) startUpdates();
    std::vector<std::uint32_t> leaves;
    leaves.reserve(2 * changed.size());
    for (auto item = static_cast<std::uint32_t>(places_.size()); item-- > count;)
    {
        if (places_[item] == kNone) continue;
        leaves.push_back(places_[item] / kFan);
        takeOut(item);
    }
    places_.resize(count, kNone);
    next_.resize(count, kNone);
    for (const std::uint32_t item : changed)
    {
        if (item >= count) continue;
        const Vec3 center = boxOf(item).center();
        if (places_[item] != kNone)
        {
            leaves.push_back(places_[item] / kFan);
            if (nodes_[leaves.back()].contains(center)) continue;
            takeOut(item);
        }
        leaves.push_back(findLeaf(center));
        putIn(item, leaves.back());
    }
    std::sort(leaves.begin(), leaves.end());
    leaves.erase(std::unique(leaves.begin(), leaves.end()), leaves.end());
    for (const std::uint32_t leaf : leaves)
    {
        Box3 box;
        const auto end = std::min<std::size_t>(std::size_t{leaf} * kFan + kFan, order_.size());
        for (std::size_t i = std::size_t{leaf} * kFan; i < end; ++i)
            for (std::uint32_t item = order_[i]; item != kNone; item = next_[item]) box.add(boxOf(item));
        replaceLeaf(leaf, box);
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
                for (std::uint32_t item = order_[i]; item != kNone; item = next(item))
                {
                    const double bound = itemBound(item);
                    if (bound < best || (bound == best && item < best_item && best_item != kNone))
                    {
                        best = bound;
                        best_item = item;
                    }
                }
            continue;
        }
        // The nearest child is looked at first.
        std::array<Waiting, kFan> children;
        std::size_t child_count = 0;
        const std::uint32_t end = (std::min)(first + kFan, levels_[at.level - 1].count);
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
