// SPDX-License-Identifier: MIT
// Triangles of the source that come and go, and what that changes around them.
#include <algorithm>

#include "scene/mesh_parts.h"
#include "surface/editor_work.h"

namespace clearway {

using Work = SurfaceEditor::Work;

namespace {

constexpr std::uint16_t kNewState = 0xffff; ///< of a triangle that was never cut

} // namespace

std::span<const std::uint32_t> Work::cornersOf(std::uint32_t vertex) const
{
    if (!other_corners.empty())
    {
        const auto at = other_corners.find(vertex);
        if (at != other_corners.end()) return at->second;
    }
    return source->cornersOf(vertex);
}

std::vector<std::uint32_t>& Work::editCorners(std::uint32_t vertex)
{
    const auto [at, is_new] = other_corners.try_emplace(vertex);
    if (is_new && vertex + 1 < source->corner_offsets.size())
    {
        const std::span<const std::uint32_t> corners = source->cornersOf(vertex);
        at->second.assign(corners.begin(), corners.end());
    }
    return at->second;
}

void Work::gatherSourceCorners()
{
    if (other_corners.empty()) return;
    other_corners.clear();
    meshing::gatherCorners(*source, options.execution.task_hook);
}

std::vector<std::uint32_t> Work::listSides(std::uint32_t a, std::uint32_t b) const
{
    std::vector<std::uint32_t> sides;
    for (const std::uint32_t corner : cornersOf(a))
    {
        if (source->target(corner) == b) sides.push_back(corner);
        const std::uint32_t before = previousHalfedge(corner);
        if (source->origin(before) == b) sides.push_back(before);
    }
    return sides;
}

void Work::linkSides(std::uint32_t a, std::uint32_t b)
{
    const std::vector<std::uint32_t> sides = listSides(a, b);
    if (sides.size() != 2 || source->origin(sides[0]) == source->origin(sides[1])) return;
    source->opposites[sides[0]] = sides[1];
    source->opposites[sides[1]] = sides[0];
    for (const std::uint32_t h : sides) touchTriangle(h / 3, kForced);
}

void Work::updateFlags(std::uint32_t vertex)
{
    const std::span<const std::uint32_t> corners = cornersOf(vertex);
    std::uint8_t flags = 0;
    std::uint32_t start = corners[0];
    for (const std::uint32_t corner : corners)
    {
        if (source->opposites[corner] == kNone && !(flags & MeshData::kBorder))
        {
            flags |= MeshData::kBorder;
            start = corner;
        }
        const std::uint32_t next = source->target(corner);
        if (listSides(vertex, next).size() > 2 || listSides(vertex, source->origin(previousHalfedge(corner))).size() > 2)
            flags |= MeshData::kNotManifold;
    }
    std::size_t seen = 0;
    std::uint32_t h = start;
    do
    {
        ++seen;
        h = source->opposites[previousHalfedge(h)];
    } while (h != kNone && h != start);
    if (seen != corners.size()) flags |= MeshData::kNotManifold;
    source->vertex_flags[vertex] = flags;
}

/// From the first change of what is joined with what, elements have ids that are not their indices.
void Work::startTopologyChange()
{
    is_topology_changed = true;
    if (source->source_triangles.empty())
    {
        source->source_triangles = id_of_triangle;
        source->source_vertices = id_of_vertex;
    }
}

void Work::appendVertex(std::uint32_t id, Vec3 position)
{
    const auto v = static_cast<std::uint32_t>(source->positions.size());
    source->positions.push_back(position);
    source->source_vertices.push_back(id);
    source->vertex_flags.resize(v + 1);
    source->vertex_flags[v] = 0;
    id_of_vertex.push_back(id);
    vertex_of_id[id] = v;
    loose.erase(id);
    other_corners[v].clear();
    resizeWorth();
    input.accelerations[v] = surfacing::kBlocked;
}

void Work::appendTriangle(std::uint32_t id, const MeshTriangle& vertices)
{
    const auto t = static_cast<std::uint32_t>(source->triangles.size());
    source->triangles.push_back(vertices);
    source->source_triangles.push_back(id);
    source->opposites.resize(std::size_t{3} * t + 3);
    id_of_triangle.push_back(id);
    triangle_of_id[id] = t;
    resizeWorth();
    states[t] = kNewState;
    if (!input.steep.empty()) input.steep[t] = 0;
    first_piece[t] = kAbsent;
    for (std::uint32_t k = 0; k < 3; ++k)
    {
        source->opposites[std::size_t{3} * t + k] = kNone;
        editCorners(vertices[k]).push_back(3 * t + k);
    }
    for (std::uint32_t k = 0; k < 3; ++k) linkSides(vertices[k], vertices[(k + 1) % 3]);
    for (const std::uint32_t v : vertices)
    {
        updateFlags(v);
        touchAround(v);
    }
    touchTriangle(t, kForced);
}

void Work::dropTriangle(std::uint32_t t)
{
    const MeshTriangle vertices = source->triangles[t];
    const std::uint32_t id = id_of_triangle[t];
    for (const std::uint32_t v : vertices) touchAround(v);
    for (std::uint32_t k = 0; k < 3; ++k)
    {
        const std::uint32_t other = source->opposites[3 * t + k];
        if (other != kNone)
        {
            source->opposites[other] = kNone;
            touchTriangle(other / 3, kForced);
        }
        source->opposites[3 * t + k] = kNone;
        std::vector<std::uint32_t>& corners = editCorners(vertices[k]);
        corners.erase(std::find(corners.begin(), corners.end(), 3 * t + k));
    }
    for (std::uint32_t p = first_piece[t]; p != kAbsent; p = next_piece[p]) orphans.push_back(p);
    triangle_of_id[id] = kAbsent;
    if (isSteep(t)) --surface->removal.steep_triangles;

    const auto last = static_cast<std::uint32_t>(source->triangles.size()) - 1;
    if (t != last)
    {
        // The last triangle takes this number. Sums over the corners at its vertices now run in another order.
        for (std::uint32_t k = 0; k < 3; ++k)
        {
            const std::uint32_t other = source->opposites[3 * last + k];
            source->opposites[3 * t + k] = other;
            if (other != kNone) source->opposites[other] = 3 * t + k;
            std::vector<std::uint32_t>& corners = editCorners(source->triangles[last][k]);
            *std::find(corners.begin(), corners.end(), 3 * last + k) = 3 * t + k;
            std::sort(corners.begin(), corners.end());
        }
        source->triangles[t] = source->triangles[last];
        id_of_triangle[t] = source->source_triangles[t] = id_of_triangle[last];
        triangle_of_id[id_of_triangle[t]] = t;
        states[t] = states[last];
        first_piece[t] = first_piece[last];
        if (!input.steep.empty()) input.steep[t] = input.steep[last];
        for (std::uint32_t p = first_piece[t]; p != kAbsent; p = next_piece[p])
        {
            surface->source_triangles[p] = t;
            changes.triangles.push_back(p);
        }
        for (const std::uint32_t v : source->triangles[t]) touchAround(v);
    }
    source->triangles.pop_back();
    source->source_triangles.pop_back();
    source->opposites.resize(std::size_t{3} * last);
    id_of_triangle.pop_back();
    resizeWorth();

    for (std::uint32_t k = 0; k < 3; ++k)
        if (!cornersOf(vertices[k]).empty() && !cornersOf(vertices[(k + 1) % 3]).empty())
            linkSides(vertices[k], vertices[(k + 1) % 3]);
    for (const std::uint32_t v : vertices)
        if (!cornersOf(v).empty()) updateFlags(v);
    std::array<std::uint32_t, 3> ids;
    for (std::size_t k = 0; k < 3; ++k) ids[k] = id_of_vertex[vertices[k]];
    for (const std::uint32_t v : ids) dropVertexIfUnused(v);
}

void Work::dropVertexIfUnused(std::uint32_t id)
{
    const std::uint32_t v = vertex_of_id[id];
    if (!cornersOf(v).empty()) return;
    loose[id] = source->positions[v];
    vertex_of_id[id] = kAbsent;
    setReasons(v, 0);
    const auto last = static_cast<std::uint32_t>(source->positions.size()) - 1;
    if (v != last)
    {
        other_corners[v] = editCorners(last);
        for (const std::uint32_t corner : other_corners[v]) source->triangles[corner / 3][corner % 3] = v;
        source->positions[v] = source->positions[last];
        source->vertex_flags[v] = source->vertex_flags[last];
        id_of_vertex[v] = source->source_vertices[v] = id_of_vertex[last];
        vertex_of_id[id_of_vertex[v]] = v;
        input.accelerations[v] = input.accelerations[last];
        reasons[v] = reasons[last];
        if (!input.low.empty()) input.low[v] = input.low[last];
        if (!ups.empty()) ups[v] = ups[last];
        touchAround(v); // neighbours are added up in the order of their numbers
    }
    other_corners.erase(last);
    source->positions.pop_back();
    source->source_vertices.pop_back();
    source->vertex_flags.resize(last);
    id_of_vertex.pop_back();
    resizeWorth();
}

void Work::fetchAround(std::span<const std::uint32_t> vertices) const
{
    const MeshData& s = *source;
    for (const std::uint32_t v : vertices)
    {
        __builtin_prefetch(&s.corner_offsets[v]);
        __builtin_prefetch(&input.accelerations[v]);
    }
    for (const std::uint32_t v : vertices)
    {
        __builtin_prefetch(&s.corners[s.corner_offsets[v]]);
        __builtin_prefetch(&s.corners[s.corner_offsets[v + 1] - 1]);
    }
    for (const std::uint32_t v : vertices)
        for (const std::uint32_t corner : s.cornersOf(v)) __builtin_prefetch(&s.triangles[corner / 3]);
    for (const std::uint32_t v : vertices)
        for (const std::uint32_t corner : s.cornersOf(v))
            for (const std::uint32_t w : s.triangles[corner / 3]) __builtin_prefetch(&s.positions[w]);
}

void Work::touchTriangle(std::uint32_t t, std::uint8_t marks)
{
    const std::uint32_t id = id_of_triangle[t];
    std::uint8_t& mark = triangle_marks[id];
    if (!(mark & kTouched))
    {
        touched_triangles.push_back(id);
        if (needsOldBoxes())
        {
            Box3 box;
            for (const std::uint32_t v : source->triangles[t]) box.add(source->positions[v]);
            old_boxes.push_back(box);
        }
    }
    mark |= kTouched | marks;
}

void Work::touchAround(std::uint32_t vertex)
{
    for (const std::uint32_t corner : cornersOf(vertex)) touchTriangle(corner / 3, 0);
}

void Work::resizeWorth()
{
    const std::size_t triangle_count = source->triangles.size(), vertex_count = source->positions.size();
    states.resize(triangle_count);
    first_piece.resize(triangle_count);
    recut_places.resize(triangle_count, kAbsent);
    triangle_stamps.resize(triangle_count, 0);
    vertex_stamps.resize(vertex_count, 0);
    input.accelerations.resize(vertex_count);
    reasons.resize(vertex_count, 0);
    if (!input.steep.empty()) input.steep.resize(triangle_count);
    if (hasHeight()) ups.resize(vertex_count);
    if (!input.low.empty()) input.low.resize(vertex_count, 0);
}

} // namespace clearway
