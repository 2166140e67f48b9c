// SPDX-License-Identifier: MIT
#include <clearway/guide/on_corridor_map.h>

#include <fmt/format.h>

#include "base/errors.h"
#include "guide/corridor_guide.h"
#include "guide/navmesh_ground.h"
#include "guide/same_walls.h"

namespace clearway {

namespace {

constexpr int kMostWays = 64;

} // namespace

Result<World> onCorridorMap(const ClearanceMesh& clearance, const CorridorMap& map, const OnCorridorMapOptions& options)
{
    if (!(options.side >= -1 && options.side <= 1))
        return makeError(fmt::format("side must be from -1 (left) to 1 (right); it is {}.", options.side));
    if (options.way_count < 1 || options.way_count > kMostWays)
        return makeError(fmt::format("way_count must be from 1 to {}; it is {}.", kMostWays, options.way_count));
    if (const Result<void> same = compareWalls(clearance, map); !same) return same.error();
    const auto world = std::make_shared<const NavMeshWorld>(clearance);
    return World{std::make_shared<NavMeshGround>(world), std::make_shared<CorridorGuide>(world, map, options)};
}

Result<World> onCorridorMap(const NavMesh& mesh, const CorridorMap& map, const OnCorridorMapOptions& options)
{
    const Result<ClearanceMesh> clearance = buildClearance(mesh);
    if (!clearance) return clearance.error();
    return onCorridorMap(clearance.value(), map, options);
}

} // namespace clearway
