// SPDX-License-Identifier: MIT
#include "voronoi/bottleneck.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace clearway {

BottleneckForest::BottleneckForest(std::uint32_t node_count, std::span<const Link> links)
    : order_(links.size()), place_(node_count), gaps_(node_count, kNone)
{
    std::iota(order_.begin(), order_.end(), 0u);
    std::sort(order_.begin(), order_.end(), [&](std::uint32_t i, std::uint32_t j) {
        return links[i].width != links[j].width ? links[i].width > links[j].width : i < j;
    });

    // A row is named after one of its nodes, and knows its first and last one.
    std::vector<std::uint32_t> parent(node_count), first(node_count), last(node_count), size(node_count, 1);
    std::iota(parent.begin(), parent.end(), 0u);
    std::iota(first.begin(), first.end(), 0u);
    std::iota(last.begin(), last.end(), 0u);
    std::vector<std::uint32_t> next(node_count, kNone), gap_after(node_count, kNone);
    const auto rowOf = [&](std::uint32_t node) {
        while (parent[node] != node) node = parent[node] = parent[parent[node]];
        return node;
    };
    for (std::uint32_t rank = 0; rank < order_.size(); ++rank)
    {
        std::uint32_t u = rowOf(links[order_[rank]].u), v = rowOf(links[order_[rank]].v);
        if (u == v) continue;
        if (size[u] < size[v] || (size[u] == size[v] && v < u)) std::swap(u, v);
        next[last[u]] = first[v];
        gap_after[last[u]] = rank;
        last[u] = last[v];
        size[u] += size[v];
        parent[v] = u;
    }

    std::uint32_t place = 0;
    for (std::uint32_t node = 0; node < node_count; ++node)
    {
        if (rowOf(node) != node) continue;
        for (std::uint32_t at = first[node]; at != kNone; at = next[at])
        {
            place_[at] = place;
            gaps_[place++] = gap_after[at];
        }
    }
    buildTable();
}

void BottleneckForest::buildTable()
{
    const std::size_t blocks = gaps_.size() / kBlock; // a last one that is not full is always scanned
    if (blocks == 0) return;
    table_.emplace_back(blocks);
    for (std::size_t i = 0; i < blocks; ++i)
        table_[0][i] = *std::max_element(gaps_.begin() + static_cast<std::ptrdiff_t>(i * kBlock),
                                         gaps_.begin() + static_cast<std::ptrdiff_t>((i + 1) * kBlock));
    for (std::size_t reach = 1; 2 * reach <= blocks; reach *= 2)
    {
        const std::vector<std::uint32_t>& below = table_.back();
        std::vector<std::uint32_t> level(blocks - 2 * reach + 1);
        for (std::size_t i = 0; i < level.size(); ++i) level[i] = std::max(below[i], below[i + reach]);
        table_.push_back(std::move(level));
    }
}

std::uint32_t BottleneckForest::findNarrowest(std::uint32_t u, std::uint32_t v) const
{
    std::uint32_t begin = place_[u], end = place_[v];
    if (begin > end) std::swap(begin, end);
    std::uint32_t narrowest = 0;
    const auto scan = [&](std::uint32_t from, std::uint32_t to) {
        for (std::uint32_t i = from; i < to; ++i) narrowest = std::max(narrowest, gaps_[i]);
    };
    const std::uint32_t first_block = (begin + kBlock - 1) / kBlock, last_block = end / kBlock;
    if (first_block >= last_block)
        scan(begin, end);
    else
    {
        scan(begin, first_block * kBlock);
        scan(last_block * kBlock, end);
        const auto level = static_cast<std::uint32_t>(std::bit_width(last_block - first_block) - 1);
        narrowest = std::max({narrowest, table_[level][first_block], table_[level][last_block - (1u << level)]});
    }
    return narrowest == kNone ? kNone : order_[narrowest];
}

std::size_t BottleneckForest::memoryBytes() const
{
    std::size_t count = order_.capacity() + place_.capacity() + gaps_.capacity();
    for (const auto& level : table_) count += level.capacity();
    return count * sizeof(std::uint32_t) + table_.capacity() * sizeof(table_[0]);
}

} // namespace clearway
