// SPDX-License-Identifier: MIT
#include "guide/same_walls.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/errors.h"
#include "clearance/data.h"
#include "navmesh/data.h"

namespace clearway {

namespace {

constexpr std::size_t kMostChecks = 256;

/// Calls visit(i) for at most kMostChecks of [0, count), evenly spread, until it gives false.
template <typename Visit>
bool visitSome(std::size_t count, const Visit& visit)
{
    const std::size_t checks = std::min(count, kMostChecks);
    for (std::size_t i = 0; i < checks; ++i)
        if (!visit(i * count / checks)) return false;
    return true;
}

} // namespace

// The walls of both are made of the same coordinates, or of such that were rounded to different frames.
Result<void> compareWalls(const ClearanceMesh& clearance, const CorridorMap& map)
{
    const NavMesh::Data& mesh = clearance.mesh().data();
    const double tolerance = 8 * std::max(clearance.data().quantum, map.diagram().frame().quantum) +
                             1e-9 * std::max(1.0, map.diagram().largestClearance());
    const auto complain = [](Vec2 at) {
        return makeError(fmt::format("The corridor map and the mesh are not of the same scene: they disagree on the walls around "
                                     "({}, {}). Build both from one scene.",
                                     at.x, at.y));
    };
    const NavMeshQuery query(clearance.mesh());
    Vec2 at;
    const auto agrees = [&](CellId cell, double room) {
        return cell != kNone && std::abs(clearance.findNearestSite({at, cell}).distance - room) <= tolerance;
    };
    const bool knows_map = visitSome(map.vertices().size(), [&](std::size_t i) {
        const CorridorMap::Vertex& vertex = map.vertices()[i];
        at = vertex.position;
        return vertex.clearance <= tolerance || agrees(query.findCell(at, vertex.layer), vertex.clearance);
    });
    if (!knows_map) return complain(at);
    const bool knows_mesh = visitSome(mesh.cells.size(), [&](std::size_t i) {
        // Between the middles of two sides: not always in the cell, but mostly in free space.
        const NavMesh::Cell& shape = mesh.cells[i];
        const Segment first = mesh.segment(shape.first_side);
        const Segment second = mesh.segment(shape.first_side + shape.side_count / 2);
        at = (first.a + first.b + second.a + second.b) / 4;
        const int layer = shape.layer;
        const CellId cell = query.findCell(at, layer);
        return cell == kNone || agrees(cell, map.diagram().findNearest(at, layer).distance);
    });
    if (!knows_mesh) return complain(at);
    return {};
}

} // namespace clearway
