// SPDX-License-Identifier: MIT
// What stops a cast is decided exactly by the walk; only then the point where that happened is computed, and settled inside its
// cell.
#include "navmesh/cast.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <clearway/geometry/predicates.h>

#include "navmesh/crossing.h"
#include "navmesh/place.h"
#include "navmesh/scratch.h"

namespace clearway {

Heading::Heading(Vec2 from, Vec2 to)
{
    const Vec2 half = to * 0.5 - from * 0.5; // the whole difference may overflow
    const double largest = std::max(std::abs(half.x), std::abs(half.y));
    if (!(largest > 0)) return;
    direction = {half.x / largest, half.y / largest};
    length = 2 * largest;
}

Vec2 pullIn(const NavMesh::Data& data, Vec2 from, Vec2 to)
{
    const Heading heading(from, to);
    const double reach = 1e8 * length(data.bounds.size());
    return heading.length > reach ? heading.at(from, reach / heading.length) : to;
}

namespace {

/// The parameter at which the way from `from` to `to` crosses the line of `segment`, in [0, 1].
double computeCrossing(Vec2 from, Vec2 to, const Heading& heading, const Segment& segment)
{
    constexpr double kFar = 1e100;
    if (std::abs(to.x) < kFar && std::abs(to.y) < kFar) return computeCrossingParameter(from, to, segment);
    const Vec2 along = segment.b - segment.a;
    const double t = cross(segment.a - from, along) / cross(heading.direction, along) / heading.length;
    return t > 0 ? std::min(t, 1.0) : 0;
}

double computeProjection(Vec2 from, const Heading& heading, Vec2 p)
{
    const double t = dot(p - from, heading.direction) / dot(heading.direction, heading.direction) / heading.length;
    return t > 0 ? std::min(t, 1.0) : 0;
}

/// The obstacle that faces the way most, of the one or two that a walk ended at.
ObstacleId chooseBlocking(const NavMesh::Data& data, const Walk& walk, Vec2 direction)
{
    ObstacleId best = kNone;
    double best_dot = 0;
    for (const SideId side : {walk.blocking, walk.blocking_right})
    {
        if (side == kNone) continue;
        const ObstacleId obstacle = data.sides[side].obstacle;
        const double facing = dot(computeNormal(data.obstacles[obstacle].segment), direction);
        if (best != kNone && (facing > best_dot || (facing == best_dot && obstacle > best))) continue;
        best = obstacle;
        best_dot = facing;
    }
    return best;
}

/// A side that stopped a walk though its obstacle does not: where portals end inside an obstacle their ends are rounded, so that
/// sides may stand off the obstacle by an ulp, into the way of a walk along it.
struct Bulge
{
    SideId side = kNone;
    Vec2 end; ///< of the side, the way the walk goes
};

/// Decides by the obstacles themselves, exactly, whether a walk that stopped may go on to `to`.
std::optional<Bulge> findBulge(const NavMesh::Data& data, const Walk& walk, Vec2 at, Vec2 to)
{
    if (walk.blocking == kNone) return std::nullopt;
    const Segment& left = data.obstacles[data.sides[walk.blocking].obstacle].segment;
    if (!walk.at_corner)
    {
        if (computeOrientation(left.a, left.b, to) < 0) return std::nullopt;
        const bool is_along = computeDotSign(left.a, left.b, at, to) > 0;
        return Bulge{walk.blocking, data.corners[is_along ? data.next(walk.blocking) : walk.blocking]};
    }
    // At a corner: free space turns from the obstacle that leaves it to the one that ends there.
    if (walk.blocking_right == kNone) return std::nullopt;
    const Segment& right = data.obstacles[data.sides[walk.blocking_right].obstacle].segment;
    const bool is_one = left == right;
    if (!is_one && (left.b != walk.corner || right.a != walk.corner)) return std::nullopt;
    const bool is_left_of_first = computeOrientation(left.a, left.b, to) >= 0;
    const bool is_left_of_second = computeOrientation(right.a, right.b, to) >= 0;
    const int turn = is_one ? 0 : computeOrientation(left.a, walk.corner, right.b);
    const bool may_go_on = turn < 0 ? is_left_of_first || is_left_of_second : is_left_of_first && is_left_of_second;
    if (!may_go_on) return std::nullopt;
    const Vec2 before = data.corners[walk.blocking];
    const Vec2 after = data.corners[data.next(walk.blocking_right)];
    const Vec2 heading = Heading(walk.corner, to).direction;
    const bool is_along =
        dot(heading, Heading(walk.corner, after).direction) > dot(heading, Heading(walk.corner, before).direction);
    return is_along ? Bulge{walk.blocking_right, after} : Bulge{walk.blocking, before};
}

NavMeshQuery::RayHit describeHit(const NavMesh::Data& data, const Place& from, Vec2 to, const Walk& walk)
{
    const Heading heading(from.position, to);
    NavMeshQuery::RayHit hit;
    hit.obstacle = chooseBlocking(data, walk, heading.direction);
    if (hit.obstacle != kNone) hit.normal = computeNormal(data.obstacles[hit.obstacle].segment);
    if (walk.at_corner)
    {
        hit.t = computeProjection(from.position, heading, walk.corner);
        hit.end = {walk.corner, walk.cell};
        return hit;
    }
    // On the obstacle itself where that is what was crossed: how cells were cut must not show.
    const Segment& obstacle = data.obstacles[hit.obstacle].segment;
    const bool is_crossed =
        computeOrientation(obstacle.a, obstacle.b, from.position) >= 0 && computeOrientation(obstacle.a, obstacle.b, to) < 0;
    hit.t = computeCrossing(from.position, to, heading, is_crossed ? obstacle : data.segment(walk.blocking));
    const Vec2 end = heading.at(from.position, hit.t);
    hit.end = settle(data, walk.cell, end, hit.normal);
    // A cell too thin to hold any double there: back along the way, at last to where it began.
    for (double back = 0x1p-50; !hit.end && back < 1; back *= 32)
        hit.end = checkPlace(data, {heading.at(from.position, hit.t * (1 - back)), walk.cell});
    if (!hit.end) hit.end = from;
    return hit;
}

bool isRadius(double radius) { return radius >= 0 && std::isfinite(radius); }

NavMeshQuery::RayHit nothingToCast() { return {0, {}, kNone, {}}; }

} // namespace

NavMeshQuery::RayHit castRayFrom(const NavMesh::Data& data, const Place& from, Vec2 to, Walk& walk)
{
    walk = walkStraight(data, from.cell, from.position, to);
    // Past bulges from corner to corner; each lies further along the way, so this ends.
    Vec2 at = from.position;
    while (!walk.arrived)
    {
        const std::optional<Bulge> bulge = findBulge(data, walk, at, to);
        if (!bulge || computeDotSign(at, bulge->end, from.position, to) <= 0) break;
        if (computeDotSign(bulge->end, to, from.position, to) <= 0)
        {
            const Place end = settle(data, data.side_cell[bulge->side], to, computeNormal(data.segment(bulge->side)));
            return {1, end ? end : Place{bulge->end, data.side_cell[bulge->side]}, kNone, {}};
        }
        at = bulge->end;
        walk = walkStraight(data, data.side_cell[bulge->side], at, to);
    }
    if (walk.arrived) return {1, {to, walk.cell}, kNone, {}};
    return describeHit(data, from, to, walk);
}

NavMeshQuery::RayHit NavMeshQuery::castRay(const Place& from, Vec2 to) const
{
    const Place start = checkPlace(mesh_.data(), from);
    if (!start || !isFinite(to)) return nothingToCast();
    Walk walk;
    return castRayFrom(mesh_.data(), start, to, walk);
}

NavMeshQuery::RayHit NavMeshQuery::castDisc(const Place& from, Vec2 to, double radius)
{
    const NavMesh::Data& data = mesh_.data();
    const Place start = checkPlace(data, from);
    if (!start || !isFinite(to) || !isRadius(radius)) return nothingToCast();
    Walk walk;
    NavMeshQuery::RayHit hit = castRayFrom(data, start, to, walk);
    if (radius == 0) return hit;

    // The disc is stopped no later than its centre, so only obstacles near that part of the way count.
    const Heading heading(start.position, to);
    const Vec2 goal = pullIn(data, start.position, to);
    const double share = goal == to ? 1 : Heading(start.position, goal).length / heading.length;
    gatherObstacles(data, *scratch_, start.cell, {start.position, hit.end.position}, radius);
    ObstacleId touched = kNone;
    for (const ObstacleId obstacle : scratch_->obstacles)
    {
        const std::optional<double> t = findFirstContact(start.position, goal, radius, data.obstacles[obstacle].segment);
        if (!t || *t * share > hit.t || (*t * share == hit.t && obstacle >= touched)) continue;
        hit.t = *t * share;
        touched = obstacle;
    }
    if (touched == kNone) return hit;
    Walk approach;
    hit.end = castRayFrom(data, start, heading.at(start.position, hit.t), approach).end;
    hit.obstacle = touched;
    const Segment& segment = data.obstacles[touched].segment;
    const Vec2 away = hit.end.position - computeClosestPoint(segment, hit.end.position);
    hit.normal = lengthSq(away) > 0 ? away / length(away) : computeNormal(segment);
    return hit;
}

bool NavMeshQuery::isCapsuleFree(const Place& from, Vec2 to, double radius)
{
    const NavMesh::Data& data = mesh_.data();
    const Place start = checkPlace(data, from);
    if (!start || !isFinite(to) || !isRadius(radius)) return false;
    Walk walk;
    if (castRayFrom(data, start, to, walk).hit()) return false;
    if (radius == 0) return true;
    const Capsule capsule{{start.position, to}, radius};
    gatherObstacles(data, *scratch_, start.cell, capsule.axis, radius);
    return std::none_of(scratch_->obstacles.begin(), scratch_->obstacles.end(),
                        [&](ObstacleId obstacle) { return overlaps(capsule, data.obstacles[obstacle].segment); });
}

} // namespace clearway
