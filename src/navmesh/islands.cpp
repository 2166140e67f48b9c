// SPDX-License-Identifier: MIT
#include <clearway/navmesh/navmesh.h>

#include <vector>

namespace clearway {

/// The side after `side` around its cell.
static SideId nextAround(const NavMesh& mesh, CellId cell, SideId side)
{
    const NavMesh::Cell& c = mesh.cells()[cell];
    return side + 1 == c.first_side + c.side_count ? c.first_side : side + 1;
}

/// Walks along boundaries, free space on the left: at the end of a side, turns through portals until the next boundary side.
/// Every component has one loop around it; all others are islands.
std::size_t NavMesh::countIslands() const
{
    const NavMesh& mesh = *this;
    std::vector<bool> is_seen(mesh.sides().size());
    std::size_t loop_count = 0;
    for (CellId first_cell = 0; first_cell < mesh.cells().size(); ++first_cell)
    {
        const NavMesh::Cell& c = mesh.cells()[first_cell];
        for (SideId start = c.first_side; start < c.first_side + c.side_count; ++start)
        {
            if (mesh.sides()[start].portal != kNone || is_seen[start]) continue;
            ++loop_count;
            CellId cell = first_cell;
            for (SideId side = start; !is_seen[side];)
            {
                is_seen[side] = true;
                side = nextAround(mesh, cell, side);
                while (mesh.sides()[side].portal != kNone)
                {
                    const NavMesh::Portal& portal = mesh.portals()[mesh.sides()[side].portal];
                    const bool from_left = portal.left_side == side;
                    cell = from_left ? portal.right : portal.left;
                    side = nextAround(mesh, cell, from_left ? portal.right_side : portal.left_side);
                }
            }
        }
    }
    return loop_count > mesh.componentCount() ? loop_count - mesh.componentCount() : 0;
}

} // namespace clearway
