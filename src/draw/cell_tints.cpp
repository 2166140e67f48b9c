// SPDX-License-Identifier: MIT
#include "draw/cell_tints.h"

#include <algorithm>
#include <array>

namespace clearway {

/// Cells in the order in which they are taken away, always one with fewest neighbours left.
static std::vector<CellId> orderSmallestLast(const NavMesh& mesh)
{
    const std::size_t cell_count = mesh.cells().size();
    std::vector<std::uint32_t> degree(cell_count);
    std::uint32_t max_degree = 0;
    for (CellId cell = 0; cell < cell_count; ++cell)
    {
        for (const NavMesh::Side& side : mesh.sides(cell)) degree[cell] += side.portal != kNone;
        max_degree = std::max(max_degree, degree[cell]);
    }

    // A stack of cells for each degree. A cell is pushed again when its degree falls; older entries are stale and skipped.
    std::vector<std::vector<CellId>> stacks(max_degree + 1);
    for (std::size_t i = cell_count; i-- > 0;) stacks[degree[i]].push_back(static_cast<CellId>(i));
    std::vector<bool> is_taken(cell_count);
    std::vector<CellId> order;
    order.reserve(cell_count);
    for (std::size_t level = 0; level < stacks.size();)
    {
        if (stacks[level].empty())
        {
            ++level;
            continue;
        }
        const CellId cell = stacks[level].back();
        stacks[level].pop_back();
        if (is_taken[cell] || degree[cell] != level) continue;
        is_taken[cell] = true;
        order.push_back(cell);
        for (const NavMesh::Side& side : mesh.sides(cell))
        {
            const CellId other = mesh.neighbour(cell, side);
            if (other == kNone || is_taken[other]) continue;
            stacks[--degree[other]].push_back(other);
            if (degree[other] < level) level = degree[other];
        }
    }
    return order;
}

std::vector<std::uint8_t> computeCellTints(const NavMesh& mesh, int tint_count)
{
    constexpr std::uint8_t kUnset = 255;
    std::vector<std::uint8_t> tints(mesh.cells().size(), kUnset);
    std::vector<std::uint32_t> use_count(static_cast<std::size_t>(tint_count));
    std::vector<std::uint32_t> neighbour_count(static_cast<std::size_t>(tint_count));
    const std::vector<CellId> order = orderSmallestLast(mesh);
    for (auto it = order.rbegin(); it != order.rend(); ++it)
    {
        std::fill(neighbour_count.begin(), neighbour_count.end(), 0u);
        for (const NavMesh::Side& side : mesh.sides(*it))
        {
            const CellId other = mesh.neighbour(*it, side);
            if (other != kNone && tints[other] != kUnset) ++neighbour_count[tints[other]];
        }
        // Among equals the tint used least so far: no tint becomes the ground that the others stand out from.
        std::uint8_t best = 0;
        for (std::uint8_t tint = 1; tint < tint_count; ++tint)
            if (std::pair(neighbour_count[tint], use_count[tint]) < std::pair(neighbour_count[best], use_count[best]))
                best = tint;
        tints[*it] = best;
        ++use_count[best];
    }
    return tints;
}

} // namespace clearway
