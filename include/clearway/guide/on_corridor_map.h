// SPDX-License-Identifier: MIT
// A crowd that follows corridors: ground of a navigation mesh, ways along the middle of free space. Why: people keep away from
// walls, have room to step aside, and share one map: each holds an edge and an index, never balls of its own.
// Based on: R. Geraerts, M. Overmars. The corridor map method: real-time high-quality path planning. 2007 (attraction point)
// An agent heads for the centre of the farthest ball of its way that holds its disc, so that the straight way there is free; for
// its goal as soon as a ball holds both. Who was pushed out of all balls goes back to the nearest that it can get to, or plans
// anew. Reachable is what the corridor finder says, which is exact for every radius.
#pragma once
#include <clearway/base/result.h>
#include <clearway/corridor/corridor_map.h>
#include <clearway/guide/guide.h>
#include <clearway/path.h>

namespace clearway {

struct OnCorridorMapOptions
{
    /// How far beside the middle people walk where there is room: as a part of what their ball leaves them. -1 (left) to 1
    /// (right); 0: in the middle, as published.
    double side = 0;
    /// Among how many different ways to its goal an agent chooses (see `chooseWay`); 1: all take the shortest. 1 to 64.
    int way_count = 1;
};

/// The guide is called "corridor". Its `room` is the radius of free space around the target. O(1) beside the mesh's own tables.
/// Fails when an option is out of range, or when map and mesh are not of the same scene: clearances are compared at 256 places of
/// each. The ways of all crowds on this world share its memory.
Result<World> onCorridorMap(const ClearanceMesh& clearance, const CorridorMap& map, const OnCorridorMapOptions& options = {});
/// Prepares the clearance first, and fails where buildClearance does.
Result<World> onCorridorMap(const NavMesh& mesh, const CorridorMap& map, const OnCorridorMapOptions& options = {});

} // namespace clearway
