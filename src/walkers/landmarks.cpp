// SPDX-License-Identifier: MIT
#include "walkers/landmarks.h"

#include <algorithm>
#include <limits>

#include "walkers/cost_heap.h"

namespace clearway::walkers {

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

void computeDistances(const Rows& rows, std::uint32_t source, CostHeap& heap, std::vector<float>& distances)
{
    distances.assign(rows.map().vertices().size(), kInfinity);
    distances[source] = 0;
    heap.clear();
    heap.push(0, source);
    while (!heap.isEmpty())
    {
        const auto [cost, vertex] = heap.pop();
        if (cost > distances[vertex]) continue;
        for (const Rows::Link& link : rows.linksAt(vertex))
        {
            const float other = cost + link.length;
            if (other >= distances[link.head]) continue;
            distances[link.head] = other;
            heap.push(other, link.head);
        }
    }
}

/// How many vertices links connect with each.
std::vector<std::uint32_t> computeComponentSizes(const Rows& rows)
{
    const auto count = static_cast<std::uint32_t>(rows.map().vertices().size());
    std::vector<std::uint32_t> sizes(count, 0), members;
    for (std::uint32_t start = 0; start < count; ++start)
    {
        if (sizes[start] != 0) continue;
        members.assign(1, start);
        sizes[start] = 1;
        for (std::size_t i = 0; i < members.size(); ++i)
            for (const Rows::Link& link : rows.linksAt(members[i]))
                if (sizes[link.head] == 0)
                {
                    sizes[link.head] = 1;
                    members.push_back(link.head);
                }
        for (const std::uint32_t member : members) sizes[member] = static_cast<std::uint32_t>(members.size());
    }
    return sizes;
}

} // namespace

Landmarks::Landmarks(const Rows& rows)
{
    const auto count = static_cast<std::uint32_t>(rows.map().vertices().size());
    Distances far;
    far.fill(kInfinity);
    distances_.assign(count, far);
    std::vector<float> nearest(count, kInfinity), distances;
    CostHeap heap;
    // Each one is the vertex farthest from those before it. Where ways do not lead to is farther than everything else, but small
    // places that are cut off need no landmark.
    const std::vector<std::uint32_t> sizes = computeComponentSizes(rows);
    const std::uint32_t largest = count > 0 ? std::ranges::max(sizes) : 0;
    for (int i = 0; i < kCount && count > 0; ++i)
    {
        std::uint32_t next = kNone;
        for (std::uint32_t v = 0; v < count; ++v)
            if (sizes[v] >= largest / kCount && (next == kNone || nearest[v] > nearest[next])) next = v;
        computeDistances(rows, next, heap, distances);
        for (std::uint32_t v = 0; v < count; ++v)
        {
            distances_[v][static_cast<std::size_t>(i)] = distances[v];
            nearest[v] = std::min(nearest[v], distances[v]);
        }
    }
}

} // namespace clearway::walkers
