// SPDX-License-Identifier: MIT
#include "navmesh/assemble.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <clearway/geometry/polygon.h>

#include "base/disjoint_sets.h"
#include "base/trim.h"
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
                         "the side to " + toString(segment.b) + " is neither an obstacle nor shared with exactly one other cell");
}

/// A side in the bucket of its lower vertex.
struct BucketedSide
{
    VertexId high;
    SideId side;
    bool runs_up; ///< from the lower vertex to the higher one
};

/// For each portal side the one that runs the other way between the same vertices; the first side without exactly one, or kNone.
/// Sides are put in buckets by their lower vertex: few each, so this is O(n). A bucket holds all that is compared, since the
/// sides themselves lie far apart in a large mesh.
SideId pairSides(const NavMesh::Data& data, std::vector<SideId>& pair)
{
    pair.assign(data.sides.size(), kNone);
    const auto forEachPortalSide = [&](auto function) {
        for (const NavMesh::Cell& cell : data.cells)
        {
            const SideId end = cell.first_side + cell.side_count;
            for (SideId s = cell.first_side; s < end; ++s)
            {
                if (data.sides[s].obstacle != kNone) continue;
                function(s, data.sides[s].from, data.sides[s + 1 < end ? s + 1 : cell.first_side].from);
            }
        }
    };
    std::vector<std::uint32_t> first(data.vertices.size() + 2, 0);
    forEachPortalSide([&](SideId, VertexId from, VertexId to) { ++first[std::min(from, to) + 2]; });
    for (std::size_t v = 2; v < first.size(); ++v) first[v] += first[v - 1];
    std::vector<BucketedSide> bucketed(first.back());
    forEachPortalSide([&](SideId s, VertexId from, VertexId to) {
        bucketed[first[std::min(from, to) + 1]++] = {std::max(from, to), s, from < to};
    });

    SideId unpaired = kNone;
    for (std::size_t v = 0; v < data.vertices.size(); ++v)
    {
        const auto begin = bucketed.begin() + first[v];
        const auto end = bucketed.begin() + first[v + 1];
        std::sort(begin, end, [](const BucketedSide& a, const BucketedSide& b) {
            return a.high != b.high ? a.high < b.high : a.side < b.side;
        });
        for (auto i = begin; i != end;)
        {
            auto group_end = i + 1;
            while (group_end != end && group_end->high == i->high) ++group_end;
            if (group_end - i == 2 && i[0].runs_up != i[1].runs_up)
            {
                pair[i[0].side] = i[1].side;
                pair[i[1].side] = i[0].side;
            }
            else
                unpaired = std::min(unpaired, i->side);
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
    trim(data.portals);
}

/// Components in the order of their first cells. By uniting sets, which touches far less memory than walking from cell to cell.
void numberComponents(NavMesh::Data& data)
{
    DisjointSets sets(data.cells.size());
    for (const NavMesh::Portal& portal : data.portals) sets.join(portal.left, portal.right);
    for (CellId c = 0; c < data.cells.size(); ++c)
    {
        const CellId first = sets.find(c);
        data.cells[c].component = first == c ? data.component_count++ : data.cells[first].component;
    }
}

} // namespace

Result<NavMesh> assembleUncheckedNavMesh(CellSoup soup)
{
    auto data = std::make_shared<NavMesh::Data>();
    data->frame = soup.frame;
    data->vertices = std::move(soup.vertices);
    data->obstacles = std::move(soup.obstacles);
    trim(data->vertices); // a mesh takes the same memory wherever it comes from
    trim(data->obstacles);
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
