// SPDX-License-Identifier: MIT
// Versions of a mesh that is edited. Each lives in memory that goes back to the editor when the last reader lets go of it; it is
// then brought up to date by copying what changed since. So readers see plain arrays, and publishing costs what changed.
#pragma once
#include <atomic>
#include <memory>
#include <vector>

#include "scene/triangle_mesh_data.h"
#include "surface/surface_mesh_data.h"

namespace clearway::surfacing {

/// Numbers of elements that differ from the version before; may hold some twice, and some that are no more.
struct Changes
{
    std::vector<std::uint32_t> source_vertices; ///< places and flags
    std::vector<std::uint32_t> vertices;        ///< of the surface
    std::vector<std::uint32_t> triangles;
    std::vector<std::uint32_t> moved_triangles; ///< those with a vertex that is elsewhere, whatever else is in the other lists
    bool are_moved_unknown = false;             ///< nobody listed moved_triangles
    bool is_all_source = false;
    bool is_all_surface = false;
    bool are_all_components = false;
    bool are_loops = false;

    void clear();
    void add(const Changes& later, std::size_t most);
};

class Versions
{
public:
    /// Makes a version of the working copies. `changes` is what happened since the last call.
    SurfaceMesh publish(const TriangleMesh::Data& source, const SurfaceMesh::Data& surface, const Changes& changes,
                        bool& reused_memory);

    /// Whether any version has a search tree, so that `moved_triangles` is worth listing.
    bool hasSearchTree() const;

private:
    template <typename Data>
    struct Slot
    {
        Data data;
        Changes behind;                    ///< what it lacks
        std::atomic<bool> is_free = false; ///< set by whichever reader lets go last

        template <typename... Arguments>
        explicit Slot(Arguments&&... arguments) : data(std::forward<Arguments>(arguments)...)
        {
        }
    };
    using SourceSlot = Slot<TriangleMesh::Data>;
    using SurfaceSlot = Slot<SurfaceMesh::Data>;
    /// Memory that is kept for later; versions beyond that are dropped when their readers let go.
    static constexpr std::size_t kMostSlots = 3;

    void bringSearchTree(SurfaceSlot& slot) const;

    std::vector<std::shared_ptr<SourceSlot>> sources_;
    std::vector<std::shared_ptr<SurfaceSlot>> surfaces_;
};

} // namespace clearway::surfacing
