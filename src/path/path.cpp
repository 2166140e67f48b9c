// SPDX-License-Identifier: MIT
#include <clearway/path/path.h>

#include <algorithm>
#include <cmath>

namespace clearway {

std::string_view toText(PathStatus status)
{
    switch (status)
    {
    case PathStatus::complete: return "complete";
    case PathStatus::partial: return "partial";
    case PathStatus::unreachable: return "unreachable";
    case PathStatus::invalid: break;
    }
    return "invalid";
}

std::string_view toText(PathProblem problem)
{
    switch (problem)
    {
    case PathProblem::bad_radius: return "the radius is negative or not a finite number";
    case PathProblem::bad_point: return "start or goal is not a finite point";
    case PathProblem::bad_mesh: return "the mesh cannot be used for paths";
    case PathProblem::start_outside: return "the start is not in free space";
    case PathProblem::goal_outside: return "the goal is not in free space";
    case PathProblem::start_too_tight: return "the disc does not fit at the start";
    case PathProblem::goal_too_tight: return "the disc does not fit at the goal";
    case PathProblem::none: break;
    }
    return "";
}

namespace {

/// Arcs are at most half a turn, and halves of halves soon are as straight as asked for.
constexpr int kMostHalvings = 24;

/// Adds the corners of a polyline around the arc from outward direction u to v, both unit, without its ends.
void addAroundArc(Vec2 center, double radius, Vec2 u, Vec2 v, int side, double deviation, int halvings, std::vector<Vec2>& points)
{
    const double cosine = std::sqrt(std::max(0.0, (1 + dot(u, v)) / 2)); // of half the angle
    const bool is_flat = radius * (1 - cosine) <= deviation * cosine;
    if (is_flat || halvings == 0)
    {
        points.push_back(center + (u + v) * (radius / (1 + dot(u, v))));
        return;
    }
    const Vec2 sum = u + v;
    const double size = length(sum);
    const Vec2 middle = size > 1e-6 ? sum / size : perpendicular(u) * side;
    addAroundArc(center, radius, u, middle, side, deviation, halvings - 1, points);
    points.push_back(center + middle * radius);
    addAroundArc(center, radius, middle, v, side, deviation, halvings - 1, points);
}

} // namespace

void computePoints(const Path& path, double deviation, std::vector<Vec2>& points)
{
    points.clear();
    const auto add = [&](Vec2 p) {
        if (points.empty() || points.back() != p) points.push_back(p);
    };
    for (const PathPiece& piece : path.pieces())
    {
        add(piece.from);
        if (piece.isArc())
        {
            const Vec2 u = piece.from - piece.center;
            const Vec2 v = piece.to - piece.center;
            const double radius = length(u);
            constexpr double kTight = 1e-4; // where nothing is to spare
            if (radius > 0 && length(v) > 0)
                addAroundArc(piece.center, radius, u / radius, v / length(v), piece.angle > 0 ? 1 : -1,
                             std::min(deviation, std::max(piece.room, kTight)), kMostHalvings, points);
        }
        add(piece.to);
    }
}

std::vector<Vec2> computePoints(const Path& path, double deviation)
{
    std::vector<Vec2> points;
    computePoints(path, deviation, points);
    return points;
}

} // namespace clearway
