// SPDX-License-Identifier: MIT
// Pieces of paths: points, lengths, how much they bend.
#include <clearway/corridor/corridor_path.h>

#include <algorithm>
#include <cmath>

#include "geometry/arc_points.h"

namespace clearway {
namespace {

using Shape = CorridorPathPiece::Shape;

constexpr struct
{
    CorridorPathKind kind;
    std::string_view name;
} kKinds[] = {{CorridorPathKind::backbone, "backbone"},
              {CorridorPathKind::shortest, "shortest"},
              {CorridorPathKind::roomy, "roomy"},
              {CorridorPathKind::smooth, "smooth"}};

Vec2 normalized(Vec2 v)
{
    const double size = length(v);
    return size > 0 ? v / size : Vec2{};
}

/// (cos, sin) of an angle up to a whole turn: the same on every machine. By halving it until a short series is exact, and
/// doubling back.
Vec2 unitOf(double angle)
{
    constexpr int kHalvings = 6;
    const double x = angle / (1 << kHalvings), x2 = x * x; // at most 0.1
    double s = x * (1 - x2 / 6 * (1 - x2 / 20 * (1 - x2 / 42 * (1 - x2 / 72))));
    double less = x2 / 2 * (1 - x2 / 12 * (1 - x2 / 30 * (1 - x2 / 56 * (1 - x2 / 90)))); // 1 - cosine, which loses nothing
    for (int i = 0; i < kHalvings; ++i)
    {
        const double next = 2 * s * s;
        s = 2 * s * (1 - less);
        less = next;
    }
    return {1 - less, s};
}

Vec2 turned(Vec2 v, Vec2 by) { return {v.x * by.x - v.y * by.y, v.x * by.y + v.y * by.x}; }

/// Of a quadratic curve whose speed is |a + b t|, t from 0 to 1: by Simpson's rule on halves until they agree.
double integrateSpeed(Vec2 a, Vec2 b, double t0, double t1, double whole, int depth)
{
    const auto speed = [&](double t) { return length(a + b * t); };
    const auto simpson = [&](double u, double v) { return (v - u) / 6 * (speed(u) + 4 * speed((u + v) / 2) + speed(v)); };
    const double middle = (t0 + t1) / 2, first = simpson(t0, middle), second = simpson(middle, t1);
    if (depth == 0 || std::abs(first + second - whole) <= 1e-13 * (first + second)) return first + second;
    return integrateSpeed(a, b, t0, middle, first, depth - 1) + integrateSpeed(a, b, middle, t1, second, depth - 1);
}

} // namespace

std::string_view toText(CorridorPathKind kind)
{
    for (const auto& entry : kKinds)
        if (entry.kind == kind) return entry.name;
    return "";
}

std::optional<CorridorPathKind> findCorridorPathKind(std::string_view name)
{
    for (const auto& entry : kKinds)
        if (entry.name == name) return entry.kind;
    return std::nullopt;
}

Vec2 CorridorPathPiece::pointAt(double t) const
{
    if (t <= 0) return from;
    if (t >= 1) return to;
    switch (shape)
    {
    case Shape::arc: return center + turned(from - center, unitOf(angle * t));
    case Shape::parabola: return interpolate(interpolate(from, center, t), interpolate(center, to, t), t);
    case Shape::line: break;
    }
    return interpolate(from, to, t);
}

Vec2 CorridorPathPiece::directionAt(double t) const
{
    switch (shape)
    {
    case Shape::arc: {
        const Vec2 out = t >= 1 ? to - center : turned(from - center, unitOf(angle * std::max(0.0, t)));
        return normalized(angle > 0 ? perpendicular(out) : -perpendicular(out));
    }
    case Shape::parabola: return normalized(interpolate(center - from, to - center, std::clamp(t, 0.0, 1.0)));
    case Shape::line: break;
    }
    return normalized(to - from);
}

double CorridorPathPiece::length() const
{
    switch (shape)
    {
    case Shape::arc: return std::abs(angle) * distance(center, from);
    case Shape::parabola: {
        const Vec2 a = (center - from) * 2, b = (to - center * 2 + from) * 2;
        const auto speed = [&](double t) { return clearway::length(a + b * t); };
        return integrateSpeed(a, b, 0, 1, (speed(0) + 4 * speed(0.5) + speed(1)) / 6, 20);
    }
    case Shape::line: break;
    }
    return distance(from, to);
}

double CorridorPathPiece::curvature() const
{
    switch (shape)
    {
    case Shape::arc: {
        const double radius = distance(center, from);
        return radius > 0 ? 1 / radius : 0;
    }
    case Shape::parabola: {
        // Largest where the speed is smallest: the cross product of speed and change of speed is constant.
        const Vec2 a = (center - from) * 2, b = (to - center * 2 + from) * 2;
        const double t = lengthSq(b) > 0 ? std::clamp(-dot(a, b) / lengthSq(b), 0.0, 1.0) : 0;
        const double speed = clearway::length(a + b * t);
        return speed > 0 ? std::abs(cross(a, b)) / (speed * speed * speed) : 0;
    }
    case Shape::line: break;
    }
    return 0;
}

/// Into equal parts of its parameter, none of whose chords is farther off than `deviation`.
static void addPointsOfParabola(const CorridorPathPiece& piece, double deviation, std::vector<Vec2>& points)
{
    constexpr double kMost = 4096;
    // How far the chord of the whole piece is off; of n equal parts it is that through n^2.
    const double size = length(piece.from - piece.center * 2 + piece.to) / 4;
    const auto count = static_cast<int>(std::clamp(std::ceil(std::sqrt(size / deviation)), 1.0, kMost));
    for (int i = 1; i < count; ++i) points.push_back(piece.pointAt(static_cast<double>(i) / count));
}

void computePoints(const CorridorPath& path, double deviation, std::vector<Vec2>& points)
{
    points.clear();
    for (const CorridorPathPiece& piece : path.pieces())
    {
        if (points.empty()) points.push_back(piece.from);
        const double limit = limitDeviation(deviation, piece.room);
        if (piece.shape == Shape::arc)
            addPointsAroundArc({piece.center, piece.from, piece.to, piece.angle}, limit, points);
        else if (piece.shape == Shape::parabola)
            addPointsOfParabola(piece, limit, points);
        points.push_back(piece.to);
    }
}

std::vector<Vec2> computePoints(const CorridorPath& path, double deviation)
{
    std::vector<Vec2> points;
    computePoints(path, deviation, points);
    return points;
}

} // namespace clearway
