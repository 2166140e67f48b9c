// SPDX-License-Identifier: MIT
// Pieces of paths: points, lengths, how much they bend.
#include <clearway/geometry/path.h>

#include <algorithm>
#include <cmath>

#include "geometry/angle.h"
#include "geometry/arc_points.h"

namespace clearway {
namespace {

using Shape = Path::Piece::Shape;

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

Vec3 turned(Vec3 v, Vec2 by) { return {v.x * by.x - v.y * by.y, v.x * by.y + v.y * by.x, v.z}; }

/// Of a quadratic curve whose speed is |a + b t|, t from 0 to 1: by Simpson's rule on halves until they agree.
double integrateSpeed(Vec3 a, Vec3 b, double t0, double t1, double whole, int depth)
{
    const auto speed = [&](double t) { return length(a + b * t); };
    const auto simpson = [&](double u, double v) { return (v - u) / 6 * (speed(u) + 4 * speed((u + v) / 2) + speed(v)); };
    const double middle = (t0 + t1) / 2, first = simpson(t0, middle), second = simpson(middle, t1);
    if (depth == 0 || std::abs(first + second - whole) <= 1e-13 * (first + second)) return first + second;
    return integrateSpeed(a, b, t0, middle, first, depth - 1) + integrateSpeed(a, b, middle, t1, second, depth - 1);
}

/// Into equal parts of its parameter, none of whose chords is farther off than `deviation`.
void addPointsOfParabola(const Path::Piece& piece, double deviation, std::vector<Vec2>& points)
{
    constexpr double kMost = 4096;
    // How far the chord of the whole piece is off; of n equal parts it is that through n^2.
    const double size = length(piece.from - piece.center * 2 + piece.to) / 4;
    const auto count = static_cast<int>(std::clamp(std::ceil(std::sqrt(size / deviation)), 1.0, kMost));
    for (int i = 1; i < count; ++i) points.push_back(planar(piece.pointAt(static_cast<double>(i) / count)));
}

/// What lies between the ends of a piece.
void addPointsBetween(const Path::Piece& piece, double deviation, std::vector<Vec2>& points)
{
    const double limit = limitDeviation(deviation, piece.room);
    if (piece.shape == Shape::arc)
        addPointsAroundArc({planar(piece.center), planar(piece.from), planar(piece.to), piece.angle}, limit, points);
    else if (piece.shape == Shape::parabola)
        addPointsOfParabola(piece, limit, points);
}

} // namespace

std::string_view toString(PathStatus status)
{
    switch (status)
    {
    case PathStatus::complete: return "complete";
    case PathStatus::partial: return "partial";
    case PathStatus::unreachable: return "unreachable";
    case PathStatus::out_of_budget: return "out_of_budget";
    case PathStatus::unresolved: return "unresolved";
    case PathStatus::invalid: break;
    }
    return "invalid";
}

std::string_view toString(PathProblem problem)
{
    switch (problem)
    {
    case PathProblem::bad_radius: return "the radius is negative, not a finite number, or larger than the planner was built for";
    case PathProblem::bad_point: return "start or goal is not a finite point";
    case PathProblem::bad_option: return "a number asked for is out of range or not finite";
    case PathProblem::bad_mesh: return "the mesh cannot be used for paths";
    case PathProblem::start_outside: return "the start is not in free space";
    case PathProblem::goal_outside: return "the goal is not in free space";
    case PathProblem::start_too_tight: return "the disc does not fit at the start";
    case PathProblem::goal_too_tight: return "the disc does not fit at the goal";
    case PathProblem::none: break;
    }
    return "";
}

Vec3 Path::Piece::pointAt(double t) const
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

Vec3 Path::Piece::directionAt(double t) const
{
    switch (shape)
    {
    case Shape::arc: {
        const Vec3 out = t >= 1 ? to - center : turned(from - center, unitOf(angle * std::max(0.0, t)));
        const Vec2 ahead = angle > 0 ? perpendicular(planar(out)) : -perpendicular(planar(out));
        return normalized(atHeight(ahead, 0));
    }
    case Shape::parabola: return normalized(interpolate(center - from, to - center, std::clamp(t, 0.0, 1.0)));
    case Shape::line: break;
    }
    return normalized(to - from);
}

double Path::Piece::length() const
{
    switch (shape)
    {
    case Shape::arc: return std::abs(angle) * distance(center, from);
    case Shape::parabola: {
        const Vec3 a = (center - from) * 2, b = (to - center * 2 + from) * 2;
        const auto speed = [&](double t) { return clearway::length(a + b * t); };
        return integrateSpeed(a, b, 0, 1, (speed(0) + 4 * speed(0.5) + speed(1)) / 6, 20);
    }
    case Shape::line: break;
    }
    return distance(from, to);
}

double Path::Piece::curvature() const
{
    switch (shape)
    {
    case Shape::arc: {
        const double radius = distance(center, from);
        return radius > 0 ? 1 / radius : 0;
    }
    case Shape::parabola: {
        // Largest where the speed is smallest: the cross product of speed and change of speed is constant.
        const Vec2 a = planar(center - from) * 2, b = planar(to - center * 2 + from) * 2;
        const double t = lengthSq(b) > 0 ? std::clamp(-dot(a, b) / lengthSq(b), 0.0, 1.0) : 0;
        const double speed = clearway::length(a + b * t);
        return speed > 0 ? std::abs(cross(a, b)) / (speed * speed * speed) : 0;
    }
    case Shape::line: break;
    }
    return 0;
}

PathWriter::PathWriter(Path& path) : path_(path)
{
    path.status_ = PathStatus::invalid;
    path.problem_ = PathProblem::none;
    path.has_suggestion_ = false;
    path.suggestion_ = {};
    path.pieces_.clear();
    path.faces_.clear();
    path.length_ = path.cost_ = 0;
    path.clearance_ = 0;
    path.radius_ = 0;
    path.start_shift_ = path.goal_shift_ = 0;
    path.widest_ = -1;
    path.narrowest_at_ = {};
}

void PathWriter::setProblem(PathProblem problem)
{
    path_.status_ = PathStatus::invalid;
    path_.problem_ = problem;
}

void PathWriter::setSuggestion(Vec3 place)
{
    path_.has_suggestion_ = true;
    path_.suggestion_ = place;
}

void PathWriter::setWidest(double radius, Vec3 narrowest_at)
{
    path_.widest_ = radius;
    path_.narrowest_at_ = narrowest_at;
}

double computeLargestTurn(const Path& path)
{
    double largest = 0;
    for (std::size_t i = 1; i < path.pieces().size(); ++i)
    {
        const Vec3 before = path.pieces()[i - 1].directionAt(1), after = path.pieces()[i].directionAt(0);
        if (before == Vec3{} || after == Vec3{}) continue;
        const double turn = before.z == 0 && after.z == 0
                                ? std::abs(computeTurn(planar(before), planar(after)))
                                : std::abs(computeTurn({1, 0}, {dot(before, after), length(cross(before, after))}));
        largest = std::max(largest, turn);
    }
    return largest;
}

double computeLargestCurvature(const Path& path)
{
    double largest = 0;
    for (const Path::Piece& piece : path.pieces()) largest = std::max(largest, piece.curvature());
    return largest;
}

void computePoints(const Path& path, double deviation, std::vector<Vec2>& points)
{
    points.clear();
    const auto add = [&](Vec2 p) {
        if (points.empty() || points.back() != p) points.push_back(p);
    };
    for (const Path::Piece& piece : path.pieces())
    {
        add(planar(piece.from));
        addPointsBetween(piece, deviation, points);
        add(planar(piece.to));
    }
}

void computePoints(const Path& path, double deviation, std::vector<Vec3>& points)
{
    points.clear();
    const auto add = [&](Vec3 p) {
        if (points.empty() || points.back() != p) points.push_back(p);
    };
    std::vector<Vec2> between;
    for (const Path::Piece& piece : path.pieces())
    {
        add(piece.from);
        between.clear();
        addPointsBetween(piece, deviation, between);
        for (const Vec2 p : between) points.push_back(atHeight(p, piece.from.z));
        add(piece.to);
    }
}

std::vector<Vec3> computePoints(const Path& path, double deviation)
{
    std::vector<Vec3> points;
    computePoints(path, deviation, points);
    return points;
}

std::vector<Vec2> computePlanarPoints(const Path& path, double deviation)
{
    std::vector<Vec2> points;
    computePoints(path, deviation, points);
    return points;
}

} // namespace clearway
