// SPDX-License-Identifier: MIT
// The search tree over the triangles of a surface mesh: built by the first who asks, kept with the mesh, and brought along when
// an editor makes the next version of it.
#pragma once
#include <span>

#include <clearway/geometry/bvh3.h>
#include <clearway/scene/triangle_mesh.h>

#include "surface/once.h"

namespace clearway::surfacing {

class SearchTree
{
public:
    /// The triangles of a surface.
    struct Items
    {
        std::span<const Vec3> positions;
        std::span<const MeshTriangle> triangles;
    };

    /// Builds it unless that has happened; others who ask meanwhile wait.
    void prepare(const Items& items);
    bool isBuilt() const { return once_.isDone(); }
    const Bvh3& tree() const { return tree_; } ///< once it is built
    double size() const { return size_; }      ///< the largest side of the bounds; once it is built
    std::size_t memoryBytes() const { return isBuilt() ? tree_.memoryBytes() : 0; }

    // While nobody else reads it:

    /// After triangles changed, came or went. Forgets the tree where a new one is worth its time.
    void update(const Items& items, std::span<const std::uint32_t> changed);
    /// Takes over a tree that is built; its readers need not let go.
    void copy(const SearchTree& from);
    void forget();

private:
    void updateSize();

    Once once_;
    Bvh3 tree_;
    double size_ = 0;
};

} // namespace clearway::surfacing
