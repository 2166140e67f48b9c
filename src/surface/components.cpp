// SPDX-License-Identifier: MIT
// Which triangles hang together: sets joined inside chunks first, then across them. The lowest triangle stands for its set, so
// the order of joining leaves no trace.
#include <algorithm>

#include "surface/surface_parts.h"

namespace clearway::surfacing {

namespace {

class Sets
{
public:
    explicit Sets(std::size_t count) : parents_(count) {}

    void start(std::uint32_t item) { parents_[item] = item; }
    bool isRoot(std::uint32_t item) const { return parents_[item] == item; }

    std::uint32_t find(std::uint32_t item) const
    {
        while (parents_[item] != item) item = parents_[item];
        return item;
    }

    void join(std::uint32_t a, std::uint32_t b)
    {
        a = findAndShorten(a);
        b = findAndShorten(b);
        parents_[std::max(a, b)] = std::min(a, b);
    }

    std::uint32_t findAndShorten(std::uint32_t item)
    {
        while (parents_[item] != item) item = parents_[item] = parents_[parents_[item]];
        return item;
    }

private:
    Buffer<std::uint32_t> parents_;
};

} // namespace

void findComponents(SurfaceData& surface, const TaskHook& hook)
{
    const std::size_t count = surface.triangles.size();
    Sets sets(count);
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> across(countChunks(count));
    forChunks(hook, count, [&](const Chunk& chunk) {
        for (std::size_t t = chunk.begin; t < chunk.end; ++t) sets.start(static_cast<std::uint32_t>(t));
        for (std::size_t h = 3 * chunk.begin; h < 3 * chunk.end; ++h)
        {
            const std::uint32_t other = surface.opposites[h];
            if (other == kNone || other < h) continue;
            const auto t = static_cast<std::uint32_t>(h / 3);
            if (other / 3 < chunk.end)
                sets.join(t, other / 3);
            else
                across[chunk.index].emplace_back(t, other / 3);
        }
        for (std::size_t t = chunk.begin; t < chunk.end; ++t) sets.findAndShorten(static_cast<std::uint32_t>(t));
    });
    for (const auto& pairs : across)
        for (const auto& [a, b] : pairs) sets.join(a, b);

    std::vector<std::vector<std::uint32_t>> roots(countChunks(count));
    forChunks(hook, count, [&](const Chunk& chunk) {
        for (std::size_t t = chunk.begin; t < chunk.end; ++t)
            if (sets.isRoot(static_cast<std::uint32_t>(t))) roots[chunk.index].push_back(static_cast<std::uint32_t>(t));
    });
    Buffer<std::uint32_t> numbers(count); // of roots only
    surface.component_count = 0;
    for (const auto& list : roots)
        for (const std::uint32_t root : list) numbers[root] = surface.component_count++;
    surface.components = Buffer<std::uint32_t>(count);
    forChunks(hook, count, [&](const Chunk& chunk) {
        for (std::size_t t = chunk.begin; t < chunk.end; ++t)
            surface.components[t] = numbers[sets.find(static_cast<std::uint32_t>(t))];
    });
}

} // namespace clearway::surfacing
