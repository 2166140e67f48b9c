// SPDX-License-Identifier: MIT
#include <clearway/geometry/bvh3.h>

#include <algorithm>

#include "base/chunks.h"
#include "base/workers.h"

namespace clearway {

namespace {

/// The lowest ten bits of x, two zeros between each.
std::uint32_t spread(std::uint32_t x)
{
    x = (x | (x << 16)) & 0x030000ff;
    x = (x | (x << 8)) & 0x0300f00f;
    x = (x | (x << 4)) & 0x030c30c3;
    return (x | (x << 2)) & 0x09249249;
}

/// Places along the curve through 2^30 cubes of the common box.
Buffer<std::uint32_t> computeCodes(std::span<const Box3> items, const TaskHook& hook)
{
    std::vector<Box3> bounds(countChunks(items.size()));
    forChunks(hook, items.size(), [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) bounds[chunk.index].add(items[i].center());
    });
    Box3 box;
    for (const Box3& b : bounds) box.add(b);
    const Vec3 size = box.size();
    const auto factor = [](double length) { return length > 0 ? 1023.999 / length : 0; };
    const Vec3 scale = {factor(size.x), factor(size.y), factor(size.z)};
    Buffer<std::uint32_t> codes(items.size());
    forChunks(hook, items.size(), [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i)
        {
            const Vec3 p = items[i].center() - box.min;
            codes[i] = spread(static_cast<std::uint32_t>(p.x * scale.x)) |
                       spread(static_cast<std::uint32_t>(p.y * scale.y)) << 1 |
                       spread(static_cast<std::uint32_t>(p.z * scale.z)) << 2;
        }
    });
    return codes;
}

double computeSides(const Box3& box)
{
    const Vec3 size = box.size();
    return box.isEmpty() ? 0 : size.x + size.y + size.z;
}

} // namespace

Bvh3 Bvh3::build(std::span<const Box3> items, const Execution& execution)
{
    const TaskWorkers workers(execution);
    const TaskHook& hook = workers.hook();
    Bvh3 tree;
    if (items.empty()) return tree;
    // Three passes of ten bits, lowest first; each is stable, so equal places stay in the order of the items.
    const Buffer<std::uint32_t> codes = computeCodes(items, hook);
    Buckets sorted = sortIntoBuckets(hook, items.size(), 1024, [&](std::size_t i) { return codes[i] & 1023; });
    for (const int shift : {10, 20})
    {
        Buckets next =
            sortIntoBuckets(hook, items.size(), 1024, [&](std::size_t i) { return codes[sorted.items[i]] >> shift & 1023; });
        forChunks(hook, items.size(), [&](const Chunk& chunk) {
            for (std::size_t i = chunk.begin; i < chunk.end; ++i) next.items[i] = sorted.items[next.items[i]];
        });
        sorted = std::move(next);
    }
    tree.order_.assign(sorted.items.span().begin(), sorted.items.span().end());

    auto count = static_cast<std::uint32_t>(items.size());
    std::uint32_t total = 0;
    do
    {
        count = (count - 1) / kFan + 1;
        tree.levels_[tree.level_count_++] = {total, count};
        total += count;
    } while (count > 1);
    tree.nodes_.resize(total);
    forChunks(hook, tree.levels_[0].count, [&](const Chunk& chunk) {
        for (std::size_t leaf = chunk.begin; leaf < chunk.end; ++leaf)
            for (std::size_t i = leaf * kFan; i < std::min(leaf * kFan + kFan, items.size()); ++i)
                tree.nodes_[leaf].add(items[tree.order_[i]]);
    });
    for (std::uint32_t level = 1; level < tree.level_count_; ++level)
        for (std::uint32_t node = 0; node < tree.levels_[level].count; ++node)
            for (std::uint32_t i = node * kFan; i < std::min(node * kFan + kFan, tree.levels_[level - 1].count); ++i)
                tree.nodes_[tree.levels_[level].first + node].add(Box3(tree.nodes_[tree.levels_[level - 1].first + i]));
    return tree;
}

void Bvh3::startUpdates()
{
    places_.resize(order_.size());
    next_.assign(order_.size(), kNone);
    for (std::uint32_t i = 0; i < order_.size(); ++i) places_[order_[i]] = i;
    for (std::uint32_t leaf = 0; leaf < levels_[0].count; ++leaf) built_leaf_sizes_ += computeSides(nodes_[leaf]);
    leaf_sizes_ = built_leaf_sizes_;
}

void Bvh3::takeOut(std::uint32_t item)
{
    std::uint32_t* link = &order_[places_[item]];
    while (*link != item) link = &next_[*link];
    *link = next_[item];
    next_[item] = kNone;
    places_[item] = kNone;
}

void Bvh3::putIn(std::uint32_t item, std::uint32_t leaf)
{
    const std::uint32_t first = leaf * kFan;
    const auto end = static_cast<std::uint32_t>(std::min<std::size_t>(first + kFan, order_.size()));
    std::uint32_t place = first;
    while (place < end && order_[place] != kNone) ++place;
    if (place == end)
    {
        ++crowded_;
        place = first;
    }
    next_[item] = order_[place];
    order_[place] = item;
    places_[item] = place;
}

/// Down from the root to the nearest node each time, of equally near ones the smallest.
std::uint32_t Bvh3::findLeaf(Vec3 p) const
{
    std::uint32_t node = 0;
    for (std::uint32_t level = level_count_ - 1; level > 0; --level)
    {
        const Box3* nodes = &nodes_[levels_[level - 1].first];
        const std::uint32_t first = node * kFan, end = std::min(first + kFan, levels_[level - 1].count);
        node = first;
        for (std::uint32_t i = first + 1; i < end; ++i)
        {
            const double d = distanceSq(p, nodes[i]), least = distanceSq(p, nodes[node]);
            if (d < least || (d == least && computeSides(nodes[i]) < computeSides(nodes[node]))) node = i;
        }
    }
    return node;
}

void Bvh3::replaceLeaf(std::uint32_t leaf, const Box3& box)
{
    leaf_sizes_ += computeSides(box) - computeSides(nodes_[leaf]);
    nodes_[leaf] = box;
}

/// `nodes` are the ones of the lowest level that changed, rising.
void Bvh3::refitAbove(std::vector<std::uint32_t>& nodes)
{
    for (std::uint32_t level = 1; level < level_count_; ++level)
    {
        for (std::uint32_t& node : nodes) node /= kFan;
        nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
        for (const std::uint32_t node : nodes)
        {
            Box3 box;
            for (std::uint32_t i = node * kFan; i < std::min(node * kFan + kFan, levels_[level - 1].count); ++i)
                box.add(nodes_[levels_[level - 1].first + i]);
            nodes_[levels_[level].first + node] = box;
        }
    }
}

} // namespace clearway
