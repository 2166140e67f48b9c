// SPDX-License-Identifier: MIT
#include "navmesh/wall_point.h"

#include <cmath>
#include <limits>

#include <clearway/geometry/predicates.h>

namespace clearway {

std::optional<Vec2> moveToLeft(Vec2 a, Vec2 b, Vec2 p)
{
    const auto step = [](double value, int direction) {
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        return direction == 0 ? value : std::nextafter(value, direction > 0 ? kInfinity : -kInfinity);
    };
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
    // The nearest point may lie on the very border of the cone and be rounded to the outside: then a little further inside will do.
    for (const double inwards : {0.0, 0x1p-45, 0x1p-35, 0x1p-25, 0x1p-15, 0x1p-5, 1.0})
    {
        const double parameter = part.nearest + (middle - part.nearest) * inwards;
        const auto point = moveToLeft(a, b, interpolate(a, b, parameter));
        if (point && search.isInCone(notch, *point) && t.canSplit(wall, *point)) return point;
    }
    return std::nullopt;
}

} // namespace clearway
