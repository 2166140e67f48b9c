// SPDX-License-Identifier: MIT
// The walls of one layer of a scene: for planners that only know cells of a grid.
#pragma once
#include <span>
#include <vector>

#include <clearway/geometry/bvh.h>
#include <clearway/geometry/path.h>
#include <clearway/scene/scene.h>

namespace clearway::plan {

class Walls
{
public:
    Walls() = default; ///< nothing is known about them
    Walls(const Scene& scene, int layer);

    explicit operator bool() const { return !segments_.empty(); }
    /// Whether a point is in free space; always without walls. A point on a wall may count either way. O(walls).
    bool isFree(Vec2 p) const;
    /// From a point to the nearest wall; there must be walls. Metres.
    double computeDistance(Vec2 p) const;
    /// How near a path of lines comes to a wall; there must be walls, and a piece. Metres.
    double computeClearance(const Path& path) const;

private:
    std::vector<Segment> segments_;
    Bvh tree_;
};

} // namespace clearway::plan
