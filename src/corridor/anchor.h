// SPDX-License-Identifier: MIT
// Where a point takes hold of a corridor map: the start and the goal of a question.
#pragma once
#include <vector>

#include <clearway/corridor/corridor.h>

#include "corridor/data.h"

namespace clearway::corridor {

/// A place on the map, and the balls between it and the point.
struct Anchor
{
    std::uint32_t vertex = kNone; ///< either this
    std::uint32_t edge = kNone;   ///< or an edge: at a sample (low = high), or between two that follow each other
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    CorridorMap::Sample ball; ///< holds the disc at the point
    /// From `ball` to the place when they differ: `ball` first. Empty when `ball` is the map's own.
    std::vector<CorridorMap::Sample> link;
    double link_length = 0; ///< from `ball` to the vertex or sample; between two samples 0, since it depends on which
};

/// Fills in `anchor` for a disc at p, or says why it cannot: none, start_outside or start_too_tight. Exact: a place is found
/// whenever the disc fits, also where no sample's ball holds it.
PathProblem findAnchor(const CorridorMap& map, Vec2 p, double radius, int layer, Anchor& anchor);

/// Where start and goal are looked for when any layer would do: the lowest that has room for the disc at both, or still any.
int chooseLayer(const CorridorMap& map, Vec2 start, Vec2 goal, double radius, int layer, Anchor& scratch);

} // namespace clearway::corridor
