// SPDX-License-Identifier: MIT
#include "tests/oracle/scene_oracle.h"

#include <algorithm>
#include <limits>
#include <span>

namespace clearway::oracle {

static int computeWinding(std::span<const Vec2> ring, Vec2 p)
{
    int winding = 0;
    for (std::size_t i = 0; i < ring.size(); ++i)
    {
        const Vec2 a = ring[i] - p, b = ring[(i + 1) % ring.size()] - p;
        if (a.y <= 0 && b.y > 0 && a.x * b.y > a.y * b.x) ++winding;
        if (b.y <= 0 && a.y > 0 && a.x * b.y < a.y * b.x) --winding;
    }
    return winding;
}

static double computeDistance(std::span<const Vec2> ring, Vec2 p)
{
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < ring.size(); ++i)
    {
        const Vec2 a = ring[i], d = ring[(i + 1) % ring.size()] - a;
        const double t = lengthSq(d) > 0 ? std::clamp(dot(p - a, d) / lengthSq(d), 0.0, 1.0) : 0.0;
        nearest = std::min(nearest, length(p - (a + d * t)));
    }
    return nearest;
}

bool isFree(const SceneInput& input, int layer, Vec2 p)
{
    bool is_free = false;
    for (const SceneInput::AreaInput& area : input.areas)
    {
        if (area.layer != layer || computeWinding(area.outline.points, p) == 0) continue;
        bool is_in_hole = false;
        for (const SceneInput::RingInput& hole : area.holes) is_in_hole = is_in_hole || computeWinding(hole.points, p) != 0;
        is_free = is_free || !is_in_hole;
    }
    for (const SceneInput::Obstacle& obstacle : input.obstacles)
    {
        if (obstacle.layer != layer || computeWinding(obstacle.outline.points, p) == 0) continue;
        bool is_in_courtyard = false;
        for (const SceneInput::RingInput& hole : obstacle.holes)
            is_in_courtyard = is_in_courtyard || computeWinding(hole.points, p) != 0;
        if (!is_in_courtyard) is_free = false;
    }
    return is_free;
}

int countAreas(const Scene& scene, int layer, Vec2 p)
{
    int winding = 0;
    for (const Scene::RingRange& ring : scene.rings())
    {
        if (scene.areas()[ring.area].layer == layer) winding += computeWinding(scene.points(ring), p);
    }
    return winding;
}

double computeDistance(const SceneInput& input, int layer, Vec2 p)
{
    double nearest = std::numeric_limits<double>::infinity();
    for (const SceneInput::AreaInput& area : input.areas)
    {
        if (area.layer != layer) continue;
        nearest = std::min(nearest, computeDistance(area.outline.points, p));
        for (const SceneInput::RingInput& hole : area.holes) nearest = std::min(nearest, computeDistance(hole.points, p));
    }
    for (const SceneInput::Obstacle& obstacle : input.obstacles)
    {
        if (obstacle.layer != layer) continue;
        nearest = std::min(nearest, computeDistance(obstacle.outline.points, p));
        for (const SceneInput::RingInput& hole : obstacle.holes) nearest = std::min(nearest, computeDistance(hole.points, p));
    }
    return nearest;
}

SceneInput toInput(const Scene& scene)
{
    SceneInput input;
    input.name = scene.name();
    for (const Scene::Area& area : scene.areas())
    {
        input.areas.push_back({{}, {}, area.layer});
        for (std::uint32_t i = 0; i < area.ring_count; ++i)
        {
            const Scene::RingRange& range = scene.rings()[area.first_ring + i];
            const std::span<const Vec2> points = scene.points(range);
            const std::span<const double> heights = scene.heights().subspan(range.first, range.count);
            const SceneInput::RingInput ring{{points.begin(), points.end()}, {heights.begin(), heights.end()}};
            if (i == 0)
                input.areas.back().outline = ring;
            else
                input.areas.back().holes.push_back(ring);
        }
    }
    return input;
}

} // namespace clearway::oracle
