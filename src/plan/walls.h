// SPDX-License-Identifier: MIT
// The walls of one layer of a scene: for planners that only know cells of a grid.
#pragma once
#include <span>
#include <vector>

#include <clearway/geometry/bvh.h>
#include <clearway/geometry/path.h>
#include <clearway/scene/scene.h>

#include "geometry/fit_tolerance.h"

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
    /// What a point is nearest to; there must be walls. On which side of the wall it is costs O(walls), and is told only of
    /// points nearer than `far`.
    NearWall findNear(Vec2 p, double far) const;
    double quantum() const { return quantum_; } ///< of the scene; metres
    /// How near a path of lines comes to a wall; there must be walls, and a piece. Metres.
    double computeClearance(const Path& path) const;

private:
    std::vector<Segment> segments_;
    Bvh tree_;
    double quantum_ = 0;
};

} // namespace clearway::plan
