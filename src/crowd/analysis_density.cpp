// SPDX-License-Identifier: MIT
// Based on:
// B. Steffen, A. Seyfried. Methods for measuring pedestrian density, flow, speed and direction with minimal scatter. 2010
//
// A cell is cut from a disc by the bisectors to the others, nearest first, until no bisector can reach it any more. Clipping by
// half-planes keeps the signed area right for any ring, convex or not (what it leaves of one that falls apart hangs together by
// edges without area), so outlines and holes of the walkable area are clipped by the convex cell, and their areas added.
// Departure: what a cell has behind a wall is kept, since cells end at the cut-off anyway.
#include <algorithm>
#include <cmath>

#include "crowd/analysis_parts.h"
#include "geometry/angle.h"

namespace clearway {

namespace {

constexpr double kSharedCell = 1e-3; ///< nearer ones share a cell; metres

/// The points p of the ring with dot(p, normal) <= limit.
void clip(Ring& ring, Vec2 normal, double limit, Ring& spare)
{
    spare.clear();
    for (std::size_t i = 0; i < ring.size(); ++i)
    {
        const Vec2 a = ring[i];
        const Vec2 b = ring[i + 1 < ring.size() ? i + 1 : 0];
        const double da = dot(a, normal) - limit;
        const double db = dot(b, normal) - limit;
        if (da <= 0) spare.push_back(a);
        if ((da < 0 && db > 0) || (da > 0 && db < 0)) spare.push_back(interpolate(a, b, da / (da - db)));
    }
    ring.swap(spare);
}

/// By a convex counter-clockwise ring.
void clipByRing(Ring& ring, std::span<const Vec2> convex, Ring& spare)
{
    for (std::size_t i = 0; i < convex.size() && !ring.empty(); ++i)
    {
        const Vec2 a = convex[i];
        const Vec2 b = convex[i + 1 < convex.size() ? i + 1 : 0];
        const Vec2 outward = -perpendicular(b - a);
        clip(ring, outward, dot(a, outward), spare);
    }
}

void clipByBox(Ring& ring, const Box2& box, Ring& spare)
{
    clip(ring, {1, 0}, box.max.x, spare);
    clip(ring, {-1, 0}, -box.min.x, spare);
    clip(ring, {0, 1}, box.max.y, spare);
    clip(ring, {0, -1}, -box.min.y, spare);
}

/// 64 corners on the unit circle, made by halving angles: the same bits everywhere.
Ring makeCircle()
{
    Ring circle = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    while (circle.size() < 64)
    {
        Ring finer;
        for (std::size_t i = 0; i < circle.size(); ++i)
        {
            const Vec2 middle = circle[i] + circle[(i + 1) % circle.size()];
            finer.push_back(circle[i]);
            finer.push_back(middle / length(middle));
        }
        circle = std::move(finer);
    }
    return circle;
}

} // namespace

VoronoiMeasure::VoronoiMeasure(std::span<const Vec2> area, std::span<const Ring> walkable, double cut_off)
    : is_bounded_(!walkable.empty()), box_(computeBounds(area)), disc_(makeCircle())
{
    Ring outline(area.begin(), area.end());
    if (computeSignedArea(outline) < 0) std::reverse(outline.begin(), outline.end());
    if (isConvex(outline))
        pieces_.push_back(outline);
    else
        for (const auto& [a, b, c] : triangulateRing(outline)) pieces_.push_back({outline[a], outline[b], outline[c]});

    reach_ = cut_off * std::sqrt(kPi / computeSignedArea(disc_));
    for (Vec2& p : disc_) p = p * reach_;
    for (const Ring& ring : walkable)
    {
        Ring near = ring;
        clipByBox(near, box_.inflated(2.5 * reach_), spare_);
        if (near.size() >= 3) walkable_.push_back(std::move(near));
    }
}

std::size_t VoronoiMeasure::cutCell(std::size_t person, std::span<const Vec2> positions)
{
    const Vec2 center = positions[person];
    others_.clear();
    for (std::size_t other : near_)
    {
        const double d = distanceSq(center, positions[other]);
        if (other != person && d < 4 * reach_ * reach_) others_.emplace_back(d, other);
    }
    std::sort(others_.begin(), others_.end());
    cell_ = disc_;
    std::size_t in_place = 1;
    for (const auto& [distance_sq, other] : others_)
    {
        if (distance_sq < kSharedCell * kSharedCell)
        {
            ++in_place;
            continue;
        }
        double farthest_sq = 0;
        for (Vec2 p : cell_) farthest_sq = std::max(farthest_sq, lengthSq(p));
        if (distance_sq > 4 * farthest_sq) break;
        clip(cell_, positions[other] - center, distance_sq / 2, spare_);
    }
    return in_place;
}

/// Of a convex ring relative to `origin`.
double VoronoiMeasure::computeFreeArea(std::span<const Vec2> convex, Vec2 origin)
{
    if (convex.size() < 3) return 0;
    if (!is_bounded_) return computeSignedArea(convex);
    const Box2 box = computeBounds(convex);
    double area = 0;
    for (const Ring& ring : walkable_)
    {
        clipped_.clear();
        for (Vec2 p : ring) clipped_.push_back(p - origin);
        clipByBox(clipped_, box, spare_);
        clipByRing(clipped_, convex, spare_);
        area += computeSignedArea(clipped_);
    }
    return std::max(area, 0.0);
}

std::span<const VoronoiMeasure::Share> VoronoiMeasure::computeShares(std::span<const Vec2> positions)
{
    shares_.clear();
    near_.clear();
    const Box2 seen = box_.inflated(3 * reach_);
    const Box2 inner = box_.inflated(reach_);
    for (std::size_t i = 0; i < positions.size(); ++i)
        if (seen.contains(positions[i])) near_.push_back(i);
    for (std::size_t i : near_)
    {
        const Vec2 center = positions[i];
        if (!inner.contains(center)) continue;
        const auto in_place = static_cast<double>(cutCell(i, positions));
        double inside = 0;
        for (const Ring& piece : pieces_)
        {
            part_ = cell_;
            relative_.clear();
            for (Vec2 p : piece) relative_.push_back(p - center);
            clipByRing(part_, relative_, spare_);
            inside += computeFreeArea(part_, center);
        }
        if (!(inside > 0)) continue;
        const double whole = computeFreeArea(cell_, center);
        if (whole > 0) shares_.push_back({i, std::min(inside / whole, 1.0), inside / in_place});
    }
    return shares_;
}

} // namespace clearway
