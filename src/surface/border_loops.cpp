// SPDX-License-Identifier: MIT
// Borders: half-edges without an opposite, each followed by the one that starts where it ends, round the same fan.
#include <algorithm>

#include "surface/surface_parts.h"

namespace clearway::surfacing {

namespace {

std::vector<std::uint32_t> listBorder(const SurfaceData& surface, const TaskHook& hook)
{
    std::vector<std::vector<std::uint32_t>> lists(countChunks(surface.opposites.size()));
    forChunks(hook, surface.opposites.size(), [&](const Chunk& chunk) {
        for (std::size_t h = chunk.begin; h < chunk.end; ++h)
            if (surface.opposites[h] == kNone) lists[chunk.index].push_back(static_cast<std::uint32_t>(h));
    });
    std::vector<std::uint32_t> border;
    for (const auto& list : lists) border.insert(border.end(), list.begin(), list.end());
    return border;
}

std::uint32_t findNextOnBorder(const SurfaceData& surface, std::uint32_t halfedge)
{
    std::uint32_t next = nextHalfedge(halfedge);
    while (surface.opposites[next] != kNone) next = nextHalfedge(surface.opposites[next]);
    return next;
}

} // namespace

void findBorderLoops(SurfaceData& surface, const TaskHook& hook)
{
    const std::vector<std::uint32_t> border = listBorder(surface, hook);
    Buffer<std::uint32_t> place(surface.opposites.size()); // in `border`, of its half-edges only
    for (std::uint32_t i = 0; i < border.size(); ++i) place[border[i]] = i;
    std::vector<std::uint32_t> next(border.size());
    forChunks(hook, border.size(), [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) next[i] = place[findNextOnBorder(surface, border[i])];
    });
    std::vector<bool> seen(border.size());
    surface.loops.clear();
    surface.border_halfedges.clear();
    surface.border_halfedges.reserve(border.size());
    for (std::uint32_t start = 0; start < border.size(); ++start)
    {
        if (seen[start]) continue;
        const auto first = static_cast<std::uint32_t>(surface.border_halfedges.size());
        for (std::uint32_t i = start; !seen[i]; i = next[i])
        {
            seen[i] = true;
            surface.border_halfedges.push_back(border[i]);
        }
        surface.loops.push_back({first, static_cast<std::uint32_t>(surface.border_halfedges.size()) - first});
    }
}

void splitSurfaceFans(SurfaceData& surface)
{
    // A vertex with several fans has a border half-edge leaving it in each.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> leaving; // vertex, half-edge
    for (std::uint32_t h = 0; h < surface.opposites.size(); ++h)
        if (surface.opposites[h] == kNone) leaving.emplace_back(surface.origin(h), h);
    std::sort(leaving.begin(), leaving.end());
    std::vector<std::uint32_t> copies;
    const auto vertex_count = static_cast<std::uint32_t>(surface.positions.size());
    for (std::size_t i = 1; i < leaving.size(); ++i)
    {
        const auto [vertex, start] = leaving[i];
        if (vertex != leaving[i - 1].first) continue;
        const auto number = vertex_count + static_cast<std::uint32_t>(copies.size());
        copies.push_back(vertex);
        for (std::uint32_t h = start; h != kNone; h = surface.opposites[previousHalfedge(h)])
            surface.triangles[h / 3][h % 3] = number;
    }
    if (copies.empty()) return;
    Buffer<Vec3> positions(vertex_count + copies.size());
    Buffer<double> accelerations(vertex_count + copies.size());
    for (std::uint32_t v = 0; v < positions.size(); ++v)
    {
        const std::uint32_t from = v < vertex_count ? v : copies[v - vertex_count];
        positions[v] = surface.positions[from];
        accelerations[v] = surface.accelerations[from];
    }
    surface.positions = std::move(positions);
    surface.accelerations = std::move(accelerations);
}

} // namespace clearway::surfacing
