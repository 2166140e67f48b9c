// SPDX-License-Identifier: MIT
// Drawings for the tests of strokes and sketches: a yard with pillars and walls, smooth lines through it, unsteady hands.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <clearway/base/random.h>
#include <clearway/grid/field_grid.h>
#include <clearway/group/stroke.h>
#include <clearway/scene/scene.h>

namespace clearway::test {

inline Ring makeBox(double x0, double y0, double x1, double y1) { return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}; }

inline Scene makeYard(const std::vector<Ring>& obstacles, double width = 40, double height = 30)
{
    SceneInput input;
    input.areas.push_back({.outline = {.points = makeBox(0, 0, width, height)}});
    for (const Ring& ring : obstacles) input.obstacles.push_back({.outline = {.points = ring}});
    return buildScene(input).value();
}

/// A point on a smooth line through all of these; t from 0 to their count - 1.
inline Vec2 pointOnSpline(const std::vector<Vec2>& knots, double t)
{
    const auto at = [&knots](int i) {
        return knots[static_cast<std::size_t>(std::clamp(i, 0, static_cast<int>(knots.size()) - 1))];
    };
    const int i = std::min(static_cast<int>(t), static_cast<int>(knots.size()) - 2);
    const double s = t - i;
    const Vec2 a = at(i - 1), b = at(i), c = at(i + 1), d = at(i + 2);
    return (b * 2 + (c - a) * s + (a * 2 - b * 5 + c * 4 - d) * (s * s) + (b * 3 - a - c * 3 + d) * (s * s * s)) * 0.5;
}

/// Knots of a line that wanders over the yard without sharp turns.
inline std::vector<Vec2> makeKnots(Random& random, int count, double width = 40, double height = 30)
{
    std::vector<Vec2> knots = {{random.uniform(3, width - 3), random.uniform(3, height - 3)}};
    Vec2 step = {random.uniform(-6, 6), random.uniform(-6, 6)};
    while (static_cast<int>(knots.size()) < count)
    {
        step = step + Vec2{random.uniform(-3, 3), random.uniform(-3, 3)};
        step = step * (5 / std::max(length(step), 1.0));
        const Vec2 next = knots.back() + step;
        if (next.x < 2 || next.x > width - 2) step.x = -step.x;
        if (next.y < 2 || next.y > height - 2) step.y = -step.y;
        knots.push_back(knots.back() + step);
    }
    return knots;
}

/// The line as `count` points; `bunching` > 0 draws it slow and fast by turns, < 1.
inline StrokeInput draw(const std::vector<Vec2>& knots, int count, double bunching = 0)
{
    StrokeInput stroke;
    const double end = static_cast<double>(knots.size()) - 1;
    for (int i = 0; i < count; ++i)
    {
        const double u = static_cast<double>(i) / (count - 1);
        const double t = u + bunching * std::sin(6 * 3.14159265358979 * u) / (6 * 3.14159265358979);
        stroke.points.push_back(pointOnSpline(knots, std::clamp(t * end, 0.0, end)));
        stroke.times.push_back(0.01 * i);
    }
    return stroke;
}

/// Every point somewhere in a disc of radius `noise` around it.
inline StrokeInput shake(StrokeInput stroke, double noise, Random& random)
{
    for (Vec2& p : stroke.points)
    {
        Vec2 d;
        do d = {random.uniform(-1, 1), random.uniform(-1, 1)};
        while (lengthSq(d) > 1);
        p = p + d * noise;
    }
    return stroke;
}

} // namespace clearway::test
