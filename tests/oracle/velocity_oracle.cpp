// SPDX-License-Identifier: MIT
#include "velocity_oracle.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearway::test {

namespace {

double dot(Velocity2 a, Velocity2 b) { return a.x * b.x + a.y * b.y; }
Velocity2 minus(Velocity2 a, Velocity2 b) { return {a.x - b.x, a.y - b.y}; }
Velocity2 along(Velocity2 a, Velocity2 d, double t) { return {a.x + d.x * t, a.y + d.y * t}; }
double length(Velocity2 a) { return std::sqrt(dot(a, a)); }

/// All places where the nearest allowed velocity can be: the preferred one, its feet on lines and on the circle of speeds, and
/// the corners between them.
std::vector<Velocity2> listCandidates(std::span<const AllowedSide> sides, Velocity2 preferred, double max_speed)
{
    std::vector<Velocity2> all{preferred, {0, 0}};
    const double speed = length(preferred);
    if (speed > 0) all.push_back({preferred.x / speed * max_speed, preferred.y / speed * max_speed});
    for (const AllowedSide& s : sides)
    {
        const Velocity2 n{s.nx, s.ny};
        const Velocity2 d{s.ny, -s.nx};
        all.push_back(along(preferred, n, s.c - dot(n, preferred)));
        const double rest = max_speed * max_speed - s.c * s.c;
        const Velocity2 foot{n.x * s.c, n.y * s.c};
        for (const double side : {-1.0, 1.0})
            if (rest >= 0) all.push_back(along(foot, d, side * std::sqrt(rest)));
        for (const AllowedSide& other : sides)
        {
            const double across = other.nx * d.x + other.ny * d.y;
            if (std::fabs(across) < 1e-12) continue;
            all.push_back(along(foot, d, (other.c - (other.nx * foot.x + other.ny * foot.y)) / across));
        }
    }
    return all;
}

double computeWorst(std::span<const AllowedSide> sides, Velocity2 v)
{
    double worst = 0;
    for (const AllowedSide& s : sides) worst = std::max(worst, s.c - (s.nx * v.x + s.ny * v.y));
    return worst;
}

} // namespace

AllowedSide toSide(const VelocityLine& line)
{
    // Unit vectors of floats are so only to seven digits.
    const double size = length({line.dx, line.dy});
    const double dx = line.dx / size;
    const double dy = line.dy / size;
    return {-dy, dx, dx * line.y - dy * line.x};
}

Violation computeViolation(std::span<const VelocityLine> lines, int hard_count, Velocity2 v)
{
    Violation worst;
    for (std::size_t k = 0; k < lines.size(); ++k)
    {
        const AllowedSide side = toSide(lines[k]);
        double& of = static_cast<int>(k) < hard_count ? worst.hard : worst.soft;
        of = std::max(of, side.c - (side.nx * v.x + side.ny * v.y));
    }
    return worst;
}

BestVelocity findBestVelocity(std::span<const VelocityLine> lines, Velocity2 preferred, double max_speed, double slack)
{
    std::vector<AllowedSide> sides;
    for (const VelocityLine& line : lines)
    {
        sides.push_back(toSide(line));
        sides.back().c -= slack;
    }
    BestVelocity best;
    for (const Velocity2 v : listCandidates(sides, preferred, max_speed))
    {
        if (length(v) > max_speed + 1e-9 || computeWorst(sides, v) > 1e-9) continue;
        const double distance = length(minus(v, preferred));
        if (best.is_feasible && distance >= best.distance) continue;
        best = {true, v, distance};
    }
    return best;
}

double sampleLeastViolation(std::span<const VelocityLine> lines, int hard_count, double max_speed, double hard_slack)
{
    constexpr int kSteps = 24;
    Velocity2 centre{0, 0};
    double best = std::numeric_limits<double>::infinity();
    for (double size = max_speed; size > 1e-7 * max_speed; size *= 0.35)
    {
        const Velocity2 middle = centre;
        for (int i = -kSteps; i <= kSteps; ++i)
        {
            for (int j = -kSteps; j <= kSteps; ++j)
            {
                Velocity2 v{middle.x + size * i / kSteps, middle.y + size * j / kSteps};
                const double speed = length(v);
                // Points outside stand for the nearest on the circle, or its rim would never be sampled.
                if (speed > max_speed) v = {v.x / speed * max_speed, v.y / speed * max_speed};
                const Violation violation = computeViolation(lines, hard_count, v);
                // Hard lines first: what they lack counts far more.
                const double value = violation.soft + 1e4 * std::max(0.0, violation.hard - hard_slack);
                if (value >= best) continue;
                best = value;
                centre = v;
            }
        }
    }
    return best;
}

AllowedSide computeAgentSide(const Encounter& e, double horizon)
{
    // The cone of relative velocities that meet the other disc some time, and the circle of those that are in it at the horizon.
    const Velocity2 relative = minus(e.velocity, e.other_velocity);
    const double distance = length(e.offset);
    const Velocity2 ahead{e.offset.x / distance, e.offset.y / distance};
    const double sine = e.reach / distance;
    const double cosine = std::sqrt(1 - sine * sine);
    const Velocity2 circle{e.offset.x / horizon, e.offset.y / horizon};
    const double radius = e.reach / horizon;

    // Nearest point of the boundary: on one of the two tangents beyond where they touch the circle, or on the near arc between.
    double best = std::numeric_limits<double>::infinity();
    Velocity2 normal;
    double c = 0;
    const double touch = length(circle) * cosine;
    for (const double side : {-1.0, 1.0})
    {
        const Velocity2 leg{ahead.x * cosine - side * ahead.y * sine, ahead.y * cosine + side * ahead.x * sine};
        const double at = std::max(dot(relative, leg), touch);
        const double gap = length(minus(relative, along({}, leg, at)));
        if (gap >= best) continue;
        best = gap;
        normal = {-side * leg.y, side * leg.x};
        c = 0;
    }
    const Velocity2 from_circle = minus(relative, circle);
    const double off = length(from_circle);
    const bool is_near_arc = off > 0 && dot(from_circle, ahead) < -sine * off;
    if (is_near_arc && std::fabs(off - radius) <= best)
    {
        normal = {from_circle.x / off, from_circle.y / off};
        c = dot(normal, circle) + radius;
    }
    // n . relative >= c, half of it done here.
    const double half = 0.5 * (c - dot(normal, relative));
    return {normal.x, normal.y, dot(normal, e.velocity) + half};
}

double computeWallDistance(Velocity2 a, Velocity2 b, Velocity2 v, double time)
{
    double least = std::numeric_limits<double>::infinity();
    const Velocity2 wall = minus(b, a);
    const double length_sq = dot(wall, wall);
    constexpr int kSteps = 2000;
    for (int k = 0; k <= kSteps; ++k)
    {
        const Velocity2 p{v.x * time * k / kSteps, v.y * time * k / kSteps};
        const double at = std::clamp(dot(minus(p, a), wall) / length_sq, 0.0, 1.0);
        least = std::min(least, length(minus(p, along(a, wall, at))));
    }
    return least;
}

} // namespace clearway::test
