// SPDX-License-Identifier: MIT
// Which corners meet at a vertex: a radix sort of all corners by vertex, the second pass inside ranges of vertices that fit the
// nearest cache and that no other worker touches.
#include <algorithm>
#include <bit>

#include "scene/mesh_parts.h"

namespace clearway::meshing {

namespace {

constexpr int kRangeBits = 12; ///< vertices per range: their counters take 16 kB

/// Sorts the corners of the vertices [first, last), which are `range`, into place.
void sortRange(MeshData& mesh, std::span<const std::uint32_t> range, std::uint32_t begin, std::uint32_t first, std::uint32_t last)
{
    const std::uint32_t* const vertices = mesh.triangles.front().data();
    std::array<std::uint32_t, std::size_t{1} << kRangeBits> next = {};
    for (const std::uint32_t corner : range) ++next[vertices[corner] - first];
    std::uint32_t at = begin;
    for (std::uint32_t v = first; v < last; ++v)
    {
        mesh.corner_offsets[v] = at;
        at += std::exchange(next[v - first], at);
    }
    for (const std::uint32_t corner : range) mesh.corners[next[vertices[corner] - first]++] = corner;
}

} // namespace

void gatherCorners(MeshData& mesh, const TaskHook& hook)
{
    const auto vertex_count = static_cast<std::uint32_t>(mesh.positions.size());
    const std::size_t corner_count = mesh.triangles.size() * 3;
    mesh.corner_offsets = Buffer<std::uint32_t>(vertex_count + 1);
    mesh.corners = Buffer<std::uint32_t>(corner_count);
    const std::uint32_t* const vertices = mesh.triangles.front().data();
    const std::size_t range_count = ((vertex_count - 1) >> kRangeBits) + 1;
    const Buckets ranges =
        sortIntoBuckets(hook, corner_count, range_count, [&](std::size_t corner) { return vertices[corner] >> kRangeBits; });
    runTasks(hook, static_cast<int>(range_count), [&](int index) {
        const auto r = static_cast<std::size_t>(index);
        const std::uint32_t begin = ranges.begin[r];
        const auto first = static_cast<std::uint32_t>(r << kRangeBits);
        sortRange(mesh, ranges.items.span().subspan(begin, ranges.begin[r + 1] - begin), begin, first,
                  std::min(vertex_count, first + (1u << kRangeBits)));
    });
    mesh.corner_offsets[vertex_count] = static_cast<std::uint32_t>(corner_count);
}

void dropStrayVertices(MeshData& mesh)
{
    const auto vertex_count = static_cast<std::uint32_t>(mesh.positions.size());
    std::uint32_t used = 0;
    std::vector<std::uint32_t> numbers(vertex_count);
    std::vector<std::uint32_t> sources;
    for (std::uint32_t v = 0; v < vertex_count; ++v)
    {
        if (mesh.corner_offsets[v] == mesh.corner_offsets[v + 1]) continue;
        numbers[v] = used;
        sources.push_back(mesh.sourceVertex(v));
        mesh.positions[used] = mesh.positions[v];
        mesh.corner_offsets[used++] = mesh.corner_offsets[v];
    }
    mesh.corner_offsets[used] = mesh.corner_offsets[vertex_count];
    mesh.corner_offsets.shrink(used + 1);
    mesh.positions.resize(used);
    mesh.positions.shrink_to_fit();
    mesh.source_vertices = std::move(sources);
    for (MeshTriangle& triangle : mesh.triangles)
        for (std::uint32_t& vertex : triangle) vertex = numbers[vertex];
}

} // namespace clearway::meshing
