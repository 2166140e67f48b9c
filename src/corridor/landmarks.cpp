// SPDX-License-Identifier: MIT
#include "corridor/landmarks.h"

#include <algorithm>
#include <limits>

#include "corridor/data.h"

namespace clearway::corridor {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Waiting
{
    double cost = 0;
    std::uint32_t vertex = 0;
    friend bool operator<(const Waiting& a, const Waiting& b) { return a.cost != b.cost ? a.cost > b.cost : a.vertex > b.vertex; }
};

void computeDistances(const CorridorMap::Data& data, std::uint32_t from, std::vector<double>& costs, std::vector<Waiting>& heap)
{
    costs.assign(data.vertices.size(), kInfinity);
    costs[from] = 0;
    heap.assign(1, {0, from});
    while (!heap.empty())
    {
        const Waiting at = heap.front();
        std::pop_heap(heap.begin(), heap.end());
        heap.pop_back();
        if (at.cost > costs[at.vertex]) continue;
        for (std::uint32_t i = data.first_at[at.vertex]; i < data.first_at[at.vertex + 1]; ++i)
        {
            const CorridorMap::Edge& edge = data.edges[data.at[i] / 2];
            const std::uint32_t other = data.at[i] % 2 ? edge.a : edge.b;
            if (edge.is_branch || at.cost + edge.length >= costs[other]) continue;
            costs[other] = at.cost + edge.length;
            heap.push_back({costs[other], other});
            std::push_heap(heap.begin(), heap.end());
        }
    }
}

/// A vertex of the largest component, one that is not only a leaf of a branch.
std::uint32_t findFirst(const CorridorMap::Data& data)
{
    std::vector<std::uint32_t> sizes(data.component_count), first(data.component_count, kNone);
    for (const CorridorMap::Edge& edge : data.edges)
    {
        if (edge.is_branch) continue;
        const std::uint32_t component = data.vertices[edge.a].component;
        if (first[component] == kNone) first[component] = edge.a;
        ++sizes[component];
    }
    const auto largest = std::max_element(sizes.begin(), sizes.end());
    return largest == sizes.end() ? kNone : first[static_cast<std::size_t>(largest - sizes.begin())];
}

} // namespace

Landmarks::Landmarks(const CorridorMap::Data& data, std::uint32_t count)
{
    const std::uint32_t first = findFirst(data);
    if (first == kNone) return;
    count_ = std::min(count, kMost);
    distances_.assign(data.vertices.size() * count_, kFar);
    std::vector<double> costs, nearest;
    std::vector<Waiting> heap;
    computeDistances(data, first, nearest, heap);
    for (std::uint32_t i = 0; i < count_; ++i)
    {
        std::uint32_t farthest = first;
        for (std::uint32_t v = 0; v < nearest.size(); ++v)
            if (nearest[v] < kInfinity && nearest[v] > nearest[farthest]) farthest = v;
        computeDistances(data, farthest, costs, heap);
        for (std::uint32_t v = 0; v < costs.size(); ++v)
        {
            if (costs[v] < kInfinity) distances_[std::size_t{v} * count_ + i] = static_cast<float>(costs[v]);
            nearest[v] = i == 0 ? costs[v] : std::min(nearest[v], costs[v]);
        }
    }
}

} // namespace clearway::corridor
