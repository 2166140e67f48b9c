// SPDX-License-Identifier: MIT
// Fans: the triangles that a walk around a vertex sees. A manifold vertex has one.
#include <algorithm>

#include "scene/mesh_parts.h"

namespace clearway::meshing {

namespace {

/// How many triangles a walk counter-clockwise around the origin of `start` passes until it is back or at a border.
std::size_t countFan(const MeshData& mesh, std::uint32_t start)
{
    std::size_t count = 0;
    std::uint32_t h = start;
    do
    {
        ++count;
        h = mesh.opposites[previousHalfedge(h)];
    } while (h != kNone && h != start);
    return count;
}

/// The corner where a walk around must start to see the most: the one without a neighbour clockwise, if there is any.
std::uint32_t findFanStart(const MeshData& mesh, std::span<const std::uint32_t> corners)
{
    for (const std::uint32_t corner : corners)
        if (mesh.opposites[corner] == kNone) return corner;
    return corners[0];
}

} // namespace

std::vector<FindingList> markFans(MeshData& mesh, const TaskHook& hook)
{
    std::vector<FindingList> findings(countChunks(mesh.positions.size()));
    forChunks(hook, mesh.positions.size(), [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i)
        {
            const auto v = static_cast<std::uint32_t>(i);
            const std::span<const std::uint32_t> corners = mesh.cornersOf(v);
            const std::uint32_t start = findFanStart(mesh, corners);
            std::uint8_t flags = mesh.vertex_flags[v];
            if (mesh.opposites[start] == kNone) flags |= MeshData::kBorder;
            const bool is_split = countFan(mesh, start) != corners.size();
            if (is_split) flags |= MeshData::kNotManifold;
            mesh.vertex_flags[v] = flags;
            if (flags & MeshData::kNotManifold)
                findings[chunk.index].push_back(
                    {MeshReport::Finding::Kind::non_manifold_vertex, mesh.sourceVertex(v), mesh.positions[v]});
        }
    });
    return findings;
}

void splitFans(MeshData& mesh)
{
    const auto vertex_count = static_cast<std::uint32_t>(mesh.positions.size());
    std::vector<std::uint32_t> rest;
    for (std::uint32_t v = 0; v < vertex_count; ++v)
    {
        if (!(mesh.vertex_flags[v] & MeshData::kNotManifold)) continue;
        const std::span<const std::uint32_t> corners = mesh.cornersOf(v);
        rest.assign(corners.begin(), corners.end());
        for (bool is_first = true; !rest.empty(); is_first = false)
        {
            std::uint32_t number = v;
            if (!is_first)
            {
                number = static_cast<std::uint32_t>(mesh.positions.size());
                if (mesh.source_vertices.empty())
                {
                    mesh.source_vertices.resize(vertex_count);
                    std::iota(mesh.source_vertices.begin(), mesh.source_vertices.end(), 0u);
                }
                mesh.positions.push_back(Vec3(mesh.positions[v]));
                mesh.source_vertices.push_back(mesh.sourceVertex(v));
            }
            const std::uint32_t start = findFanStart(mesh, rest);
            std::vector<std::uint32_t> fan;
            std::uint32_t h = start;
            do
            {
                fan.push_back(h);
                mesh.triangles[h / 3][h % 3] = number;
                h = mesh.opposites[previousHalfedge(h)];
            } while (h != kNone && h != start);
            std::sort(fan.begin(), fan.end());
            std::vector<std::uint32_t> left;
            std::set_difference(rest.begin(), rest.end(), fan.begin(), fan.end(), std::back_inserter(left));
            rest = std::move(left);
        }
    }
}

} // namespace clearway::meshing
