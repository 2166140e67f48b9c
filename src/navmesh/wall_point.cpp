// SPDX-License-Identifier: MIT
#include "navmesh/wall_point.h"

#include <cmath>
#include <limits>

#include <clearway/geometry/predicates.h>

namespace clearway {

namespace {

constexpr int kMaxSlide = 32;

double step(double value, int direction)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return direction == 0 ? value : std::nextafter(value, direction > 0 ? kInfinity : -kInfinity);
}

/// A point of the wall beside `p`: some doubles further along its longer axis.
Vec2 slide(Vec2 a, Vec2 b, Vec2 p, int step_count)
{
    const Vec2 along = b - a;
    const bool is_flat = std::abs(along.x) >= std::abs(along.y);
    for (int i = 0; i < step_count; ++i) (is_flat ? p.x : p.y) = step(is_flat ? p.x : p.y, 1);
    if (step_count == 0) return p;
    return is_flat ? Vec2{p.x, a.y + (p.x - a.x) * (along.y / along.x)} : Vec2{a.x + (p.y - a.y) * (along.x / along.y), p.y};
}

/// Twice the area that a wall loses when it goes through p. Measured from the nearer end: from the other end of a long wall, the
/// products would cancel to less than their rounding.
double computeLoss(Vec2 a, Vec2 b, Vec2 p)
{
    const Vec2 nearer = distanceSq(p, a) <= distanceSq(p, b) ? a : b;
    return std::abs(cross(b - a, p - nearer));
}

} // namespace

std::optional<Vec2> moveToLeft(Vec2 a, Vec2 b, Vec2 p)
{
    constexpr int kSteps[9][2] = {{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    for (const auto& s : kSteps)
    {
        const Vec2 moved = {step(p.x, s[0]), step(p.y, s[1])};
        if (computeOrientation(a, b, moved) >= 0) return moved;
    }
    return std::nullopt;
}

std::optional<Vec2> findWallPoint(const LayerPlan& plan, const ConeSearch& search, const Corner& notch, Triangulation::Edge wall,
                                  const SeenPart& part)
{
    const Triangulation& t = plan.triangulation;
    const Vec2 a = t.position(t.origin(wall)), b = t.position(t.target(wall));
    const double middle = (part.begin + part.end) / 2;
    // The nearest point may lie on the very border of the cone and be rounded to the outside: then a little further inside will
    // do.
    for (const double inwards : {0.0, 0x1p-45, 0x1p-35, 0x1p-25, 0x1p-15, 0x1p-5, 1.0})
    {
        const Vec2 nearest = interpolate(a, b, part.nearest + (middle - part.nearest) * inwards);
        // Far from the origin of the world doubles are so sparse that rounding costs area; some of them lie nearer to the wall
        // than others.
        for (int steps = 0; steps < kMaxSlide; ++steps)
        {
            const auto point = moveToLeft(a, b, slide(a, b, nearest, steps));
            if (!point || computeLoss(a, b, *point) > 2 * plan.largest_loss) continue;
            if (search.isInCone(notch, *point) && t.canSplit(wall, *point)) return point;
            break;
        }
    }
    return std::nullopt;
}

} // namespace clearway
