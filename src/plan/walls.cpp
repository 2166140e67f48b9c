// SPDX-License-Identifier: MIT
#include "plan/walls.h"

#include <algorithm>
#include <cmath>

namespace clearway::plan {

Walls::Walls(const Scene& scene, int layer) : quantum_(scene.frame().quantum)
{
    for (const Scene::RingRange& ring : scene.rings())
        if (scene.areas()[ring.area].layer == layer)
            for (std::uint32_t i = 0; i < ring.count; ++i) segments_.push_back(scene.edge(ring.first + i));
    std::vector<Box2> boxes;
    for (const Segment& wall : segments_) boxes.push_back(computeBounds(wall));
    tree_ = Bvh::build(boxes);
}

bool Walls::isFree(Vec2 p) const
{
    bool is_inside = segments_.empty();
    for (const Segment& wall : segments_)
    {
        if ((wall.a.y > p.y) == (wall.b.y > p.y)) continue;
        const double x = wall.a.x + (wall.b.x - wall.a.x) * ((p.y - wall.a.y) / (wall.b.y - wall.a.y));
        if (x > p.x) is_inside = !is_inside;
    }
    return is_inside;
}

double Walls::computeDistance(Vec2 p) const
{
    const auto distanceTo = [&](std::uint32_t wall) { return distanceSq(p, segments_[wall]); };
    return std::sqrt(distanceTo(tree_.findNearest(p, distanceTo)));
}

NearWall Walls::findNear(Vec2 p, double far) const
{
    const auto toPoint = [&](std::uint32_t wall) { return distanceSq(p, segments_[wall]); };
    const Segment& wall = segments_[tree_.findNearest(p, toPoint)];
    const Vec2 closest = computeClosestPoint(wall, p);
    const double gap = distance(p, closest);
    if (gap >= far) return {gap, closest, {}}; // on which side it is does not matter
    if (gap == 0) return {0, closest, perpendicular(wall.b - wall.a) / distance(wall.a, wall.b)};
    const Vec2 away = (p - closest) / gap;
    return isFree(p) ? NearWall{gap, closest, away} : NearWall{-gap, closest, -away};
}

double Walls::computeClearance(const Path& path) const
{
    double least = computeDistance(planar(path.pieces().front().from));
    for (const Path::Piece& piece : path.pieces())
    {
        const Segment line = {planar(piece.from), planar(piece.to)};
        Box2 box = computeBounds(line);
        box.min = box.min - Vec2{least, least};
        box.max = box.max + Vec2{least, least};
        tree_.forEachIn(box, [&](std::uint32_t wall) { least = std::min(least, distance(line, segments_[wall])); });
    }
    return least;
}

} // namespace clearway::plan
