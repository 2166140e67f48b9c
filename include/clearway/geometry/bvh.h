// SPDX-License-Identifier: MIT
// Bounding volume hierarchy over boxes: for items whose sizes differ widely, where a uniform grid wastes memory.
// O(n log n) to build, by median split with a total order, so the tree is the same everywhere. Const and thread-safe; queries allocate nothing.
#pragma once
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <clearway/geometry/box.h>

namespace clearway {

class Bvh
{
public:
    Bvh() = default;
    static Bvh build(std::span<const Box2> items);

    bool isEmpty() const { return nodes_.empty(); }

    /// Calls visit(item) once for each item whose box touches `box`.
    template <typename Visit>
    void forEachIn(const Box2& box, Visit&& visit) const;

    /// The item with the smallest distanceSq(item), a function of yours that is never below the squared distance from p to
    /// the item's box; ties go to the lower index. Nothing nearer than `limit_sq`: kNone.
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    template <typename DistanceSq>
    std::uint32_t findNearest(Vec2 p, DistanceSq&& item_distance_sq, double limit_sq = std::numeric_limits<double>::infinity()) const;

private:
    struct Node
    {
        Box2 box;
        std::uint32_t first = 0; ///< leaf: first item; inner: index of the second child (the first follows its parent)
        std::uint32_t count = 0; ///< leaf: number of items; inner: 0
    };
    static constexpr int kMaxDepth = 64;

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> items_;
};

} // namespace clearway
