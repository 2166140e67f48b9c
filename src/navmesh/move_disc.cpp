// SPDX-License-Identifier: MIT
// A disc goes straight until it touches, then along the tangent at the contact that leads nearest to the goal, and so on. A
// tangent leg leaves walls beside it and corners behind it, so it never comes too near by itself; around a corner the legs touch
// its circle one after the other. Rounding: contacts are made at half the tolerance below the allowed distance and left at a
// quarter of it, so that a slide does not meet the wall it slides along; every stop is checked against all obstacles around and
// pulled back if it is too near.
#include <algorithm>
#include <cmath>
#include <optional>

#include <clearway/navmesh/query.h>

#include "navmesh/cast.h"
#include "navmesh/data.h"
#include "navmesh/place.h"
#include "navmesh/scratch.h"

namespace clearway {

namespace {

constexpr int kMaxDiscLegs = 200;

class DiscMove
{
public:
    DiscMove(const NavMesh::Data& data, NavMeshQuery::Scratch& scratch, const Place& start, double radius)
        : data_(data), scratch_(scratch), start_(start), at_(start), radius_(radius)
    {
        tolerance_ = kDiscMoveToleranceUlps * std::max(computeUlp(data.bounds.min), computeUlp(data.bounds.max));
    }

    Place run(Vec2 to);

private:
    /// How near the disc may come to an obstacle: its radius, or less if it began less far away. What an earlier move gave up
    /// for rounding does not count as less, so that it does not add up over many moves.
    double allowedDistance(const Segment& segment) const
    {
        const double at_start = distance(start_.position, segment);
        return at_start >= radius_ - tolerance_ ? radius_ : at_start;
    }
    void gather(Vec2 end);
    bool isFree(Vec2 p) const;
    bool go(Vec2 end);
    void stepOffWalls();
    std::optional<Vec2> findSlide(Vec2 to) const;
    bool isBlocked(Vec2 direction) const;

    const NavMesh::Data& data_;
    NavMeshQuery::Scratch& scratch_;
    Place start_;
    Place at_;
    double radius_;
    double tolerance_;
};

/// The obstacles that matter on the way from here to `end`, with their distances.
void DiscMove::gather(Vec2 end)
{
    gatherObstacles(data_, scratch_, at_.cell, {at_.position, end}, radius_ + tolerance_);
    std::sort(scratch_.obstacles.begin(), scratch_.obstacles.end());
    scratch_.radii.clear();
    for (const ObstacleId obstacle : scratch_.obstacles)
        scratch_.radii.push_back(allowedDistance(data_.obstacles[obstacle].segment));
}

bool DiscMove::isFree(Vec2 p) const
{
    for (std::size_t i = 0; i < scratch_.obstacles.size(); ++i)
        if (distance(p, data_.obstacles[scratch_.obstacles[i]].segment) < scratch_.radii[i] - tolerance_) return false;
    return true;
}

/// As far as possible toward `end`; the obstacles around must be gathered. False when it did not move.
bool DiscMove::go(Vec2 end)
{
    const Vec2 from = at_.position;
    double t = 1;
    for (std::size_t i = 0; i < scratch_.obstacles.size(); ++i)
    {
        const double radius = scratch_.radii[i] - tolerance_ / 2;
        if (radius <= 0) continue; // the centre's own walk sees to it
        const auto contact = findFirstContact(from, end, radius, data_.obstacles[scratch_.obstacles[i]].segment);
        if (contact) t = std::min(t, *contact);
    }
    const Heading heading(from, end);
    for (double back = 0; back < 1; back = back > 0 ? 8 * back : 0x1p-50)
    {
        const double reach = t * (1 - back);
        Walk walk;
        const Place stop = castRayFrom(data_, at_, reach < 1 ? heading.at(from, reach) : end, walk).end;
        if (!isFree(stop.position)) continue;
        const bool has_moved = stop.position != from;
        at_ = stop;
        return has_moved;
    }
    return false;
}

/// Away from what is touched, by rounding's share.
void DiscMove::stepOffWalls()
{
    Vec2 away;
    for (std::size_t i = 0; i < scratch_.obstacles.size(); ++i)
    {
        const Segment& segment = data_.obstacles[scratch_.obstacles[i]].segment;
        const Vec2 offset = at_.position - computeClosestPoint(segment, at_.position);
        const double gap = length(offset);
        if (gap >= scratch_.radii[i] - tolerance_ / 4) continue;
        const Vec2 normal = gap > tolerance_ ? offset / gap : computeNormal(segment);
        away = away + normal * (tolerance_ / 4);
    }
    if (away == Vec2{}) return;
    Walk walk;
    const Place stop = castRayFrom(data_, at_, at_.position + away, walk).end;
    if (isFree(stop.position)) at_ = stop;
}

/// Whether `direction` leads deeper into anything touched.
bool DiscMove::isBlocked(Vec2 direction) const
{
    for (std::size_t i = 0; i < scratch_.obstacles.size(); ++i)
    {
        const Segment& segment = data_.obstacles[scratch_.obstacles[i]].segment;
        const Vec2 offset = at_.position - computeClosestPoint(segment, at_.position);
        const double gap = length(offset);
        if (gap > scratch_.radii[i] + tolerance_) continue;
        const Vec2 normal = gap > tolerance_ ? offset / gap : computeNormal(segment);
        if (dot(normal, direction) < -1e-9) return true;
    }
    return false;
}

/// The end of the tangent leg that leads nearest to `to`; nothing when all lead away or into something else.
std::optional<Vec2> DiscMove::findSlide(Vec2 to) const
{
    const Vec2 wish = to - at_.position;
    std::optional<Vec2> best;
    double best_progress = tolerance_;
    for (std::size_t i = 0; i < scratch_.obstacles.size(); ++i)
    {
        const Segment& segment = data_.obstacles[scratch_.obstacles[i]].segment;
        const Vec2 offset = at_.position - computeClosestPoint(segment, at_.position);
        const double gap = length(offset);
        if (gap > scratch_.radii[i] + tolerance_) continue;
        const Vec2 normal = gap > tolerance_ ? offset / gap : computeNormal(segment);
        Vec2 tangent = perpendicular(normal);
        if (dot(tangent, wish) < 0) tangent = -tangent;
        const double progress = dot(tangent, wish);
        if (!(progress > best_progress) || isBlocked(tangent)) continue;
        best = at_.position + tangent * progress;
        best_progress = progress;
    }
    return best;
}

Place DiscMove::run(Vec2 to)
{
    for (int leg = 0; leg < kMaxDiscLegs && at_.position != to; ++leg)
    {
        const double before = distance(at_.position, to);
        gather(to);
        go(to);
        if (at_.position == to) break;
        gather(at_.position);
        stepOffWalls();
        const std::optional<Vec2> slide = findSlide(to);
        if (slide)
        {
            gather(*slide);
            go(*slide);
        }
        if (!(distance(at_.position, to) < before - tolerance_)) break;
    }
    return at_;
}

} // namespace

Place NavMeshQuery::moveDiscAlong(const Place& from, Vec2 to, double radius)
{
    const NavMesh::Data& data = mesh_.data();
    const Place start = checkPlace(data, from);
    if (!start || !isFinite(to) || !(radius >= 0) || !std::isfinite(radius)) return start;
    if (radius == 0) return moveAlong(start, to);
    return DiscMove(data, *scratch_, start, radius).run(pullIn(data, start.position, to));
}

} // namespace clearway
