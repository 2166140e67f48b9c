// SPDX-License-Identifier: MIT
// A mesh that knows, for every cell and portal, which obstacles can be nearest there. No radius is stored: every radius is
// answered from the same lists.
// Why it is enough: a point keeps the distance r from all obstacles exactly when it keeps it from the one nearest to it, and the
// nearest ones of all points of a cell are few. Based on: R. Oliva, N. Pelechano. Clearance for diversity of agents' sizes in
// navigation meshes. 2014, with lists from the Voronoi diagram instead of a search through neighbouring cells.
// Metres; a clearance is a radius. An immutable handle: cheap to copy, free to share between threads.
#pragma once
#include <cstdint>
#include <memory>
#include <span>

#include <clearway/base/execution.h>
#include <clearway/base/result.h>
#include <clearway/navmesh.h>
#include <clearway/voronoi.h>

namespace clearway {

class ClearanceMesh
{
public:
    const NavMesh& mesh() const;
    const VoronoiDiagram& voronoi() const;

    /// The sites of the diagram that can be nearest to a point of the cell or portal, in increasing order; now and then one more
    /// than necessary, never one less.
    std::span<const std::uint32_t> sitesNear(CellId cell) const;
    std::span<const std::uint32_t> sitesNearPortal(PortalId portal) const;

    /// The site nearest to a place, and how far it is; infinitely far without obstacles or a place. O(sites near its cell).
    VoronoiDiagram::Nearest findNearestSite(const Place& place) const;
    /// The largest radius of a disc whose centre can travel from a to b, and where it is narrowest; -1 when there is no way at
    /// all. O(log n).
    VoronoiDiagram::Widest findWidest(const Place& a, const Place& b) const;

    /// Bytes held beyond those of the mesh; the same whatever radii were asked for.
    std::size_t memoryBytes() const;

    struct Data;
    explicit ClearanceMesh(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
    const Data& data() const { return *data_; } ///< for the library's own queries

private:
    std::shared_ptr<const Data> data_;
};

/// Obstacles are rounded to the lattice of the mesh's frame, where those of a scene lie anyway. Layers are kept apart; cells of
/// one layer must not lie above one another. O(n log n). Fails when a portal joins layers, since their obstacles have no common
/// plane, and when obstacles of one layer cross.
Result<ClearanceMesh> buildClearance(const NavMesh& mesh, const Execution& execution = {});
/// The same with the Voronoi diagram of the mesh's scene, which is not built again. Also fails when the diagram is that of
/// something else.
Result<ClearanceMesh> buildClearance(const NavMesh& mesh, const VoronoiDiagram& diagram, const Execution& execution = {});

} // namespace clearway
