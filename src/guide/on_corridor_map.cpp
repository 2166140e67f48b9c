// SPDX-License-Identifier: MIT
#include <clearway/guide/on_corridor_map.h>

#include <cmath>
#include <string>

#include <fmt/format.h>

#include "base/errors.h"
#include "guide/corridor_guide.h"
#include "guide/navmesh_ground.h"

namespace clearway {

namespace {

constexpr std::size_t kMostChecks = 256;
constexpr int kMostWays = 64;

/// Calls visit(i) for at most kMostChecks of [0, count), evenly spread, until it gives false.
template <typename Visit>
bool visitSome(std::size_t count, const Visit& visit)
{
    const std::size_t checks = std::min(count, kMostChecks);
    for (std::size_t i = 0; i < checks; ++i)
        if (!visit(i * count / checks)) return false;
    return true;
}

/// Whether both know of the same walls. They are made of the same coordinates, or of such that were rounded to different frames.
Result<void> compare(const NavMeshWorld& world, const CorridorMap& map)
{
    const double tolerance =
        8 * std::max(world.quantum, map.diagram().frame().quantum) + 1e-9 * std::max(1.0, map.diagram().largestClearance());
    const auto complain = [](Vec2 at) {
        return makeError(fmt::format("The corridor map and the mesh are not of the same scene: they disagree on the walls around "
                                     "({}, {}). Build both from one scene.",
                                     at.x, at.y));
    };
    const auto scratch = world.borrowScratch();
    Vec2 at;
    const auto agrees = [&](CellId cell, double clearance) {
        return cell != kNone && std::abs(world.clearance.findNearestSite({at, cell}).distance - clearance) <= tolerance;
    };
    const bool knows_map = visitSome(map.vertices().size(), [&](std::size_t i) {
        const CorridorMap::Vertex& vertex = map.vertices()[i];
        at = vertex.position;
        return vertex.clearance <= tolerance || agrees(scratch->query.findCell(at, vertex.layer), vertex.clearance);
    });
    if (!knows_map) return complain(at);
    const bool knows_mesh = visitSome(world.mesh.cells.size(), [&](std::size_t i) {
        // Between the middles of two sides: not always in the cell, but mostly in free space.
        const NavMesh::Cell& shape = world.mesh.cells[i];
        const Segment first = world.mesh.segment(shape.first_side);
        const Segment second = world.mesh.segment(shape.first_side + shape.side_count / 2);
        at = (first.a + first.b + second.a + second.b) / 4;
        const int layer = shape.layer;
        const CellId cell = scratch->query.findCell(at, layer);
        return cell == kNone || agrees(cell, map.diagram().findNearest(at, layer).distance);
    });
    if (!knows_mesh) return complain(at);
    return {};
}

} // namespace

Result<World> onCorridorMap(const ClearanceMesh& clearance, const CorridorMap& map, const OnCorridorMapOptions& options)
{
    if (!(options.side >= -1 && options.side <= 1))
        return makeError(fmt::format("side must be from -1 (left) to 1 (right); it is {}.", options.side));
    if (options.way_count < 1 || options.way_count > kMostWays)
        return makeError(fmt::format("way_count must be from 1 to {}; it is {}.", kMostWays, options.way_count));
    const auto world = std::make_shared<const NavMeshWorld>(clearance);
    if (const Result<void> same = compare(*world, map); !same) return same.error();
    return World{std::make_shared<NavMeshGround>(world), std::make_shared<CorridorGuide>(world, map, options)};
}

Result<World> onCorridorMap(const NavMesh& mesh, const CorridorMap& map, const OnCorridorMapOptions& options)
{
    const Result<ClearanceMesh> clearance = buildClearance(mesh);
    if (!clearance) return clearance.error();
    return onCorridorMap(clearance.value(), map, options);
}

} // namespace clearway
