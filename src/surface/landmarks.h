// SPDX-License-Identifier: MIT
// Landmarks: how far all vertices are from a few that lie far apart, from which follows how far apart any two places are at
// least. Round the back of a body that is much more than the straight line through it.
// Based on: A. V. Goldberg, C. Harrelson. Computing the shortest path: A* search meets graph theory. 2005; distances after
// R. Kimmel, J. A. Sethian. Computing geodesic paths on manifolds. 1998
// Metres. Distances are good to a percent or so, so bounds are too: for searches that need not be exact either.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "surface/path_graph.h"

namespace clearway::surfacing {

class Landmarks
{
public:
    static constexpr std::uint32_t kCount = 12;
    static constexpr float kFar = -1; ///< of a vertex that a landmark does not reach

    /// In the component with the most triangles. None where straight lines say as much: when the first landmark finds most
    /// vertices hardly farther than they are in space. Time of one pass over the vertices for each.
    static Landmarks build(const SurfaceMesh& mesh, const PathGraph& graph);

    bool isEmpty() const { return distances_.empty(); }
    /// To the landmarks, in their order.
    std::span<const float, kCount> of(std::uint32_t vertex) const
    {
        return std::span<const float, kCount>(distances_.data() + std::size_t{vertex} * kCount, kCount);
    }
    /// What differences of distances are to be multiplied by before they count as bounds: less than 1 on rough ground.
    double trust() const { return trust_; }
    std::size_t memoryBytes() const { return distances_.capacity() * sizeof(float); }

private:
    std::vector<float> distances_; ///< by vertex, then by landmark
    double trust_ = 1;
};

} // namespace clearway::surfacing
