// SPDX-License-Identifier: MIT
// The steps from walls to a diagram, for those that build one and those that read one.
#pragma once
#include <optional>
#include <vector>

#include <clearway/base/result.h>

#include "voronoi/data.h"
#include "voronoi/walls.h"

namespace clearway::voronoi {

/// Adds the diagram of one layer, whose walls are as buildWallPieces makes them. Layers come in increasing order. Fails when no
/// sweep gives a right diagram; then `data` is not to be used.
std::optional<Error> addLayer(int layer, const std::vector<WallPiece>& pieces, VoronoiDiagram::Data& data);
/// What follows from all layers together.
void finishDiagram(VoronoiDiagram::Data& data);

} // namespace clearway::voronoi
