// SPDX-License-Identifier: MIT
#include "surface/editor_versions.h"

#include <algorithm>

namespace clearway::surfacing {

namespace {

void update(const TriangleMesh::Data& from, const Changes& changes, TriangleMesh::Data& to)
{
    if (changes.is_all_source)
    {
        to.name = from.name;
        copyInto(from.positions, to.positions);
        copyInto(from.triangles, to.triangles);
        copyInto(from.opposites, to.opposites);
        copyInto(from.corner_offsets, to.corner_offsets);
        copyInto(from.corners, to.corners);
        copyInto(from.vertex_flags, to.vertex_flags);
        to.source_triangles = from.source_triangles;
        to.source_vertices = from.source_vertices;
        return;
    }
    for (const std::uint32_t v : changes.source_vertices) to.positions[v] = from.positions[v];
}

void updateLoops(const SurfaceMesh::Data& from, SurfaceMesh::Data& to)
{
    to.loops = from.loops;
    to.border_halfedges = from.border_halfedges;
}

void update(const SurfaceMesh::Data& from, const Changes& changes, SurfaceMesh::Data& to)
{
    if (changes.is_all_surface)
    {
        copyInto(from.positions, to.positions);
        copyInto(from.accelerations, to.accelerations);
        copyInto(from.triangles, to.triangles);
        copyInto(from.opposites, to.opposites);
        copyInto(from.source_triangles, to.source_triangles);
        copyInto(from.components, to.components);
        return updateLoops(from, to);
    }
    to.positions.resize(from.positions.size());
    to.accelerations.resize(from.accelerations.size());
    to.triangles.resize(from.triangles.size());
    to.opposites.resize(from.opposites.size());
    to.source_triangles.resize(from.source_triangles.size());
    to.components.resize(from.components.size());
    for (const std::uint32_t v : changes.vertices)
    {
        if (v >= from.positions.size()) continue;
        to.positions[v] = from.positions[v];
        to.accelerations[v] = from.accelerations[v];
    }
    for (const std::uint32_t t : changes.triangles)
    {
        if (t >= from.triangles.size()) continue;
        to.triangles[t] = from.triangles[t];
        for (std::size_t h = std::size_t{3} * t; h < std::size_t{3} * t + 3; ++h) to.opposites[h] = from.opposites[h];
        to.source_triangles[t] = from.source_triangles[t];
        to.components[t] = from.components[t];
    }
    if (changes.are_all_components) copyInto(from.components, to.components);
    if (changes.are_loops) updateLoops(from, to);
}

/// A slot that nobody reads, or none.
template <typename Slot>
std::shared_ptr<Slot> takeFree(const std::vector<std::shared_ptr<Slot>>& slots)
{
    for (const std::shared_ptr<Slot>& slot : slots)
        if (slot->is_free.load(std::memory_order_acquire)) return slot;
    return nullptr;
}

} // namespace

void Changes::clear()
{
    source_vertices.clear();
    vertices.clear();
    triangles.clear();
    moved_triangles.clear();
    are_moved_unknown = false;
    is_all_source = is_all_surface = are_all_components = are_loops = false;
}

void Changes::add(const Changes& later, std::size_t most)
{
    is_all_source |= later.is_all_source || source_vertices.size() + later.source_vertices.size() > most;
    is_all_surface |= later.is_all_surface || vertices.size() + later.vertices.size() > most ||
                      triangles.size() + later.triangles.size() > most;
    are_all_components |= later.are_all_components;
    are_loops |= later.are_loops;
    if (is_all_source)
        source_vertices.clear();
    else
        source_vertices.insert(source_vertices.end(), later.source_vertices.begin(), later.source_vertices.end());
    are_moved_unknown |= later.are_moved_unknown || moved_triangles.size() + later.moved_triangles.size() > most;
    if (is_all_surface)
    {
        vertices.clear();
        triangles.clear();
        moved_triangles.clear();
        return;
    }
    vertices.insert(vertices.end(), later.vertices.begin(), later.vertices.end());
    triangles.insert(triangles.end(), later.triangles.begin(), later.triangles.end());
    if (are_moved_unknown)
        moved_triangles.clear();
    else
        moved_triangles.insert(moved_triangles.end(), later.moved_triangles.begin(), later.moved_triangles.end());
}

bool Versions::hasSearchTree() const
{
    return std::any_of(surfaces_.begin(), surfaces_.end(), [](const auto& slot) { return slot->data.search.isBuilt(); });
}

/// Its own tree, or that of another version, with what happened since; none if no version has one that can be followed. Its data
/// are up to date, `behind` still says what they lacked.
void Versions::bringSearchTree(SurfaceSlot& slot) const
{
    const auto canFollow = [](const SurfaceSlot& from) {
        return from.data.search.isBuilt() && !from.behind.is_all_surface && !from.behind.are_moved_unknown;
    };
    const SurfaceSlot* from = &slot;
    if (!canFollow(slot))
    {
        const auto other = std::find_if(surfaces_.begin(), surfaces_.end(), [&](const auto& each) { return canFollow(*each); });
        if (other == surfaces_.end()) return slot.data.search.forget();
        from = other->get();
        slot.data.search.copy(from->data.search);
    }
    std::vector<std::uint32_t> changed = from->behind.triangles;
    changed.insert(changed.end(), from->behind.moved_triangles.begin(), from->behind.moved_triangles.end());
    std::sort(changed.begin(), changed.end());
    changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
    slot.data.search.update(slot.data.items(), changed);
}

SurfaceMesh Versions::publish(const TriangleMesh::Data& source, const SurfaceMesh::Data& surface, const Changes& changes,
                              bool& reused_memory)
{
    const std::size_t most = source.triangles.size() / 8 + 64;
    for (const auto& slot : sources_) slot->behind.add(changes, most);
    for (const auto& slot : surfaces_) slot->behind.add(changes, most);

    std::shared_ptr<SourceSlot> source_slot = takeFree(sources_);
    std::shared_ptr<SurfaceSlot> surface_slot = takeFree(surfaces_);
    reused_memory = source_slot && surface_slot;
    if (!source_slot)
    {
        source_slot = std::make_shared<SourceSlot>();
        source_slot->behind.is_all_source = true;
        if (sources_.size() < kMostSlots) sources_.push_back(source_slot);
    }
    if (!surface_slot)
    {
        surface_slot = std::make_shared<SurfaceSlot>(TriangleMesh(nullptr));
        surface_slot->behind.is_all_surface = true;
        surface_slot->data.speed = surface.speed;
        surface_slot->data.max_acceleration = surface.max_acceleration;
        if (surfaces_.size() < kMostSlots) surfaces_.push_back(surface_slot);
    }
    update(source, source_slot->behind, source_slot->data);
    update(surface, surface_slot->behind, surface_slot->data);
    bringSearchTree(*surface_slot);
    surface_slot->data.component_count = surface.component_count;
    surface_slot->data.removal = surface.removal;
    source_slot->behind.clear();
    surface_slot->behind.clear();
    source_slot->is_free.store(false, std::memory_order_relaxed);
    surface_slot->is_free.store(false, std::memory_order_relaxed);

    surface_slot->data.source = TriangleMesh(
        std::shared_ptr<const TriangleMesh::Data>(&source_slot->data, [slot = source_slot](const TriangleMesh::Data*) {
            slot->is_free.store(true, std::memory_order_release);
        }));
    return SurfaceMesh(
        std::shared_ptr<const SurfaceMesh::Data>(&surface_slot->data, [slot = surface_slot](const SurfaceMesh::Data*) {
            slot->data.source = TriangleMesh(nullptr);
            slot->is_free.store(true, std::memory_order_release);
        }));
}

} // namespace clearway::surfacing
