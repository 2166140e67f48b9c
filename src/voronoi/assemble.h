// SPDX-License-Identifier: MIT
// The steps from walls to a diagram, for those that build one and those that read one.
#pragma once
#include <vector>

#include "voronoi/data.h"
#include "voronoi/walls.h"

namespace clearway::voronoi {

/// Adds the diagram of one layer, whose walls are as buildWallPieces makes them. Layers come in increasing order.
void addLayer(int layer, const std::vector<WallPiece>& pieces, VoronoiDiagram::Data& data);
/// What follows from all layers together.
void finishDiagram(VoronoiDiagram::Data& data);

} // namespace clearway::voronoi
