// SPDX-License-Identifier: MIT
// Each part of an arc is replaced by the two tangents at its ends. Chords would come nearer to the corner than the disc fits.
#include "geometry/arc_points.h"

#include <algorithm>
#include <cmath>

#include "geometry/angle.h"

namespace clearway {
namespace {

constexpr int kMostHalvings = 24;
constexpr double kTight = 1e-4;         ///< metres, where nothing is to spare
constexpr double kSmallestLimit = 1e-9; ///< metres

/// What stays the same while an arc is halved.
struct Circle
{
    Vec2 center;
    double radius = 0;
    int side = 0; ///< 1: the arc turns to the left
    double deviation = 0;
};

/// The part from outward direction u to v, both unit, at most half a turn apart.
void addPart(const Circle& circle, Vec2 u, Vec2 v, int halvings, std::vector<Vec2>& points)
{
    const double cosine = std::sqrt(std::max(0.0, (1 + dot(u, v)) / 2)); // of half the angle
    const bool is_flat = circle.radius * (1 - cosine) <= circle.deviation * cosine;
    if (is_flat || halvings == 0)
    {
        points.push_back(circle.center + (u + v) * (circle.radius / (1 + dot(u, v))));
        return;
    }
    const Vec2 sum = u + v;
    const double size = length(sum);
    const Vec2 middle = size > 1e-6 ? sum / size : perpendicular(u) * circle.side;
    addPart(circle, u, middle, halvings - 1, points);
    points.push_back(circle.center + middle * circle.radius);
    addPart(circle, middle, v, halvings - 1, points);
}

} // namespace

double limitDeviation(double deviation, double room)
{
    return std::max(kSmallestLimit, std::min(deviation, std::max(room, kTight)));
}

void addPointsAroundArc(const ArcOfPath& arc, double deviation, std::vector<Vec2>& points)
{
    const Vec2 u = arc.from - arc.center, v = arc.to - arc.center;
    const double radius = length(u);
    if (!(radius > 0 && length(v) > 0)) return;
    const Circle circle{arc.center, radius, arc.angle > 0 ? 1 : -1, std::max(kSmallestLimit, deviation)};
    const Vec2 first = u / radius, last = v / length(v);
    if (std::abs(arc.angle) <= kPi) return addPart(circle, first, last, kMostHalvings, points);
    // More than half a turn: its middle is opposite to what lies between the ends.
    const Vec2 sum = first + last;
    const double size = length(sum);
    const Vec2 middle = size > 1e-6 ? sum / -size : perpendicular(first) * circle.side;
    addPart(circle, first, middle, kMostHalvings, points);
    points.push_back(circle.center + middle * radius);
    addPart(circle, middle, last, kMostHalvings, points);
}

} // namespace clearway
