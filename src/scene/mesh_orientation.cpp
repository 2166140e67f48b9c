// SPDX-License-Identifier: MIT
// Which way round triangles run: neighbours made to agree, and closed parts that are inside out. Runs only where needed.
#include <algorithm>

#include "scene/mesh_parts.h"

namespace clearway::meshing {

namespace {

/// Calls visit(triangles, turns, is_closed) for each component: its triangles in breadth-first order, and for each whether it
/// runs against the first.
template <typename Visit>
void forComponents(const MeshData& mesh, Visit&& visit)
{
    const auto count = static_cast<std::uint32_t>(mesh.triangles.size());
    std::vector<bool> seen(count);
    std::vector<bool> turned(count);
    std::vector<std::uint32_t> component;
    for (std::uint32_t seed = 0; seed < count; ++seed)
    {
        if (seen[seed]) continue;
        component.assign(1, seed);
        seen[seed] = true;
        bool is_closed = true;
        for (std::size_t i = 0; i < component.size(); ++i)
        {
            const std::uint32_t t = component[i];
            for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h)
            {
                const std::uint32_t o = mesh.opposites[h];
                is_closed &= o != kNone;
                if (o == kNone || seen[o / 3]) continue;
                seen[o / 3] = true;
                turned[o / 3] = turned[t] != (mesh.origin(h) == mesh.origin(o));
                component.push_back(o / 3);
            }
        }
        visit(component, turned, is_closed);
    }
}

} // namespace

std::vector<std::uint32_t> findFlipped(const MeshData& mesh)
{
    std::vector<std::uint32_t> flipped;
    forComponents(mesh, [&](const std::vector<std::uint32_t>& component, const std::vector<bool>& turned, bool) {
        const auto is_turned = [&](std::uint32_t t) { return turned[t]; };
        const auto turned_count = std::count_if(component.begin(), component.end(), is_turned);
        const bool turn_these = 2 * static_cast<std::size_t>(turned_count) <= component.size();
        for (const std::uint32_t t : component)
            if (turned[t] == turn_these) flipped.push_back(t);
    });
    std::sort(flipped.begin(), flipped.end());
    return flipped;
}

std::vector<std::vector<std::uint32_t>> findInward(const MeshData& mesh)
{
    std::vector<std::vector<std::uint32_t>> inward;
    forComponents(mesh, [&](const std::vector<std::uint32_t>& component, const std::vector<bool>&, bool is_closed) {
        if (!is_closed) return;
        const Vec3 center = mesh.positions[mesh.triangles[component[0]][0]];
        double volume = 0;
        for (const std::uint32_t t : component)
        {
            const MeshTriangle& v = mesh.triangles[t];
            volume += dot(mesh.positions[v[0]] - center, cross(mesh.positions[v[1]] - center, mesh.positions[v[2]] - center));
        }
        if (volume < 0) inward.push_back(component);
    });
    return inward;
}

} // namespace clearway::meshing
