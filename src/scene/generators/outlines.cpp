// SPDX-License-Identifier: MIT
#include "scene/generators/outlines.h"

#include <algorithm>
#include <cmath>

#include "scene/generators/turn.h"

namespace clearway::generators {

int computeCount(double count, double scale, int least)
{
    return std::max(least, static_cast<int>(std::floor(count * scale + 0.5)));
}

Ring makeBox(Vec2 min, Vec2 max) { return {min, {max.x, min.y}, max, {min.x, max.y}}; }

Ring makeTurnedBox(Vec2 center, Vec2 size, double turn) { return place(makeBox(size / -2, size / 2), center, turn); }

Ring place(const Ring& shape, Vec2 center, double turn)
{
    const Vec2 axis = computeDirection(turn);
    Ring ring;
    ring.reserve(shape.size());
    for (Vec2 p : shape) ring.push_back(center + rotate(p, axis));
    return ring;
}

Ring makeRegularPolygon(Vec2 center, double radius, int side_count, double turn)
{
    Ring ring;
    ring.reserve(static_cast<std::size_t>(side_count));
    for (int k = 0; k < side_count; ++k)
        ring.push_back(center + radius * computeDirection(turn + static_cast<double>(k) / side_count));
    return ring;
}

Ring makeArc(Vec2 center, double radius, double first_turn, double last_turn, int segment_count)
{
    Ring points;
    for (int k = 0; k <= segment_count; ++k)
        points.push_back(center + radius * computeDirection(first_turn + (last_turn - first_turn) * k / segment_count));
    return points;
}

Ring makeRandomConvex(Random& random, double width, int corner_count)
{
    const double flatness = random.uniform(0.65, 1);
    const Vec2 axis = computeDirection(random.uniform());
    Ring ring;
    // One corner in the middle part of each equal share of the turn: no two corners meet, no corner is nearly straight.
    for (int k = 0; k < corner_count; ++k)
    {
        const Vec2 d = computeDirection((k + random.uniform(0.2, 0.8)) / corner_count);
        ring.push_back(rotate({d.x * width / 2, d.y * width / 2 * flatness}, axis));
    }
    return ring;
}

void addArea(SceneInput& input, Ring outline)
{
    SceneInput::AreaInput area;
    area.outline.points = std::move(outline);
    input.areas.push_back(std::move(area));
}

void addObstacle(SceneInput& input, Ring outline)
{
    SceneInput::Obstacle obstacle;
    obstacle.outline.points = std::move(outline);
    input.obstacles.push_back(std::move(obstacle));
}

Layout computeLayout(int count)
{
    const int rows = std::max(1, static_cast<int>(std::floor(std::sqrt(static_cast<double>(count)))));
    return {std::max(1, (count + rows / 2) / rows), rows};
}

static SceneInput::RingInput translate(SceneInput::RingInput ring, Vec2 offset)
{
    for (Vec2& p : ring.points) p = p + offset;
    return ring;
}

SceneInput repeat(const SceneInput& one, double scale, double gap)
{
    Box2 bounds;
    for (const SceneInput::AreaInput& area : one.areas) bounds.add(computeBounds(area.outline.points));
    const Vec2 pitch = bounds.size() + Vec2{gap, gap};
    const Layout layout = computeLayout(computeCount(1, scale, 1));

    SceneInput all;
    for (int row = 0; row < layout.rows; ++row)
        for (int column = 0; column < layout.columns; ++column)
        {
            const Vec2 offset = {pitch.x * column, pitch.y * row};
            for (const SceneInput::AreaInput& area : one.areas)
            {
                SceneInput::AreaInput copy;
                copy.outline = translate(area.outline, offset);
                for (const SceneInput::RingInput& hole : area.holes) copy.holes.push_back(translate(hole, offset));
                all.areas.push_back(std::move(copy));
            }
            for (const SceneInput::Obstacle& obstacle : one.obstacles)
            {
                all.obstacles.push_back({translate(obstacle.outline, offset), obstacle.layer});
                for (const SceneInput::RingInput& hole : obstacle.holes)
                    all.obstacles.back().holes.push_back(translate(hole, offset));
            }
        }
    return all;
}

} // namespace clearway::generators
