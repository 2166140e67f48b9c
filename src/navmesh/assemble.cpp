// SPDX-License-Identifier: MIT
#include "navmesh/assemble.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <clearway/geometry/polygon.h>

#include "navmesh/area_table.h"
#include "navmesh/data.h"
#include "navmesh/errors.h"
#include "navmesh/location_grid.h"

namespace clearway {

namespace {

/// The arrays of cells and sides, portals still missing.
void buildCells(const CellSoup& soup, NavMesh::Data& data)
{
    const std::size_t cell_count = soup.first_side.size() - 1;
    data.cells.resize(cell_count);
    data.sides.resize(soup.corners.size());
    data.corners.resize(soup.corners.size());
    data.side_cell.resize(soup.corners.size());
    data.is_convex.resize(cell_count);
    for (CellId c = 0; c < cell_count; ++c)
    {
        const std::uint32_t begin = soup.first_side[c];
        const std::uint32_t end = soup.first_side[c + 1];
        data.cells[c] = {begin, end - begin, soup.layers[c], kNone};
        for (SideId s = begin; s < end; ++s)
        {
            data.sides[s] = {soup.corners[s], kNone, soup.side_obstacle[s]};
            data.corners[s] = data.vertices[soup.corners[s]].position;
            data.side_cell[s] = c;
            data.bounds.add(data.corners[s]);
        }
        data.is_convex[c] = isConvex(data.ring(c));
        data.area += computeSignedArea(data.ring(c));
    }
}

Error describeUnpaired(const NavMesh::Data& data, SideId side)
{
    const Segment segment = data.segment(side);
    return makeCellError(data.side_cell[side], segment.a,
                         "the side to " + toText(segment.b) + " is neither an obstacle nor shared with exactly one other cell");
}

/// For each portal side the one that runs the other way between the same vertices; the first side without exactly one, or kNone.
/// Sides are put in buckets by their lower vertex: few each, so this is O(n).
SideId pairSides(const NavMesh::Data& data, std::vector<SideId>& pair)
{
    const auto side_count = static_cast<SideId>(data.sides.size());
    pair.assign(side_count, kNone);
    const auto low = [&](SideId s) { return std::min(data.sides[s].from, data.sides[data.next(s)].from); };
    const auto high = [&](SideId s) { return std::max(data.sides[s].from, data.sides[data.next(s)].from); };

    std::vector<std::uint32_t> first(data.vertices.size() + 2, 0);
    for (SideId s = 0; s < side_count; ++s)
        if (data.sides[s].obstacle == kNone) ++first[low(s) + 2];
    for (std::size_t v = 2; v < first.size(); ++v) first[v] += first[v - 1];
    std::vector<SideId> bucketed(first.back());
    for (SideId s = 0; s < side_count; ++s)
        if (data.sides[s].obstacle == kNone) bucketed[first[low(s) + 1]++] = s;

    SideId unpaired = kNone;
    for (std::size_t v = 0; v < data.vertices.size(); ++v)
    {
        const auto begin = bucketed.begin() + first[v];
        const auto end = bucketed.begin() + first[v + 1];
        std::sort(begin, end, [&](SideId a, SideId b) { return std::pair(high(a), a) < std::pair(high(b), b); });
        for (auto i = begin; i != end;)
        {
            auto group_end = i + 1;
            while (group_end != end && high(*group_end) == high(*i)) ++group_end;
            if (group_end - i == 2 && data.sides[i[0]].from != data.sides[i[1]].from)
            {
                pair[i[0]] = i[1];
                pair[i[1]] = i[0];
            }
            else
                unpaired = std::min(unpaired, *i);
            i = group_end;
        }
    }
    return unpaired;
}

void buildPortals(const std::vector<SideId>& pair, NavMesh::Data& data)
{
    for (SideId s = 0; s < pair.size(); ++s)
    {
        if (pair[s] == kNone || pair[s] < s) continue;
        const auto id = static_cast<PortalId>(data.portals.size());
        const CellId left = data.side_cell[s];
        data.portals.push_back(
            {data.sides[s].from, data.sides[pair[s]].from, left, data.side_cell[pair[s]], s, pair[s], data.cells[left].layer});
        data.sides[s].portal = id;
        data.sides[pair[s]].portal = id;
    }
    data.portals.shrink_to_fit();
}

void numberComponents(NavMesh::Data& data)
{
    std::vector<CellId> open;
    for (CellId start = 0; start < data.cells.size(); ++start)
    {
        if (data.cells[start].component != kNone) continue;
        const std::uint32_t component = data.component_count++;
        data.cells[start].component = component;
        open.push_back(start);
        while (!open.empty())
        {
            const NavMesh::Cell cell = data.cells[open.back()];
            open.pop_back();
            for (SideId s = cell.first_side; s < cell.first_side + cell.side_count; ++s)
            {
                if (data.sides[s].portal == kNone) continue;
                const CellId other = data.side_cell[data.opposite(s)];
                if (data.cells[other].component != kNone) continue;
                data.cells[other].component = component;
                open.push_back(other);
            }
        }
    }
}

} // namespace

Result<NavMesh> assembleUncheckedNavMesh(CellSoup soup)
{
    auto data = std::make_shared<NavMesh::Data>();
    data->frame = soup.frame;
    data->vertices = std::move(soup.vertices);
    data->obstacles = std::move(soup.obstacles);
    buildCells(soup, *data);
    std::vector<SideId> pair;
    if (const SideId unpaired = pairSides(*data, pair); unpaired != kNone) return describeUnpaired(*data, unpaired);
    buildPortals(pair, *data);
    numberComponents(*data);
    data->grid = buildLocationGrid(*data);
    data->areas = buildAreaTable(*data);
    return NavMesh(std::move(data));
}

NavMesh assembleNavMesh(CellSoup soup)
{
    CLEARWAY_ASSERT(!soup.first_side.empty() && soup.first_side.back() == soup.corners.size() &&
                        soup.layers.size() + 1 == soup.first_side.size() && soup.side_obstacle.size() == soup.corners.size(),
                    "the arrays of a CellSoup must fit each other");
    return assembleUncheckedNavMesh(std::move(soup)).value();
}

} // namespace clearway
