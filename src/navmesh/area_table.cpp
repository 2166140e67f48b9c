// SPDX-License-Identifier: MIT
#include "navmesh/area_table.h"

#include <algorithm>

#include "base/trim.h"
#include "navmesh/ring_triangles.h"

namespace clearway {

namespace {

void addTriangle(const NavMesh::Data& data, std::array<SideId, 3> triangle, AreaTable& table)
{
    const Vec2 a = data.corners[triangle[0]];
    const double area = cross(data.corners[triangle[1]] - a, data.corners[triangle[2]] - a) / 2;
    const double before = table.area_until.empty() ? 0 : table.area_until.back();
    if (!(area > 0)) return; // collinear corners
    table.triangles.push_back(triangle);
    table.area_until.push_back(before + area);
}

void addCell(const NavMesh::Data& data, CellId cell, AreaTable& table)
{
    const NavMesh::Cell& c = data.cells[cell];
    if (data.is_convex[cell])
    {
        for (std::uint32_t i = 1; i + 1 < c.side_count; ++i)
            addTriangle(data, {c.first_side, c.first_side + i, c.first_side + i + 1}, table);
        return;
    }
    for (const auto& [i, j, k] : triangulateAnyRing(data.ring(cell)))
        addTriangle(data, {c.first_side + i, c.first_side + j, c.first_side + k}, table);
}

} // namespace

AreaTable buildAreaTable(const NavMesh::Data& data)
{
    // Cells by component, each component's in increasing order.
    std::vector<std::uint32_t> first(data.component_count + 1, 0);
    for (const NavMesh::Cell& cell : data.cells) ++first[cell.component + 1];
    for (std::uint32_t i = 0; i < data.component_count; ++i) first[i + 1] += first[i];
    std::vector<CellId> order(data.cells.size());
    std::vector<std::uint32_t> next(first.begin(), first.end());
    for (CellId cell = 0; cell < data.cells.size(); ++cell) order[next[data.cells[cell].component]++] = cell;

    AreaTable table;
    table.component_first.reserve(data.component_count + std::size_t{1});
    table.triangles.reserve(data.sides.size());
    table.area_until.reserve(data.sides.size());
    for (std::uint32_t component = 0; component < data.component_count; ++component)
    {
        table.component_first.push_back(static_cast<std::uint32_t>(table.triangles.size()));
        for (std::uint32_t i = first[component]; i < first[component + 1]; ++i) addCell(data, order[i], table);
    }
    table.component_first.push_back(static_cast<std::uint32_t>(table.triangles.size()));
    trim(table.triangles);
    trim(table.area_until);
    return table;
}

} // namespace clearway
