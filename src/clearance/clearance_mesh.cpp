// SPDX-License-Identifier: MIT
#include <cmath>

#include "clearance/data.h"
#include "clearance/nearest.h"

namespace clearway {

const NavMesh& ClearanceMesh::mesh() const { return data_->mesh; }
const VoronoiDiagram& ClearanceMesh::voronoi() const { return data_->voronoi; }

std::span<const std::uint32_t> ClearanceMesh::sitesNear(CellId cell) const
{
    const std::uint32_t piece = data_->first_piece[cell];
    if (data_->first_piece[cell + 1] - piece == 1) return data_->sitesOfPiece(piece);
    return {data_->cell_sites.data() + data_->first_cell_site[cell], data_->cell_sites.data() + data_->first_cell_site[cell + 1]};
}

std::span<const std::uint32_t> ClearanceMesh::sitesNearPortal(PortalId portal) const { return data_->sitesOfDoor(portal); }

VoronoiDiagram::Nearest ClearanceMesh::findNearestSite(const Place& place) const
{
    if (!place || !isFinite(place.position)) return {};
    const NearestSite nearest = findNearestOf(*data_, sitesNear(place.cell), place.position - data_->origin);
    if (nearest.site == kNone) return {};
    return {nearest.site, data_->origin + nearest.closest, std::sqrt(nearest.distance_sq)};
}

VoronoiDiagram::Widest ClearanceMesh::findWidest(const Place& a, const Place& b) const
{
    return data_->voronoi.findWidest(a.position, findNearestSite(a), b.position, findNearestSite(b));
}

std::size_t ClearanceMesh::memoryBytes() const
{
    const auto bytes = [](const auto& v) { return v.capacity() * sizeof(v[0]); };
    return sizeof(Data) + data_->voronoi.memoryBytes() + bytes(data_->sites) + bytes(data_->is_on_obstacle) +
           bytes(data_->is_side_on_obstacle) + bytes(data_->pieces) + bytes(data_->sides) + bytes(data_->doors) +
           bytes(data_->piece_sites) + bytes(data_->door_sites) + bytes(data_->first_piece) + bytes(data_->cell_sites) +
           bytes(data_->first_cell_site);
}

} // namespace clearway
