// SPDX-License-Identifier: MIT
#include "voronoi/bottleneck.h"

#include <algorithm>
#include <numeric>

namespace clearway {

BottleneckForest::BottleneckForest(std::uint32_t node_count, std::span<const Link> links)
    : parent_(node_count), link_(node_count, kNone), rank_(node_count, kNone)
{
    std::iota(parent_.begin(), parent_.end(), 0u);
    std::vector<std::uint32_t> order(links.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
        return links[i].width != links[j].width ? links[i].width > links[j].width : i < j;
    });

    std::vector<std::uint32_t> size(node_count, 1);
    const auto root = [&](std::uint32_t node) {
        while (parent_[node] != node) node = parent_[node];
        return node;
    };
    for (std::uint32_t rank = 0; rank < order.size(); ++rank)
    {
        std::uint32_t u = root(links[order[rank]].u);
        std::uint32_t v = root(links[order[rank]].v);
        if (u == v) continue;
        if (size[u] > size[v] || (size[u] == size[v] && u < v)) std::swap(u, v);
        parent_[u] = v;
        link_[u] = order[rank];
        rank_[u] = rank;
        size[v] += size[u];
    }
}

std::uint32_t BottleneckForest::findNarrowest(std::uint32_t u, std::uint32_t v) const
{
    std::uint32_t narrowest = kNone;
    while (u != v)
    {
        std::uint32_t& wider = rank_[u] <= rank_[v] ? u : v;
        if (parent_[wider] == wider) return kNone;
        narrowest = link_[wider];
        wider = parent_[wider];
    }
    return narrowest;
}

} // namespace clearway
