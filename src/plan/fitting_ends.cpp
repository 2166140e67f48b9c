// SPDX-License-Identifier: MIT
#include "plan/fitting_ends.h"

#include <cmath>

#include <clearway/path/finder.h>

#include "geometry/fit_tolerance.h"
#include "voronoi/data.h"

namespace clearway::plan {

namespace {

template <typename FindNear>
Vec2 fitEnd(Vec2 p, double radius, double quantum, FindNear&& findNear)
{
    if (!isFinite(p) || !(radius >= 0) || !std::isfinite(radius)) return p;
    const double tolerance = computeFitTolerance(PathOptions().fit_tolerance, p);
    return moveToFit(p, p, radius, radius - quantum, tolerance, findNear).value_or(p);
}

} // namespace

Vec2 fitEnd(const VoronoiDiagram& diagram, Vec2 p, double radius, int layer)
{
    if (layer == kAnyLayer && diagram.data().layers.size() > 1) return p; // which layer is meant depends on what fits
    return fitEnd(p, radius, diagram.frame().quantum, [&](Vec2 q) -> std::optional<NearWall> {
        const VoronoiDiagram::Nearest nearest = diagram.findNearest(q, layer);
        if (nearest.site == kNone) return std::nullopt;
        const VoronoiDiagram::Site& site = diagram.sites()[nearest.site];
        if (site.kind == VoronoiDiagram::Site::Kind::point)
        {
            if (nearest.distance == 0) return std::nullopt;
            return NearWall{nearest.distance, nearest.closest, (q - nearest.closest) / nearest.distance};
        }
        const Vec2 away = perpendicular(site.shape.b - site.shape.a) / distance(site.shape.a, site.shape.b);
        const bool is_behind = dot(q - nearest.closest, away) < 0;
        return NearWall{is_behind ? -nearest.distance : nearest.distance, nearest.closest, away};
    });
}

Vec2 fitEnd(const Walls& walls, Vec2 p, double radius)
{
    if (!walls) return p;
    // Nothing behind a wall is moved by more than the tolerance: farther away the side does not matter.
    const double far = radius + computeFitTolerance(PathOptions().fit_tolerance, p);
    return fitEnd(p, radius, walls.quantum(), [&](Vec2 q) { return std::optional(walls.findNear(q, far)); });
}

void tellShifts(Path& path, Vec2 start, Vec2 moved_start, Vec2 goal, Vec2 moved_goal)
{
    if (path.status() == PathStatus::invalid) return;
    PathWriter writer = PathWriter::amend(path);
    writer.setStartShift(distance(start, moved_start));
    writer.setGoalShift(distance(goal, moved_goal));
}

} // namespace clearway::plan
