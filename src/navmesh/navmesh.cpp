// SPDX-License-Identifier: MIT
#include <clearway/navmesh/navmesh.h>

#include <clearway/geometry/polygon.h>

#include "navmesh/data.h"

namespace clearway {

namespace {

template <typename T>
std::size_t bytesOf(const std::vector<T>& values)
{
    return values.capacity() * sizeof(T);
}

} // namespace

const Frame& NavMesh::frame() const { return data_->frame; }
std::span<const NavMesh::Vertex> NavMesh::vertices() const { return data_->vertices; }
std::span<const NavMesh::Cell> NavMesh::cells() const { return data_->cells; }
std::span<const NavMesh::Side> NavMesh::sides() const { return data_->sides; }
std::span<const NavMesh::Portal> NavMesh::portals() const { return data_->portals; }
std::span<const NavMesh::Obstacle> NavMesh::obstacles() const { return data_->obstacles; }

std::span<const NavMesh::Side> NavMesh::sides(CellId cell) const
{
    const Cell& c = data_->cells[cell];
    return {data_->sides.data() + c.first_side, c.side_count};
}

Vec2 NavMesh::corner(CellId cell, std::uint32_t i) const { return data_->corners[data_->cells[cell].first_side + i]; }
Segment NavMesh::segment(SideId side) const { return data_->segment(side); }

Segment NavMesh::segment(const Portal& portal) const
{
    return {data_->vertices[portal.a].position, data_->vertices[portal.b].position};
}

CellId NavMesh::neighbour(CellId cell, const Side& side) const
{
    if (side.portal == kNone) return kNone;
    const Portal& portal = data_->portals[side.portal];
    return portal.left == cell ? portal.right : portal.left;
}

std::uint32_t NavMesh::componentCount() const { return data_->component_count; }
Box2 NavMesh::bounds() const { return data_->bounds; }
double NavMesh::area() const { return data_->area; }
double NavMesh::area(CellId cell) const { return computeSignedArea(data_->ring(cell)); }

std::size_t NavMesh::memoryBytes() const
{
    const Data& d = *data_;
    return sizeof(Data) + bytesOf(d.vertices) + bytesOf(d.cells) + bytesOf(d.sides) + bytesOf(d.portals) + bytesOf(d.obstacles) +
           bytesOf(d.corners) + bytesOf(d.side_cell) + bytesOf(d.is_convex) + d.grid.memoryBytes() + bytesOf(d.areas.triangles) +
           bytesOf(d.areas.area_until) + bytesOf(d.areas.component_first);
}

} // namespace clearway
