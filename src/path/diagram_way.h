// SPDX-License-Identifier: MIT
// A way along the edges of the Voronoi diagram. It is found in little time however cluttered the ground is, and it is not the
// shortest.
#pragma once
#include <cstdint>
#include <vector>

#include <clearway/voronoi.h>

namespace clearway {

struct DiagramEnd
{
    Vec2 position;
    VoronoiDiagram::Nearest nearest; ///< to it
};

/// The vertices of the diagram that a disc comes by from start to goal, in order: by A*, along edges that let it pass. The edges
/// at which start and goal are attached are not looked at closely. Empty when there is no such way, or none is needed. O(n log
/// n).
std::vector<std::uint32_t> findDiagramWay(const VoronoiDiagram& diagram, const DiagramEnd& start, const DiagramEnd& goal,
                                          double radius);

} // namespace clearway
